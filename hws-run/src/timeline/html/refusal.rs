//! Timelines that a page cannot show.

use hws_input::counted;
use hws_types::Cycle;

use super::columns::LIMIT;
use super::data::prefetch;
use crate::timeline::Timeline;

/// Why a timeline cannot be shown.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Refusal {
    /// A page computes with numbers that are exact up to 2^53.
    #[error("cycle {0} cannot be shown: the page needs times below 2^52 cycles (end the run earlier)")]
    Late(Cycle),
    /// The same limit, for a deadline.
    #[error(
        "the deadline at cycle {0} cannot be shown: the page needs times below 2^52 cycles; give an earlier one"
    )]
    LateDeadline(Cycle),
    /// No such kernel.
    #[error("the timeline refers to kernel {index}, but has only {}", counted(*count, "kernel"))]
    Kernel {
        /// kernel_id.
        index: u32,
        /// The number of kernels.
        count: usize,
    },
    /// No such graph.
    #[error("the timeline refers to graph {index}, but has only {}", counted(*count, "graph"))]
    Dag {
        /// Its index.
        index: u32,
        /// The number of graphs.
        count: usize,
    },
}

/// Checks that all times are small enough and all indices are valid.
pub(super) fn judge(timeline: &Timeline) -> Result<(), Refusal> {
    if let Some(late) = times(timeline).find(|time| time.0 >= LIMIT) {
        return Err(Refusal::Late(late));
    }
    if let Some(late) = deadlines(timeline).find(|time| time.0 >= LIMIT) {
        return Err(Refusal::LateDeadline(late));
    }
    let count = timeline.kernels.len();
    if let Some(index) = kernels(timeline).find(|&kernel| kernel as usize >= count) {
        return Err(Refusal::Kernel { index, count });
    }
    let count = timeline.dags.len();
    match timeline.kernels.iter().find(|kernel| kernel.dag as usize >= count) {
        Some(kernel) => Err(Refusal::Dag { index: kernel.dag, count }),
        None => Ok(()),
    }
}

fn times(timeline: &Timeline) -> impl Iterator<Item = Cycle> {
    let dags = timeline.dags.iter().flat_map(|dag| [Some(dag.arrival), dag.finish]).flatten();
    let kernels = timeline.kernels.iter().flat_map(|kernel| {
        [kernel.ready, kernel.pushed, kernel.admitted, kernel.first_launch, kernel.finish]
            .into_iter()
            .flatten()
    });
    let runs = timeline.every_run().flat_map(|run| [run.launched, run.from, run.to]);
    let reservations = timeline.reservations.iter().flat_map(|span| [span.from, span.to]);
    let owned = timeline.owned.iter().flat_map(|span| [span.from, span.to]);
    let waits = timeline.every_wait().flat_map(|span| [span.from, span.to]);
    let points = timeline.every_resident().map(|(cycle, _)| cycle);
    let attempts = timeline.every_attempt().map(|attempt| attempt.commit);
    let troubles = timeline.troubles.iter().map(|trouble| trouble.at);
    let firmware = firmware_times(timeline);
    let spans = dags.chain(kernels).chain(runs).chain(reservations).chain(owned).chain(waits);
    spans.chain(points).chain(attempts).chain(troubles).chain(firmware).chain([timeline.end])
}

fn deadlines(timeline: &Timeline) -> impl Iterator<Item = Cycle> {
    let dags = timeline.dags.iter().filter_map(|dag| dag.deadline);
    dags.chain(timeline.kernels.iter().filter_map(|kernel| kernel.deadline))
}

/// Those that no other time bounds.
fn firmware_times(timeline: &Timeline) -> impl Iterator<Item = Cycle> {
    let calls = timeline.every_call().flat_map(|call| [call.from, call.to]);
    let accesses = timeline.every_access().map(|access| access.at);
    let lines = timeline.every_interrupt().flat_map(|line| [Some(line.from), line.noticed, Some(line.to)]);
    let messages = timeline.every_message().flat_map(|message| [message.sent, message.to]);
    let cut = timeline.firmware.iter().flat_map(|log| log.cut);
    let cut = cut.flat_map(|cut| [cut.at, Cycle(cut.accesses)]);
    calls.chain(accesses).chain(lines.flatten()).chain(messages).chain(cut)
}

fn kernels(timeline: &Timeline) -> impl Iterator<Item = u32> {
    let deps = timeline.kernels.iter().flat_map(|kernel| kernel.deps.iter().copied());
    let prefetched = timeline.kernels.iter().enumerate().filter_map(|(id, _)| prefetch(timeline, id));
    let runs = timeline.every_run().map(|run| run.kernel);
    let reservations = timeline.reservations.iter().map(|reservation| reservation.kernel);
    let waits = timeline.every_wait().flat_map(|wait| [Some(wait.kernel), wait.why.blamed()]).flatten();
    let troubles = timeline.troubles.iter().filter_map(|trouble| trouble.kernel);
    let messages = timeline.every_message().filter_map(|message| message.kernel);
    deps.chain(messages).chain(prefetched).chain(runs).chain(reservations).chain(waits).chain(troubles)
}
