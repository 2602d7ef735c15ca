//! Every pointer of every function is refused if NULL or misaligned, before anything is accessed or changed.
//!
//! The calls are generated from the header, so a new function is tested as soon as it is declared.

use std::fmt::Write;
use std::fs;
use std::process::Command;

use crate::gcc::{folder, has, scratch, succeed};
use crate::link::link;

/// Handles and memory for every pointer; a bus that counts.
const HEAD: &str = "\
#include <hws_fw.h>
#include <stdio.h>
static union { uint64_t align; char bytes[4096]; } memory[8];
static hws_error details;
static int accesses, wrong;
static int rd(void *c, uint32_t o, uint32_t *v) { (void)c; (void)o; *v = 0; accesses++; return 0; }
static int wr(void *c, uint32_t o, uint32_t v) { (void)c; (void)o; (void)v; accesses++; return 0; }
static const hws_bus good = {0, rd, wr, &details};
static const hws_topology no_topology = {0, 0};
#define HALF(place) ((void *)(memory[place].bytes + 1))
#define WHOLE(place) ((void *)memory[place].bytes)
static int changed(void) {
    unsigned i, j;
    for (i = 0; i < 8; i++) for (j = 0; j < 4096; j++) if (memory[i].bytes[j]) return 1;
    return 0;
}
static void check(const char *call, hws_status got, hws_status wanted) {
    if (got == wanted && accesses == 0 && !changed()) return;
    printf(\"%s: %d, %d accesses, changed %d\\n\", call, (int)got, accesses, changed());
    accesses = 0;
    wrong++;
}
int main(void) {
";

/// The functions that the header declares: name and parameters.
fn declarations() -> Vec<(String, Vec<String>)> {
    let header = fs::read_to_string(folder("include/hws_fw.h")).unwrap();
    let code: Vec<_> = header.lines().map(str::trim).filter(|line| !line.starts_with("//")).collect();
    let code = code.join(" ");
    let functions = code.split(';').filter_map(|text| {
        let (before, parameters) = text.split_once("hws_status ")?.1.split_once('(')?;
        let parameters = parameters.strip_suffix(')')?;
        let is_name = before.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        is_name
            .then(|| (before.to_owned(), parameters.split(", ").map(|one| one.trim().to_owned()).collect()))
    });
    functions.collect()
}

/// A usable argument.
fn usable(parameter: &str, place: usize) -> String {
    match parameter {
        "const hws_bus *bus" => "&good".to_owned(),
        "hws_error *error" => "&details".to_owned(),
        "hws_topology topology" => "no_topology".to_owned(),
        "uintptr_t count" | "size_t count" | "size_t capacity" => "1".to_owned(),
        pointer if pointer.contains('*') => format!("WHOLE({place})"),
        _ => "0".to_owned(),
    }
}

/// The calls of one function with one bad pointer each.
fn calls(name: &str, parameters: &[String]) -> Vec<(String, &'static str)> {
    let pointers = (0..parameters.len()).filter(|&at| parameters[at].contains('*'));
    let with = |at: usize, bad: &str| {
        let arguments = parameters
            .iter()
            .enumerate()
            .map(|(place, parameter)| if place == at { bad.to_owned() } else { usable(parameter, place) });
        format!("{name}({})", arguments.collect::<Vec<_>>().join(", "))
    };
    let each = pointers.flat_map(|at| {
        // Where details go may be NULL.
        let null = (parameters[at] != "hws_error *error").then(|| (with(at, "0"), "HWS_NULL_POINTER"));
        let half = (with(at, &format!("HALF({at})")), "HWS_MISALIGNED_POINTER");
        null.into_iter().chain((!is_of_bytes(&parameters[at])).then_some(half))
    });
    each.collect()
}

/// Whether the pointer is to bytes, which are never misaligned.
fn is_of_bytes(parameter: &str) -> bool {
    parameter.starts_with("bool *") || parameter.starts_with("hws_interrupts *")
}

#[test]
fn null_and_misaligned_pointers_are_refused_by_every_function() {
    if !has("gcc") {
        return;
    }
    let declarations = declarations();
    assert!(declarations.len() > 70, "{}", declarations.len());
    let mut text = HEAD.to_owned();
    for (call, status) in declarations.iter().flat_map(|(name, parameters)| calls(name, parameters)) {
        writeln!(text, "    check(\"{call}\", {call}, {status});").unwrap();
    }
    text += "    return wrong != 0;\n}\n";
    let file = scratch("pointers.c");
    fs::write(&file, text).unwrap();
    succeed(&mut Command::new(link(&[file], &[], "pointers")));
}
