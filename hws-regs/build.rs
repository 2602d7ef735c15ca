//! Generates the register types from `regmap.yaml`; an invalid map fails the build with its diagnostics.
//!
//! If set, `HWS_REGMAP` is the path of another map, for example one with other parameters, against which the whole
//! workspace is built: `HWS_REGMAP=/path/to/my.yaml cargo check`. The map is in the format of `regmap.yaml`; a
//! relative path is relative to this crate.

use std::{env, fs, path::Path, process};

use hws_regmap::{BUILT_IN, CheckedMap, Diagnostic};

const OTHER_MAP: &str = "HWS_REGMAP";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={OTHER_MAP}");
    let checked = match env::var(OTHER_MAP) {
        Ok(file) => other_map(&file),
        Err(_) => hws_regmap::check(BUILT_IN.as_bytes(), "regmap.yaml"),
    };
    let Some(map) = &checked.map else { fail(&checked.diagnostics) };
    let directory = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let file = Path::new(&directory).join("regs.rs");
    let types = hws_regmap::emit::rust(map).unwrap_or_else(|diagnostics| fail(&checked.located(diagnostics)));
    fs::write(&file, types).expect("OUT_DIR is writable");
}

fn other_map(file: &str) -> CheckedMap {
    println!("cargo::rerun-if-changed={file}");
    let text = fs::read(file).unwrap_or_else(|error| {
        println!("cargo::error={OTHER_MAP}: cannot read {file}: {error}");
        process::exit(1);
    });
    hws_regmap::check_files(&text, file, &mut |path| {
        println!("cargo::rerun-if-changed={path}");
        fs::read(path).map_err(|error| error.to_string())
    })
}

fn fail(diagnostics: &[Diagnostic]) -> ! {
    for diagnostic in diagnostics {
        println!("cargo::error={diagnostic}");
    }
    process::exit(1);
}
