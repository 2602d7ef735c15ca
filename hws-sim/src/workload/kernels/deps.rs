//! `deps:`, what a kernel waits for, and how far that must have got.

use super::names::Names;
use crate::hdr::On;
use crate::workload::Dep;
use crate::workload::error::{Fault, Reason};
use crate::workload::fields::Fields;
use crate::workload::node::{Node, Value};
use crate::workload::scalar;

/// Keys of a dependency that is more than a name.
pub(in crate::workload) const KEYS: &[&str] = &["kernel", "on"];
/// What `on` may be.
pub(in crate::workload) const ON: &[(&str, On)] = &[("finish", On::Finish), ("launch", On::Launch)];

/// Reads the dependencies, ascending.
pub(super) fn read(deps: &mut Vec<Dep>, fields: &Fields<'_>, names: &Names) -> Result<(), Fault> {
    let Some(node) = fields.get("deps") else { return Ok(()) };
    let wanted = "a list such as [a, { kernel: b, on: launch }]";
    let mut seen: Vec<(usize, u64)> = Vec::new();
    for item in scalar::list(node, "`deps`", wanted)? {
        let (name, dep) = dependency(item, names)?;
        match seen.binary_search_by_key(&dep.kernel, |&(kernel, _)| kernel) {
            Ok(at) => {
                let what = format!("dependency `{name}`");
                return Err(Fault::at(item.at, Reason::Twice { what, first: seen[at].1 }));
            }
            Err(at) => {
                seen.insert(at, (dep.kernel, item.at.line));
                deps.insert(at, dep);
            }
        }
    }
    Ok(())
}

fn dependency(item: &Node, names: &Names) -> Result<(String, Dep), Fault> {
    let (node, on) = match &item.value {
        Value::Map(_) => {
            let fields = Fields::of(item, "a dependency", KEYS)?;
            (fields.required("kernel")?, fields.word("on", ON)?.unwrap_or(On::Finish))
        }
        _ => (item, On::Finish),
    };
    let (name, kernel) = names.find(node, "a dependency")?;
    Ok((name, Dep { kernel, on }))
}
