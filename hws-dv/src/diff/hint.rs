//! What the first difference looks like: a wrong sample point, an offset, the read path.
//!
//! Nothing is applied; a hint names the option to try.

use super::class::Class;
use super::engine::Engine;
use super::lane::State;
use super::pair::Pairing;
use super::report::{DiffReport, SignalDifference};
use crate::map::{Port, SignalTarget};
use crate::wave::Bits;

/// The largest offset that is tried.
const FARTHEST: i64 = 8;

/// Returns the hints for the first difference.
pub(super) fn hints(report: &DiffReport, pairing: &Pairing<'_>, engine: &Engine<'_>) -> Vec<String> {
    let first = report.first();
    let mut hints = Vec::new();
    if first.is_empty() {
        return hints;
    }
    if first.iter().all(|difference| difference.state == State::BothUnknown) {
        hints.push("every signal there is unknown on both sides: `--x strict` accepts that, `--skip 'until EXPR'` leaves \
                    out the time before a reset".to_owned());
    }
    if engine.differs_from_the_start() {
        hints.push("the signals there have not changed since the first edge in either dump: `--ignore-initial` leaves out \
                    what no reset sets".to_owned());
    }
    if let Some(lag) = lag(engine, report.differences[0].cycle) {
        hints.push(of_lag(lag, first));
    }
    if is_read_path(first, pairing) {
        hints.push("the read data differ but no register does: look at the read path of the bus".to_owned());
    }
    hints
}

/// A constant shift after which the signals of the first difference agree.
fn lag(engine: &Engine<'_>, cycle: u64) -> Option<i64> {
    let at = engine.rows.iter().position(|(number, _)| *number == cycle)?;
    let lags = (1..=FARTHEST).flat_map(|lag| [lag, -lag]);
    lags.into_iter().find(|&lag| {
        (0..engine.watched().len()).all(|lane| {
            let values: Vec<(Bits, Bits)> = engine.rows.iter().map(|(_, values)| values[lane]).collect();
            agrees(&values, at, lag)
        })
    })
}

/// Whether A agrees with B `lag` cycles later around row `at`, and both change there.
fn agrees(values: &[(Bits, Bits)], at: usize, lag: i64) -> bool {
    let shifted = |row: usize| usize::try_from(row as i64 + lag).ok().and_then(|row| values.get(row));
    let from = at.saturating_sub(FARTHEST as usize);
    let pairs = (from..values.len()).filter_map(|row| Some((values[row].0, shifted(row)?.1)));
    let has_partner = shifted(at).is_some();
    has_partner && pairs.into_iter().all(|(a, b)| a == b)
}

fn of_lag(lag: i64, first: &[SignalDifference]) -> String {
    let are_inputs = first.iter().all(|difference| difference.class == Class::Input);
    match lag {
        1 if are_inputs => "in B every input that differs has the value of A one cycle later: inputs change at the edge in B; \
                            try `--sample-b inputs=post`".to_owned(),
        -1 if are_inputs => "in B every input that differs has the value of A one cycle earlier: inputs change at the edge \
                             in A; try `--sample-a inputs=post`".to_owned(),
        _ => format!("in B every signal that differs has the value of A {}", later(lag)),
    }
}

/// The same for events.
pub(super) fn of_offset(lag: i64) -> String {
    format!("most events of A are in B {}", later(lag))
}

fn later(lag: i64) -> String {
    let plural = if lag.abs() == 1 { "" } else { "s" };
    let word = if lag > 0 { "later" } else { "earlier" };
    format!("{} cycle{plural} {word}: try `--offset {lag}`", lag.abs())
}

/// Only the read data differ.
fn is_read_path(first: &[SignalDifference], pairing: &Pairing<'_>) -> bool {
    let is_read_data = |difference: &SignalDifference| {
        let pair = pairing.pairs.iter().find(|pair| pair.name == difference.signal);
        matches!(
            pair.and_then(|pair| pair.target),
            Some(SignalTarget::Port(Port::BusRdata | Port::Prdata | Port::Rdata))
        )
    };
    first.iter().all(is_read_data)
}
