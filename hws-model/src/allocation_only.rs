//! Allocation-only kernels, which wait for L2 grants and do not run on any SIP (scheduler.md §9.4).

use hws_types::{BlockHeader, Entry, MihMessage};

use crate::EventSink;
use crate::kernel::Kernel;
use crate::launch::free;
use crate::mih::MihFifo;
use crate::output::Output;
use crate::paths::Paths;
use crate::tables::Tables;

/// Whether an allocation-only kernel finishes at this boundary: it has its grants, and the MIH FIFO has room
/// for its message, if it sends one.
fn is_allocated(tables: &Tables, kernel: &Kernel, mih: &MihFifo) -> bool {
    let has_grants = kernel.grants.l2.granted >= u32::from(kernel.td.num_block_to_alloc_l2);
    let is_silent = !Paths::of(kernel, &tables.regs).mih();
    !kernel.td.enable_sip_alloc && has_grants && (is_silent || mih.has_room(1))
}

fn next_allocated(tables: &Tables, mih: &MihFifo, from: u32) -> Option<Entry> {
    let is_later = |entry: &Entry| entry.get() >= from;
    let mut allocated =
        tables.rs.iter().filter(|(_, kernel)| is_allocated(tables, kernel, mih)).map(|(entry, _)| entry);
    if tables.second_resources() { allocated.find(is_later) } else { None }
}

/// Whether a boundary would finish an allocation-only kernel.
pub(crate) fn is_any_allocated(tables: &Tables, mih: &MihFifo) -> bool {
    next_allocated(tables, mih, 0).is_some()
}

/// Finishes the allocation-only kernels that have their grants, by ascending entry.
pub(crate) fn finish_allocated<S: EventSink>(tables: &mut Tables, out: &mut Output<'_, S>) {
    let mut from = 0;
    while let Some(entry) = next_allocated(tables, out.mih, from) {
        finish(tables, entry, out);
        from = entry.get() + 1;
    }
}

fn finish<S: EventSink>(tables: &mut Tables, entry: Entry, out: &mut Output<'_, S>) {
    let Some(&kernel) = tables.rs.get(entry) else { return };
    tables.dags.count_finished(kernel.dag_slot);
    free(tables, entry, out);
    if Paths::of(&kernel, &tables.regs).mih() {
        let of = BlockHeader { ids: kernel.ids, block_id: kernel.td.start_block_idx };
        out.message(MihMessage::BlockFinish { of, launch_id: Default::default(), kernel_finish: true });
    }
}
