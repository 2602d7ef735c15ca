//! The attempt in flight: COMMIT must be able to carry out its choice and its P-pool (scheduler.md §3, §4).

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

/// An attempt in a snapshot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AttemptState {
    ticks_left: u32,
    second_resources: bool,
    p_pool: EntryList<PTask>,
    choice: Option<ChoiceState>,
}

/// A choice. The size of its blocks is that of the kernel.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
            // Fits: it comes from a list of that length.
            p_pool: EntryList::from_slice(engine.p_pool()).unwrap_or_default(),
            choice: outcome.choice.as_ref().map(ChoiceState::of),
        })
    }

    pub(super) fn rebuild(&self, rs: &ReadyStation) -> Result<Engine, RestoreError> {
        let choice = self
            .choice
            .as_ref()
            .map(|choice| choice.rebuild(rs))
            .transpose()
            .map_err(RestoreError::Attempt)?;
        let outcome = Outcome { second_resources: self.second_resources, choice };
        Ok(Engine::restored(self.ticks_left, outcome, &self.p_pool))
    }
}

impl ChoiceState {
    fn of(choice: &Choice) -> Self {
        let Choice { entry, pool, rule, way, ref placement } = *choice;
        let mut blocks = heapless::Vec::new();
        for block in placement.blocks() {
            // Cannot fail: a placement has no more blocks.
            let _ = blocks.push(block);
        }
        Self { entry, pool, rule, way, blocks }
    }

    fn rebuild(&self, rs: &ReadyStation) -> Result<Choice, AttemptFault> {
        let Self { entry, pool, rule, way, ref blocks } = *self;
        let faulty = |fault| AttemptFault::Choice { entry, fault };
        let kernel = rs.get(entry).ok_or(faulty(ChoiceFault::NoKernel))?;
        let placement = Placement::of_blocks(kernel.threads, blocks).ok_or_else(|| {
            let sips = blocks.iter().fold(SipMask::EMPTY, |all, &block| all | block);
            faulty(ChoiceFault::blocks(kernel, sips))
        })?;
        Ok(Choice { entry, pool, rule, way, placement })
    }
}

/// An inconsistency of the attempt in flight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttemptFault {
    /// The ticks until COMMIT are out of range.
    Ticks(u32),
    /// The Ready Station is empty.
    NoKernel,
    /// The MDMA FIFO has too few free places for a launch.
    MdmaRoom {
        /// The number of free places.
        room: usize,
    },
    /// An entry of the P-pool is not a P-task.
    NotPTask {
        /// Its place in the pool, from 0.
        position: usize,
    },
    /// A task of the P-pool occurs twice or out of order.
    Order {
        /// Its place in the pool, from 0.
        position: usize,
    },
    /// The choice is inconsistent.
    Choice {
        /// The chosen entry.
        entry: Entry,
        /// The inconsistency.
        fault: ChoiceFault,
    },
}

/// An inconsistency of the choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChoiceFault {
    /// The entry does not have a kernel that can launch.
    NoKernel,
    /// The kernel does not belong to this pool.
    Pool(Pool),
    /// Tasks of the pool are not placed in this way.
    Way(Way),
    /// An R-task is marked as a fill-up.
    FillUp,
    /// The SIPs are not the blocks of one launch, or not in an order in which §5.2 or §5.3 finds them.
    Blocks {
        /// The SIPs of all blocks.
        sips: SipMask,
        /// The number of blocks of one launch.
        blocks: u16,
        /// The number of SIPs of a block.
        threads: u32,
    },
    /// The kernel may not use some of the SIPs, or they were not ready.
    Sips {
        /// The SIPs of all blocks.
        sips: SipMask,
    },
}

impl ChoiceFault {
    const fn blocks(kernel: &Kernel, sips: SipMask) -> Self {
        Self::Blocks { sips, blocks: kernel.blocks_per_launch(), threads: kernel.threads.get() }
    }
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
                "P-pool, place {position}: entries must be distinct and ordered by online_priority descending, among equals \
                 the older first"
            ),
            Self::Choice { entry, fault } => write!(f, "the choice of entry {} {fault}", entry.get()),
        }
    }
}

impl fmt::Display for ChoiceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKernel => f.write_str("is not a kernel that can launch"),
            Self::Pool(pool) => write!(
                f,
                "is from the {pool:?}-pool, to which it does not belong; R-tasks have reserved SIPs, P-tasks are \
                 those of the latched pool, all others are O-tasks"
            ),
            Self::Way(way) => {
                write!(f, "is placed by way {way:?}, which its pool does not have")
            }
            Self::FillUp => f.write_str("is marked as a fill-up; only P- and O-tasks can be"),
            Self::Blocks { sips, blocks, threads } => {
                write!(
                    f,
                    "takes {sips}, which must be {blocks} aligned blocks of {threads} SIPs in the order of a search"
                )
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

/// The conditions of §3.1 that still hold at COMMIT.
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

/// SIPs that were ready at LATCH are still pre-idle, or have become idle.
fn check_placement(hws: &Hws, choice: &Choice, kernel: &Kernel) -> Result<(), ChoiceFault> {
    let (tables, placement) = (&hws.tables, &choice.placement);
    let sips = placement.sips();
    if placement.blocks().count() != usize::from(kernel.blocks_per_launch()) {
        return Err(ChoiceFault::blocks(kernel, sips));
    }
    let startable = tables.sips.pre_idle() & tables.present() & kernel.affinity();
    let wrong = (sips - startable) | (sips & tables.ownership.owned());
    if wrong.is_empty() { Ok(()) } else { Err(ChoiceFault::Sips { sips: wrong }) }
}
