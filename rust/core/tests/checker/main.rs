//! Melds and submitted turns against the worked cases of the rules and against definitions.

mod cases;
mod melds;
