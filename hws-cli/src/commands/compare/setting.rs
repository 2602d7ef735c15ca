//! A register setting that differs between two runs, by its fields.

use hws_regs::{FieldInfo, Legal, RegId};

/// Returns how the settings of a register differ; a run without a setting leaves it to reset and firmware.
pub(super) fn difference(register: &str, first: Option<u32>, other: Option<u32>) -> Vec<String> {
    let Ok(known) = RegId::parse(register) else {
        // A report of another map.
        let plain = |value: Option<u32>| value.map_or_else(unset, |value| value.to_string());
        return vec![format!("{register}: {} against {}", plain(first), plain(other))];
    };
    let fields = known.info().fields;
    if let Some(signed) = Signed::of(fields) {
        return vec![line(register, first, other, |value| signed.show(value))];
    }
    if let [field] = fields {
        return vec![line(register, first, other, |value| show(field, value))];
    }
    // Of a run that leaves the register alone, its value is not known; the fields of the other are told from reset.
    let [before, after] = [first, other].map(|value| value.unwrap_or(known.reset()));
    let differs = |field: &&FieldInfo| field.extract(before) != field.extract(after);
    let named: Vec<&FieldInfo> = fields.iter().filter(differs).collect();
    if named.is_empty() {
        return vec![line(register, first, other, |_| "its reset value".to_owned())];
    }
    let lines = named
        .iter()
        .map(|field| line(&format!("{register}.{}", field.name), first, other, |value| show(field, value)));
    lines.collect()
}

fn line(name: &str, first: Option<u32>, other: Option<u32>, show: impl Fn(u32) -> String) -> String {
    let [first, other] = [first, other].map(|value| value.map_or_else(unset, &show));
    format!("{name}: {first} against {other}")
}

fn unset() -> String {
    "unset".to_owned()
}

/// The value of a field, by name if it has one.
fn show(field: &FieldInfo, register: u32) -> String {
    let value = field.extract(register);
    let name = match field.legal {
        Legal::Enumerated(values) => values.iter().find(|named| named.1 == value).map(|named| named.0),
        _ => None,
    };
    name.map_or_else(|| value.to_string(), str::to_owned)
}

/// The two fields of a number with a sign.
struct Signed {
    magnitude: &'static FieldInfo,
    sign: &'static FieldInfo,
}

impl Signed {
    fn of(fields: &'static [FieldInfo]) -> Option<Self> {
        let field = |name| fields.iter().find(|field| field.name == name);
        let (magnitude, sign) = (field("MAGNITUDE")?, field("SIGN")?);
        (fields.len() == 2).then_some(Self { magnitude, sign })
    }

    fn show(&self, register: u32) -> String {
        let sign = if show(self.sign, register) == "NEGATIVE" { "-" } else { "+" };
        format!("{sign}{}", self.magnitude.extract(register))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("P_TOP_K", None, Some(2), &["P_TOP_K: unset against 2"])]
    #[case("PROMOTE", Some(0x0004_1001), Some(0x0010_1001), &["PROMOTE.THRESHOLD: 4 against 16"])]
    #[case("PROMOTE", Some(0x0004_1000), None, &["PROMOTE.RULE_THRESHOLD: 0 against unset"])]
    #[case("PROMOTE", None, Some(0x0004_1001), &["PROMOTE: unset against its reset value"])]
    #[case(
        "PROMOTE",
        Some(0x0004_1001),
        Some(0x0004_2003),
        &["PROMOTE.RULE_TOP1_FULL_VG: 0 against 1", "PROMOTE.RTASK_MAX: 1 against 2"]
    )]
    #[case(
        "RSVD_SIP_BACKFILL_MARGIN_OFFSET",
        Some(4000),
        Some(0x8000_0030),
        &["RSVD_SIP_BACKFILL_MARGIN_OFFSET: -4000 against +48"]
    )]
    #[case("EARLY_LAUNCH_MODE", Some(0), Some(1), &["EARLY_LAUNCH_MODE: SIP_REPORT against HWS_ESTIMATE"])]
    #[case("SCALE_RATIO_TABLE_RANK[3]", Some(100), Some(150), &["SCALE_RATIO_TABLE_RANK[3]: 100 against 150"])]
    #[case("NO_SUCH", Some(1), None, &["NO_SUCH: 1 against unset"])]
    fn settings_are_told_by_field(
        #[case] register: &str,
        #[case] first: Option<u32>,
        #[case] other: Option<u32>,
        #[case] expected: &[&str],
    ) {
        assert_eq!(difference(register, first, other), expected);
    }
}
