//! Kernels of all kinds: their descriptors, how they are pushed, and their flow control.

use fw_api::{
    BlockParams, FirmwareTask, KernelAction, L2Need, PinPolicy, Refusal, VcNeed, max_coop_blocks,
    pin_to_cluster,
};
use hws_regs::{InPath, Register, VcPoolFree, params};
use hws_sim::Observer;
use hws_sim::stimulus::Op;
use hws_types::{Cluster, HdrPush, SipMask, Source, TD_WORDS, TaskDescriptor, TaskIds, ThreadNum};

use super::amos::{Amos, Kernel};
use super::ledger::Expected;

const FIRST_TD: u32 = 0x1_0000;
const TD_BYTES: u32 = TD_WORDS as u32 * WORD_BYTES;
pub(super) const WORD_BYTES: u32 = 4;
/// Nothing is ever written there, so memory refuses it.
const NO_MEMORY: u32 = 0x8000_0000;
/// The longest that a thread runs, in cycles.
pub(super) const LONGEST_RUN: u32 = 1200;
/// VCs of a die that the HWS manages (scheduler.md §9.1): one bit each in the words of VC_POOL_FREE\[die\].
const POOL_VCS: u32 = VcPoolFree::INFO.dims[1] as u32 * u32::BITS;

impl<O: Observer> Amos<'_, '_, O> {
    /// Describes a new kernel, writes its descriptor, and pushes it.
    pub(super) fn launch(&mut self) {
        let action = self.action();
        let Ok(compute) = action.compute() else {
            return self.blame("compute refused a legal kernel".to_owned());
        };
        let prefetch = action.prefetch().ok().flatten().filter(|_| self.choices.in_16(5));
        let mut td = prefetch.unwrap_or(compute);
        td.start_block_idx = self.choices.below(3) as u16;
        td.sim_exec_time = self.run_time();
        if td.out_path_mih && td.enable_sip_alloc {
            // Without the MDMA path, firmware starts each block itself.
            td.out_path_mdma = !self.choices.in_16(6);
        }
        let initial = self.choices.below(3).min(td.block_num.into());
        (0..initial).for_each(|_| self.grant_pair(&mut td));
        if self.choices.in_16(1) {
            self.spoil(&mut td);
        }
        self.add(td, false);
    }

    /// A task whose descriptor memory refuses.
    pub(super) fn launch_from_nowhere(&mut self) {
        self.add(TaskDescriptor::default(), true);
    }

    fn action(&mut self) -> KernelAction {
        let threads = self.threads();
        let coop = self.choices.in_16(4);
        let most = if coop { max_coop_blocks(self.topology, threads).clamp(1, 4) } else { 5 };
        let blocks = 1 + self.choices.below(most) as u16;
        let affinity = self.affinity(threads, if coop { blocks.into() } else { 1 });
        let triggered =
            if self.choices.in_16(11) { blocks } else { self.choices.below(u32::from(blocks) + 1) as u16 };
        KernelAction {
            kernel_id: self.kernels.len() as u32,
            ctx: self.choices.below(params::N_CTX as u32) as u8,
            dag_tag: self.tag(),
            on_cp: self.choices.in_16(4),
            coop,
            threads,
            blocks,
            triggered,
            affinity,
            est_exec_time: self.estimate(),
            offline_priority: self.choices.below(256),
            report: self.choices.in_16(9),
            l2: self.l2(blocks),
            vc: self.vc(coop, blocks),
            params: BlockParams::default(),
        }
    }

    /// Small and whole-cluster blocks alternate, so that some have to wait for others.
    fn threads(&mut self) -> ThreadNum {
        let legal: Vec<_> = ThreadNum::ALL
            .into_iter()
            .filter(|threads| threads.get() <= self.topology.cluster_sip_num())
            .collect();
        let largest = legal.last().copied().unwrap_or_default();
        match self.choices.below(4) {
            0 => largest,
            1 => ThreadNum::default(),
            _ => self.choices.pick(&legal),
        }
    }

    /// Sometimes a kernel is pinned to a cluster, or to any SIPs, which it may then not fit.
    fn affinity(&mut self, threads: ThreadNum, together: u32) -> SipMask {
        let present = self.topology.present();
        match self.choices.below(8) {
            0 => {
                let cluster = Cluster::wrapping(self.choices.below(self.topology.cluster_num()));
                let policy = PinPolicy::Fixed(cluster);
                pin_to_cluster(self.topology, threads, together, present, policy).unwrap_or(present)
            }
            1 => SipMask(self.choices.sips()),
            _ => SipMask::ALL,
        }
    }

    fn run_time(&mut self) -> u32 {
        let longest = self.choices.pick(&[60, 200, 200, 500, LONGEST_RUN]);
        1 + self.choices.below(longest)
    }

    /// The estimate need not be that of [`Self::run_time`]: 0 and overestimates pass, too.
    fn estimate(&mut self) -> u32 {
        match self.choices.below(8) {
            0 => 0,
            1 => self.choices.number(u32::MAX),
            _ => self.choices.below(300),
        }
    }

    fn l2(&mut self, blocks: u16) -> Option<L2Need> {
        self.choices.in_16(4).then(|| L2Need {
            bytes_per_block: 64,
            ahead: self.choices.below(4) as u8,
            prefetch_blocks: 1 + self.choices.below(blocks.into()) as u16,
        })
    }

