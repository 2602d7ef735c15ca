//! VCD, read as a stream (IEEE 1364-2005, clause 18, and the dialects that simulators really write).
//!
//! Accepted: short vectors, upper-case letters, `$dumpall/$dumpon/$dumpoff` in the middle, comments and stray `$end` in
//! the body, no `$dumpvars`, aliases, split vectors, escaped names, attributes of any kind. Time that goes backwards is
//! a warning; an undeclared id is an error; an end inside a value change is a cut.

mod body;
mod header;
mod ids;
mod tokens;

use std::io::Read;

use super::{Hierarchy, SignalId, WaveEnd, WaveError, WaveReader, WaveSink};
use ids::Ids;
use tokens::Tokens;

/// A VCD whose declarations have been read.
pub(crate) struct VcdDump {
    tokens: Tokens,
    ids: Ids,
    hierarchy: Hierarchy,
}

impl VcdDump {
    /// Reads the declarations.
    pub(crate) fn open(input: Box<dyn Read>) -> Result<Self, WaveError> {
        let mut tokens = Tokens::new(input);
        let (hierarchy, ids) = header::read(&mut tokens)?;
        Ok(Self { tokens, ids, hierarchy })
    }
}

impl WaveReader for VcdDump {
    fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    fn take_hierarchy(&mut self) -> Hierarchy {
        std::mem::take(&mut self.hierarchy)
    }

    fn may_end_anywhere(&self) -> bool {
        true
    }

    fn read(self: Box<Self>, select: &[SignalId], sink: &mut dyn WaveSink) -> Result<WaveEnd, WaveError> {
        let Self { tokens, mut ids, .. } = *self;
        ids.select(select);
        body::read(tokens, &ids, sink)
    }
}

#[cfg(test)]
mod tests;
