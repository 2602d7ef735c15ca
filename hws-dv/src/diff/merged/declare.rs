//! The declarations of the merged waveform.

use std::io;

use fst_writer::{
    FstBodyWriter, FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalId, FstSignalType,
    FstVarDirection, FstVarType,
};

use super::select::{Selection, scope_and_name};
use crate::diff::pair::Pairing;

/// The signals of the file.
pub(super) struct Ids {
    pub(super) clock: FstSignalId,
    pub(super) cycle: FstSignalId,
    pub(super) total: FstSignalId,
    /// For each pair of the selection: in A, in B, and whether it differs.
    pub(super) pairs: Vec<[FstSignalId; 3]>,
}

/// Names of the scopes.
pub(super) const SCOPES: [&str; 3] = ["a", "b", "diff"];
pub(super) const CYCLE_WIDTH: u32 = 64;
pub(super) const TOTAL_WIDTH: u32 = 32;

/// Units of 10^-12 seconds, for a dump that does not state its unit.
const PICOSECONDS: i8 = -12;

/// Writes the head of a file and all declarations; the unit of time is given in attoseconds.
pub(super) fn declare<W: io::Write + io::Seek>(
    out: W,
    pairing: &Pairing<'_>,
    selection: &Selection,
    attoseconds: Option<u128>,
) -> fst_writer::Result<(FstBodyWriter<W>, Ids)> {
    let mut file = FstHeaderWriter::new(
        out,
        &FstInfo {
            start_time: 0,
            timescale_exponent: attoseconds.map_or(PICOSECONDS, exponent),
            version: concat!("hws ", env!("CARGO_PKG_VERSION")).to_owned(),
            date: String::new(),
            file_type: FstFileType::Verilog,
        },
    )?;
    let clock = variable(&mut file, "clock", 1)?;
    let cycle = variable(&mut file, "cycle", CYCLE_WIDTH)?;
    let mut sides = Vec::new();
    let mut total = None;
    for scope in SCOPES {
        file.scope(scope, "", FstScopeType::Module)?;
        let is_diff = scope == SCOPES[2];
        if is_diff {
            total = Some(variable(&mut file, "total", TOTAL_WIDTH)?);
        }
        sides.push(signals(&mut file, pairing, selection, is_diff)?);
        file.up_scope()?;
    }
    let pairs = (0..selection.pairs.len()).map(|place| [0, 1, 2].map(|side: usize| sides[side][place]));
    let ids = Ids { clock, cycle, total: total.unwrap_or(clock), pairs: pairs.collect() };
    Ok((file.finish()?, ids))
}

/// The power of ten of a unit: 10^-18 seconds is 10^0 attoseconds.
fn exponent(attoseconds: u128) -> i8 {
    attoseconds.checked_ilog10().map_or(PICOSECONDS, |digits| digits as i8 - 18)
}

fn signals<W: io::Write + io::Seek>(
    file: &mut FstHeaderWriter<W>,
    pairing: &Pairing<'_>,
    selection: &Selection,
    is_diff: bool,
) -> fst_writer::Result<Vec<FstSignalId>> {
    let (mut ids, mut open) = (Vec::new(), Vec::new());
    for number in &selection.pairs {
        let pair = &pairing.pairs[*number];
        let (scope, name) = scope_and_name(&pair.name);
        enter(file, &mut open, scope)?;
        ids.push(variable(file, name, if is_diff { 1 } else { pair.width })?);
    }
    enter(file, &mut open, "")?;
    Ok(ids)
}

/// Leaves and enters scopes up to a path.
fn enter<'s, W: io::Write + io::Seek>(
    file: &mut FstHeaderWriter<W>,
    open: &mut Vec<&'s str>,
    scope: &'s str,
) -> fst_writer::Result<()> {
    let path: Vec<&str> = scope.split('.').filter(|part| !part.is_empty()).collect();
    let common = open.iter().zip(&path).take_while(|(a, b)| a == b).count();
    for _ in common..open.len() {
        open.pop();
        file.up_scope()?;
    }
    for part in &path[common..] {
        open.push(part);
        file.scope(part, "", FstScopeType::Module)?;
    }
    Ok(())
}

/// An element of an array has a range, because readers take the last brackets of a name without one for a bit.
fn variable<W: io::Write + io::Seek>(
    file: &mut FstHeaderWriter<W>,
    name: &str,
    width: u32,
) -> fst_writer::Result<FstSignalId> {
    let name = match width > 1 || name.ends_with(']') {
        true => format!("{name} [{}:0]", width - 1),
        false => name.to_owned(),
    };
    file.var(name, FstSignalType::bit_vec(width), FstVarType::Wire, FstVarDirection::Implicit, None)
}
