//! Turns with jokers against an oracle that follows the paragraphs literally.

#[path = "../checker/cases.rs"]
mod cases;
#[path = "../checker/definition.rs"]
mod definition;
#[path = "../oracle/jokers/mod.rs"]
mod oracle;

mod corpus;
