//! The settings that each policy changes and does not change, and refusals.

use hws_regs::{RegId, RegIndex, params};

use rstest::rstest;

use super::{PolicyReason, RunSettings, get, set};
use crate::hardware::Hardware;
use crate::workload::built_in;

mod keys;
mod registers;
mod walk;

/// The register settings made by policies, in order.
fn settings(policies: &[(&str, &str)]) -> Vec<(RegId, u32)> {
    let mut settings = RunSettings::default();
    for (key, value) in policies {
        set(&mut settings, key, value).unwrap();
    }
    settings.hardware.registers
}

/// PROMOTE at reset: RULE_THRESHOLD, RTASK_MAX 1 from bit 12 on, THRESHOLD 4 from bit 16 on.
const PROMOTE: u32 = 0x0004_1001;

#[rstest]
#[case("promote.rules", "none", RegId::Promote, PROMOTE - 1)]
#[case("promote.rules", "threshold+on_cp", RegId::Promote, PROMOTE + 8)]
#[case("promote.rules", "top1_full_vg+top1", RegId::Promote, PROMOTE - 1 + 6)]
#[case("promote.threshold", "65535", RegId::Promote, 0xFFFF_1001)]
#[case("promote.rtask_max", "8", RegId::Promote, 0x0004_8001)]
#[case("promote.most_failed_first", "on", RegId::Promote, PROMOTE + 0x100)]
#[case("backfill.margin", "49", RegId::RsvdSipBackfillMarginOffset, 0x8000_0031)]
#[case("backfill.margin", "+49", RegId::RsvdSipBackfillMarginOffset, 0x8000_0031)]
#[case("backfill.margin", "-49", RegId::RsvdSipBackfillMarginOffset, 49)]
#[case("backfill.margin", "2147483647", RegId::RsvdSipBackfillMarginOffset, u32::MAX)]
#[case("p_top_k", "4", RegId::PTopK, 4)]
#[case("early_launch.offset", "0x10", RegId::PreIdleOffset, 16)]
#[case("second_resources", "off", RegId::EnableSecondRscSch, 0)]
#[case("age_boost", "on", RegId::DynDagPrio, 1)]
#[case("launch_delay", "4294967295", RegId::LaunchSipDelay, u32::MAX)]
fn a_policy_is_a_setting(#[case] key: &str, #[case] value: &str, #[case] register: RegId, #[case] word: u32) {
    assert_eq!(settings(&[(key, value)]), [(register, word)]);
}

/// ENABLE, MODE (0 the SIP reports, 1 the HWS estimates) and the offset of the estimate.
#[rstest]
#[case(&[("early_launch", "report")], (1, 0), None)]
#[case(&[("early_launch", "estimate")], (1, 1), Some(0))]
#[case(&[("early_launch.offset", "7"), ("early_launch", "estimate")], (1, 1), Some(7))]
#[case(&[("early_launch", "estimate"), ("early_launch.offset", "7")], (1, 1), Some(7))]
#[case(&[("early_launch", "estimate"), ("early_launch", "off")], (0, 1), Some(0))]
#[case(&[("early_launch", "off")], (0, 0), None)]
fn early_launch(
    #[case] policies: &[(&str, &str)],
    #[case] (enable, mode): (u32, u32),
    #[case] offset: Option<u32>,
) {
    let set = settings(policies);
    let of = |wanted| set.iter().find(|(register, _)| *register == wanted).map(|&(_, word)| word);
    assert_eq!(of(RegId::EnableEarlyLaunchSip), Some(enable));
    assert_eq!(of(RegId::EarlyLaunchMode), Some(mode));
    assert_eq!(of(RegId::PreIdleOffset), offset);
}

