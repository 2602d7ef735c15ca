//! The register map against what does not come from it: the tables of registers.md, the reset state of the model, and the
//! published map. Every mutant of the map differs from one of them.

mod findings;
mod mutants;
mod specified;

use hws_regmap::{Map, load};
use hws_regs::REGMAP_YAML;

use findings::{Oracle, findings, of_register};

fn built_in() -> Map {
    load(REGMAP_YAML, "regmap.yaml").unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"))
}

#[test]
fn the_map_is_that_of_the_specification_and_of_the_model() {
    assert_eq!(findings(&built_in(), &Oracle::new()), [""; 0]);
}

#[test]
fn every_mutant_of_the_map_is_noticed() {
    let (map, oracle) = (built_in(), Oracle::new());
    let mutants = mutants::of(&map);
    let unnoticed = mutants.iter().filter(|mutant| {
        let mut altered = map.clone();
        altered.registers[mutant.register] = mutant.altered.clone();
        // The register alone is quicker, and is part of all findings.
        of_register(&mutant.altered, &altered, &oracle).is_empty() && findings(&altered, &oracle).is_empty()
    });
    let unnoticed: Vec<&str> = unnoticed.map(|mutant| mutant.what.as_str()).collect();
    println!("{} mutants of the map", mutants.len());
    assert!(mutants.len() > 1000, "{} mutants are too few", mutants.len());
    assert_eq!(unnoticed, [""; 0], "of {} mutants", mutants.len());
}
