//! No register numbers: no offset, mask or reset value of `regmap.yaml` is a literal in the crates that use
//! the map.
//!
//! The numbers come from the JSON export of the map, the literals from the tokens of the sources; comments,
//! documentation, strings and `#[cfg(test)]` code do not count. Ordinary numbers that also occur in the map
//! are left out ([`numbers::is_distinctive`]), so a literal that the test finds is either a register written
//! by hand or one of the few in [`ALLOWED`].

mod lengths;
mod numbers;
mod sources;
mod tokens;

use numbers::MapNumbers;

/// File, literal, what it is.
const ALLOWED: [(&str, u64, &str); 2] = [
    ("hws-plan/src/example/bert.rs", 768, "the hidden size of BERT-base"),
    ("hws-plan/src/example/bert.rs", 3072, "the width of its feed-forward layer, 4 × 768"),
];

/// Crates that may use registers only through hws-regs.
const CRATES: [&str; 7] = ["hws-types", "hws-model", "fw-api", "hws-sim", "hws-run", "hws-plan", "hws-cli"];

#[test]
fn no_crate_writes_a_number_of_the_map() {
    let map = MapNumbers::built_in();
    let mut found = Vec::new();
    for (file, text) in sources::of(&CRATES) {
        for literal in tokens::integers(&text) {
            let is_allowed = ALLOWED.iter().any(|(at, value, _)| *at == file && *value == literal.value);
            if let (Some(meaning), false) = (map.meaning(literal.value), is_allowed) {
                found.push(format!("{file}:{}: {} is {meaning}", literal.line, literal.text));
            }
        }
    }
    assert!(found.is_empty(), "no register numbers (use hws-regs):\n{}", found.join("\n"));
}

/// An exception that is no longer needed would hide the next mistake.
#[test]
fn every_exception_is_needed() {
    let sources = sources::of(&CRATES);
    for (file, value, why) in ALLOWED {
        let text = sources.iter().find(|(name, _)| name == file).map(|(_, text)| text.as_str());
        let is_there = tokens::integers(text.unwrap_or("")).iter().any(|literal| literal.value == value);
        assert!(is_there, "{file} no longer has {value} ({why})");
    }
}

#[test]
fn every_crate_is_read() {
    let sources = sources::of(&CRATES);
    for name in CRATES {
        let literals = sources
            .iter()
            .filter(|(file, _)| file.starts_with(name))
            .map(|(_, text)| tokens::integers(text).len());
        assert!(literals.sum::<usize>() > 0, "{name}: no integer was read");
    }
}

/// A number written by hand is found whatever its base and wherever it hides, and only there.
#[test]
fn a_planted_literal_is_found() {
    use hws_regs::{Promote, RegId};

    let map = MapNumbers::built_in();
    let (offset, mask) = (RegId::ErrStatus.offset(), Promote::RTASK_MAX.mask());
    let planted = format!(
        "//! {offset}\n/// {offset}\nfn f(x: u32) -> u32 {{\n    // {offset}\n    let text = \"{offset}\";\n    \
         g!(x, {offset:#X}_u32) & {mask:#b} | 0x{:x}\n}}\n#[cfg(test)]\nmod tests {{ const A: u32 = {offset}; }}\n\
         fn later() -> u32 {{ {offset} }}",
        RegId::HwsId.reset(),
    );
    let found: Vec<(usize, u64)> = tokens::integers(&planted)
        .into_iter()
        .filter(|literal| map.meaning(literal.value).is_some())
        .map(|literal| (literal.line, literal.value))
        .collect();
    let reset = u64::from(RegId::HwsId.reset());
    assert_eq!(found, [(6, offset.into()), (6, mask.into()), (6, reset), (10, offset.into())]);
}
