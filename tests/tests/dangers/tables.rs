//! D9 to D11 and D16: entries, slots, ownership and the command queue (scheduler.md §2.5, §8).

use hws_regs::{ErrStatus, HwsStatus, MihStatus, RsProgress};

use crate::dangers::trace::{Trace, number};

#[test]
fn d9_trigger_0_holds_an_entry_that_no_message_names() {
    let trace = Trace::of("V-08_trigger_0_holds_an_unnamed_entry");
    let status = HwsStatus::from_bits(trace.value("HWS_STATUS"));
    assert!(status.rs_full());
    assert_eq!(status.hdr_count(), 1, "a kernel that could run at once is not admitted");
    assert!(trace.all_launches().is_empty());
    assert!(trace.events("mih").is_empty());
    assert_eq!(MihStatus::from_bits(trace.value("MIH_STATUS")).count(), 0);
}

#[test]
fn d10_the_33rd_tag_stays_o_only_even_when_a_slot_is_free_again() {
    let trace = Trace::of("V-09_the_33rd_dag_tag_stays_O_only");
    let full = u64::from(ErrStatus::DAG_TABLE_FULL.lsb);
    assert_eq!(trace.errors(), [full]);
    let reset = trace.events("cmd").into_iter().find(|event| event["op"] == "dag_reset").unwrap();
    assert_eq!((number(reset, "result"), trace.value("DAG[5].FLAGS")), (0, 0), "a slot is free");
    assert!(trace.launches(0)[0].cycle > number(reset, "c"));
    assert_eq!(trace.pools(0), ["O"; 4]);
    assert_eq!(trace.events("kernel_done")[0]["dag_slot"], -1);
}

#[test]
fn d11_claims_of_a_sip_that_is_never_idle_are_refused() {
    let trace = Trace::of("V-10_claims_only_take_idle_sips");
    let claims: Vec<u64> = trace.events("cmd").iter().map(|event| number(event, "result")).collect();
    assert_eq!(claims, [1; 40], "the refused mask");
    assert_eq!(trace.value("HRM_FW_OWNED"), 0);
    let launches = trace.launches(0);
    assert!(launches.windows(2).all(|pair| trace.completed(pair[0]).unwrap() > pair[1].cycle));
}

#[test]
fn d11_a_narrowed_mask_lets_the_claim_in() {
    let trace = Trace::of("D11_a_narrowed_mask_lets_the_claim_in");
    let claim = trace.events("cmd")[0];
    assert_eq!((number(claim, "result"), trace.value("HRM_FW_OWNED")), (0, 1));
    let last = *trace.launches(0).last().unwrap();
    // Narrowed at 400: an attempt latched before may still commit.
    assert!(last.cycle <= 400 + crate::dangers::trace::ATTEMPT);
    assert!(trace.completed(last).unwrap() < number(claim, "c"));
}

#[test]
fn d16_a_dropped_command_shows_only_in_cmd_overflow() {
    let trace = Trace::of("V-15_a_dropped_command_shows_only_in_cmd_overflow");
    let commands: Vec<_> = trace.events("cmd").iter().map(|event| event["op"].clone()).collect();
    assert_eq!(commands, ["refresh"; 8], "the trigger is not among them");
    assert_eq!(trace.errors(), [u64::from(ErrStatus::CMD_OVERFLOW.lsb)]);
    assert_eq!(trace.value("ERR_STATUS"), ErrStatus::from_bits(0).with_cmd_overflow(true).bits());
    let progress = RsProgress::from_bits(trace.value("RS[0].PROGRESS"));
    assert_eq!((progress.launched(), progress.trigger()), (1, 1), "the second block waits forever");
    assert!(trace.events("mih").is_empty());
}
