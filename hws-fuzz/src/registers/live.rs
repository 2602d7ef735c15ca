//! Operations on what is live: the SIPs that run, the kernels that are resident.

use fw_api::{complete_report, pre_complete_report};
use hws_model::SharedMemory;
use hws_regs::{BlockTriggerCnt, RegId, RegIndex, TdRefresh};
use hws_sim::Observer;
use hws_sim::check::TaskView;
use hws_types::{Entry, Sip, SipMask, SipReport};

use super::driver::{Broken, Driver};
use super::operation::{Aim, Report};
use crate::places;

impl<O: Observer> Driver<'_, O> {
    /// Adds to a word of the descriptor of a resident kernel, and has it read again.
    pub(super) fn grant(&mut self, first: u32, word: u32, by: u32) -> Result<(), Broken> {
        let Some((entry, task)) = self.resident_from(first) else { return Ok(()) };
        let address = places::word_address(task.ids.hdr_entry_id(), word);
        let before = self.memory.read_word(address).unwrap_or_default();
        self.poke(address, &[before.wrapping_add(by)]);
        self.write(RegId::TdRefresh.offset(), TdRefresh::from_bits(0).with_entry_masked(entry.get()).bits())
    }

    pub(super) fn trigger(&mut self, first: u32, count: u32) -> Result<(), Broken> {
        let Some((entry, _)) = self.resident_from(first) else { return Ok(()) };
        let count = BlockTriggerCnt::from_bits(0).with_count_masked(count).bits();
        self.write(RegId::BlockTriggerCnt(RegIndex::wrapping(entry.get())).offset(), count)
    }

    /// A kernel in the Ready Station, searched from an entry on.
    fn resident_from(&self, first: u32) -> Option<(Entry, TaskView)> {
        let from_first = (first..first + Entry::COUNT as u32).map(Entry::wrapping);
        from_first.into_iter().find_map(|entry| Some((entry, self.checker.view().tasks[entry.index()]?)))
    }

    /// Up to `count` SIPs of a set, from `first` on.
    pub(super) fn some_of(&self, aim: Aim, first: u32, count: u32) -> u32 {
        let view = self.checker.view();
        let set = match aim {
            Aim::Idle => view.idle,
            Aim::Running => SipMask::ALL - view.idle,
            Aim::Reserved => view.reserved,
            Aim::Owned => view.owned,
        };
        let from_first = (first..first + Sip::COUNT as u32).map(|sip| Sip::wrapping(sip).mask());
        let some = from_first.filter(|&sip| set.contains(sip)).take(count as usize);
        some.fold(SipMask::EMPTY, |all, sip| all | sip).0
    }

    /// Makes `count` running SIPs report, starting at `first`, with a check after each report.
    pub(super) fn report(&mut self, report: Report, first: u32, count: u32) -> Result<(), Broken> {
        for sip in self.running_from(first).into_iter().take(count as usize) {
            if let Some(truth) = self.truth(sip) {
                self.write(doorbell(report).offset(), encode(report, truth))?;
            }
        }
        Ok(())
    }

    /// A report that differs from a valid one in a single bit.
    pub(super) fn almost(&mut self, report: Report, first: u32, bit: u32) -> Result<(), Broken> {
        match self.running_from(first).first().and_then(|&sip| self.truth(sip)) {
            Some(truth) => {
                self.write(doorbell(report).offset(), encode(report, truth) ^ (1 << (bit % u32::BITS)))
            }
            None => Ok(()),
        }
    }

    /// The SIPs that run something, ascending from `first` and wrapping around.
    fn running_from(&self, first: u32) -> Vec<Sip> {
        let from_first = (first..first + Sip::COUNT as u32).map(Sip::wrapping);
        from_first.filter(|&sip| self.truth(sip).is_some()).collect()
    }

    /// What the SIP runs, from the pages SIP_LAUNCH and LAUNCH.
    fn truth(&self, sip: Sip) -> Option<SipReport> {
        let launch_id = self.checker.view().sips[sip.index()].running?;
        let block_id = self.checker.view().launches[launch_id.index()]?.block_id;
        Some(SipReport { launch_id, block_id, sip })
    }
}

pub(super) fn doorbell(report: Report) -> RegId {
    match report {
        Report::Complete => RegId::SipReportComplete,
        Report::PreComplete => RegId::SipReportPreComplete,
    }
}

fn encode(report: Report, truth: SipReport) -> u32 {
    match report {
        Report::Complete => complete_report(truth).bits(),
        Report::PreComplete => pre_complete_report(truth).bits(),
    }
}
