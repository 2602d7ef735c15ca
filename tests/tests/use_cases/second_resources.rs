//! L2 and VCs: granted by firmware on request from pools smaller than the demand, or managed by the HWS itself.

use std::collections::BTreeMap;

use hws_regs::{ElementIndex, Register, VcPoolFree};
use hws_run::workload::VcBy;
use hws_tests::rig::td;
use hws_types::{BlockHeader, Entry, MihMessage, Notice, SipMask, TaskDescriptor, TaskIds, Topology};

use crate::use_cases::bench::Bench;
use crate::use_cases::play::{example, play};
use crate::use_cases::story::{Block, Story};

/// The number of blocks for which a VG has L2, and a die VCs.
const L2_BLOCKS: u32 = 3;
const VC_BLOCKS: u32 = 4;

/// A block of a kernel.
type Of = (u32, u16);

/// The state of a block for which its kernel has sent a request.
#[derive(Clone, Copy, Debug)]
struct Asked {
    ids: TaskIds,
    entry: Entry,
    l2: bool,
    vc: bool,
}

/// Firmware that grants L2 and VCs of a block together and in one place, and makes it wait while there are none.
struct Granter {
    bench: Bench,
    /// Blocks for which there is L2, and VCs, by VG, which is the die on this machine.
    left: [(u32, u32); 2],
    /// By the time of their first request.
    asked: Vec<(Of, Asked)>,
    placed: BTreeMap<Of, usize>,
    most_waiting: usize,
}

impl Granter {
    fn new() -> Self {
        let mut bench = Bench::new(4, 0);
        bench.fw().set_second_resources(true).unwrap();
        bench.fw().enable().unwrap();
        let left = [(L2_BLOCKS, VC_BLOCKS); 2];
        Self { bench, left, asked: Vec::new(), placed: BTreeMap::new(), most_waiting: 0 }
    }

    /// Answers messages until every kernel is done.
    fn run(mut self) -> (Story, usize) {
        while !self.bench.machine.hdr().unwrap().is_drained() {
            assert!(self.bench.now() < 200_000, "stuck with {:?} waiting", self.asked);
            while let Some(message) = self.bench.fw().next_message().unwrap() {
                self.hear(message);
                self.grant_what_can_be();
            }
            self.bench.advance(10);
        }
        while self.bench.fw().next_message().unwrap().is_some() {}
        let most_waiting = self.most_waiting;
        (self.bench.end(), most_waiting)
    }

    fn hear(&mut self, message: MihMessage) {
        let BlockHeader { ids, block_id } = message.header();
        let of = (self.bench.machine.hdr().unwrap().kernel_of(ids).unwrap(), block_id);
        match message {
            MihMessage::Result { sips, .. } => {
                let vg = Topology::FULL.cluster_of(sips.first().unwrap()).index();
                assert_eq!(self.placed[&of], vg, "a block of one SIP a time takes the place of its grant");
            }
            MihMessage::BlockFinish { .. } => {
                let (l2, vc) = self.needs(of);
                let left = &mut self.left[self.placed[&of]];
                *left = (left.0 + u32::from(l2), left.1 + u32::from(vc));
            }
            MihMessage::Notify { notice: Notice::L2AllocReq { entry, .. }, .. } => {
                self.note(of, ids, entry).l2 = true;
            }
            MihMessage::Notify { notice: Notice::VcAllocReq { entry, .. }, .. } => {
                self.note(of, ids, entry).vc = true;
            }
            MihMessage::SchedInfo { .. } | MihMessage::Notify { .. } => {}
        }
    }

    fn note(&mut self, of: Of, ids: TaskIds, entry: Entry) -> &mut Asked {
        let known = self.asked.iter().position(|(other, _)| *other == of);
        let place = known.unwrap_or_else(|| {
            self.asked.push((of, Asked { ids, entry, l2: false, vc: false }));
            self.asked.len() - 1
        });
        &mut self.asked[place].1
    }

    /// Whether its kernel gets L2, and VCs, from firmware.
    fn needs(&self, of: Of) -> (bool, bool) {
        let td = self.bench.descriptor(of.0);
        (td.enable_l2_alloc, td.enable_vc_alloc && !td.vc_hw_alloc)
    }

    /// The VG of a block: that of its kernel's affinity.
    fn place(&self, of: Of) -> usize {
        usize::from(self.bench.descriptor(of.0).affinity & 0xFFFF == 0)
    }

