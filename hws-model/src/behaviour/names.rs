//! Names for launches and kernels that do not depend on how many there were before.
//!
//! A launch is named by where it runs: launches are numbered from 0 by ascending SIP, the running one before the
//! pending one. Resident kernels are numbered from 0 by age; a kernel that has left and still has blocks running
//! follows, in the order of its launches.

use hws_types::{Entry, LaunchId, Sip};

use crate::entry_list::{EntryList, insert_sorted};
use crate::ready_station::ReadyStation;
use crate::tables::Tables;

/// The kernels that can have a name: each has an entry or a launch.
const KERNELS: usize = Entry::COUNT + LaunchId::COUNT;

/// The names given so far.
pub(super) struct Names {
    /// By name.
    launches: heapless::Vec<LaunchId, { LaunchId::COUNT }>,
    /// The name of each launch id that has one.
    of_launch: [Option<u8>; LaunchId::COUNT],
    /// kernel_seq by name.
    kernels: heapless::Vec<u32, KERNELS>,
}

impl Names {
    pub(super) fn of(tables: &Tables) -> Self {
        let kernels = by_age(&tables.rs);
        let mut names = Self { launches: heapless::Vec::new(), of_launch: [None; LaunchId::COUNT], kernels };
        for sip in Sip::all() {
            let places = [tables.sips.running_launch(sip), tables.sips.pending_launch(sip)];
            for id in places.into_iter().flatten() {
                names.launch(id);
            }
        }
        // Every live launch has a SIP, unless the model has a defect: those follow in the order of their age.
        let next = tables.launches.next().get();
        let ids = (0..LaunchId::COUNT as u32).map(|ahead| LaunchId::wrapping(next + ahead));
        ids.filter(|&id| tables.launches.get(id).is_some()).for_each(|id| {
            names.launch(id);
        });
        names
    }

    /// The launches that have a name, by their names.
    pub(super) fn launches(&self) -> impl Iterator<Item = LaunchId> + use<> {
        self.launches.clone().into_iter()
    }

    /// The name of a launch; a new one gets the next.
    pub(super) fn launch(&mut self, id: LaunchId) -> u8 {
        let next = self.launches.len() as u8;
        let name = &mut self.of_launch[id.index()];
        if name.is_none() {
            *name = Some(next);
            // Cannot fail: there is a place for each id.
            let _ = self.launches.push(id);
        }
        name.unwrap_or(next)
    }

    /// The name of a kernel; a new one gets the next.
    pub(super) fn kernel(&mut self, seq: u32) -> u8 {
        let known = self.kernels.iter().position(|&other| other == seq);
        let name = known.unwrap_or(self.kernels.len());
        if known.is_none() {
            // Cannot fail: there is a place for each kernel.
            let _ = self.kernels.push(seq);
        }
        name as u8
    }
}

/// kernel_seq of the resident kernels, the oldest first.
fn by_age(rs: &ReadyStation) -> heapless::Vec<u32, KERNELS> {
    let mut oldest_first = EntryList::<Entry>::new();
    for (entry, _) in rs.iter() {
        insert_sorted(&mut oldest_first, entry, |a, b| rs.is_older(*a, *b));
    }
    let mut kernels = heapless::Vec::new();
    for kernel in oldest_first.iter().filter_map(|&entry| rs.get(entry)) {
        // Cannot fail: there is a place for each kernel.
        let _ = kernels.push(kernel.seq32());
    }
    kernels
}
