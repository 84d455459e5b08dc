//! House rules as data: options, presets, validation and text.

mod options;

pub use options::*;

/// A validated set of house rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    name: String,
    options: Options,
}

impl Rules {
    /// The name of the preset these rules started from.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All options.
    pub const fn options(&self) -> &Options {
        &self.options
    }
}
