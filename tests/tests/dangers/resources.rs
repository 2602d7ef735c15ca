//! D17 to D21 and D24 to D26: second resources (scheduler.md §6.6, §9).

use hws_regs::{HwsStatus, MihStatus, RsProgress, RsRscOpen, RsRscReq};
use hws_types::{MihMessage, Notice, RawMih};

use crate::dangers::trace::{Trace, number};

fn launched(trace: &Trace, register: &str) -> u32 {
    RsProgress::from_bits(trace.value(register)).launched()
}

/// The VGs in each L2_ALLOC_REQ.
fn l2_requests(trace: &Trace) -> Vec<u8> {
    let message = |event: &&serde_json::Value| {
        let [dw0, dw1] = ["dw0", "dw1"].map(|key| u32::try_from(number(event, key)).unwrap());
        match MihMessage::decode(RawMih { dw0, dw1 }) {
            Ok(MihMessage::Notify { notice: Notice::L2AllocReq { vgs, .. }, .. }) => Some(vgs),
            _ => None,
        }
    };
    trace.events("mih").iter().filter_map(message).collect()
}

#[test]
fn d17_a_grant_needs_a_refresh() {
    let name = "V-16_grants_need_a_refresh";
    let trace = Trace::of(name);
    // One grant at admission; the second was written after the only re-read, at the first launch.
    assert_eq!((trace.launches(0).len(), launched(&trace, "RS[0].PROGRESS")), (1, 1));
    let read = "{\"at\":10000,\"op\":\"read\",\"reg\":\"RS[0].PROGRESS\"}";
    let refresh = format!("{{\"at\":5000,\"op\":\"write\",\"reg\":\"TD_REFRESH\",\"value\":0}}\n{read}");
    assert_eq!(Trace::edited(name, &[(read, &refresh)]).launches(0).len(), 2);
}

#[test]
fn d18_a_counter_that_shrinks_reads_as_255_grants() {
    let trace = Trace::of("V-17_done_counters_that_shrink_or_256_grants");
    let launches = trace.launches(0);
    let refresh = number(trace.events("cmd")[0], "c");
    // Two grants, two blocks; then done goes from 2 to 1: (1 - 2) mod 256 = 255 open grants.
    assert_eq!(launches.iter().filter(|launch| launch.cycle < refresh).count(), 2);
    assert_eq!(launches.len(), 20, "all the blocks, on two grants");
}

#[test]
fn d19_256_outstanding_grants_read_as_none() {
    let trace = Trace::of("V-17_done_counters_that_shrink_or_256_grants");
    // 255 at admission and one more: 256 mod 256 = 0 are open, and a 257th is never requested.
    assert_eq!(RsRscOpen::from_bits(trace.value("RS[0].RSC_OPEN")).vg(), 0);
    assert!(trace.launches(1).is_empty());
    assert!(trace.events("mih").iter().all(|event| number(event, "c") < 1500));
}

#[test]
fn d20_small_vc_runs_keep_a_long_one_out() {
    let trace = Trace::of("V-18_small_vc_runs_keep_a_long_one_out");
    let small = trace.launches(0);
    assert!(
        trace.launches(1).is_empty(),
        "it needs all 64 VCs of the die at once, and is second in order anyway"
    );
    assert_eq!(trace.value("SIP_IDLE_MASK") & 0xFF, 0xFF, "its SIPs are idle all the time");
    assert!(small.iter().all(|launch| launch.mask & 0xFF == 0));
    // Some run is always in use: each is taken before the previous one is returned.
    assert!(small.windows(2).all(|pair| trace.completed(pair[0]).is_none_or(|end| end > pair[1].cycle)));
}

#[test]
fn d20_small_vc_runs_keep_out_the_first_of_the_pool() {
    let name = "D20_small_vc_runs_keep_out_the_first_of_the_pool";
    let trace = Trace::of(name);
    let (small, long) = (trace.launches(0), trace.launch(1));
    // An R-task with its SIPs reserved and idle, and a pool with VCs left.
    assert_eq!((trace.value("RESERVED_SIP_MASK"), trace.value("SIP_IDLE_MASK") & 0xFF), (0xFF, 0xFF));
    assert_eq!(trace.value("VC_POOL_FREE[0][1]"), u32::MAX);
    assert_eq!(small.len(), 100);
    assert!(small.iter().all(|launch| trace.completed(*launch).unwrap() < long.cycle));
    // With runs of 0 VCs instead of 4, it is launched in the first attempt after its admission.
    let without = Trace::edited(name, &[(",1024,0,", ",0,0,")]);
    let admitted = number(without.events("admit")[1], "c");
    assert!(without.launch(1).cycle <= admitted + 2 * crate::dangers::trace::ATTEMPT);
}

