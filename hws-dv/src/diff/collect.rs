//! From what the engine has counted to a report.

use std::collections::BTreeMap;

use super::engine::Engine;
use super::lane::{State, dumped};
use super::options::DiffOptions;
use super::pair::{Pair, Pairing};
use super::place::LaneFirst;
use super::report::{Context, DiffCounts, DiffField, DiffGroup, DiffReport, SignalDifference};
use crate::fields::differing;
use crate::map::SignalTarget;

/// The most columns of the context.
const COLUMNS: usize = 6;

/// Fills the report.
pub(super) fn collect(
    report: &mut DiffReport,
    pairing: &Pairing<'_>,
    engine: &Engine<'_>,
    options: &DiffOptions,
) {
    let owner = owners(pairing);
    report.counts = counts(pairing, engine);
    report.differences =
        engine.firsts.iter().map(|first| difference(first, pairing, &owner, engine)).collect();
    report.context = context(pairing, &owner, engine, options);
    report.unknown = listed(pairing, engine, |pair, counts| {
        (!pair.is_volatile).then_some(counts[State::Unknown as usize])
    });
    report.volatile = listed(pairing, engine, |pair, counts| {
        pair.is_volatile.then_some(counts[State::Differ as usize] + counts[State::BothUnknown as usize])
    });
    let name = |lane: u32| pairing.pairs[owner[lane as usize] as usize].name.clone();
    report.waivers = engine.waivers.uses(&options.waivers, name);
    report.groups = groups(pairing, engine, &report.differences);
}

/// The pair of each lane.
fn owners(pairing: &Pairing<'_>) -> Vec<u32> {
    let lanes = pairing
        .pairs
        .iter()
        .enumerate()
        .map(|(number, pair)| std::iter::repeat_n(number as u32, pair.words()));
    lanes.flatten().collect()
}

fn counts(pairing: &Pairing<'_>, engine: &Engine<'_>) -> DiffCounts {
    let mut counts =
        DiffCounts { cycles: engine.cycles, skipped_cycles: engine.skipped, ..DiffCounts::default() };
    for pair in &pairing.pairs {
        for lane in pair.lane..pair.lane + pair.words() {
            let of = |state: State| engine.counts[lane][state as usize];
            let differing = of(State::Differ) + of(State::BothUnknown);
            counts.compared += of(State::Equal) + differing + of(State::Waived);
            counts.waived += of(State::Waived);
            counts.differing += if pair.is_volatile { 0 } else { differing };
            counts.unknown += of(State::Unknown);
            counts.skipped += engine.skipped;
            if engine.care[lane] != full(pair, lane) {
                counts.masked += engine.cycles;
            }
        }
    }
    counts
}

/// All bits that a lane has.
pub(super) fn full(pair: &Pair, lane: usize) -> u64 {
    match pair.width - 64 * (lane - pair.lane) as u32 {
        width @ 0..64 => (1 << width) - 1,
        _ => u64::MAX,
    }
}

/// The bits of each lane that are compared.
pub(super) fn care(pairing: &Pairing<'_>, options: &DiffOptions) -> Vec<u64> {
    let mut care = vec![0; pairing.lanes];
    for pair in &pairing.pairs {
        let masks = options.masks.iter().filter(|mask| pair.is_named(&mask.pattern));
        let masks: Vec<&[u64]> = masks.map(|mask| mask.words.as_slice()).collect();
        for word in 0..pair.words() {
            let masked = masks.iter().fold(0, |bits, words| bits | words.get(word).copied().unwrap_or(0));
            care[pair.lane + word] = full(pair, pair.lane + word) & !masked;
        }
    }
    care
}

