//! The data of the page: the timeline as JSON, with names and words as text and long lists as
//! [columns](super::columns).

use hws_input::counted;
use hws_regs::params::ATTEMPT_CYCLES;
use hws_types::Cycle;
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::lists::{
    AttemptList, FirmwareList, KernelList, OwnedList, ReservationList, ResidentList, RunList, TroubleList,
    WaitList,
};
use crate::timeline::words;
use crate::timeline::{DagLine, Timeline, Unfinished};
use crate::workload::Role;

/// All data of the page: of a timeline that [can be shown](super::refusal::judge).
pub(super) struct Data<'a> {
    pub(super) timeline: &'a Timeline,
    pub(super) title: &'a str,
}

/// One list after the other, so that only one has to be in memory as text.
impl Serialize for Data<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { timeline, title } = *self;
        let mut data = serializer.serialize_struct("Data", 17)?;
        data.serialize_field("title", title)?;
        // CLUSTER_SIP_NUM and CLUSTER_NUM.
        data.serialize_field("topology", &<(u32, u32)>::from(timeline.topology))?;
        data.serialize_field("time_unit", &timeline.time_unit)?;
        data.serialize_field("attempt_cycles", &ATTEMPT_CYCLES)?;
        data.serialize_field("end", &timeline.end.0)?;
        data.serialize_field("dags", &timeline.dags.iter().map(Dag::new).collect::<Vec<_>>())?;
        data.serialize_field("kernels", &KernelList::new(timeline))?;
        data.serialize_field("runs", &RunList(timeline))?;
        data.serialize_field("reservations", &ReservationList::new(&timeline.reservations))?;
        data.serialize_field("owned", &OwnedList::new(&timeline.owned))?;
        data.serialize_field("waits", &WaitList(timeline))?;
        data.serialize_field("resident", &ResidentList(timeline))?;
        data.serialize_field("attempts", &AttemptList(timeline))?;
        data.serialize_field("troubles", &TroubleList::new(&timeline.troubles))?;
        if let Some(end) = &timeline.unfinished {
            data.serialize_field("unfinished", &Verdict::new(timeline, end))?;
        }
        // If it was recorded.
        let firmware = timeline.firmware.as_ref().map(|log| FirmwareList::new(timeline, log));
        data.serialize_field("firmware", &firmware)?;
        // The reasons of waits and the outcomes of reservations, by code.
        data.serialize_field("reasons", &words::reasons())?;
        data.serialize_field("outcomes", &words::OUTCOMES)?;
        data.end()
    }
}

/// How a run ended that did not finish.
#[derive(serde::Serialize)]
struct Verdict<'a> {
    text: String,
    /// kernel_id and reason of each kernel that never finished.
    kernels: Vec<(u32, &'a str)>,
}

impl<'a> Verdict<'a> {
    fn new(timeline: &Timeline, end: &'a Unfinished) -> Self {
        match end {
            Unfinished::Stopped => Self {
                text: format!("Stopped at cycle {}, before its end", timeline.end.0),
                kernels: Vec::new(),
            },
            Unfinished::Stuck { since, kernels } => {
                let of = counted(timeline.kernels.len(), "kernel");
                let text = format!("Stuck since cycle {}: {} of {of} never finished", since.0, kernels.len());
                Self { text, kernels: kernels.iter().map(|stuck| (stuck.kernel, &*stuck.reason)).collect() }
            }
        }
    }
}

#[derive(serde::Serialize)]
struct Dag<'a> {
    name: &'a str,
    tag: Option<u16>,
    arrival: u64,
    finish: Option<u64>,
    deadline: Option<u64>,
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
    u32::try_from(first).ok()?.checked_add(place)
}
