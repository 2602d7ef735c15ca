//! A third-party tool reads each export and has to agree with the JSON.
//!
//! The scripts are in `readers/`. `.ci/exports` installs the tools, sets `HWS_READERS` to their
//! directory and runs this test; a missing tool is then a failure. Otherwise, the readers that need
//! only a C compiler and Python run if those are installed, and the rest is reported as not checked.

use hws_regmap::emit::{self, ExportOptions};
use hws_regmap::load;
use hws_regs::REGMAP_YAML;
use rstest::rstest;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// A format, the script that reads it, and what it needs when nothing was installed for it.
type Reader = (&'static str, &'static str, Option<&'static [&'static str]>);

const C: Reader = ("c", "c_header.py", Some(&["python3", "gcc"]));
const PYTHON: Reader = ("python", "python_module.py", Some(&["python3"]));
const C_TESTS: Reader = ("c-tests", "c_tests.py", Some(&["python3", "gcc", "nm"]));
const COCOTB: Reader = ("cocotb", "cocotb_tests.py", Some(&["python3"]));
/// The cocotb tests in a simulator, on RTL made from the SystemRDL export.
const COCOTB_RTL: Reader = ("cocotb", "cocotb_rtl.py", None);
const SYSTEMVERILOG: Reader = ("systemverilog", "systemverilog_package.py", None);
const UVM: Reader = ("uvm", "uvm_model.py", None);
const SYSTEMRDL: Reader = ("systemrdl", "systemrdl_tree.py", None);
const SVD: Reader = ("svd", "svd_file.py", None);
const IPXACT: Reader = ("ipxact", "ipxact_component.py", None);
const MARKDOWN: Reader = ("markdown", "markdown_tables.py", None);
const HTML: Reader = ("html", "html.js", None);
const RUST: Reader = ("rust", "rust_types.py", None);
/// The form for which the options ask.
const RUST_STANDALONE: Reader = ("rust", "rust_standalone.py", Some(&["python3", "rustc"]));

#[rstest]
fn a_third_party_reader_agrees_with_the_json(
    #[values(
        C,
        PYTHON,
        SYSTEMVERILOG,
        UVM,
        SYSTEMRDL,
        SVD,
        IPXACT,
        MARKDOWN,
        HTML,
        RUST,
        RUST_STANDALONE,
        C_TESTS,
        COCOTB
    )]
    reader: Reader,
    #[values("regmap", "regmap-20", "everything", "uart", "dma", "plic")] subject: &str,
) {
    let is_slow = match subject {
        "regmap-20" => [UVM, SYSTEMRDL, SVD, HTML].contains(&reader),
        "dma" | "plic" => [UVM, SYSTEMRDL, HTML, COCOTB].contains(&reader),
        _ => false,
    };
    if is_slow && env::var_os("HWS_SLOW_READERS").is_none() {
        return say(&format!("NOT CHECKED: {} of {subject} (.ci/weekly does)\n", reader.0));
    }
    read(reader, subject);
}

/// A map that has the names of what the exports themselves declare.
#[rstest]
fn a_third_party_reader_knows_names_of_exports_apart(
    #[values(C, SYSTEMVERILOG, UVM, SYSTEMRDL, SVD, IPXACT, RUST_STANDALONE)] reader: Reader,
) {
    read(reader, "names");
}

#[rstest]
fn the_cocotb_tests_run_on_generated_rtl(#[values("uart", "words", "dma")] subject: &str) {
    if subject == "dma" && env::var_os("HWS_SLOW_READERS").is_none() {
        return say("NOT CHECKED: cocotb tests on the RTL of dma (.ci/weekly does)\n");
    }
    read(COCOTB_RTL, subject);
}

/// `HWS_RANDOM_MAPS` is their number: `.ci/exports` checks a few, `.ci/weekly` many.
#[rstest]
fn a_third_party_reader_agrees_about_random_maps(
    #[values(
        C,
        PYTHON,
        SYSTEMVERILOG,
        UVM,
        SYSTEMRDL,
        SVD,
        IPXACT,
        MARKDOWN,
        HTML,
        RUST_STANDALONE,
        C_TESTS,
        COCOTB
    )]
    reader: Reader,
) {
    let count =
        env::var("HWS_RANDOM_MAPS").map_or(0, |count| count.parse().expect("HWS_RANDOM_MAPS is a number"));
    let failures: Vec<String> =
        (0..count).filter_map(|number: u8| disagreement(reader, &format!("random-{number}"))).collect();
    assert!(failures.is_empty(), "{} of {count} maps:\n{}", failures.len(), failures.join("\n"));
}

