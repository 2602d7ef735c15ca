//! `deps:`, the predecessors of a kernel, and the progress they must have made.

use std::borrow::Cow;

use hws_sim::On;

use super::names::Names;
use crate::workload::across::{Across, Named};
use crate::workload::dags::ARRIVAL_MOST;
use crate::workload::error::{Fault, WorkloadReason};
use crate::workload::fields::Fields;
use crate::workload::node::{Node, Value};
use crate::workload::{Dep, Kernel, scalar};

/// Keys of a dependency written as a map.
pub(in crate::workload) const KEYS: &[&str] = &["kernel", "on", "dag", "transfer"];
/// What `on` may be.
pub(in crate::workload) const ON: &[(&str, On)] = &[("finish", On::Finish), ("launch", On::Launch)];

/// Reads the dependencies, ascending; returns those on kernels of other graphs.
pub(super) fn read(
    kernels: &mut [Kernel],
    index: usize,
    fields: &Fields<'_>,
    names: &Names<'_>,
) -> Result<Vec<Across>, Fault> {
    let Some(node) = fields.get("deps") else { return Ok(Vec::new()) };
    let wanted = "a list such as [a, { kernel: b, on: launch }]";
    let items = scalar::list(node, "`deps`", wanted)?;
    let (deps, mut across) = (&mut kernels[index].deps, Vec::new());
    deps.reserve_exact(items.len());
    for item in items {
        match dependency(item, index, names)? {
            Found::Across(dependency) => across.push(dependency),
            Found::Inside(name, dep) => match deps.binary_search_by_key(&dep.kernel, |dep| dep.kernel) {
                Ok(_) => {
                    let is_it = |item: &&Node| is_on(item, index, dep.kernel, names);
                    let first = items.iter().find(is_it).map_or(0, |item| item.position().line);
                    let what = format!("dependency `{name}`");
                    return Err(Fault::at(item.position(), WorkloadReason::Twice { what, first }));
                }
                Err(at) => deps.insert(at, dep),
            },
        }
    }
    // Every kernel keeps its list.
    deps.shrink_to_fit();
    Ok(across)
}

/// Whether a dependency is on this kernel of its own graph.
fn is_on(item: &Node, index: usize, kernel: u32, names: &Names<'_>) -> bool {
    matches!(dependency(item, index, names), Ok(Found::Inside(_, dep)) if dep.kernel == kernel)
}

/// Where a predecessor is.
enum Found<'n> {
    Inside(Cow<'n, str>, Dep),
    Across(Across),
}

fn dependency<'n>(item: &'n Node, index: usize, names: &Names<'_>) -> Result<Found<'n>, Fault> {
    let (node, on, delay) = match &item.value {
        Value::Map(_) => {
            let fields = Fields::of(item, "a dependency", KEYS)?;
            let (kernel, on) = (fields.required("kernel")?, fields.word("on", ON)?.unwrap_or(On::Finish));
            let delay = fields.integer("transfer", 0..=ARRIVAL_MOST)?.unwrap_or(0);
            if let Some(dag) = fields.get("dag") {
                let (dag, predecessor) = (named(dag, "`dag`")?, named(kernel, "a dependency")?);
                return Ok(Found::Across(Across { kernel: index, dag, predecessor, on, delay }));
            }
            (kernel, on, delay)
        }
        _ => (item, On::Finish, 0),
    };
    let (name, kernel) = names.find(node, "a dependency")?;
    Ok(Found::Inside(name, Dep { kernel: kernel as u32, on, delay }))
}

fn named(node: &Node, what: &str) -> Result<Named, Fault> {
    Ok(Named { name: scalar::name(node, what)?.into_owned(), at: node.position() })
}
