//! Dynamic block parameters: a queue of slots in shared memory that the blocks of a kernel use in turn.

use std::collections::BTreeMap;

use super::progress::Kernels;
use crate::run::board::Board;
use crate::run::descriptors;
use crate::run::error::RunError;
use crate::run::policy::PolicyTask;

/// The end of the memory for parameters, which is below that for descriptors.
const END: u32 = descriptors::BASE;
/// Queues start at multiples of this.
const ALIGN: u32 = 64;

/// Shared memory for parameters: allocated by first fit, freed with the graph.
#[derive(Clone, Debug, Default)]
pub(super) struct Arena {
    /// Length of each allocated piece, by its address.
    taken: BTreeMap<u32, u32>,
}

impl Arena {
    /// Allocates `bytes` bytes, at least one; none if there is no room.
    pub(super) fn take(&mut self, bytes: u32) -> Option<u32> {
        let bytes = bytes.max(1).checked_next_multiple_of(ALIGN)?;
        let ends = self.taken.iter().map(|(&at, &length)| (at, at + length));
        let mut start = 0;
        for (at, end) in ends {
            if at - start >= bytes {
                break;
            }
            start = end;
        }
        let fits = start.checked_add(bytes).is_some_and(|end| end <= END);
        fits.then(|| {
            self.taken.insert(start, bytes);
            start
        })
    }

    /// Frees the piece at this address.
    pub(super) fn free(&mut self, address: u32) {
        self.taken.remove(&address);
    }
}

impl Kernels {
    /// Allocates the queue of a kernel; returns its address.
    pub(super) fn take_queue(&mut self, task: &PolicyTask<'_>) -> Result<u32, RunError> {
        let Some(params) = task.kernel.needs.params else { return Ok(0) };
        let bytes = u32::from(params.queue).checked_mul(params.entry_bytes.into());
        let no_room = || RunError::NoRoomForParameters { kernel: task.name() };
        bytes.and_then(|bytes| self.queues.take(bytes)).ok_or_else(no_room)
    }

    /// Frees the queue of a kernel.
    pub(super) fn free_queue(&mut self, kernel_id: u32) {
        self.queues.free(self.td(kernel_id).block_param_base);
    }

    /// Writes the parameters of a block: kernel_id and block_id, then zeros.
    pub(super) fn write_parameters(
        &self,
        board: &mut Board<'_>,
        task: &PolicyTask<'_>,
        block: u16,
    ) -> Result<(), RunError> {
        let Some(params) = task.kernel.needs.params else { return Ok(()) };
        let mut words = vec![0; usize::from(params.entry_bytes / 4)];
        (words[0], words[1]) = (task.kernel_id, block.into());
        let address = self.td(task.kernel_id).block_param_addr(block);
        Ok(board.write_memory(address, words)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_do_not_overlap_and_are_reused() {
        let mut arena = Arena::default();
        let pieces: Vec<_> = [1, 64, 65, 200].into_iter().map(|bytes| arena.take(bytes)).collect();
        assert_eq!(pieces, [Some(0), Some(64), Some(128), Some(256)]);
        arena.free(64);
        assert_eq!((arena.take(65), arena.take(64)), (Some(512), Some(64)));
        assert_eq!(arena.take(END), None);
        assert_eq!(arena.take(u32::MAX), None);
    }
}
