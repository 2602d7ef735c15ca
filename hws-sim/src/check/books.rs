//! The checker's records of live launches and resident kernels, from the events alone.

use std::collections::BTreeMap;

use hws_model::SharedMemory;
use hws_types::{Cycle, Entry, LaunchId, SipMask, TD_WORDS, TaskDescriptor};

use super::i9::Grants;
use super::launched::Launched;
use crate::memory::SparseMemory;

/// A run of VCs: base and number.
pub(super) type VcRun = (u8, u8);

/// A launch that has not finished.
#[derive(Clone, Debug)]
pub(super) struct LaunchBook {
    pub(super) launch: Launched,
    /// SIPs that have completed.
    pub(super) done: SipMask,
    /// MDMA commands so far.
    pub(super) commands: u32,
    /// VCs that the MDMA commands name.
    pub(super) command_run: Option<VcRun>,
    /// VCs that SCHED_INFO names; none before the message.
    pub(super) info_run: Option<VcRun>,
    /// INFO.OUT_MIH after the COMMIT.
    pub(super) out_mih: bool,
    /// The VCs it holds of the pool of its die.
    pub(super) vcs: u64,
}

/// A kernel in the Ready Station.
#[derive(Clone, Debug)]
pub(super) struct KernelBook {
    pub(super) entry: Entry,
    pub(super) admitted: Cycle,
    /// Blocks launched so far.
    pub(super) launched: u32,
    /// The cycle of the last launch.
    pub(super) last_launch: Option<Cycle>,
    /// The cycle in which it became an R-task.
    pub(super) promoted: Option<Cycle>,
    /// The address of its descriptor and the descriptor, if memory is known there.
    pub(super) descriptor: Option<(u32, TaskDescriptor)>,
    pub(super) grants: Option<Grants>,
}

/// All live launches and resident kernels.
#[derive(Clone, Debug)]
pub(super) struct Books {
    pub(super) live: [Option<LaunchBook>; LaunchId::COUNT],
    /// By kernel_seq.
    pub(super) kernels: BTreeMap<u32, KernelBook>,
}

impl Books {
    pub(super) fn new() -> Self {
        Self { live: [const { None }; LaunchId::COUNT], kernels: BTreeMap::new() }
    }

    pub(super) fn launch(&mut self, id: LaunchId) -> Option<&mut LaunchBook> {
        self.live[id.index()].as_mut()
    }

    /// The cycle of the launch.
    pub(super) fn launched_at(&self, id: LaunchId) -> Option<Cycle> {
        self.live[id.index()].as_ref().map(|book| book.launch.cycle)
    }

    /// The cycle in which the kernel of the entry was admitted.
    pub(super) fn admitted_at(&self, entry: Entry) -> Option<Cycle> {
        self.kernels.values().find(|kernel| kernel.entry == entry).map(|kernel| kernel.admitted)
    }

    pub(super) fn admit(&mut self, cycle: Cycle, entry: Entry, seq: u32, td: Option<(u32, TaskDescriptor)>) {
        let grants = td.map(|(_, td)| Grants::at_admission(&td));
        let kernel = KernelBook {
            entry,
            admitted: cycle,
            launched: 0,
            last_launch: None,
            promoted: None,
            descriptor: td,
            grants,
        };
        self.kernels.insert(seq, kernel);
    }

    pub(super) fn begin(&mut self, launch: Launched) {
        self.live[launch.id.index()] = Some(LaunchBook {
            launch,
            done: SipMask::EMPTY,
            commands: 0,
            command_run: None,
            info_run: None,
            out_mih: false,
            vcs: 0,
        });
    }
}

/// The descriptor at an address, if every word of it is known.
pub(super) fn descriptor(memory: &mut SparseMemory, address: u32) -> Option<TaskDescriptor> {
    let mut words = [0; TD_WORDS];
    for (word, index) in words.iter_mut().zip(0..) {
        *word = word_of(memory, address, index)?;
    }
    Some(TaskDescriptor::decode(&words))
}

/// One word of the descriptor at an address.
pub(super) fn word_of(memory: &mut SparseMemory, address: u32, index: u32) -> Option<u32> {
    memory.read_word(address.wrapping_add(index * 4)).ok()
}
