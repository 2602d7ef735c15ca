//! The data of the page: the timeline as JSON, with names and words as text and long lists as
//! [columns](super::columns).

use hws_regs::params::ATTEMPT_CYCLES;
use hws_types::Cycle;
use serde::Serialize;

use super::lists::{
    AttemptList, FirmwareList, KernelList, OwnedList, ReservationList, ResidentList, RunList, TroubleList,
    WaitList,
};
use crate::timeline::words::{self, Words};
use crate::timeline::{DagLine, Timeline};
use crate::workload::Role;

/// All data of the page.
#[derive(Serialize)]
pub(super) struct Data<'a> {
    title: &'a str,
    /// CLUSTER_SIP_NUM and CLUSTER_NUM.
    topology: (u32, u32),
    time_unit: u32,
    attempt_cycles: u32,
    end: u64,
    dags: Vec<Dag<'a>>,
    kernels: KernelList<'a>,
    runs: RunList,
    reservations: ReservationList,
    owned: OwnedList,
    waits: WaitList,
    resident: ResidentList,
    attempts: AttemptList,
    troubles: TroubleList,
    /// If it was recorded.
    firmware: Option<FirmwareList<'a>>,
    /// The reasons of waits, by code.
    reasons: [Words; words::REASONS],
    /// The outcomes of reservations, by code.
    outcomes: [&'static str; 4],
}

#[derive(Serialize)]
struct Dag<'a> {
    name: &'a str,
    tag: Option<u16>,
    arrival: u64,
    finish: Option<u64>,
    deadline: Option<u64>,
}

impl<'a> Data<'a> {
    /// The data of a timeline that [can be shown](super::refusal::judge).
    pub(super) fn new(timeline: &'a Timeline, title: &'a str) -> Self {
        Self {
            title,
            topology: timeline.topology.into(),
            time_unit: timeline.time_unit,
            attempt_cycles: ATTEMPT_CYCLES,
            end: timeline.end.0,
            dags: timeline.dags.iter().map(Dag::new).collect(),
            kernels: KernelList::new(timeline),
            runs: RunList::new(&timeline.runs),
            reservations: ReservationList::new(&timeline.reservations),
            owned: OwnedList::new(&timeline.owned),
            waits: WaitList::new(&timeline.waits),
            resident: ResidentList::new(&timeline.resident),
            attempts: AttemptList::new(&timeline.attempts),
            troubles: TroubleList::new(&timeline.troubles),
            firmware: timeline.firmware.as_ref().map(FirmwareList::new),
            reasons: words::reasons(),
            outcomes: words::OUTCOMES,
        }
    }
}

impl<'a> Dag<'a> {
    fn new(dag: &'a DagLine) -> Self {
        let DagLine { ref name, tag, arrival, finish, deadline } = *dag;
        let number = |cycle: Option<Cycle>| cycle.map(|cycle| cycle.0);
        Self { name, tag, arrival: arrival.0, finish: number(finish), deadline: number(deadline) }
    }
}

/// The kernel_id of a kernel's prefetch, or of the kernel that a prefetch is for.
pub(super) fn prefetch(timeline: &Timeline, kernel: usize) -> Option<u32> {
    let line = &timeline.kernels[kernel];
    let (Role::ComputeAfter(place) | Role::PrefetchOf(place)) = line.role else { return None };
    let first = timeline.kernels.partition_point(|other| other.dag < line.dag);
    u32::try_from(first + place).ok()
}
