//! COMMIT: the decision becomes launches, commands and messages (scheduler.md §6.1–§6.4).

use hws_regs::RegFile;
use hws_types::{BlockHeader, Die, Entry, LaunchId, MdmaCommand, MihMessage, Sip, SipMask, Source};

use crate::choice::Choice;
use crate::engine::{Engine, Outcome};
use crate::kernel::Kernel;
use crate::launch_table::{Launch, LaunchTable, VcRun};
use crate::live_words::reread;
use crate::mdma_fifo::MdmaFifo;
use crate::memory::SharedMemory;
use crate::output::Output;
use crate::paths::Paths;
use crate::priority::{PTask, Pool};
use crate::promotion::{Launched, promote};
use crate::second_resource::VcNeed;
use crate::sip_status::{SipLaunch, SipStatus};
use crate::tables::Tables;
use crate::{Event, EventSink};

/// Ends an attempt, with or without a launch (§6.1).
pub(crate) fn commit<S: EventSink>(
    tables: &mut Tables,
    engine: &mut Engine,
    memory: &mut (impl SharedMemory + ?Sized),
    out: &mut Output<'_, S>,
) {
    let outcome = engine.outcome();
    out.counters.attempt.bump();
    out.event(Event::Commit { launched: outcome.choice.is_some() });
    let launched = launch(tables, outcome, engine.p_pool(), memory, out).unwrap_or_default();
    if launched.entries.is_empty() {
        out.counters.fail.bump();
    }
    for task in engine.priorities_to_note() {
        tables.rs.note(task.entry, |kernel| kernel.online_priority = task.online_priority);
    }
    promote(tables, engine.pools(), launched, out);
}

/// §6.2, §6.3, §6.4. The chosen kernel is still resident: only a soft reset could have removed it, and that would
/// have ended the attempt too.
fn launch<S: EventSink>(
    tables: &mut Tables,
    outcome: &Outcome,
    p_pool: &[PTask],
    memory: &mut (impl SharedMemory + ?Sized),
    out: &mut Output<'_, S>,
) -> Option<Launched> {
    let choice = outcome.choice.as_ref()?;
    let entry = choice.entry;
    let kernel = tables.rs.get(entry)?;
    let (blocks, leaves, on_cp) = (kernel.blocks_per_launch(), leaves(kernel), kernel.td.on_cp);
    count(tables, choice, out);
    leave_reservation(tables, entry);
    launch_blocks(tables, outcome, choice, out);
    tables.rs.update(entry, |kernel| kernel.launched = kernel.launched.saturating_add(blocks));
    reread(&mut tables.rs, entry, outcome.second_resources, memory, out);
    if leaves {
        count_failures(tables, p_pool, choice);
        retire(tables, entry, out);
    }
    Some(Launched { entries: entry.mask(), from_r: choice.pool == Pool::R, on_cp })
}

/// Whether the kernel leaves with this launch: no block is left, or it is a firmware task, which is scheduled
/// exactly once.
fn leaves(before: &Kernel) -> bool {
    let launched = u32::from(before.launched) + u32::from(before.blocks_per_launch());
    launched == u32::from(before.td.block_num) || before.ids.source == Source::Firmware
}

fn count<S>(tables: &Tables, choice: &Choice, out: &mut Output<'_, S>) {
    let sips = choice.placement.sips();
    match choice.pool {
        Pool::R => out.counters.launch_r.bump(),
        Pool::P => out.counters.launch_p.bump(),
        Pool::O => out.counters.launch_o.bump(),
    }
    if choice.pool != Pool::R && sips.intersects(tables.reservations.all()) {
        out.counters.backfill.bump();
    }
    if !tables.sips.idle().contains(sips) {
        out.counters.early.bump();
    }
}

/// An R-task that launches loses its reservation, even if its blocks run elsewhere.
#[inline]
fn leave_reservation(tables: &mut Tables, entry: Entry) {
    if let Some(kernel) = tables.rs.get(entry).filter(|kernel| !kernel.reserved.is_empty()) {
        tables.reservations.release(kernel.reserved);
        tables.rs.set_reserved(entry, SipMask::EMPTY);
    }
}

fn launch_blocks<S: EventSink>(
    tables: &mut Tables,
    outcome: &Outcome,
    choice: &Choice,
    out: &mut Output<'_, S>,
) {
    for (n, sips) in choice.placement.blocks().enumerate() {
        let run = if outcome.second_resources { take_resources(tables, choice.entry, sips) } else { None };
        let Tables { regs, rs, sips: status, launches, mdma, .. } = tables;
        let Some(kernel) = rs.get(choice.entry) else { return };
        let last_block = leaves(kernel) && n + 1 == usize::from(kernel.blocks_per_launch());
        let block = kernel.block_id(kernel.launched.wrapping_add(n as u16));
        let launch =
            LaunchedBlock { entry: choice.entry, pool: choice.pool, kernel, block, sips, run, last_block };
        launch.start(&mut Started { regs, sips: status, launches, mdma }, out);
    }
}

/// Takes the second resources of one block; returns the run if the HWS allocates its VCs (§9.2).
fn take_resources(tables: &mut Tables, entry: Entry, sips: SipMask) -> Option<VcRun> {
    let needs = tables.rs.get(entry)?.needs();
    let first = sips.first()?;
    let (vg, die) = (tables.topology().cluster_of(first), Die::from_sip(first));
    if needs.l2 {
        tables.rs.note(entry, |kernel| kernel.grants.use_l2(vg));
    }
    match needs.vc {
        VcNeed::None => None,
        VcNeed::Granted => {
            tables.rs.note(entry, |kernel| kernel.grants.use_vc(die));
            None
        }
        VcNeed::Pool(num) => tables.vc_pools.take(die, num),
    }
}

