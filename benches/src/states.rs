//! States and stimuli derived from the busy machine.

use hws_regs::params;
use hws_sim::stimulus::{Op, Operation, Target, Writer};
use hws_tests::interface::HwsInterface;
use hws_types::{Cycle, HdrPush, TD_WORDS};

use crate::busy::{Busy, configuration, descriptor, enable};
use crate::memory::Descriptors;

/// Returns states of the busy machine one tick before a COMMIT: the next tick carries out one decision and
/// makes the next, which is all the work of an attempt.
#[must_use]
pub fn before_commit<D: HwsInterface + Clone>(states: usize) -> Vec<Busy<D>> {
    let mut busy = Busy::<D>::new();
    let mut found = Vec::with_capacity(states);
    for _ in 0..states {
        busy.begin(&mut ());
        let mut state = busy.clone();
        state.hws.advance(u64::from(params::ATTEMPT_CYCLES) - 1, &mut state.memory, &mut ());
        found.push(state);
        busy.attempt(&mut ());
    }
    found
}

/// Returns the busy machine as a stimulus of this many cycles, with the reference environment.
#[must_use]
pub fn busy_stimulus(cycles: u64) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    for operation in operations(cycles) {
        hws_sim::Observer::operation(&mut writer, operation.at, &operation.op);
    }
    writer.finish().unwrap_or_default()
}

fn operations(cycles: u64) -> Vec<Operation> {
    let now = |op| Operation { at: Cycle(0), op };
    let write = |(register, value)| now(Op::Write { target: Target::Register(register), value });
    let mut all = vec![now(Op::SipArray { pre_lead: 0 })];
    all.extend(configuration().into_iter().chain([enable()]).map(write));
    let words = |n| descriptor(n).encode().unwrap_or([0; TD_WORDS]).to_vec();
    all.extend((0..32).map(|n| now(Op::Mem { addr: n * Descriptors::STRIDE, words: words(n) })));
    all.extend((0..32).map(|n| {
        let push = HdrPush { hdr_id: 0, hdr_entry_id: n as u8, td_addr: n * Descriptors::STRIDE };
        // One at a time, as fast as the loader reads them.
        Operation { at: Cycle(u64::from(n) * 10), op: Op::Hdr(push) }
    }));
    all.push(Operation { at: Cycle(cycles), op: Op::End });
    all
}
