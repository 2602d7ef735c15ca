//! Differences are found at the cycle and at the signals where they begin, and nowhere else.

use hws_dv::check::DumpVerdict;
use hws_dv::lockstep::Moment;
use hws_dv::map::BusKind;
use hws_types::TaskDescriptor;
use rstest::rstest;

use crate::common::vcd::{Dialect, text};
use crate::common::wave::Wave;
use crate::common::{checked, rtl, run};

fn vcd(wave: &Wave) -> String {
    text(wave, Dialect::default())
}

#[test]
fn a_run_of_the_model_agrees_with_the_model() {
    let wave = run::run();
    let report = checked(&vcd(&wave));
    assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "{:?}", report.divergence);
    assert_eq!(report.tally.ticks, wave.now[wave.place("cycle")].unwrap());
    assert!(report.tally.accesses > 40 && report.tally.pushes == 12);
    assert!(report.tally.compared > report.tally.ticks * 1000);
    assert_eq!((report.tally.not_compared(), report.coverage.missing.len()), (0, 0));
}

/// A bit of a register or level that is wrong from the end of a tick on.
#[rstest]
#[case("RS_FLAGS[0]", "RS[0].FLAGS", 40, 2)]
#[case("SIP_REMAIN_EXEC_TIME[28]", "SIP_REMAIN_EXEC_TIME[28]", 77, 1)]
#[case("DAG_TOTAL[1]", "DAG[1].TOTAL", 150, 0x8000_0000)]
#[case("LAUNCH_DONE_MASK[0]", "LAUNCH[0].DONE_MASK", 211, 1)]
#[case("VC_POOL_FREE[0]", "VC_POOL_FREE[0][0]", 5, 4)]
#[case("SIP_USAGE_MASK[13]", "SIP_USAGE_MASK[2][3]", 0, 1)]
#[case("CNT_CYCLE", "CNT_CYCLE", 100, 1 << 40)]
#[case("ERR_STATUS", "ERR_STATUS", 299, 2)]
#[case("irq", "irq", 180, 1)]
fn a_flipped_bit_is_found_in_its_cycle(
    #[case] name: &str,
    #[case] signal: &str,
    #[case] tick: u64,
    #[case] mask: u64,
) {
    let wave = run::run();
    let corrupted = wave.corrupted(name, wave.time_of("cycle", tick + 1), mask);
    let report = checked(&vcd(&corrupted));
    assert_eq!(report.verdict, DumpVerdict::Differ, "{:?}", report.problem);
    let first = report.divergence.unwrap();
    assert_eq!((first.cycle, first.moment), (tick, Moment::Tick));
    let signals: Vec<&str> = first.differences.iter().map(|difference| difference.signal.as_str()).collect();
    assert_eq!(signals, [signal]);
    let difference = &first.differences[0];
    let width = corrupted.signals[corrupted.place(name)].width;
    let all = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    assert_eq!((difference.rtl.value ^ difference.model) & all, mask & all);
    assert_eq!(difference.path, format!("TOP.hws.{name}"));
    assert_eq!(report.tally.ticks, tick, "the ticks before agree");
}

/// Outputs that mean something only at some edges, wrong at the edge at which the marker appears.
#[rstest]
#[case("ev_a[1]", "ev_a", "ev_kind[1]", 4, 1)]
#[case("mdma_kernel_id", "mdma_kernel_id", "mdma_valid", 1, 8)]
#[case("mdma_report", "mdma_report", "mdma_valid", 1, 32)]
#[case("mih_push_dw1", "mih_push_dw1", "mih_push", 1, 1)]
#[case("mih_push", "mih_push", "mih_push", 1, 1)]
#[case("sm_addr", "sm_addr", "sm_req", 1, 4)]
#[case("sm_loader", "sm_loader", "sm_req", 1, 1)]
#[case("bus_rdata", "bus_rdata", "CNT_CYCLE_LO", 18, 16)]
#[case("bus_err", "bus_err", "bus_err", 1, 1)]
#[case("hdr_ready", "hdr_ready", "hdr_ready", 1, 1)]
#[case("rpt_valid", "rpt_valid", "rpt_complete", 1, 1)]
#[case("rpt_block_id", "rpt_block_id", "rpt_complete", 1, 1)]
fn a_wrong_output_is_found_at_its_edge(
    #[case] name: &str,
    #[case] signal: &str,
    #[case] marker: &str,
    #[case] value: u64,
    #[case] mask: u64,
) {
    let wave = run::run();
    let time = match marker {
        "CNT_CYCLE_LO" => wave.time_of("bus_rdata", value),
        _ => wave.time_of(marker, value),
    };
    let report = checked(&vcd(&wave.corrupted(name, time, mask)));
    let first = report.divergence.expect("a difference");
    assert!(
        first.differences.iter().any(|difference| difference.signal == signal),
        "{:?}",
        first.differences
    );
    assert!(first.time >= time, "the tick may go on for some edges");
}

