//! The re-read of the live words of a descriptor (scheduler.md §6.3).

use hws_types::{Cluster, Die, Entry, TaskDescriptor};

use crate::kernel::Kernel;
use crate::memory::{ReadRefused, SharedMemory};
use crate::output::Output;
use crate::ready_station::ReadyStation;
use crate::{ErrorBit, EventSink};

/// The live words of one re-read.
struct LiveWords {
    trigger: u16,
    counters: Option<([u8; Cluster::COUNT], [u16; Die::COUNT])>,
}

impl LiveWords {
    fn take_over(self, kernel: &mut Kernel) {
        kernel.raise_trigger(self.trigger);
        if let Some((l2_done, vc_done)) = self.counters {
            kernel.grants.replace(l2_done, vc_done);
        }
    }
}

/// Reads the trigger and, `with_counters`, the grant counters of the kernel in `entry` again. All words are
/// one read: if one is refused, the kernel stays as it was and TD_READ is set.
pub(crate) fn reread<S: EventSink>(
    rs: &mut ReadyStation,
    entry: Entry,
    with_counters: bool,
    memory: &mut (impl SharedMemory + ?Sized),
    out: &mut Output<'_, S>,
) {
    let Some(kernel) = rs.get(entry) else { return };
    match read(kernel.address, with_counters, memory) {
        Ok(live) => {
            rs.update(entry, |kernel| live.take_over(kernel));
        }
        Err(ReadRefused) => out.error(ErrorBit::TdRead, kernel.ids),
    }
}

fn read(
    address: u32,
    with_counters: bool,
    memory: &mut (impl SharedMemory + ?Sized),
) -> Result<LiveWords, ReadRefused> {
    let mut word = |index: u32| memory.read_word(address.wrapping_add(index * 4));
    let trigger = TaskDescriptor::decode_trigger(word(TaskDescriptor::TRIGGER_WORD)?);
    if !with_counters {
        return Ok(LiveWords { trigger, counters: None });
    }
    let [l2_low, l2_high, vc] = TaskDescriptor::COUNTER_WORDS;
    let l2_done = TaskDescriptor::decode_l2_done(word(l2_low)?, word(l2_high)?);
    let vc_done = TaskDescriptor::decode_vc_done(word(vc)?);
    Ok(LiveWords { trigger, counters: Some((l2_done, vc_done)) })
}
