//! Reasons and suggestions about second resources.

use hws_regs::{EnableSecondRscSch, RegId};
use hws_types::TaskDescriptor;

use super::bench::{Bench, END, assert_helps, candidate, is_register, suggestion, td};
use crate::explain::{Reason, StateChange};

/// The first attempt of the first kernel takes 8 to 56, that of the second 108 to 156.
fn bench(kernels: &[TaskDescriptor]) -> Bench {
    let on = EnableSecondRscSch::default().with_enable(true).bits();
    Bench::new(&[(RegId::EnableSecondRscSch, on)]).kernels(kernels)
}

#[test]
fn an_l2_grant_opens_a_vg() {
    let bench = bench(&[TaskDescriptor { enable_l2_alloc: true, ..td(1, 4, u32::MAX) }]);
    let seen = bench.at(20);
    let one = candidate(&seen, 1);
    assert_eq!(one.reason, Reason::SecondResources { open_vgs: 0, open_dies: 3 });
    let grant = suggestion(one, |change| matches!(change, StateChange::L2Grant { .. }));
    assert_eq!(grant.changes, [StateChange::L2Grant { vg: 0 }]);
    bench.assert_edit_helps(1, grant, |td| td.l2_done[0] = 1);
    bench.assert_lines_help(1, suggestion(one, is_register("ENABLE_SECOND_RSC_SCH")));
}

#[test]
fn a_vc_grant_opens_a_die() {
    let bench = bench(&[TaskDescriptor { enable_vc_alloc: true, ..td(1, 4, 0xFFFF_0000) }]);
    let seen = bench.at(20);
    let one = candidate(&seen, 1);
    assert_eq!(one.reason, Reason::SecondResources { open_vgs: 3, open_dies: 0 });
    let grant = suggestion(one, |change| matches!(change, StateChange::VcGrant { .. }));
    assert_eq!(grant.changes, [StateChange::VcGrant { die: 1 }], "die 0 has none of its SIPs");
    bench.assert_edit_helps(1, grant, |td| td.vc_done[1] = 1);
}

#[test]
fn a_free_vc_pool_opens_a_die() {
    let all = |td| TaskDescriptor { enable_vc_alloc: true, vc_hw_alloc: true, cdte_vc_num: 64, ..td };
    let bench = bench(&[all(td(1, 4, 0xFFFF)), all(td(2, 4, 0xFFFF))]);
    let seen = bench.at(120);
    let one = candidate(&seen, 2);
    assert_eq!(one.reason, Reason::SecondResources { open_vgs: 3, open_dies: 2 });
    let free = suggestion(one, |change| matches!(change, StateChange::VcPoolFree { .. }));
    assert_eq!(free.changes, [StateChange::VcPoolFree { die: 0 }]);
    let unused = bench.edited(|td| td.cdte_vc_num = if td.kernel_id == 1 { 0 } else { 64 });
    assert_helps(&bench.lines(END), &unused.lines(END), 2, free);
}

#[test]
fn a_kernel_without_both_grants_needs_both() {
    let needs = TaskDescriptor { enable_l2_alloc: true, enable_vc_alloc: true, ..td(1, 4, 0xFFFF) };
    let bench = bench(&[needs]);
    let seen = bench.at(bench.now());
    let one = candidate(&seen, 1);
    let is_grant =
        |change: &StateChange| matches!(change, StateChange::L2Grant { .. } | StateChange::VcGrant { .. });
    assert!(!one.why_not.iter().any(|why_not| why_not.changes.iter().all(is_grant) && why_not.size < 2));
    bench.assert_lines_help(1, suggestion(one, is_register("ENABLE_SECOND_RSC_SCH")));
}

#[test]
fn an_allocation_only_kernel_waits_for_firmware_alone() {
    let only = TaskDescriptor {
        enable_sip_alloc: false,
        enable_l2_alloc: true,
        num_block_to_alloc_l2: 3,
        ..td(1, 4, u32::MAX)
    };
    let bench = bench(&[only]);
    let seen = bench.at(bench.now());
    let one = candidate(&seen, 1);
    assert_eq!((&one.reason, one.why_not.len()), (&Reason::AllocationOnly, 0));
}
