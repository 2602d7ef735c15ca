//! The formats a map can be exported in. A new one needs a template and a line here.

use super::ExportOption::{Base, Prefix, Standalone};
use super::{ExportOption, ExportOptions, json, rust, template};
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::Map;
use hws_input::DiagnosticSeverity;
use thiserror::Error;

/// A format that a map can be exported in.
#[derive(Debug)]
pub struct ExportFormat {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its contents and its users.
    pub description: &'static str,
    /// The usual file extension, without the dot.
    pub extension: &'static str,
    /// The options that change it.
    pub options: &'static [ExportOption],
    /// Makes the whole file; the same map and options always yield the same bytes. The diagnostics are about things in
    /// a valid map for which the format has no form.
    pub emit: fn(&Map, &ExportOptions) -> Result<String, Vec<MapDiagnostic>>,
}

/// The function that renders a template of this crate.
macro_rules! template {
    ($file:literal) => {
        |map, options| template::render(map, options, $file, include_str!(concat!("templates/", $file)))
    };
}

/// Every format, in the order in which they are listed for users.
#[rustfmt::skip]
pub const FORMATS: &[ExportFormat] = &[
    ExportFormat { name: "rust", description: "types, for the crate hws-regs", extension: "rs", options: &[Standalone, Base], emit: rust_types },
    ExportFormat { name: "c", description: "a header with masks, for firmware", extension: "h", options: &[Base, Prefix], emit: template!("c.h.j2") },
    ExportFormat { name: "systemverilog", description: "a package, for RTL and benches", extension: "sv", options: &[Base, Prefix], emit: template!("systemverilog.sv.j2") },
    ExportFormat { name: "uvm", description: "a UVM register model, for verification", extension: "sv", options: &[Base, Prefix], emit: template!("uvm.sv.j2") },
    ExportFormat { name: "systemrdl", description: "SystemRDL 2.0, for RTL generators", extension: "rdl", options: &[], emit: systemrdl },
    ExportFormat { name: "svd", description: "CMSIS-SVD, for debuggers and svd2rust", extension: "svd", options: &[Base], emit: template!("svd.xml.j2") },
    ExportFormat { name: "ipxact", description: "IP-XACT (IEEE 1685-2014), for EDA tools", extension: "xml", options: &[], emit: template!("ipxact.xml.j2") },
    ExportFormat { name: "json", description: "everything in the map, for tools", extension: "json", options: &[], emit: json_text },
    ExportFormat { name: "markdown", description: "tables, for a repository or a wiki", extension: "md", options: &[Base], emit: template!("markdown.md.j2") },
    ExportFormat { name: "html", description: "one page with search and pictures, for readers", extension: "html", options: &[Base, Prefix], emit: template!("html.html.j2") },
    ExportFormat { name: "python", description: "constants and field helpers, for benches", extension: "py", options: &[Base], emit: template!("python.py.j2") },
    ExportFormat { name: "c-tests", description: "register tests in C, for firmware and benches", extension: "c", options: &[Base, Prefix], emit: template!("tests.c.j2") },
    ExportFormat { name: "cocotb", description: "register tests for cocotb", extension: "py", options: &[Base], emit: template!("tests.py.j2") },
];

/// Returns the format of that name.
///
/// # Errors
/// No format has that name; the error lists the formats.
///
/// ```
/// use hws_regmap::emit;
/// assert_eq!(emit::format("json").unwrap().extension, "json");
/// assert!(emit::format("cobol").unwrap_err().to_string().contains("json"));
/// ```
pub fn format(name: &str) -> Result<&'static ExportFormat, UnknownFormat> {
    let known = FORMATS.iter().find(|format| format.name == name);
    known.ok_or_else(|| UnknownFormat { name: name.to_owned() })
}

/// A name that is not the name of a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown format `{name}`; the formats are {}", names())]
pub struct UnknownFormat {
    /// The name given.
    pub name: String,
}

impl UnknownFormat {
    /// The format that may be meant.
    #[must_use]
    pub fn near(&self) -> Option<&'static str> {
        hws_input::nearest(&self.name, FORMATS.iter().map(|format| format.name))
    }
}

fn names() -> String {
    FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ")
}

/// An address map has something in it.
fn systemrdl(map: &Map, options: &ExportOptions) -> Result<String, Vec<MapDiagnostic>> {
    if map.registers.is_empty() && map.memories.is_empty() {
        let message = "SystemRDL has no address map without registers and memories";
        let diagnostic = MapDiagnostic::new(Code::EmptyPage, map.name.place, message)
            .label("a map with nothing in it")
            .remedy("add a register, or choose another format");
        return Err(vec![MapDiagnostic { severity: DiagnosticSeverity::Error, ..diagnostic }]);
    }
    let text = include_str!("templates/systemrdl.rdl.j2");
    template::render(map, options, "systemrdl.rdl.j2", text)
}

fn json_text(map: &Map, _options: &ExportOptions) -> Result<String, Vec<MapDiagnostic>> {
    Ok(format!("{:#}\n", json(map)))
}

fn rust_types(map: &Map, options: &ExportOptions) -> Result<String, Vec<MapDiagnostic>> {
    if options.standalone {
        let text = include_str!("templates/rust_standalone.rs.j2");
        return template::render(map, options, "rust_standalone.rs.j2", text);
    }
    rust(map)
}
