//! `deps:`, the predecessors of a kernel, and the progress they must have made.

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
    names: &Names,
) -> Result<Vec<Across>, Fault> {
    let Some(node) = fields.get("deps") else { return Ok(Vec::new()) };
    let wanted = "a list such as [a, { kernel: b, on: launch }]";
    let (deps, mut across) = (&mut kernels[index].deps, Vec::new());
    let mut seen: Vec<(u32, u32)> = Vec::new();
    for item in scalar::list(node, "`deps`", wanted)? {
        match dependency(item, index, names)? {
            Found::Across(dependency) => across.push(dependency),
            Found::Inside(name, dep) => match seen.binary_search_by_key(&dep.kernel, |&(kernel, _)| kernel) {
                Ok(at) => {
                    let what = format!("dependency `{name}`");
                    return Err(Fault::at(
                        item.position(),
                        WorkloadReason::Twice { what, first: seen[at].1 },
                    ));
                }
                Err(at) => {
                    seen.insert(at, (dep.kernel, item.position().line));
                    deps.insert(at, dep);
                }
            },
        }
    }
    // Every kernel keeps its list.
    deps.shrink_to_fit();
    Ok(across)
}

/// Where a predecessor is.
enum Found {
    Inside(String, Dep),
    Across(Across),
}

fn dependency(item: &Node, index: usize, names: &Names) -> Result<Found, Fault> {
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
    Ok(Named { name: scalar::name(node, what)?, at: node.position() })
}
