//! `hws schema`: the JSON Schemas of the formats.

use std::io::{self, Write};
use std::process::ExitCode;

use hws_plan::import::onnx::UserRules;
use hws_plan::plan::Plan;
use hws_run::{overview, report, workload};

use crate::args::run::SchemaOf;
use crate::failure::Failure;

pub(crate) fn execute(of: SchemaOf) -> Result<ExitCode, Failure> {
    let schema = match of {
        SchemaOf::Stimulus => return print(hws_sim::STIMULUS_SCHEMA),
        SchemaOf::Trace => return print(hws_sim::TRACE_SCHEMA),
        SchemaOf::Interfaces => hws_interfaces::schema(),
        SchemaOf::Workload => workload::schema(),
        SchemaOf::Config => workload::config_schema(),
        SchemaOf::Report => report::schema(),
        SchemaOf::Overview => overview::schema(),
        SchemaOf::Plan => Plan::schema(),
        SchemaOf::Map => hws_regmap::schema(),
        SchemaOf::Ops => UserRules::schema(),
    };
    print(&format!("{schema:#}\n"))
}

fn print(schema: &str) -> Result<ExitCode, Failure> {
    io::stdout().write_all(schema.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
