//! Calls that need no hardware return the same result in C and in Rust.

use std::num::NonZeroU32;
use std::ptr::null_mut;

use fw_api::types::{Cluster, SipMask, TaskDescriptor, ThreadNum, Topology};
use fw_api::*;
use hws_fw::hws_status::*;
use hws_fw::*;

/// Returns what a successful call filled.
fn filled<T: Default>(call: impl FnOnce(*mut T) -> hws_status) -> Result<T, hws_status> {
    let mut out = T::default();
    match call(&mut out) {
        HWS_OK => Ok(out),
        status => Err(status),
    }
}

#[test]
fn curves_match_those_of_rust() {
    let points = [hws_rank_ratio { rank: 3, ratio: 90 }, hws_rank_ratio { rank: 20, ratio: 7 }];
    // SAFETY: the pointers are of this test.
    let tables = unsafe {
        [
            filled(|t: *mut [u32; 32]| hws_priority_curve_linear(100, 7, t.cast(), null_mut())),
            filled(|t: *mut [u32; 32]| hws_priority_curve_geometric(7, 3, 2, t.cast(), null_mut())),
            filled(|t: *mut [u32; 32]| hws_priority_curve_points(points.as_ptr(), 2, t.cast(), null_mut())),
        ]
    };
    let denominator = NonZeroU32::new(2).unwrap();
    let curves = [
        PriorityCurve::Linear { first: 100, last: 7 },
        PriorityCurve::Geometric { first: 7, numerator: 3, denominator },
        PriorityCurve::Points(&[(3, 90), (20, 7)]),
    ];
    assert_eq!(tables, curves.map(|curve| Ok(curve.table().unwrap())));
}

#[test]
fn placement_matches_that_of_rust() {
    let (machine, c_machine) =
        (Topology::new(3, 8).unwrap(), hws_topology { cluster_sip_num: 3, cluster_num: 8 });
    let (two, loads) = (ThreadNum::new(2).unwrap(), [9, 8, 7, 6, 5, 6, 7, 8]);
    // SAFETY: the pointers are of this test.
    let said = unsafe {
        [
            filled(|out| hws_sip_ids_to_logical(c_machine, 0x8F, out, null_mut())),
            filled(|out| hws_sip_ids_from_logical(c_machine, 0x7000_0011, out, null_mut())),
            filled(|out| hws_max_coop_blocks(c_machine, 2, out, null_mut())),
            filled(|out| hws_pin_to_cluster(c_machine, 2, 1, u32::MAX, 5, out, null_mut())),
            filled(|out| hws_pin_to_cluster(c_machine, 2, 2, u32::MAX, 5, out, null_mut())),
            filled(|out| {
                hws_pin_to_least_loaded_cluster(c_machine, 2, 1, u32::MAX, loads.as_ptr(), out, null_mut())
            }),
        ]
    };
    let pin = |together, policy| pin_to_cluster(machine, two, together, SipMask::ALL, policy);
    let expected = [
        sip_ids::to_logical(machine, SipMask(0x8F)).unwrap().0,
        sip_ids::from_logical(machine, SipMask(0x7000_0011)).unwrap().0,
        max_coop_blocks(machine, two),
        pin(1, PinPolicy::Fixed(Cluster::wrapping(5))).unwrap().0,
        0,
        pin(1, PinPolicy::LeastLoaded(loads)).unwrap().0,
    ];
    assert_eq!(pin(2, PinPolicy::Fixed(Cluster::wrapping(5))), None);
    assert_eq!(said, expected.map(Ok));
}

/// Every member has a different value.
const C_ACTION: hws_kernel_action = hws_kernel_action {
    kernel_id: 1,
    ctx: 2,
    dag_tag: 3,
    on_cp: 4,
    coop: 0,
    threads: 6,
    blocks: 7,
    triggered: 8,
    affinity: 9,
    est_exec_time: 10,
    offline_priority: 11,
    report: 0,
    has_l2: 13,
    l2_bytes_per_block: 14,
    l2_ahead: 15,
    l2_prefetch_blocks: 16,
    vc: HWS_VC_FIXED,
    vc_base: 17,
    vc_num: 18,
    params_base: 19,
    params_slots: 20,
    params_slot_bytes: 21,
};