fn read(reader: Reader, subject: &str) {
    if let Some(failure) = disagreement(reader, subject) {
        panic!("{failure}");
    }
}

/// What a reader says of an export, if it does not agree.
fn disagreement(reader: Reader, subject: &str) -> Option<String> {
    let (format, script, needs) = reader;
    let tools = env::var_os("HWS_READERS").map(PathBuf::from);
    if tools.is_none() && !needs.is_some_and(|needs| needs.iter().all(|tool| is_there(tool))) {
        say(&format!("NOT CHECKED: {format} of {subject} (.ci/exports installs its reader)\n"));
        return None;
    }
    if reader == RUST && load(&text(subject), subject).is_ok_and(|map| emit::rust(&map).is_err()) {
        say(&format!(
            "NOT CHECKED: {format} of {subject} (hws-regs has no form for it; see the standalone form)\n"
        ));
        return None;
    }
    let work = directory(script, subject);
    let options = ExportOptions { standalone: reader == RUST_STANDALONE, ..ExportOptions::default() };
    let (export, json) = (write(&work, format, subject, &options), write(&work, "json", subject, &options));
    if reader == COCOTB_RTL {
        write(&work, "systemrdl", subject, &options);
    }
    let output = run(script, tools.as_deref(), &[&export, &json, &work]);
    say(&indented(&format!("{format} of {subject}"), &output.stdout));
    if !output.status.success() {
        return Some(format!("{subject}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    // What the readers compile takes up to 900 MB a map; after a failure it shows why.
    let _ = fs::remove_dir_all(&work);
    None
}

/// Bypasses libtest's capture, so that every run reports what was not checked.
pub(crate) fn say(text: &str) {
    // A closed standard error must not fail a check.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

fn indented(head: &str, output: &[u8]) -> String {
    String::from_utf8_lossy(output).lines().map(|line| format!("[{head}] {line}\n")).collect()
}

fn is_there(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Creates an empty directory, so that no result of an earlier run is used.
pub(crate) fn directory(script: &str, subject: &str) -> PathBuf {
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("exports-{subject}-{script}"));
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work).unwrap();
    work
}

/// Returns the text of a map: the built-in one as it is or with 20 ranks, a random one, that of a device in
/// `examples/maps`, or one of `maps/`.
pub(crate) fn text(subject: &str) -> String {
    let line = |ranks: u32| format!("{{name: N_RANK, value: {ranks},");
    assert!(REGMAP_YAML.contains(&line(32)), "the map does not define N_RANK as this test expects");
    match subject {
        "regmap" => REGMAP_YAML.to_owned(),
        "regmap-20" => REGMAP_YAML.replace(&line(32), &line(20)),
        other if other.starts_with("random-") => {
            let number = other.trim_start_matches("random-").parse().expect("the number follows");
            crate::random_maps::of_number(number)
        }
        other => {
            let package = Path::new(env!("CARGO_MANIFEST_DIR"));
            let folders = ["tests/maps", "../examples/maps"].map(|folder| package.join(folder));
            let mut files = folders.iter().map(|folder| folder.join(other).with_extension("yaml"));
            fs::read_to_string(files.find(|file| file.exists()).unwrap()).unwrap()
        }
    }
}

fn write(work: &Path, format: &str, subject: &str, options: &ExportOptions) -> PathBuf {
    let map = load(&text(subject), subject).unwrap_or_else(|found| panic!("{}", found[0]));
    let format = emit::format(format).unwrap();
    let path = work.join(format!("hws_{}.{}", format.name, format.extension));
    fs::write(&path, (format.emit)(&map, options).unwrap()).unwrap();
    path
}

fn run(script: &str, tools: Option<&Path>, arguments: &[&PathBuf; 3]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers").join(script);
    let interpreter = if script.extension().is_some_and(|end| end == "js") { "node" } else { "python3" };
    let mut command = Command::new(interpreter);
    command.arg(script).args(arguments).env("PYTHONDONTWRITEBYTECODE", "1");
    // One for each map: two maps give programs of the same name.
    command.env("CARGO_TARGET_DIR", arguments[2].join("target"));
    if let Some(tools) = tools {
        command.env("PATH", path(tools)).env("NODE_PATH", tools.join("node_modules"));
        command.env("HWS_READERS_REQUIRED", "1");
    }
    command.output().unwrap_or_else(|error| panic!("{interpreter}: {error}"))
}

/// Installed tools come before those of the machine.
pub(crate) fn path(tools: &Path) -> OsString {
    let machine = env::var_os("PATH").unwrap_or_default();
    let own = [tools.join("venv/bin"), tools.join("bin")];
    env::join_paths(own.into_iter().chain(env::split_paths(&machine))).unwrap()
}