#[test]
fn lanes_and_ports_without_an_event_are_not_compared() {
    let wave = run::run();
    let before_launch = wave.time_of("ev_kind[1]", 4) - 10;
    for stale in ["ev_f[15]", "mdma_kernel_id", "rpt_sip", "mih_push_dw1"] {
        let mut wrong = wave.corrupted(stale, 0, 1);
        wrong.stamps.retain(|(time, _)| *time < before_launch);
        let report = checked(&vcd(&wrong));
        assert_eq!(report.verdict, DumpVerdict::Equal, "{stale}: {:?}", report.divergence);
    }
}

#[test]
fn an_access_that_goes_wrong_is_found_before_the_tick() {
    let wave = run::run();
    let report = checked(&vcd(&wave.corrupted("PROMOTE", wave.time_of("PROMOTE", 0x0001_200F), 1)));
    let first = report.divergence.unwrap();
    assert_eq!((first.cycle, first.moment, first.first_signal()), (0, Moment::Access, "PROMOTE"));
    let field = &first.differences[0].fields[0];
    assert_eq!((field.name, field.rtl, field.model), ("RULE_THRESHOLD", 0, 1));
    assert_eq!(first.cite(), "scheduler.md §6.5");
    assert!(first.inputs.last().unwrap().contains("write PROMOTE = 0x1200f"), "{:?}", first.inputs);
}

#[test]
fn a_wrong_reset_value_is_found_at_once() {
    let wave = run::run();
    let report = checked(&vcd(&wave.corrupted("SIP_IDLE_MASK", 0, 1)));
    let first = report.divergence.unwrap();
    assert_eq!((first.cycle, first.first_signal()), (0, "SIP_IDLE_MASK"));
}

#[test]
fn unknown_values_are_counted_and_named_but_not_compared() {
    let mut wave = run::run();
    let never_set = wave.place("RS_FAIL[3]");
    wave.stamps.iter_mut().for_each(|(_, changes)| changes.retain(|(place, _)| *place != never_set));
    let report = checked(&vcd(&wave));
    assert_eq!(report.verdict, DumpVerdict::Equal, "{:?}", report.divergence);
    let unknown: Vec<(String, u64)> =
        report.coverage.unknown.iter().map(|(target, count)| (target.name(), *count)).collect();
    let compared = report.tally.ticks + report.tally.accesses + report.tally.pushes;
    assert_eq!(unknown, [("RS[3].FAIL".to_owned(), compared)], "after every tick, access and push");
    assert_eq!(report.tally.not_compared(), compared);
    let whole = checked(&vcd(&run::run()));
    assert_eq!(report.tally.compared, whole.tally.compared - compared);
}

#[test]
fn an_unknown_input_ends_the_comparison() {
    let mut wave = run::run();
    let address = wave.place("bus_addr");
    wave.stamps.iter_mut().for_each(|(_, changes)| changes.retain(|(place, _)| *place != address));
    let report = checked(&vcd(&wave));
    assert_eq!(report.verdict, DumpVerdict::Unreadable);
    let problem = report.problem.unwrap();
    assert!(problem.starts_with("the input `bus_addr` has unknown bits before tick 0"), "{problem}");
}

