//! `hws plan methods`: the totals of several graphs, by number of PEs and method.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use hws_host::files;
use hws_host::plan::periodic::{PeriodicInput, PeriodicMethod};
use hws_plan::{Periodic, PlannerAnswer, TextTable};
use serde_json::{Map, Value, json};

use crate::args::plan::methods::Methods;
use crate::args::plan::values;
use crate::args::run::Edges;
use crate::commands::inputs;
use crate::commands::plan;
use crate::failure::Failure;

pub(in crate::commands::plan) fn execute(args: &Methods) -> Result<ExitCode, Failure> {
    files::only_one_standard_input(args.files.iter())?;
    let mut rows = Vec::new();
    for file in &args.files {
        rows.extend(plan::planning(file, || of_file(file, args))?);
    }
    plan::print(&Totals { iterations: args.iterations, methods: args.method.clone(), rows }, args.json)
}

/// A graph on one number of PEs: by method, the planned total and the PEs of a launch.
struct Row {
    graph: String,
    pes: i64,
    totals: Vec<(i64, usize)>,
}

/// A row for each number of PEs.
fn of_file(file: &Path, args: &Methods) -> Result<Vec<Row>, Failure> {
    let source = files::source(file)?;
    let input = PeriodicInput::read(&source, &inputs::importers(&args.models, &Edges::default())?)?;
    let total = |pes: i64, method: PeriodicMethod| -> Result<(i64, usize), Failure> {
        let mut input = input.clone();
        input.set(&keys(args, pes));
        input.set_method(method);
        match input.plan()? {
            Periodic::Plan(planned) => Ok((planned.chosen_total(), planned.width())),
            Periodic::Check(_) | Periodic::Bruteforce(_) => unreachable!("the mode is `plan`"),
        }
    };
    let row = |&pes: &i64| {
        let totals = args.method.iter().map(|&method| total(pes, method)).collect::<Result<_, _>>()?;
        Ok(Row { graph: source.stem().to_owned(), pes, totals })
    };
    args.pes.iter().map(row).collect()
}

/// Returns the keys that the options set.
fn keys(args: &Methods, pes: i64) -> Map<String, Value> {
    let mut keys = Map::new();
    keys.insert("mode".to_owned(), "plan".into());
    keys.insert("pes".to_owned(), pes.into());
    keys.insert("iterations".to_owned(), args.iterations.into());
    let cache = values::keys(&args.cache);
    if !cache.is_empty() {
        keys.insert("cache".to_owned(), cache.into());
    }
    keys
}

/// The answer.
struct Totals {
    iterations: i64,
    methods: Vec<PeriodicMethod>,
    rows: Vec<Row>,
}

impl PlannerAnswer for Totals {
    fn json(&self) -> Value {
        let of = |(method, &(total, width)): (&PeriodicMethod, &(i64, usize))| {
            (method.name().to_owned(), json!({ "total": total, "width": width }))
        };
        let row = |row: &Row| {
            let totals: Map<String, Value> = self.methods.iter().zip(&row.totals).map(of).collect();
            json!({ "graph": row.graph, "pes": row.pes, "methods": totals })
        };
        json!({ "iterations": self.iterations, "rows": self.rows.iter().map(row).collect::<Vec<_>>() })
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let methods = self.methods.iter().flat_map(|method| [method.name(), "width"]);
        let head: Vec<&str> = ["graph", "PEs"].into_iter().chain(methods).collect();
        let mut table = TextTable::new(&head);
        for Row { graph, pes, totals } in &self.rows {
            let totals = totals.iter().flat_map(|(total, width)| [total.to_string(), width.to_string()]);
            table.row([graph.clone(), pes.to_string()].into_iter().chain(totals));
        }
        writeln!(f, "totals of {} iterations", self.iterations)?;
        writeln!(f)?;
        table.fmt(f)
    }
}
