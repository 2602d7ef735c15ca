//! Kernels of the Ready Station: admissible, numbered, and with possible progress (scheduler.md §2.3–§2.5).

use core::fmt;

use hws_regs::{ErrStatus, FieldInfo, Register, params};
use hws_types::{Entry, HdrPush, Source};

use super::error::RestoreError;
use crate::admission;
use crate::kernel::Kernel;
use crate::second_resource::Requests;
use crate::{ErrorBit, Hws};

/// The number of values of hdr_id and of a context.
pub(super) const HDR_IDS: u8 = HdrPush::MAX_HDR_ID + 1;
pub(super) const CONTEXTS: u8 = params::N_CTX as u8;

/// An inconsistency of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KernelFault {
    /// Its entry is not below N_RS.
    Beyond {
        /// N_RS.
        n_rs: u32,
    },
    /// Its descriptor would be rejected.
    Inadmissible(ErrorBit),
    /// Its hdr_id does not fit into four bits.
    HdrId(u8),
    /// Its context is not 0..=3, or not that of the descriptor for an HDR task.
    Context(u8),
    /// Its kernel_seq has not been assigned yet.
    Number {
        /// Its kernel_seq.
        seq: u64,
        /// kernel_seq of the next kernel.
        next: u64,
    },
    /// Another kernel has the same kernel_seq.
    SameNumber {
        /// Its kernel_seq.
        seq: u64,
        /// The entry of the other kernel.
        other: Entry,
    },
    /// It has launched so many blocks that it would have left.
    Launched {
        /// The number of launched blocks.
        launched: u16,
        /// The largest possible number.
        most: u16,
    },
    /// Its trigger is out of range.
    Trigger {
        /// The trigger.
        trigger: u16,
        /// The lowest possible trigger.
        lowest: u16,
        /// The highest possible trigger, block_num.
        highest: u16,
    },
    /// Its offline_priority is below that of its descriptor.
    Priority {
        /// Its offline_priority.
        offline_priority: u32,
        /// That of the descriptor.
        lowest: u32,
    },
    /// It has requested fewer grants than it has received.
    Requests {
        /// The number of requested grants.
        requested: u32,
        /// The number of received grants.
        granted: u32,
    },
    /// Its DAG slot is not that of its tag.
    Slot {
        /// The slot.
        slot: Entry,
        /// The tag.
        tag: u16,
    },
}

impl fmt::Display for KernelFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beyond { n_rs } => write!(f, "it holds a kernel; only entries below N_RS = {n_rs} can"),
            Self::Inadmissible(bit) => {
                write!(f, "its descriptor would be rejected with {}; no such kernel is admitted", name(*bit))
            }
            Self::HdrId(hdr_id) => write!(f, "hdr_id {hdr_id}; it must be 0..={}", HDR_IDS - 1),
            Self::Context(ctx) => {
                write!(
                    f,
                    "context {ctx}; it must be 0..={}, and for an HDR task that of its descriptor",
                    CONTEXTS - 1
                )
            }
            Self::Number { seq, next } => {
                write!(f, "kernel_seq {seq}; it must be below the next one, {next}")
            }
            Self::SameNumber { seq, other } => {
                write!(f, "kernel_seq {seq} is that of entry {}; every kernel has its own", other.get())
            }
            Self::Launched { launched, most } => {
                write!(
                    f,
                    "{launched} blocks launched; a resident kernel of this kind has launched at most {most}"
                )
            }
            Self::Trigger { trigger, lowest, highest } => {
                write!(f, "trigger {trigger}; it must be {lowest}..={highest}")
            }
            Self::Priority { offline_priority, lowest } => {
                write!(
                    f,
                    "offline_priority {offline_priority}; it must be at least {lowest}, the descriptor's"
                )
            }
            Self::Requests { requested, granted } => {
                write!(f, "{requested} grants requested; it must be at least the {granted} that it has")
            }
            Self::Slot { slot, tag } => {
                write!(
                    f,
                    "DAG slot {} is not that of its tag {tag}; a kernel has the slot of its tag or none",
                    slot.get()
                )
            }
        }
    }
}

/// The name of the bit in ERR_STATUS.
fn name(bit: ErrorBit) -> &'static str {
    let is_it = |field: &&FieldInfo| field.lsb == bit.code();
    ErrStatus::INFO.fields.iter().find(is_it).map_or("", |field| field.name)
}

pub(super) fn check(hws: &Hws) -> Result<(), RestoreError> {
    hws.tables.rs.iter().try_for_each(|(entry, kernel)| {
        let judge = || {
            check_identity(hws, entry, kernel)?;
            check_progress(kernel)?;
            check_requests(&kernel.grants.l2)?;
            check_requests(&kernel.grants.vc)?;
            check_slot(hws, kernel)
        };
        judge().map_err(|fault| RestoreError::Kernel { entry, fault })
    })
}

type Judged = Result<(), KernelFault>;

fn check_identity(hws: &Hws, entry: Entry, kernel: &Kernel) -> Judged {
    let (n_rs, next, seq) = (hws.config.n_rs(), hws.tables.rs.next_seq(), kernel.seq);
    let ctx = if kernel.ids.source == Source::Hdr { kernel.td.ctx } else { kernel.ctx };
    let older = |(other, kernel): (Entry, &Kernel)| (other < entry && kernel.seq == seq).then_some(other);
    if entry.get() >= n_rs {
        return Err(KernelFault::Beyond { n_rs });
    }
    // With second resources on, admission accepts every descriptor that it can accept in any configuration.
    admission::check(&kernel.td, hws.tables.topology(), true).map_err(KernelFault::Inadmissible)?;
    if kernel.ids.hdr_id >= HDR_IDS {
        return Err(KernelFault::HdrId(kernel.ids.hdr_id));
    }
    if kernel.ctx.max(kernel.td.ctx) >= CONTEXTS || kernel.ctx != ctx {
        return Err(KernelFault::Context(kernel.ctx));
    }
    if seq >= next {
        return Err(KernelFault::Number { seq, next });
    }
    hws.tables.rs.iter().find_map(older).map_or(Ok(()), |other| Err(KernelFault::SameNumber { seq, other }))
}

/// A kernel leaves with its last block; a cooperative one and a firmware task leave with their first launch.
fn check_progress(kernel: &Kernel) -> Judged {
    let Kernel { td, launched, trigger, offline_priority, .. } = *kernel;
    let leaves_at_once = td.coop || !td.enable_sip_alloc || kernel.ids.source == Source::Firmware;
    let most = if leaves_at_once { 0 } else { td.block_num - 1 };
    let (lowest, highest) = (launched.max(td.block_trigger_cnt.min(td.block_num)), td.block_num);
    if launched > most {
        return Err(KernelFault::Launched { launched, most });
    }
    if trigger < lowest || trigger > highest {
        return Err(KernelFault::Trigger { trigger, lowest, highest });
    }
    if offline_priority < td.offline_priority {
        return Err(KernelFault::Priority { offline_priority, lowest: td.offline_priority });
    }
    Ok(())
}

fn check_requests(requests: &Requests) -> Judged {
    let Requests { requested, granted } = *requests;
    if requested < granted { Err(KernelFault::Requests { requested, granted }) } else { Ok(()) }
}

fn check_slot(hws: &Hws, kernel: &Kernel) -> Judged {
    let (slot, tag) = (kernel.dag_slot, kernel.td.dag_tag);
    match slot.filter(|_| slot != hws.tables.dags.find(tag)) {
        Some(slot) => Err(KernelFault::Slot { slot, tag }),
        None => Ok(()),
    }
}
