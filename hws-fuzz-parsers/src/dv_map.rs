//! The files beside a dump: name maps, maps of `hws diff`, address maps and waivers.

use std::io;
use std::path::Path;
use std::sync::OnceLock;

use hws_dv::diff::{DiffMap, WaiverDate, WaiverKind, waivers};
use hws_dv::input::open_bytes;
use hws_dv::map::{AddressMap, Binding, NameMap, Word};
use hws_dv::wave::{Hierarchy, TableOptions};
use hws_input::Position;

use crate::edit::Edited;
use crate::place::inside;
use crate::target::{Checked, FileVerdict, ParserTarget};

/// The target `dv_map`.
pub static DV_MAP: ParserTarget = ParserTarget::new(
    "dv_map",
    &[
        include_bytes!("../files/bus_map.yaml"),
        include_bytes!("../files/diff_map.yaml"),
        include_bytes!("../files/waivers.yaml"),
        include_bytes!("../files/layout.csv"),
    ],
    Vec::new,
    Edited::Text,
    check,
);

const FILE: &str = "m.yaml";

fn check(file: &[u8]) -> Checked {
    // The commands read these files as text, and refuse bytes that are not.
    let Ok(text) = str::from_utf8(file) else { return Ok(FileVerdict::Refused) };
    let waived = |kind| {
        let read = WaiverDate::parse("2027-06-15").and_then(|today| waivers(FILE, text, kind, today));
        verdict(text, read.map(drop).map_err(|error| error.to_string()))
    };
    let read = [
        verdict(text, name_map(text))?,
        verdict(text, DiffMap::from_yaml(FILE, text).map(drop).map_err(|error| error.to_string()))?,
        waived(WaiverKind::Diff)?,
        waived(WaiverKind::Check)?,
        address_map(text)?,
    ];
    let is_accepted = read.contains(&FileVerdict::Accepted);
    Ok(if is_accepted { FileVerdict::Accepted } else { FileVerdict::Refused })
}

/// An error begins with the file, and a line and a column that are in it.
fn verdict(text: &str, read: Result<(), String>) -> Checked {
    let Err(error) = read else { return Ok(FileVerdict::Accepted) };
    let place = error.strip_prefix(FILE).and_then(|rest| rest.strip_prefix(':')).unwrap_or_default();
    let mut numbers = place.split(':').map(str::parse::<usize>);
    let (Some(Ok(line)), Some(Ok(column))) = (numbers.next(), numbers.next()) else {
        return Err(format!("an error without a place: {error}"));
    };
    inside(text, Position::new(line, column)).map_err(|found| format!("{found}: {error}"))?;
    Ok(FileVerdict::Refused)
}

fn name_map(text: &str) -> Result<(), String> {
    let layout = |name: &str| match name {
        "layout.csv" => Ok(include_str!("../files/layout.csv").to_owned()),
        _ => Err(io::ErrorKind::NotFound.into()),
    };
    let map = NameMap::from_yaml(FILE, text, &layout).map_err(|error| error.to_string())?;
    match Binding::new(&map, hierarchy()) {
        Err(found) if !found.file.is_empty() && found.place.line() == 0 => {
            Err("a misfit without a place".to_owned())
        }
        // Whether a map fits this dump is not the question.
        _ => Ok(()),
    }
}

fn address_map(text: &str) -> Checked {
    match AddressMap::from_csv(text) {
        Ok(map) => match map.first_reserved() {
            Some(address) if map.word(address) != Word::Reserved => {
                Err(format!("{address:#x} is reserved and is not"))
            }
            _ => Ok(FileVerdict::Accepted),
        },
        Err((line, reason)) => {
            inside(text, Position::new(line, 0)).map_err(|found| format!("{found}: {reason}"))?;
            Ok(FileVerdict::Refused)
        }
    }
}

/// The signals that a map is brought together with.
fn hierarchy() -> &'static Hierarchy {
    static SIGNALS: OnceLock<Hierarchy> = OnceLock::new();
    SIGNALS.get_or_init(|| {
        let dump = include_bytes!("../files/small.vcd").to_vec();
        let reader = open_bytes(Path::new("small.vcd"), dump, &TableOptions::default());
        reader.map(|mut reader| reader.take_hierarchy()).unwrap_or_default()
    })
}
