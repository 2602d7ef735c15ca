//! `hws plan dataflow`.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use hws_input::{did_you_mean, nearest};
use hws_plan::dataflow::{DataflowBlocks, DataflowSchedule, TirOptions, from_graph, from_tir};
use hws_plan::import::{self, ImportError, ImportOptions, ImportReason};
use hws_plan::page::PageKind;
use hws_run::workload::InputFile;
use serde_json::{Map, Value};

use super::given::{self, Given};
use crate::args::plan::dataflow::{Choices, Dataflow};
use crate::commands::{inputs, outputs};
use crate::failure::Failure;

pub(super) fn execute(args: &Dataflow) -> Result<ExitCode, Failure> {
    let schedule = super::planning(&args.input.file, || schedule(args))?;
    if let Some(out) = &args.output.out {
        write(&schedule, args, out)?;
    }
    super::print(&schedule, args.input.json)
}

/// Schedules the program and writes its page. The input, which may be much larger, is dropped before printing.
fn schedule(args: &Dataflow) -> Result<DataflowSchedule, Failure> {
    let refused = || super::refused(&args.input.file);
    let source = inputs::source(&args.input.file)?;
    let mut input = match tir(&source, &args.choices)? {
        Some(program) => program,
        None => match given::read(&source, "functions", &ImportOptions::default())? {
            Given::Json(input) => input,
            Given::Graph(graph) => from_graph(&graph).map_err(refused())?,
        },
    };
    choose(&args.choices, &mut input);
    set_costs(&args.choices.costs, &mut input)?;
    let schedule = DataflowSchedule::from_json(&input).map_err(refused())?;
    super::page::write(&args.page, PageKind::Dataflow, Some(&args.input.file), &input, &schedule)?;
    Ok(schedule)
}

/// Returns the input for a TIR program; `None` for any other file.
fn tir(source: &InputFile, choices: &Choices) -> Result<Option<Value>, Failure> {
    let is_tir = |error: &ImportError| error.reason == ImportReason::TirIsNoGraph;
    if !import::recognise(&source.bytes).is_err_and(|error| is_tir(&error)) {
        return Ok(None);
    }
    let options = TirOptions {
        top: choices.top.clone(),
        stream_size: choices.stream_size,
        costs: choices.costs.iter().cloned().collect(),
    };
    let program = import::read_text(&source.bytes).and_then(|text| from_tir(&text, &options));
    program.map(Some).map_err(|error| Failure::Use(error.in_file(&source.name).to_string()))
}

/// Sets latencies of opcodes that the program has; a misspelt one would have no effect.
fn set_costs(costs: &[(String, i64)], input: &mut Value) -> Result<(), Failure> {
    if costs.is_empty() {
        return Ok(());
    }
    let known = opcodes(input);
    if let Some((unknown, _)) = costs.iter().find(|(opcode, _)| !known.contains(opcode)) {
        let nearest = did_you_mean(nearest(unknown, known.iter().map(String::as_str)));
        let known = known.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let said =
            format!("--cost: no opcode `{unknown}` ({nearest}the opcodes of the program are: {known})");
        return Err(Failure::Use(said));
    }
    let Some(keys) = input.as_object_mut() else { return Ok(()) };
    let all = keys.entry("costs").or_insert_with(|| Value::Object(Map::new()));
    if let Some(all) = all.as_object_mut() {
        all.extend(costs.iter().map(|(opcode, lat)| (opcode.clone(), Value::from(*lat))));
    }
    Ok(())
}

/// The opcodes that have a cost, or that a node names.
fn opcodes(input: &Value) -> BTreeSet<String> {
    let priced = input["costs"].as_object().into_iter().flat_map(Map::keys).cloned();
    let functions = input["functions"].as_object().into_iter().flat_map(Map::values);
    let nodes = functions.filter_map(|function| function["nodes"].as_array()).flatten();
    priced.chain(nodes.filter_map(|node| node["opcode"].as_str()).map(str::to_owned)).collect()
}

fn write(schedule: &DataflowSchedule, args: &Dataflow, out: &Path) -> Result<(), Failure> {
    let blocks = DataflowBlocks { tokens: args.output.block_tokens, token_bytes: args.output.token_bytes };
    let plan = schedule.to_plan(blocks, Some(&inputs::name(&args.input.file)));
    let plan = plan.map_err(super::refused(&args.input.file))?;
    outputs::file(out, |out| plan.write(out))
}

/// Sets the keys given on the command line.
fn choose(choices: &Choices, input: &mut Value) {
    let Some(keys) = input.as_object_mut() else { return };
    let texts = [
        ("top", &choices.top),
        ("reduction_model", &choices.reduction_model),
        ("output_sync", &choices.output_sync),
        ("lfi_rule", &choices.lfi_rule),
        ("sd_rule", &choices.sd_rule),
    ];
    let numbers = [("fifo_limit", choices.fifo_limit), ("sd0", choices.sd0)];
    let texts = texts.into_iter().filter_map(|(key, text)| Some((key, Value::from(text.clone()?))));
    let numbers = numbers.into_iter().filter_map(|(key, number)| Some((key, Value::from(number?))));
    keys.extend(texts.chain(numbers).map(|(key, value)| (key.to_owned(), value)));
    if let (Some(size), Some(Value::Object(functions))) = (choices.stream_size, keys.get_mut("functions")) {
        let functions = functions.values_mut().filter_map(Value::as_object_mut);
        for function in functions {
            function.insert("stream_size".to_owned(), size.into());
        }
    }
}
