//! A second implementation of scheduler.md, written from its text alone.
//!
//! It is meant for comparison with the specification and with `hws-model`: it has one file per chapter, gives
//! the rule number of every function, searches sets SIP by SIP, advances one tick at a time, and caches nothing.
//! It shares only data formats with the model: the layouts of `hws-types`, the offsets, fields and legal values
//! of `hws-regs`, and the [`Event`]s. Every rule of behaviour is written out here.
//!
//! It is slow on purpose: tests use it, and the search for the cause of a difference.

#[macro_use]
mod site;
mod allocation;
mod attempt;
mod backfill;
mod bus;
mod catalogue;
mod checks;
mod choice;
mod commands;
mod commit;
mod control;
mod counting;
mod dags;
mod effects;
mod either;
mod grants;
mod kernel;
mod launch;
mod live;
mod loader;
mod machine;
mod messages;
mod outputs;
mod pools;
mod ports;
mod promotion;
mod registers;
mod reports;
mod requests;
mod reservation;
mod rs_page;
mod search;
mod second;
mod set;
mod shadow;
mod sips;
mod soft_reset;
mod status_page;
mod table_pages;
mod tick;
mod time;

use std::collections::VecDeque;

use hws_model::{Config, Event, EventSink, SharedMemory};
use hws_regs::{DagCmdStatus, ErrFirst, RegFile, params};
use hws_types::{Cycle, MdmaCommand, RawMih, SipMask};

pub use catalogue::{Mutant, MutantKind};
pub use either::EitherHws;
pub use set::{MutantSet, Mutants};
pub use site::{Breakage, leave_out, take_differing};

pub use attempt::{PlainChoice, PlainDecision, PlainPTask};

use attempt::Attempt;
use commands::Command;
use dags::DagSlot;
use kernel::Kernel;
use loader::Loading;
use machine::DIES;
use ports::Task;
use registers::Counters;
use second::VcPool;
use shadow::Shadow;
use sips::{Launch, SipState};

/// A hardware scheduler with the interface of [`hws_model::Hws`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainHws {
    // What a soft reset keeps (§8).
    config: Config,
    regs: RegFile,
    cycle: u64,
    last_launch_id: Option<usize>,
    // Everything else.
    ticks_since_reset: u64,
    cycle_hi: u32,
    prescaler: u32,
    hdr_fifo: VecDeque<Task>,
    fw_task_fifo: VecDeque<Task>,
    loading: Option<Loading>,
    next_kernel_seq: u32,
    ready_station: Vec<Option<Kernel>>,
    dag: Vec<Option<DagSlot>>,
    attempt: Option<Attempt>,
    launches: Vec<Option<Launch>>,
    sips: Vec<SipState>,
    reserved_all: SipMask,
    fw_owned: SipMask,
    fw_refused: SipMask,
    vc_pools: [VcPool; DIES],
    commands: VecDeque<Command>,
    dag_cmds_written: u64,
    dag_cmd_status: DagCmdStatus,
    mdma_fifo: VecDeque<MdmaCommand>,
    mih_fifo: VecDeque<RawMih>,
    err_status: u32,
    err_first: ErrFirst,
    counters: Counters,
    // What only a wrong design looks at.
    shadow: Shadow,
    // Events since they were last passed on.
    events: Vec<(Cycle, Event)>,
    /// The rule that is broken.
    broken: Breakage,
}

impl PlainHws {
    /// Creates an HWS in its reset state at cycle 0.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            config,
            regs: RegFile::reset(),
            cycle: 0,
            last_launch_id: None,
            ticks_since_reset: 0,
            cycle_hi: 0,
            prescaler: 0,
            hdr_fifo: VecDeque::new(),
            fw_task_fifo: VecDeque::new(),
            loading: None,
            next_kernel_seq: 0,
            ready_station: vec![None; config.n_rs() as usize],
            dag: vec![None; config.n_dag() as usize],
            attempt: None,
            launches: vec![None; params::N_LAUNCH],
            sips: vec![SipState::default(); params::N_SIP],
            reserved_all: SipMask::EMPTY,
            fw_owned: SipMask::EMPTY,
            fw_refused: SipMask::EMPTY,
            vc_pools: [VcPool::default(); DIES],
            commands: VecDeque::new(),
            dag_cmds_written: 0,
            dag_cmd_status: DagCmdStatus::from_bits(0),
            mdma_fifo: VecDeque::new(),
            mih_fifo: VecDeque::new(),
            err_status: 0,
            err_first: ErrFirst::from_bits(0),
            counters: Counters::default(),
            shadow: Shadow::new(config.n_rs() as usize),
            events: Vec::new(),
            broken: Breakage::None,
        }
    }

    /// Returns the number of completed ticks: the cycle of the next event (§1.1).
    #[must_use]
    pub fn cycle(&self) -> Cycle {
        Cycle(self.cycle)
    }

    /// One rising clock edge (§1.2).
    pub fn tick(&mut self, memory: &mut impl SharedMemory, sink: &mut impl EventSink) {
        let _scope = self.enter();
        self.do_tick(memory);
        self.cycle += 1;
        self.ticks_since_reset += u64::from(rule!(CycleIfEnabled, true, self.regs.hws_ctrl.enable()));
        self.hand_over(sink);
    }

    /// Takes the oldest command out of the MDMA FIFO.
    pub fn pop_mdma(&mut self) -> Option<MdmaCommand> {
        self.mdma_fifo.pop_front()
    }

    /// Breaks a rule from now on, or none.
    pub fn set_broken(&mut self, broken: Breakage) {
        self.broken = broken;
    }

    /// Returns whether both are in the same state, whatever they break.
    #[must_use]
    pub fn is_in_state_of(&mut self, other: &Self) -> bool {
        let broken = std::mem::replace(&mut self.broken, other.broken);
        let is_same = self == other;
        self.broken = broken;
        is_same
    }

    /// Returns what is broken.
    #[must_use]
    pub fn broken(&self) -> Breakage {
        self.broken
    }

    fn enter(&self) -> site::Scope {
        site::enter(self.broken)
    }

    fn emit(&mut self, event: Event) {
        self.events.push((Cycle(self.cycle), event));
    }

    fn hand_over(&mut self, sink: &mut impl EventSink) {
        for (cycle, event) in self.events.drain(..) {
            sink.event(cycle, event);
        }
    }
}
