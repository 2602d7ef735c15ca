//! The operations of an input as a stimulus, which needs no HWS to be decoded: reports are those of the reference
//! environment, and forged ones.

use arbitrary::Unstructured;
use hws_model::Config;
use hws_regs::{RegId, RegIndex, TdRefresh};
use hws_sim::stimulus::{Op, Operation as Line, Target};
use hws_types::{Cycle, SipMask, TD_WORDS, TaskDescriptor};

use super::operation::{Operation, Report};
use super::setup::Setup;
use crate::places;

/// The longest time between two operations, so that most of a comparison is operations.
const LONGEST_WAIT: u64 = 160;
/// The longest execution time of a block, in cycles.
const LONGEST_RUN: u32 = 0xFF;

/// Decodes an input into the sizes of an HWS and a stimulus, `end` last.
#[must_use]
pub fn stimulus(data: &[u8]) -> (Config, Vec<Line>) {
    let mut u = Unstructured::new(data);
    let setup = Setup::decode(&mut u);
    let mut lines = Lines { at: Cycle(0), lines: Vec::new() };
    let pre_lead = u32::from(data.first().copied().unwrap_or_default() % 64);
    lines.push(Op::SipArray { pre_lead });
    while !u.is_empty() {
        let Ok(operation) = Operation::decode(&mut u) else { break };
        lines.add(operation);
    }
    lines.push(Op::End);
    (setup.config, lines.lines)
}

struct Lines {
    at: Cycle,
    lines: Vec<Line>,
}

impl Lines {
    fn push(&mut self, op: Op) {
        self.lines.push(Line { at: self.at, op });
    }

    fn write(&mut self, offset: u32, value: u32) {
        self.push(Op::Write { target: Target::Address(offset), value });
    }

    fn wait(&mut self, ticks: u64) {
        self.at = self.at.after(1 + ticks % LONGEST_WAIT);
    }

    /// A descriptor whose blocks take some cycles.
    fn describe(&mut self, addr: u32, mut words: [u32; TD_WORDS]) {
        // The last word is the execution time (interfaces.md §1); any other word makes it random.
        words[TD_WORDS - 1] = 1 + words.iter().fold(0, |mixed, word| mixed ^ word) % LONGEST_RUN;
        self.push(Op::Mem { addr, words: words.to_vec() });
    }

    /// Done counters of a place change, and an entry is refreshed, whichever kernel it holds.
    fn grant(&mut self, first: u32, word: u32, by: u32) {
        let [least, ..] = TaskDescriptor::COUNTER_WORDS;
        let addr = places::word_address(first, least + word % TaskDescriptor::COUNTER_WORDS.len() as u32);
        self.push(Op::Mem { addr, words: vec![by] });
        let refresh = TdRefresh::default().with_entry_masked(first);
        self.write(RegId::TdRefresh.offset(), refresh.bits());
    }

    fn add(&mut self, operation: Operation) {
        match operation {
            Operation::Read(offset) => self.push(Op::Read { target: Target::Address(offset) }),
            Operation::Write { offset, value } => self.write(offset, value),
            Operation::Submit { words, push } => {
                self.describe(push.td_addr, words);
                self.push(Op::Hdr(push));
            }
            Operation::SubmitByFirmware { words, td_addr, push } => {
                self.describe(td_addr, words);
                self.write(RegId::FwTaskTdAddr.offset(), td_addr);
                self.write(RegId::FwTaskPush.offset(), push);
            }
            Operation::Push(push) => self.push(Op::Hdr(push)),
            Operation::Poke { address, value } => self.push(Op::Mem { addr: address, words: vec![value] }),
            Operation::Grant { first, word, by } => self.grant(first, word, by),
            Operation::Trigger { first, count } => {
                self.write(RegId::BlockTriggerCnt(RegIndex::wrapping(first)).offset(), count);
            }
            Operation::Claim { first, count, .. } => {
                self.write(RegId::HrmFwClaim.offset(), run(first, count))
            }
            Operation::Release { first, count, .. } => {
                self.write(RegId::HrmFwRelease.offset(), run(first, count))
            }
            Operation::Forged { report: Report::Complete, value } => {
                self.write(RegId::SipReportComplete.offset(), value);
            }
            Operation::Forged { report: Report::PreComplete, value } => {
                self.write(RegId::SipReportPreComplete.offset(), value);
            }
            Operation::DrainMih(count) => {
                (0..count % 4).for_each(|_| self.push(Op::Read { target: RegId::MihDataHi.into() }));
            }
            // The reference environment reports what its SIPs run, and takes MDMA commands as they appear.
            Operation::Honest { first, .. } | Operation::Almost { first, .. } => self.wait(first.into()),
            Operation::DrainMdma(_) | Operation::Tick => self.wait(0),
            Operation::Advance(ticks) => self.wait(ticks),
        }
    }
}

/// `count` SIPs from `first` on; those past the last are cut off.
fn run(first: u32, count: u32) -> u32 {
    SipMask::ALL.0.checked_shr(32 - count.clamp(1, 32)).unwrap_or(0) << (first % 32)
}
