//! The JSON Schema: it accepts the shipped map and refuses what the parser refuses for its shape.

use hws_json_schema::Schema;
use hws_regmap::{load, schema};
use hws_regs::REGMAP_YAML;
use rstest::rstest;
use serde_json::Value;

fn as_json(yaml: &str) -> Value {
    let options = serde_saphyr::options! { strict_booleans: true };
    serde_saphyr::from_str_with_options(yaml, options).unwrap()
}

fn changed(old: &str, new: &str) -> String {
    assert!(REGMAP_YAML.contains(old), "{old} is not in the map");
    REGMAP_YAML.replacen(old, new, 1)
}

#[test]
fn the_shipped_map_is_accepted() {
    assert_eq!(Schema::new(schema()).errors(&as_json(REGMAP_YAML)), [""; 0]);
}

#[rstest]
#[case("window_bytes: 0x4000", "window_bytes: 0x4000\ncolour: red")]
#[case("window_bytes: 0x4000\n", "")]
#[case("access: RO", "access: R0")]
#[case("offset: 0x0010", "offset: -4")]
#[case("offset: 0x0010", "offset: [16]")]
#[case("range: [1, 8]", "range: [1, 8, 9]")]
#[case("pulse: true", "pulse: maybe")]
#[case("pulse: true", "puls: true")]
#[case("bits: [7, 0]", "bits: 7")]
#[case("unit: cycles", "unit: seconds")]
#[case("stride: 4", "strid: 4")]
fn the_schema_refuses_what_the_parser_refuses_for_its_shape(#[case] old: &str, #[case] new: &str) {
    let broken = changed(old, new);
    assert!(load(&broken, "regmap.yaml").is_err(), "the parser accepts {new}");
    assert!(!Schema::new(schema()).is_valid(&as_json(&broken)), "the schema accepts {new}");
}

#[test]
fn every_key_is_described() {
    let schema = schema();
    let definitions = schema["$defs"].as_object().unwrap().values().chain([&schema]);
    for definition in definitions {
        for (key, property) in definition["properties"].as_object().unwrap() {
            assert!(property["description"].as_str().is_some_and(|text| text.ends_with('.')), "{key}");
        }
    }
}
