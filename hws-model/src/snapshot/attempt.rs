//! The attempt in flight: its P-pool and its choice are such that COMMIT can do what it says (scheduler.md §3, §4).

use core::fmt;

use hws_regs::params;
use hws_types::{Entry, Sip, SipMask};
use serde::{Deserialize, Serialize};

use super::error::RestoreError;
use crate::allocation::Placement;
use crate::engine::{Engine, Outcome};
use crate::entry_list::EntryList;
use crate::kernel::Kernel;
use crate::ready_station::ReadyStation;
use crate::{Choice, ChoiceRule, Hws, PTask, Pool, Way};

/// An attempt as a snapshot has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct AttemptState {
    ticks_left: u32,
    second_resources: bool,
    p_pool: EntryList<PTask>,
    choice: Option<ChoiceState>,
}

/// A choice; the size of its blocks is the kernel's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct ChoiceState {
    entry: Entry,
    pool: Pool,
    rule: ChoiceRule,
    way: Way,
    blocks: heapless::Vec<SipMask, { Sip::COUNT }>,
}

impl AttemptState {
    pub(super) fn of(engine: &Engine) -> Option<Self> {
        let (ticks_left, outcome) = engine.attempt()?;
        Some(Self {
            ticks_left,
            second_resources: outcome.second_resources,
            // Never too long: it comes from a list of that length.
            p_pool: EntryList::from_slice(engine.p_pool()).unwrap_or_default(),
            choice: outcome.choice.as_ref().map(ChoiceState::of),
        })
    }

    pub(super) fn rebuild(&self, rs: &ReadyStation) -> Engine {
        let choice = self.choice.as_ref().map(|choice| choice.rebuild(rs));
        let outcome = Outcome { second_resources: self.second_resources, choice };
        Engine::restored(self.ticks_left, outcome, self.p_pool.clone())
    }
}

impl ChoiceState {
    fn of(choice: &Choice) -> Self {
        let Choice { entry, pool, rule, way, ref placement } = *choice;
        let mut blocks = heapless::Vec::new();
        for block in placement.blocks() {
            // Cannot fail: a placement has no more places.
            let _ = blocks.push(block);
        }
        Self { entry, pool, rule, way, blocks }
    }

    fn rebuild(&self, rs: &ReadyStation) -> Choice {
        let Self { entry, pool, rule, way, ref blocks } = *self;
        let mut placement = Placement::new(rs.get(entry).map(|kernel| kernel.threads).unwrap_or_default());
        blocks.iter().for_each(|&block| placement.add(block));
        Choice { entry, pool, rule, way, placement }
    }
}

/// What is wrong with the attempt in flight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttemptFault {
    /// It ends at an impossible time.
    Ticks(u32),
    /// There is no kernel.
    NoKernel,
    /// The MDMA FIFO has no room for a launch.
    MdmaRoom {
        /// Free places.
        room: usize,
    },
    /// Not a task of the P-pool.
    NotPTask {
        /// Its place in the pool.
        position: usize,
    },
    /// A place of the P-pool that the order does not give.
    Order {
        /// The place.
        position: usize,
    },
    /// What will be launched.
    Choice {
        /// The entry chosen.
        entry: Entry,
        /// What is wrong.
        fault: ChoiceFault,
    },
}

/// What is wrong with the choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChoiceFault {
    /// No kernel that can launch is there.
    NoKernel,
    /// The kernel is not of this pool.
    Pool(Pool),
    /// Tasks of its pool are not placed this way.
    Way(Way),
    /// An R-task is never chosen as a fill-up.
    FillUp,
    /// Not as many whole blocks as one launch takes.
    Blocks {
        /// Their SIPs.
        sips: SipMask,
        /// Blocks of one launch.
        blocks: u16,
        /// SIPs of a block.
        threads: u32,
    },
    /// SIPs that the kernel may never use, or that nothing could be launched on.
    Sips {
        /// Those SIPs.
        sips: SipMask,
    },
}

impl fmt::Display for AttemptFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ticks(ticks) => write!(f, "{ticks} ticks left; it must be 1..={}", params::ATTEMPT_CYCLES),
            Self::NoKernel => f.write_str("the Ready Station is empty; an attempt needs a kernel"),
            Self::MdmaRoom { room } => {
                write!(f, "the MDMA FIFO has {room} free places; an attempt needs {}", params::N_SIP)
            }
            Self::NotPTask { position } => write!(
                f,
                "P-pool, place {position}: it must be an entry with a kernel that can launch, has a DAG slot and \
                 reserves nothing"
            ),
            Self::Order { position } => write!(
                f,
                "P-pool, place {position}: an entry is there once, by online_priority descending, ties older first"
            ),
            Self::Choice { entry, fault } => write!(f, "the choice of entry {} {fault}", entry.get()),
        }
    }
}

