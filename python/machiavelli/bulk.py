"""Many games at once."""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` has it too, but takes longer to import than all of this package
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor
    from os import PathLike
    from typing import Any

    from machiavelli import Rules
    from machiavelli.simulation import Results
    from machiavelli.simulation.arena import Policy

__all__ = ["arena", "simulate"]


def simulate(  # noqa: PLR0913 - all but two are named
    rules: Rules | str = "modiano",
    players: str | Sequence[str] = ("greedy", "greedy"),
    *,
    deals: int | None = None,
    matches: int | None = None,
    seed: int = 0,
    duplicate: bool = False,
    threads: int | None = None,
    executor: Executor | None = None,
    checkpoint: str | PathLike[str] | None = None,
    progress: bool | Callable[[int, int], object] = False,
    **options: Any,
) -> Results:
    """Play many deals, or whole matches, between players that the engine brings along.

    `players` are names of `Builtin.strategies()`, as a sequence or separated by commas. A game
    depends on rules, players, seed and its own number alone, so that the results are the same
    whatever plays them. The deal passes on from game to game, whatever the rules say about the
    first dealer.

    With `duplicate` the cards of every deal are played as often as there are players, who each
    time move on by a seat: luck cancels out where two players are compared. `deals` counts cards
    then, so that there are as many games for each as there are players.

    The games are played in this process on `threads` threads, by default one for each processor,
    without the interpreter's lock; or by an `executor`, as one of `concurrent.futures` or that of a
    Dask client. What its workers fail to play is played here. With a `checkpoint`, what is done is
    kept in that file, and not done again by whoever calls this with the same file and games.

    Ctrl-C ends it, and what is done until then is returned. `progress=True` shows how far it is; a
    function is told how many games of how many are over.

    Raises `QuestionError` for players that there are not and numbers that make no sense,
    `RulesError` if the rules cannot be played by so many, `CheckpointError` for a file that is
    damaged, about other games or in use.

    >>> results = simulate("modiano", "greedy,patient", deals=200, seed=1)
    >>> len(results), results.points.shape
    (200, (200, 2))
    >>> results.record(17).splitlines()[2:4]
    ['player 0: greedy', 'player 1: patient']
    """
    from machiavelli.simulation.run import job_of, run, total_of  # noqa: PLC0415 - it needs numpy

    job = job_of(rules, players, seed, matches=matches is not None, duplicate=duplicate, **options)
    total = total_of(job, deals, matches)
    return run(
        job,
        total,
        threads=threads,
        executor=executor,
        checkpoint=checkpoint,
        progress=progress,
    )


def arena(  # noqa: PLR0913 - all but two are named
    players: Sequence[str | Policy],
    rules: Rules | str = "modiano",
    *,
    deals: int | None = None,
    matches: int | None = None,
    seed: int = 0,
    duplicate: bool = False,
    at_a_time: int = 4096,
    threads: int | None = None,
    progress: bool | Callable[[int, int], object] = False,
    **options: Any,
) -> Results:
    """Play many games in lock step, asking each policy once for all games where it is on turn.

    `players` are names as for `simulate`, and policies: functions that are given
    `machiavelli.simulation.Views`, arrays with a row a game, and give an array like `views.hand`
    with the cards to lay, zeros to pass. How the table is rearranged for them is the engine's
    business. Cards that cannot be laid are a mistake, as is passing where that is forbidden: the
    turn is conceded, and the penalty of the rules follows. A function that looks at one row at a
    time is made a policy by `machiavelli.simulation.one_by_one`.

    Games are those of `simulate` with the same seed; so many are played `at_a_time`. Ctrl-C ends
    it, and what is done until then is returned.

    >>> def lay_all(views):
    ...     return views.best()
    >>> results = arena([lay_all, "greedy"], deals=50, seed=1)
    >>> (results.points == simulate(players="greedy,greedy", deals=50, seed=1).points).all()
    np.True_
    """
    from machiavelli.simulation.arena import play  # noqa: PLC0415 - numpy comes when it is needed

    return play(
        players,
        rules,
        deals=deals,
        matches=matches,
        seed=seed,
        duplicate=duplicate,
        at_a_time=at_a_time,
        threads=threads,
        progress=progress,
        options=options,
    )
