//! Reports of SIPs: every write of a doorbell (scheduler.md §7.3).

use hws_model::{Event, Hws};
use hws_regs::{EarlyLaunchMode, LaunchInfo, RegId, RegIndex, SipLaunch, SipReportComplete};
use hws_types::Rule;

use crate::coverage::spec::{CrossSpec, GroupSpec, NO_YES, PointSpec, answer};
use crate::coverage::step::{Glance, Step};

/// A report.
pub(in crate::coverage) struct Reported {
    result: usize,
    mode: usize,
    /// Whether the last SIP of the block has reported, and whether the kernel is finished with it.
    finish: Option<usize>,
    was_pre_idle: Option<bool>,
}

type Point = PointSpec<Reported>;

const RESULTS: &[&str] = &[
    "complete: idle",
    "complete: the pending block starts",
    "complete: nothing runs",
    "complete: another launch runs",
    "complete: another block",
    "pre-complete: pre-idle",
    "pre-complete: ignored in mode 1",
    "pre-complete: nothing runs",
    "pre-complete: another launch runs",
    "pre-complete: another block",
    "pre-complete: a block is pending",
    "pre-complete: pre-idle before",
];

pub(in crate::coverage) static REPORT: GroupSpec<Reported> = GroupSpec {
    name: "report",
    rule: Rule::Scheduler7_3,
    title: "a report of a SIP",
    points: &[
        Point::new("result", Rule::Scheduler7_3, RESULTS, |report| Some(report.result)),
        Point::new("mode", Rule::Scheduler7_3, &["reports", "estimates"], |report| Some(report.mode)),
        Point::new(
            "block",
            Rule::Scheduler7_3,
            &["goes on", "finished with a message", "finished without a message"],
            |report| report.finish,
        ),
        Point::new("was_pre_idle", Rule::Scheduler7_3, NO_YES, |report| report.was_pre_idle.and_then(answer)),
    ],
    crosses: &[CrossSpec::new("block × mode", Rule::Scheduler7_3, &["block", "mode"], &[])],
};

/// The number of results of a complete report.
const PRE: usize = 5;

impl Reported {
    /// The report of a step.
    pub(in crate::coverage) fn of(step: &Step<'_>) -> Option<Self> {
        let (is_complete, value) = match step.write()? {
            (RegId::SipReportComplete, value) => (true, value),
            (RegId::SipReportPreComplete, value) => (false, value),
            _ => return None,
        };
        // Both registers have one layout.
        let report = SipReportComplete::from_bits(value);
        let sip = hws_types::Sip::wrapping(report.sip_id());
        let mode = EarlyLaunchMode::from_bits(step.hws.peek(RegId::EarlyLaunchMode)).mode_bits() as usize;
        let is_valid = step.has(|event| matches!(event, Event::Complete { .. } | Event::PreComplete { .. }));
        let after = SipLaunch::from_bits(step.hws.peek(RegId::SipLaunch(RegIndex::wrapping(sip.get()))));
        let result = match (is_complete, is_valid) {
            (true, true) => usize::from(after.running_valid()),
            (true, false) => mismatch(step.hws, after, report, None) + 2,
            (false, true) => PRE,
            (false, false) if mode == 1 => PRE + 1,
            (false, false) => mismatch(step.hws, after, report, Some(step.before)) + PRE + 2,
        };
        Some(Self {
            result,
            mode,
            finish: (is_complete && is_valid).then(|| finish(step, report)),
            was_pre_idle: (is_complete && is_valid).then(|| step.before.pre_idle.intersects(sip.mask())),
        })
    }
}

/// Why a report is invalid: it has changed nothing, so the state after it is that before.
fn mismatch(hws: &Hws, sip: SipLaunch, report: SipReportComplete, pre: Option<&Glance>) -> usize {
    let block =
        LaunchInfo::from_bits(hws.peek(RegId::LaunchInfo(RegIndex::wrapping(report.launch_id())))).block_id();
    if !sip.running_valid() {
        0
    } else if sip.running() != report.launch_id() {
        1
    } else if block != report.block_id() {
        2
    } else if pre.is_some() && sip.pending_valid() {
        3
    } else {
        4
    }
}

/// How the block of a complete report goes on.
fn finish(step: &Step<'_>, report: SipReportComplete) -> usize {
    let launch =
        LaunchInfo::from_bits(step.hws.peek(RegId::LaunchInfo(RegIndex::wrapping(report.launch_id()))));
    let has_message = step.has(|event| matches!(event, Event::Mih(_) | Event::MihDrop(_)));
    match (launch.valid(), has_message) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    }
}
