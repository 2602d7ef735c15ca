//! `sv/hws_dpi_pkg.sv` has the names of the map and the functions of this library. `BLESS=1` rewrites it.

use std::fs;
use std::path::Path;

use hws_dpi::hws_model_status;
use hws_regmap::emit::{self, ExportOptions};
use hws_regmap::load;
use hws_regs::REGMAP_YAML;

const IMPORTS: &str = include_str!("../sv/hws_dpi_imports.svh");

/// The package of the register map, with the imports before its end.
fn package() -> String {
    let map = load(REGMAP_YAML, "regmap.yaml").expect("the map is valid");
    let format = emit::format("systemverilog").unwrap();
    let text = (format.emit)(&map, &ExportOptions::default()).expect("the map has a form in SystemVerilog");
    let text = text.replacen("package hws_regs_pkg;", "package hws_dpi_pkg;", 1);
    let (registers, end) = text.rsplit_once("endpackage").expect("a package ends");
    format!("{registers}{IMPORTS}endpackage{end}")
}

#[test]
fn the_package_is_as_generated() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("sv/hws_dpi_pkg.sv");
    let text = package();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == text, "sv/hws_dpi_pkg.sv is old: BLESS=1 cargo test -p hws-dpi rewrites it");
}

#[test]
fn the_package_has_every_status() {
    for status in hws_model_status::ALL {
        let line = IMPORTS.lines().find(|line| line.trim_start().starts_with(&format!("{status:?} ")));
        let number =
            line.and_then(|line| line.rsplit("= ").next()).map(|number| number.trim_end_matches(','));
        assert_eq!(number, Some((status as i32).to_string().as_str()), "{status:?}");
    }
}
