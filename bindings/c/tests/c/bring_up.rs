//! Firmware in C on the model: its output, clean runs under sanitizers and valgrind, and register accesses equal to
//! those of the same calls in Rust.
//!
//! `BLESS=1 cargo test -p hws-fw-c --test c bring_up` rewrites the expected output; review the diff.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::gcc::{folder, has, scratch, succeed};
use crate::link::link;

fn build(options: &[&str], name: &str) -> PathBuf {
    link(&[folder("tests/c/bring_up.c"), folder("tests/c/world.c")], options, name)
}

/// Runs the program with a command that executes it; returns its output.
fn run(mut command: Command, log: &PathBuf) -> String {
    let output = succeed(command.arg(log));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap()
}

fn expected() -> String {
    fs::read_to_string(folder("tests/c/bring_up.txt")).unwrap_or_default()
}

#[test]
fn firmware_in_c_brings_the_model_up_and_runs_kernels() {
    if !has("gcc") {
        return;
    }
    let said = run(Command::new(build(&["-O1"], "bring_up")), &scratch("bring_up.log"));
    if std::env::var_os("BLESS").is_some() {
        fs::write(folder("tests/c/bring_up.txt"), &said).unwrap();
    }
    for (expected, said) in expected().lines().zip(said.lines()) {
        assert_eq!(expected, said, "bring_up.txt; BLESS=1 rewrites it");
    }
    assert_eq!(expected(), said, "bring_up.txt; BLESS=1 rewrites it");
}

#[test]
fn every_status_occurs_in_the_program() {
    let said = expected();
    for status in hws_fw::hws_status::ALL {
        // SAFETY: a static zero-terminated text.
        let text = unsafe { std::ffi::CStr::from_ptr(hws_fw::hws_status_text(status as i32)) };
        assert!(said.contains(&format!(": {}", text.to_str().unwrap())), "{status:?}");
    }
}

#[test]
fn firmware_in_c_makes_the_accesses_of_firmware_in_rust() {
    if !has("gcc") {
        return;
    }
    let file = scratch("compared.log");
    run(Command::new(build(&["-O1"], "compared")), &file);
    let (in_c, in_rust) = (fs::read_to_string(file).unwrap(), crate::rust_bring_up::accesses());
    for (line, (in_c, in_rust)) in in_c.lines().zip(in_rust.lines()).enumerate() {
        assert_eq!(in_c, in_rust, "access {line}");
    }
    assert_eq!(in_c.lines().count(), in_rust.lines().count());
}

#[test]
fn sanitizers_find_nothing() {
    if !has("gcc") {
        return;
    }
    let options = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let program = build(&options, "sanitized");
    assert_eq!(run(Command::new(program), &scratch("sanitized.log")), expected());
}

#[test]
fn valgrind_finds_nothing() {
    if !has("gcc") || !has_valgrind() {
        return;
    }
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", "--error-exitcode=9", "--leak-check=full"]).arg(build(&["-g"], "checked"));
    assert_eq!(run(valgrind, &scratch("checked.log")), expected());
}

/// valgrind is optional, because the sanitizers run in any case.
fn has_valgrind() -> bool {
    let found = Command::new("valgrind").arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: valgrind is not here");
    }
    found
}
