//! How each act updates the records, and whether its effect is the specified one.

use hws_model::ErrorBit;
use hws_regs::{DagCmd, Decoded, FwTaskPush, Op, RegFile, RegId, TdRefresh};
use hws_types::{Entry, SipMask, Source, TaskIds};

use super::Judge;
use super::batch::Batch;
use super::counted::Queued;
use crate::check::act::Act;
use crate::check::i7::Waiting;
use crate::check::i11::{self, Found};
use crate::check::view::{Touched, View};

impl Judge {
    pub(super) fn act(&mut self, act: Act, batch: &Batch, now: &View, touched: &Touched) {
        let waiting = (!self.gaps.tasks).then(|| self.counted.tasks.firmware_waiting());
        match act {
            Act::Pushed(_) if self.gaps.tasks => {}
            Act::Pushed(push) => {
                let ids = ids(Source::Hdr, u32::from(push.hdr_id), u32::from(push.hdr_entry_id));
                let task = Waiting { ids, td_addr: push.td_addr, pushed: now.cycle };
                self.counted.tasks.hdr_pushed(task);
            }
            Act::Write { offset, value } => self.written(offset, value, batch, now),
            Act::Read { offset, value } if offset == RegId::MihDataHi.offset() => {
                let verdict = self.counted.messages.popped(now.cycle, value);
                self.note(verdict, now);
            }
            Act::Read { .. } | Act::ReadRefused { .. } | Act::WriteRefused { .. } | Act::PushRefused => {}
        }
        let is_refused = batch.has(&[ErrorBit::Cfg]);
        let verdict = i11::act_has_its_effect(act, &self.before, now, touched, is_refused);
        self.note(verdict, now);
        let found = Found { errors: &batch.errors, reports: &batch.reports, is_reset: batch.is_reset };
        self.note(i11::is_accepted_rightly(act, &self.before, now, found, waiting), now);
    }

    /// Records the writes that fill a queue.
    fn written(&mut self, offset: u32, value: u32, batch: &Batch, now: &View) {
        match RegId::decode(offset) {
            Decoded::Register(RegId::FwTaskPush) if self.gaps.tasks => {}
            Decoded::Register(RegId::FwTaskPush)
                if !batch.has(&[ErrorBit::FwTaskMode, ErrorBit::FwTaskOverflow]) =>
            {
                let td_addr = now.regs.fw_task_td_addr.addr();
                let push = FwTaskPush::from_bits(value);
                let ids = ids(Source::Firmware, push.hdr_id(), push.entry_id());
                self.counted.tasks.firmware_pushed(Waiting { ids, td_addr, pushed: now.cycle });
            }
            Decoded::Register(register) if !batch.has(&[ErrorBit::CmdOverflow, ErrorBit::Cfg]) => {
                self.counted.commands.extend(command(&now.regs, register, value));
            }
            _ => {}
        }
    }
}

/// The command that a write queues, if any.
fn command(regs: &RegFile, register: RegId, value: u32) -> Option<Queued> {
    match register {
        RegId::BlockTriggerCnt(entry) => Some(Queued::Trigger(Entry::wrapping(entry.into()))),
        RegId::TdRefresh => Some(Queued::Refresh(Entry::wrapping(TdRefresh::from_bits(value).entry()))),
        RegId::DagCmd => {
            let (command, tag) = (DagCmd::from_bits(value), regs.dag_cmd_tag.tag() as u16);
            Some(match command.op()? {
                Op::Init => Queued::DagInit(tag, regs.dag_cmd_total.total(), command.dynamic()),
                Op::Reset => Queued::DagReset(tag),
            })
        }
        RegId::HrmFwClaim => Some(Queued::Claim(SipMask(value))),
        RegId::HrmFwRelease => Some(Queued::Release(SipMask(value))),
        _ => None,
    }
}

/// The ids of a push.
const fn ids(source: Source, hdr_id: u32, hdr_entry_id: u32) -> TaskIds {
    TaskIds { source, hdr_id: hdr_id as u8, hdr_entry_id: hdr_entry_id as u8 }
}
