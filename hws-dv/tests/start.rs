//! Comparisons that begin in the middle of a run.

use hws_dv::check::{CheckOptions, DumpReport, DumpVerdict, check};
use hws_dv::map::{BusKind, NameMap};
use hws_dv::start::CheckStart;
use hws_types::{SipMask, TaskDescriptor};

use crate::common::file;
use crate::common::rtl::Rtl;
use crate::common::vcd::{Dialect, text};
use crate::common::wave::Wave;

/// A run of two kernels, each of which ends before the next one is pushed.
struct TwoKernels {
    wave: Wave,
    /// A snapshot in the middle of the second kernel, and its cycle.
    snapshot: Vec<u8>,
    snapshot_at: u64,
    /// The cycle at which the second kernel is pushed.
    second: u64,
}

fn kernel(rtl: &mut Rtl, number: u8) {
    let td = TaskDescriptor {
        kernel_id: number.into(),
        affinity: SipMask::ALL.0,
        est_exec_time: 30,
        offline_priority: 1,
        out_path_mdma: true,
        enable_sip_alloc: true,
        thread_num: 4,
        block_num: 1,
        block_trigger_cnt: 1,
        ..TaskDescriptor::default()
    };
    rtl.push(0x1000 * u32::from(number + 1), number, &td);
    while rtl.running.is_empty() {
        rtl.tick();
    }
}

fn finish(rtl: &mut Rtl) {
    for command in std::mem::take(&mut rtl.running) {
        let report = command.report();
        let value = hws_regs::SipReportComplete::from_bits(0)
            .with_sip_id_masked(report.sip.get())
            .with_block_id_masked(report.block_id.into())
            .with_launch_id_masked(report.launch_id.get());
        rtl.write("SIP_REPORT_COMPLETE", value.bits());
    }
    (0..60).for_each(|_| rtl.tick());
}

fn two_kernels(time_unit: u32) -> TwoKernels {
    let mut rtl = Rtl::new(BusKind::Flat);
    rtl.write("TIME_UNIT", time_unit);
    rtl.write("P_TOP_K", 2);
    rtl.write("HWS_CTRL", 1);
    kernel(&mut rtl, 0);
    finish(&mut rtl);
    let second = rtl.hws().cycle().0;
    kernel(&mut rtl, 1);
    rtl.tick();
    let (snapshot, snapshot_at) = (serde_json::to_vec(&rtl.hws().snapshot()).unwrap(), rtl.hws().cycle().0);
    finish(&mut rtl);
    TwoKernels { wave: rtl.wave, snapshot, snapshot_at, second }
}

fn checked(wave: &Wave, start: CheckStart) -> DumpReport {
    let dump = file("vcd", text(wave, Dialect::default()).as_bytes());
    let report = check(&dump, &NameMap::default(), &CheckOptions { start, ..CheckOptions::default() });
    std::fs::remove_file(dump).unwrap();
    report
}

fn late(run: &TwoKernels, cycle: u64) -> Wave {
    run.wave.switched_on_at(run.wave.time_of("cycle", cycle))
}

fn problem(report: &DumpReport) -> &str {
    assert_eq!(report.verdict, DumpVerdict::Unreadable, "{:?}", report.divergence);
    report.problem.as_deref().unwrap()
}

#[test]
fn a_quiet_hws_is_followed_from_its_registers() {
    let run = two_kernels(0);
    let report = checked(&late(&run, 20), CheckStart::Quiet);
    assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "{:?}", report.divergence);
    let start = report.start.unwrap();
    assert!((20..run.second).contains(&start.cycle()) && !start.is_snapshot);
    // The first launch had id 0.
    assert_eq!(start.taken, [("launch_id of the next launch", 1)]);
    let last = run.wave.now[run.wave.place("cycle")].unwrap();
    assert_eq!(report.tally.ticks, last - start.cycle());
}

#[test]
fn a_difference_after_the_start_is_found() {
    let run = two_kernels(0);
    let at = run.second + 20;
    let wrong = run.wave.corrupted("RS_KERNEL_ID[0]", run.wave.time_of("cycle", at + 1), 4);
    let wrong = wrong.switched_on_at(run.wave.time_of("cycle", 20));
    let first = checked(&wrong, CheckStart::Quiet).divergence.unwrap();
    assert_eq!((first.cycle, first.first_signal()), (at, "RS[0].KERNEL_ID"));
}

#[test]
fn a_dump_from_power_on_is_compared_from_there() {
    let report = checked(&two_kernels(0).wave, CheckStart::Quiet);
    assert_eq!((report.verdict, report.start), (DumpVerdict::Equal, None));
}

#[test]
fn a_state_that_no_register_shows_is_refused_with_what_is_unknown() {
    let run = two_kernels(3);
    let report = checked(&late(&run, 20), CheckStart::Quiet);
    assert!(problem(&report).contains("TIME_UNIT is 3: no register shows how much"), "{report:?}");
    let run = two_kernels(0);
    let report =
        checked(&late(&run, run.snapshot_at).without(&["ERR_FIRST", "SIP_LAUNCH"]), CheckStart::Quiet);
    let reason = "`--start quiet` needs ERR_FIRST, SIP_LAUNCH[0], ";
    assert!(
        problem(&report).starts_with(reason) && problem(&report).contains(" and 27 more, "),
        "{report:?}"
    );
    let busy = late(&run, 20);
    let end = busy.time_of("cycle", 40);
    let busy = Wave { stamps: busy.stamps.into_iter().filter(|(time, _)| *time < end).collect(), ..run.wave };
    let report = checked(&busy, CheckStart::Quiet);
    // The first edge does not show that a tick ends.
    assert!(problem(&report).starts_with("the HWS is never quiet in the 18 ticks of the dump"), "{report:?}");
}

#[test]
fn a_snapshot_is_followed_wherever_the_dump_begins() {
    let run = two_kernels(3);
    let start = || CheckStart::from_snapshot(&run.snapshot).unwrap();
    for cycle in [5, run.second, run.snapshot_at - 1, run.snapshot_at] {
        let report = checked(&late(&run, cycle), start());
        assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "from {cycle}");
        let last = run.wave.now[run.wave.place("cycle")].unwrap();
        assert_eq!(report.tally.ticks, last - run.snapshot_at, "from {cycle}");
    }
}

#[test]
fn a_snapshot_that_does_not_fit_the_dump_is_refused() {
    let run = two_kernels(0);
    let start = || CheckStart::from_snapshot(&run.snapshot).unwrap();
    let report = checked(&late(&run, run.snapshot_at + 2), start());
    assert!(problem(&report).contains("the comparison should start at cycle"), "{report:?}");
    let other = run.wave.corrupted("RS_FLAGS[0]", run.wave.time_of("cycle", run.second), 8);
    let report = checked(&other, start());
    let reason = format!("is in another state than the snapshot at cycle {}: RS[0].FLAGS ", run.snapshot_at);
    assert!(problem(&report).starts_with(&reason), "{report:?}");
    let end = run.wave.time_of("cycle", run.second);
    let stamps = run.wave.stamps.iter().filter(|(time, _)| *time < end).cloned().collect();
    let report = checked(&Wave { stamps, ..run.wave.clone() }, start());
    assert!(problem(&report).starts_with("does not reach cycle "), "{report:?}");
    let error = CheckStart::from_snapshot(b"{\"state\": 1}").unwrap_err();
    assert!(error.to_string().contains("expected struct State"), "{error}");
}
