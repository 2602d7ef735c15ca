//! D1 to D5 and D27: how backfilling delays the R-task (scheduler.md §5.5, §6.6, §7.2).

use hws_regs::RsFlags;

use crate::dangers::trace::{ATTEMPT, Launch, Trace, number};

/// The SIPs of the first promotion.
fn reserved(trace: &Trace) -> u32 {
    u32::try_from(number(trace.events("promote")[0], "mask")).unwrap()
}

fn all_inside(launches: &[Launch], mask: u32) -> bool {
    launches.iter().all(|launch| launch.mask & !mask == 0)
}

/// The trace with a margin of `+units` in place of `old`.
fn margin(trace: &str, old: u32, units: u32) -> Trace {
    let line = |value| format!("\"RSVD_SIP_BACKFILL_MARGIN_OFFSET\",\"value\":{value}}}");
    Trace::edited(trace, &[(&line(old), &line(1 << 31 | units))])
}

#[test]
fn d1_a_margin_of_0_starves_the_reserved_task() {
    let trace = Trace::of("V-01_margin_0_starves_the_reserved_task");
    let small = trace.launches(2);
    assert!(trace.launches(1).is_empty(), "the R-task");
    assert!(RsFlags::from_bits(trace.value("RS[0].FLAGS")).r_flag());
    assert!(all_inside(&small, reserved(&trace)));
    // One block in every attempt since the reservation, to the end.
    assert!(small.windows(2).all(|pair| pair[1].cycle - pair[0].cycle == ATTEMPT));
    assert_eq!(small[0].cycle, number(trace.events("promote")[0], "c") + ATTEMPT);
    assert!(30_000 - small.last().unwrap().cycle <= ATTEMPT);
    assert_eq!(small.len(), trace.value("CNT_BACKFILL") as usize);
}

#[test]
fn d1_the_safe_margin_lets_the_reserved_task_start() {
    // LAUNCH_SIP_DELAY is 0, PRESCALE is 0: ATTEMPT_CYCLES + 1.
    let trace = margin("V-01_margin_0_starves_the_reserved_task", 1 << 31, 49);
    let blocker = trace.completed(trace.launch(0)).unwrap();
    assert!(trace.launch(1).cycle <= blocker + 2 * ATTEMPT);
    let last = trace.launches(2).into_iter().rfind(|launch| launch.cycle < trace.launch(1).cycle);
    assert!(trace.completed(last.unwrap()).unwrap() < blocker, "no backfill outlasts the reservation");
}

#[test]
fn d2_estimates_of_0_pass_the_backfill_test() {
    let trace = Trace::of("V-02_estimates_of_0_pass_the_backfill_test");
    let small = trace.launches(2);
    assert!(trace.launches(1).is_empty(), "the R-task");
    assert!(RsFlags::from_bits(trace.value("RS[0].FLAGS")).r_flag());
    assert!(all_inside(&small, reserved(&trace)));
    assert!(small.windows(2).all(|pair| pair[1].cycle - pair[0].cycle == ATTEMPT));
    assert_eq!(trace.completed(small[0]), Some(small[0].cycle + 500), "the estimate was 0");
    assert_eq!(small.len(), trace.value("CNT_BACKFILL") as usize);
}

#[test]
fn d2_any_positive_margin_stops_estimates_of_0() {
    let write = "{\"at\":0,\"op\":\"write\",\"reg\":\"HWS_CTRL\"";
    let margin =
        "{\"at\":0,\"op\":\"write\",\"reg\":\"RSVD_SIP_BACKFILL_MARGIN_OFFSET\",\"value\":2147483649}";
    let edit = format!("{margin}\n{write}");
    let trace = Trace::edited("V-02_estimates_of_0_pass_the_backfill_test", &[(write, &edit)]);
    let last = trace.launches(2).into_iter().filter_map(|launch| trace.completed(launch));
    let last_before = last.filter(|&end| end < trace.launch(1).cycle).max().unwrap();
    assert!(trace.launch(1).cycle <= last_before + 2 * ATTEMPT);
}

#[test]
fn d3_an_overrun_group_passes_a_negative_margin() {
    let trace = Trace::of("D03_an_overrun_group_passes_a_negative_margin");
    let (blocker, small, r_task) = (trace.launch(0), trace.launches(2), trace.launch(1));
    let (estimated, real) = (blocker.cycle + 100, trace.completed(blocker).unwrap());
    assert_eq!(real, blocker.cycle + 2000, "an overrun of 1900");
    assert!(small.iter().all(|launch| launch.cycle > estimated));
    assert!(all_inside(&small, reserved(&trace) & !blocker.mask));
    // By the margin, the R-task is delayed by at most 100; it waits for all 60 blocks.
    assert_eq!(small.len(), 60);
    assert!(r_task.cycle > trace.completed(*small.last().unwrap()).unwrap());
    assert!(r_task.cycle - real > 2000);
}

