//! What is generated from interfaces.yaml: types, headers, packages, schemas, and the tables of docs/spec/interfaces.md.

use crate::repository::{Outcome, read, root};
use hws_interfaces::{Interfaces, emit};
use std::io::Write;
use std::process::{Command, Stdio};

const SOURCE: &str = "interfaces.yaml";

/// Writes every generated file that is out of date.
pub(crate) fn write() -> Outcome {
    for (path, text) in outputs()? {
        if read(path).ok().as_deref() != Some(&text) {
            std::fs::write(root().join(path), text).map_err(|error| format!("{path}: {error}"))?;
            println!("{path}");
        }
    }
    Ok(())
}

/// The generated files that are out of date.
pub(crate) fn faults() -> Outcome<Vec<String>> {
    let is_old = |(path, text): &(&str, String)| read(path).ok().as_deref() != Some(text.as_str());
    let old = outputs()?.into_iter().filter(is_old);
    Ok(old.map(|(path, _)| format!("{path} is out of date; run `cargo xtask generate`")).collect())
}

/// Fails if a generated file is out of date.
pub(crate) fn check() -> Outcome {
    let faults = faults()?;
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

fn outputs() -> Outcome<Vec<(&'static str, String)>> {
    let checked = hws_interfaces::check(&read(SOURCE)?);
    if !checked.faults.is_empty() {
        let faults: Vec<String> = checked.faults.iter().map(|fault| fault.in_file(SOURCE)).collect();
        return Err(faults.join("\n"));
    }
    let interfaces = checked.interfaces;
    let descriptor = interfaces.find_record("task_descriptor").ok_or("no record `task_descriptor`")?;
    const PAGE: &str = "docs/spec/interfaces.md";
    Ok(vec![
        ("hws-types/src/rule/generated.rs", formatted(&emit::rules(&interfaces))?),
        ("hws-types/src/event/generated.rs", formatted(&emit::events(&interfaces))?),
        ("hws-types/src/task_descriptor/generated.rs", formatted(&emit::descriptor(descriptor))?),
        ("hws-types/src/words/generated.rs", formatted(&emit::words(&interfaces))?),
        ("hws-sim/src/trace/generated.rs", formatted(&emit::trace(&interfaces))?),
        ("hws-sim/src/stimulus.schema.json", schema(emit::stimulus_schema, &interfaces)),
        ("hws-sim/src/trace.schema.json", schema(emit::trace_schema, &interfaces)),
        ("bindings/c-model/src/event_kind.rs", formatted(&emit::c(&interfaces))?),
        ("bindings/python/python/hws/_descriptor_fields.py", emit::python(descriptor)),
        ("rtl/hws_interfaces.svh", emit::systemverilog(&interfaces)),
        (PAGE, emit::page(&interfaces, &read(PAGE)?).map_err(|error| format!("{PAGE}: {error}"))?),
    ])
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
