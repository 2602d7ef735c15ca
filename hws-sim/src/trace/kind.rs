//! The kinds of lines of a trace.

use std::str::FromStr;

use hws_input::{did_you_mean, nearest};
use thiserror::Error;

use super::generated::TraceKind;
use crate::json_lines::Word;

/// The name in the trace is none of a kind.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown kind `{name}`; {}a trace has {}", did_you_mean(nearest(name, names())), names().collect::<Vec<_>>().join(", "))]
pub struct UnknownTraceKind {
    /// The name.
    pub name: String,
}

impl TraceKind {
    /// The name as it is written.
    #[inline]
    pub(super) const fn word(self) -> Word {
        const WORDS: [Word; TraceKind::ALL.len()] = {
            let (mut words, mut kind) = ([Word::new(""); TraceKind::ALL.len()], 0);
            while kind < words.len() {
                words[TraceKind::ALL[kind] as usize] = Word::new(TraceKind::ALL[kind].name());
                kind += 1;
            }
            words
        };
        WORDS[self as usize]
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    TraceKind::ALL.into_iter().map(TraceKind::name)
}

impl FromStr for TraceKind {
    type Err = UnknownTraceKind;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| UnknownTraceKind { name: name.to_owned() })
    }
}
