//! What a kernel waited for before it was pushed, in words: what a stimulus does not have.

use hws_types::Cycle;

use super::holds::PushWait;
use super::record::RunRecord;
use crate::workload::{Dag, Kernel, Workload};

/// Returns what a kernel waited for from cycle 0 to its push, in order and without gaps, as far as it was pushed.
#[must_use]
pub fn before_push(workload: &Workload, record: &RunRecord, kernel_id: u32) -> Vec<(Cycle, Cycle, String)> {
    let Some(kernel) = record.kernels.get(kernel_id as usize) else { return Vec::new() };
    let place = workload.dags.iter().scan(0, |first, dag| {
        let ids = *first..*first + dag.kernels.len();
        *first = ids.end;
        Some(ids)
    });
    let graph = place.into_iter().position(|ids| ids.contains(&(kernel_id as usize)));
    let of_graph = graph.and_then(|graph| Some((&workload.dags[graph], record.dags.get(graph)?.opened?)));
    let Some((((dag, opened), pushed), (_, known))) =
        of_graph.zip(kernel.pushed).zip(workload.kernel_of_id(kernel_id))
    else {
        return Vec::new();
    };
    let ready = kernel.ready.unwrap_or(pushed);
    let mut told = Story::default();
    told.until(dag.arrival.min(pushed), "its graph had not arrived".to_owned());
    told.until(opened.min(pushed), not_open(record, dag, opened));
    told.until(ready.min(pushed), not_ready(known).to_owned());
    for (_, to, why) in record.holds.between(kernel_id, ready, pushed) {
        told.until(to, in_words(why).to_owned());
    }
    told.spans
}

/// Spans one after the other, from cycle 0.
#[derive(Default)]
struct Story {
    at: Cycle,
    spans: Vec<(Cycle, Cycle, String)>,
}

impl Story {
    fn until(&mut self, to: Cycle, text: String) {
        if self.at < to {
            self.spans.push((self.at, to, text));
            self.at = to;
        }
    }
}

fn not_open(record: &RunRecord, dag: &Dag, opened: Cycle) -> String {
    match record.holds.without_tag(dag.arrival, opened) {
        0 => "firmware had not opened its graph".to_owned(),
        cycles => {
            format!("firmware had not opened its graph: no DAG tag was free in {cycles} of these cycles")
        }
    }
}

fn not_ready(kernel: &Kernel) -> &'static str {
    match kernel.deps.is_empty() && kernel.external.is_empty() {
        true => "not ready, and the reason is not recorded",
        false => "it waited for the kernels that it depends on",
    }
}

const fn in_words(why: PushWait) -> &'static str {
    match why {
        PushWait::Credits => "firmware held it back until blocks of other kernels had finished (credits)",
        PushWait::Parameters => "firmware held it back until a slot for parameters was free",
        PushWait::Window => "firmware held it back: its window of blocks was 0",
        PushWait::HdrFull => "the HDR FIFO was full (§2.1)",
        PushWait::Firmware => {
            "firmware had not come to it: it was busy, other kernels came first, or its FIFO was full"
        }
        PushWait::Unrecorded => "the reason is not recorded",
    }
}
