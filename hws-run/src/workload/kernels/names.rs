//! The kernels of a graph by name.

use std::collections::BTreeMap;

use hws_input::{Position, nearest};

use crate::workload::error::{Fault, WorkloadReason};
use crate::workload::fields::Fields;
use crate::workload::node::Node;
use crate::workload::scalar;

/// Unique names, with their indices.
pub(super) struct Names {
    by_name: BTreeMap<String, (usize, Position)>,
}

impl Names {
    /// Collects the names of all kernels; a duplicate is an error.
    pub(super) fn of(written: &[Fields<'_>]) -> Result<Self, Fault> {
        let mut by_name = BTreeMap::new();
        for (index, fields) in written.iter().enumerate() {
            let id = fields.required("id")?;
            let name = scalar::name(id, "`id`")?;
            let what = format!("kernel `{name}`");
            if let Some((_, first)) = by_name.insert(name, (index, id.position())) {
                return Err(Fault::at(id.position(), WorkloadReason::Twice { what, first: first.line }));
            }
        }
        Ok(Self { by_name })
    }

    /// Returns the name and index of the kernel named by a value.
    pub(super) fn find(&self, node: &Node, what: &str) -> Result<(String, usize), Fault> {
        let name = scalar::name(node, what)?;
        match self.by_name.get(&name) {
            Some(&(index, _)) => Ok((name, index)),
            None => {
                let closest = nearest(&name, self.by_name.keys().map(String::as_str)).map(str::to_owned);
                let name = scalar::shortened(&name);
                Err(Fault::at(node.position(), WorkloadReason::UnknownKernel { name, closest }))
            }
        }
    }
}
