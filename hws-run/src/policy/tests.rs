//! What each policy sets, what it leaves alone, and what is refused.

use std::collections::BTreeSet;

use hws_regs::{RegId, RegIndex, params};
use hws_types::Topology;
use rstest::rstest;

use super::{KEYS, PolicyReason, list, markdown, set};
use crate::hardware::Hardware;
use crate::workload::built_in;

/// The register settings made by policies, in order.
fn settings(policies: &[(&str, &str)]) -> Vec<(RegId, u32)> {
    let mut hardware = Hardware::default();
    for (key, value) in policies {
        set(&mut hardware, key, value).unwrap();
    }
    hardware.registers
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
    let mut hardware = Hardware { registers, ..Hardware::default() };
    set(&mut hardware, "promote.threshold", "1").unwrap();
    assert_eq!(hardware.registers, [(RegId::PTopK, 3), (RegId::Promote, 0x0001_3008)]);
}

/// Firmware uses the safe margin when nothing sets another.
#[test]
fn a_safe_margin_is_not_a_setting() {
    assert_eq!(settings(&[("backfill.margin", "5"), ("backfill.margin", "safe")]), []);
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
    let mut hardware = Hardware::default();
    for (key, value) in
        [("topology", "6x4"), ("time_unit", "65536"), ("bus_cycles", "1"), ("pre_complete_lead", "200")]
    {
        set(&mut hardware, key, value).unwrap();
    }
    assert_eq!((hardware.topology.cluster_sip_num(), hardware.topology.cluster_num()), (6, 4));
    assert_eq!((hardware.time_unit, hardware.bus_cycles, hardware.pre_complete_lead), (65536, 1, 200));
    assert!(hardware.registers.is_empty());
    for key in ["topology", "time_unit"] {
        let mut workload = built_in();
        let error = workload.set_policy(key, "6x4").unwrap_err();
        assert_eq!(*error.reason, PolicyReason::TooLate, "{key}");
        assert_eq!(workload, built_in());
    }
}

#[rstest]
#[case("p_top_q", "1", "unknown key; did you mean `p_top_k`?")]
#[case("promote", "1", "unknown key; did you mean `promote.rules`?")]
#[case("zzz", "1", "unknown key (see `hws run --policy list`)")]
#[case("p_top_k", "5", "kernels is 5, but must be legal for its field: ")]
#[case("p_top_k", "0", "kernels is 0, but must be legal for its field: ")]
#[case("p_top_k", "256", "invalid value (give 1 to 4)")]
#[case("p_top_k", "", "invalid value (give 1 to 4)")]
#[case("p_top_k", "+1", "invalid value")]
#[case("p_top_k", "0x+1", "invalid value")]
#[case("promote.rtask_max", "9", "r_tasks_max is 9, but must be legal for its field: ")]
#[case("promote.threshold", "65536", "invalid value (give 0 to 65535)")]
#[case("promote.rules", "", "invalid value (give none, or any of threshold, top1_full_vg,")]
#[case("promote.rules", "top2", "invalid value")]
#[case("promote.rules", "none+top1", "invalid value")]
#[case("promote.most_failed_first", "yes", "invalid value (give on or off)")]
#[case("backfill.margin", "-2147483648", "margin is -2147483648, but must be -2147483647..=2147483647 (give")]
#[case("backfill.margin", "2147483648", "invalid value (give safe, or a number of time units")]
#[case("early_launch", "on", "invalid value (give off, report or estimate)")]
#[case("scale.curve", "linear:1", "invalid value (give linear:FIRST:LAST,")]
#[case("scale.curve", "square:1:2", "invalid value")]
#[case("scale.curve", "geometric:1:2/0", "invalid value")]
#[case(
    "scale.curve",
    "points:1=2:1=3",
    "points is 1, but must be a non-empty, strictly ascending list (give"
)]
#[case("scale.curve", "points:32=2", "rank is 32, but must be 0..=31 (give")]
#[case("topology", "5x4", "invalid value (give SIPs of a cluster x clusters: 3x4, 3x8,")]
#[case("time_unit", "0", "invalid value (give 1 to 65536 cycles)")]
#[case("time_unit", "65537", "invalid value")]
#[case("bus_cycles", "0", "invalid value (give 1 to 65536 cycles)")]
#[case("pre_complete_lead", "-1", "invalid value (give a number of cycles, 32 bits)")]
fn a_refused_policy_changes_nothing(#[case] key: &str, #[case] value: &str, #[case] reason: &str) {
    let mut hardware = Hardware::default();
    let error = set(&mut hardware, key, value).unwrap_err().to_string();
    let start = format!("policy {key}={value}: {reason}");
    assert!(error.starts_with(&start), "\n found {error}\nwanted {start}");
    assert!(error.ends_with([')', '?']), "no remedy: {error}");
    assert_eq!(hardware, Hardware::default());
}

#[test]
fn every_legal_topology_is_listed() {
    let key = KEYS.iter().find(|key| key.name == "topology").unwrap();
    let (_, listed) = key.values.split_once(": ").unwrap();
    let listed: Vec<String> = listed.replace(" or ", ", ").split(", ").map(str::to_owned).collect();
    let sides = |side: u32| Topology::new(side / 16 + 1, side % 16 + 1);
    let legal: Vec<String> = (0..16 * 16).filter_map(sides).map(|topology| topology.to_string()).collect();
    assert_eq!(listed, legal);
}

#[test]
fn the_table_names_each_key_once_and_registers_that_exist() {
    let names: BTreeSet<_> = KEYS.iter().map(|key| key.name).collect();
    assert_eq!(names.len(), KEYS.len());
    for key in KEYS {
        assert!(list().contains(&format!("\n{}\n", key.name)));
        assert!(markdown().contains(&format!("\n| `{}` |", key.name)));
        let register = key.sets.split([',', '.', '[']).next().unwrap();
        let is_register =
            hws_regs::REGISTERS.iter().any(|info| info.name.split('[').next() == Some(register));
        assert!(is_register || register == "hardware", "{}", key.sets);
    }
}

/// The documentation shows the table as it is.
#[test]
fn the_documentation_has_the_table() {
    let page = include_str!("../../../docs/workloads.md");
    assert!(page.contains(&markdown()), "put this into docs/workloads.md:\n{}", markdown());
}
