//! A waveform in memory: changes of named signals, in the order of time.

use hws_dv::map::{Port, SignalTarget};

/// A signal of a dump.
#[derive(Clone, Debug)]
pub(crate) struct Signal {
    pub(crate) name: String,
    pub(crate) width: u32,
}

/// Changes by time stamp; the place of a signal is its place in `signals`.
#[derive(Clone, Debug)]
pub(crate) struct Wave {
    pub(crate) signals: Vec<Signal>,
    pub(crate) stamps: Vec<(u64, Vec<(usize, u64)>)>,
    pub(crate) now: Vec<Option<u64>>,
}

impl Wave {
    /// All targets, with the names of the reference dumps.
    pub(crate) fn new() -> Self {
        let signal =
            |target: SignalTarget| Signal { name: target.default_names()[0].clone(), width: target.width() };
        let signals: Vec<Signal> = SignalTarget::all().into_iter().map(signal).collect();
        let now = vec![None; signals.len()];
        Self { signals, stamps: Vec::new(), now }
    }

    pub(crate) fn at(&mut self, time: u64) {
        self.stamps.push((time, Vec::new()));
    }

    pub(crate) fn set(&mut self, place: usize, value: u64) {
        if self.now[place] != Some(value) {
            self.now[place] = Some(value);
            self.stamps.last_mut().unwrap().1.push((place, value));
        }
    }

    pub(crate) fn set_port(&mut self, port: Port, value: impl Into<u64>) {
        self.set(port as usize, value.into());
    }

    pub(crate) fn place(&self, name: &str) -> usize {
        self.signals.iter().position(|signal| signal.name == name).unwrap()
    }

    /// From `time` on, the bits of `mask` are inverted.
    pub(crate) fn corrupted(&self, name: &str, time: u64, mask: u64) -> Self {
        let place = self.place(name);
        let mut wave = self.clone();
        let mut before = 0;
        for (at, changes) in &mut wave.stamps {
            if *at == time {
                changes.insert(0, (place, before));
            }
            for (_, value) in changes.iter_mut().filter(|(changed, _)| *changed == place) {
                before = *value;
                *value ^= if *at >= time { mask } else { 0 };
            }
        }
        wave
    }

    /// The time at which `name` takes `value` for the first time.
    pub(crate) fn time_of(&self, name: &str, value: u64) -> u64 {
        let place = self.place(name);
        self.stamps.iter().find(|(_, changes)| changes.contains(&(place, value))).unwrap().0
    }

    /// As a dump that is switched on at `time`: its first time stamp has the values of all signals.
    pub(crate) fn switched_on_at(&self, time: u64) -> Self {
        let (before, after): (Vec<_>, Vec<_>) = self.stamps.iter().cloned().partition(|(at, _)| *at <= time);
        let mut values = std::collections::BTreeMap::new();
        before.into_iter().flat_map(|(_, changes)| changes).for_each(|(place, value)| {
            values.insert(place, value);
        });
        let stamps = std::iter::once((time, values.into_iter().collect())).chain(after).collect();
        Self { stamps, ..self.clone() }
    }

    /// Another run behind this one, from its first time stamp on.
    pub(crate) fn then(&self, next: &Self) -> Self {
        let mut wave = self.clone();
        let end = wave.stamps.last().unwrap().0 + 10;
        let first = next.stamps[0].0;
        wave.stamps.extend(next.stamps.iter().map(|(time, changes)| (end + time - first, changes.clone())));
        wave
    }

    /// Without the signals whose name begins like this.
    pub(crate) fn without(&self, starts: &[&str]) -> Self {
        let mut wave = self.clone();
        for signal in &mut wave.signals {
            if starts.iter().any(|start| signal.name.starts_with(start)) {
                signal.width = 0;
            }
        }
        wave
    }
}
