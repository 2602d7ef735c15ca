//! What becomes of a wait that has ended: it is listed, added up, or both.

use hws_types::Cycle;

use super::log::{SortedLog, Storage};
use super::ports;
use crate::run::RunRecord;
use crate::timeline::WaitSpan;
use crate::timeline::sums::{WaitSums, WaitsByReason};

/// The waits that have ended, of which lists or totals are kept, or both.
#[derive(Clone, Debug, Default)]
pub(super) struct Ended {
    /// By kernel, then start.
    pub(super) spans: SortedLog<WaitSpan, WaitKey>,
    pub(super) sums: Option<Waited>,
}

/// kernel_id, start and end.
pub(super) type WaitKey = (u32, Cycle, Cycle);

/// The totals of the waits of kernels that have left the Ready Station.
#[derive(Clone, Debug)]
pub(super) struct Waited {
    /// Overhead and cycles for SIPs by kernel_id; none of a kernel without a wait.
    kernels: Vec<[u64; 2]>,
    /// Of all of them that were launched.
    reasons: WaitsByReason,
}

/// The waits of a kernel in the Ready Station, up to its first launch.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Waiting {
    by_reason: WaitsByReason,
    has_waited: bool,
    first_launch: Option<Cycle>,
}

/// Of a kernel without a wait: a list of options would take half as much memory again.
const NONE: [u64; 2] = [u64::MAX; 2];

impl Ended {
    /// Lists them, too.
    pub(super) fn listed(self, storage: &Storage) -> Self {
        Self { spans: SortedLog::new(storage, |wait| (wait.kernel, wait.from, wait.to)), ..self }
    }

    /// Adds the waits of this many kernels up, too.
    pub(super) fn added_up(self, kernels: usize) -> Self {
        let sums = Waited { kernels: vec![NONE; kernels], reasons: WaitsByReason::default() };
        Self { sums: Some(sums), ..self }
    }

    pub(super) fn add(&mut self, wait: WaitSpan, of: &mut Waiting) {
        self.spans.push(wait);
        if self.sums.is_some() {
            of.add(wait);
        }
    }

    /// The kernel has left the Ready Station.
    pub(super) fn left(&mut self, kernel: u32, of: &Waiting) {
        let Some(Waited { kernels, reasons }) = &mut self.sums else { return };
        if let Some(sums) = kernels.get_mut(kernel as usize).filter(|_| of.has_waited) {
            *sums = [of.by_reason.overhead(), of.by_reason.for_sips()];
            if of.first_launch.is_some() {
                reasons.add_all(&of.by_reason);
            }
        }
    }
}

impl Waiting {
    pub(super) fn launched(&mut self, at: Cycle) {
        self.first_launch.get_or_insert(at);
    }

    fn add(&mut self, wait: WaitSpan) {
        self.has_waited = true;
        let end = self.first_launch.map_or(wait.to, |launch| launch.min(wait.to));
        self.by_reason.add(wait.why, end.since(wait.from));
    }
}

impl Waited {
    /// The totals of all kernels, with their waits before their admission.
    pub(super) fn with_waits_at_the_ports(self, record: &RunRecord) -> WaitSums {
        let mut sums = WaitSums::of_reasons(self.reasons);
        for ((kernel, id), resident) in record.kernels.iter().zip(0..).zip(self.kernels) {
            let Some(launch) = kernel.first_launch else { continue };
            let mut before = Waiting { first_launch: Some(launch), ..Waiting::default() };
            ports::before_admission(record, kernel, id).for_each(|wait| before.add(wait));
            if before.has_waited || resident != NONE {
                let [overhead, for_sips] = if resident == NONE { [0; 2] } else { resident };
                sums.add_kernel(&before.by_reason, overhead, for_sips);
            }
        }
        sums
    }
}
