//! The offsets, masks and reset values of the map, each with its meaning.

use std::collections::BTreeMap;

use serde_json::Value;

/// Numbers of the map that a reader would recognise.
pub(crate) struct MapNumbers(BTreeMap<u64, String>);

impl MapNumbers {
    /// Those of the workspace's `regmap.yaml`, through its JSON export.
    pub(crate) fn built_in() -> Self {
        let map = hws_regmap::load(hws_regs::REGMAP_YAML, "regmap.yaml").expect("the shipped map is valid");
        let json = hws_regmap::emit::json(&map);
        let mut numbers = Self(BTreeMap::new());
        for register in list(&json["registers"]) {
            numbers.register(register);
        }
        numbers
    }

    /// What the number is in the map.
    pub(crate) fn meaning(&self, number: u64) -> Option<&str> {
        self.0.get(&number).map(String::as_str)
    }

    fn register(&mut self, register: &Value) {
        let name = register["name"].as_str().expect("registers have names");
        for offset in offsets(register) {
            self.note(&offset.into(), || format!("an offset of {name}"));
        }
        self.note(&register["field_mask"], || format!("the field mask of {name}"));
        self.note(&register["write_mask"], || format!("the write mask of {name}"));
        let resets =
            register["reset"].as_array().map_or_else(|| vec![register["reset"].clone()], Clone::clone);
        resets.iter().for_each(|reset| self.note(reset, || format!("the reset value of {name}")));
        for field in list(&register["fields"]) {
            let field_name = field["name"].as_str().expect("fields have names");
            self.note(&field["mask"], || format!("the mask of {name}.{field_name}"));
            self.note(&field["reset"], || format!("the reset value of {name}.{field_name}"));
        }
    }

    /// Keeps a distinctive number; the first meaning stays.
    fn note(&mut self, number: &Value, meaning: impl Fn() -> String) {
        if let Some(number) = number.as_u64().filter(|number| is_distinctive(*number)) {
            self.0.entry(number).or_insert_with(meaning);
        }
    }
}

/// The offset of every element.
fn offsets(register: &Value) -> Vec<u64> {
    let first = register["offset"].as_u64().expect("offsets are numbers");
    list(&register["dims"]).iter().fold(vec![first], |rows, dim| {
        let number = |key: &str| dim[key].as_u64().expect("dimensions are numbers");
        let element = |row: u64| (0..number("count")).map(move |index| row + index * number("stride"));
        rows.into_iter().flat_map(element).collect()
    })
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("the export has lists")
}

/// Whether the number, if seen in a source, probably comes from the map. These do not:
/// * below 256: counts, indices, widths;
/// * powers of two and all ones from bit 0: sizes, bits and limits of anything;
/// * multiples of 100: round decimal numbers, which the reset values of SCALE_RATIO_TABLE_RANK are.
pub(crate) fn is_distinctive(number: u64) -> bool {
    let is_ones = (number + 1).is_power_of_two();
    number >= 256 && !number.is_power_of_two() && !is_ones && !number.is_multiple_of(100)
}

#[test]
fn ordinary_numbers_are_not_distinctive() {
    for ordinary in [0, 4, 255, 256, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF, 0x8000_0000, 1000, 3200] {
        assert!(!is_distinctive(ordinary), "{ordinary:#x}");
    }
    for distinctive in [0x114, 0xFF00, 0xFFFF_F10F, 0x4857_5330] {
        assert!(is_distinctive(distinctive), "{distinctive:#x}");
    }
}

/// An export without numbers would let everything pass.
#[test]
fn the_map_has_distinctive_offsets_masks_and_resets() {
    let MapNumbers(numbers) = MapNumbers::built_in();
    for kind in ["an offset of", "field mask", "mask of", "reset value"] {
        let count = numbers.values().filter(|meaning| meaning.contains(kind)).count();
        assert!(count > 0, "no {kind}");
    }
    assert!(numbers.len() > 1000, "{}", numbers.len());
}
