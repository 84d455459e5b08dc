use std::fmt::Display;

/// Longest message that still reads as a sentence, in characters.
const LONGEST: usize = 400;

/// An error says in one line, and not at the length of its input, what is wrong.
pub(crate) fn assert_is_sentence(error: &impl Display) {
    let sentence = error.to_string();
    assert!(!sentence.trim().is_empty());
    assert!(!sentence.contains(char::is_control), "{sentence:?}");
    assert!(sentence.chars().count() <= LONGEST, "{sentence:?}");
}
