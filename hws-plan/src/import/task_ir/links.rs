//! Which kernels depend on which, through the blocks that store.

use std::collections::BTreeMap;

use super::block::{Edge, TaskIr};
use crate::import::error::ImportError;
use crate::import::fault::LanguageFault;
use crate::topo;

/// Most dependencies that blocks which store can make.
const EDGES_MOST: usize = 1 << 22;

/// See the module.
pub(super) struct Links {
    /// The blocks that compute, in the order of the file.
    pub(super) kernels: Vec<usize>,
    /// By kernel, the kernels that it depends on, and the bytes that come from each.
    pub(super) preds: Vec<BTreeMap<usize, u64>>,
    /// By block, the indices of the edges that enter it.
    pub(super) entering: Vec<Vec<usize>>,
}

impl Links {
    pub(super) fn new(ir: &TaskIr) -> Result<Self, ImportError> {
        let kernels: Vec<usize> = (0..ir.blocks.len()).filter(|&at| ir.blocks[at].kind.computes()).collect();
        let mut entering = vec![Vec::new(); ir.blocks.len()];
        ir.edges.iter().enumerate().for_each(|(at, edge)| entering[edge.to].push(at));
        let preds = reaching(ir, &kernels, &entering)?;
        Ok(Self { kernels, preds, entering })
    }
}

/// The bytes that an edge carries: those of its part, or of the whole block it comes from.
pub(super) fn carried(ir: &TaskIr, edge: &Edge) -> Result<u64, ImportError> {
    let from = &ir.blocks[edge.from];
    let values = match edge.part {
        Some(part) => part.volume().ok_or_else(|| from.too_large())?,
        None => from.output()?,
    };
    from.bytes(values)
}

/// By kernel, what reaches it: of each result what the narrowest edge on its way lets through, and of several ways the
/// sum.
fn reaching(
    ir: &TaskIr,
    kernels: &[usize],
    entering: &[Vec<usize>],
) -> Result<Vec<BTreeMap<usize, u64>>, ImportError> {
    // By block, the results that it holds; those of a kernel are its own.
    let mut held: Vec<BTreeMap<usize, u64>> = vec![BTreeMap::new(); ir.blocks.len()];
    let mut preds = vec![BTreeMap::new(); kernels.len()];
    let mut count = 0;
    for block in order(ir)? {
        let mut arriving = BTreeMap::new();
        for &edge in &entering[block] {
            let edge = &ir.edges[edge];
            let carried = carried(ir, edge)?;
            for (&kernel, &bytes) in &held[edge.from] {
                let sum: &mut u64 = arriving.entry(kernel).or_default();
                *sum = sum.checked_add(bytes.min(carried)).ok_or_else(|| ir.blocks[block].too_large())?;
            }
        }
        count += arriving.len();
        if count > EDGES_MOST {
            let what = format!("blocks that store make more than {EDGES_MOST} dependencies");
            return Err(LanguageFault::rule(what, "split the graph").at(ir.blocks[block].at));
        }
        held[block] = match kernels.binary_search(&block) {
            Ok(kernel) => {
                preds[kernel] = arriving;
                [(kernel, u64::MAX)].into()
            }
            Err(_) => arriving,
        };
    }
    Ok(preds)
}

/// The blocks in an order in which each comes after those that it reads.
fn order(ir: &TaskIr) -> Result<Vec<usize>, ImportError> {
    let mut preds = vec![Vec::new(); ir.blocks.len()];
    ir.edges.iter().for_each(|edge| preds[edge.to].push(edge.from));
    for list in &mut preds {
        list.sort_unstable();
        list.dedup();
    }
    topo::topological(&preds).map_err(|cycle| {
        let block = &ir.blocks[cycle.first()];
        let waits = cycle.waits(|block| ir.blocks[block].id);
        let what = format!("block {} waits for itself: {waits}", block.id);
        LanguageFault::rule(what, "remove one of these edges").at(block.at)
    })
}
