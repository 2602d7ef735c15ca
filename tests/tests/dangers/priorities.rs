//! D13 to D15: scales that are not comparable (scheduler.md §4.3).

use crate::dangers::trace::Trace;

fn order(trace: &Trace) -> Vec<u64> {
    trace.all_launches().iter().map(|launch| launch.seq).collect()
}

#[test]
fn d13_cp_0_hides_offline_priorities() {
    let name = "V-12_cp_0_hides_offline_priorities";
    assert_eq!(order(&Trace::of(name)), [0, 1], "offline priority 5 before 5000");
    // The second kernel on the critical path: cp is 5000, and the ratios are 1/1000 and 1.
    let on_cp =
        Trace::edited(name, &[("[2,4294967295,100,5000,1310721,", "[2,4294967295,100,5000,1376257,")]);
    assert_eq!(order(&on_cp), [1, 0]);
}

#[test]
fn d14_a_total_too_small_keeps_the_highest_scale() {
    let name = "V-13_a_total_too_small_keeps_the_highest_scale";
    // Kernels 0 and 2 to 6 are of a DAG whose total is 1; kernel 1 has three blocks of its own DAG.
    assert_eq!(order(&Trace::of(name)), [0, 2, 3, 4, 5, 6, 1, 1, 1]);
    // A total that counts future kernels: 99 of 100 remain, as in the other DAG, so the older comes first.
    let total =
        Trace::edited(name, &[("\"DAG_CMD_TOTAL\",\"value\":1}", "\"DAG_CMD_TOTAL\",\"value\":100}")]);
    assert_eq!(order(&total), [0, 1, 1, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn d15_static_and_dynamic_dags_rank_on_different_scales() {
    let name = "V-14_static_and_dynamic_dags_on_different_scales";
    let trace = Trace::of(name);
    // Dynamic: its offline 99. Static with nothing done yet: ceil(1 × SCALE[0] / 1) = 100.
    assert_eq!(trace.value("RS[0].ONLINE_PRIORITY"), 99);
    assert_eq!(order(&trace), [1, 0]);
    let on_scale = Trace::edited(name, &[("[1,4294967295,100,99,", "[1,4294967295,100,101,")]);
    assert_eq!(order(&on_scale), [0, 1]);
}
