//! README.md: its example builds and prints the output given there, and its table has every call.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::process::Command;

use crate::exports::{c_name, declared, public_functions};
use crate::gcc::{folder, has, scratch, succeed};
use crate::link::link;

/// Calls that exist only in C, and their Rust equivalents.
const OF_C: [(&str, &str); 10] = [
    ("hws_block_param_addr", "TaskDescriptor::block_param_addr"),
    ("hws_config_backfill_safe", "HwsDriver::set_backfill (BackfillMargin::safe)"),
    ("hws_fw_abi_fits", "the version in the manifest of fw-api"),
    ("hws_fw_abi_version", "the version in the manifest of fw-api"),
    ("hws_pin_to_least_loaded_cluster", "pin_to_cluster (PinPolicy::LeastLoaded)"),
    ("hws_priority_curve_geometric", "PriorityCurve::table"),
    ("hws_priority_curve_points", "PriorityCurve::table"),
    ("hws_sip_ids_from_logical", "sip_ids::from_logical"),
    ("hws_sip_ids_to_logical", "sip_ids::to_logical"),
    ("hws_status_text", "Error as Display"),
];
const MARK: &str = "<!-- calls -->\n";

fn readme() -> String {
    fs::read_to_string(folder("README.md")).unwrap()
}

fn table() -> String {
    let declared = declared();
    let functions = public_functions();
    let named = functions.iter().filter_map(|function| Some((c_name(function, &declared)?, function)));
    let mut rust: BTreeMap<String, &str> =
        named.map(|(c, function)| (c, function.trim_start_matches("::"))).collect();
    rust.extend(OF_C.into_iter().map(|(c, rust)| (c.to_owned(), rust)));
    let mut table = "| C | Rust |\n|---|---|\n".to_owned();
    for name in &declared {
        let rust = rust.get(name).unwrap_or_else(|| panic!("{name} has no row"));
        writeln!(table, "| `{name}` | `{rust}` |").unwrap();
    }
    table
}

#[test]
fn the_table_has_every_call() {
    let (text, table) = (readme(), table());
    let (before, documented) = text.split_once(MARK).unwrap();
    if std::env::var_os("BLESS").is_some() {
        return fs::write(folder("README.md"), format!("{before}{MARK}{table}")).unwrap();
    }
    assert_eq!(documented, table, "README.md; BLESS=1 rewrites it");
}

/// The first block of a language.
fn block(language: &str) -> String {
    let text = readme();
    let inside = text.split_once(&format!("```{language}\n")).unwrap().1;
    inside.split_once("```").unwrap().0.to_owned()
}

#[test]
fn the_example_prints_the_documented_output() {
    if !has("gcc") {
        return;
    }
    let file = scratch("example.c");
    fs::write(&file, block("c")).unwrap();
    let output = succeed(&mut Command::new(link(&[file], &[], "example")));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), block("text"));
}
