//! Grants used never exceed grants given.
//!
//! This is checked twice: by RSC_OPEN as latched (no launch where it is closed), and by the checker's own
//! count. Grants given are the done counters as the HWS reads them from the descriptor in memory: at
//! admission, after each launch and at each TD_REFRESH. Each launch uses one. The second check needs memory
//! to be known ([`InvariantChecker::memory_written`](crate::check::InvariantChecker::memory_written)).

use hws_types::{Cluster, Die, Rule, TaskDescriptor};

use super::requests::Requested;
use crate::check::books::{KernelBook, word_of};
use crate::check::launched::Judged;
use crate::check::violation::{Invariant, Resource, Violation};
use crate::memory::SparseMemory;

/// Done and used counters of a kernel. They wrap as specified in scheduler.md §9.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::check) struct Grants {
    l2_done: [u8; Cluster::COUNT],
    l2_used: [u8; Cluster::COUNT],
    vc_done: [u16; Die::COUNT],
    vc_used: [u16; Die::COUNT],
    pub(super) l2: Requested,
    pub(super) vc: Requested,
}

impl Grants {
    pub(in crate::check) fn at_admission(td: &TaskDescriptor) -> Self {
        let mut grants = Self {
            l2_done: [0; Cluster::COUNT],
            l2_used: [0; Cluster::COUNT],
            vc_done: [0; Die::COUNT],
            vc_used: [0; Die::COUNT],
            l2: Requested::default(),
            vc: Requested::default(),
        };
        grants.replace(td.l2_done, td.vc_done);
        grants
    }

    /// The done counters as read; what they have grown is granted.
    fn replace(&mut self, l2_done: [u8; Cluster::COUNT], vc_done: [u16; Die::COUNT]) {
        let l2 = l2_done.iter().zip(self.l2_done).map(|(new, old)| u32::from(new.wrapping_sub(old)));
        let vc = vc_done.iter().zip(self.vc_done).map(|(new, old)| u32::from(new.wrapping_sub(old)));
        self.l2.grant(l2.sum());
        self.vc.grant(vc.sum());
        (self.l2_done, self.vc_done) = (l2_done, vc_done);
    }

    /// Uses one L2 grant of a VG; the error is the number of grants given, when none is left.
    fn take_l2(&mut self, vg: Cluster) -> Result<(), u32> {
        let (done, used) = (self.l2_done[vg.index()], &mut self.l2_used[vg.index()]);
        let is_open = done != *used;
        *used = used.wrapping_add(1);
        if is_open { Ok(()) } else { Err(done.into()) }
    }

    /// Uses one VC grant of a die; the error is the number of grants given, when none is left.
    fn take_vc(&mut self, die: usize) -> Result<(), u32> {
        let (done, used) = (self.vc_done[die], &mut self.vc_used[die]);
        let is_open = done != *used;
        *used = used.wrapping_add(1);
        if is_open { Ok(()) } else { Err(done.into()) }
    }
}

/// The VG and the die of a block were open at LATCH, and [`takes_grants`].
pub(in crate::check) fn takes_open_places(
    judged: &Judged<'_>,
    kernel: Option<&mut KernelBook>,
) -> Result<(), Violation> {
    let Judged { launch, task, latched } = judged;
    let Some(first) = launch.sips.first().filter(|_| latched.regs.enable_second_rsc_sch.enable()) else {
        return Ok(());
    };
    let (vg, die) = (latched.topology().cluster_of(first), Die::from_sip(first).index());
    if task.open.vg() >> vg.get() & 1 == 0 {
        return violated(judged, format!("takes SIPs of VG {}, which is closed to it", vg.get()));
    }
    if task.open.die() >> die & 1 == 0 {
        return violated(judged, format!("takes SIPs of die {die}, which is closed to it"));
    }
    kernel.map_or(Ok(()), |kernel| takes_grants(judged, kernel, vg, die))
}

/// A grant of each resource that firmware grants to the kernel is left for the block.
fn takes_grants(
    judged: &Judged<'_>,
    kernel: &mut KernelBook,
    vg: Cluster,
    die: usize,
) -> Result<(), Violation> {
    let (Some((_, td)), Some(grants)) = (&kernel.descriptor, &mut kernel.grants) else { return Ok(()) };
    let l2 = if td.enable_l2_alloc { grants.take_l2(vg) } else { Ok(()) };
    let vc = if td.enable_vc_alloc && !td.vc_hw_alloc { grants.take_vc(die) } else { Ok(()) };
    let over = |resource: &str, given: u32| {
        violated(judged, format!("uses one {resource} more than the {given} given"))
    };
    l2.or_else(|given| over(&format!("L2 grant of VG {}", vg.get()), given))?;
    vc.or_else(|given| over(&format!("VC grant of die {die}"), given))
}

fn violated(judged: &Judged<'_>, how: String) -> Result<(), Violation> {
    let launch = judged.launch;
    let how = format!("of kernel {} {how}", launch.seq);
    let violation =
        Violation::new(Invariant::I9, launch.cycle, Resource::Launch(launch.id), how, Rule::Scheduler9_1);
    Err(violation.since("latched", judged.latched_at()))
}

/// The HWS reads the live words of a kernel again, and adopts all of them or none (scheduler.md §6.3).
pub(in crate::check) fn reread(kernel: &mut KernelBook, memory: &mut SparseMemory) {
    let Some((address, _)) = kernel.descriptor else { return };
    let mut word = |index| word_of(memory, address, index);
    let [w9, w10, w11] = TaskDescriptor::COUNTER_WORDS.map(&mut word);
    let is_readable = word(TaskDescriptor::TRIGGER_WORD).is_some();
    let (Some(w9), Some(w10), Some(w11), true) = (w9, w10, w11, is_readable) else { return };
    if let Some(grants) = &mut kernel.grants {
        grants.replace(TaskDescriptor::decode_l2_done(w9, w10), TaskDescriptor::decode_vc_done(w11));
    }
}
