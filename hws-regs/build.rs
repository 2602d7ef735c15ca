//! Generates the register types from `regmap.yaml`; a broken map fails the build with its diagnostics.

use std::{env, fs, path::Path, process};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../regmap.yaml");
    let map = hws_regmap::load(hws_regmap::BUILT_IN, "regmap.yaml").unwrap_or_else(|diagnostics| {
        for diagnostic in diagnostics {
            println!("cargo::error={diagnostic}");
        }
        process::exit(1);
    });
    let directory = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let file = Path::new(&directory).join("regs.rs");
    fs::write(&file, hws_regmap::emit::rust(&map)).expect("OUT_DIR is writable");
}
