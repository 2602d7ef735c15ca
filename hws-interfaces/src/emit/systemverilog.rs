//! The numbers of events for SystemVerilog.

use std::fmt::Write;

use super::GENERATED;
use crate::model::Interfaces;

/// Returns parameters for the body of a package: kinds of events, lanes, the values of enums, and the fields of packed words.
#[must_use]
pub fn systemverilog(interfaces: &Interfaces) -> String {
    let mut text = format!(
        "// {GENERATED}\n\n// Kinds of events: the value of ev_kind, and what ev_a, ev_b ... have then.\n"
    );
    for event in interfaces.kinds() {
        let fields: Vec<&str> = event.fields.iter().map(|field| field.name.as_str()).collect();
        let (name, kind) = (event.name.to_uppercase(), event.kind.unwrap_or_default());
        let line = format!("localparam int EV_{name} = {kind};");
        let _ = writeln!(text, "{line:<36}// {}", fields.join(", "));
    }
    let line = format!("localparam int N_EV = {};", interfaces.lanes.count);
    let _ = writeln!(text, "{line:<36}// monitor lanes per clock edge");
    for known in &interfaces.enums {
        let width = u32::BITS
            - known.values.iter().map(|value| value.value).max().unwrap_or_default().leading_zeros();
        let width = width.max(1);
        let _ = write!(text, "\n// {}\n", known.doc);
        for value in &known.values {
            let name = format!("{}_{}", known.name, value.name).to_uppercase();
            let _ = writeln!(text, "localparam logic [{}:0] {name} = {width}'d{};", width - 1, value.value);
        }
    }
    text
}

/// Returns a text of SystemVerilog with the enum of the kinds of events between the lines `// generated: event kinds` and `// end`.
///
/// # Errors
/// A line that is missing.
pub fn with_event_kinds(interfaces: &Interfaces, text: &str) -> Result<String, String> {
    const BEGIN: &str = "  // generated: event kinds\n";
    const END: &str = "  // end\n";
    let (before, rest) = text.split_once(BEGIN).ok_or_else(|| format!("no line `{}`", BEGIN.trim()))?;
    let (_, after) = rest.split_once(END).ok_or_else(|| format!("no line `{}`", END.trim()))?;
    let kinds = interfaces.kinds();
    let width = kinds.iter().map(|event| event.name.len()).max().unwrap_or_default();
    let kinds: Vec<String> = kinds
        .iter()
        .map(|event| {
            let (name, kind) = (event.name.to_uppercase(), event.kind.unwrap_or_default());
            format!("    HWS_EVENT_{name:width$} = {kind}")
        })
        .collect();
    let kinds = kinds.join(",\n");
    Ok(format!(
        "{before}{BEGIN}  typedef enum int unsigned {{\n{kinds}\n  }} hws_event_kind_t;\n{END}{after}"
    ))
}
