//! A plan on the model, under the reference firmware, with every invariant checked.

use std::collections::BTreeMap;

use hws_model::{Event, EventSink, Hws};
use hws_plan::plan::Plan;
use hws_regs::{RegId, RegIndex, params};
use hws_run::run::{RunRecord, run};
use hws_run::workload::{InputFile, Inputs, ReadOptions, Workload};
use hws_sim::Observer;
use hws_sim::check::InvariantChecker;
use hws_types::{LaunchId, SipMask};

use super::replayer::{Name, Ran, Replay};

/// Cycles per attempt.
const ATTEMPT: u64 = params::ATTEMPT_CYCLES as u64;
/// The cycles of a kernel in the loader: it is popped in one cycle and read in the next ones.
const LOADER: u64 = params::TD_READ_CYCLES as u64 + 1;
/// A kernel whose dependency is reported in one cycle is pushed in the next.
const REPORT_TO_PUSH: u64 = 1;
/// Register accesses of the firmware (docs/firmware-traffic.md): reading the interrupt, a message, and the check
/// that finds no more messages.
const INTERRUPT: u64 = 1;
const MESSAGE: u64 = 3;
const NO_MESSAGE: u64 = 1;
/// A check of the command queue, and the write.
const TRIGGER: u64 = 2;
/// RESULT, SCHED_INFO and BLOCK_FINISH.
const MESSAGES_OF_A_BLOCK: u64 = 3;

/// The time to start a kernel if everything arrives at once: each of the other SIPs starts one kernel before it.
pub(crate) fn push_overhead(sips: u64) -> u64 {
    sips * ATTEMPT + LOADER + REPORT_TO_PUSH
}

/// The same from the end of a block to the start of a block for which it is a credit. Each kernel has one block in
/// flight, so its messages come first; at most one trigger is written for each message. Firmware may just have
/// started to read, and the command waits for the attempt in flight.
pub(crate) fn trigger_overhead(sips: u64, bus_cycles: u64) -> u64 {
    let messages = sips * MESSAGES_OF_A_BLOCK;
    let accesses = 2 * (INTERRUPT + NO_MESSAGE) + messages * (MESSAGE + TRIGGER);
    sips * ATTEMPT + LOADER + accesses * bus_cycles + ATTEMPT
}

/// The result of a run.
pub(crate) struct Run {
    pub(crate) workload: Workload,
    pub(crate) record: RunRecord,
    /// By kernel and block.
    pub(crate) blocks: Replay,
    /// By name of the graph: kernels that the HWS counted, and the total that it was given.
    pub(crate) counted: BTreeMap<u16, (u32, u32)>,
    /// Launches of blocks.
    pub(crate) launches: u64,
}

impl Run {
    /// The arrival of the last graph, at which the plan begins.
    pub(crate) fn begin(&self) -> u64 {
        self.record.dags.iter().filter_map(|dag| dag.opened).map(|opened| opened.0).max().unwrap_or(0)
    }
}

/// A plan as a workload, with its times multiplied by `scale`.
pub(crate) fn workload(plan: &Plan, scale: Option<u64>) -> Workload {
    let mut bytes = Vec::new();
    plan.write(&mut bytes).unwrap();
    let options = ReadOptions { est_scale: scale, ..ReadOptions::default() };
    let files = vec![InputFile { name: "plan.json".to_owned(), bytes }];
    let inputs = Inputs { files, options, ..Inputs::default() };
    inputs.read(&mut |_, _| unreachable!("it refers to no file")).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a plan to its end.
pub(crate) fn play(plan: &Plan, scale: Option<u64>) -> Run {
    let workload = workload(plan, scale);
    let (record, (watch, checker)) = run(&workload, (Watch::default(), InvariantChecker::new())).unwrap();
    assert!(checker.verdict().holds(), "{}", checker.verdict());
    assert!(record.drained && record.errors.is_empty(), "{:?}", record.stuck);
    let names: Vec<Name> =
        workload.kernels().map(|(dag, kernel)| (dag.name.clone(), kernel.name.to_string())).collect();
    let blocks =
        watch.blocks.iter().map(|(&(kernel, block), &ran)| ((names[kernel as usize].clone(), block), ran));
    let (blocks, counted, launches) = (blocks.collect(), watch.counted, watch.launches);
    Run { workload, record, blocks, counted, launches }
}

/// The smallest scale that makes every estimate longer than `overhead`.
pub(crate) fn scale_above(plan: &Plan, overhead: u64) -> u64 {
    let shortest = plan.kernels.iter().map(|kernel| kernel.est).min().unwrap_or(1);
    overhead / shortest + 1
}

/// Whether all graphs of a plan can have a tag at the same time.
pub(crate) fn has_room_for(plan: &Plan) -> bool {
    plan.dags.len() <= params::N_DAG
}

/// SIPs that the kernels of a plan may use.
pub(crate) fn sips(plan: &Plan) -> u64 {
    plan.kernels.iter().fold(0, |sips, kernel| sips | kernel.affinity).count_ones().into()
}

/// Blocks from the events of the HWS, and the DAG table before a graph is reset.
#[derive(Default)]
struct Watch {
    kernels: BTreeMap<u32, u32>,
    live: BTreeMap<LaunchId, ((u32, u16), SipMask)>,
    blocks: BTreeMap<(u32, u16), Ran>,
    launches: u64,
    counted: BTreeMap<u16, (u32, u32)>,
}

impl EventSink for Watch {
    fn event(&mut self, cycle: hws_types::Cycle, event: Event) {
        match event {
            Event::Admit { seq, kernel_id, .. } => {
                self.kernels.insert(seq, kernel_id);
            }
            Event::Launch { seq, block, launch_id, sip_mask, .. } => {
                let of = (self.kernels[&seq], block);
                self.launches += 1;
                self.live.insert(launch_id, (of, sip_mask));
                let sip = sip_mask.iter().next().map_or(0, |sip| sip.get());
                let new = self.blocks.insert(of, Ran { sip, start: cycle.0, end: 0 });
                assert_eq!(new, None, "a block is launched once");
            }
            Event::Complete { sip, launch_id } => {
                let Some((of, left)) = self.live.get_mut(&launch_id) else { return };
                *left -= sip.mask();
                if left.is_empty() {
                    self.blocks.entry(*of).and_modify(|ran| ran.end = cycle.0);
                }
            }
            _ => {}
        }
    }
}

impl Observer for Watch {
    fn watches_state(&self) -> bool {
        true
    }

    fn settled(&mut self, hws: &Hws) {
        for slot in 0..params::N_DAG as u8 {
            let total = hws.peek(RegId::DagTotal(RegIndex::wrapping(slot.into())));
            if total > 0 {
                let tag =
                    hws_regs::DagFlags::from_bits(hws.peek(RegId::DagFlags(RegIndex::wrapping(slot.into()))))
                        .tag() as u16;
                self.counted
                    .insert(tag, (hws.peek(RegId::DagFinish(RegIndex::wrapping(slot.into()))), total));
            }
        }
    }
}
