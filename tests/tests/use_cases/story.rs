//! The history of a machine from its events: attempts, blocks, and the activity of each SIP.
//!
//! It does not use the state of the HWS: a block starts with its `launch` event and ends with its `complete` events,
//! and a SIP continues with its next block in the cycle in which the previous one ended.

use std::collections::{BTreeMap, VecDeque};

use hws_model::{CommandKind, Decision, ErrorBit, Event, EventSink, Hws, Pool};
use hws_regs::RegId;
use hws_sim::stimulus::Op;
use hws_sim::{FirmwareRun, Observer};
use hws_types::{Cycle, LaunchId, Sip, SipMask};

/// One attempt: LATCH, and COMMIT with whether it launched something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Attempt {
    pub(crate) latch: u64,
    pub(crate) commit: Option<(u64, bool)>,
}

/// One block that the HWS launched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    pub(crate) kernel: u32,
    pub(crate) block: u16,
    pub(crate) pool: Pool,
    pub(crate) sips: SipMask,
    /// LATCH of the attempt that chose it.
    pub(crate) latch: u64,
    pub(crate) launch: u64,
    pub(crate) finish: Option<u64>,
    unfinished: SipMask,
}

/// A thread of a block on its SIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) sip: Sip,
    pub(crate) kernel: u32,
    pub(crate) from: u64,
    pub(crate) to: u64,
    /// Whether firmware started it on a SIP that it owns.
    pub(crate) by_firmware: bool,
}

/// The history of one kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Life {
    pub(crate) admit: Option<u64>,
    /// The number of tasks as which it was pushed.
    pub(crate) admissions: usize,
    pub(crate) first_launch: Option<u64>,
    /// When it left the Ready Station: all its blocks are launched, or it has its grants.
    pub(crate) depart: Option<u64>,
    /// When its last block so far ended.
    pub(crate) finish: Option<u64>,
}

/// A listener that records the history.
#[derive(Debug, Default)]
pub(crate) struct Story {
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) blocks: Vec<Block>,
    /// Ended runs, in the order of their ends.
    pub(crate) runs: Vec<Run>,
    pub(crate) kernels: BTreeMap<u32, Life>,
    pub(crate) promotions: Vec<(u64, u32, SipMask)>,
    pub(crate) cancels: Vec<(u64, SipMask)>,
    pub(crate) errors: Vec<(u64, ErrorBit)>,
    pub(crate) commands: Vec<(u64, CommandKind, u32)>,
    /// Writes of SIP_USAGE_MASK: cycle, context, class, mask.
    pub(crate) mask_writes: Vec<(u64, u8, u8, SipMask)>,
    /// The cycle of each change of HRM_FW_OWNED, with its new value.
    pub(crate) owned: Vec<(u64, SipMask)>,
    /// Blocks of launches that firmware started.
    pub(crate) delivered: Vec<(u64, FirmwareRun)>,
    pub(crate) dropped_messages: u64,
    by_seq: BTreeMap<u32, u32>,
    live: BTreeMap<LaunchId, usize>,
    /// The queue of each SIP: kernel, and the cycle from which it may run.
    queues: [VecDeque<(u32, u64)>; Sip::COUNT],
    own: [Option<(u32, u64)>; Sip::COUNT],
    /// The maximum length of the queues.
    pub(crate) deepest: usize,
}

impl Story {
    /// The blocks of a kernel in the order of their launches.
    pub(crate) fn blocks_of(&self, kernel: u32) -> impl Iterator<Item = &Block> {
        self.blocks.iter().filter(move |block| block.kernel == kernel)
    }

    /// The history of a kernel.
    #[track_caller]
    pub(crate) fn life(&self, kernel: u32) -> Life {
        *self.kernels.get(&kernel).unwrap_or_else(|| panic!("kernel {kernel} was never admitted"))
    }

    /// Every SIP that ran a part of a kernel.
    pub(crate) fn sips_of(&self, kernel: u32) -> SipMask {
        let own = self.runs.iter().filter(|run| run.kernel == kernel);
        own.fold(SipMask::EMPTY, |sips, run| sips | run.sip.mask())
    }

    /// When the last run ended.
    pub(crate) fn makespan(&self) -> u64 {
        self.runs.iter().map(|run| run.to).max().unwrap_or(0)
    }

    /// Checks that no SIP has two runs at a time, whichever side started them.
    #[track_caller]
    pub(crate) fn assert_no_sip_is_given_twice(&self) {
        let mut runs = self.runs.clone();
        runs.sort_by_key(|run| (run.sip.get(), run.from, run.to));
        for pair in runs.windows(2).filter(|pair| pair[0].sip == pair[1].sip) {
            assert!(pair[0].to <= pair[1].from, "{:?} and {:?}", pair[0], pair[1]);
        }
        let free = |sip: &usize| self.queues[*sip].is_empty() && self.own[*sip].is_none();
        assert!((0..Sip::COUNT).all(|sip| free(&sip)), "something still runs");
    }

    /// Checks that no block was launched on a SIP of firmware, and that firmware used only its own SIPs.
    #[track_caller]
    pub(crate) fn assert_ownership(&self) {
        for block in &self.blocks {
            let owned = self.owned_at(block.launch);
            assert!(!block.sips.intersects(owned), "{block:?} on {owned:?} of firmware");
        }
        for run in self.runs.iter().filter(|run| run.by_firmware) {
            let whole = self.owned_through(run.from, run.to);
            assert!(whole.contains(run.sip.mask()), "{run:?} outside {whole:?} of firmware");
        }
    }