#[test]
fn d21_switching_off_strands_allocation_only_kernels() {
    let name = "V-19_switching_second_resources_off";
    let trace = Trace::of(name);
    let status = HwsStatus::from_bits(trace.value("HWS_STATUS"));
    assert_eq!(status.rs_count(), 1, "granted, refreshed, and still resident");
    assert_eq!(trace.events("kernel_done").len(), 1);
    assert_eq!(trace.launches(1).len(), 2, "and the other kernel runs without any grant");
    let read = "{\"at\":9000,\"op\":\"read\"";
    let on = format!(
        "{{\"at\":8000,\"op\":\"write\",\"reg\":\"ENABLE_SECOND_RSC_SCH\",\"value\":1}}\n\
         {{\"at\":8000,\"op\":\"write\",\"reg\":\"TD_REFRESH\",\"value\":0}}\n{read}"
    );
    assert_eq!(Trace::edited(name, &[(read, &on)]).events("kernel_done").len(), 2);
}

#[test]
fn d24_a_grant_in_the_vg_of_the_other_block_stops_a_cooperative_kernel() {
    let name = "V-22_a_grant_where_the_kernel_cannot_use_it";
    let trace = Trace::of(name);
    // Two grants for two blocks, both in VG 0; both requests are answered, so no third is sent.
    assert!(trace.all_launches().is_empty());
    assert_eq!(RsRscReq::from_bits(trace.value("RS[0].RSC_REQ")).l2(), 2);
    assert_eq!(l2_requests(&trace), [0b11, 0b11]);
    let one_each = Trace::edited(name, &[("\"words\":[2,0,0]", "\"words\":[257,0,0]")]);
    assert_eq!(one_each.all_launches().len(), 2);
}

#[test]
fn d24_a_grant_outside_the_affinity_stops_a_kernel() {
    let name = "D24_a_grant_outside_the_affinity";
    let trace = Trace::of(name);
    assert_eq!(l2_requests(&trace), [0b01, 0b01], "VG 0 was requested");
    assert_eq!(launched(&trace, "RS[0].PROGRESS"), 0);
    assert_eq!(RsRscReq::from_bits(trace.value("RS[0].RSC_REQ")).l2(), 2);
    let as_named = Trace::edited(name, &[("\"words\":[512,0,0]", "\"words\":[2,0,0]")]);
    assert_eq!(as_named.all_launches().len(), 2);
}

#[test]
fn d25_a_cooperative_reservation_in_one_vc_pool_holds_sips_in_vain() {
    let trace = Trace::of("V-23_cooperative_reservation_in_one_vc_pool");
    let promote = trace.events("promote");
    // Both blocks of 40 VCs on one die, whose pool has 64.
    assert_eq!((promote.len(), number(promote[0], "mask")), (1, 0xFFFF));
    assert!(trace.launches(1).is_empty() && trace.events("cancel").is_empty());
    assert_eq!(trace.value("RESERVED_SIP_MASK"), 0xFFFF);
    assert_eq!(trace.value("SIP_IDLE_MASK") & 0xFFFF, 0xFFFF);
}

#[test]
fn d25_runs_that_fit_into_one_pool_are_launched() {
    // Runs of 32 instead of 40: two of them are 64.
    let trace = Trace::edited("V-23_cooperative_reservation_in_one_vc_pool", &[(",10240,", ",8192,")]);
    assert_eq!((trace.launches(1).len(), trace.pools(1)), (2, vec!["R", "R"]));
}

#[test]
fn d25_two_reservations_hold_what_the_other_needs() {
    let name = "D25_two_reservations_hold_what_the_other_needs";
    let trace = Trace::of(name);
    assert_eq!((trace.value("RESERVED_SIP_MASK"), trace.value("SIP_IDLE_MASK")), (u32::MAX, u32::MAX));
    assert!(
        trace.launches(2).is_empty() && trace.launches(3).is_empty() && trace.events("cancel").is_empty()
    );
    let one_r_task = Trace::edited(name, &[("\"value\":8193", "\"value\":4097")]);
    assert_eq!((one_r_task.launches(2).len(), one_r_task.launches(3).len()), (2, 2));
}

#[test]
fn d26_32_unread_messages_stop_all_requests() {
    let name = "V-24_unread_messages_stop_requests";
    let trace = Trace::of(name);
    assert_eq!(trace.events("mih").len(), 32);
    assert!(l2_requests(&trace).is_empty());
    assert_eq!((trace.value("ERR_STATUS"), trace.value("CNT_MIH_DROP")), (0, 0), "nothing shows it");
    let read = "{\"at\":5000,\"op\":\"read\",\"reg\":\"RS[0].RSC_REQ\"}";
    let pop = format!(
        "{{\"at\":4000,\"op\":\"read\",\"reg\":\"MIH_DATA_HI\"}}\n\
         {{\"at\":5000,\"op\":\"read\",\"reg\":\"MIH_STATUS\"}}\n{read}"
    );
    let popped = Trace::edited(name, &[(read, &pop)]);
    assert_eq!(l2_requests(&popped).len(), 1, "one place, one request");
    assert_eq!(MihStatus::from_bits(popped.value("MIH_STATUS")).count(), 32);
}