    /// D25: the runs of a cooperative kernel fit into one pool together. Two such kernels whose runs do not could each hold
    /// a reservation that the other one needs, for ever.
    fn vc(&mut self, coop: bool, blocks: u16) -> VcNeed {
        let most = if coop { POOL_VCS / u32::from(blocks) } else { POOL_VCS };
        match self.choices.below(10) {
            0 | 1 => VcNeed::FromHws(self.choices.below(most + 1) as u8),
            2 => VcNeed::FromFirmware(4),
            3 => VcNeed::Fixed { base: 1, num: 2 },
            _ => VcNeed::Fixed { base: 0, num: 0 },
        }
    }

    /// The tag of an open DAG, or one that was never announced.
    fn tag(&mut self) -> u16 {
        let open: Vec<u16> = self.dags.entries().map(|(_, tag)| tag).collect();
        if open.is_empty() || self.choices.in_16(1) {
            return 60_000 + self.choices.below(40) as u16;
        }
        self.choices.pick(&open)
    }

    /// A mistake that the HWS has to reject (scheduler.md §2.3).
    fn spoil(&mut self, td: &mut TaskDescriptor) {
        match self.choices.below(5) {
            0 => td.thread_num = 5,
            1 => td.block_num = 0,
            2 => (td.out_path_mdma, td.out_path_mih) = (false, false),
            3 => td.affinity = 0,
            _ => td.start_block_idx = u16::MAX,
        }
    }

    fn add(&mut self, td: TaskDescriptor, is_nowhere: bool) {
        let id = self.kernels.len() as u32;
        let source = match self.in_path {
            InPath::Hdr => Source::Hdr,
            // A task that waits in the FIFO of the other path is legal, too.
            InPath::Firmware if self.choices.in_16(2) => Source::Hdr,
            InPath::Firmware => Source::Firmware,
        };
        let ids = TaskIds { source, hdr_id: self.choices.below(16) as u8, hdr_entry_id: id as u8 };
        let td_addr = if is_nowhere { NO_MEMORY } else { FIRST_TD } + id * TD_BYTES;
        let td = TaskDescriptor { kernel_id: id, ..td };
        let ctx =
            if source == Source::Firmware { self.choices.below(params::N_CTX as u32) as u8 } else { td.ctx };
        let td = self.with_messages(td);
        self.kernels.push(Kernel { td, td_addr, ids, ctx, entry: None });
        self.expect(td, source == Source::Firmware);
        if !is_nowhere {
            self.write_descriptor(id as usize);
        }
        self.to_push.push_back(id as usize);
        self.push_kernels();
    }

    /// Flow control needs messages; where no path sends them, the kernel asks for its own.
    fn with_messages(&mut self, td: TaskDescriptor) -> TaskDescriptor {
        match self.attempt("check_messages", |hws| hws.check_messages(&td)) {
            Err(Some(Refusal::NoMessages)) => TaskDescriptor { out_path_mih: true, ..td },
            _ => td,
        }
    }

    /// A task of the firmware FIFO is scheduled once, however many blocks it has (scheduler.md §6.4).
    fn expect(&mut self, td: TaskDescriptor, is_firmware_task: bool) {
        let once = is_firmware_task && !td.coop;
        let blocks = if !td.enable_sip_alloc {
            0
        } else if once {
            1
        } else {
            td.block_num.into()
        };
        self.ledger().expect(Expected { blocks, td, is_firmware_task });
    }

    fn write_descriptor(&mut self, kernel: usize) {
        let Kernel { td, td_addr, .. } = self.kernels[kernel];
        // The context is below 4.
        let Ok(words) = td.encode() else { return };
        self.write_memory(td_addr, words.to_vec());
    }

    /// Writes at an address to which TDP_CFG.OFFSET is added.
    pub(super) fn write_memory(&mut self, address: u32, words: Vec<u32>) {
        let address = address + self.td_offset;
        if let Err(refused) = self.machine.write_memory(address, words) {
            self.blame(format!("memory at {address:#x}: {refused}"));
        }
    }

    /// Pushes what waits, until a FIFO refuses.
    pub(super) fn push_kernels(&mut self) {
        while let Some(kernel) = self.to_push.pop_front() {
            if !self.push(kernel) {
                self.to_push.push_front(kernel);
                return;
            }
            self.pushed += 1;
        }
    }

    fn push(&mut self, kernel: usize) -> bool {
        let Kernel { td_addr, ids, ctx, .. } = self.kernels[kernel];
        let TaskIds { source, hdr_id, hdr_entry_id } = ids;
        let is_accepted = match source {
            Source::Hdr => self.machine.apply(&Op::Hdr(HdrPush { hdr_id, hdr_entry_id, td_addr })).is_ok(),
            Source::Firmware => {
                let task = FirmwareTask { td_addr, hdr_id, hdr_entry_id, ctx };
                self.attempt("push_task", |hws| hws.push_task(&task)).is_ok()
            }
        };
        self.ledger().reached.full_fifos += u64::from(!is_accepted);
        is_accepted
    }

    /// Lets blocks of a kernel start whose entry a message has named.
    pub(super) fn trigger(&mut self) {
        let named: Vec<usize> =
            (0..self.kernels.len()).filter(|&kernel| self.kernels[kernel].entry.is_some()).collect();
        if named.is_empty() {
            return;
        }
        let kernel = self.choices.pick(&named);
        let Kernel { td, ids, entry, .. } = self.kernels[kernel];
        let (Some(entry), count) = (entry, 1 + self.choices.below(td.block_num.into()) as u16) else {
            return;
        };
        self.call("trigger_blocks", |hws| hws.trigger_blocks(entry, ids, count));
        self.ledger().reached.triggers += 1;
    }
}

/// VGs of which a descriptor counts grants.
pub(super) const VGS: usize = Cluster::COUNT;
