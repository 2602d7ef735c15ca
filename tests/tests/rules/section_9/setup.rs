//! Kernels and register queries for the tests of §9.

use hws_regs::{EnableSecondRscSch, RegId, RsRscOpen, RsRscReq, TdRefresh};
use hws_tests::rig::{Rig, RigTask, td};
use hws_types::{MihMessage, Notice, TaskDescriptor};

pub(super) fn switch(rig: &mut Rig, on: bool) {
    rig.write((), EnableSecondRscSch::from_bits(0).with_enable(on));
}

/// A rig with second resources on.
pub(super) fn enabled() -> Rig {
    let mut rig = Rig::new();
    switch(&mut rig, true);
    rig
}

/// L2 grants in VG 0 and VG 1.
pub(super) fn l2(vg_0: u8, vg_1: u8, td: TaskDescriptor) -> TaskDescriptor {
    TaskDescriptor { enable_l2_alloc: true, l2_done: [vg_0, vg_1, 0, 0, 0, 0, 0, 0], ..td }
}

/// VC grants of die 0 and die 1.
pub(super) fn vc(die_0: u16, die_1: u16, td: TaskDescriptor) -> TaskDescriptor {
    TaskDescriptor { enable_vc_alloc: true, vc_done: [die_0, die_1], ..td }
}

/// A run of `num` VCs from the HWS for each block.
pub(super) fn run(num: u8, td: TaskDescriptor) -> TaskDescriptor {
    TaskDescriptor { enable_vc_alloc: true, vc_hw_alloc: true, cdte_vc_num: num, ..td }
}

/// Requests may run `ahead` blocks ahead.
pub(super) fn ahead(ahead: u8, td: TaskDescriptor) -> TaskDescriptor {
    TaskDescriptor { outstanding_block_num: ahead, ..td }
}

/// A kernel that waits for `grants` L2 grants and does not run.
pub(super) fn allocation_only(grants: u16) -> TaskDescriptor {
    TaskDescriptor { enable_sip_alloc: false, num_block_to_alloc_l2: grants, ..l2(0, 0, td(1, 1)) }
}

/// RSC_OPEN: VGs and dies.
pub(super) fn open(rig: &Rig, task: RigTask) -> (u32, u32) {
    let open = RsRscOpen::from_bits(rig.peek(RegId::RsRscOpen(task.index())));
    (open.vg(), open.die())
}

/// RSC_REQ: L2 and VC.
pub(super) fn requested(rig: &Rig, task: RigTask) -> (u32, u32) {
    let requested = RsRscReq::from_bits(rig.peek(RegId::RsRscReq(task.index())));
    (requested.l2(), requested.vc())
}

/// Rewrites the descriptor and has it read again at once (no attempt may be in flight).
pub(super) fn refresh(rig: &mut Rig, task: RigTask, td: TaskDescriptor) {
    rig.rewrite(task, td);
    rig.write((), TdRefresh::from_bits(0).with_entry_masked(task.entry.into()));
    rig.tick();
}

/// A request: L2 or not, the entry, the block, and where.
pub(super) type Request = (bool, u32, u16, u8);

/// The requests in the FIFO, in order; everything is taken out.
pub(super) fn requests(rig: &mut Rig) -> Vec<Request> {
    let request = |message: MihMessage| match message {
        MihMessage::Notify { of, notice: Notice::L2AllocReq { entry, vgs } } => {
            Some((true, entry.get(), of.block_id, vgs))
        }
        MihMessage::Notify { of, notice: Notice::VcAllocReq { entry, dies } } => {
            Some((false, entry.get(), of.block_id, dies))
        }
        _ => None,
    };
    rig.messages().into_iter().filter_map(request).collect()
}

/// The blocks that requests ask for.
pub(super) fn blocks(rig: &mut Rig) -> Vec<u16> {
    requests(rig).into_iter().map(|(_, _, block, _)| block).collect()
}