impl fmt::Display for ChoiceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKernel => f.write_str("is of no kernel that can launch"),
            Self::Pool(pool) => write!(
                f,
                "is from the {pool:?}-pool; the R-pool is of those that reserve SIPs, the P-pool as latched, the \
                 O-pool of the others"
            ),
            Self::Way(way) => {
                write!(f, "is by the way {way:?}, which is not one of its pool")
            }
            Self::FillUp => f.write_str("is a fill-up; only P- and O-tasks are chosen as such"),
            Self::Blocks { sips, blocks, threads } => {
                write!(f, "takes {sips}; that must be {blocks} aligned blocks of {threads} SIPs")
            }
            Self::Sips { sips } => write!(
                f,
                "takes {sips}, which must be in its affinity, present, pre-idle, and not owned by firmware"
            ),
        }
    }
}

pub(super) fn check(hws: &Hws) -> Result<(), RestoreError> {
    let Some((ticks, outcome)) = hws.engine.attempt() else { return Ok(()) };
    let judge = || {
        check_latch(hws, ticks)?;
        check_p_pool(&hws.tables.rs, hws.engine.p_pool())?;
        let Some(choice) = &outcome.choice else { return Ok(()) };
        check_choice(hws, choice).map_err(|fault| AttemptFault::Choice { entry: choice.entry, fault })
    };
    judge().map_err(RestoreError::Attempt)
}

/// The conditions of §3.1 that hold until COMMIT.
fn check_latch(hws: &Hws, ticks: u32) -> Result<(), AttemptFault> {
    let room = hws.tables.mdma.room();
    if !(1..=params::ATTEMPT_CYCLES).contains(&ticks) {
        return Err(AttemptFault::Ticks(ticks));
    }
    if hws.tables.rs.valid().is_empty() {
        return Err(AttemptFault::NoKernel);
    }
    if room < params::N_SIP {
        return Err(AttemptFault::MdmaRoom { room });
    }
    Ok(())
}

fn check_p_pool(rs: &ReadyStation, pool: &[PTask]) -> Result<(), AttemptFault> {
    let is_p_task =
        |kernel: &Kernel| kernel.is_eligible() && kernel.dag_slot.is_some() && kernel.reserved.is_empty();
    for (position, task) in pool.iter().enumerate() {
        if !rs.get(task.entry).is_some_and(is_p_task) {
            return Err(AttemptFault::NotPTask { position });
        }
        let mut before = pool.iter().take(position);
        if !before.all(|other| other.entry != task.entry && rs.precedes_in_p_pool(other, task)) {
            return Err(AttemptFault::Order { position });
        }
    }
    Ok(())
}

fn check_choice(hws: &Hws, choice: &Choice) -> Result<(), ChoiceFault> {
    let kernel = hws.tables.rs.get(choice.entry).filter(|kernel| kernel.is_eligible());
    let kernel = kernel.ok_or(ChoiceFault::NoKernel)?;
    if choice.pool != pool_of(hws, choice.entry, kernel) {
        return Err(ChoiceFault::Pool(choice.pool));
    }
    let is_of_r = matches!(choice.way, Way::Reserved | Way::AroundReservations);
    if is_of_r != (choice.pool == Pool::R) {
        return Err(ChoiceFault::Way(choice.way));
    }
    if choice.pool == Pool::R && choice.rule == ChoiceRule::FillUp {
        return Err(ChoiceFault::FillUp);
    }
    check_placement(hws, choice, kernel)
}

fn pool_of(hws: &Hws, entry: Entry, kernel: &Kernel) -> Pool {
    if !kernel.reserved.is_empty() {
        Pool::R
    } else if hws.engine.p_pool().iter().any(|task| task.entry == entry) {
        Pool::P
    } else {
        Pool::O
    }
}

/// SIPs that were ready at LATCH are still pre-idle, or idle by now.
fn check_placement(hws: &Hws, choice: &Choice, kernel: &Kernel) -> Result<(), ChoiceFault> {
    let (tables, placement) = (&hws.tables, &choice.placement);
    let (blocks, threads) = (kernel.blocks_per_launch(), kernel.threads.get());
    let sips = placement.sips();
    let is_aligned =
        |block: SipMask| block.first().is_some_and(|at| at.get().is_multiple_of(kernel.threads.slot()));
    let is_exact = placement.blocks().fold(SipMask::EMPTY, |all, block| all | block) == sips;
    let is_disjoint = sips.len() == u32::from(blocks) * threads;
    let is_all = placement.len() == usize::from(blocks);
    if !(is_all && is_exact && is_disjoint && placement.blocks().all(is_aligned)) {
        return Err(ChoiceFault::Blocks { sips, blocks, threads });
    }
    let startable = tables.sips.pre_idle() & tables.topology().present() & kernel.affinity();
    let wrong = (sips - startable) | (sips & tables.ownership.owned());
    if wrong.is_empty() { Ok(()) } else { Err(ChoiceFault::Sips { sips: wrong }) }
}
