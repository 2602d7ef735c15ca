//! The source of the report on the end of a run: the firmware that ran, either Amos or an image.

use hws_sim::{KernelState, KernelTimes};
use hws_types::Cycle;

use super::board::Board;
use super::holds::{Holds, Spans};

/// Tag, opening and finish of a graph.
pub(super) type GraphTimes = (Option<u16>, Option<Cycle>, Option<Cycle>);

/// A firmware, as reports and explanations see it.
pub(super) trait Firmware {
    /// State and times of a kernel; none if it never reached a resolver.
    fn progress_of(&self, board: &Board<'_>, kernel_id: u32) -> Option<(KernelState, KernelTimes)>;
    /// Why a kernel that firmware schedules itself made no progress.
    fn own_reason(&self, kernel_id: u32) -> Option<String>;
    /// The credit that the next block of a kernel waits for.
    fn credit_reason(&self, kernel_id: u32) -> Option<String>;
    /// The name of a kernel, with its graph if that is not the one of `other`.
    fn name_beside(&self, kernel_id: u32, other: u32) -> String;
    /// Why a kernel never reached the resolver.
    fn absent_reason(&self) -> &'static str;
    /// What it has recorded about kernels that were not pushed, up to the end of the run, with the times in which the HDR FIFO was full.
    fn holds(&self, end: Cycle, hdr_full: &Spans) -> Holds;
    /// The times of every graph.
    fn graph_times(&self, board: &Board<'_>) -> Vec<GraphTimes>;
}
