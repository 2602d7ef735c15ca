//! Long stimuli, for measuring the replay: short ones one after the other, each after a forced soft reset.

use hws_model::Config;
use hws_regs::{HwsCtrl, RegId};
use hws_sim::Observer;
use hws_sim::stimulus::{Op, Operation, Reader, Writer};
use hws_tests::random;
use hws_types::Cycle;

/// Returns the golden stimuli, repeated until there are this many lines.
///
/// # Panics
/// If a golden stimulus cannot be read.
#[must_use]
pub fn golden(lines: usize) -> Vec<u8> {
    let texts: Vec<Vec<Operation>> = hws_tests::stimuli("golden")
        .iter()
        .map(|path| {
            let text = std::fs::read(path).expect("a golden stimulus");
            let reader = Reader::new("golden", text.as_slice());
            reader.collect::<Result<_, _>>().expect("a legal stimulus")
        })
        .collect();
    joined(texts.iter().cycle().cloned(), lines)
}

/// Returns the random stimuli from number 1 on that are for the default sizes, until there are this many lines.
#[must_use]
pub fn random(lines: usize) -> Vec<u8> {
    let stimuli = (1..).map(random::stimulus).filter(|stimulus| stimulus.config == Config::default());
    joined(stimuli.map(|stimulus| stimulus.operations), lines)
}

/// The stimuli one after the other; the last is cut where the lines are complete.
fn joined(stimuli: impl Iterator<Item = Vec<Operation>>, lines: usize) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    let (mut start, mut last) = (0, 0);
    for Operation { at, op } in stimuli.flatten().take(lines - 1) {
        last = start + at.0;
        if op == Op::End {
            start = last;
        }
        writer.operation(Cycle(last), &if op == Op::End { reset() } else { op });
    }
    writer.operation(Cycle(last), &Op::End);
    writer.finish().unwrap_or_default()
}

fn reset() -> Op {
    let ctrl = HwsCtrl::default().with_soft_reset(true).with_force(true);
    Op::Write { target: RegId::HwsCtrl.into(), value: ctrl.bits() }
}
