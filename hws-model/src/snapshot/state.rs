//! The contents of a snapshot: all state that does not follow from the rest.

use core::array::from_fn;

use hws_regs::{RegFile, params};
use hws_types::{Cycle, Die, Entry, LaunchId, MdmaCommand, Sip, ThreadNum};
use serde::{Deserialize, Serialize};

use super::attempt::AttemptState;
use super::error::RestoreError;
use super::sips::SipState;
use crate::commands::CommandQueue;
use crate::counters::Counters;
use crate::dag_table::{Dag, DagTable};
use crate::engine::Engine;
use crate::errors::ErrorLog;
use crate::fifo::Fifo;
use crate::hrm::Ownership;
use crate::kernel::Kernel;
use crate::launch_table::{Launch, LaunchTable};
use crate::loader::Loader;
use crate::masks;
use crate::mdma_fifo::MdmaFifo;
use crate::mih::MihFifo;
use crate::ready_station::ReadyStation;
use crate::reservation::Reservations;
use crate::second_resource::VcPools;
use crate::sip_status::SipStatus;
use crate::tables::Tables;
use crate::time_base::TimeBase;
use crate::{Config, Hws};

/// The launch table in two parts, because serde supports arrays of at most 32 elements.
const HALVES: usize = 2;
const HALF: usize = LaunchId::COUNT / HALVES;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    n_rs: u32,
    n_dag: u32,
    pub(super) cycle: Cycle,
    pub(super) reset_at: Cycle,
    pub(super) cycle_hi: u32,
    pub(super) time: TimeBase,
    pub(super) registers: RegFile,
    pub(super) kernels: [Option<Kernel>; Entry::COUNT],
    pub(super) next_seq: u64,
    pub(super) dags: [Option<Dag>; Entry::COUNT],
    pub(super) sips: [SipState; Sip::COUNT],
    launches: [[Option<Launch>; HALF]; HALVES],
    pub(super) next_launch: LaunchId,
    pub(super) ownership: Ownership,
    pub(super) mdma: Fifo<MdmaCommand, { params::MDMA_FIFO }>,
    loader: Loader,
    pub(super) attempt: Option<AttemptState>,
    pub(super) commands: CommandQueue,
    pub(super) errors: ErrorLog,
    mih: MihFifo,
    pub(super) counters: Counters,
}

impl State {
    pub(super) fn of(hws: &Hws) -> Self {
        let tables = &hws.tables;
        let launch = |id| tables.launches.get(LaunchId::wrapping(id as u32)).copied();
        Self {
            n_rs: hws.config.n_rs(),
            n_dag: hws.config.n_dag(),
            cycle: hws.cycle,
            reset_at: hws.reset_at,
            cycle_hi: hws.cycle_hi,
            time: tables.time,
            registers: tables.regs,
            kernels: from_fn(|entry| tables.rs.get(Entry::wrapping(entry as u32)).map(without_derived)),
            next_seq: tables.rs.next_seq(),
            dags: from_fn(|slot| tables.dags.get(Entry::wrapping(slot as u32)).copied()),
            sips: from_fn(|sip| SipState::of(&tables.sips, Sip::wrapping(sip as u32))),
            launches: [from_fn(launch), from_fn(|id| launch(HALF + id))],
            next_launch: tables.launches.next(),
            ownership: tables.ownership,
            mdma: commands(&tables.mdma),
            loader: hws.loader,
            attempt: AttemptState::of(&hws.engine),
            commands: hws.commands,
            errors: hws.errors,
            mih: hws.mih,
            counters: hws.counters,
        }
    }

    /// The HWS with this state, consistent or not; everything that follows from the state is derived again.
    pub(super) fn rebuild(&self) -> Result<Hws, RestoreError> {
        let config = Config::new(self.n_rs, self.n_dag).map_err(RestoreError::Config)?;
        let tables = self.rebuild_tables(config);
        let engine = match &self.attempt {
            Some(attempt) => attempt.rebuild(&tables.rs)?,
            None => Engine::idle(),
        };
        Ok(Hws {
            config,
            cycle: self.cycle,
            reset_at: self.reset_at,
            cycle_hi: self.cycle_hi,
            tables,
            loader: self.loader,
            engine,
            commands: self.commands,
            errors: self.errors,
            mih: self.mih,
            counters: self.counters,
        })
    }

    fn rebuild_tables(&self, config: Config) -> Tables {
        let launches = LaunchTable::restored(self.launches.iter().flatten().copied(), self.next_launch);
        let mut tables = Tables::with(self.registers, launches, config);
        let kernels = self.kernels.map(|kernel| kernel.map(|kernel| with_derived(kernel, &tables)));
        tables.rs = ReadyStation::restored(self.n_rs, &kernels, self.next_seq);
        tables.dags = DagTable::restored(self.n_dag, &self.dags);
        tables.time = self.time;
        tables.sips = self.rebuild_sips(&tables.launches);
        tables.reservations = reservations(&tables.rs);
        tables.vc_pools = pools(&tables.launches);
        tables.ownership = self.ownership;
        for command in self.mdma.iter() {
            tables.mdma.push(command, command.sip.mask(), |_| command.physical_sip);
        }
        tables
    }

    fn rebuild_sips(&self, launches: &LaunchTable) -> SipStatus {
        let mut sips = SipStatus::new();
        Sip::all().zip(&self.sips).for_each(|(sip, state)| state.rebuild(sip, launches, &mut sips));
        sips
    }
}

fn without_derived(kernel: &Kernel) -> Kernel {
    Kernel { threads: ThreadNum::default(), allowed: Default::default(), ..*kernel }
}

fn with_derived(mut kernel: Kernel, tables: &Tables) -> Kernel {
    kernel.threads = ThreadNum::new(u32::from(kernel.td.thread_num)).unwrap_or_default();
    kernel.allowed = masks::allowed(&kernel, &tables.regs, tables.present());
    kernel
}

/// RESERVED_SIP_MASK and RSV_THREAD_NUM, from the R-tasks.
fn reservations(rs: &ReadyStation) -> Reservations {
    let mut reservations = Reservations::none();
    rs.r_tasks().for_each(|(_, kernel)| reservations.reserve(kernel.reserved, kernel.threads));
    reservations
}

/// VC_POOL_FREE: the VCs that no live launch has.
fn pools(launches: &LaunchTable) -> VcPools {
    let mut pools = VcPools::all_free();
    for (_, launch) in launches.iter() {
        let first = launch.mask.first().unwrap_or_default();
        pools.occupy(Die::from_sip(first), launch.vc_run);
    }
    pools
}

/// The commands in the FIFO, one by one.
fn commands(fifo: &MdmaFifo) -> Fifo<MdmaCommand, { params::MDMA_FIFO }> {
    let mut commands = Fifo::new();
    for command in fifo.iter() {
        // Cannot fail: the FIFO has no more places.
        let _ = commands.push(command);
    }
    commands
}
