//! A change of state that might have started a kernel.

use std::fmt;

use hws_model::{Assumption, Hws};
use hws_regs::{BlockTriggerCnt, HrmFwRelease, HwsCtrl, RegId, RegIndex, Register};
use hws_sim::stimulus::{Op, Writer};
use hws_types::{Cluster, Cycle, Die, Entry, Rule, SipMask};
use serde::Serialize;

use super::facts::KernelRef;
use super::words::Sips;

/// One change. Changes are listed by their kind, the most common ones first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum StateChange {
    /// HWS_CTRL.ENABLE is 1.
    Enable,
    /// The trigger allows a further block.
    Trigger {
        /// The entry of the kernel.
        entry: Entry,
        /// The trigger as it is.
        from: u32,
        /// The trigger that starts the kernel.
        to: u32,
    },
    /// These SIPs are idle.
    Idle {
        /// The SIPs.
        sips: SipMask,
    },
    /// Firmware has released these SIPs.
    Released {
        /// The SIPs.
        sips: SipMask,
    },
    /// A register has another value.
    Register {
        /// Its name.
        register: String,
        /// Its value.
        from: u32,
        /// The value that starts the kernel.
        to: u32,
        /// What that means.
        meaning: String,
    },
    /// The kernel has a further L2 grant.
    L2Grant {
        /// The VG.
        vg: u32,
    },
    /// The kernel has a further VC grant.
    VcGrant {
        /// The die.
        die: u32,
    },
    /// The VC pool of a die is free.
    VcPoolFree {
        /// The die.
        die: u32,
    },
    /// A kernel has no reservation.
    Unreserved {
        /// The kernel.
        of: KernelRef,
    },
    /// The affinity includes these SIPs.
    Affinity {
        /// The SIPs.
        added: SipMask,
    },
    /// The offline_priority is higher.
    OfflinePriority {
        /// The priority as it is.
        from: u32,
        /// The lowest one that starts the kernel.
        to: u32,
    },
    /// The estimate is shorter.
    Estimate {
        /// The estimate as it is.
        from: u32,
        /// The longest one that starts the kernel.
        to: u32,
    },
    /// A kernel is not resident.
    Absent {
        /// The kernel.
        kernel: KernelRef,
    },
}

/// A change with what it assumes and its size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) change: StateChange,
    pub(super) assumption: Option<Assumption>,
    /// SIPs, mask bits, settings, grants or kernels that change.
    pub(super) size: u32,
}

impl Step {
    pub(super) const fn new(change: StateChange, assumption: Assumption, size: u32) -> Self {
        Self { change, assumption: Some(assumption), size }
    }

    /// HWS_CTRL.ENABLE, which is a condition of LATCH and not of a decision.
    pub(super) const fn enable() -> Self {
        Self { change: StateChange::Enable, assumption: None, size: 1 }
    }

    pub(super) fn register(hws: &Hws, id: RegId, value: u32, meaning: String, size: u32) -> Self {
        let change =
            StateChange::Register { register: id.to_string(), from: hws.peek(id), to: value, meaning };
        Self::new(change, Assumption::Register { id, value }, size)
    }

    pub(super) const fn absent(kernel: KernelRef) -> Self {
        Self::new(StateChange::Absent { kernel }, Assumption::Absent { entry: kernel.entry }, 1)
    }

    pub(super) fn l2_grant(entry: Entry, vg: Cluster) -> Self {
        Self::new(StateChange::L2Grant { vg: vg.get() }, Assumption::L2Grant { entry, vg }, 1)
    }

    pub(super) fn vc_grant(entry: Entry, die: Die) -> Self {
        Self::new(StateChange::VcGrant { die: die.index() as u32 }, Assumption::VcGrant { entry, die }, 1)
    }
}

impl StateChange {
    /// The operation of a stimulus that makes the change when it precedes the tick of LATCH; `None` for a change
    /// of a descriptor, of a run, or of a reservation.
    #[must_use]
    pub fn operation(&self, hws: &Hws) -> Option<Op> {
        let (register, value) = match self {
            Self::Enable => {
                let id = RegId::HwsCtrl;
                (id, HwsCtrl::from_bits(hws.peek(id)).with_enable(true).bits())
            }
            Self::Trigger { entry, to, .. } => {
                let count = BlockTriggerCnt::from_bits(0).with_count_masked(*to);
                (BlockTriggerCnt::id(RegIndex::wrapping(entry.get())), count.bits())
            }
            Self::Released { sips } => (RegId::HrmFwRelease, HrmFwRelease::from_bits(sips.0).bits()),
            // The name is that of a register.
            Self::Register { register, to, .. } => (RegId::parse(register).ok()?, *to),
            _ => return None,
        };
        Some(Op::Write { target: register.into(), value })
    }

    /// The section of the specification by which the change matters.
    pub(super) fn rule(&self) -> Option<Rule> {
        Some(match self {
            Self::Enable => Rule::Scheduler3_1,
            Self::Trigger { .. } => Rule::Scheduler4_1,
            Self::Idle { .. } => Rule::Scheduler7_1,
            Self::Released { .. } => Rule::Scheduler8_4,
            Self::Register { register, .. } => {
                return RegId::parse(register).map_or(Some(Rule::Scheduler5_6), rule_of_register);
            }
            Self::L2Grant { .. } | Self::VcGrant { .. } => Rule::Scheduler9_1,
            Self::VcPoolFree { .. } => Rule::Scheduler9_2,
            Self::Unreserved { .. } | Self::Estimate { .. } => Rule::Scheduler5_5,
            Self::Affinity { .. } => Rule::Scheduler5_1,
            Self::OfflinePriority { .. } | Self::Absent { .. } => Rule::Scheduler4_4,
        })
    }

    /// The line of a stimulus with that operation.
    pub(super) fn line(&self, hws: &Hws, at: Cycle) -> Option<String> {
        let mut writer = Writer::new(Vec::new());
        writer.record(at, &self.operation(hws)?);
        // A vector accepts every write, and the writer produces ASCII.
        let line = writer.finish().ok()?;
        String::from_utf8(line).ok().map(|line| line.trim_end().to_owned())
    }
}

/// The section that a register's map cites; `None` if the map is another one and cites a page of its own.
pub(super) fn rule_of_register(id: RegId) -> Option<Rule> {
    Rule::from_cite(id.info().spec)
}

impl fmt::Display for StateChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Enable => f.write_str("HWS_CTRL.ENABLE = 1"),
            Self::Trigger { from, to, .. } => write!(f, "trigger {to} instead of {from}"),
            Self::Idle { sips } => write!(f, "{} idle", Sips(*sips)),
            Self::Released { sips } => write!(f, "{} released by firmware", Sips(*sips)),
            Self::Register { register, from, to, meaning } => {
                write!(f, "{register} = {to:#x} instead of {from:#x} ({meaning})")
            }
            Self::L2Grant { vg } => write!(f, "one L2 grant more in VG {vg}"),
            Self::VcGrant { die } => write!(f, "one VC grant more on die {die}"),
            Self::VcPoolFree { die } => write!(f, "the VC pool of die {die} free"),
            Self::Unreserved { of } => write!(f, "no reservation for {of}"),
            Self::Affinity { added } => write!(f, "{} in its affinity", Sips(*added)),
            Self::OfflinePriority { from, to } => write!(f, "offline_priority {to} instead of {from}"),
            Self::Estimate { from, to } => write!(f, "estimate {to} instead of {from}"),
            Self::Absent { kernel } => write!(f, "{kernel} not resident"),
        }
    }
}
