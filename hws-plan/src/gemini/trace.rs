//! The trace of an emulator that executed a Gemini schedule: a line for each instruction, with the workload it belongs to
//! and the cycles in which it ran.
//!
//! A line is `[NAME, {…, 'wkl': WORKLOAD, …}, {…, 'time': [START, END]}, …]` in Python's notation, as
//! `[pe_conv, {'slyr': 1, 'wkl': 1, 'tile': 0}, {'inst_idx': 23, 'time': [73759, 151152]}, {'PS': 0}]`. Nothing else of
//! a line is read. A workload runs from the start of its first computing instruction to the end of its last: those of
//! the units pe, vp and dt that are not configuration (`pe_cfg_fm`). Loads and stores only count for the end of the
//! trace. The trace does not name cores: workload ids must be unique in the schedule.

use std::collections::BTreeMap;

use hws_input::Position;

use crate::import::FilePlace;
use crate::input::{InputError, InputFault};

/// Units whose instructions compute.
const UNITS: [&str; 3] = ["pe_", "vp_", "dt_"];

/// Measured times, in cycles of the trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GeminiTrace {
    /// By workload_id: start and end of its computing instructions.
    pub workloads: BTreeMap<i64, (u64, u64)>,
    /// The latest end of an instruction.
    pub end: u64,
}

impl GeminiTrace {
    /// Reads a trace; empty lines are skipped.
    ///
    /// # Errors
    /// The first line that is not an instruction, or a trace without computing instructions.
    pub fn from_text(text: &str) -> Result<Self, InputError> {
        let mut trace = Self::default();
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
            let instruction =
                Instruction::read(line).map_err(|wanted| not_an_instruction(line, number, wanted))?;
            trace.add(&instruction);
        }
        if trace.workloads.is_empty() {
            let what = "the trace has no computing instruction (pe_…, vp_… or dt_…)".to_owned();
            return Err(InputError::new(
                "",
                InputFault::Infeasible { what, remedy: "give the trace of a whole run" },
            ));
        }
        Ok(trace)
    }

    fn add(&mut self, instruction: &Instruction<'_>) {
        let Instruction { name, workload, start, end } = *instruction;
        self.end = self.end.max(end);
        if UNITS.iter().any(|unit| name.starts_with(unit)) && !name.contains("_cfg") {
            let span = self.workloads.entry(workload).or_insert((start, end));
            *span = (span.0.min(start), span.1.max(end));
        }
    }
}

/// A line of the trace.
struct Instruction<'l> {
    name: &'l str,
    workload: i64,
    start: u64,
    end: u64,
}

impl<'l> Instruction<'l> {
    /// Reads a line, or says what it lacks.
    fn read(line: &'l str) -> Result<Self, &'static str> {
        let (name, rest) = line
            .trim()
            .strip_prefix('[')
            .and_then(|line| line.split_once(','))
            .ok_or("an instruction `[NAME, …]`")?;
        let workload = after(rest, "'wkl':").and_then(|text| until(text, &[',', '}'])).and_then(number);
        let times = after(rest, "'time':").and_then(|text| text.trim_start().strip_prefix('['));
        let (start, end) =
            times.and_then(|text| until(text, &[']'])).and_then(|text| text.split_once(',')).unzip();
        let (start, end) = (start.and_then(number), end.and_then(number));
        let (start, end) = start.zip(end).ok_or("an instruction with 'time': [START, END]")?;
        let workload = workload.ok_or("an instruction with 'wkl': WORKLOAD")?;
        if start > end {
            return Err("an instruction that ends after its start");
        }
        Ok(Self { name: name.trim(), workload, start, end })
    }
}

fn after<'l>(text: &'l str, key: &str) -> Option<&'l str> {
    text.split_once(key).map(|(_, rest)| rest)
}

fn until<'l>(text: &'l str, ends: &[char]) -> Option<&'l str> {
    text.split_once(ends).map(|(value, _)| value)
}

fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    text.trim().parse().ok()
}

fn not_an_instruction(line: &str, number: usize, wanted: &str) -> InputError {
    let start: String = line.chars().take(SHOWN).collect();
    let more = if line.chars().nth(SHOWN).is_some() { "…" } else { "" };
    InputError {
        place: FilePlace::At(Position::new(number, 0)),
        fault: InputFault::Value { found: format!("`{start}{more}`"), wanted: wanted.to_owned() },
    }
}

/// Most characters of a line that an error shows.
const SHOWN: usize = 40;