#[test]
fn parts_of_a_register_are_set_one_by_one() {
    let policies = [
        ("promote.rtask_max", "2"),
        ("promote.rules", "on_cp"),
        ("promote.threshold", "9"),
        ("p_top_k", "2"),
    ];
    assert_eq!(settings(&policies), [(RegId::Promote, 0x0009_2008), (RegId::PTopK, 2)]);
    let order = settings(&[("fillup_first", "on"), ("reserved_first", "on")]);
    assert_eq!(order, [(RegId::UseRsvdSipFirst, 1), (RegId::SipFillupTaskFirst, 1)]);
    let order = settings(&[("reserved_first", "on"), ("fillup_first", "on"), ("reserved_first", "off")]);
    assert_eq!(order, [(RegId::UseRsvdSipFirst, 0), (RegId::SipFillupTaskFirst, 1)]);
}

/// The other fields of the same register are those of the file.
#[test]
fn a_policy_changes_only_its_own_fields() {
    let registers = vec![(RegId::PTopK, 3), (RegId::Promote, 0x0007_3008)];
    let hardware = Hardware { registers, ..Hardware::default() };
    let mut settings = RunSettings { hardware, ..RunSettings::default() };
    set(&mut settings, "promote.threshold", "1").unwrap();
    assert_eq!(settings.hardware.registers, [(RegId::PTopK, 3), (RegId::Promote, 0x0001_3008)]);
}

/// Firmware decides when nothing is set.
#[test]
fn what_firmware_decides_is_not_a_setting() {
    assert_eq!(settings(&[("backfill.margin", "5"), ("backfill.margin", "safe")]), []);
    assert_eq!(settings(&[("second_resources", "on"), ("second_resources", "auto")]), []);
}

#[rstest]
#[case("linear:100:3200", |rank| 100 * (rank + 1))]
#[case("geometric:1:2/1", |rank| 1_u32 << rank)]
#[case("points:0=10:31=320", |rank| 10 * (rank + 1))]
#[case("points:4=7", |_| 7)]
fn curves(#[case] value: &str, #[case] ratio: fn(u32) -> u32) {
    let ranks = 0..params::N_RANK as u32;
    let expected: Vec<_> =
        ranks.map(|rank| (RegId::ScaleRatioTableRank(RegIndex::wrapping(rank)), ratio(rank))).collect();
    assert_eq!(settings(&[("scale.curve", value)]), expected);
}

#[test]
fn the_machine_can_only_be_set_before_the_workload_is_read() {
    let mut settings = RunSettings::default();
    for (key, value) in
        [("topology", "6x4"), ("time_unit", "65536"), ("bus_cycles", "1"), ("pre_complete_lead", "200")]
    {
        set(&mut settings, key, value).unwrap();
    }
    let hardware = settings.hardware;
    assert_eq!((hardware.topology.cluster_sip_num(), hardware.topology.cluster_num()), (6, 4));
    assert_eq!((hardware.time_unit, hardware.bus_cycles, hardware.pre_complete_lead), (65536, 1, 200));
    assert!(hardware.registers.is_empty());
    for key in ["topology", "time_unit", "fuse", "vcs", "error_model"] {
        let mut workload = built_in();
        let error = workload.set_policy(key, "6x4").unwrap_err();
        assert_eq!(*error.reason, PolicyReason::TooLate, "{key}");
        assert_eq!(workload, built_in());
    }
}

