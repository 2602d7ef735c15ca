//! D6 to D8 and D12: tasks that promotion does not help (scheduler.md §6.4, §6.5, §6.6).

use hws_regs::RsFail;

use crate::dangers::trace::{Trace, number};

#[test]
fn d6_one_kernel_of_many_small_blocks_overtakes_unseen() {
    let trace = Trace::of("V-05_fail_times_counts_finished_kernels");
    let (old, young) = (trace.launches(2), trace.launches(3));
    assert!(old.is_empty());
    // A block in nearly every attempt, each past the older kernel, and no failure is counted.
    assert!(young.len() > 600);
    assert_eq!(RsFail::from_bits(trace.value("RS[0].FAIL")).times(), 0);
    assert!(trace.events("promote").is_empty(), "THRESHOLD is 1");
    let finished = trace.events("kernel_done").len();
    assert_eq!(finished, 2, "the two blockers only");
}

#[test]
fn d6_rule_top1_sees_it() {
    let name = "V-05_fail_times_counts_finished_kernels";
    let promote = |rules| format!("\"PROMOTE\",\"value\":{}}}", 0x11000 | rules);
    let trace = Trace::edited(name, &[(&promote(1), &promote(5))]);
    assert_eq!(trace.pools(2), ["R"]);
}

#[test]
fn d7_an_o_task_is_never_promoted_and_never_counted() {
    let trace = Trace::of("V-06_o_tasks_are_never_promoted");
    assert!(trace.launches(1).is_empty(), "on the critical path, and an O-task");
    assert!(trace.launches(0).len() > 600);
    assert!(trace.pools(0).iter().all(|&pool| pool == "P"));
    assert!(trace.events("promote").is_empty(), "all four rules are on");
    assert_eq!(RsFail::from_bits(trace.value("RS[1].FAIL")).times(), 0);
}

#[test]
fn d7_a_larger_k_makes_it_a_p_task() {
    let write = "{\"at\":0,\"op\":\"write\",\"reg\":\"HWS_CTRL\"";
    let edit = format!("{{\"at\":0,\"op\":\"write\",\"reg\":\"P_TOP_K\",\"value\":2}}\n{write}");
    let trace = Trace::edited("V-06_o_tasks_are_never_promoted", &[(write, &edit)]);
    assert_eq!(trace.pools(1), ["R"], "RULE_ON_CP: a kernel that is not on_cp overtook it");
}

#[test]
fn d8_two_kernels_alternate_and_starve_a_third() {
    let trace = Trace::of("V-07_fail_times_is_never_reset");
    let order: Vec<u64> = trace.all_launches().iter().map(|launch| launch.seq).collect();
    assert_eq!(order[0], 0);
    assert!(order[1..19].chunks(2).all(|pair| pair == [0, 1]), "{order:?}");
    // The third is launched only when the first has launched all its blocks.
    assert_eq!(trace.launches(0).len(), 10);
    assert!(trace.launches(2)[0].cycle > trace.launches(0)[9].cycle);
    assert_eq!((order[19], order.len()), (2, 30));
}

#[test]
fn d8_most_failed_first_helps_the_third_and_starves_another() {
    let trace = Trace::of("D08_most_failed_first_lets_the_third_kernel_in");
    let [first, second, third] = [0, 1, 2].map(|seq| trace.launches(seq));
    // Two younger kernels finished: the third was a P-task both times, the others only once.
    assert!(third[0].cycle < first[2].cycle);
    // Counts are never reset, so from now on the third is always promoted first, and the first and the
    // third alternate until the first has finished.
    assert!(second[1].cycle > first[9].cycle);
}

#[test]
fn d12_big_reservations_in_turn_starve_a_cooperative_kernel() {
    let name = "V-11_big_reservations_starve_a_cooperative_kernel";
    let trace = Trace::of(name);
    let [left, right, coop] = [0, 1, 2].map(|seq| trace.launches(seq));
    assert_eq!((left.len(), right.len(), coop.len()), (15, 15, 2));
    assert!(coop[0].cycle > left.last().unwrap().cycle);
    assert!(coop[0].cycle > right.last().unwrap().cycle);
    // Every block but the first of each kernel was launched by a reservation of the whole cluster.
    assert_eq!(trace.pools(0)[1..], ["R"; 14]);
    assert_eq!(trace.pools(1)[1..], ["R"; 14]);
}

#[test]
fn d12_two_r_tasks_keep_out_the_first_of_the_pool() {
    let name = "D12_two_r_tasks_keep_out_the_first_of_the_pool";
    let promoted = |trace: &Trace| {
        let of_coop = |event: &&serde_json::Value| number(event, "seq") == 2;
        trace.events("promote").into_iter().find(of_coop).map(|event| number(event, "c")).unwrap()
    };
    let trace = Trace::of(name);
    let last = |seq| trace.launches(seq).last().unwrap().cycle;
    // It waits until one of the two has launched its last block, and reserves nothing more.
    assert_eq!([0, 1].map(|seq| trace.launches(seq).len()), [15, 15]);
    assert!(promoted(&trace) >= last(0).min(last(1)));
    let promote = |max| format!("\"PROMOTE\",\"value\":{}}}", max << 12 | 1);
    let one = Trace::edited(name, &[(&promote(2), &promote(1))]);
    // At the second R launch after its admission at the latest.
    let admitted = one.events("admit").into_iter().find(|event| number(event, "seq") == 2);
    let admitted = number(admitted.unwrap(), "c");
    let r_launches = one.all_launches().into_iter().filter(|launch| launch.cycle > admitted);
    assert!(promoted(&one) <= r_launches.map(|launch| launch.cycle).nth(1).unwrap());
}