    fn grant_what_can_be(&mut self) {
        let mut index = 0;
        while index < self.asked.len() {
            let (of, asked) = self.asked[index];
            if self.grant(of, asked) {
                self.asked.remove(index);
            } else {
                index += 1;
            }
        }
        self.most_waiting = self.most_waiting.max(self.asked.len());
    }

    /// Grants everything that a block needs, or nothing.
    fn grant(&mut self, of: Of, asked: Asked) -> bool {
        let (place, (l2, vc)) = (self.place(of), self.needs(of));
        let left = self.left[place];
        if (l2, vc) != (asked.l2, asked.vc) || l2 && left.0 == 0 || vc && left.1 == 0 {
            return false;
        }
        self.left[place] = (left.0 - u32::from(l2), left.1 - u32::from(vc));
        self.placed.insert(of, place);
        let mut td = self.bench.descriptor(of.0);
        td.l2_done[place] = td.l2_done[place].wrapping_add(u8::from(l2));
        td.vc_done[place] = td.vc_done[place].wrapping_add(u16::from(vc));
        self.bench.rewrite(of.0, td);
        self.bench.fw().refresh_descriptor(asked.entry, asked.ids).unwrap();
        true
    }
}

/// A kernel of one VG that needs both.
fn kernel(vg: u32, blocks: u16) -> TaskDescriptor {
    TaskDescriptor {
        affinity: 0xFFFF << (16 * vg),
        dag_tag: vg as u16,
        est_exec_time: 700,
        out_path_mih: true,
        enable_l2_alloc: true,
        enable_vc_alloc: true,
        cdte_vc_num: 2,
        outstanding_block_num: 4,
        ..td(1, blocks)
    }
}

/// The most blocks that ran at a time on SIPs of `sips`.
fn most_at_a_time(story: &Story, sips: SipMask) -> u32 {
    most_in_use(story, sips, |_| 1)
}

const DIES: [SipMask; 2] = [SipMask(0x0000_FFFF), SipMask(0xFFFF_0000)];

/// Pools of three blocks for kernels that could run sixteen: the pools are used up, never exceeded, and every block
/// runs eventually.
#[test]
fn pools_smaller_than_the_demand_are_shared() {
    let mut granter = Granter::new();
    for vg in [0, 1, 0, 1] {
        granter.bench.submit(kernel(vg, 12));
    }
    let (story, most_waiting) = granter.run();
    assert_eq!(story.blocks.len(), 4 * 12);
    assert!(most_waiting > 4, "requests had to wait: {most_waiting}");
    assert_eq!(DIES.map(|die| most_at_a_time(&story, die)), [L2_BLOCKS; 2]);
}

/// Kernels with only L2 and kernels with only VCs at the same time: each is bounded by its own pool.
#[test]
fn each_resource_is_bounded_by_itself() {
    let mut granter = Granter::new();
    let l2 = granter.bench.submit(TaskDescriptor { enable_vc_alloc: false, ..kernel(0, 14) });
    let vc = granter.bench.submit(TaskDescriptor { enable_l2_alloc: false, dag_tag: 5, ..kernel(0, 14) });
    let (story, _) = granter.run();
    let peak = |kernel| most_in_use(&story, SipMask::ALL, |block| u32::from(block.kernel == kernel));
    assert_eq!((peak(l2), peak(vc)), (L2_BLOCKS, VC_BLOCKS));
}

/// A kernel without a grant requests one and waits: nothing starts without its resources.
#[test]
fn nothing_starts_without_a_grant() {
    let mut bench = Bench::new(4, 0);
    bench.fw().set_second_resources(true).unwrap();
    bench.fw().enable().unwrap();
    let kernel = bench.submit(TaskDescriptor { outstanding_block_num: 1, ..kernel(1, 1) });
    bench.advance(2000);
    assert!(bench.story().blocks.is_empty());
    let messages: Vec<MihMessage> = bench.fw().messages().map(Result::unwrap).collect();
    let [MihMessage::Notify { of, notice: Notice::L2AllocReq { entry, vgs: 2 } }, ref vc] = messages[..]
    else {
        panic!("{messages:?}")
    };
    assert!(matches!(vc, MihMessage::Notify { notice: Notice::VcAllocReq { dies: 2, .. }, .. }), "{vc:?}");
    let mut td = bench.descriptor(kernel);
    td.l2_done[1] = 1;
    bench.rewrite(kernel, td);
    bench.fw().refresh_descriptor(entry, of.ids).unwrap();
    bench.advance(500);
    assert!(bench.story().blocks.is_empty(), "L2 without VCs is not enough");
    td.vc_done[1] = 1;
    bench.rewrite(kernel, td);
    bench.fw().refresh_descriptor(entry, of.ids).unwrap();
    assert_eq!(bench.end().blocks.len(), 1);
}