fn difference(
    first: &LaneFirst,
    pairing: &Pairing<'_>,
    owner: &[u32],
    engine: &Engine<'_>,
) -> SignalDifference {
    let lane = first.lane as usize;
    let pair = &pairing.pairs[owner[lane] as usize];
    let (a, b) = (dumped(first.a), dumped(first.b));
    let register = match pair.target {
        Some(SignalTarget::Register(id)) => Some(id),
        _ => None,
    };
    let low = 64 * (lane - pair.lane) as u32;
    let range = (pair.width > 64).then_some(((low + 63).min(pair.width - 1), low));
    let fields = match (register, a.get(), b.get()) {
        (Some(id), Some(a), Some(b)) => {
            differing(id, a as u32, b as u32).map(|(name, a, b)| DiffField { name, a, b }).collect()
        }
        _ => Vec::new(),
    };
    let counts = &engine.counts[lane];
    SignalDifference {
        signal: pair.name.clone(),
        range,
        width: (pair.width - low).min(64),
        class: pair.class,
        cycle: first.place.cycle,
        epoch: first.place.epoch,
        time_a: first.place.time_a,
        time_b: first.place.time_b,
        a,
        b,
        is_real: pair.is_real,
        bits: ((a.value ^ b.value) | (a.unknown ^ b.unknown) | (a.unknown & b.unknown)) & engine.care[lane],
        state: first.state,
        register,
        fields,
        count: counts[State::Differ as usize] + counts[State::BothUnknown as usize],
    }
}

fn context(pairing: &Pairing<'_>, owner: &[u32], engine: &Engine<'_>, options: &DiffOptions) -> Context {
    let Some(first) = engine.firsts.first().filter(|_| options.around > 0) else { return Context::default() };
    let lanes = engine.watched().iter().take(COLUMNS);
    let pairs: Vec<&Pair> = lanes.map(|&lane| &pairing.pairs[owner[lane as usize] as usize]).collect();
    let (signals, is_real) = (
        pairs.iter().map(|pair| pair.name.clone()).collect(),
        pairs.iter().map(|pair| pair.is_real).collect(),
    );
    let at = engine.rows.iter().position(|(cycle, _)| *cycle == first.place.cycle).unwrap_or(0);
    let from = at.saturating_sub(options.around);
    let to = (at + options.around + 1).min(engine.rows.len());
    let shown = |(cycle, values): &(u64, Vec<(crate::wave::Bits, crate::wave::Bits)>)| {
        (*cycle, values.iter().take(COLUMNS).map(|(a, b)| (dumped(*a), dumped(*b))).collect())
    };
    Context { signals, is_real, rows: engine.rows[from..to].iter().map(shown).collect() }
}

/// The signals with a count that is not 0.
fn listed(
    pairing: &Pairing<'_>,
    engine: &Engine<'_>,
    of: impl Fn(&Pair, &[u64; State::COUNT]) -> Option<u64>,
) -> Vec<(String, u64)> {
    let counted = pairing.pairs.iter().map(|pair| {
        let lanes = &engine.counts[pair.lane..pair.lane + pair.words()];
        (pair, lanes.iter().filter_map(|counts| of(pair, counts)).sum())
    });
    counted.filter(|(_, count)| *count > 0).map(|(pair, count)| (pair.name.clone(), count)).collect()
}

fn groups(pairing: &Pairing<'_>, engine: &Engine<'_>, differences: &[SignalDifference]) -> Vec<DiffGroup> {
    let mut groups: BTreeMap<String, DiffGroup> = BTreeMap::new();
    for pair in &pairing.pairs {
        let name = base(&pair.name);
        let new = DiffGroup { name: name.to_owned(), signals: 0, compared: 0, first: None };
        let group = groups.entry(name.to_owned()).or_insert(new);
        group.signals += 1;
        group.compared += compared(pair, engine);
    }
    for (number, difference) in differences.iter().enumerate() {
        if let Some(group) = groups.get_mut(base(&difference.signal)) {
            group.first.get_or_insert(number);
        }
    }
    groups.into_values().collect()
}

/// How many values of the pair were compared.
pub(super) fn compared(pair: &Pair, engine: &Engine<'_>) -> u64 {
    let lanes = &engine.counts[pair.lane..pair.lane + pair.words()];
    let of = |counts: &[u64; State::COUNT]| {
        [State::Equal, State::Differ, State::BothUnknown, State::Waived]
            .map(|it| counts[it as usize])
            .iter()
            .sum::<u64>()
    };
    lanes.iter().map(of).sum()
}

fn base(name: &str) -> &str {
    name.split('[').next().unwrap_or(name)
}
