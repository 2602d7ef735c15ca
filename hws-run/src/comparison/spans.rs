//! The places and times of blocks, in a plan or in a run.

use hws_plan::schedule::Block;
use hws_types::Sip;

use super::narrow;
use crate::run::{RunError, RunRecord, run};
use crate::timeline::{Recorder, SipRun};
use crate::workload::{Dag, Kernel, Workload};

/// A block, or a part of it, on a SIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockSpan {
    /// By the order of [`Workload::kernels`].
    pub kernel: u32,
    /// The SIP; none if a plan gives only the time.
    pub sip: Option<Sip>,
    /// The start, in cycles.
    pub start: u64,
    /// The end.
    pub end: u64,
}

/// What the makespans of a comparison come from. Loads and prefetches, which run on no SIP, are not listed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ComparedSpans {
    /// The plan.
    pub planned: Vec<BlockSpan>,
    /// The plan on the model.
    pub executed: Vec<BlockSpan>,
    /// The run on the SIPs of the plan; empty if these are all, so that it is the run on all SIPs.
    pub dynamic: Vec<BlockSpan>,
    /// The run on all SIPs.
    pub dynamic_whole_machine: Vec<BlockSpan>,
}

/// Returns the blocks of a schedule, by kernel.
pub(super) fn of_schedule(blocks: &[Vec<Block>]) -> Vec<BlockSpan> {
    let of_kernel = |(kernel, blocks): (u32, &Vec<Block>)| {
        let spans = blocks.iter().flat_map(move |block| {
            block.sips.iter().map(move |sip| BlockSpan {
                kernel,
                sip: Some(sip),
                start: narrow(block.start),
                end: narrow(block.end),
            })
        });
        spans.collect::<Vec<_>>()
    };
    (0..).zip(blocks).flat_map(of_kernel).collect()
}

/// Returns the slots of a plan file: on the SIPs of a kernel if it has as many as threads, and otherwise anywhere.
pub(super) fn of_slots(workload: &Workload) -> Vec<BlockSpan> {
    let of_kernel = |(kernel, (_, own)): (u32, (&Dag, &Kernel))| {
        let Some(planned) = own.planned.as_ref().filter(|_| own.runs()) else { return Vec::new() };
        let sips = own.affinity & workload.hardware.topology.present();
        let span = |sip| BlockSpan { kernel, sip, start: planned.start.0, end: planned.finish.0 };
        if sips.len() == own.threads.get() {
            sips.iter().map(|sip| span(Some(sip))).collect()
        } else {
            vec![span(None)]
        }
    };
    (0..).zip(workload.kernels()).flat_map(of_kernel).collect()
}

/// Runs a workload and returns what ran on each SIP.
pub(super) fn recorded(workload: &Workload) -> Result<(RunRecord, Vec<BlockSpan>), RunError> {
    let (record, recorder) = run(workload, Recorder::new(workload))?;
    let span =
        |run: &SipRun| BlockSpan { kernel: run.kernel, sip: Some(run.sip), start: run.from.0, end: run.to.0 };
    let spans = recorder.timeline(workload, &record).runs.iter().map(span).collect();
    Ok((record, spans))
}