/// The tables that a block enters when it starts.
struct Started<'a> {
    regs: &'a RegFile,
    sips: &'a mut SipStatus,
    launches: &'a mut LaunchTable,
    mdma: &'a mut MdmaFifo,
}

/// A block that is being launched.
struct LaunchedBlock<'a> {
    entry: Entry,
    pool: Pool,
    kernel: &'a Kernel,
    block: u16,
    sips: SipMask,
    /// The VCs that the HWS has allocated.
    run: Option<VcRun>,
    last_block: bool,
}

impl LaunchedBlock<'_> {
    fn start<S: EventSink>(&self, tables: &mut Started<'_>, out: &mut Output<'_, S>) {
        let paths = Paths::of(self.kernel, tables.regs);
        let Some(launch_id) = tables.launches.allocate(self.table_entry(paths)) else { return };
        out.event(Event::Launch {
            entry: self.entry,
            seq: self.kernel.seq32(),
            pool: self.pool,
            block: self.block,
            launch_id,
            sip_mask: self.sips,
        });
        let launch = SipLaunch {
            id: launch_id,
            est: self.kernel.td.est_exec_time,
            delay: tables.regs.launch_sip_delay.units(),
            is_delivered: paths.mdma(),
        };
        tables.sips.launch(self.sips, launch);
        if paths.mdma() {
            self.command_all(tables, launch_id, out);
        }
        if paths.mih() {
            out.message_pair(
                MihMessage::Result { of: self.of(), sips: self.sips },
                self.sched_info(launch_id),
            );
        }
    }

    fn of(&self) -> BlockHeader {
        BlockHeader { ids: self.kernel.ids, block_id: self.block }
    }

    fn table_entry(&self, paths: Paths) -> Launch {
        Launch {
            kernel_seq: self.kernel.seq32(),
            mask: self.sips,
            done: SipMask::EMPTY,
            ids: self.kernel.ids,
            block_id: self.block,
            paths,
            vc_run: self.run.unwrap_or_default(),
        }
    }

    /// One command per SIP. LATCH has ensured that the FIFO has enough room (§3.1).
    fn command_all<S: EventSink>(&self, tables: &mut Started<'_>, id: LaunchId, out: &mut Output<'_, S>) {
        let (mut command, regs) = (self.command(id), tables.regs);
        let physical = |sip| physical(regs, sip);
        tables.mdma.push(&command, self.sips, physical);
        for sip in self.sips.iter() {
            out.event(Event::Mdma(MdmaCommand { sip, physical_sip: physical(sip), ..command }));
            command.thread_idx += 1;
        }
    }

    /// The part of the commands that all SIPs of the block share.
    fn command(&self, launch_id: LaunchId) -> MdmaCommand {
        let td = &self.kernel.td;
        let own = VcRun { base: td.edte_vc_base, num: td.edte_vc_num };
        let run = self.run.unwrap_or(own);
        MdmaCommand {
            thread_idx: 0,
            block_id: self.block,
            sip: Sip::default(),
            physical_sip: Sip::default(),
            launch_id,
            kernel_id: td.kernel_id,
            edte_vc_base: run.base,
            edte_vc_num: run.num,
            block_param_addr: td.block_param_addr(self.block),
            est_exec_time: td.est_exec_time,
            sim_exec_time: td.sim_exec_time,
        }
    }

    fn sched_info(&self, launch_id: LaunchId) -> MihMessage {
        let run = self.run.unwrap_or_default();
        MihMessage::SchedInfo {
            of: self.of(),
            entry: self.entry,
            launch_id,
            last_block: self.last_block,
            vc_base: run.base,
            vc_num: run.num,
        }
    }
}

/// XMC_SIP_MAP.
#[inline]
fn physical(regs: &RegFile, sip: Sip) -> Sip {
    regs.xmc_sip_map.get(sip.index()).map_or(sip, |map| Sip::wrapping(map.phy_id()))
}

/// §6.4 a: P-tasks that were overtaken count a failure. The launch of an R-task overtakes no task.
fn count_failures(tables: &mut Tables, p_pool: &[PTask], choice: &Choice) {
    if choice.pool == Pool::R {
        return;
    }
    for task in p_pool.iter().filter(|task| task.entry != choice.entry) {
        if choice.pool == Pool::O || tables.rs.is_older(task.entry, choice.entry) {
            tables.rs.count_failure(task.entry);
        }
    }
}

/// §6.4 b, c: the DAG counts the kernel if all its blocks have been launched, and the entry is freed.
fn retire<S: EventSink>(tables: &mut Tables, entry: Entry, out: &mut Output<'_, S>) {
    let Some(kernel) = tables.rs.get(entry) else { return };
    if kernel.is_fully_launched() {
        tables.dags.count_finished(kernel.dag_slot);
    }
    free(tables, entry, out);
}

/// Frees an entry, with its counter and its event.
pub(crate) fn free<S: EventSink>(tables: &mut Tables, entry: Entry, out: &mut Output<'_, S>) {
    let Some(kernel) = tables.rs.get(entry) else { return };
    let (seq, dag_slot) = (kernel.seq32(), kernel.dag_slot.map(|slot| slot.get() as u8));
    tables.rs.free(entry);
    out.counters.kernel_done.bump();
    out.event(Event::KernelDone { entry, seq, dag_slot });
}
