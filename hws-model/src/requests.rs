//! Requests for second resources, which are sent to firmware ahead of the blocks that need them
//! (scheduler.md §9.3).

use hws_types::{BlockHeader, Die, Entry, MihMessage, Notice, SipMask, Source};

use crate::EventSink;
use crate::kernel::Kernel;
use crate::mih::MihFifo;
use crate::output::Output;
use crate::second_resource::Requests;
use crate::tables::Tables;

/// The kind of resource.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Resource {
    L2,
    Vc,
}

impl Resource {
    /// Whether firmware grants the resource to this kernel.
    const fn is_granted_to(self, kernel: &Kernel) -> bool {
        let td = &kernel.td;
        match self {
            Self::L2 => td.enable_l2_alloc,
            Self::Vc => td.enable_sip_alloc && td.enable_vc_alloc && !td.vc_hw_alloc,
        }
    }

    const fn requests(self, kernel: &Kernel) -> &Requests {
        match self {
            Self::L2 => &kernel.grants.l2,
            Self::Vc => &kernel.grants.vc,
        }
    }

    fn requests_mut(self, kernel: &mut Kernel) -> &mut Requests {
        match self {
            Self::L2 => &mut kernel.grants.l2,
            Self::Vc => &mut kernel.grants.vc,
        }
    }

    fn notice(self, entry: Entry, places: u8) -> Notice {
        match self {
            Self::L2 => Notice::L2AllocReq { entry, vgs: places },
            Self::Vc => Notice::VcAllocReq { entry, dies: places },
        }
    }
}

/// A request that can be sent now.
struct Pending {
    resource: Resource,
    entry: Entry,
    places: u8,
}

/// Sends every request that can be sent: all for L2, then all for VCs, each by ascending entry.
pub(crate) fn send_all<S: EventSink>(tables: &mut Tables, out: &mut Output<'_, S>) {
    while let Some(pending) = next(tables, out.mih) {
        send(tables, &pending, out);
    }
}

/// Whether a boundary would send a request.
pub(crate) fn is_any_pending(tables: &Tables, mih: &MihFifo) -> bool {
    next(tables, mih).is_some()
}

fn next(tables: &Tables, mih: &MihFifo) -> Option<Pending> {
    if !tables.second_resources() || !mih.takes_requests() {
        return None;
    }
    let wanting = |resource| {
        tables.rs.iter().find_map(move |(entry, kernel)| {
            let places = wants(resource, kernel).then(|| places(tables, resource, kernel))?;
            (places != 0).then_some(Pending { resource, entry, places })
        })
    };
    wanting(Resource::L2).or_else(|| wanting(Resource::Vc))
}

/// `requested < limit` and `requested - base < window`; the comparisons are signed.
fn wants(resource: Resource, kernel: &Kernel) -> bool {
    if !resource.is_granted_to(kernel) {
        return false;
    }
    let requested = i64::from(resource.requests(kernel).requested);
    requested < limit(kernel) && requested - base(kernel) < window(kernel)
}

/// The number of grants that the kernel will ever need.
fn limit(kernel: &Kernel) -> i64 {
    if !kernel.td.enable_sip_alloc {
        i64::from(kernel.td.num_block_to_alloc_l2)
    } else if kernel.ids.source == Source::Firmware && !kernel.td.coop {
        i64::from(kernel.launched) + 1
    } else {
        i64::from(kernel.td.block_num)
    }
}

fn base(kernel: &Kernel) -> i64 {
    if kernel.td.enable_sip_alloc { i64::from(kernel.launched) } else { i64::from(kernel.grants.l2.granted) }
}

/// The number of requests that may be outstanding.
fn window(kernel: &Kernel) -> i64 {
    if kernel.td.enable_sip_alloc && kernel.td.coop {
        i64::from(kernel.td.block_num)
    } else {
        i64::from(kernel.td.outstanding_block_num).max(1)
    }
}

/// The VGs or dies in which a block of the kernel fits; a grant anywhere else would never be used.
fn places(tables: &Tables, resource: Resource, kernel: &Kernel) -> u8 {
    let topology = tables.topology();
    let fitting = kernel.allowed.blocks(kernel.threads);
    fitting.filter_map(SipMask::first).fold(0, |places, first| match resource {
        Resource::L2 => places | 1 << topology.cluster_of(first).get(),
        Resource::Vc => places | Die::from_sip(first).bit(),
    })
}

fn send<S: EventSink>(tables: &mut Tables, pending: &Pending, out: &mut Output<'_, S>) {
    let of = tables.rs.update(pending.entry, |kernel| {
        let requests = pending.resource.requests_mut(kernel);
        let n = requests.requested;
        requests.requested = n.wrapping_add(1);
        // Only the low 16 bits of the sum are the block id.
        BlockHeader { ids: kernel.ids, block_id: kernel.block_id(n as u16) }
    });
    let Some(of) = of else { return };
    out.message(MihMessage::Notify { of, notice: pending.resource.notice(pending.entry, pending.places) });
}
