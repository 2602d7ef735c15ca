//! Reports of SIPs on their way to the doorbells.

use std::collections::VecDeque;

use fw_api::Occasions;
use hws_types::{Cycle, Sip, SipMask};

use super::{FaultKind, FaultPlan};
use crate::sip_array::DueReport;

/// The faults of reports, and the reports under way. A report that one kind has struck is not an occasion for the kinds
/// after it, in the order stuck-sip, lost-, doubled-, late-, reordered-report.
#[derive(Clone, Debug)]
pub struct ReportFaults {
    stuck: Occasions,
    lost: Occasions,
    doubled: Occasions,
    late: Occasions,
    reordered: Occasions,
    delay: u64,
    stuck_sips: SipMask,
    /// Reports to be written now.
    ready: VecDeque<DueReport>,
    /// Late reports; all have the same delay, so the first is due first.
    held: VecDeque<(Cycle, DueReport)>,
    /// A reordered report, which follows the next one; it does not wait longer than this.
    overtaken: Option<(Cycle, DueReport)>,
}

impl ReportFaults {
    /// The faults of reports in a plan.
    #[must_use]
    pub fn new(plan: &FaultPlan) -> Self {
        Self {
            stuck: plan.occasions(FaultKind::StuckSip),
            lost: plan.occasions(FaultKind::LostReport),
            doubled: plan.occasions(FaultKind::DoubledReport),
            late: plan.occasions(FaultKind::LateReport),
            reordered: plan.occasions(FaultKind::ReorderedReport),
            delay: plan.delay(),
            stuck_sips: SipMask::EMPTY,
            ready: VecDeque::new(),
            held: VecDeque::new(),
            overtaken: None,
        }
    }

    /// Returns how often a kind has struck; 0 for the kinds of other places.
    #[must_use]
    pub const fn struck(&self, kind: FaultKind) -> u64 {
        match kind {
            FaultKind::StuckSip => self.stuck.struck(),
            FaultKind::LostReport => self.lost.struck(),
            FaultKind::DoubledReport => self.doubled.struck(),
            FaultKind::LateReport => self.late.struck(),
            FaultKind::ReorderedReport => self.reordered.struck(),
            _ => 0,
        }
    }

    /// Returns the SIPs whose reports no longer arrive.
    #[must_use]
    pub const fn stuck_sips(&self) -> SipMask {
        self.stuck_sips
    }

    /// A SIP has sent a report.
    pub(crate) fn send(&mut self, now: Cycle, report: DueReport) {
        let sip = report.sip().mask();
        if self.stuck_sips.intersects(sip) {
            return;
        }
        if self.stuck.strikes().is_some() {
            self.stuck_sips |= sip;
        } else if self.lost.strikes().is_some() {
        } else if self.doubled.strikes().is_some() {
            self.arrive(report);
            self.arrive(report);
        } else if self.late.strikes().is_some() {
            self.held.push_back((now.after(self.delay), report));
        } else if self.reordered.strikes().is_some() && self.overtaken.is_none() {
            self.overtaken = Some((now.after(self.delay), report));
        } else {
            self.arrive(report);
        }
    }

    /// The report is written now, and before one that was reordered.
    fn arrive(&mut self, report: DueReport) {
        self.ready.push_back(report);
        self.ready.extend(self.overtaken.take().map(|(_, report)| report));
    }

    /// Takes the next report to be written at `now`.
    pub(crate) fn take_due(&mut self, now: Cycle) -> Option<DueReport> {
        while let Some((_, report)) = self.held.pop_front_if(|(at, _)| *at <= now) {
            self.arrive(report);
        }
        if let Some((_, report)) = self.overtaken.take_if(|(at, _)| *at <= now) {
            self.ready.push_back(report);
        }
        self.ready.pop_front()
    }

    /// Returns the cycle in which a report under way is due.
    pub(crate) fn next_due(&self) -> Option<Cycle> {
        let under_way = [self.held.front(), self.overtaken.as_ref()];
        under_way.into_iter().flatten().map(|(at, _)| *at).min()
    }

    /// A SIP is reset: it reports again. Returns whether it was stuck. Reports under way still arrive.
    pub(crate) fn reset_sip(&mut self, sip: Sip) -> bool {
        let was_stuck = self.stuck_sips.intersects(sip.mask());
        self.stuck_sips -= sip.mask();
        was_stuck
    }

    /// The SIPs are reset: those that were stuck report again. Reports under way still arrive.
    pub(crate) fn reset_sips(&mut self) {
        self.stuck_sips = SipMask::EMPTY;
    }
}