fn action() -> KernelAction {
    KernelAction {
        kernel_id: 1,
        ctx: 2,
        dag_tag: 3,
        on_cp: true,
        coop: false,
        threads: ThreadNum::new(6).unwrap(),
        blocks: 7,
        triggered: 8,
        affinity: SipMask(9),
        est_exec_time: 10,
        offline_priority: 11,
        report: false,
        l2: Some(L2Need { bytes_per_block: 14, ahead: 15, prefetch_blocks: 16 }),
        vc: VcNeed::Fixed { base: 17, num: 18 },
        params: BlockParams { base: 19, slots: 20, slot_bytes: 21 },
    }
}

fn compute(action: &hws_kernel_action) -> [u32; HWS_TD_WORDS] {
    // SAFETY: the pointers are of this test.
    filled(|words: *mut [u32; HWS_TD_WORDS]| unsafe {
        hws_kernel_action_compute(action, words.cast(), null_mut())
    })
    .unwrap()
}

#[test]
fn descriptors_match_those_of_rust() {
    assert_eq!(compute(&C_ACTION), action().compute().unwrap().encode().unwrap());
    // SAFETY: the pointers are of this test.
    let prefetch = filled(|words: *mut [u32; HWS_TD_WORDS]| unsafe {
        hws_kernel_action_prefetch(&C_ACTION, words.cast(), null_mut())
    });
    assert_eq!(prefetch, Ok(action().prefetch().unwrap().unwrap().encode().unwrap()));

    let other = hws_kernel_action { on_cp: 0, coop: 1, report: 1, has_l2: 0, ..C_ACTION };
    let rust = KernelAction { on_cp: false, coop: true, report: true, l2: None, ..action() };
    for (vc, need) in
        [(HWS_VC_FROM_FIRMWARE, VcNeed::FromFirmware(18)), (HWS_VC_FROM_HWS, VcNeed::FromHws(18))]
    {
        let rust = KernelAction { vc: need, ..rust };
        assert_eq!(compute(&hws_kernel_action { vc, ..other }), rust.compute().unwrap().encode().unwrap());
    }
}

#[test]
fn questions_about_descriptors_have_the_answers_of_rust() {
    let mut granted = action().prefetch().unwrap().unwrap();
    granted.l2_done = [1, 2, 3, 4, 5, 6, 7, 8];
    let (from, mut to) = (granted.encode().unwrap(), compute(&C_ACTION));
    // SAFETY: the pointers are of this test.
    unsafe {
        assert_eq!(hws_copy_grants(from.as_ptr(), to.as_mut_ptr(), null_mut()), HWS_OK);
        assert_eq!(
            TaskDescriptor::decode(&to),
            TaskDescriptor { l2_done: granted.l2_done, ..action().compute().unwrap() }
        );
        let modest = TaskDescriptor::default().encode().unwrap();
        assert_eq!(filled(|out| hws_needs_messages(to.as_ptr(), out, null_mut())), Ok(true));
        assert_eq!(filled(|out| hws_needs_messages(modest.as_ptr(), out, null_mut())), Ok(false));
        // Slot 25 mod 20 of 21 bytes each, from 19.
        assert_eq!(filled(|out| hws_block_param_addr(to.as_ptr(), 25, out, null_mut())), Ok(19 + 5 * 21));
        let task = hws_firmware_task { td_addr: 4, hdr_id: 5, hdr_entry_id: 6, ctx: 1 };
        let ids = hws_task_ids { source: HWS_SOURCE_FIRMWARE, hdr_id: 5, hdr_entry_id: 6 };
        assert_eq!(filled(|out| hws_firmware_task_ids(&task, out, null_mut())), Ok(ids));
    }
}
