//! `hws plan periodic`.

use std::process::ExitCode;

use clap::ValueEnum;
use hws_plan::Periodic;
use hws_plan::import::Options;
use serde_json::{Map, Value, json};

use super::source::{self, Source};
use crate::args::plan::periodic::{self as args, Keys};
use crate::failure::Failure;

pub(super) fn execute(args: &args::Periodic) -> Result<ExitCode, Failure> {
    let source = source::read(&args.input, &Options::default())?;
    let refused = || super::refused(&args.input.file);
    let mut input = match source {
        Source::Json(input) => input,
        Source::Graph(graph) => Periodic::input_of(&graph).map_err(refused())?,
    };
    set(&args.keys, &mut input);
    let answer = Periodic::of(&input).map_err(refused())?;
    super::print(&answer, args.input.json)
}

/// Sets the keys that options give. What is no object stays as it is, and is refused.
fn set(keys: &Keys, input: &mut Value) {
    let Value::Object(input) = input else { return };
    let fraction = |fraction: Option<(i64, i64)>| fraction.map(|(num, den)| json!([num, den]));
    let entries = [
        ("mode", keys.mode.as_ref().and_then(word)),
        ("pes", keys.pes.map(Value::from)),
        ("iterations", keys.iterations.map(Value::from)),
        ("ratio_limit", fraction(keys.ratio_limit)),
        ("i_limit", keys.i_limit.map(Value::from)),
        ("alpha", fraction(keys.alpha)),
        ("arrange", keys.arrange.as_ref().and_then(word)),
        ("width", keys.width.map(Value::from)),
    ];
    put(input, entries);
    let cache =
        [("size", keys.cache_size), ("cache_speed", keys.cache_speed), ("dram_speed", keys.dram_speed)];
    if cache.iter().any(|(_, value)| value.is_some())
        && let Value::Object(object) = input.entry("cache").or_insert_with(|| json!({ "size": 0 }))
    {
        put(object, cache.map(|(key, value)| (key, value.map(Value::from))));
    }
}

fn put<const N: usize>(object: &mut Map<String, Value>, entries: [(&str, Option<Value>); N]) {
    for (key, value) in entries {
        if let Some(value) = value {
            object.insert(key.to_owned(), value);
        }
    }
}

/// The word of the input, which is the one of the option.
fn word(value: &impl ValueEnum) -> Option<Value> {
    Some(value.to_possible_value()?.get_name().into())
}
