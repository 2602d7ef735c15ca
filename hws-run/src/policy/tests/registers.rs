//! `reg.NAME=VALUE`: fields by name and number, usage masks, and refusals.

use rstest::rstest;

use super::*;
use hws_types::{SipMask, ThreadNum};

#[rstest]
#[case("reg.PROMOTE.THRESHOLD", "8", RegId::Promote, 0x0008_1001)]
#[case("reg.PROMOTE.RULE_ON_CP", "1", RegId::Promote, PROMOTE + 8)]
#[case("reg.PROMOTE.RULE_ON_CP", "on", RegId::Promote, PROMOTE + 8)]
#[case("reg.PROMOTE", "0x81001", RegId::Promote, 0x0008_1001)]
#[case("reg.P_TOP_K.K", "4", RegId::PTopK, 4)]
#[case("reg.P_TOP_K", "4", RegId::PTopK, 4)]
#[case("reg.EARLY_LAUNCH_MODE.MODE", "hws_estimate", RegId::EarlyLaunchMode, 1)]
#[case("reg.EARLY_LAUNCH_MODE.MODE", "1", RegId::EarlyLaunchMode, 1)]
#[case("reg.TDP_CFG.OFFSET", "12", RegId::TdpCfg, 12)]
#[case("reg.SCALE_RATIO_TABLE_RANK[3].RATIO", "7", RegId::ScaleRatioTableRank(RegIndex::wrapping(3)), 7)]
fn a_field_is_a_setting(#[case] key: &str, #[case] value: &str, #[case] register: RegId, #[case] word: u32) {
    assert_eq!(settings(&[(key, value)]), [(register, word)]);
}

/// As a later write does.
#[test]
fn the_later_of_two_settings_of_one_field_counts() {
    let both = [("reg.PROMOTE.THRESHOLD", "8"), ("promote.threshold", "9")];
    assert_eq!(settings(&both), [(RegId::Promote, 0x0009_1001)]);
    assert_eq!(settings(&[both[1], both[0]]), [(RegId::Promote, 0x0008_1001)]);
}

/// Firmware writes the masks of `contexts` after the registers, so a setting takes the place of one.
#[test]
fn a_usage_mask_replaces_that_of_the_contexts() {
    let mask = |ctx, threads| (ctx, ThreadNum::new(threads).unwrap(), SipMask(0xF0));
    let usage_masks = vec![mask(0, 4), mask(1, 3), mask(0, 1)];
    let mut settings = RunSettings { usage_masks, ..RunSettings::default() };
    assert_eq!(get(&settings, "reg.SIP_USAGE_MASK[0][2].MASK").as_deref(), Some("240"));
    set(&mut settings, "reg.SIP_USAGE_MASK[0][2].MASK", "0xFF").unwrap();
    assert_eq!(settings.usage_masks, [mask(1, 3), mask(0, 1)]);
    assert_eq!(get(&settings, "reg.SIP_USAGE_MASK[0][2].MASK").as_deref(), Some("255"));
}

#[rstest]
#[case("reg.PROMOT.THRESHOLD", "1", "unknown key; did you mean `reg.PROMOTE.THRESHOLD`?")]
#[case("reg.promote.threshold", "1", "unknown key; did you mean `reg.PROMOTE.THRESHOLD`?")]
#[case("reg.PROMOTE.TRESHOLD", "1", "unknown key; did you mean `reg.PROMOTE.THRESHOLD`?")]
#[case(
    "reg.PROMOTE.XYZ",
    "1",
    "PROMOTE has no field `XYZ`; its fields are RULE_THRESHOLD, RULE_TOP1_FULL_VG,"
)]
#[case("reg.", "1", "unknown key; did you mean `reg.")]
#[case("reg.ZZZ", "1", "unknown key; see `hws run --policy list`")]
#[case("reg.PROMOTE.THRESHOLD", "65536", "invalid value; give 0 to 65535")]
#[case("reg.PROMOTE.THRESHOLD", "-1", "invalid value; give 0 to 65535")]
#[case("reg.PROMOTE.RTASK_MAX", "9", "invalid value; give 1 to 8")]
#[case("reg.PROMOTE", "0", "invalid value; give 0 to 4294967295")]
#[case("reg.P_TOP_K.K", "0", "invalid value; give 1 to 4")]
#[case("reg.P_TOP_K.K", "on", "invalid value; give 1 to 4")]
#[case("reg.EARLY_LAUNCH_MODE.MODE", "off", "invalid value; give SIP_REPORT (0) or HWS_ESTIMATE (1)")]
#[case("reg.TDP_CFG.OFFSET", "3", "invalid value; give multiples of 4 from 0 to 65532 bytes")]
#[case("reg.LAUNCH_SIP_DELAY.UNITS", "4294967296", "invalid value; give 0 to 4294967295 time units")]
#[case("reg.HWS_STATUS.CMD_PENDING", "1", "HWS_STATUS is not a setting: it is read-only; remove it")]
#[case("reg.HWS_CTRL.ENABLE", "1", "HWS_CTRL is not a setting: firmware enables the HWS itself; remove it")]
#[case(
    "reg.HWS_WORK_MODE.OUT_PATH",
    "MIH",
    "HWS_WORK_MODE is not a setting: firmware has to know its paths; set out_path,"
)]
#[case(
    "reg.IRQ_ENABLE.MIH",
    "0",
    "IRQ_ENABLE is not a setting: firmware enables the interrupts that it handles; remove"
)]
#[case(
    "reg.XMC_SIP_MAP[0].PHY_ID",
    "1",
    "XMC_SIP_MAP[0] is not a setting: only a permutation is legal; set all of it"
)]
#[case(
    "reg.SIP_TOPOLOGY.CLUSTER_NUM",
    "1",
    "SIP_TOPOLOGY is not a setting: it follows from the machine; set topology"
)]
#[case(
    "reg.TIME_UNIT.PRESCALE",
    "1",
    "TIME_UNIT is not a setting: it follows from the machine; set time_unit"
)]
#[case("reg.DAG_CMD.OP", "1", "DAG_CMD is not a setting: writing it takes effect at once; remove it")]
#[case("reg.SCALE_RATIO_TABLE_RANK.RATIO", "1", "")]
#[case("reg.SCALE_RATIO_TABLE_RANK[32].RATIO", "1", "")]
#[case("reg.SCALE_RATIO_TABLE_RANK[x].RATIO", "1", "")]
#[case("reg.P_TOP_K[0].K", "1", "")]
fn a_refused_field_changes_nothing(#[case] key: &str, #[case] value: &str, #[case] reason: &str) {
    let mut settings = RunSettings::default();
    let error = set(&mut settings, key, value).unwrap_err().to_string();
    let start = format!("policy {key}={value}: {reason}");
    assert!(error.starts_with(&start), "\n found {error}\nwanted {start}");
    assert!(error.contains("; "), "no remedy: {error}");
    assert!(!reason.is_empty() || error.contains("[0][3]"), "{error}");
    assert_eq!(settings, RunSettings::default());
}
