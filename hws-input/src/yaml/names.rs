//! Names of keys, each of which is kept once: a file of a million kernels has five keys for each.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use foldhash::HashSet;

/// The text of a key. Keys that were read together share their texts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
// A pointer of one word: there are five of them for each kernel of a workload.
pub struct KeyName(Arc<Box<str>>);

impl KeyName {
    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for KeyName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for KeyName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<&str> for KeyName {
    fn from(text: &str) -> Self {
        Self(Arc::new(text.into()))
    }
}

impl PartialEq<str> for KeyName {
    fn eq(&self, text: &str) -> bool {
        self.as_str() == text
    }
}

impl PartialEq<&str> for KeyName {
    fn eq(&self, text: &&str) -> bool {
        self.as_str() == *text
    }
}

impl fmt::Display for KeyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for KeyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// The names of one text.
#[derive(Default)]
pub(super) struct Names(HashSet<KeyName>);

impl Names {
    /// The name with this text.
    pub(super) fn get(&mut self, text: &str) -> KeyName {
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        let name = KeyName::from(text);
        self.0.insert(name.clone());
        name
    }
}
