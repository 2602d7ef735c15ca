//! `hws regs show`: describes a register, decodes a value, encodes fields.

use std::io::{self, Write};
use std::process::ExitCode;

use hws_regmap::{Map, fingerprint};
use serde_json::json;

use super::lookup::lookup;
use super::map_file::MapFile;
use super::{register_json, register_text, word};
use crate::args::regs::Show;
use crate::failure::Failure;

pub(super) fn execute(args: &Show) -> Result<ExitCode, Failure> {
    let map = MapFile::read_or_built_in(args.of.map.as_ref())?.map()?;
    let text = match &args.what {
        None => summary(&map, args.of.json),
        Some(what) => {
            let found = lookup(&map, what)?;
            let value = word::value(found.register, found.reset(), &args.values)?;
            match args.of.json {
                true => format!("{:#}\n", register_json::describe(&map, &found, value)),
                false => register_text::describe(&map, &found, value),
            }
        }
    };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn summary(map: &Map, as_json: bool) -> String {
    let (print, registers) = (format!("0x{:016x}", fingerprint(map)), map.registers.len());
    if as_json {
        let pages: Vec<&str> = map.pages.iter().map(|page| page.name.value.as_str()).collect();
        let summary =
            json!({ "name": map.name.value, "fingerprint": print, "registers": registers, "pages": pages });
        return format!("{summary:#}\n");
    }
    let window = map.window_bytes.value;
    let mut text =
        format!("{}: {registers} registers in 0x{window:x} bytes\nfingerprint {print}\n", map.name.value);
    for page in &map.pages {
        let (name, base, end) = (&page.name.value, page.base.value, page.base.value + page.size.value);
        text += &format!("  0x{base:04x} to 0x{:04x}  {name}: {}\n", end.saturating_sub(4), page.description);
    }
    text
}
