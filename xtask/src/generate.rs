//! What is generated from interfaces.yaml: types, headers, packages, schemas, and the tables of docs/spec/interfaces.md.

use crate::repository::{Outcome, read, root};
use hws_interfaces::{Interfaces, emit};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

pub(crate) const SOURCE: &str = "interfaces.yaml";

/// Writes every generated file that is out of date.
pub(crate) fn write() -> Outcome {
    for path in write_into(root(), &read(SOURCE)?)? {
        println!("{path}");
    }
    Ok(())
}

/// Writes what a text gives into a copy of the repository; the files that changed.
pub(crate) fn write_into(folder: &Path, source: &str) -> Outcome<Vec<&'static str>> {
    let old = outdated(folder, source)?;
    for (path, text) in &old {
        std::fs::write(folder.join(path), text).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(old.into_iter().map(|(path, _)| path).collect())
}

/// The generated files that are out of date.
pub(crate) fn faults() -> Outcome<Vec<String>> {
    let old = outdated(root(), &read(SOURCE)?)?.into_iter();
    Ok(old.map(|(path, _)| format!("{path} is out of date; run `cargo xtask generate`")).collect())
}

/// Fails if a generated file is out of date.
pub(crate) fn check() -> Outcome {
    let faults = faults()?;
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// The files whose text is another, with the text that they should have.
fn outdated(folder: &Path, source: &str) -> Outcome<Vec<(&'static str, String)>> {
    let checked = hws_interfaces::check(source);
    if !checked.faults.is_empty() {
        let faults: Vec<String> = checked.faults.iter().map(|fault| format!("{SOURCE}:{fault}")).collect();
        return Err(faults.join("\n"));
    }
    let is_old = |(path, text): &(&str, String)| {
        std::fs::read_to_string(folder.join(path)).ok().as_deref() != Some(text.as_str())
    };
    Ok(outputs(&checked.interfaces)?.into_iter().filter(is_old).collect())
}

fn outputs(interfaces: &Interfaces) -> Outcome<Vec<(&'static str, String)>> {
    const PAGES: [&str; 2] = ["docs/spec/interfaces.md", "docs/waveforms.md"];
    const IMPORTS: &str = "bindings/dpi/sv/hws_dpi_imports.svh";
    let record = |name: &str| interfaces.find_record(name).ok_or_else(|| format!("no record `{name}`"));
    let structure = |name: &str| formatted(&emit::record(record(name)?));
    let descriptor = record("task_descriptor")?;
    let at = |path: &'static str| move |error: String| format!("{path}: {error}");
    let mut outputs = vec![
        ("hws-types/src/rule/generated.rs", formatted(&emit::rules(interfaces))?),
        ("hws-types/src/event/generated.rs", formatted(&emit::events(interfaces))?),
        ("hws-types/src/task_descriptor/generated.rs", formatted(&emit::descriptor(descriptor))?),
        ("hws-types/src/hdr/generated.rs", structure("hdr_push")?),
        ("hws-types/src/mdma/generated.rs", structure("mdma_command")?),
        ("hws-types/src/report/generated.rs", structure("sip_report")?),
        ("hws-types/src/words/generated.rs", formatted(&emit::words(interfaces))?),
        ("hws-dv/src/map/port/generated.rs", formatted(&emit::ports(interfaces))?),
        ("hws-sim/src/trace/generated.rs", formatted(&emit::trace(interfaces))?),
        ("hws-sim/src/stimulus.schema.json", schema(emit::stimulus_schema, interfaces)),
        ("hws-sim/src/trace.schema.json", schema(emit::trace_schema, interfaces)),
        ("bindings/c-model/src/event_kind.rs", formatted(&emit::c(interfaces))?),
        ("bindings/python/python/hws/_descriptor_fields.py", emit::python(descriptor)),
        ("rtl/hws_interfaces.svh", emit::systemverilog(interfaces)),
        (IMPORTS, emit::with_event_kinds(interfaces, &read(IMPORTS)?).map_err(at(IMPORTS))?),
    ];
    for page in PAGES {
        outputs.push((page, emit::page(interfaces, &read(page)?).map_err(at(page))?));
    }
    Ok(outputs)
}

fn schema(of: fn(&Interfaces) -> serde_json::Value, interfaces: &Interfaces) -> String {
    format!("{:#}\n", of(interfaces))
}

/// The text as rustfmt writes it.
fn formatted(text: &str) -> Outcome<String> {
    let failed = |error: &dyn std::fmt::Display| format!("rustfmt: {error}");
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024", "--config-path"])
        .arg(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| failed(&error))?;
    let mut input = rustfmt.stdin.take().ok_or("rustfmt has no input")?;
    let text = text.to_owned();
    // Beside the reader of its output: neither waits for the other for ever.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = rustfmt.wait_with_output().map_err(|error| failed(&error))?;
    writer.join().map_err(|_| "rustfmt: no input")?.map_err(|error| failed(&error))?;
    if !output.status.success() {
        return Err("rustfmt cannot read what was generated".to_owned());
    }
    String::from_utf8(output.stdout).map_err(|error| failed(&error))
}
