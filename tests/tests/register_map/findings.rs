//! In what a map differs from the specification, from the model, and from the published map.

use std::collections::BTreeMap;

use hws_model::{Config, Hws};
use hws_regmap::{DiffSeverity, Map, MapField, MapRegister, diff, load};
use hws_regs::RegId;

use super::specified::{Specified, SpecifiedField, registers};

const PUBLISHED: &str = include_str!("../../../hws-regmap/tests/published/regmap-1.0.0.yaml");

/// What a map is compared with.
pub(super) struct Oracle {
    specified: BTreeMap<String, Specified>,
    /// What the model shows after power-on, by name and element.
    power_on: BTreeMap<String, Vec<u32>>,
    published: Map,
}

impl Oracle {
    pub(super) fn new() -> Self {
        let hws = Hws::new(Config::default());
        let mut power_on: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for id in RegId::all() {
            let name = without_indices(&id.to_string());
            power_on.entry(name).or_default().push(hws.peek(id));
        }
        let specified = registers().into_iter().map(|register| (register.name.clone(), register));
        let published = load(PUBLISHED, "published").expect("the published map is valid");
        Self { specified: specified.collect(), power_on, published }
    }
}

fn without_indices(name: &str) -> String {
    let mut is_inside = false;
    let mut keep = |c: char| {
        let is_kept = !is_inside || c == ']';
        is_inside = (is_inside || c == '[') && c != ']';
        is_kept
    };
    name.chars().filter(|&c| keep(c)).collect()
}

/// Returns every difference.
pub(super) fn findings(map: &Map, oracle: &Oracle) -> Vec<String> {
    let mut found = Vec::new();
    let missing =
        oracle.specified.keys().filter(|name| map.registers.iter().all(|of_map| of_map.name.value != **name));
    found.extend(missing.map(|name| format!("{name} is missing")));
    found.extend(map.registers.iter().flat_map(|register| of_register(register, map, oracle)));
    let changes = diff(&oracle.published, map);
    let breaking = changes.iter().filter(|change| change.severity() == DiffSeverity::Breaking);
    found.extend(breaking.map(ToString::to_string));
    found
}

/// Returns every difference of one register from the specification and the model.
pub(super) fn of_register(register: &MapRegister, map: &Map, oracle: &Oracle) -> Vec<String> {
    let (mut found, name) = (Vec::new(), &register.name.value);
    match oracle.specified.get(name) {
        Some(specified) => compare(register, specified, map, &mut found),
        None => found.push(format!("{name} is not specified")),
    }
    compare_power_on(register, oracle, &mut found);
    found
}

fn compare(register: &MapRegister, specified: &Specified, map: &Map, found: &mut Vec<String>) {
    let mut expect = |is_same: bool, what: &str| {
        if !is_same {
            found.push(format!("{}: {what}", specified.name));
        }
    };
    let dims: Vec<u32> = register.dims.iter().map(|dim| dim.count.value).collect();
    expect(dims == specified.dims, "number of elements");
    expect(register.access_text() == specified.access, "access");
    expect(register.queued == specified.is_queued, "queued");
    if let Some(word) = specified.word {
        let group = specified.name.split_once('.').map_or("", |(group, _)| group);
        let of_group = map.registers.iter().filter(|other| other.name.value.split('.').next() == Some(group));
        let base = of_group.map(|other| other.offset.value).min();
        expect(base.map(|base| base + 4 * u64::from(word)) == Some(register.offset.value), "word");
    }
    expect(register.fields.len() == specified.fields.len(), "number of fields");
    for (field, specified) in register.fields.iter().zip(&specified.fields) {
        expect(field.name.value == specified.name, "name of a field");
        expect((field.msb(), field.lsb()) == (specified.msb, specified.lsb), "bits of a field");
        let is_written = ["RW", "WO"].contains(&register.access_text().as_str());
        expect(!is_written || has_reset(field, register, specified), "reset of a field");
    }
}

/// A field that is written is 0 after reset unless the table says another value.
fn has_reset(field: &MapField, register: &MapRegister, specified: &SpecifiedField) -> bool {
    (0..register.elements()).all(|index| {
        let expected = match specified.reset.as_deref() {
            None => 0,
            Some("100·(i+1)") => 100 * (index + 1),
            Some("i") => index,
            Some(number) => number.strip_prefix("0x").map_or_else(
                || number.parse().expect("a number"),
                |hex| u32::from_str_radix(hex, 16).expect("a hexadecimal number"),
            ),
        };
        field.reset.value.of_element(index) == u128::from(expected)
    })
}

/// What can be read shows its reset value after power-on.
fn compare_power_on(register: &MapRegister, oracle: &Oracle, found: &mut Vec<String>) {
    let name = &register.name.value;
    let Some(words) = oracle.power_on.get(name) else {
        return found.push(format!("{name} is not in the model"));
    };
    let expected: Vec<u64> = (0..register.elements()).map(|index| register.reset(index)).collect();
    if register.is_readable() && !words.iter().copied().map(u64::from).eq(expected) {
        found.push(format!("{name}: the model shows {:#x?} after power-on", words.first()));
    }
}
