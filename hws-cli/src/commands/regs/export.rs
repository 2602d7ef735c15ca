//! `hws regs export`: a map in a format for other tools.

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use hws_regmap::emit::{self, ExportOptions};

use super::map_file::MapFile;
use super::word;
use crate::args::regs::Export;
use crate::failure::Failure;

pub(super) fn execute(args: &Export) -> Result<ExitCode, Failure> {
    let format = emit::format(&args.format)
        .map_err(|unknown| Failure::refused("unknown-word", unknown.to_string(), "", unknown.near()))?;
    let file = MapFile::read_or_built_in(args.map.as_ref())?;
    let mut files = args.files();
    let map = file.map_among(&mut files)?;
    files.check()?;
    let options = options(args)?;
    options
        .check(format, &map)
        .map_err(|refused| Failure::refused("illegal-option", refused.to_string(), "", None))?;
    let text = (format.emit)(&map, &options).map_err(|diagnostics| file.export_refused(diagnostics))?;
    match &args.out {
        Some(path) => fs::write(path, text).map_err(Failure::write(path))?,
        None => io::stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn options(args: &Export) -> Result<ExportOptions, Failure> {
    let base = args.base.as_deref().map_or(Ok(0), |text| {
        word::number(text).ok_or_else(|| {
            Failure::refused("illegal-option", format!("--base: `{text}` is not a 64-bit address"), "", None)
        })
    });
    Ok(ExportOptions { standalone: args.standalone, base: base?, prefix: args.prefix.clone() })
}