/// VC runs allocated by the HWS: two of 24 fit into the 64 of a die, whatever SIPs are free, and firmware has
/// nothing to do.
#[test]
fn the_hws_shares_its_own_vcs() {
    let mut bench = Bench::new(4, 0);
    bench.fw().set_second_resources(true).unwrap();
    bench.fw().enable().unwrap();
    let runs = |num, dag_tag| TaskDescriptor {
        dag_tag,
        enable_vc_alloc: true,
        vc_hw_alloc: true,
        cdte_vc_num: num,
        est_exec_time: 900,
        ..td(1, 20)
    };
    bench.submit(runs(24, 1));
    bench.advance(600);
    let words = <VcPoolFree as Register>::Index::all().map(VcPoolFree::id);
    let free: u32 = words.map(|word| bench.machine.hws().peek(word).count_ones()).sum();
    assert_eq!(free, 2 * 64 - 4 * 24, "two runs on each die");
    let story = bench.end();
    assert_eq!(DIES.map(|die| most_at_a_time(&story, die)), [2, 2]);
}

/// Runs of many lengths on one die: although the pool is always fragmented, all of them are launched eventually.
#[test]
fn runs_of_all_lengths_get_through() {
    let mut bench = Bench::new(4, 0);
    bench.fw().set_second_resources(true).unwrap();
    bench.fw().enable().unwrap();
    for (num, dag_tag) in [1, 5, 17, 30, 64].into_iter().zip(1..) {
        let vcs = TaskDescriptor { enable_vc_alloc: true, vc_hw_alloc: true, cdte_vc_num: num, ..td(1, 6) };
        bench.submit(TaskDescriptor { dag_tag, affinity: 0xFFFF, est_exec_time: 200, ..vcs });
    }
    let story = bench.end();
    assert_eq!(story.blocks.len(), 30);
    let long: Vec<_> = story.blocks_of(4).collect();
    let others = |block: &&Block| block.kernel != 4;
    for block in long {
        let beside = story
            .blocks
            .iter()
            .filter(others)
            .filter(|other| other.launch < block.finish.unwrap() && block.launch < other.finish.unwrap());
        assert_eq!(beside.count(), 0, "64 VCs are all there are");
    }
}

/// The reference firmware respects its pools too: with L2 for two blocks of `gather` in each VG, and the other
/// kernels of the example running too, no VG and no die ever grants more than it has.
#[test]
fn the_reference_firmware_keeps_its_pools() {
    let mut workload = example("firmware.yaml");
    workload.firmware.l2_bytes = 2 * 262_144 + 131_072;
    let played = play(&workload);
    let topology = workload.hardware.topology;
    let kernels: Vec<_> = workload.kernels().map(|(_, kernel)| kernel).collect();
    let l2 = |block: &Block| kernels[block.kernel as usize].needs.l2.unwrap_or(0);
    let vcs = |block: &Block| {
        let vc = kernels[block.kernel as usize].needs.vc.filter(|vc| vc.by == VcBy::Firmware);
        vc.map_or(0, |vc| u32::from(vc.count))
    };
    let vgs: Vec<u32> =
        topology.clusters().map(|vg| most_in_use(&played.story, topology.cluster_mask(vg), l2)).collect();
    assert!(vgs.iter().all(|&bytes| bytes <= workload.firmware.l2_bytes));
    assert!(vgs.iter().any(|&bytes| bytes >= 2 * 262_144), "the pools are used up");
    let dies = DIES.map(|die| most_in_use(&played.story, die, vcs));
    assert!(dies[0] + dies[1] > 0 && dies.iter().all(|&vcs| vcs <= workload.firmware.vcs), "{dies:?}");
}

/// The most of something that live blocks on SIPs of `sips` had at a time.
fn most_in_use(story: &Story, sips: SipMask, amount: impl Fn(&Block) -> u32) -> u32 {
    let here = || story.blocks.iter().filter(|block| block.sips.intersects(sips));
    let live = |at: u64| here().filter(move |block| block.launch <= at && at < block.finish.unwrap());
    here().map(|block| live(block.launch).map(&amount).sum()).max().unwrap_or(0)
}
