//! A quiet HWS from its registers.
//!
//! While no kernel, no launch and no message is in the HWS, its registers show its whole state but for a few numbers
//! ([`Unseen`]).

use core::array::from_fn;
use core::fmt;

use hws_regs::{
    Access, DagCmdStatus, DagFlags, ErrFirst, ErrStatus, RegId, RegIndex, StateReg, params::N_DAG,
};
use hws_types::{Cycle, LaunchId, SipMask};

use super::error::RestoreError;
use super::state::State;
use crate::commands::CommandQueue;
use crate::counters::{Counter, Counters};
use crate::dag_table::Dag;
use crate::errors::ErrorLog;
use crate::hrm::Ownership;
use crate::time_base::TimeBase;
use crate::{Config, Hws};

/// What no register of a quiet HWS shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unseen {
    /// The number of ticks completed since power-on.
    pub cycle: Cycle,
    /// CNT_CYCLE: the ticks since the last reset.
    pub since_reset: u64,
    /// The launch id at which the search for a free one begins (scheduler.md §6.2).
    pub next_launch: LaunchId,
    /// The ticks of the present time unit that have passed (scheduler.md §7.4), 0..=TIME_UNIT.PRESCALE.
    pub prescaler: u32,
}

/// Why the registers do not show the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum QuietError {
    /// Nothing is known of a register that has state.
    NotShown {
        /// The first such register.
        register: RegId,
    },
    /// The HWS is not quiet: a quiet one would show another value there.
    Busy {
        /// The first such register.
        register: RegId,
        /// Its value.
        value: u32,
        /// That of a quiet HWS.
        quiet: u32,
    },
    /// A register has a value that cannot be written.
    Illegal {
        /// The register.
        register: RegId,
        /// Its value.
        value: u32,
    },
    /// The state is inconsistent.
    Inconsistent(RestoreError),
}

