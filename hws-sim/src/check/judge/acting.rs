//! How each act updates the records, and whether its effect is the specified one.

use hws_model::ErrorBit;
use hws_regs::{Decoded, RegId, TdRefresh};
use hws_types::Entry;

use super::Judge;
use super::batch::Batch;
use super::counted::Queued;
use crate::check::act::Act;
use crate::check::i7::Waiting;
use crate::check::i11;
use crate::check::view::{Touched, View};

impl Judge {
    pub(super) fn act(&mut self, act: Act, batch: &Batch, now: &View, touched: &Touched) {
        match act {
            Act::Pushed(push) => {
                let task = Waiting { td_addr: push.td_addr, pushed: now.cycle };
                self.counted.tasks.hdr_pushed(task);
            }
            Act::Write { offset, value } => self.written(offset, value, batch, now),
            Act::Read { offset, value } if offset == RegId::MihDataHi.offset() => {
                let verdict = self.counted.messages.popped(now.cycle, value);
                self.note(verdict, now);
            }
            Act::Read { .. } | Act::BusError | Act::PushRefused => {}
        }
        let is_refused = batch.has(&[ErrorBit::Cfg]);
        let verdict = i11::act_has_its_effect(act, &self.before, now, touched, is_refused);
        self.note(verdict, now);
    }

    /// Records the writes that fill a queue.
    fn written(&mut self, offset: u32, value: u32, batch: &Batch, now: &View) {
        match RegId::decode(offset) {
            Decoded::Register(RegId::FwTaskPush)
                if !batch.has(&[ErrorBit::FwTaskMode, ErrorBit::FwTaskOverflow]) =>
            {
                let td_addr = now.regs.fw_task_td_addr.addr();
                self.counted.tasks.firmware_pushed(Waiting { td_addr, pushed: now.cycle });
            }
            Decoded::Register(register) if !batch.has(&[ErrorBit::CmdOverflow, ErrorBit::Cfg]) => {
                self.counted.commands.extend(command(register, value));
            }
            _ => {}
        }
    }
}

/// The command that a write queues, if any.
fn command(register: RegId, value: u32) -> Option<Queued> {
    match register {
        RegId::BlockTriggerCnt(entry) => Some(Queued::Trigger(Entry::wrapping(entry.into()))),
        RegId::TdRefresh => Some(Queued::Refresh(Entry::wrapping(TdRefresh::from_bits(value).entry()))),
        RegId::DagCmd => Some(Queued::Dag),
        RegId::HrmFwClaim | RegId::HrmFwRelease => Some(Queued::Ownership),
        _ => None,
    }
}