    /// Whether firmware owns a SIP at that time.
    pub(crate) fn is_owning(&self, cycle: u64) -> bool {
        !self.owned_at(cycle).is_empty()
    }

    fn owned_at(&self, cycle: u64) -> SipMask {
        let before = self.owned.iter().rev().find(|(at, _)| *at <= cycle);
        before.map_or(SipMask::EMPTY, |&(_, sips)| sips)
    }

    /// The SIPs that firmware owned throughout `from..to`.
    fn owned_through(&self, from: u64, to: u64) -> SipMask {
        let changes = self.owned.iter().filter(|(at, _)| (from..to).contains(at));
        changes.fold(self.owned_at(from), |whole, &(_, sips)| whole & sips)
    }

    fn launched(&mut self, cycle: u64, seq: u32, (pool, block, launch_id, sips): Launch) {
        let kernel = self.by_seq[&seq];
        let latch = self.attempts.last().expect("a launch follows a LATCH").latch;
        self.live.insert(launch_id, self.blocks.len());
        let (launch, finish, unfinished) = (cycle, None, sips);
        self.blocks.push(Block { kernel, block, pool, sips, latch, launch, finish, unfinished });
        self.life_of(kernel).first_launch.get_or_insert(cycle);
        for sip in sips.iter() {
            let queue = &mut self.queues[sip.index()];
            queue.push_back((kernel, cycle));
            self.deepest = self.deepest.max(queue.len());
        }
    }

    fn completed(&mut self, cycle: u64, sip: Sip, launch_id: LaunchId) {
        let block = &mut self.blocks[self.live[&launch_id]];
        block.unfinished -= sip.mask();
        let kernel = block.kernel;
        if block.unfinished.is_empty() {
            block.finish = Some(cycle);
            self.live.remove(&launch_id);
            self.life_of(kernel).finish = Some(cycle);
        }
        let queue = &mut self.queues[sip.index()];
        let (ran, from) = queue.pop_front().expect("a report follows a launch");
        assert_eq!(ran, kernel, "the oldest block of a SIP ends first");
        if let Some(next) = queue.front_mut() {
            next.1 = cycle;
        }
        self.runs.push(Run { sip, kernel, from, to: cycle, by_firmware: false });
    }

    fn life_of(&mut self, kernel: u32) -> &mut Life {
        self.kernels.entry(kernel).or_default()
    }
}

/// Of an [`Event::Launch`]: pool, block, launch and SIPs.
type Launch = (Pool, u16, LaunchId, SipMask);

impl EventSink for Story {
    fn event(&mut self, at: Cycle, event: Event) {
        let cycle = at.0;
        match event {
            Event::Admit { seq, kernel_id, .. } => {
                self.by_seq.insert(seq, kernel_id);
                let life = self.life_of(kernel_id);
                life.admit.get_or_insert(cycle);
                life.admissions += 1;
            }
            Event::Commit { launched } => {
                self.attempts.last_mut().expect("a LATCH").commit = Some((cycle, launched));
            }
            Event::Launch { seq, pool, block, launch_id, sip_mask, .. } => {
                self.launched(cycle, seq, (pool, block, launch_id, sip_mask));
            }
            Event::KernelDone { seq, .. } => {
                let kernel = self.by_seq[&seq];
                self.life_of(kernel).depart = Some(cycle);
            }
            Event::Promote { seq, mask, .. } => self.promotions.push((cycle, self.by_seq[&seq], mask)),
            Event::Cancel { mask, .. } => self.cancels.push((cycle, mask)),
            Event::Complete { sip, launch_id } => self.completed(cycle, sip, launch_id),
            Event::Error { bit, .. } => self.errors.push((cycle, bit)),
            Event::Command { kind, result } => self.commands.push((cycle, kind, result)),
            Event::MihDrop(_) => self.dropped_messages += 1,
            _ => {}
        }
    }

    fn latch(&mut self, at: Cycle, _decision: &dyn Fn() -> Decision) {
        self.attempts.push(Attempt { latch: at.0, commit: None });
    }
}

impl Observer for Story {
    fn operation(&mut self, at: Cycle, op: &Op) {
        if let Op::Write { target, value } = *op
            && let hws_regs::Decoded::Register(RegId::SipUsageMask(ctx, class)) =
                RegId::decode(target.offset())
        {
            self.mask_writes.push((at.0, ctx.get() as u8, class.get() as u8, SipMask(value)));
        }
    }

    fn delivered(&mut self, at: Cycle, run: &FirmwareRun) {
        match run.launch_id {
            Some(_) => {
                self.delivered.push((at.0, *run));
                // A block that firmware delivers begins at its delivery.
                let queue = &mut self.queues[run.sip.index()];
                queue.front_mut().expect("a launch comes before its delivery").1 = at.0;
            }
            None => {
                let before = self.own[run.sip.index()].replace((run.kernel_id, at.0));
                assert_eq!(before, None, "firmware used {:?} twice", run.sip);
            }
        }
    }

    fn returned(&mut self, at: Cycle, run: &FirmwareRun) {
        if run.launch_id.is_none() {
            let (kernel, from) = self.own[run.sip.index()].take().expect("what returns was delivered");
            self.runs.push(Run { sip: run.sip, kernel, from, to: at.0, by_firmware: true });
        }
    }

    fn settled(&mut self, hws: &Hws) {
        let owned = SipMask(hws.peek(RegId::HrmFwOwned));
        if owned != self.owned.last().map_or(SipMask::EMPTY, |&(_, sips)| sips) {
            self.owned.push((hws.cycle().0, owned));
        }
    }
}