impl fmt::Display for QuietError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotShown { register } => write!(f, "the value of {register} is not known"),
            Self::Busy { register, value, quiet } => {
                write!(f, "{register} is {value:#x}; it is {quiet:#x} while the HWS is quiet")
            }
            Self::Illegal { register, value } => {
                write!(f, "{register} is {value:#x}, which is not a legal value")
            }
            Self::Inconsistent(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for QuietError {}

impl Hws {
    /// Creates a quiet HWS whose registers have the values that `read` returns: those of a bus read, without the effect of
    /// one; `None` if nothing is known of a register. Registers that [follow](Hws::is_quiet_state) from the others need not be
    /// known.
    ///
    /// A firmware task that waits to be loaded shows in no register, but only until the next tick: the registers must be those
    /// at the end of a tick. One that waits while HWS_WORK_MODE.IN_PATH is 0, because firmware has changed it back since the push, is not
    /// loaded and stays unseen: the FIFO is taken to be empty.
    ///
    /// ```
    /// use hws_model::{Config, Hws, Unseen};
    /// use hws_regs::PTopK;
    ///
    /// let mut hws = Hws::new(Config::default());
    /// hws.write((), PTopK::default().with_k_masked(2), &mut ())?;
    /// hws.advance(10, &mut (), &mut ());
    /// let unseen = Unseen { cycle: hws.cycle(), since_reset: 10, ..Unseen::default() };
    /// let same = Hws::from_quiet_registers(Config::default(), |register| Some(hws.peek(register)), unseen);
    /// assert_eq!(same, Ok(hws.clone()));
    /// # Ok::<(), hws_model::BusError>(())
    /// ```
    ///
    /// # Errors
    /// [`QuietError`]: the registers show that it is not quiet, or that no HWS can be in this state.
    pub fn from_quiet_registers(
        config: Config,
        read: impl Fn(RegId) -> Option<u32>,
        unseen: Unseen,
    ) -> Result<Self, QuietError> {
        if let Some(register) = RegId::all().find(|&id| Self::is_quiet_state(id) && read(id).is_none()) {
            return Err(QuietError::NotShown { register });
        }
        let known = |register| read(register).unwrap_or(0);
        let mut state = State::of(&Hws::new(config));
        state.cycle = unseen.cycle;
        state.reset_at = Cycle(unseen.cycle.0.saturating_sub(unseen.since_reset));
        // Every kernel that was admitted since the reset is done.
        state.next_seq = known(RegId::CntKernelDone).into();
        state.next_launch = unseen.next_launch;
        state.time = TimeBase::at(unseen.prescaler);
        take(&mut state, &known);
        store(&mut state, &known)?;
        let hws = state.rebuild().map_err(QuietError::Inconsistent)?;
        compare(&hws, &read)?;
        super::check::all(&hws).map_err(QuietError::Inconsistent)?;
        Ok(hws)
    }

    /// Returns whether the register has state of a quiet HWS, or is needed to see that it is quiet. The others are write-only,
    /// constant, or follow from these.
    #[must_use]
    pub fn is_quiet_state(register: RegId) -> bool {
        let Some(state) = register.state() else { return is_stored(register) };
        let is_counter = register.info().name.starts_with("CNT_") && register != RegId::CntCycleLo;
        is_counter
            || matches!(
                state,
                StateReg::HwsStatus
                    | StateReg::SipIdleMask
                    | StateReg::MihStatus
                    | StateReg::DagCmdStatus
                    | StateReg::HrmFwOwned
                    | StateReg::HrmFwRefused
                    | StateReg::ErrStatus
                    | StateReg::ErrFirst
                    | StateReg::DagFlags(_)
                    | StateReg::DagTotal(_)
                    | StateReg::DagFinish(_)
                    | StateReg::DagCpPriority(_)
            )
    }
}

fn is_stored(register: RegId) -> bool {
    register.info().access == Access::Rw && register.state().is_none()
}

/// The state that the hardware provides.
fn take(state: &mut State, read: &impl Fn(RegId) -> u32) {
    state.cycle_hi = read(RegId::CntCycleHi);
    state.ownership =
        Ownership::restored(SipMask(read(RegId::HrmFwOwned)), SipMask(read(RegId::HrmFwRefused)));
    state.commands = CommandQueue::idle(DagCmdStatus::from_bits(read(RegId::DagCmdStatus)));
    state.errors = ErrorLog::restored(
        ErrStatus::from_bits(read(RegId::ErrStatus)),
        ErrFirst::from_bits(read(RegId::ErrFirst)),
    );
    state.dags = from_fn(|slot| dag(RegIndex::wrapping(slot as u32), read));
    state.counters = counters(read);
}

/// The registers that are only stored.
fn store(state: &mut State, read: &impl Fn(RegId) -> u32) -> Result<(), QuietError> {
    for register in RegId::all().filter(|&register| is_stored(register)) {
        let value = read(register);
        state.registers.write(register, value).map_err(|_| QuietError::Illegal { register, value })?;
    }
    Ok(())
}

/// Every register that is known has its value, so that nothing is under way.
fn compare(hws: &Hws, read: &impl Fn(RegId) -> Option<u32>) -> Result<(), QuietError> {
    let known = RegId::all().filter(|id| id.info().access.is_readable());
    for (register, value) in known.filter_map(|register| Some((register, read(register)?))) {
        let quiet = hws.peek(register);
        if value != quiet {
            return Err(QuietError::Busy { register, value, quiet });
        }
    }
    Ok(())
}

fn dag(slot: RegIndex<N_DAG>, read: &impl Fn(RegId) -> u32) -> Option<Dag> {
    let flags = DagFlags::from_bits(read(RegId::DagFlags(slot)));
    flags.valid().then(|| Dag {
        tag: flags.tag() as u16,
        dynamic: flags.dynamic(),
        total: read(RegId::DagTotal(slot)),
        finish: read(RegId::DagFinish(slot)),
        cp_priority: read(RegId::DagCpPriority(slot)),
    })
}

fn counters(read: &impl Fn(RegId) -> u32) -> Counters {
    let counter = |register| Counter::at(read(register));
    Counters {
        attempt: counter(RegId::CntAttempt),
        fail: counter(RegId::CntFail),
        launch_r: counter(RegId::CntLaunchR),
        launch_p: counter(RegId::CntLaunchP),
        launch_o: counter(RegId::CntLaunchO),
        backfill: counter(RegId::CntBackfill),
        early: counter(RegId::CntEarly),
        promote: counter(RegId::CntPromote),
        cancel: counter(RegId::CntCancel),
        kernel_done: counter(RegId::CntKernelDone),
        task_reject: counter(RegId::CntTaskReject),
        mih_drop: counter(RegId::CntMihDrop),
    }
}
