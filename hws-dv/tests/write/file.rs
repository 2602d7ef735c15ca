//! A waveform in memory, and its clock edges one after the other.

use std::collections::BTreeMap;
use std::path::Path;

use wellen::simple;

/// A change: time, signal, value.
type Change = (u64, usize, u64);

/// All changes of a file.
pub(crate) struct WaveFile {
    /// The number of each signal by its full name, `hws.RS.RS_FLAGS[3]`.
    pub(crate) names: BTreeMap<String, usize>,
    pub(crate) widths: Vec<u32>,
    pub(crate) changes: Vec<Change>,
    /// The last time stamp.
    pub(crate) end: u64,
}

impl WaveFile {
    pub(crate) fn read(path: &Path) -> Self {
        let mut file = simple::read(path).unwrap();
        let hierarchy = file.hierarchy();
        let variables: Vec<_> = hierarchy.all_vars().map(|var| &hierarchy[var]).collect();
        let names = variables.iter().map(|var| var.full_name(hierarchy).replace(".[", "["));
        let names: BTreeMap<_, _> = names.zip(0..).collect();
        let widths = variables.iter().map(|var| var.length(hierarchy).unwrap()).collect();
        let signals: Vec<_> = variables.iter().map(|var| var.signal_ref()).collect();
        file.load_signals(&signals);
        let mut changes = Vec::new();
        for (number, &signal) in signals.iter().enumerate() {
            for (at, value) in file.get_signal(signal).unwrap().iter_changes() {
                let value = u64::from_str_radix(&value.to_bit_string().unwrap(), 2).unwrap();
                changes.push((file.time_table()[at as usize], number, value));
            }
        }
        changes.sort_by_key(|&(time, signal, _)| (time, signal));
        Self { names, widths, changes, end: *file.time_table().last().unwrap() }
    }

    pub(crate) fn signal(&self, name: &str) -> usize {
        *self.names.get(name).unwrap_or_else(|| panic!("no signal {name}"))
    }

    /// The edges outside of reset.
    pub(crate) fn edges(self) -> Edges {
        let [clock, reset] = ["hws.clk", "hws.rst_n"].map(|name| self.signal(name));
        let values = vec![0; self.names.len()];
        let mut edges = Edges { before: values.clone(), values, next: 0, clock, file: self };
        while edges.values[reset] == 0 {
            edges.step();
        }
        edges
    }
}

/// The values at one rising edge after the other.
pub(crate) struct Edges {
    pub(crate) file: WaveFile,
    /// The inputs: just before the edge.
    pub(crate) before: Vec<u64>,
    /// Everything else: after it.
    pub(crate) values: Vec<u64>,
    next: usize,
    clock: usize,
}

impl Edges {
    /// Applies the changes of the next time stamp; returns whether the clock rises there, none at the end.
    fn step(&mut self) -> Option<bool> {
        let time = self.file.changes.get(self.next)?.0;
        let was_low = self.values[self.clock] == 0;
        self.before.clone_from(&self.values);
        while let Some(&(_, signal, value)) =
            self.file.changes.get(self.next).filter(|change| change.0 == time)
        {
            self.values[signal] = value;
            self.next += 1;
        }
        Some(was_low && self.values[self.clock] == 1)
    }

    /// Moves to the next rising edge; returns whether there is one.
    pub(crate) fn next_edge(&mut self) -> bool {
        while let Some(rises) = self.step() {
            if rises {
                return true;
            }
        }
        false
    }

    /// The time of the present edge.
    pub(crate) fn time(&self) -> u64 {
        self.file.changes[self.next - 1].0
    }

    /// The value of an output or a register after the edge.
    pub(crate) fn value(&self, name: &str) -> u64 {
        self.values[self.file.signal(name)]
    }

    /// The value of an input at the edge.
    pub(crate) fn input(&self, name: &str) -> u64 {
        self.before[self.file.signal(name)]
    }
}
