//! Generates the register types from another map than `regmap.yaml`, if the environment variable `HWS_REGMAP` names one.
//! An invalid map fails the build with its diagnostics.
//!
//! Without the variable there is nothing to do: the types of `regmap.yaml` are in `src/generated/regs.rs`. So a change in the
//! generator, hws-regmap, compiles no crate again that only uses the registers.

use std::env;

const OTHER_MAP: &str = "HWS_REGMAP";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={OTHER_MAP}");
    println!("cargo::rustc-check-cfg=cfg(hws_other_map)");
    if let Ok(file) = env::var(OTHER_MAP) {
        other_map::generate(&file);
        println!("cargo::rustc-cfg=hws_other_map");
    }
}

#[cfg(not(feature = "other-map"))]
mod other_map {
    pub(super) fn generate(_: &str) {
        println!(
            "cargo::error={}: another register map needs the feature `other-map` of hws-regs; add `--features hws-regs/other-map`",
            crate::OTHER_MAP
        );
        std::process::exit(1);
    }
}

#[cfg(feature = "other-map")]
mod other_map {
    use std::{env, fs, path::Path, process};

    use hws_regmap::{CheckedMap, MapDiagnostic};

    pub(super) fn generate(file: &str) {
        let checked = check(file);
        let Some(map) = &checked.map else { fail(&checked.diagnostics) };
        let types =
            hws_regmap::emit::rust(map).unwrap_or_else(|diagnostics| fail(&checked.located(diagnostics)));
        let directory = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
        fs::write(Path::new(&directory).join("regs.rs"), types).expect("OUT_DIR is writable");
    }

    /// A relative path is relative to this crate.
    fn check(file: &str) -> CheckedMap {
        println!("cargo::rerun-if-changed={file}");
        let text = fs::read(file).unwrap_or_else(|error| {
            println!("cargo::error={}: cannot read {file}: {error}", crate::OTHER_MAP);
            process::exit(1);
        });
        hws_regmap::check_files(&text, file, &mut |path| {
            println!("cargo::rerun-if-changed={path}");
            fs::read(path).map_err(|error| error.to_string())
        })
    }

    fn fail(diagnostics: &[MapDiagnostic]) -> ! {
        for diagnostic in diagnostics {
            println!("cargo::error={diagnostic}");
        }
        process::exit(1);
    }
}
