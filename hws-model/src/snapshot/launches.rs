//! Live launches: possible blocks, each of which owns exactly the SIPs that are not done (I1, I2;
//! scheduler.md §6.2, §7.3).

use core::fmt;

use hws_types::{Entry, LaunchId, Sip, SipMask, ThreadNum, Topology};

use super::error::RestoreError;
use crate::Hws;
use crate::kernel::Kernel;
use crate::launch_table::Launch;
use crate::paths::Paths;
use crate::sip_status::SipStatus;

/// An inconsistency of a live launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaunchFault {
    /// Its SIPs are not a block.
    Shape {
        /// Its SIPs.
        mask: SipMask,
    },
    /// Neither output path was on.
    NoPath,
    /// Its kernel has not been admitted yet.
    Number {
        /// kernel_seq.
        kernel_seq: u32,
        /// kernel_seq of the next kernel.
        next: u64,
    },
    /// Its kernel, which is still in the Ready Station, cannot have launched it.
    Kernel {
        /// The entry of the kernel.
        entry: Entry,
    },
    /// Another launch is the same block.
    SameBlock {
        /// The other launch.
        other: LaunchId,
    },
    /// The SIPs that are not done are not those that run or hold the launch.
    Owned {
        /// The SIPs of its mask that are not done.
        due: SipMask,
        /// The SIPs that run or hold it.
        owned: SipMask,
    },
    /// Some SIPs are done that are not in its mask.
    Done {
        /// The SIPs that are done.
        done: SipMask,
        /// Its SIPs.
        mask: SipMask,
    },
}

impl fmt::Display for LaunchFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape { mask } => {
                write!(f, "its SIPs {mask} must be one aligned block of present SIPs in one cluster")
            }
            Self::NoPath => f.write_str("neither path was on at the launch; at least one must have been"),
            Self::Number { kernel_seq, next } => {
                write!(f, "kernel_seq {kernel_seq}; it must be below the next one, {next}")
            }
            Self::Kernel { entry } => write!(
                f,
                "its kernel, in entry {}, cannot have launched a block with these ids, block id or SIPs",
                entry.get()
            ),
            Self::SameBlock { other } => {
                write!(f, "it is the same block as launch {}; a block is launched once", other.get())
            }
            Self::Owned { due, owned } => {
                write!(
                    f,
                    "SIPs {due} are not done and SIPs {owned} run or hold it; both must be the same, and not empty"
                )
            }
            Self::Done { done, mask } => write!(f, "SIPs {done} are done; they must lie in its mask {mask}"),
        }
    }
}

pub(super) fn check(hws: &Hws) -> Result<(), RestoreError> {
    hws.tables.launches.iter().try_for_each(|(id, launch)| {
        let judge = || {
            check_shape(hws, launch)?;
            check_kernel(hws, launch)?;
            check_block(hws, id, launch)?;
            check_owners(&hws.tables.sips, id, launch)
        };
        judge().map_err(|fault| RestoreError::Launch { id, fault })
    })
}

type Judged = Result<(), LaunchFault>;

fn check_shape(hws: &Hws, launch: &Launch) -> Judged {
    if !is_block(launch.mask, hws.tables.topology()) {
        return Err(LaunchFault::Shape { mask: launch.mask });
    }
    if launch.paths == Paths::default() {
        return Err(LaunchFault::NoPath);
    }
    Ok(())
}

fn is_block(mask: SipMask, topology: Topology) -> bool {
    let threads = ThreadNum::new(mask.len()).filter(|threads| threads.get() <= topology.cluster_sip_num());
    let shape = threads.zip(mask.first());
    shape.is_some_and(|(threads, first)| {
        let is_aligned = first.get().is_multiple_of(threads.slot());
        is_aligned && mask == SipMask::block(first.get(), threads) && topology.present().contains(mask)
    })
}

/// Launches have the low 32 bits of kernel_seq.
fn check_kernel(hws: &Hws, launch: &Launch) -> Judged {
    let (kernel_seq, next) = (launch.kernel_seq, hws.tables.rs.next_seq());
    if u64::from(kernel_seq) >= next {
        return Err(LaunchFault::Number { kernel_seq, next });
    }
    // After a wrap, equal numbers may be those of an older kernel.
    let is_unique = next <= 1 << 32;
    let strange = |(entry, kernel): (Entry, &Kernel)| {
        (kernel.seq32() == kernel_seq && !can_have_launched(kernel, launch)).then_some(entry)
    };
    match hws.tables.rs.iter().find_map(strange).filter(|_| is_unique) {
        Some(entry) => Err(LaunchFault::Kernel { entry }),
        None => Ok(()),
    }
}

fn can_have_launched(kernel: &Kernel, launch: &Launch) -> bool {
    let number = launch.block_id.wrapping_sub(kernel.td.start_block_idx);
    launch.ids == kernel.ids
        && number < kernel.launched
        && launch.mask.len() == kernel.threads.get()
        && kernel.affinity().contains(launch.mask)
}

fn check_block(hws: &Hws, id: LaunchId, launch: &Launch) -> Judged {
    let is_unique = hws.tables.rs.next_seq() <= 1 << 32;
    let same = |other: &Launch| other.kernel_seq == launch.kernel_seq && other.block_id == launch.block_id;
    let mut before = hws.tables.launches.iter().take_while(|(other, _)| *other != id);
    match before.find(|(_, other)| is_unique && same(other)) {
        Some((other, _)) => Err(LaunchFault::SameBlock { other }),
        None => Ok(()),
    }
}

fn check_owners(sips: &SipStatus, id: LaunchId, launch: &Launch) -> Judged {
    let Launch { done, mask, .. } = *launch;
    let has = |sip: &Sip| [sips.running_launch(*sip), sips.pending_launch(*sip)].contains(&Some(id));
    let owned = Sip::all().filter(has).fold(SipMask::EMPTY, |all, sip| all | sip.mask());
    let due = mask - done;
    if !mask.contains(done) {
        return Err(LaunchFault::Done { done, mask });
    }
    if due != owned || due.is_empty() {
        return Err(LaunchFault::Owned { due, owned });
    }
    Ok(())
}
