//! The head of an FST and the declarations of its signals.

use std::io;

use fst_writer::{
    FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalType, FstVarDirection, FstVarType,
    FstWriteError,
};

use super::super::signals::{Signal, TOP};
use super::block::BLOCK_TYPE;

type Declarations = FstHeaderWriter<io::Cursor<Vec<u8>>>;

/// Units of 10^-12 seconds.
const PICOSECONDS: i8 = -12;

/// Returns the bytes of a file without any change. Nothing in it depends on the time or the machine.
pub(super) fn declarations(signals: &[Signal]) -> io::Result<Vec<u8>> {
    let bytes = file(signals).map_err(|error| match error {
        FstWriteError::Io(error) => error,
        // Names are short and nothing changes.
        other => io::Error::other(other),
    })?;
    Ok(without_changes(bytes))
}

fn file(signals: &[Signal]) -> fst_writer::Result<Vec<u8>> {
    let mut file = FstHeaderWriter::write_to_mem(&FstInfo {
        start_time: 0,
        timescale_exponent: PICOSECONDS,
        version: concat!("hws ", env!("CARGO_PKG_VERSION")).to_owned(),
        date: String::new(),
        file_type: FstFileType::Verilog,
    })?;
    file.scope(TOP, "", FstScopeType::Module)?;
    let mut scope = None;
    for signal in signals {
        if signal.scope != scope {
            enter(&mut file, scope, signal.scope)?;
            scope = signal.scope;
        }
        declare(&mut file, signal)?;
    }
    enter(&mut file, scope, None)?;
    file.up_scope()?;
    Ok(file.finish()?.finish()?.into_inner())
}

fn declare(file: &mut Declarations, signal: &Signal) -> fst_writer::Result<()> {
    let name = match signal.has_range() {
        true => format!("{} [{}:0]", signal.name, signal.width - 1),
        false => signal.name.clone(),
    };
    let kind = FstSignalType::bit_vec(signal.width);
    file.var(name, kind, FstVarType::Wire, FstVarDirection::Implicit, None).map(drop)
}

fn enter(file: &mut Declarations, from: Option<&str>, to: Option<&str>) -> fst_writer::Result<()> {
    if from.is_some() {
        file.up_scope()?;
    }
    to.map_or(Ok(()), |to| file.scope(to, "", FstScopeType::Module))
}

/// Cuts the block of changes off: every file of `fst-writer` ends with one.
fn without_changes(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut at = 0;
    while bytes.get(at).is_some_and(|&kind| kind != BLOCK_TYPE) {
        // A type, then the length of the rest.
        let length = bytes[at + 1..].first_chunk().map_or(0, |length| u64::from_be_bytes(*length));
        at += 1 + length as usize;
    }
    bytes.truncate(at);
    bytes
}
