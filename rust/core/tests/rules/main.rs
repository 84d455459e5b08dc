//! Rules against the corpus, their reasons one by one, and their text.

mod corpus;
mod domains;
mod reasons;
mod text;