#[test]
fn d3_a_positive_margin_keeps_an_overrun_group_closed() {
    let trace = margin("D03_an_overrun_group_passes_a_negative_margin", 100, 49);
    let real = trace.completed(trace.launch(0)).unwrap();
    assert!(trace.launch(1).cycle <= real + 2 * ATTEMPT);
}

/// Asserts that the R-task with a reservation of `mask` waits for a backfill, because of a long block on `outside`.
fn assert_delayed_by_a_sip_outside(name: &str, mask: u32, outside: u32) {
    let trace = Trace::of(name);
    let [long, short, r_task, backfill] = [0, 1, 2, 3].map(|seq| trace.launch(seq));
    assert_eq!((reserved(&trace), long.mask), (mask, outside));
    assert_eq!((r_task.mask, mask & outside), (mask, 0));
    assert_eq!(backfill.mask & !mask, 0, "it takes a reserved SIP");
    let free_but_for_backfill = trace.completed(short).unwrap();
    let free = trace.completed(backfill).unwrap();
    assert_eq!(free - free_but_for_backfill, backfill.cycle + 900 - (short.cycle + 200));
    assert!(r_task.cycle > free);
    assert!(trace.completed(long).is_none(), "the R-task never needed the SIP outside");
}

#[test]
fn d4_a_long_sip_outside_a_3_thread_reservation_lets_others_in() {
    assert_delayed_by_a_sip_outside("V-03_long_sip_outside_a_3_thread_reservation", 0x7, 0x8);
}

#[test]
fn d4_a_long_sip_outside_a_12_thread_reservation_lets_others_in() {
    assert_delayed_by_a_sip_outside("D04_a_long_sip_outside_a_12_thread_reservation", 0xFFF, 0x8000);
}

#[test]
fn d4_without_the_long_sip_no_backfill_gets_in() {
    // The long block on SIP 4, in another cluster.
    let edit = ("\"words\":[1,8,2000,", "\"words\":[1,16,2000,");
    let trace = Trace::edited("V-03_long_sip_outside_a_3_thread_reservation", &[edit]);
    let free = trace.completed(trace.launch(1)).unwrap();
    assert!(trace.launch(2).cycle <= free + 2 * ATTEMPT);
    assert!(trace.launch(3).cycle > trace.launch(2).cycle, "it no longer passes");
}

#[test]
fn d5_an_early_launch_overwrites_the_remaining_time() {
    let trace = Trace::of("V-04_early_launch_overwrites_the_remaining_time");
    let [long, other, early, r_task] = [0, 1, 2, 3].map(|seq| trace.launch(seq));
    assert_eq!(long.mask, early.mask, "the second one waits behind the first");
    // 10 is the estimate of the waiting block; the running one needs 3000.
    assert_eq!(trace.value("SIP_REMAIN_EXEC_TIME[0]"), 10);
    assert_eq!(trace.completed(long), Some(long.cycle + 3000));
    // So its pair of SIPs seems to be free sooner than the pair whose 900 are correct, and is reserved in vain.
    assert_eq!(reserved(&trace), 0b0011);
    assert_eq!(trace.value("RESERVED_SIP_MASK"), 0b0011);
    assert_eq!((other.mask, r_task.mask), (0b0100, 0b1100));
    assert!(r_task.cycle < trace.completed(long).unwrap());
}

#[test]
fn d27_the_backfill_test_does_not_count_the_attempt() {
    let trace = Trace::of("V-01b_backfill_ignores_attempt_and_launch_delay");
    let [blocker, r_task, backfill] = [0, 1, 2].map(|seq| trace.launch(seq));
    // At its LATCH the group has exactly the 244 units of the estimate left; the block starts at COMMIT.
    assert_eq!(blocker.cycle + 400 - (backfill.cycle - ATTEMPT), 244);
    let (free, too_late) = (trace.completed(blocker).unwrap(), trace.completed(backfill).unwrap());
    assert_eq!(too_late - free, ATTEMPT);
    assert!(r_task.cycle > too_late);
}

#[test]
fn d27_a_launch_delay_eats_the_margin() {
    let name = "D27_a_launch_delay_eats_the_margin";
    let trace = Trace::of(name);
    let (small, r_task) = (trace.launches(2), trace.launch(1));
    assert_eq!(small.len(), 100);
    assert!(small.windows(2).all(|pair| pair[1].cycle - pair[0].cycle == ATTEMPT));
    assert!(all_inside(&small, reserved(&trace)));
    assert!(r_task.cycle > small.last().unwrap().cycle, "the R-task is last");
    // With 200 + ATTEMPT_CYCLES + 1 the next block no longer passes because of the one before.
    let safe = margin(name, 1 << 31 | 100, 249);
    let blocker = safe.completed(safe.launch(0)).unwrap();
    assert!(safe.launch(1).cycle <= blocker + 3 * ATTEMPT);
}
