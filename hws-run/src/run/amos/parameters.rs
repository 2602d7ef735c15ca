//! Dynamic block parameters: a queue of slots in shared memory that the blocks of a kernel use in turn.

use std::collections::BTreeMap;

use super::{Amos, Board};
use crate::run::error::RunError;
use crate::run::policy::Task;
use hws_sim::Observer;

/// Where parameters lie: below the descriptors.
const END: u32 = 1 << 31;
/// Queues start at multiples of this.
const ALIGN: u32 = 64;

/// Shared memory for parameters: first fit, freed with the graph.
#[derive(Clone, Debug, Default)]
pub(super) struct Arena {
    /// Length of each taken piece, by its address.
    taken: BTreeMap<u32, u32>,
}

impl Arena {
    /// Room for so many bytes, at least one.
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

    /// The piece at this address is free again.
    pub(super) fn free(&mut self, address: u32) {
        self.taken.remove(&address);
    }
}

impl Amos<'_, '_> {
    /// A queue for the kernel: its address.
    pub(super) fn take_queue(&mut self, task: &Task<'_>) -> Result<u32, RunError> {
        let Some(params) = task.kernel.needs.params else { return Ok(0) };
        let bytes = u32::from(params.queue).checked_mul(params.entry_bytes.into());
        let no_room =
            || RunError::NoRoomForParameters { kernel: format!("{}/{}", task.dag.name, task.kernel.name) };
        bytes.and_then(|bytes| self.arena.take(bytes)).ok_or_else(no_room)
    }

    /// The parameters of a block: kernel_id and block_id, then nothing.
    pub(super) fn write_parameters<O: Observer>(
        &self,
        board: &mut Board<O>,
        task: &Task<'_>,
        block: u16,
    ) -> Result<(), RunError> {
        let Some(params) = task.kernel.needs.params else { return Ok(()) };
        let mut words = vec![0; usize::from(params.entry_bytes / 4)];
        (words[0], words[1]) = (task.kernel_id, block.into());
        let address = self.kernels[task.kernel_id as usize].td.block_param_addr(block);
        Ok(board.write_memory(address, words)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_do_not_overlap_and_come_back() {
        let mut arena = Arena::default();
        let pieces: Vec<_> = [1, 64, 65, 200].into_iter().map(|bytes| arena.take(bytes)).collect();
        assert_eq!(pieces, [Some(0), Some(64), Some(128), Some(256)]);
        arena.free(64);
        assert_eq!((arena.take(65), arena.take(64)), (Some(512), Some(64)));
        assert_eq!(arena.take(END), None);
        assert_eq!(arena.take(u32::MAX), None);
    }
}
