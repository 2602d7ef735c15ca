//! Groups nodes into kernels.
//!
//! Without fusion every node is its own kernel. With it, a node joins the kernel of a producer if
//! * the operator is fusible: elementwise, a batch normalisation, or a view;
//! * the tensor it reads from the producer is as large as its own output;
//! * that tensor has no other reader, is not an output of the graph, and is the only output of the producer's kernel.
//!
//! Among several such producers, the last one takes it. Nothing outside reads from the middle of a kernel, so
//! fusion cannot create a cycle.

use super::infer::Inferred;

/// Returns the nodes of each kernel in order, and the kernels in the order of their last nodes, which is topological.
pub(super) fn groups(model: &Inferred, is_asked_for: bool) -> Vec<Vec<usize>> {
    let readers = readers(model);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    // For each node, the group that it ends.
    let mut ends: Vec<Option<usize>> = vec![None; model.nodes.len()];
    for node in (0..model.nodes.len()).filter(|&node| model.is_kernel[node]) {
        let producer = if is_asked_for { producer(model, node, &ends, &readers) } else { None };
        let group = producer.and_then(|producer| ends[producer].take()).unwrap_or_else(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(node);
        ends[node] = Some(group);
    }
    groups.sort_by_key(|nodes| nodes.last().copied());
    groups
}

/// Returns how many nodes read each tensor; being an output of the graph counts as one more.
fn readers(model: &Inferred) -> Vec<usize> {
    let mut readers = vec![0; model.facts.len()];
    for node in model.nodes.iter().filter(|node| model.is_kernel[node.index]) {
        node.reads().for_each(|tensor| readers[model.tensors.wholes[tensor]] += 1);
    }
    model.outputs.iter().for_each(|&tensor| readers[model.tensors.wholes[tensor]] += 1);
    readers
}

/// Returns the last producer whose kernel the node can join.
fn producer(model: &Inferred, node: usize, ends: &[Option<usize>], readers: &[usize]) -> Option<usize> {
    if !model.nodes[node].is_fusible {
        return None;
    }
    let (nodes, facts) = (&model.nodes, &model.facts);
    let made = nodes[node].outputs.first().copied().flatten()?;
    let is_all = |producer: usize| {
        nodes[producer].outputs.iter().flatten().map(|&tensor| readers[tensor]).sum::<usize>() == 1
    };
    let same_size = |tensor: usize| facts[tensor].elements() == facts[made].elements();
    let is_whole = |tensor: usize| model.tensors.wholes[tensor] == tensor;
    let candidates = nodes[node].reads().filter(|&tensor| same_size(tensor) && is_whole(tensor));
    let makers = candidates.filter_map(|tensor| model.tensors.makers[tensor]);
    makers.filter(|&maker| ends[maker].is_some() && is_all(maker)).max()
}
