//! `hws regs grep`: registers, fields, named values and parameters that contain a word in name or description; exit status
//! 1 if there are none.

use std::io::{self, Write};
use std::process::ExitCode;

use hws_regmap::{Map, MapField, MapLegal, MapRegister};
use serde_json::json;

use super::map_file::MapFile;
use crate::args::regs::Grep;
use crate::failure::Failure;

/// A register, field, value or parameter.
struct Hit {
    address: Option<u64>,
    name: String,
    description: String,
}

pub(super) fn execute(args: &Grep) -> Result<ExitCode, Failure> {
    let map = MapFile::read_or_built_in(args.of.map.as_ref())?.map()?;
    let word = args.word.to_lowercase();
    let hits: Vec<Hit> = things(&map).into_iter().filter(|hit| hit.is_about(&word)).collect();
    print(&hits, args.of.json)?;
    Ok(if hits.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn print(hits: &[Hit], as_json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if as_json {
        let hits: Vec<_> = hits.iter().map(Hit::json).collect();
        return writeln!(out, "{:#}", json!(hits));
    }
    hits.iter().try_for_each(|hit| {
        let address = hit.address.map_or(String::new(), |address| format!("0x{address:04x}"));
        writeln!(out, "{address:7} {}: {}", hit.name, hit.description)
    })
}

impl Hit {
    fn is_about(&self, word: &str) -> bool {
        self.name.to_lowercase().contains(word) || self.description.to_lowercase().contains(word)
    }

    fn json(&self) -> serde_json::Value {
        json!({ "name": self.name, "offset": self.address, "description": self.description })
    }
}

fn things(map: &Map) -> Vec<Hit> {
    let parameters = map.parameters.iter().map(|parameter| Hit {
        address: None,
        name: format!("{} = {}", parameter.name.value, parameter.value.value),
        description: parameter.description.clone(),
    });
    parameters.chain(map.registers.iter().flat_map(of_register)).collect()
}

fn of_register(register: &MapRegister) -> Vec<Hit> {
    let address = Some(register.offset.value);
    let (name, description) = (register.name.value.clone(), register.description.clone());
    let mut hits = vec![Hit { address, name, description }];
    hits.extend(register.fields.iter().flat_map(|field| of_field(register, field)));
    hits
}

fn of_field(register: &MapRegister, field: &MapField) -> Vec<Hit> {
    let address = Some(register.offset.value);
    let name = format!("{}.{}", register.name.value, field.name.value);
    let variants = match &field.legal {
        MapLegal::Enumerated(enumeration) => enumeration.variants.as_slice(),
        _ => &[],
    };
    let values = variants.iter().map(|variant| Hit {
        address,
        name: format!("{name} = {} {}", variant.value.value, variant.name.value),
        description: variant.description.clone(),
    });
    let field = Hit { address, name: name.clone(), description: field.description.clone() };
    std::iter::once(field).chain(values).collect()
}
