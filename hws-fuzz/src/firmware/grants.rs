//! Grants of L2 and VCs, so that I10 applies: both of a block on one die, and for a cooperative kernel not more in a VG than
//! fit there together.
//!
//! D24: a grant where the kernel cannot use it would stop it for ever. A request names the places that fit with the usage
//! masks of its boundary; those can be narrow at that moment, so firmware keeps to what fits with all masks open.

use hws_sim::Observer;
use hws_types::{Cluster, Die, Entry, SipMask, TaskDescriptor, ThreadNum};

use super::amos::{Amos, Kernel};
use super::kernels::{VGS, WORD_BYTES};

/// What is requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Resource {
    L2,
    Vc,
}

/// A request that firmware has not answered yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    pub(super) kernel: usize,
    pub(super) entry: Entry,
    pub(super) resource: Resource,
    /// The VGs or dies named.
    pub(super) places: u8,
}

impl<O: Observer> Amos<'_, '_, O> {
    /// Answers the oldest requests, `most` of them.
    pub(super) fn answer_requests(&mut self, most: usize) {
        for _ in 0..most {
            let Some(request) = self.requests.pop_front() else { return };
            self.answer(request);
        }
    }

    fn answer(&mut self, request: Request) {
        let Request { kernel, entry, resource, places } = request;
        let mut td = self.kernels[kernel].td;
        if !self
            .places(&td, resource)
            .iter()
            .enumerate()
            .all(|(place, fits)| places >> place & 1 == 0 || *fits > 0)
        {
            return self.blame(format!(
                "the request of kernel_id {kernel} names places {places:#x}, where it does not fit"
            ));
        }
        match resource {
            Resource::L2 => self.grant_l2(&mut td, places),
            Resource::Vc => self.grant_vc(&mut td, places),
        }
        self.kernels[kernel].td = td;
        self.ledger().reached.grants += 1;
        self.show_grants(kernel);
        let ids = self.kernels[kernel].ids;
        self.call("refresh_descriptor", |hws| hws.refresh_descriptor(entry, ids));
    }

    /// Blocks that fit together in each VG or die, with all masks open.
    fn places(&self, td: &TaskDescriptor, resource: Resource) -> Vec<usize> {
        let masks: Vec<SipMask> = match resource {
            Resource::L2 => self.topology.clusters().map(|vg| self.topology.cluster_mask(vg)).collect(),
            Resource::Vc => Die::BOTH.map(Die::sips).to_vec(),
        };
        let usable = SipMask(td.affinity) & self.topology.present();
        let threads = ThreadNum::new(td.thread_num.into()).unwrap_or_default();
        let in_cluster = |mask: SipMask| {
            let clusters = self.topology.clusters().map(|cluster| self.topology.cluster_mask(cluster) & mask);
            clusters.map(|cluster| (cluster & usable).blocks(threads).count()).sum()
        };
        masks.into_iter().map(in_cluster).collect()
    }

    /// Whether one more grant can be used: a cooperative kernel launches all its blocks at once.
    fn has_room(&self, td: &TaskDescriptor, resource: Resource, place: usize) -> bool {
        let fits = self.places(td, resource).get(place).copied().unwrap_or(0);
        let given = match resource {
            Resource::L2 => usize::from(td.l2_done[place]),
            Resource::Vc => usize::from(td.vc_done[place]),
        };
        if td.coop { given < fits } else { fits > 0 }
    }

    fn grant_l2(&mut self, td: &mut TaskDescriptor, named: u8) {
        let fits: Vec<usize> = (0..VGS).filter(|&vg| self.has_room(td, Resource::L2, vg)).collect();
        let lacks = |vg: usize| needs_both(td) && self.l2_on(td, self.die(vg)) < vcs_on(td, self.die(vg));
        // Where a VC waits for its L2, if the kernel needs both.
        let waiting = fits.iter().copied().filter(|&vg| lacks(vg)).collect();
        if let Some(vg) = self.prefer(waiting, fits, named) {
            td.l2_done[vg] = td.l2_done[vg].wrapping_add(1);
        }
    }

    fn grant_vc(&mut self, td: &mut TaskDescriptor, named: u8) {
        let fits: Vec<usize> = (0..Die::COUNT).filter(|&die| self.has_room(td, Resource::Vc, die)).collect();
        let lacks = |die: usize| needs_both(td) && vcs_on(td, die) < self.l2_on(td, die);
        let waiting = fits.iter().copied().filter(|&die| lacks(die)).collect();
        if let Some(die) = self.prefer(waiting, fits, named) {
            td.vc_done[die] = td.vc_done[die].wrapping_add(1);
        }
    }

    /// One of the places where the other resource waits, else one that the request names, else any that fits.
    fn prefer(&mut self, waiting: Vec<usize>, fits: Vec<usize>, named: u8) -> Option<usize> {
        let asked = fits.iter().copied().filter(|place| named >> place & 1 == 1).collect();
        let chosen = [waiting, asked, fits].into_iter().find(|places| !places.is_empty())?;
        Some(self.choices.pick(&chosen))
    }

    /// One grant of each kind before the kernel is pushed, for one block.
    pub(super) fn grant_pair(&mut self, td: &mut TaskDescriptor) {
        if td.enable_l2_alloc {
            self.grant_l2(td, u8::MAX);
        }
        if td.enable_vc_alloc && !td.vc_hw_alloc {
            self.grant_vc(td, u8::MAX);
        }
    }

    /// Writes the done counters into the descriptor in memory.
    fn show_grants(&mut self, kernel: usize) {
        let Kernel { td, td_addr, .. } = self.kernels[kernel];
        // The context is below 4.
        let Ok(words) = td.encode() else { return };
        let [first, .., last] = TaskDescriptor::COUNTER_WORDS;
        let counters = words[first as usize..=last as usize].to_vec();
        self.write_memory(td_addr + first * WORD_BYTES, counters);
    }

    /// Grants of L2 on a die.
    fn l2_on(&self, td: &TaskDescriptor, die: usize) -> u32 {
        (0..VGS).filter(|&vg| self.die(vg) == die).map(|vg| u32::from(td.l2_done[vg])).sum()
    }

    fn die(&self, vg: usize) -> usize {
        let first = self.topology.cluster_mask(Cluster::wrapping(vg as u32)).first();
        first.map_or(0, |sip| Die::from_sip(sip).index())
    }
}

fn needs_both(td: &TaskDescriptor) -> bool {
    td.enable_l2_alloc && td.enable_vc_alloc && !td.vc_hw_alloc
}

fn vcs_on(td: &TaskDescriptor, die: usize) -> u32 {
    u32::from(td.vc_done[die])
}
