//! Benchmarks of the register map: `cargo bench -p hws-benches --features bench --bench map`.
//!
//! They measure the map of this repository from text to Rust, each export, and a synthetic map of up to
//! 5,000 registers of 8 fields, whose time should grow linearly.

use std::fmt::Write;

use divan::Bencher;
use divan::counter::ItemsCount;
use hws_regmap::{emit, load};
use hws_regs::REGMAP_YAML;

fn main() {
    divan::main();
}

#[divan::bench]
fn load_built_in() {
    divan::black_box(load(REGMAP_YAML, "regmap.yaml").unwrap());
}

/// Parsing, validation and generation of the Rust types: what a build of `hws-regs` waits for.
#[divan::bench]
fn load_and_generate_rust() {
    divan::black_box(emit::rust(&load(REGMAP_YAML, "regmap.yaml").unwrap()).unwrap());
}

#[divan::bench(args = emit::FORMATS.iter().map(|format| format.name))]
fn export(bencher: Bencher<'_, '_>, name: &str) {
    let map = load(REGMAP_YAML, "regmap.yaml").unwrap();
    let format = emit::format(name).unwrap();
    bencher.bench(|| (format.emit)(&map, &emit::ExportOptions::default()));
}

#[divan::bench(args = [1250, 2500, 5000])]
fn load_synthetic(bencher: Bencher<'_, '_>, registers: usize) {
    let text = synthetic(registers);
    bencher.counter(ItemsCount::new(registers)).bench(|| load(&text, "synthetic.yaml").unwrap());
}

/// Returns the parameters and the head of the built-in map, and one page of registers of 8 fields.
fn synthetic(registers: usize) -> String {
    let (head, _) = REGMAP_YAML.split_once("\npages:").expect("the map has pages");
    let (_, window) = head.split_once("window_bytes: ").expect("the map has a window");
    let built_in = window.lines().next().unwrap_or_default();
    let window = format!("0x{:x}", (registers * 4).next_power_of_two().max(0x4000));
    let mut text = head.replace(&format!("window_bytes: {built_in}"), &format!("window_bytes: {window}"));
    write!(text, "\npages:\n  - name: SYNTHETIC\n    base: 0x0\n    size: {window}\n    description: d\n    registers:\n").unwrap();
    for register in 0..registers {
        let offset = register * 4;
        write!(text, "      - name: R{register}\n        offset: 0x{offset:04x}\n        access: RW\n")
            .unwrap();
        text.push_str("        hardware: reads\n        spec: s\n        description: d\n        fields:\n");
        for field in 0..8 {
            let (high, low) = (field * 4 + 3, field * 4);
            writeln!(text, "          - {{name: F{field}, bits: [{high}, {low}], reset: 0, description: d}}")
                .unwrap();
        }
    }
    text
}
