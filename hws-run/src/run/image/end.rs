//! An image as the source of the report on the end of its run: what the resolver saw.

use hws_sim::{Hdr, KernelState, KernelTimes};
use hws_types::Cycle;

use crate::run::board::Board;
use crate::run::firmware::{Firmware, GraphTimes};
use crate::run::holds::{HoldLog, Holds, Spans};
use crate::workload::Workload;

/// The tag of each graph, and when its kernels were passed on.
pub(super) type Opened = Vec<Option<(u16, Cycle)>>;

/// What is known of an image.
pub(super) struct ImageFirmware<'w> {
    workload: &'w Workload,
    firsts: Vec<u32>,
    opened: Opened,
}

impl<'w> ImageFirmware<'w> {
    pub(super) fn new(workload: &'w Workload, opened: Opened) -> Self {
        Self { workload, firsts: workload.first_kernels(), opened }
    }

    /// Whether every kernel has finished.
    pub(super) fn is_finished(&self, board: &Board<'_>) -> bool {
        let count = self.workload.kernels().count() as u32;
        (0..count).all(|id| board.hdr().and_then(|hdr| hdr.state(id)) == Some(KernelState::Finished))
    }

    fn graph_of(&self, kernel_id: u32) -> Option<usize> {
        self.firsts.partition_point(|&first| first <= kernel_id).checked_sub(1)
    }

    /// When the last kernel of a graph finished.
    fn finished(&self, hdr: &Hdr, graph: usize) -> Option<Cycle> {
        let first = *self.firsts.get(graph)?;
        let count = self.workload.dags.get(graph)?.kernels.len() as u32;
        let finishes: Option<Vec<Cycle>> =
            (first..first + count).map(|id| hdr.times(id).and_then(|times| times.finished)).collect();
        finishes?.into_iter().max()
    }
}

impl Firmware for ImageFirmware<'_> {
    fn progress_of(&self, board: &Board<'_>, kernel_id: u32) -> Option<(KernelState, KernelTimes)> {
        board.hdr().and_then(|hdr| hdr.state(kernel_id).zip(hdr.times(kernel_id)))
    }

    fn own_reason(&self, _: u32) -> Option<String> {
        None
    }

    fn credit_reason(&self, _: u32) -> Option<String> {
        None
    }

    fn name_beside(&self, kernel_id: u32, other: u32) -> String {
        let graph = self.graph_of(kernel_id);
        let Some((dag, kernel)) = self.workload.kernels().nth(kernel_id as usize) else {
            return String::new();
        };
        let is_near = graph == self.graph_of(other);
        if is_near { kernel.name.to_string() } else { format!("{}/{}", dag.name, kernel.name) }
    }

    fn absent_reason(&self) -> &'static str {
        "the image never passed it to the resolver"
    }

    fn holds(&self, end: Cycle, hdr_full: &Spans) -> Holds {
        // An image does not say what it holds back.
        HoldLog::default().until(end, hdr_full)
    }

    fn graph_times(&self, board: &Board<'_>) -> Vec<GraphTimes> {
        let graphs = 0..self.workload.dags.len();
        graphs
            .map(|graph| {
                let opened = self.opened.get(graph).copied().flatten();
                let finished = board.hdr().and_then(|hdr| self.finished(hdr, graph));
                (opened.map(|(tag, _)| tag), opened.map(|(_, at)| at), finished)
            })
            .collect()
    }
}
