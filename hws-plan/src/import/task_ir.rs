//! Task IR of the TianjicX mapping tools: a protobuf in its text format, whose blocks store or compute.
//!
//! A block that computes is a kernel. Its operations follow from its type and shape, its bytes from the blocks that it
//! reads and from its output; [`cut`](super::cut) makes threads, blocks and cycles of them, as for ONNX models. Blocks
//! that store are not kernels: a kernel depends on those whose results reach it through them, and the edge carries what
//! passes. The values of a tensor are skipped while they are read, since a network has millions of them.

mod block;
mod kind;
mod links;
mod text;
mod work;

use super::error::ImportError;
use super::fault::LanguageFault;
use super::{ImportOptions, cut};
use crate::bounds::Demand;
use crate::{GraphError, Task, TaskGraph};
use block::{Block, TaskIr};
use links::Links;

pub(super) use text::begins_like_task_ir;

/// Reads a graph in cycles.
pub(super) fn graph(text: &str, name: &str, options: &ImportOptions) -> Result<TaskGraph, ImportError> {
    let ir = block::read(text)?;
    let links = Links::new(&ir)?;
    let demands = links.kernels.iter().map(|&block| demand(&ir, block, &links, options));
    let demands = demands.collect::<Result<Vec<_>, _>>()?;
    let tasks = links.kernels.iter().zip(&links.preds).map(|(&block, preds)| Task {
        id: ir.blocks[block].name(),
        time: 0,
        core: None,
        preds: preds.keys().copied().collect(),
    });
    let bytes = links.preds.iter().map(|preds| preds.values().copied().collect()).collect();
    let graph = TaskGraph::new(name, tasks.collect()).and_then(|graph| graph.with_demands(demands));
    graph.and_then(|graph| graph.with_bytes(bytes)).map_err(|error| unsound(error, &ir, &links))
}

fn demand(ir: &TaskIr, block: usize, links: &Links, options: &ImportOptions) -> Result<Demand, ImportError> {
    let block: (usize, &Block) = (block, &ir.blocks[block]);
    let work = work::of(ir, block.0, links)?;
    let demand = cut::demand(work, block.1.shape.channels(), options);
    demand.map_err(|error| fault(block.1, error.to_string()))
}

/// The errors that the checks before leave open: sums of times or bytes.
fn unsound(error: GraphError, ir: &TaskIr, links: &Links) -> ImportError {
    let task = match error {
        GraphError::TimeOverflow { task } | GraphError::BytesOverflow { task } => task,
        _ => 0,
    };
    match links.kernels.get(task) {
        Some(&block) => fault(&ir.blocks[block], error.to_string()),
        None => LanguageFault::rule(error.to_string(), "split the graph").of_file(),
    }
}

fn fault(block: &Block, what: String) -> ImportError {
    LanguageFault::rule(format!("block {}: {what}", block.id), "split the block").at(block.at)
}
