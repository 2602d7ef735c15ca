//! From functions to the JSON of planner §7.4.

mod directions;
mod graph;
mod nodes;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::TirOptions;
use super::latency;
use super::parse::MAIN;
use super::syntax::{Function, Instruction};
use crate::import::ImportError;
use crate::import::LanguageFault;
use directions::Directions;

/// Most firings of the input of a function.
const STREAM_MOST: i64 = 1 << 20;

/// Returns the dataflow input of a program.
pub(super) fn program(functions: &[Function<'_>], options: &TirOptions) -> Result<Value, ImportError> {
    let directions = Directions::of(functions)?;
    let top = top(functions, options)?;
    let stream_size = match options.stream_size {
        Some(size) => Some(size),
        None => stream_size(functions)?,
    };
    let costs = costs(functions, options);
    let mut by_name = Map::new();
    for function in functions {
        let mut json = graph::of(function, &directions, &costs)?;
        if let Some(size) = stream_size {
            json["stream_size"] = size.into();
        }
        by_name.insert(function.name.to_owned(), json);
    }
    Ok(json!({ "functions": by_name, "top": top, "costs": costs }))
}

/// The function to start with: `main`, or the only one that no other calls.
fn top(functions: &[Function<'_>], options: &TirOptions) -> Result<String, ImportError> {
    if let Some(top) = &options.top {
        return Ok(top.clone());
    }
    if functions.iter().any(|function| function.name == MAIN) {
        return Ok(MAIN.to_owned());
    }
    let callee = |instruction: &Instruction<'_>| match instruction {
        Instruction::Call { callee, .. } => Some((*callee).to_owned()),
        _ => None,
    };
    let called = |name: &str| {
        functions.iter().flat_map(|function| &function.body).filter_map(callee).any(|callee| callee == name)
    };
    let roots: Vec<&str> =
        functions.iter().map(|function| function.name).filter(|name| !called(name)).collect();
    match roots.as_slice() {
        [root] => Ok((*root).to_owned()),
        _ => {
            let what =
                format!("there is no `@main`, and {} functions are not called by another", roots.len());
            Err(LanguageFault::rule(what, "add `@main`, or give --top NAME").of_file())
        }
    }
}

/// The size of the streams that `main` reads.
fn stream_size(functions: &[Function<'_>]) -> Result<Option<i64>, ImportError> {
    let reads = functions.iter().filter(|function| function.name == MAIN).flat_map(|main| &main.body);
    let sizes = reads.filter_map(|instruction| match instruction {
        Instruction::Read { size, .. } => *size,
        _ => None,
    });
    let mut common = None;
    for (size, at) in sizes {
        if size > STREAM_MOST {
            let what = format!("a stream of {size} words is longer than 2^20");
            return Err(LanguageFault::rule(what, "make it smaller, or give --stream-size").at(at));
        }
        if *common.get_or_insert(size) != size {
            let what = "streams of different sizes";
            return Err(LanguageFault::unsupported(what, "give all the same size, or --stream-size").at(at));
        }
    }
    Ok(common)
}

/// The latency of every instruction of the program.
fn costs(functions: &[Function<'_>], options: &TirOptions) -> BTreeMap<String, i64> {
    let mut costs = BTreeMap::new();
    for instruction in functions.iter().flat_map(|function| &function.body) {
        if let Instruction::Operation { opcode, of_type, .. } = instruction {
            let name = cost_name(opcode, of_type);
            let cost = options.costs.get(&name).copied();
            costs.insert(name, cost.unwrap_or_else(|| latency::of(opcode, of_type)));
        }
    }
    costs
}

/// The name of the cost of an instruction: `add.float32`.
fn cost_name(opcode: &str, of_type: &str) -> String {
    format!("{opcode}.{of_type}")
}
