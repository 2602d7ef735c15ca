//! A fuzz target for one kind of file.

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use arbitrary::Unstructured;
use serde_json::Value;

use crate::edit::{Edited, edited};
use crate::failure::ParserFailure;

/// Whether a reader accepted a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileVerdict {
    /// The file was read, and what was read satisfies the properties of the target.
    Accepted,
    /// The file was refused with an error that satisfies them.
    Refused,
}

/// The outcome of a check; the error is the property that does not hold.
pub(crate) type Checked = Result<FileVerdict, String>;

/// Inputs are the file itself if their first byte is below this.
const RAW: u8 = 64;

/// A kind of file, valid examples of it, and the properties of its readers.
#[derive(Debug)]
pub struct ParserTarget {
    name: &'static str,
    examples: &'static [&'static [u8]],
    /// Words that the examples do not have.
    vocabulary: fn() -> Vec<String>,
    edited: Edited,
    check: fn(&[u8]) -> Checked,
    words: OnceLock<Vec<String>>,
}

impl ParserTarget {
    pub(crate) const fn new(
        name: &'static str,
        examples: &'static [&'static [u8]],
        vocabulary: fn() -> Vec<String>,
        edited: Edited,
        check: fn(&[u8]) -> Checked,
    ) -> Self {
        Self { name, examples, vocabulary, edited, check, words: OnceLock::new() }
    }

    /// Returns the name: `regmap`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the valid files that are edited.
    #[must_use]
    pub fn examples(&self) -> &'static [&'static [u8]] {
        self.examples
    }

    /// Returns the words of the format: those of the examples and of its schema, sorted.
    #[must_use]
    pub fn words(&self) -> &[String] {
        self.words.get_or_init(|| {
            let texts = self.examples.iter().filter_map(|example| str::from_utf8(example).ok());
            let mut words: BTreeSet<String> = texts.flat_map(words_of).map(str::to_owned).collect();
            words.extend((self.vocabulary)());
            words.into_iter().collect()
        })
    }

    /// Returns the file that the bytes stand for.
    #[must_use]
    pub fn input(&self, data: &[u8]) -> Vec<u8> {
        match data {
            [] => Vec::new(),
            [first, file @ ..] if *first < RAW => file.to_vec(),
            [first, program @ ..] => {
                let example = self.examples[usize::from(*first) % self.examples.len()];
                edited(self.edited, example, self.words(), &mut Unstructured::new(program))
            }
        }
    }

    /// Gives the file that the bytes stand for to the readers.
    ///
    /// # Errors
    /// A property that does not hold, or a panic.
    pub fn run(&self, data: &[u8]) -> Result<FileVerdict, Box<ParserFailure>> {
        self.run_file(self.input(data))
    }

    /// Gives a file to the readers.
    ///
    /// # Errors
    /// A property that does not hold, or a panic.
    pub fn run_file(&self, file: Vec<u8>) -> Result<FileVerdict, Box<ParserFailure>> {
        let checked = catch_unwind(AssertUnwindSafe(|| (self.check)(&file)));
        let checked = checked.unwrap_or_else(|payload| Err(format!("panic: {}", message(payload.as_ref()))));
        checked.map_err(|found| Box::new(ParserFailure { target: self.name, found, file }))
    }

    /// The body of the fuzz target.
    ///
    /// # Panics
    /// If a property does not hold; the message has the file.
    pub fn fuzz(&self, data: &[u8]) {
        if let Err(failure) = self.run(data) {
            panic!("{failure}");
        }
    }
}

/// The words of two letters or more, and not so many digits that they are data.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|it: char| !(it.is_ascii_alphanumeric() || it == '_'));
    words.filter(|word| {
        (2..=32).contains(&word.len()) && word.starts_with(|it: char| it.is_ascii_alphabetic())
    })
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

/// Every key and every word of a JSON Schema.
pub(crate) fn keys(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(members) => {
            let properties = members.get("properties").and_then(Value::as_object);
            let own = properties.into_iter().flat_map(|properties| properties.keys().cloned());
            own.chain(members.values().flat_map(keys)).collect()
        }
        Value::Array(elements) => elements
            .iter()
            .flat_map(|one| one.as_str().map(str::to_owned).into_iter().chain(keys(one)))
            .collect(),
        _ => Vec::new(),
    }
}
