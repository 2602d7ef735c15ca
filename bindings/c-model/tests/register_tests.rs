//! The register tests exported from the map pass on the model, and fail for another map.

#[path = "../../c/tests/c/gcc.rs"]
mod gcc;

use hws_regmap::emit::{self, ExportOptions};
use hws_regmap::{Map, MapRegister, load};
use hws_regs::REGMAP_YAML;
use rstest::rstest;
use std::fs;
use std::process::Command;

/// Runs the tests of a map on the model; returns whether they pass and what they print.
fn run(name: &str, map: &str) -> (bool, String) {
    let map = load(map, "regmap.yaml").unwrap_or_else(|found| panic!("{}", found[0]));
    let export = (emit::format("c-tests").unwrap().emit)(&map, &ExportOptions::default()).unwrap();
    let folder = gcc::scratch(name);
    fs::create_dir_all(&folder).unwrap();
    let tests = folder.join("hws_tests.c");
    fs::write(&tests, export).unwrap();
    let sources = [tests, gcc::folder("tests/c/register_tests.c")];
    let include = format!("-I{}", folder.display());
    let program =
        gcc::link_with(&["libhws_model_c.so"], &sources, &[&include], &format!("{name}/register_tests"));
    let output = Command::new(program).output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

/// The comparisons that a test printed.
fn comparisons(said: &str, test: &str) -> usize {
    let line = said.lines().find_map(|line| line.strip_prefix(&format!("{test}: "))).unwrap();
    line.split(' ').next().unwrap().parse().unwrap()
}

/// Elements of the map, each with the number of bits that it has of some kind.
fn elements(map: &Map, bits: impl Fn(&MapRegister) -> u64) -> Vec<usize> {
    let of =
        |register: &MapRegister| vec![bits(register).count_ones() as usize; register.elements() as usize];
    map.registers.iter().flat_map(of).filter(|bits| *bits > 0).collect()
}

/// The reset test compares every readable element but the one whose read pops and the one that counts cycles; each
/// stored bit is inverted and restored; each stored element but the switch that locks others is read back twice, and once
/// more at the end.
#[test]
fn the_registers_of_the_model_pass_every_test() {
    if !gcc::has("gcc") {
        return;
    }
    let (passes, said) = run("register_tests", REGMAP_YAML);
    assert!(passes, "{said}");
    let map = load(REGMAP_YAML, "regmap.yaml").unwrap();
    let readable = |register: &MapRegister| if register.is_readable() { register.reset_mask() } else { 0 };
    let stored = |register: &MapRegister| if register.is_stored() { register.write_mask() } else { 0 };
    assert_eq!(comparisons(&said, "reset"), elements(&map, readable).len() - 2);
    assert_eq!(comparisons(&said, "access"), 3 * (elements(&map, stored).len() - 1));
    let free = |register: &MapRegister| if register.restricts_values() { 0 } else { stored(register) };
    let bits: usize = elements(&map, free).iter().sum();
    assert!(
        comparisons(&said, "bit_bash") > 2 * bits - 4 && bits > 1000,
        "two bits of HWS_CTRL are pulses: {said}"
    );
}

#[rstest]
#[case::reset(
    "reset: 4, description: \"Failed attempts",
    "reset: 5, description: \"Failed attempts",
    "reset PROMOTE["
)]
#[case::range("range: [1, 8]", "range: [1, 9]", "bit_bash PROMOTE[")]
#[case::multiple("reset: 0, multiple_of: 4", "reset: 0", "bit_bash TDP_CFG[")]
#[case::offset("offset: 0x0128", "offset: 0x012c", "access DYN_DAG_PRIO[")]
#[case::access(
    "access: WO\n        hardware: reads\n        description: \"Push",
    "access: RW\n        hardware: reads\n        description: \"Push",
    "reset FW_TASK_PUSH["
)]
fn a_map_with_a_fault_fails(#[case] right: &str, #[case] wrong: &str, #[case] failure: &str) {
    if !gcc::has("gcc") {
        return;
    }
    assert!(REGMAP_YAML.contains(right), "{right}");
    let name = format!("fault_{}", failure.replace([' ', '['], "_"));
    let (passes, said) = run(&name, &REGMAP_YAML.replacen(right, wrong, 1));
    assert!(!passes && said.contains(failure), "{said}");
}
