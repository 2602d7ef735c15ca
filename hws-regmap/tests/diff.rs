//! Differences between maps: what is breaking, what is not, and the map that was published.

use hws_regmap::{BUILT_IN, DiffSeverity, Map, diff, load};
use rstest::rstest;

/// The map as it was published; replaced only together with HWS_VERSION.
const PUBLISHED: &str = include_str!("published/regmap-1.0.0.yaml");

fn map(text: &str) -> Map {
    load(text, "map.yaml").unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"))
}

fn changes(old: &str, new: &str) -> Vec<String> {
    assert!(BUILT_IN.contains(old), "{old} is not in the map");
    let changed = map(&BUILT_IN.replacen(old, new, 1));
    diff(&map(BUILT_IN), &changed).iter().map(ToString::to_string).collect()
}

/// The published map with the parameters of today's, which may be any legal ones.
fn published() -> Map {
    let today = map(BUILT_IN);
    let set = |text: String, name: &str, value: u64| {
        let head = format!("{{name: {name}, value: ");
        let Some((before, behind)) = text.split_once(&head) else { return text };
        let rest = behind.trim_start_matches(|c: char| c.is_ascii_digit());
        format!("{before}{head}{value}{rest}")
    };
    let parameters = today.parameters.iter();
    map(&parameters.fold(PUBLISHED.to_owned(), |text, one| set(text, &one.name.value, one.value.value)))
}

#[test]
fn nothing_published_has_moved() {
    let all = diff(&published(), &map(BUILT_IN));
    let breaking: Vec<_> = all.iter().filter(|change| change.severity == DiffSeverity::Breaking).collect();
    assert!(breaking.is_empty(), "software in the field would break: {breaking:#?}");
}

#[rstest]
#[case("offset: 0x0028", "offset: 0x002c", "breaking: TIME_UNIT: moved from 0x0028 to 0x002c")]
#[case("name: TIME_UNIT", "name: TIME_STEP", "breaking: TIME_UNIT: renamed to TIME_STEP")]
#[case(
    "name: PRESCALE, bits: [15, 0]",
    "name: DIVIDER, bits: [15, 0]",
    "breaking: TIME_UNIT.PRESCALE: renamed to DIVIDER"
)]
#[case(
    "name: PRESCALE, bits: [15, 0]",
    "name: PRESCALE, bits: [16, 1]",
    "breaking: TIME_UNIT.PRESCALE: moved from [15:0] to [16:1]"
)]
#[case(
    "name: PRESCALE, bits: [15, 0], reset: 0",
    "name: PRESCALE, bits: [15, 0], reset: 1",
    "breaking: TIME_UNIT.PRESCALE: reset was 0 and is 1"
)]
#[case("range: [1, 8]", "range: [1, 9]", "compatible: PROMOTE.RTASK_MAX: legal was 1 to 8 and is 1 to 9")]
#[case("range: [1, 8]", "range: [1, 7]", "breaking: PROMOTE.RTASK_MAX: legal was 1 to 8 and is 1 to 7")]
#[case(
    "multiple_of: 4",
    "multiple_of: 2",
    "compatible: TDP_CFG.OFFSET: legal was a multiple of 4 and is a multiple of 2"
)]
#[case(
    "multiple_of: 4",
    "multiple_of: 8",
    "breaking: TDP_CFG.OFFSET: legal was a multiple of 4 and is a multiple of 8"
)]
#[case(
    "{name: FIRMWARE, value: 1",
    "{name: FIRM, value: 1",
    "breaking: HWS_WORK_MODE.IN_PATH: value FIRMWARE = 1 removed|compatible: HWS_WORK_MODE.IN_PATH: value FIRM = 1 added"
)]
#[case("[16, 2]]", "[16, 2], [5, 5]]", "compatible: SIP_TOPOLOGY: other combinations of fields are legal")]
#[case(", [16, 2]]", ", [16, 2], [16, 2]]", "")]
#[case("[[3, 4], ", "[", "breaking: SIP_TOPOLOGY: other combinations of fields are legal")]
#[case("reset: 0, pulse: true", "reset: 0", "breaking: HWS_CTRL.SOFT_RESET: is no longer a pulse")]
#[case("Master switch and soft reset.", "Something else.", "")]
#[case("max: 31, spec", "max: 30, spec", "breaking: HDR_FIFO: may be 1 to 30 instead of 1 to 31")]
fn a_change_is_described_and_classified(#[case] old: &str, #[case] new: &str, #[case] expected: &str) {
    let expected: Vec<&str> = expected.split('|').filter(|line| !line.is_empty()).collect();
    if expected.is_empty() {
        return assert!(changes(old, new).iter().all(|change| !change.starts_with("breaking")));
    }
    assert_eq!(changes(old, new), expected);
}

#[test]
fn additions_and_removals_are_mirrors() {
    let without = PUBLISHED.replacen("          - {name: REPORT_EN, bits: [2], reset: 0, description: \"Report every launch and finish to firmware over the MIH path too.\"}\n", "", 1);
    assert_ne!(without, PUBLISHED);
    let said =
        |old: &str, new: &str| diff(&map(old), &map(new)).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(said(PUBLISHED, &without), ["breaking: HWS_WORK_MODE.REPORT_EN: removed from [2]"]);
    assert_eq!(said(&without, PUBLISHED), ["compatible: HWS_WORK_MODE.REPORT_EN: added at [2]"]);
}

#[test]
fn an_array_may_grow() {
    let small = PUBLISHED.replace("{name: N_RANK, value: 32", "{name: N_RANK, value: 20");
    let said =
        |old: &str, new: &str| diff(&map(old), &map(new)).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert!(
        said(&small, PUBLISHED)
            .contains(&"compatible: SCALE_RATIO_TABLE_RANK[]: had 20 elements and has 32".to_owned())
    );
    assert!(
        said(PUBLISHED, &small)
            .contains(&"breaking: SCALE_RATIO_TABLE_RANK[]: had 32 elements and has 20".to_owned())
    );
}
