//! Decisions under assumptions: what an attempt would decide if the state differed in some respect.
//!
//! An assumption changes a copy of the state, so that an explanation can ask "what if" without a clock and without
//! an effect. It obeys the same rules as the hardware where a rule applies: a SIP becomes idle by completing, and a
//! raised trigger ends at block_num.

use hws_regs::RegId;
use hws_types::{Cluster, Die, Entry, SipMask};

use crate::masks;
use crate::tables::Tables;

/// A respect in which the state differs, for [`Hws::choose_if`](crate::Hws::choose_if).
///
/// An assumption about an entry without a kernel changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assumption {
    /// A plain configuration register has this value; an illegal one changes nothing.
    Register {
        /// The register.
        id: RegId,
        /// Its value.
        value: u32,
    },
    /// The SIPs have completed what they run, and what is pending on them.
    Idle {
        /// The SIPs.
        sips: SipMask,
    },
    /// Firmware owns none of the SIPs (scheduler.md §8.4).
    Released {
        /// The SIPs.
        sips: SipMask,
    },
    /// The kernel has reserved nothing, so it is not an R-task.
    Unreserved {
        /// Its entry.
        entry: Entry,
    },
    /// The kernel is not in the Ready Station.
    Absent {
        /// Its entry.
        entry: Entry,
    },
    /// The trigger of the kernel is at least `count`.
    Trigger {
        /// Its entry.
        entry: Entry,
        /// The number of blocks that may be launched.
        count: u16,
    },
    /// The affinity of the kernel.
    Affinity {
        /// Its entry.
        entry: Entry,
        /// The SIPs that it may use.
        sips: SipMask,
    },
    /// The estimated execution time of a block of the kernel.
    Estimate {
        /// Its entry.
        entry: Entry,
        /// In time units.
        units: u32,
    },
    /// The offline_priority of the kernel.
    OfflinePriority {
        /// Its entry.
        entry: Entry,
        /// The priority.
        priority: u32,
    },
    /// The kernel has one L2 grant more in a VG (scheduler.md §9.1).
    L2Grant {
        /// Its entry.
        entry: Entry,
        /// The VG.
        vg: Cluster,
    },
    /// The kernel has one VC grant more on a die.
    VcGrant {
        /// Its entry.
        entry: Entry,
        /// The die.
        die: Die,
    },
    /// Every VC in the pool of a die is free.
    VcPoolFree {
        /// The die.
        die: Die,
    },
}

impl Assumption {
    /// Changes the tables.
    pub(crate) fn apply(self, tables: &mut Tables) {
        let Tables { rs, vc_pools, ownership, .. } = tables;
        match self {
            Self::Register { id, value } => tables.store(id, value),
            Self::Idle { sips } => complete(tables, sips),
            Self::Released { sips } => ownership.release(sips),
            Self::Unreserved { entry } => unreserve(tables, entry),
            Self::Absent { entry } => {
                unreserve(tables, entry);
                if tables.rs.get(entry).is_some() {
                    tables.rs.free(entry);
                }
            }
            Self::Trigger { entry, count } => {
                // None without a kernel: nothing changes.
                let _ = rs.update(entry, |kernel| kernel.raise_trigger(count));
            }
            Self::Affinity { entry, sips } => {
                rs.note(entry, |kernel| kernel.td.affinity = sips.0);
                derive_masks(tables);
            }
            Self::Estimate { entry, units } => rs.note(entry, |kernel| kernel.td.est_exec_time = units),
            Self::OfflinePriority { entry, priority } => rs.set_offline_priority(entry, priority),
            Self::L2Grant { entry, vg } => rs.note(entry, |kernel| kernel.grants.grant_l2(vg)),
            Self::VcGrant { entry, die } => rs.note(entry, |kernel| kernel.grants.grant_vc(die)),
            Self::VcPoolFree { die } => vc_pools.free_all(die),
        }
    }
}

fn complete(tables: &mut Tables, sips: SipMask) {
    for sip in sips.iter() {
        while !tables.sips.idle().contains(sip.mask()) {
            tables.sips.complete(sip);
        }
    }
}

fn unreserve(tables: &mut Tables, entry: Entry) {
    let Some(mask) = tables.rs.get(entry).map(|kernel| kernel.reserved) else { return };
    tables.reservations.release(mask);
    tables.rs.set_reserved(entry, SipMask::EMPTY);
}

fn derive_masks(tables: &mut Tables) {
    let present = tables.present();
    let Tables { rs, regs, .. } = tables;
    rs.recompute(|kernel| kernel.allowed = masks::allowed(kernel, regs, present));
}
