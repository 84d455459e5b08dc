//! Rules and option values as text; the documentation of [`Rules`] has the grammar.

use std::fmt;
use std::str::FromStr;

use super::Rules;
use super::error::{ParseRulesError, SyntaxError, clip};
use super::value::OptionValue;

/// Longest text that is read, in bytes. Written out in full, rules take about a tenth of it.
const LONGEST: usize = 20_000;

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        let mut separator = "(";
        for (option, value) in self.changes() {
            write!(f, "{separator}{option}={value}")?;
            separator = ", ";
        }
        f.write_str(if separator == "(" { "" } else { ")" })
    }
}

impl FromStr for Rules {
    type Err = ParseRulesError;

    /// Reads the text of rules; the options may come in any order.
    ///
    /// # Errors
    ///
    /// [`ParseRulesError::Syntax`] if the text is not of the form `preset(option=value, …)` or is
    /// longer than 20,000 bytes; [`ParseRulesError::Rules`] as [`Rules::with`] gives it.
    fn from_str(text: &str) -> Result<Self, ParseRulesError> {
        let mut scanner = Scanner::new(text)?;
        let name = scanner.word("the name of a preset", "")?;
        let mut options = Vec::new();
        if scanner.take('(') && !scanner.take(')') {
            loop {
                let option = scanner.word("the name of an option", "")?;
                scanner.expect("\"=\"", '=')?;
                options.push((option, scanner.value()?));
                if scanner.take(')') {
                    break;
                }
                scanner.expect("\",\" or \")\"", ',')?;
            }
        }
        scanner.end()?;
        Ok(Self::with(name, options)?)
    }
}

impl FromStr for OptionValue {
    type Err = SyntaxError;

    /// Reads a value as it stands in the text of rules.
    ///
    /// # Errors
    ///
    /// The place where the text is not of the form of a value, or is longer than 20,000 bytes.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut scanner = Scanner::new(text)?;
        let value = scanner.value()?;
        scanner.end()?;
        Ok(value)
    }
}

/// Reads a text part by part.
struct Scanner<'a> {
    text: &'a str,
    /// Where the next part begins, in bytes; never at a blank.
    at: usize,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Result<Self, SyntaxError> {
        let mut scanner = Self { text, at: 0 };
        scanner.skip(0);
        if text.len() > LONGEST {
            return Err(scanner.error(&format!("a text of at most {LONGEST} bytes")));
        }
        Ok(scanner)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Goes on by so many bytes and past the blanks that follow.
    fn skip(&mut self, bytes: usize) {
        self.at += bytes;
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn take(&mut self, sign: char) -> bool {
        let there = self.rest().starts_with(sign);
        if there {
            self.skip(sign.len_utf8());
        }
        there
    }

    fn expect(&mut self, expected: &str, sign: char) -> Result<(), SyntaxError> {
        if self.take(sign) { Ok(()) } else { Err(self.error(expected)) }
    }

    fn end(&self) -> Result<(), SyntaxError> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.error("the end")) }
    }

    /// The characters up to a blank, a sign of the grammar or one of `others`.
    fn peek(&self, others: &str) -> &'a str {
        let rest = self.rest();
        let stops = |c: char| c.is_whitespace() || "(){},=".contains(c) || others.contains(c);
        &rest[..rest.find(stops).unwrap_or(rest.len())]
    }

    fn word(&mut self, expected: &str, others: &str) -> Result<&'a str, SyntaxError> {
        let word = self.peek(others);
        if word.is_empty() {
            return Err(self.error(expected));
        }
        self.skip(word.len());
        Ok(word)
    }

    fn value(&mut self) -> Result<OptionValue, SyntaxError> {
        if !self.take('{') {
            return self.scalar("a value");
        }
        let mut entries = Vec::new();
        if self.take('}') {
            return Ok(OptionValue::Map(entries));
        }
        loop {
            let key = self.word("a key", ":")?;
            self.expect("\":\"", ':')?;
            entries.push((key.to_owned(), self.scalar("a value")?));
            if self.take('}') {
                return Ok(OptionValue::Map(entries));
            }
            self.expect("\",\" or \"}\"", ',')?;
        }
    }

    fn scalar(&mut self, expected: &str) -> Result<OptionValue, SyntaxError> {
        let word = self.word(expected, "")?;
        Ok(match word {
            "null" => OptionValue::Null,
            "true" => OptionValue::Bool(true),
            "false" => OptionValue::Bool(false),
            _ => word.parse().map_or_else(|_| OptionValue::from(word), OptionValue::Int),
        })
    }

    fn error(&self, expected: &str) -> SyntaxError {
        let sign = || self.rest().chars().take(1).collect();
        let word = self.peek(":");
        SyntaxError {
            text: if word.is_empty() { sign() } else { clip(word) },
            position: self.text[..self.at].chars().count(),
            expected: expected.to_owned(),
        }
    }
}
