//! The overview for a terminal: aligned text without colour.

use std::fmt::{self, Display, Formatter};

use hws_input::counted;
use hws_plan::TextTable;

use super::{DagOverview, KernelOverview, Overview};
use crate::text::{cycles, line};

impl Display for Overview {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        machine(f, self)?;
        totals(f, self)?;
        writeln!(f, "\n{}", registers(self))?;
        write!(f, "{}", graphs(self))?;
        self.dags.iter().try_for_each(|dag| write!(f, "\n{}", kernels(dag)))
    }
}

fn machine(f: &mut Formatter<'_>, overview: &Overview) -> fmt::Result {
    let machine = &overview.machine;
    let source = |key| machine.set_by.get(key).map(|source| format!("  ({source})")).unwrap_or_default();
    let mut row = |name: &str, text: String, key| line(f, name, &format!("{text}{}", source(key)));
    row("machine", format!("{}, {} SIPs", machine.topology, machine.sips), "topology")?;
    row("time unit", cycles(machine.time_unit.into()), "time_unit")?;
    row("register access", cycles(machine.bus_cycles.into()), "bus_cycles")?;
    let lead = match machine.pre_complete_lead {
        0 => "none".to_owned(),
        lead => cycles(lead.into()),
    };
    row("pre-complete lead", lead, "pre_complete_lead")?;
    let cost = &machine.cost;
    let rates = format!(
        "{} operations and {} bytes per cycle and SIP, {} per block",
        cost.ops_per_cycle,
        cost.bytes_per_cycle,
        cycles(cost.overhead)
    );
    row("cost model", rates, "cost")
}

fn totals(f: &mut Formatter<'_>, overview: &Overview) -> fmt::Result {
    let model = overview.error_model.as_ref();
    let model = model.map_or("none".to_owned(), |model| format!("{}, seed {}", model.kind, model.seed));
    line(f, "error model", &model)?;
    line(f, "est scale", &overview.est_scale.to_string())?;
    line(f, "graphs", &format!("{} with {}", overview.dags.len(), counted(overview.kernels, "kernel")))?;
    line(f, "work", &format!("{} SIP cycles", overview.work))?;
    line(f, "lower bound", &cycles(overview.lower_bound))?;
    line(f, "Graham's bound", &cycles(overview.graham_bound))
}

fn registers(overview: &Overview) -> TextTable {
    let mut table = TextTable::new(&["register", "value", "reset", "set by"]).ending_with_text();
    for register in &overview.registers {
        let [value, reset] = [register.value, register.reset].map(|value| format!("{value:#010x}"));
        table.row([register.register.clone(), value, reset, register.set_by.clone()]);
    }
    table
}

fn graphs(overview: &Overview) -> TextTable {
    let head = ["graph", "kernels", "arrival", "critical path", "work", "kind", ""];
    let mut table = TextTable::new(&head).ending_with_text();
    for dag in &overview.dags {
        let numbers = [dag.kernels.len() as u64, dag.arrival, dag.critical_path, dag.work];
        let numbers = numbers.map(|number| number.to_string());
        let words = [dag.kind.to_owned(), notes_on(dag)];
        table.row([dag.name.clone()].into_iter().chain(numbers).chain(words));
    }
    table
}

/// What most graphs do not have.
fn notes_on(dag: &DagOverview) -> String {
    let priority = Some(dag.priority).filter(|&priority| priority > 0);
    let priority = priority.map(|priority| format!("priority {priority}"));
    let deadline = dag.deadline.map(|deadline| match deadline < dag.critical_path {
        true => format!("deadline {deadline}, which NO SCHEDULE MEETS"),
        false => format!("deadline {deadline}"),
    });
    priority.into_iter().chain(deadline).collect::<Vec<_>>().join(", ")
}

fn kernels(dag: &DagOverview) -> TextTable {
    let head = [&dag.name, "threads", "blocks", "ctx", "est", "real", "priority", "cp", "SIPs", "places", ""];
    let mut table = TextTable::new(&head).ending_with_text();
    for kernel in &dag.kernels {
        table.row([
            kernel.name.clone(),
            kernel.threads.to_string(),
            kernel.blocks.to_string(),
            kernel.ctx.to_string(),
            kernel.est.to_string(),
            kernel.block_cycles.to_string(),
            kernel.priority.to_string(),
            if kernel.on_cp { "cp" } else { "-" }.to_owned(),
            format!("{:#010x}", kernel.sip_mask),
            kernel.places.to_string(),
            notes(kernel),
        ]);
    }
    table
}

/// The properties that are not numbers.
fn notes(kernel: &KernelOverview) -> String {
    let mut notes = Vec::new();
    if let Some(other) = &kernel.prefetch {
        notes.push(format!("allocates for {other}"));
    }
    if kernel.coop {
        notes.push("coop".to_owned());
    }
    if let Some(window) = kernel.window {
        notes.push(format!("window {window}"));
    }
    if let Some(deadline) = kernel.deadline {
        notes.push(format!("deadline {deadline}"));
    }
    if kernel.places == 0 {
        notes.push("CANNOT RUN".to_owned());
    }
    if !kernel.credits.is_empty() {
        notes.push(format!("credits from {}", kernel.credits.join(", ")));
    }
    let deps = kernel.deps.iter().map(|dep| {
        let graph = dep.dag.as_ref().map(|graph| format!("{graph}/")).unwrap_or_default();
        let launch = if dep.on == "launch" { "the launch of " } else { "" };
        format!("{launch}{graph}{}", dep.kernel)
    });
    let deps: Vec<_> = deps.collect();
    if !deps.is_empty() {
        notes.push(format!("after {}", deps.join(", ")));
    }
    notes.join("; ")
}
