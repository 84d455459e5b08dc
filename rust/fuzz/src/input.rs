use std::str::FromStr;

/// Text of so many lines, so that what is kept can be read.
pub(crate) struct Lines<'a>(std::str::Lines<'a>);

impl<'a> Lines<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Option<Self> {
        Some(Self(std::str::from_utf8(bytes).ok()?.lines()))
    }

    /// Reads the next line; a line that is missing is empty.
    pub(crate) fn read<T: FromStr>(&mut self) -> Option<T> {
        self.0.next().unwrap_or_default().parse().ok()
    }
}