#[rstest]
#[case("p_top_q", "1", "unknown key; did you mean `p_top_k`?")]
#[case("promote", "1", "unknown key; did you mean `promote.rules`?")]
#[case("zzz", "1", "unknown key; see `hws run --policy list`")]
#[case("p_top_k", "5", "5 is not a legal value of `kernels`; ")]
#[case("p_top_k", "0", "0 is not a legal value of `kernels`; give 1 to 4 kernels")]
#[case("p_top_k", "256", "invalid value; give 1 to 4 kernels")]
#[case("p_top_k", "", "invalid value; give 1 to 4 kernels")]
#[case("p_top_k", "+1", "invalid value")]
#[case("p_top_k", "0x+1", "invalid value")]
#[case("promote.rtask_max", "9", "9 is not a legal value of `r_tasks_max`; give 1 to 8 R-tasks")]
#[case("promote.threshold", "65536", "invalid value; give 0 to 65535 failed attempts")]
#[case("promote.rules", "", "invalid value; give none, or any of threshold, top1_full_vg,")]
#[case("promote.rules", "top2", "invalid value")]
#[case("promote.rules", "none+top1", "invalid value")]
#[case("promote.most_failed_first", "yes", "invalid value; give on or off")]
#[case("backfill.margin", "-2147483648", "-2147483648 is not a legal value of `margin`; give")]
#[case("backfill.margin", "2147483648", "invalid value; give safe, or -2147483647 to 2147483647 time units")]
#[case("early_launch", "on", "invalid value; give off, report or estimate")]
#[case("scale.curve", "linear:1", "invalid value; give linear:FIRST:LAST,")]
#[case("scale.curve", "square:1:2", "invalid value")]
#[case("scale.curve", "geometric:1:2/0", "invalid value")]
#[case(
    "scale.curve",
    "points:1=2:1=3",
    "1 is not a legal value of `points`, which is a non-empty, strictly ascending list; give"
)]
#[case("scale.curve", "points:32=2", "32 is not a legal value of `rank`; give")]
#[case("topology", "5x4", "invalid value; give 3x4, 3x8,")]
#[case("time_unit", "0", "invalid value; give 1 to 65536 cycles")]
#[case("time_unit", "65537", "invalid value")]
#[case("bus_cycles", "0", "invalid value; give 1 to 65536 cycles")]
#[case("cost.ops_per_cycle", "0", "invalid value; give 1 to 4294967295 operations per cycle")]
#[case("second_resources", "yes", "invalid value; give auto, off or on")]
#[case("out_path", "MDMA", "invalid value; give mdma or mih")]
#[case("in_path", "fw", "invalid value; give hdr or firmware")]
#[case("report", "true", "invalid value; give on or off")]
#[case("pin", "first", "invalid value; give none, fixed or least_loaded")]
#[case("l2", "1", "unknown key; did you mean `l2_bytes`?")]
#[case("l2_bytes", "4294967296", "invalid value; give 0 to 4294967295 bytes")]
#[case("vcs", "65537", "invalid value; give 0 to 65536 VCs")]
#[case("mapping", "fixed", "invalid value; give dynamic or static")]
#[case("scale", "0", "invalid value; give auto, or 1 to 9223372036854775807")]
#[case("fuse", "1", "invalid value; give on or off")]
#[case("instances", "4294967296", "invalid value; give all, or 1 to 4294967295 instances")]
#[case("bw", "0", "invalid value; give none, or 1 to 9223372036854775807 bytes per time unit of the file")]
#[case("transfers", "none", "invalid value; give on or off")]
#[case("error_model", "uniform:100%", "invalid value; give none, low or uniform:N% with N from 1 to 99")]
#[case("inject.stuck-sip", "101%", "invalid value; give off, 1/N with N from 1, or 0% to 100%")]
#[case("inject.stuck-sip", "1/0", "invalid value; give off, 1/N with N from 1, or 0% to 100%")]
#[case("inject.stuck_sip", "1/9", "unknown key; did you mean `inject.stuck-sip`?")]
#[case("workload", "a.yaml", "files are values only in a sweep; name them as FILE")]
#[case("pre_complete_lead", "-1", "invalid value; give 0 to 4294967295 cycles")]
fn a_refused_policy_changes_nothing(#[case] key: &str, #[case] value: &str, #[case] reason: &str) {
    let mut settings = RunSettings::default();
    let error = set(&mut settings, key, value).unwrap_err().to_string();
    let start = format!("policy {key}={value}: {reason}");
    assert!(error.starts_with(&start), "\n found {error}\nwanted {start}");
    assert!(error.contains("; "), "no remedy: {error}");
    assert_eq!(settings, RunSettings::default());
}
