//! Requests for second resources: one for each block that needs a grant, in the order of the blocks (scheduler.md §9.3).

use hws_types::{BlockHeader, Cycle, Die, Entry, MihMessage, Notice, Rule, Sip, ThreadNum, Topology};

use super::Grants;
use crate::check::books::Books;
use crate::check::view::View;
use crate::check::violation::{Invariant, Resource, Violation};

/// Grants given and requests sent, as scheduler.md §9.3 counts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::check) struct Requested {
    granted: u32,
    requested: u32,
}

impl Requested {
    /// More grants; what is granted is not requested any more.
    pub(super) fn grant(&mut self, more: u32) {
        self.granted = self.granted.wrapping_add(more);
        self.requested = self.requested.max(self.granted);
    }

    /// The number of the next request.
    const fn take(&mut self) -> u32 {
        let next = self.requested;
        self.requested = next.wrapping_add(1);
        next
    }
}

/// A request, and the count that it belongs to.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct Request {
    of: BlockHeader,
    entry: Entry,
    /// The VGs or dies that it names, as bits.
    places: u8,
    /// The bit of the place that a SIP is in.
    place: fn(Topology, Sip) -> u8,
    count: fn(&mut Grants) -> &mut Requested,
}

impl Request {
    /// The request, if the message is one.
    pub(in crate::check) fn of(message: MihMessage) -> Option<Self> {
        let MihMessage::Notify { of, notice } = message else { return None };
        match notice {
            Notice::L2AllocReq { entry, vgs } => Some(Self {
                of,
                entry,
                places: vgs,
                place: |topology, sip| 1 << topology.cluster_of(sip).get(),
                count: |grants| &mut grants.l2,
            }),
            Notice::VcAllocReq { entry, dies } => Some(Self {
                of,
                entry,
                places: dies,
                place: |_, sip| Die::from_sip(sip).bit(),
                count: |grants| &mut grants.vc,
            }),
            Notice::Error { .. } => None,
        }
    }

    /// The places in which a block of the kernel fits: affinity, usage mask and present SIPs have an aligned position for it.
    fn expected_places(&self, now: &View) -> Option<u8> {
        let task = now.tasks[self.entry.index()]?;
        let threads = ThreadNum::new(task.threads)?;
        let topology = now.topology();
        let allowed = task.affinity & now.usage(task.flags.ctx(), threads) & topology.present();
        let firsts = allowed.positions(threads);
        Some(firsts.iter().fold(0, |places, sip| places | (self.place)(topology, sip)))
    }
}

/// A request names the first block that has neither a grant nor a request, of a resident kernel. It is judged after the
/// grants of its cycle were read.
pub(in crate::check) fn request_is_next(
    books: &mut Books,
    cycle: Cycle,
    request: Request,
    now: &View,
) -> Result<(), Violation> {
    let Request { of, entry, places, count, .. } = request;
    if let Some(expected) = request.expected_places(now).filter(|&expected| expected != places) {
        return Err(violated(cycle, entry, format!("names the places {places:#x} instead of {expected:#x}")));
    }
    let Some(kernel) = books.kernels[entry.index()].as_deref_mut() else {
        return Err(violated(cycle, entry, "requests a resource for no kernel".to_owned()));
    };
    let (Some((_, td)), Some(grants)) = (kernel.descriptor, &mut kernel.grants) else { return Ok(()) };
    // Blocks have 16 bits.
    let expected = td.start_block_idx.wrapping_add(count(grants).take() as u16);
    if of.block_id == expected && kernel.ids.is_none_or(|ids| ids == of.ids) {
        return Ok(());
    }
    let how = format!("requests a resource for block {} where block {expected} is next", of.block_id);
    Err(violated(cycle, entry, how).since("admitted", kernel.admitted))
}

fn violated(cycle: Cycle, entry: Entry, how: String) -> Violation {
    Violation::new(Invariant::I9, cycle, Resource::Entry(entry), how, Rule::Scheduler9_3)
}
