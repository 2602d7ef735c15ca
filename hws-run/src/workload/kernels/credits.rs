//! `trigger: { credits: … }`, for blocks that start as blocks of other kernels finish.

use super::names::Names;
use crate::workload::error::{Fault, WorkloadReason};
use crate::workload::fields::Fields;
use crate::workload::node::Node;
use crate::workload::{Credit, Kernel, Triggers, scalar};

/// Keys of a credit.
pub(in crate::workload) const CREDIT_KEYS: &[&str] = &["kernel", "need"];

/// Reads the list of credits.
pub(super) fn read(node: &Node, names: &Names<'_>) -> Result<Box<[Credit]>, Fault> {
    let list = scalar::list(node, "`credits`", "a list such as [{ kernel: a, need: [1, 2] }]")?;
    list.iter().map(|item| credit(item, names)).collect()
}

fn credit(item: &Node, names: &Names<'_>) -> Result<Credit, Fault> {
    let fields = Fields::of(item, "a credit", CREDIT_KEYS)?;
    let (_, kernel) = names.find(fields.required("kernel")?, "a credit")?;
    let need = scalar::list(fields.required("need")?, "`need`", "a count of blocks for each block")?;
    // In range: the limit is that of the type.
    let count = |node| scalar::integer(node, "`need`", 0..=super::BLOCKS_MOST).map(|count| count as u16);
    Ok(Credit { kernel, need: need.iter().map(count).collect::<Result<_, _>>()? })
}

/// Checks the credits of a kernel against the kernels of the graph.
pub(super) fn check(kernels: &[Kernel], index: usize, fields: &Fields<'_>) -> Result<(), Fault> {
    let place = fields.get("trigger").map_or(fields.at, Node::position);
    problem(kernels, index).map_or(Ok(()), |reason| Err(Fault::at(place, reason)))
}

/// Returns the problem with the credits of a kernel, if any.
pub(in crate::workload) fn problem(kernels: &[Kernel], index: usize) -> Option<WorkloadReason> {
    let kernel = &kernels[index];
    let Triggers::Credits(credits) = &kernel.triggers else { return None };
    let (problem, remedy) = if kernel.coop {
        ("has credits, but its blocks start together".to_owned(), "remove the credits, or `coop`")
    } else {
        credits.iter().find_map(|credit| wrong(kernels, index, credit))?
    };
    Some(WorkloadReason::Needs { kernel: kernel.name.to_string(), problem, remedy })
}

fn wrong(kernels: &[Kernel], index: usize, credit: &Credit) -> Option<(String, &'static str)> {
    let (kernel, other) = (&kernels[index], &kernels[credit.kernel]);
    let (name, blocks, need) = (&other.name, other.blocks, &credit.need);
    if credit.kernel == index {
        return Some(("has credits from itself".to_owned(), "use a window"));
    }
    if !other.runs() {
        return Some((format!("has credits from {name}, a prefetch"), "depend on the prefetch"));
    }
    if need.len() != usize::from(kernel.blocks) {
        let problem = format!("lists needs of {name} for {} blocks, but has {}", need.len(), kernel.blocks);
        return Some((problem, "give one number for each block"));
    }
    if let Some(block) = (1..need.len()).find(|&block| need[block] < need[block - 1]) {
        let problem = format!("needs less of {name} for block {block} than for the block before");
        return Some((problem, "blocks start in order, so `need` must not decrease"));
    }
    let most = need.last().copied().filter(|&most| most > blocks)?;
    Some((format!("needs {most} blocks of {name}, which has {blocks}"), "need at most as many"))
}
