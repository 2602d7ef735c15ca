//! The kernels of a graph by name.

use std::borrow::Cow;

use foldhash::{HashMap, HashMapExt};
use hws_input::{Position, nearest};

use crate::workload::error::{Fault, WorkloadReason};
use crate::workload::fields::Fields;
use crate::workload::node::Node;
use crate::workload::scalar;

/// Unique names, with their indices.
pub(super) struct Names<'n> {
    by_name: HashMap<Cow<'n, str>, (usize, Position)>,
}

impl<'n> Names<'n> {
    /// Collects the names of all kernels; a duplicate is an error.
    pub(super) fn of(written: &[Fields<'n>]) -> Result<Self, Fault> {
        let mut by_name = HashMap::with_capacity(written.len());
        for (index, fields) in written.iter().enumerate() {
            let id = fields.required("id")?;
            let name = scalar::name(id, "`id`")?;
            if let Some((_, first)) = by_name.insert(name.clone(), (index, id.position())) {
                let what = format!("kernel `{name}`");
                return Err(Fault::at(id.position(), WorkloadReason::Twice { what, first: first.line }));
            }
        }
        Ok(Self { by_name })
    }

    /// Returns the name and index of the kernel named by a value.
    pub(super) fn find<'a>(&self, node: &'a Node, what: &str) -> Result<(Cow<'a, str>, usize), Fault> {
        let name = scalar::name(node, what)?;
        match self.by_name.get(&name) {
            Some(&(index, _)) => Ok((name, index)),
            None => {
                let mut known: Vec<&str> = self.by_name.keys().map(AsRef::as_ref).collect();
                known.sort_unstable();
                let closest = nearest(&name, known).map(str::to_owned);
                let name = scalar::shortened(&name);
                Err(Fault::at(node.position(), WorkloadReason::UnknownKernel { name, closest }))
            }
        }
    }
}
