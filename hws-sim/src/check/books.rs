//! The checker's records of live launches and resident kernels, from the events alone.

use hws_model::{Pool, SharedMemory};
use hws_types::{Cycle, Entry, LaunchId, SipMask, TD_WORDS, TaskDescriptor, TaskIds, ones};

use super::i9::Grants;
use super::launched::Launched;
use super::view::{LaunchView, View};
use crate::memory::SparseMemory;

/// A run of VCs: base and number.
pub(super) type VcRun = (u8, u8);

/// A launch that has not finished.
#[derive(Clone, Debug)]
pub(super) struct LaunchBook {
    pub(super) launch: Launched,
    /// The ids of its kernel, if they are known.
    pub(super) ids: Option<TaskIds>,
    /// SIPs that have completed.
    pub(super) done: SipMask,
    /// MDMA commands so far.
    pub(super) commands: u32,
    /// The SIPs without a command.
    pub(super) uncommanded: SipMask,
    /// VCs that the MDMA commands name.
    pub(super) command_run: Option<VcRun>,
    /// VCs that SCHED_INFO names; none before the message.
    pub(super) info_run: Option<VcRun>,
    /// LAST_BLOCK of SCHED_INFO.
    pub(super) says_last: bool,
    /// INFO.OUT_MIH after the COMMIT.
    pub(super) out_mih: bool,
    /// The VCs it holds of the pool of its die.
    pub(super) vcs: u64,
}

impl LaunchBook {
    /// A launch of the time before. Its pool is unknown, and its entry may hold another kernel by now; neither is used
    /// after the COMMIT.
    fn attached(id: LaunchId, shown: LaunchView, now: &View) -> Self {
        let LaunchView { mask, done, block_id, seq, ids, out_mih, .. } = shown;
        let launch = Launched {
            cycle: now.cycle,
            entry: Entry::wrapping(0),
            seq,
            pool: Pool::O,
            block: block_id,
            id,
            sips: mask,
        };
        Self {
            launch,
            ids: Some(ids),
            done,
            commands: 0,
            uncommanded: mask,
            command_run: None,
            info_run: None,
            says_last: false,
            out_mih,
            vcs: 0,
        }
    }
}

/// A kernel in the Ready Station.
#[derive(Clone, Debug)]
pub(super) struct KernelBook {
    pub(super) seq: u32,
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
    /// The ids of the push, if it is known.
    pub(super) ids: Option<TaskIds>,
}

/// All live launches and resident kernels.
#[derive(Clone, Debug)]
pub(super) struct Books {
    pub(super) live: [Option<LaunchBook>; LaunchId::COUNT],
    /// By entry.
    pub(super) kernels: [Option<Box<KernelBook>>; Entry::COUNT],
    /// The launches that hold VCs, bit i for launch i.
    vc_holders: u64,
}

impl Books {
    pub(super) fn new() -> Self {
        Self {
            live: [const { None }; LaunchId::COUNT],
            kernels: [const { None }; Entry::COUNT],
            vc_holders: 0,
        }
    }

    /// What the registers show in the middle of a run; what happened before is dated to now.
    pub(super) fn attached(now: &View) -> Self {
        let mut books = Self::new();
        for (entry, task) in now.valid_tasks() {
            books.admit(now.cycle, entry, task.seq, Some(task.task_ids()), None);
            if let Some(kernel) = books.kernel_mut(entry, task.seq) {
                kernel.launched = task.launched;
                kernel.promoted = task.is_r_task().then_some(now.cycle);
            }
        }
        now.live()
            .for_each(|(id, launch)| books.live[id.index()] = Some(LaunchBook::attached(id, launch, now)));
        books
    }

    /// The kernel of that kernel_seq, if it is in the entry.
    pub(super) fn kernel(&self, entry: Entry, seq: u32) -> Option<&KernelBook> {
        self.kernels[entry.index()].as_deref().filter(|kernel| kernel.seq == seq)
    }

    pub(super) fn kernel_mut(&mut self, entry: Entry, seq: u32) -> Option<&mut KernelBook> {
        self.kernels[entry.index()].as_deref_mut().filter(|kernel| kernel.seq == seq)
    }

    /// The kernel has left its entry.
    pub(super) fn leave(&mut self, entry: Entry, seq: u32) {
        if self.kernel(entry, seq).is_some() {
            self.kernels[entry.index()] = None;
        }
    }

    /// Whether a kernel is resident or has live launches.
    pub(super) fn has_kernel(&self, seq: u32) -> bool {
        let is_resident = self.kernels.iter().flatten().any(|kernel| kernel.seq == seq);
        is_resident || self.live.iter().flatten().any(|book| book.launch.seq == seq)
    }

    /// Records the VCs of a launch.
    pub(super) fn hold_vcs(&mut self, id: LaunchId, vcs: u64) {
        if let Some(book) = self.launch(id) {
            book.vcs = vcs;
        }
        let bit = 1 << id.get();
        self.vc_holders = if vcs == 0 { self.vc_holders & !bit } else { self.vc_holders | bit };
    }

    /// The live launches that hold VCs, ascending.
    pub(super) fn vc_holders(&self) -> impl Iterator<Item = &LaunchBook> {
        ones(self.vc_holders).filter_map(|id| self.live[LaunchId::wrapping(id).index()].as_ref())
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
        self.kernels[entry.index()].as_ref().map(|kernel| kernel.admitted)
    }

    pub(super) fn admit(
        &mut self,
        cycle: Cycle,
        entry: Entry,
        seq: u32,
        ids: Option<TaskIds>,
        td: Option<(u32, TaskDescriptor)>,
    ) {
        let grants = td.map(|(_, td)| Grants::at_admission(&td));
        let kernel = KernelBook {
            seq,
            admitted: cycle,
            launched: 0,
            last_launch: None,
            promoted: None,
            descriptor: td,
            grants,
            ids,
        };
        self.kernels[entry.index()] = Some(Box::new(kernel));
    }

    pub(super) fn begin(&mut self, launch: Launched) {
        let ids = self.kernel(launch.entry, launch.seq).and_then(|kernel| kernel.ids);
        self.live[launch.id.index()] = Some(LaunchBook {
            launch,
            ids,
            done: SipMask::EMPTY,
            commands: 0,
            uncommanded: launch.sips,
            command_run: None,
            info_run: None,
            says_last: false,
            out_mih: false,
            vcs: 0,
        });
    }
}

/// The descriptor at an address, if every word of it is known.
pub(super) fn descriptor(memory: &mut SparseMemory, address: u32) -> Option<TaskDescriptor> {
    let mut words = [0; TD_WORDS];
    memory.read_words(address, &mut words).ok()?;
    Some(TaskDescriptor::decode(&words))
}

/// One word of the descriptor at an address.
pub(super) fn word_of(memory: &mut SparseMemory, address: u32, index: u32) -> Option<u32> {
    memory.read_word(address.wrapping_add(index * 4)).ok()
}
