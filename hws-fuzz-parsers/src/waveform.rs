//! Waveforms, tables, memory images and event logs, also compressed.

use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use hws_dv::diff::count_events;
use hws_dv::input::open_bytes;
use hws_dv::wave::{
    Bits, Hierarchy, SignalId, TableOptions, Variable, VariableKind, WaveError, WaveFlow, WaveSink,
};

use crate::edit::Edited;
use crate::target::{Checked, FileVerdict, ParserTarget};

/// The target `waveform`.
pub static WAVEFORM: ParserTarget = ParserTarget::new(
    "waveform",
    &[
        include_bytes!("../files/small.vcd"),
        include_bytes!("../files/small.fst"),
        GHW,
        include_bytes!("../files/small.csv"),
        include_bytes!("../files/small.mem"),
        include_bytes!("../files/events.jsonl"),
        include_bytes!("../files/events.csv"),
        include_bytes!("../files/small.vcd.gz"),
        include_bytes!("../files/events.jsonl.gz"),
    ],
    Vec::new,
    Edited::TextOrBytes,
    check,
);

const GHW: &[u8] = include_bytes!("../files/small.ghw");
/// The beginning and the end of the types in a GHW.
const TYPES: [&[u8]; 2] = [b"TYP\0\0\0\0\0", b"WKT\0"];

/// Signals that are read: as many as a file of this size can name.
const SELECTED: usize = 64;
/// Changes after which the sink stops: a compressed file may have more than a fuzz target has time for.
const CHANGES: u64 = 100_000;

fn check(file: &[u8]) -> Checked {
    let mut verdict = FileVerdict::Refused;
    if !has_sound_types(file) {
        return Ok(verdict);
    }
    for name in ["dump", "dump.csv", "dump.mem"] {
        match read(name, file.to_vec()) {
            Ok(seen) => {
                seen.is_ordered()?;
                verdict = FileVerdict::Accepted;
                same_when_packed(name, file, &seen)?;
            }
            Err(error) => in_text(file, &error)?,
        }
    }
    if count_events(file).is_ok() {
        verdict = FileVerdict::Accepted;
    }
    Ok(verdict)
}

/// Whether the types of a GHW are those of the example. The third-party reader reserves memory for what a damaged type announces,
/// which can end the process (docs/reliability.md): such files are left out.
fn has_sound_types(file: &[u8]) -> bool {
    let [begin, end] = TYPES;
    let places = |file: &[u8], mark: &[u8]| -> Vec<usize> {
        (0..file.len()).filter(|&at| file[at..].starts_with(mark)).collect()
    };
    let types = &GHW[places(GHW, begin)[0]..places(GHW, end)[0]];
    !file.starts_with(&GHW[..4]) || places(file, begin).into_iter().all(|at| file[at..].starts_with(types))
}

/// What a sink has seen.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    widths: Vec<u32>,
    changes: u64,
    times: Vec<u64>,
    /// The first value that does not fit its signal, or a slot that was not selected.
    wrong: Option<String>,
    /// All values, so that two readings can be compared.
    values: Vec<(usize, Bits)>,
}

impl Seen {
    fn of(hierarchy: &Hierarchy, select: &[SignalId]) -> Self {
        let width = |id: &SignalId| {
            let of_signal = hierarchy.variables().iter().filter(|variable| variable.id == *id);
            // Aliases may differ in width.
            of_signal.map(width_of).max().unwrap_or(Bits::MAX_WIDTH)
        };
        Self { widths: select.iter().map(width).collect(), ..Self::default() }
    }

    fn is_ordered(&self) -> Result<(), String> {
        if let Some(wrong) = &self.wrong {
            return Err(wrong.clone());
        }
        match self.times.windows(2).find(|pair| pair[0] > pair[1]) {
            Some(pair) => Err(format!("time goes from {} back to {}", pair[0], pair[1])),
            None => Ok(()),
        }
    }
}

impl WaveSink for Seen {
    fn time(&mut self, time: u64) -> WaveFlow {
        self.times.push(time);
        let is_enough = self.changes > CHANGES || self.times.len() as u64 > CHANGES;
        if is_enough { WaveFlow::Stop } else { WaveFlow::Continue }
    }

    fn change(&mut self, slot: usize, value: Bits) {
        self.changes += 1;
        match self.widths.get(slot) {
            None => self.wrong = Some(format!("slot {slot} was not selected")),
            Some(&width) if value != value.lowest(width) => {
                self.wrong = Some(format!("{value:?} does not fit a signal of {width} bits"));
            }
            Some(_) => self.values.push((slot, value)),
        }
    }

    fn end(&mut self) {}
}

/// The bits that the values of a variable may have. A real is delivered as 64 bits; x in a table extends to any
/// width, and a vector declared without bits may have a bit.
fn width_of(variable: &Variable) -> u32 {
    let is_known = variable.kind == VariableKind::Vector && variable.width > 0;
    if is_known { variable.width } else { Bits::MAX_WIDTH }
}

fn read(name: &str, file: Vec<u8>) -> Result<Seen, WaveError> {
    let reader = open_bytes(Path::new(name), file, &TableOptions::default())?;
    let mut select: Vec<SignalId> =
        reader.hierarchy().variables().iter().map(|variable| variable.id).collect();
    select.sort_unstable();
    select.dedup();
    select.truncate(SELECTED);
    let mut seen = Seen::of(reader.hierarchy(), &select);
    reader.read(&select, &mut seen)?;
    Ok(seen)
}

/// A compressed file reads like the file itself.
fn same_when_packed(name: &str, file: &[u8], seen: &Seen) -> Result<(), String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory does not fail.
    let packed =
        encoder.write_all(file).and_then(|()| encoder.finish()).map_err(|error| error.to_string())?;
    let is_packed_already = file.starts_with(&[0x1F, 0x8B]);
    match read(&format!("{name}.gz"), packed) {
        Ok(again) if again == *seen || is_packed_already => Ok(()),
        Err(_) if is_packed_already => Ok(()),
        Ok(_) => Err("the file reads differently when it is compressed".to_owned()),
        Err(error) => Err(format!("the file is refused when it is compressed: {error}")),
    }
}

/// The line of an error is a line of the file.
fn in_text(file: &[u8], error: &WaveError) -> Result<(), String> {
    let line = match error {
        WaveError::Malformed { line, .. } => *line,
        WaveError::At { position, .. } => u64::from(position.line),
        _ => return Ok(()),
    };
    let lines = file.iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
    // The lines of a compressed file are not counted here.
    if line <= lines + 1 || file.starts_with(&[0x1F, 0x8B]) {
        return Ok(());
    }
    Err(format!("the error is on line {line} of {lines}: {error}"))
}
