//! The file to import: its text and its format. SystemRDL goes through its compiler.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use hws_host::files;
use hws_input::{Diagnostic, Place, StandardInput};
use hws_regmap::MapImportFormat;
use hws_regmap::import::SYSTEMRDL_READER;

use crate::args::regs::{Import, ImportFrom};
use crate::failure::Failure;

/// The code of a file that is not a description of registers, or a wrong one.
const NOT_IMPORTABLE: &str = "not-importable";
/// The code of a Python that cannot read SystemRDL.
const NO_READER: &str = "no-systemrdl";

/// What is wrong with a file.
fn refused(code: &'static str, file: &Path, message: String, remedy: &str) -> Failure {
    let found = Diagnostic::new(code, Place::UNKNOWN, message).in_file(files::name(file));
    Box::new(found.remedy(remedy)).into()
}

/// What a reader takes.
pub(super) struct Source {
    pub(super) format: MapImportFormat,
    pub(super) text: String,
}

pub(super) fn read(args: &Import) -> Result<Source, Failure> {
    let text = text(&args.file)?;
    let format = match args.given() {
        Some(ImportFrom::Systemrdl) => MapImportFormat::SystemRdl,
        Some(ImportFrom::Svd) => MapImportFormat::Svd,
        Some(ImportFrom::Ipxact) => MapImportFormat::IpXact,
        None => recognised(&args.file, &text)?,
    };
    let text = if format == MapImportFormat::SystemRdl { compiled(args)? } else { text };
    Ok(Source { format, text })
}

/// Returns the text of the file, which vendors write in other encodings than UTF-8.
fn text(path: &Path) -> Result<String, Failure> {
    let bytes = if path == Path::new("-") {
        StandardInput::read_all().map_err(Failure::read(path))?
    } else {
        fs::read(path).map_err(Failure::read(path))?
    };
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    if let [0xff, 0xfe, rest @ ..] | [0xfe, 0xff, rest @ ..] = bytes {
        let is_little = bytes.first() == Some(&0xff);
        let unit = |pair: &[u8]| match (pair, is_little) {
            ([low, high], true) | ([high, low], false) => u16::from_le_bytes([*low, *high]),
            _ => u16::from(b'?'),
        };
        return Ok(String::from_utf16_lossy(&rest.chunks(2).map(unit).collect::<Vec<_>>()));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        // Latin-1, in which every byte is the character of that number.
        Err(_) => Ok(bytes.iter().map(|byte| char::from(*byte)).collect()),
    }
}

/// Returns the format of a file by its first element, or by its name.
fn recognised(path: &Path, text: &str) -> Result<MapImportFormat, Failure> {
    let is_named = |end: &str| path.extension().is_some_and(|known| known.eq_ignore_ascii_case(end));
    let root = root(text);
    match root.as_deref() {
        Some("device") => Ok(MapImportFormat::Svd),
        Some("component") => Ok(MapImportFormat::IpXact),
        None if is_named("rdl") || text.contains("addrmap") => Ok(MapImportFormat::SystemRdl),
        _ => {
            let found = root.map_or("not XML".to_owned(), |root| format!("XML of `<{root}>`"));
            let message = format!("not a description of registers: {found}");
            let remedy = "give SystemRDL (`addrmap`), CMSIS-SVD (`<device>`) or IP-XACT (`<component>`), or name the format \
                          with --format";
            Err(refused(NOT_IMPORTABLE, path, message, remedy))
        }
    }
}

/// Returns the name of the first element of an XML text, without its namespace.
fn root(text: &str) -> Option<String> {
    let mut rest = text.trim_start();
    loop {
        rest = rest.strip_prefix('<')?;
        let end = match rest.chars().next()? {
            '?' => "?>",
            '!' if rest.starts_with("!--") => "-->",
            '!' => ">",
            _ => break,
        };
        rest = rest.split_once(end)?.1.trim_start();
    }
    let name: String = rest.chars().take_while(|c| !c.is_whitespace() && !['>', '/'].contains(c)).collect();
    Some(name.rsplit(':').next().unwrap_or(&name).to_owned())
}

/// Returns what the compiler of SystemRDL finds in the file.
fn compiled(args: &Import) -> Result<String, Failure> {
    if args.file == Path::new("-") {
        return Err(Failure::usage("SystemRDL is read from a file, not from standard input".to_owned()));
    }
    let output = run(args)?;
    let messages = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => {
            // Warnings of the compiler.
            let _ = io::stderr().write_all(messages.as_bytes());
            String::from_utf8(output.stdout).map_err(|_| {
                refused(NO_READER, &args.python, "the reader of SystemRDL printed no text".to_owned(), "")
            })
        }
        Some(1) => {
            let message = format!("systemrdl-compiler refuses the file:\n{}", messages.trim_end());
            Err(refused(NOT_IMPORTABLE, &args.file, message, ""))
        }
        Some(3) => {
            let message = "SystemRDL is read by the Python package systemrdl-compiler, which this interpreter does not have";
            let remedy = format!(
                "install it with `{} -m pip install systemrdl-compiler`, or name an interpreter that has it with --python",
                args.python.display()
            );
            Err(refused(NO_READER, &args.python, message.to_owned(), &remedy))
        }
        _ => {
            let message = format!("the reader of SystemRDL failed:\n{}", messages.trim_end());
            Err(refused(NO_READER, &args.file, message, ""))
        }
    }
}

/// Runs the reader, whose text goes to the interpreter through its standard input.
fn run(args: &Import) -> Result<Output, Failure> {
    let missing = |error: io::Error| {
        let remedy =
            "SystemRDL needs Python 3 with the package systemrdl-compiler (--python names the interpreter)";
        refused(NO_READER, &args.python, format!("cannot be started: {error}"), remedy)
    };
    let mut command = Command::new(&args.python);
    command.arg("-");
    for folder in &args.include {
        command.arg("--include").arg(folder);
    }
    // A file may be named like an option.
    command.arg("--").arg(&args.file);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = piped.map_err(missing)?;
    if let Some(mut input) = child.stdin.take() {
        // An interpreter that does not read its program says why.
        let _ = input.write_all(SYSTEMRDL_READER.as_bytes());
    }
    child.wait_with_output().map_err(missing)
}
