//! Turning a request from the runtime into descriptors.

use fw_api::types::{SipMask, TaskDescriptor, ThreadNum};
use fw_api::*;

fn action() -> KernelAction {
    KernelAction {
        kernel_id: 7,
        ctx: 2,
        dag_tag: 0xBEEF,
        on_cp: true,
        coop: false,
        threads: ThreadNum::new(4).unwrap(),
        blocks: 16,
        triggered: 3,
        affinity: SipMask(0xFF),
        est_exec_time: 500,
        offline_priority: 9,
        report: false,
        l2: Some(L2Need { bytes_per_block: 256 << 10, ahead: 4, prefetch_blocks: 1 }),
        vc: VcNeed::FromFirmware(4),
        params: BlockParams { base: 0x8000, slots: 8, slot_bytes: 64 },
    }
}

#[test]
fn a_request_becomes_a_descriptor() {
    let expected = TaskDescriptor {
        kernel_id: 7,
        affinity: 0xFF,
        est_exec_time: 500,
        offline_priority: 9,
        dag_tag: 0xBEEF,
        on_cp: true,
        out_path_mdma: true,
        enable_sip_alloc: true,
        enable_l2_alloc: true,
        enable_vc_alloc: true,
        ctx: 2,
        thread_num: 4,
        block_num: 16,
        block_trigger_cnt: 3,
        outstanding_block_num: 4,
        cdte_vc_num: 4,
        num_block_to_alloc_l2: 1,
        l2_size_per_block: 256 << 10,
        block_param_base: 0x8000,
        block_param_queue_size: 8,
        block_param_entry_size: 64,
        ..Default::default()
    };
    assert_eq!(action().compute(), Ok(expected));
    assert!(expected.encode().is_ok());
}

#[test]
fn a_prefetch_only_allocates_and_reports() {
    let (compute, prefetch) = (action().compute().unwrap(), action().prefetch().unwrap().unwrap());
    let expected =
        TaskDescriptor { enable_sip_alloc: false, enable_vc_alloc: false, out_path_mih: true, ..compute };
    assert_eq!(prefetch, expected);
    assert_eq!(KernelAction { l2: None, ..action() }.prefetch(), Ok(None));
}

/// A prefetch takes no SIP, so it has no blocks to launch together and no VCs.
#[test]
fn a_prefetch_of_a_cooperative_kernel_is_not_cooperative() {
    let action = KernelAction { coop: true, report: true, vc: VcNeed::FromHws(4), ..action() };
    let (compute, prefetch) = (action.compute().unwrap(), action.prefetch().unwrap().unwrap());
    assert!(compute.coop && compute.out_path_mih && compute.vc_hw_alloc);
    assert!(!prefetch.coop && prefetch.out_path_mih && !prefetch.vc_hw_alloc && !prefetch.enable_vc_alloc);
}

#[test]
fn grants_are_copied_to_the_kernel() {
    let prefetch = TaskDescriptor { l2_done: [1, 2, 3, 4, 5, 6, 7, 8], kernel_id: 1, ..Default::default() };
    let mut compute = TaskDescriptor { kernel_id: 2, ..Default::default() };
    copy_grants(&prefetch, &mut compute);
    assert_eq!((compute.l2_done, compute.kernel_id), (prefetch.l2_done, 2));
}

#[test]
fn vcs_come_from_where_the_request_says() {
    let td = |vc| KernelAction { vc, ..action() }.compute().unwrap();
    let hardware = td(VcNeed::FromHws(64));
    assert!(hardware.enable_vc_alloc && hardware.vc_hw_alloc && hardware.cdte_vc_num == 64);
    let fixed = td(VcNeed::Fixed { base: 3, num: 2 });
    assert!(!fixed.enable_vc_alloc && (fixed.edte_vc_base, fixed.edte_vc_num) == (3, 2));
}

#[test]
fn requests_that_the_hws_would_reject_are_refused() {
    let refused = |action: KernelAction| {
        let error = action.compute().unwrap_err();
        assert_eq!(action.prefetch(), Err(error), "a prefetch is refused with its kernel");
        error.argument
    };
    assert_eq!(refused(KernelAction { ctx: 4, ..action() }), "ctx");
    assert_eq!(refused(KernelAction { blocks: 0, ..action() }), "blocks");
    assert_eq!(refused(KernelAction { vc: VcNeed::FromHws(65), ..action() }), "vc");
}

#[test]
fn parameter_slots_are_used_in_turn() {
    let td = action().compute().unwrap();
    assert_eq!([0, 7, 8, 65535].map(|block| td.block_param_addr(block)), [0x8000, 0x81C0, 0x8000, 0x81C0]);
    let one = TaskDescriptor { block_param_queue_size: 0, ..td };
    assert_eq!(one.block_param_addr(9), 0x8000);
    let wraps = TaskDescriptor { block_param_base: u32::MAX, ..td };
    assert_eq!(wraps.block_param_addr(1), 63);
}

#[test]
fn flow_control_needs_messages() {
    let plain = KernelAction { l2: None, vc: VcNeed::FromHws(1), triggered: 16, ..action() };
    let plain = KernelAction { params: BlockParams { slots: 16, ..plain.params }, ..plain };
    let needs = |action: KernelAction| needs_messages(&action.compute().unwrap());
    assert!(!needs(plain));
    assert!(needs(KernelAction { triggered: 15, ..plain }));
    assert!(needs(KernelAction { params: BlockParams { slots: 15, ..plain.params }, ..plain }));
    assert!(needs(KernelAction { vc: VcNeed::FromFirmware(1), ..plain }));
    assert!(needs(KernelAction { l2: action().l2, ..plain }));
}
