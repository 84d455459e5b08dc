"""Decks by seed, from the definition of the cipher: what a seed names must never change."""

from collections.abc import Iterator

CARDS = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]


def rotated(word: int, by: int) -> int:
    return (word << by | word >> (32 - by)) & 0xFFFFFFFF


def block(seed: int, stream: int, counter: int) -> list[int]:
    """One block of ChaCha with 8 rounds, a 64-bit counter and a 64-bit stream number."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    start += [seed & 0xFFFFFFFF, seed >> 32, 0, 0, 0, 0, 0, 0]
    start += [counter & 0xFFFFFFFF, counter >> 32, stream & 0xFFFFFFFF, stream >> 32]
    words = start[:]

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for into, add, turn, by in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)]:
            words[into] = (words[into] + words[add]) & 0xFFFFFFFF
            words[turn] = rotated(words[turn] ^ words[into], by)

    for _ in range(4):
        for i in range(4):
            quarter(i, i + 4, i + 8, i + 12)
        for i in range(4):
            quarter(i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12)
    return [(word + first) & 0xFFFFFFFF for word, first in zip(words, start, strict=True)]


def words(seed: int, stream: int) -> Iterator[int]:
    counter = 0
    while True:
        yield from block(seed, stream, counter)
        counter += 1


def below(source: Iterator[int], bound: int) -> int:
    while True:
        product = next(source) * bound
        if product % 2**32 >= 2**32 % bound:
            return product // 2**32


def deck(seed: int, deal: int, packs: int = 2, jokers: int = 0, lacking: str = "") -> list[str]:
    """The deck of a deal from the top, of packs that lack some ranks."""
    source = words(seed, deal)
    kinds = [card for card in CARDS if card[0] not in lacking]
    cards = [card for card in kinds for _ in range(packs)] + ["*"] * jokers
    for last in range(len(cards) - 1, 0, -1):
        other = below(source, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    place = 1 + below(source, len(cards) - 1)
    return cards[place:] + cards[:place]
