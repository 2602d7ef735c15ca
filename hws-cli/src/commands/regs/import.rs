//! `hws regs import`: a map from another format.

mod files;
mod source;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use hws_host::files::name as input_name;
use hws_input::{Diagnostic, Place, counted};
use hws_regmap::MapImportFormat;
use hws_regmap::import::{self, ImportBlock, Imported, MapImportError};

use crate::args::regs::Import;
use crate::failure::Failure;
use source::Source;

pub(super) fn execute(args: &Import) -> Result<ExitCode, Failure> {
    let source = source::read(args)?;
    let name = input_name(&args.file);
    let refused = |error: MapImportError| Failure::from(Box::new(error.diagnostic().in_file(&name)));
    let blocks = import::read(source.format, &source.text).map_err(refused)?;
    if args.list {
        return list(&blocks);
    }
    let Made { maps, bad } = make(args, chosen(args, blocks)?)?;
    files::check(args, &maps)?;
    let lost = maps.iter().map(|map| map.losses.len()).sum::<usize>();
    report(&args.file, &source, &maps, bad);
    if args.strict && lost + bad > 0 {
        // The exit status says so even if standard error is closed.
        let _ = writeln!(
            io::stderr(),
            "error: {}: nothing is written, because of --strict",
            input_name(&args.file)
        );
        return Ok(ExitCode::from(1));
    }
    if !maps.is_empty() {
        files::write(args, &maps)?;
    }
    Ok(ExitCode::from(u8::from(bad > 0)))
}

/// The maps of the blocks, and the number of those that do not make one.
struct Made {
    maps: Vec<Imported>,
    bad: usize,
}

/// Makes the maps. A block that does not make one is listed among all; it is an error if it is the only one.
fn make(args: &Import, blocks: Vec<ImportBlock>) -> Result<Made, Failure> {
    let name = args.file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut made = Made { maps: Vec::new(), bad: 0 };
    for block in blocks {
        let block_name = block.name().to_owned();
        let file = input_name(&args.file);
        let refused = |error: MapImportError| error.diagnostic().in_file(file).at_key(block_name);
        match block.into_map(&name).map_err(refused) {
            Ok(map) => made.maps.push(map),
            Err(found) if args.all => {
                made.bad += 1;
                // The exit status says so even if standard error is closed.
                let _ = writeln!(io::stderr(), "error: {}", found.coded());
            }
            Err(found) => return Err(Box::new(found).into()),
        }
    }
    Ok(made)
}

fn list(blocks: &[ImportBlock]) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    for block in blocks {
        writeln!(out, "{}", block.name())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the blocks to import.
fn chosen(args: &Import, mut blocks: Vec<ImportBlock>) -> Result<Vec<ImportBlock>, Failure> {
    let refused = |code, message: String, remedy: &str, near: Option<&str>| {
        let found = Diagnostic::new(code, Place::UNKNOWN, message).in_file(input_name(&args.file));
        Failure::from(Box::new(found.remedy(remedy).suggest(near)))
    };
    let names: Vec<String> = blocks.iter().map(|block| block.name().to_owned()).collect();
    if blocks.is_empty() {
        let message = "no registers: the file describes no block with any".to_owned();
        return Err(refused("no-registers", message, "", None));
    }
    if let Some(wanted) = &args.block {
        blocks.retain(|block| block.name() == wanted);
        if blocks.is_empty() {
            let near = hws_input::nearest(wanted, names.iter().map(String::as_str));
            return Err(refused(
                "unknown-block",
                format!("no block `{wanted}`"),
                "--list shows them all",
                near,
            ));
        }
        blocks.truncate(1);
    } else if !args.all && blocks.len() > 1 {
        let shown: Vec<&str> = names.iter().take(5).map(String::as_str).collect();
        let more = if names.len() > 5 { ", …" } else { "" };
        let message = format!("{} blocks ({}{more})", names.len(), shown.join(", "));
        let remedy = "choose one with --block, or write all with --all --out FOLDER";
        return Err(refused("several-blocks", message, remedy, None));
    }
    Ok(blocks)
}

/// Lists what is lost, and says what the format does not.
fn report(file: &Path, source: &Source, maps: &[Imported], bad: usize) {
    let mut text = String::new();
    let blocks = maps.len() + bad;
    for map in maps {
        let prefix = if blocks > 1 { format!("{}: ", map.name) } else { String::new() };
        for loss in &map.losses {
            let line = if loss.line > 0 { format!(":{}", loss.line) } else { String::new() };
            let path = if loss.path.is_empty() { String::new() } else { format!("{}: ", loss.path) };
            text += &format!("{}{line}: lost: {prefix}{path}{}\n", input_name(file), loss.what);
        }
    }
    for map in maps {
        let registers = counted(map.map.registers.len(), "register");
        let fields: usize = map.map.registers.iter().map(|register| register.fields.len()).sum();
        let lost = match map.losses.len() {
            0 => "nothing in the file is lost".to_owned(),
            count => format!("{} lost", counted(count, "thing")),
        };
        text += &format!("{}: {registers}, {}; {lost}\n", map.name, counted(fields, "field"));
        if map.base > 0 && blocks == 1 {
            text += &format!(
                "{}: at 0x{:x} in its system: exports take --base 0x{:x}\n",
                map.name, map.base, map.base
            );
        }
    }
    if bad > 0 {
        text += &format!("{}: {bad} of {} left out: not a map\n", input_name(file), counted(blocks, "block"));
    }
    let unsaid = import::unsaid(source.format, maps.iter().all(|one| one.map.origin.is_some())).join("; ");
    text += &format!("not said in {}: {unsaid}\n", title(source.format));
    // What is written matters more than what is said about it.
    let _ = io::stderr().write_all(text.as_bytes());
}

fn title(format: MapImportFormat) -> &'static str {
    match format {
        MapImportFormat::SystemRdl => "SystemRDL",
        MapImportFormat::Svd => "CMSIS-SVD",
        MapImportFormat::IpXact => "IP-XACT",
    }
}
