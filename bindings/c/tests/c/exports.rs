//! Every public function of fw-api is in the header, or is listed here with the reason why not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::gcc::folder;

/// The names of the original design (firmware-api.md) with the calls that have them.
const ORIGINAL: [(&str, &str); 13] = [
    ("setPriorityLookupTable", "HwsDriver::set_priority_ratio"),
    ("configEarlyLaunch", "HwsDriver::set_early_launch"),
    ("configPromotionPolicy", "HwsDriver::set_promotion"),
    ("configBackfill", "HwsDriver::set_backfill"),
    ("configRscAllocation", "HwsDriver::set_allocation_order"),
    ("setHWSmode", "HwsDriver::set_mode"),
    ("enableHWSreportAmos", "HwsDriver::set_report"),
    ("initDAGProperty", "HwsDriver::init_dag"),
    ("resetDAG", "HwsDriver::reset_dag"),
    ("getSIPStatus", "HwsDriver::sip_status"),
    ("sipUsageMaskConfig", "HwsDriver::set_usage_mask"),
    ("sipComplete", "HwsDriver::sip_complete"),
    ("sipPreComplete", "HwsDriver::sip_pre_complete"),
];

/// Functions whose C name does not follow the rule.
const OTHERWISE_NAMED: [(&str, &str); 6] = [
    ("PriorityCurve::table", "hws_priority_curve_linear"),
    ("HwsDriver::messages", "hws_drain_messages"),
    ("Mmio::new", "hws_mmio_bus"),
    ("HwsError::name", "hws_error_name"),
    ("FirmwareTask::ids", "hws_firmware_task_ids"),
    ("::pin_to_cluster", "hws_pin_to_cluster"),
];

/// Types that are not exported to C, and why.
const TYPES_NOT_FOR_C: [(&str, &str); 11] = [
    ("BusAccess", "used by the decorators"),
    ("BackfillMargin", "configBackfill and hws_config_backfill_safe"),
    ("BusFault", "used by the decorators"),
    ("ClaimGuard", "a guard needs destructors"),
    ("EverySipWasReset", "HWS_I_HAVE_RESET_EVERY_SIP"),
    ("Faulty", "a decorator: C wraps the two functions of its handle"),
    ("HwsErrors", "C has bits: 1u << HWS_ERROR_..."),
    ("Occasions", "used by the decorators"),
    ("PromotionRules", "C has bits: HWS_PROMOTE_..."),
    ("Recorded", "a decorator: C wraps the two functions of its handle"),
    ("Traced", "a decorator: C wraps the two functions of its handle"),
];

/// Functions that are not exported to C, and why.
const NOT_FOR_C: [(&str, &str); 16] = [
    ("HwsDriver::new", "a handle is a struct that C fills"),
    ("HwsDriver::bus", "C has the functions of its handle"),
    ("HwsDriver::into_bus", "C has the functions of its handle"),
    ("HwsDriver::claim_guarded", "a guard needs destructors: claim and release"),
    ("HwsError::set", "C has bits: 1u << HWS_ERROR_..."),
    ("HwsError::code", "C has the codes: HWS_ERROR_..."),
    ("HwsError::from_code", "C has the codes: HWS_ERROR_..."),
    ("Launch::is_firmwares", "mih && !mdma, as documented at hws_get_launch"),
    ("Wait::polls", "hws_error.polls"),
    ("::complete_report", "a register's word: sipComplete writes it"),
    ("::pre_complete_report", "a register's word: sipPreComplete writes it"),
    ("DagTable::new", "all words 0"),
    ("DagTable::is_empty", "hws_dag_table_len"),
    ("DagTable::entries", "C keeps the struct itself"),
    ("DagTable::next_tag", "C keeps the struct itself"),
    ("DagTable::restore", "C keeps the struct itself"),
];

/// The public functions of a source file as `Type::name`; free ones as `::name`.
fn functions_in(text: &str) -> Vec<String> {
    let (mut owner, mut functions) = (String::new(), Vec::new());
    for line in text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")) {
        if line.trim_start().starts_with("impl") {
            owner = implementor(line.trim_start());
        }
        let is_method = line.starts_with("    ");
        let words = line.trim_start().strip_prefix("pub ");
        let name = words
            .and_then(|words| words.split_once("fn "))
            .filter(|(before, _)| before.split_whitespace().all(|word| matches!(word, "const" | "unsafe")));
        if let Some((_, rest)) = name {
            let name = rest.split(['(', '<']).next().unwrap();
            functions.push(format!("{}::{name}", if is_method { &owner } else { "" }));
        }
    }
    functions
}

