//! The kernels of a model: their operations and bytes, blocks and threads, and predecessors.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::error::OnnxError;
use super::fact::Fact;
use super::infer::Inferred;
use super::ops::{Operations, Traffic};
use crate::bounds::Demand;
use crate::cost::KernelWork;
use crate::import::error::ImportError;
use crate::import::{ImportOptions, cut};

/// One kernel: a node, or several that were fused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnnxKernel {
    /// A unique name: of its first node, or else of that node's output.
    pub name: String,
    /// Operators of its nodes, in order.
    pub operators: Vec<Cow<'static, str>>,
    /// Multiply-adds.
    pub macs: u64,
    /// Operations and bytes; a multiply-add counts as two operations.
    pub work: KernelWork,
    /// Threads, blocks, and cycles of a block.
    pub demand: Demand,
    /// Indices of the kernels whose results it reads, ascending; all are less than its own.
    pub preds: Vec<usize>,
}

/// One kernel for each group of nodes; a group comes after the groups that it reads from.
pub(super) fn kernels(
    model: &Inferred,
    groups: &[Vec<usize>],
    options: &ImportOptions,
) -> Result<Vec<OnnxKernel>, ImportError> {
    let mut owner = vec![None; model.nodes.len()];
    for (index, group) in groups.iter().enumerate() {
        group.iter().for_each(|&node| owner[node] = Some(index));
    }
    let is_read = read_outside(model, &owner);
    let mut names = BTreeSet::new();
    let kernel = |(index, group): (usize, &Vec<usize>)| {
        let first = &model.nodes[group[0]];
        let parts = Group { model, nodes: group, owner: &owner, index, is_read: &is_read };
        let mut kernel = parts.kernel(options).map_err(|error| first.error(error))?;
        kernel.name = parts.name(&names);
        names.insert(kernel.name.clone());
        Ok(kernel)
    };
    groups.iter().enumerate().map(kernel).collect()
}

/// Returns, for each tensor, whether it leaves its kernel: another kernel reads it, or it is an output of the graph.
fn read_outside(model: &Inferred, owner: &[Option<usize>]) -> Vec<bool> {
    let mut is_read = vec![false; model.facts.len()];
    for node in model.nodes.iter().filter(|node| model.is_kernel[node.index]) {
        for tensor in node.reads() {
            let maker = model.tensors.makers[tensor].and_then(|maker| owner[maker]);
            // A part is read by its turn, so that the whole has to leave its kernel.
            let whole = model.tensors.wholes[tensor];
            is_read[whole] |= maker != owner[node.index];
        }
    }
    model.outputs.iter().for_each(|&tensor| is_read[model.tensors.wholes[tensor]] = true);
    is_read
}

/// The nodes of one kernel.
struct Group<'a> {
    model: &'a Inferred,
    nodes: &'a [usize],
    owner: &'a [Option<usize>],
    index: usize,
    is_read: &'a [bool],
}

impl Group<'_> {
    fn kernel(&self, options: &ImportOptions) -> Result<OnnxKernel, OnnxError> {
        let each = self.nodes.iter().map(|&node| self.model.nodes[node].operations);
        let operations = each.into_iter().try_fold(Operations::default(), Operations::plus)?;
        let work = KernelWork { ops: operations.total()?, bytes: self.bytes()? };
        Ok(OnnxKernel {
            name: String::new(),
            operators: self.nodes.iter().map(|&node| self.model.nodes[node].op.clone()).collect(),
            macs: operations.macs,
            work,
            demand: cut::demand(work, self.result().map_or(1, channels), options).map_err(OnnxError::Cut)?,
            preds: self.preds(),
        })
    }

    /// Returns the output of the last node.
    fn result(&self) -> Option<&Fact> {
        let node = &self.model.nodes[*self.nodes.last()?];
        node.outputs.iter().flatten().next().map(|&tensor| &self.model.facts[tensor])
    }

    /// Returns the bytes that enter and leave the kernel; 0 if it consists of views only.
    fn bytes(&self) -> Result<u64, OnnxError> {
        let is_view = |&node: &usize| self.model.nodes[node].traffic == Traffic::View;
        if self.nodes.iter().all(is_view) {
            return Ok(0);
        }
        let mut sum = 0_u64;
        let mut add = |bytes: u64| {
            sum = sum.checked_add(bytes).ok_or_else(|| OnnxError::too_large("the number of bytes"))?;
            Ok(())
        };
        let mut seen = BTreeSet::new();
        for &node in self.nodes {
            if let Traffic::Given(bytes) = self.model.nodes[node].traffic {
                add(bytes)?;
                continue;
            }
            self.inputs(node, &mut seen).try_for_each(|bytes| add(bytes?))?;
            let made = self.model.nodes[node].outputs.iter().flatten();
            made.filter(|&&tensor| self.is_read[tensor]).try_for_each(|&tensor| add(self.size(tensor)?))?;
        }
        Ok(sum)
    }

    /// Returns the bytes that a node reads from outside the kernel, except tensors `seen` before.
    fn inputs<'s>(
        &'s self,
        node: usize,
        seen: &'s mut BTreeSet<usize>,
    ) -> impl Iterator<Item = Result<u64, OnnxError>> + 's {
        let entry = &self.model.nodes[node];
        let picked = (self.model.nodes[node].traffic == Traffic::Picked).then(|| entry.inputs[0]).flatten();
        let outside = entry.reads().filter(move |&tensor| !self.is_own(tensor) && seen.insert(tensor));
        outside.map(move |tensor| match entry.outputs.iter().flatten().next() {
            Some(&result) if picked == Some(tensor) => self.size(result),
            _ => self.size(tensor),
        })
    }

    fn size(&self, tensor: usize) -> Result<u64, OnnxError> {
        self.model.facts[tensor].bytes()
    }

    /// Returns whether a tensor is made inside the kernel.
    fn is_own(&self, tensor: usize) -> bool {
        self.maker(tensor) == Some(self.index)
    }

    /// Returns the kernel that makes a tensor.
    fn maker(&self, tensor: usize) -> Option<usize> {
        self.model.tensors.makers[tensor].and_then(|node| self.owner[node])
    }

    fn preds(&self) -> Vec<usize> {
        let read = self.nodes.iter().flat_map(|&node| self.model.nodes[node].reads());
        let variable = read.filter(|&tensor| !self.model.tensors.is_constant[tensor]);
        let makers = variable.filter_map(|tensor| self.maker(tensor)).filter(|&kernel| kernel != self.index);
        makers.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns the name of the first node, else of its output, else one made from its number.
    fn name(&self, taken: &BTreeSet<String>) -> String {
        let node = &self.model.nodes[self.nodes[0]];
        let outputs = node.outputs.iter().flatten().map(|&tensor| &self.model.tensors.names[tensor]);
        let own = [&node.place.name].into_iter().chain(outputs);
        let free = own.filter(|name| !name.trim().is_empty() && !taken.contains(*name)).cloned();
        let numbered = (0..).map(|turn| format!("{}#{}{}", node.op, node.place.position, "'".repeat(turn)));
        free.chain(numbered.filter(|name| !taken.contains(name))).next().unwrap_or_default()
    }
}

/// The second dimension of an output with four dimensions or more, and the last dimension otherwise.
fn channels(fact: &Fact) -> u64 {
    let dim = if fact.rank() >= 4 { fact.shape.get(1) } else { fact.shape.last() };
    dim.copied().unwrap_or(1)
}
