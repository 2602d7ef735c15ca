//! The shipped map: its two outputs, its fingerprint, and what a parameter changes.

use hws_regmap::{Map, MapRegister, emit, fingerprint, load};
use hws_regs::REGMAP_YAML;

fn built_in() -> Map {
    load(REGMAP_YAML, "regmap.yaml").unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"))
}

fn with_ranks(ranks: u32) -> Map {
    let text = REGMAP_YAML.replace("{name: N_RANK, value: 32", &format!("{{name: N_RANK, value: {ranks}"));
    load(&text, "regmap.yaml").unwrap()
}

fn register<'a>(map: &'a Map, name: &str) -> &'a MapRegister {
    map.registers.iter().find(|register| register.name.value == name).unwrap()
}

#[test]
fn a_parameter_changes_everything_that_depends_on_it_and_nothing_else() {
    let (old, new) = (built_in(), with_ranks(20));
    let table = "SCALE_RATIO_TABLE_RANK[]";
    assert_eq!(register(&new, table).dims[0].count.value, 20);
    assert_eq!(register(&new, table).offsets().len(), 20);
    assert_eq!(register(&new, "HWS_PARAM0").reset(0), register(&old, "HWS_PARAM0").reset(0) - (12 << 24));
    for (before, after) in old.registers.iter().zip(&new.registers) {
        assert_eq!(before.offset.value, after.offset.value);
        assert!(before.offsets() == after.offsets() || before.name.value == table);
    }
    assert_ne!(fingerprint(&old), fingerprint(&new));
}

#[test]
fn the_generated_code_follows_a_parameter() {
    let code = emit::rust(&with_ranks(20)).unwrap();
    assert!(code.contains("pub const N_RANK: usize = 20;"));
    assert!(code.contains("pub scale_ratio_table_rank: [ScaleRatioTableRank; params::N_RANK],"));
    assert!(code.contains("ScaleRatioTableRank::from_bits(0x0000_07d0)"), "the reset of rank 19 is there");
    assert!(!code.contains("ScaleRatioTableRank::from_bits(0x0000_0834)"), "the reset of rank 20 is not");
    let json = emit::json(&with_ranks(20));
    let table = json["registers"]
        .as_array()
        .unwrap()
        .iter()
        .find(|r| r["name"] == "SCALE_RATIO_TABLE_RANK[]")
        .unwrap();
    assert_eq!(table["dims"][0]["count"], 20);
    assert_eq!(table["reset"].as_array().unwrap().len(), 20);
}

#[test]
fn parameters_that_size_no_array_size_no_array() {
    let text = REGMAP_YAML.replace("{name: N_RS, value: 32", "{name: N_RS, value: 16");
    let small = load(&text, "regmap.yaml").unwrap();
    assert_eq!(register(&small, "RS[].FLAGS").dims[0].count.value, 32);
    assert_eq!(register(&small, "HWS_PARAM0").reset(0), 0x2020_2010);
}

#[test]
fn fixed_parameters_refuse_to_change() {
    for name in ["N_SIP", "N_CTX", "N_CLASS", "N_LAUNCH"] {
        let head = format!("{{name: {name}, value: ");
        let text = REGMAP_YAML.replace(&head, &format!("{head}1"));
        let diagnostics = load(&text, "regmap.yaml").unwrap_err();
        let named = |d: &hws_regmap::MapDiagnostic| {
            d.code.as_str() == "fixed-parameter-changed" && d.message.contains(name)
        };
        assert!(diagnostics.iter().any(named), "{name}: {diagnostics:?}");
    }
}

#[test]
fn output_is_deterministic() {
    assert_eq!(emit::rust(&built_in()), emit::rust(&built_in()));
    assert_eq!(emit::json(&built_in()).to_string(), emit::json(&built_in()).to_string());
}

#[test]
fn prose_does_not_change_the_fingerprint_but_a_bit_does() {
    let change = |old: &str, new: &str| {
        assert!(REGMAP_YAML.contains(old));
        fingerprint(&load(&REGMAP_YAML.replacen(old, new, 1), "regmap.yaml").unwrap())
    };
    let now = fingerprint(&built_in());
    assert_eq!(change("Master switch and soft reset.", "Something else."), now);
    assert_eq!(change("offset: 0x0010", "offset: 16"), now);
    assert_ne!(change("name: PATCH, bits: [7, 0], reset: 0", "name: PATCH, bits: [7, 0], reset: 1"), now);
    assert_ne!(change("range: [1, 8]", "range: [1, 7]"), now);
    assert_ne!(change("[16, 2]]", "[16, 2], [5, 5]]"), now);
}

#[test]
fn the_json_lists_reserved_words_and_the_fingerprint() {
    let json = emit::json(&built_in());
    assert_eq!(json["fingerprint"], format!("0x{:016x}", fingerprint(&built_in())));
    let words: Vec<_> = json["reserved"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| (r["group"].as_str().unwrap(), r["word"].as_u64().unwrap()))
        .collect();
    assert_eq!(words, [("RS[]", 15), ("DAG[]", 5), ("DAG[]", 6), ("DAG[]", 7)]);
}

#[test]
fn the_shipped_map_has_no_warnings() {
    assert_eq!(hws_regmap::check(REGMAP_YAML.as_bytes(), "regmap.yaml").diagnostics, []);
}