/// `HwsDriver` of `impl<B: Bus> HwsDriver<B> {`; nothing of a trait's implementation, which has no `pub`.
fn implementor(line: &str) -> String {
    let mut depth = 0;
    let outside: String = line
        .chars()
        .filter(|&letter| {
            depth += i32::from(letter == '<') - i32::from(letter == '>');
            depth == 0 && letter != '>'
        })
        .collect();
    outside.trim_start_matches("impl").split_whitespace().next().unwrap_or_default().to_owned()
}

pub(crate) fn public_functions() -> BTreeSet<String> {
    let sources = fs::read_dir(folder("../../fw-api/src")).unwrap();
    let texts = sources.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    texts.flat_map(|text| functions_in(&text)).collect()
}

/// The functions that the header declares.
pub(crate) fn declared() -> BTreeSet<String> {
    let header = fs::read_to_string(folder("include/hws_fw.h")).unwrap();
    functions_of(&header).into_iter().map(str::to_owned).collect()
}

/// The name of each function declaration of a header.
pub(crate) fn functions_of(header: &str) -> Vec<&str> {
    let lines = header.lines().filter(|line| !line.starts_with([' ', '/', '*', '#', '}']));
    lines.filter_map(|line| line.split_once('(')?.0.split([' ', '*']).next_back()).collect()
}

/// The C name of a function, by the rule or from the list of exceptions.
pub(crate) fn c_name(function: &str, declared: &BTreeSet<String>) -> Option<String> {
    let known = ORIGINAL.iter().map(|&(c, rust)| (rust, c)).chain(OTHERWISE_NAMED);
    let known: BTreeMap<_, _> = known.collect();
    if let Some(&name) = known.get(function) {
        return Some(name.to_owned());
    }
    let (owner, name) = function.split_once("::").unwrap();
    let owner = if owner == "HwsDriver" { String::new() } else { snake(owner) };
    let candidates =
        [format!("hws_{owner}{name}"), format!("hws_get_{owner}{name}"), format!("hws_sip_ids_{name}")];
    candidates.into_iter().find(|name| declared.contains(name))
}

/// `dag_table_` of `DagTable`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    if snake.is_empty() { snake } else { snake + "_" }
}

/// Why a function is not exported to C.
fn excuse(function: &str) -> Option<&'static str> {
    let owner = function.split("::").next().unwrap();
    let of =
        |list: &[(&str, &'static str)], name| list.iter().find(|entry| entry.0 == name).map(|entry| entry.1);
    of(&NOT_FOR_C, function).or_else(|| of(&TYPES_NOT_FOR_C, owner))
}

#[test]
fn every_public_function_is_exported_or_has_a_reason_not_to_be() {
    let (declared, functions) = (declared(), public_functions());
    assert!(functions.len() > 100, "{functions:?}");
    for function in &functions {
        let (exported, excuse) = (c_name(function, &declared), excuse(function));
        assert!(
            exported.is_some() != excuse.is_some(),
            "{function}: exported as {exported:?}, or {excuse:?}"
        );
    }
}

#[test]
fn every_reason_is_about_a_function_that_exists() {
    let functions = public_functions();
    for (function, _) in NOT_FOR_C {
        assert!(functions.contains(function), "{function}");
    }
    for (owner, _) in TYPES_NOT_FOR_C {
        assert!(functions.iter().any(|function| function.starts_with(&format!("{owner}::"))), "{owner}");
    }
}

#[test]
fn every_name_of_the_original_design_is_declared() {
    let (declared, functions) = (declared(), public_functions());
    for (c, rust) in ORIGINAL.into_iter().chain(OTHERWISE_NAMED.map(|(rust, c)| (c, rust))) {
        assert!(declared.contains(c), "{c}");
        assert!(functions.contains(rust), "{rust}");
    }
}

/// The names given in the documentation of fw-api (`doc(alias)`).
#[test]
fn every_alias_of_fw_api_is_a_name_of_the_original_design() {
    let sources = fs::read_dir(folder("../../fw-api/src")).unwrap();
    let texts: Vec<_> = sources.map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    let aliases = texts.iter().flat_map(|text| text.split("#[doc(alias = \"").skip(1));
    let aliases: BTreeSet<_> = aliases.map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(aliases, ORIGINAL.into_iter().map(|(c, _)| c).collect());
}
