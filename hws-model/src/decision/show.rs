//! Decisions as text, in the words of `hws explain` and `hws check`.

use core::fmt::{self, Display, Formatter};

use super::{Considered, Decision, TaskOption};
use crate::{Choice, ChoiceRule, PTask, Placement, Pool, Way};

impl Display for Pool {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Display for Way {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reserved => "the SIPs reserved for it (§5.3)",
            Self::AroundReservations => "around the reservations of others (§5.3)",
            Self::Unreserved => "option 1, not reserved (§5.4)",
            Self::Backfill => "option 2, backfill (§5.4)",
            Self::Mixed => "option 3, mixed (§5.4)",
        })
    }
}

impl Display for ChoiceRule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "the first that can be launched; nothing of an earlier pool can",
            Self::FillUp => "the first fill-up; SIP_FILLUP_TASK_FIRST is on",
        })
    }
}

/// The SIPs of all blocks: `SIPs 0x00000fff`.
impl Display for Placement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "SIPs {}", self.sips())
    }
}

/// `RS[2] from the P pool on SIPs 0x00000fff`.
impl Display for Choice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "RS[{}] from the {} pool on {}", self.entry.get(), self.pool, self.placement)
    }
}

/// `RS[0] online 100`.
impl Display for PTask {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "RS[{}] online {}", self.entry.get(), self.online_priority)
    }
}

/// `option 1, not reserved (§5.4): SIPs 0x00000fff`.
impl Display for TaskOption {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let fill_up = if self.is_fill_up { ", a fill-up" } else { "" };
        write!(f, "{}: {}{fill_up}", self.way, self.placement)
    }
}

/// The priority that counts in its pool: `P RS[0] online 100`, `O RS[5] offline 7`, `R RS[1]`.
impl Display for Considered {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { entry, pool, offline_priority, .. } = *self;
        write!(f, "{pool} RS[{}]", entry.get())?;
        match (self.online_priority, pool) {
            (Some(online), _) => write!(f, " online {online}"),
            (None, Pool::R) => Ok(()),
            (None, Pool::P | Pool::O) => write!(f, " offline {offline_priority}"),
        }
    }
}

/// The choice, the state of the SIPs, and the tasks of the pools in their order.
impl Display for Decision {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.choice {
            Some(choice) => write!(f, "{choice}")?,
            None => f.write_str("no launch")?,
        }
        write!(f, "; ready {}, idle {}, reserved {}; ", self.ready, self.idle, self.reserved)?;
        if self.tasks.is_empty() {
            return f.write_str("no task is in a pool");
        }
        f.write_str("tasks ")?;
        for (number, task) in self.tasks.iter().enumerate() {
            write!(f, "{}{task}", if number == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
