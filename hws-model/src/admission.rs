//! Admission: the checks of a descriptor in their order, and what the Ready Station records of it
//! (scheduler.md §2.3–§2.5).

use hws_regs::LaunchInfo;
use hws_types::{TaskDescriptor, TaskIds, ThreadNum, Topology};

use crate::allocation::{Candidates, Request, select};
use crate::kernel::Kernel;
use crate::masks;
use crate::output::Output;
use crate::second_resource::{Grants, Needs, Supply, VcPools};
use crate::tables::Tables;
use crate::{ErrorBit, Event, EventSink};

/// A descriptor as read, with the data of the push.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) ids: TaskIds,
    /// The context: in the descriptor of an HDR task, in the push of a firmware task.
    pub(crate) ctx: u8,
    pub(crate) address: u32,
    pub(crate) td: TaskDescriptor,
}

/// Number of block ids.
const BLOCK_IDS: u32 = LaunchInfo::BLOCK_ID.max() + 1;

/// Admits the task, or rejects it because of the first check that fails.
pub(crate) fn admit<S: EventSink>(tables: &mut Tables, candidate: Candidate, out: &mut Output<'_, S>) {
    match check(&candidate.td, tables.topology(), tables.second_resources()) {
        Ok(threads) => enter(tables, candidate, threads, out),
        Err(bit) => out.reject(bit, candidate.ids),
    }
}

/// The checks that follow TD_READ, in the order of §2.3.
pub(crate) fn check(
    td: &TaskDescriptor,
    topology: Topology,
    second_resources: bool,
) -> Result<ThreadNum, ErrorBit> {
    let threads = ThreadNum::new(u32::from(td.thread_num)).ok_or(ErrorBit::TdThreadNum)?;
    let refuse_if = |bad, bit| if bad { Err(bit) } else { Ok(()) };
    refuse_if(threads.get() > topology.cluster_sip_num(), ErrorBit::TdCluster)?;
    refuse_if(td.block_num == 0 || last_block_end(td) > BLOCK_IDS, ErrorBit::TdBlockNum)?;
    refuse_if(!td.out_path_mdma && !td.out_path_mih, ErrorBit::TdOutPath)?;
    let all_sips = u32::from(td.block_num) * threads.get();
    refuse_if(td.coop && all_sips > topology.present().len(), ErrorBit::TdCoop)?;
    refuse_if(is_unplaceable(td, threads, topology, second_resources), ErrorBit::TdUnplaceable)?;
    Ok(threads)
}

fn last_block_end(td: &TaskDescriptor) -> u32 {
    u32::from(td.start_block_idx) + u32::from(td.block_num)
}

/// TD_UNPLACEABLE: the kernel could never be placed and would occupy its entry forever.
fn is_unplaceable(
    td: &TaskDescriptor,
    threads: ThreadNum,
    topology: Topology,
    second_resources: bool,
) -> bool {
    let has_nothing_to_do = !td.enable_sip_alloc && (!td.enable_l2_alloc || !second_resources);
    let wants_more_than_a_pool = td.enable_vc_alloc && td.vc_hw_alloc && td.cdte_vc_num > VcPools::VCS;
    has_nothing_to_do || wants_more_than_a_pool || !fits_an_empty_machine(td, threads, topology)
}

/// Whether the kernel fits when every SIP is free and in the usage mask, grants are ignored, and both VC
/// pools are unused.
fn fits_an_empty_machine(td: &TaskDescriptor, threads: ThreadNum, topology: Topology) -> bool {
    let sips = hws_types::SipMask(td.affinity) & topology.present();
    let blocks = if td.coop { td.block_num } else { 1 };
    let needs = Needs::at_admission(td);
    let supply = Supply::of(needs, &Grants::default(), &VcPools::all_free(), topology);
    select(Request { threads, blocks }, Candidates { idle: sips, ready: sips }, supply).is_some()
}

/// The new entry (§2.4) and its DAG (§2.5).
fn enter<S: EventSink>(
    tables: &mut Tables,
    candidate: Candidate,
    threads: ThreadNum,
    out: &mut Output<'_, S>,
) {
    let Candidate { ids, ctx, address, td } = candidate;
    let dag_slot = tables.dags.find_or_allocate(td.dag_tag);
    let mut kernel = Kernel {
        td,
        address,
        threads,
        ctx,
        ids,
        offline_priority: td.offline_priority,
        trigger: td.block_trigger_cnt.min(td.block_num),
        dag_slot,
        grants: Grants::at_admission(&td),
        ..Kernel::default()
    };
    kernel.allowed = masks::allowed(&kernel, &tables.regs, tables.present());
    // Cannot fail: the loader pops a task only while an entry is free, and nothing else allocates entries.
    let Some(entry) = tables.rs.admit(kernel) else { return };
    let seq = tables.rs.get(entry).map_or(0, Kernel::seq32);
    out.event(Event::Admit { entry, seq, kernel_id: td.kernel_id });
    match dag_slot {
        Some(slot) => join_dag(tables, entry, slot),
        None => out.error(ErrorBit::DagTableFull, ids),
    }
}

/// The effects of the kernel on its DAG: the critical path and the age boost.
fn join_dag(tables: &mut Tables, entry: hws_types::Entry, slot: crate::dag_table::DagSlot) {
    let Some(kernel) = tables.rs.get(entry) else { return };
    if kernel.td.on_cp
        && let Some(dag) = tables.dags.get_mut(slot)
    {
        dag.cp_priority = kernel.offline_priority;
    }
    if tables.dags.get(slot).is_some_and(|dag| dag.dynamic) && tables.regs.dyn_dag_prio.age_boost() {
        tables.rs.boost_others(slot, entry);
    }
}
