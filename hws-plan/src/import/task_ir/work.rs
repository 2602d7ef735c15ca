//! Operations and bytes of a block that computes.

use super::block::TaskIr;
use super::kind::Role;
use super::links::{Links, carried};
use crate::cost::KernelWork;
use crate::import::error::ImportError;

/// The work of the block with this index.
pub(super) fn of(ir: &TaskIr, block: usize, links: &Links) -> Result<KernelWork, ImportError> {
    let own = &ir.blocks[block];
    let points = own.shape.volume().ok_or_else(|| own.too_large())?;
    let per_point = match own.kind.role {
        Role::Compute { ops } => ops,
        Role::Add => branches(ir, block, links),
        Role::Store => 0,
    };
    let ops = points.checked_mul(per_point).ok_or_else(|| own.too_large())?;
    let written = own.bytes(own.output()?)?;
    let bytes = links.entering[block].iter().try_fold(written, |sum, &edge| {
        sum.checked_add(carried(ir, &ir.edges[edge])?).ok_or_else(|| own.too_large())
    })?;
    Ok(KernelWork { ops, bytes })
}

/// The branches that a block adds up: those of its shape, or else its inputs without the vector of biases.
fn branches(ir: &TaskIr, block: usize, links: &Links) -> u64 {
    let own = &ir.blocks[block];
    let inputs = links.entering[block].len() as u64;
    let inputs = inputs.saturating_sub(own.has_bias_vector.into());
    if own.shape.branches > 0 { own.shape.branches } else { inputs.max(1) }
}
