//! The explanation of two runs as text.

use std::io::{self, Write};

use hws_plan::TextTable;

use super::explanation::PairExplanation;
use super::kernels::{GraphChange, KernelChange};
use super::path::PathChange;

/// The kernels of a list.
const SHOWN: usize = 10;
/// The kernels of a path, half of them from each end.
const ON_PATH: usize = 12;

pub(super) fn write(explanation: &PairExplanation, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nkernels in both runs: {}", explanation.common_kernels)?;
    for (run, only) in (1..).zip(&explanation.only).filter(|(_, only)| !only.is_empty()) {
        writeln!(out, "only in run {run}: {}", some(only))?;
    }
    explanation.notes.iter().try_for_each(|note| writeln!(out, "note: {note}"))?;
    if let Some(parting) = &explanation.parting {
        write!(out, "\n{parting}")?;
    }
    let (kernels, graphs) = (&explanation.kernels, &explanation.graphs);
    if explanation.common_kernels == 0 {
        return Ok(());
    }
    if kernels.is_empty() {
        return writeln!(out, "no kernel gained or paid");
    }
    let paid: Vec<&KernelChange> = kernels.iter().take_while(|change| change.paid() > 0).collect();
    let gained: Vec<&KernelChange> = kernels.iter().rev().take_while(|change| change.paid() < 0).collect();
    list("paid", &paid, out)?;
    list("gained", &gained, out)?;
    writeln!(out, "\n{}", graph_table(graphs))?;
    explanation.paths.iter().zip(1..).try_for_each(|(path, run)| match path {
        Some(path) => self::path(path, run, out),
        None => Ok(()),
    })?;
    explanation.no_paths.iter().try_for_each(|reason| writeln!(out, "no path: {reason}"))
}

/// Names, as many as are readable.
fn some(names: &[String]) -> String {
    let more = names.len().saturating_sub(SHOWN);
    let shown = names[..names.len().min(SHOWN)].join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

fn list(what: &str, changes: &[&KernelChange], out: &mut impl Write) -> io::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let head = [
        what,
        "run 1: ready",
        "start",
        "finish",
        "wait",
        "run 2: ready",
        "start",
        "finish",
        "wait",
        "more wait",
        "longer",
        "later",
    ];
    let mut table = TextTable::new(&head);
    for change in changes.iter().take(SHOWN) {
        let times = change.times.iter().flat_map(|times| {
            [number(times.ready), number(times.start), number(times.finish), number(times.wait())]
        });
        let differences = [change.wait_longer, change.span_longer, change.finish_later].map(signed);
        table.row([change.kernel.clone()].into_iter().chain(times).chain(differences));
    }
    let more = changes.len().saturating_sub(SHOWN);
    write!(out, "\n{table}")?;
    if more > 0 { writeln!(out, "and {more} more that {what}") } else { Ok(()) }
}

fn graph_table(graphs: &[GraphChange]) -> TextTable {
    let mut table = TextTable::new(&[
        "graph",
        "kernels",
        "paid",
        "gained",
        "run 1: waits",
        "finish",
        "run 2: waits",
        "finish",
        "more wait",
        "longer",
        "later",
    ]);
    for graph in graphs {
        table.row(vec![
            graph.graph.clone(),
            graph.kernels.to_string(),
            graph.paid.to_string(),
            graph.gained.to_string(),
            graph.waits[0].to_string(),
            number(graph.finish[0]),
            graph.waits[1].to_string(),
            number(graph.finish[1]),
            signed(Some(graph.wait_longer)),
            signed(Some(graph.span_longer)),
            signed(graph.finish_later),
        ]);
    }
    table
}

fn path(path: &PathChange, run: usize, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "makespan {:+} along the path that ends run {run}: until ready {:+}, waiting {:+}, running {:+}, behind the path {:+}",
        path.makespan_longer, path.ready_longer, path.wait_longer, path.run_longer, path.behind_longer
    )?;
    let names = &path.kernels;
    if names.len() <= ON_PATH {
        return writeln!(out, "  {}", names.join(", "));
    }
    let half = ON_PATH / 2;
    let (first, last) = (&names[..half], &names[names.len() - half..]);
    let between = names.len() - 2 * half;
    writeln!(out, "  {}, {between} more, {}", first.join(", "), last.join(", "))
}

fn number(value: Option<u64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

fn signed(value: Option<i64>) -> String {
    value.map_or_else(String::new, |value| format!("{value:+}"))
}