#[test]
fn a_second_power_on_reset_begins_another_run() {
    let mut rtl = rtl::Rtl::new(BusKind::Flat);
    rtl.write("P_TOP_K", 2);
    (0..5).for_each(|_| rtl.tick());
    rtl.power_on();
    rtl.write("P_TOP_K", 3);
    (0..7).for_each(|_| rtl.tick());
    let report = checked(&vcd(&rtl.wave));
    assert_eq!((report.verdict, report.tally.ticks), (DumpVerdict::Equal, 12), "{:?}", report.divergence);
    let wrong = rtl.wave.corrupted("P_TOP_K", rtl.wave.time_of("P_TOP_K", 3), 4);
    let first = checked(&vcd(&wrong)).divergence.unwrap();
    assert_eq!((first.epoch, first.cycle, first.first_signal()), (2, 0, "P_TOP_K"));
}

#[test]
fn a_tick_that_does_not_end_is_a_difference() {
    let mut rtl = rtl::Rtl::new(BusKind::Flat);
    (0..3).for_each(|_| rtl.tick());
    rtl.hang(11_000);
    let first = checked(&vcd(&rtl.wave)).divergence.unwrap();
    assert_eq!((first.cycle, first.first_signal(), first.cite()), (3, "tick_busy", "scheduler.md §1.2"));
}

/// The registers that the rule of a wrong launch reads, after these writes.
fn read_by_the_rule(writes: &[(&str, u32)]) -> Vec<String> {
    let mut rtl = rtl::Rtl::new(BusKind::Flat);
    rtl.write("P_TOP_K", 4);
    rtl.tick();
    rtl.power_on();
    writes.iter().for_each(|(register, value)| {
        rtl.write(register, *value);
        rtl.tick();
    });
    rtl.write("HWS_CTRL", 1);
    let td = TaskDescriptor {
        kernel_id: 1,
        affinity: u32::MAX,
        enable_sip_alloc: true,
        thread_num: 4,
        block_num: 1,
        block_trigger_cnt: 1,
        out_path_mih: true,
        ..TaskDescriptor::default()
    };
    rtl.push(0x1000, 1, &td);
    (0..80).for_each(|_| rtl.tick());
    let launch = rtl.wave.time_of("ev_kind[1]", 4);
    let first = checked(&vcd(&rtl.wave.corrupted("ev_a[1]", launch, 1))).divergence.expect("a difference");
    assert_eq!(first.cite(), "scheduler.md §5.6");
    first.rule_inputs
}

#[test]
fn a_write_that_was_refused_is_not_the_cause_of_a_value() {
    let top_k = |writes: &[(&str, u32)]| {
        let lines = read_by_the_rule(writes);
        let mut of_register = lines.into_iter().filter(|line| line.starts_with("P_TOP_K"));
        let line = of_register.next().unwrap();
        assert_eq!(of_register.next(), None, "each register once");
        line
    };
    assert_eq!(top_k(&[]), "P_TOP_K = 0x1 (reset value)", "not what was written before the power-on reset");
    assert_eq!(top_k(&[("P_TOP_K", 2)]), "P_TOP_K = 0x2 (written before tick 0)");
    assert_eq!(
        top_k(&[("P_TOP_K", 2), ("P_TOP_K", 0)]),
        "P_TOP_K: the write of 0 before tick 1 was refused, the register keeps 2 (written before tick 0)"
    );
    assert_eq!(
        top_k(&[("P_TOP_K", 7)]),
        "P_TOP_K: the write of 7 before tick 0 was refused, the register keeps 1 (reset value)"
    );
    assert_eq!(top_k(&[("P_TOP_K", 0), ("P_TOP_K", 3)]), "P_TOP_K = 0x3 (written before tick 1)");
}

/// The model asks for a word that the dump does not have: nothing that it makes of the refusal is a difference of the RTL.
#[test]
fn a_word_that_the_dump_does_not_show_ends_the_comparison_there() {
    let wave = run::run();
    let first =
        checked(&vcd(&wave.corrupted("sm_addr", wave.time_of("sm_req", 1), 0x4000))).divergence.unwrap();
    let [difference] = first.differences.as_slice() else { panic!("{:?}", first.differences) };
    assert_eq!((difference.signal.as_str(), difference.rtl.value ^ difference.model), ("sm_addr", 0x4000));
    let word = format!("the dump does not show word {:#x}; ", difference.model);
    assert!(difference.to_string().contains(&word), "{difference}");
    assert_eq!(first.events, [""; 0], "of the refusal");
}
