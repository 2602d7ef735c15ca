//! The workload in memory (docs/firmware-image.md#the-workload-in-memory).

use fw_api::types::{SipMask, ThreadNum, Topology};
use fw_api::{BlockParams, DagKind, InPath, KernelAction, OutPath, VcNeed};

use crate::failure::Failure;
use crate::platform::{MOST_GRAPHS, MOST_KERNELS, Platform, Region};

const VERSION: u32 = 1;

/// What this firmware cannot do, in the order of the bits of the feature word.
const MISSING: [&str; 8] = [
    "start blocks itself (out_path: mih)",
    "push tasks itself (in_path: firmware)",
    "schedule graphs (scheduler: firmware)",
    "grant L2 or VCs",
    "write parameters",
    "raise credits",
    "pin kernels",
    "prefetch",
];

/// The workload.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handover {
    pub(crate) platform: Platform,
    graphs: Table,
    kernels: Table,
    dependencies: Table,
    settings: Table,
    masks: Table,
}

#[derive(Clone, Copy, Debug)]
struct Table {
    memory: Region,
    start: u32,
    count: u32,
    element_bytes: u32,
}

/// One element of a table.
#[derive(Clone, Copy, Debug)]
struct Record {
    memory: Region,
    at: u32,
}

impl Table {
    fn at(self, index: u32) -> Record {
        Record { memory: self.memory, at: self.start + index * self.element_bytes }
    }

    fn all(self) -> impl Iterator<Item = Record> {
        (0..self.count).map(move |index| self.at(index))
    }
}

impl Record {
    fn word(self, index: u32) -> u32 {
        self.memory.load(self.at + 4 * index)
    }

    fn wide(self, low: u32) -> u64 {
        u64::from(self.word(low + 1)) << 32 | u64::from(self.word(low))
    }
}

impl Handover {
    /// Checks version and size.
    pub(crate) fn new(platform: Platform) -> Result<Self, Failure> {
        let memory = platform.workload;
        let head = Record { memory, at: 0 };
        let table = |word, words: u32| Table {
            memory,
            start: head.word(word),
            count: head.word(word + 1),
            element_bytes: 4 * words,
        };
        if head.word(1) != VERSION {
            return Err(Failure::Workload("the workload has another version"));
        }
        let work = Self {
            platform,
            graphs: table(3, 8),
            kernels: table(5, 32),
            dependencies: table(7, 4),
            settings: table(9, 2),
            masks: table(11, 4),
        };
        if work.kernels.count as usize > MOST_KERNELS || work.graphs.count as usize > MOST_GRAPHS {
            return Err(Failure::Workload("the workload has too many kernels or graphs"));
        }
        Ok(work)
    }

    fn head(&self, word: u32) -> u32 {
        self.platform.workload.load(4 * word)
    }

    /// What the workload needs and this firmware cannot do; `None` if it can do everything.
    pub(crate) fn unsupported(&self) -> Option<impl Iterator<Item = &'static str>> {
        let features = self.head(21);
        let missing =
            (0..).zip(MISSING).filter(move |&(bit, _)| features >> bit & 1 == 1).map(|(_, what)| what);
        (features != 0).then_some(missing)
    }

    pub(crate) fn graph_count(&self) -> u32 {
        self.graphs.count
    }

    pub(crate) fn kernel_count(&self) -> u32 {
        self.kernels.count
    }

    pub(crate) fn topology(&self) -> Result<Topology, Failure> {
        Topology::new(self.head(13), self.head(14)).ok_or(Failure::Workload("the topology is not legal"))
    }

    pub(crate) fn time_unit(&self) -> u32 {
        self.head(15)
    }

    pub(crate) fn paths(&self) -> (OutPath, InPath) {
        let out = if self.head(16) == 0 { OutPath::Mdma } else { OutPath::Mih };
        (out, if self.head(17) == 0 { InPath::Hdr } else { InPath::Firmware })
    }

    pub(crate) fn report(&self) -> bool {
        self.head(18) != 0
    }

    pub(crate) fn second_resources(&self) -> bool {
        self.head(19) != 0
    }

    /// Bytes between the address of a descriptor that the HWS gets and where it reads it.
    pub(crate) fn descriptor_offset(&self) -> u32 {
        self.head(20)
    }

    /// Where descriptors may begin, as the HWS gets it.
    pub(crate) fn descriptors(&self) -> u32 {
        self.head(29)
    }

    pub(crate) fn shared_base(&self) -> u32 {
        self.head(27)
    }

    pub(crate) fn has_margin(&self) -> bool {
        self.head(30) != 0
    }

    /// Offsets and values of registers.
    pub(crate) fn settings(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        self.settings.all().map(|setting| (setting.word(0), setting.word(1)))
    }

    /// Contexts, classes of sizes, and masks.
    pub(crate) fn masks(&self) -> impl Iterator<Item = Result<(u8, ThreadNum, SipMask), Failure>> + use<> {
        self.masks.all().map(|mask| Ok((mask.word(0) as u8, threads(mask.word(1))?, SipMask(mask.word(2)))))
    }

    pub(crate) fn graph(&self, index: u32) -> Graph {
        Graph(self.graphs.at(index))
    }

    pub(crate) fn kernel(&self, id: u32) -> Kernel {
        Kernel { record: self.kernels.at(id), dependencies: self.dependencies }
    }

    /// A name, to be printed.
    pub(crate) fn name(&self, kernel: Kernel) -> Name {
        Name { memory: self.platform.workload, at: kernel.record.word(29) }
    }
}

fn threads(number: u32) -> Result<ThreadNum, Failure> {
    ThreadNum::new(number).ok_or(Failure::Workload("a number of threads is not legal"))
}

/// A graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Graph(Record);

impl Graph {
    pub(crate) fn arrival(self) -> u64 {
        self.0.wide(0)
    }

    pub(crate) fn kernels(self) -> core::ops::Range<u32> {
        let first = self.0.word(2);
        first..first + self.0.word(3)
    }

    pub(crate) fn kind(self) -> DagKind {
        if self.0.word(4) != 0 { DagKind::Dynamic } else { DagKind::Static { total: self.0.word(5) } }
    }
}

/// A kernel or a load.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    record: Record,
    dependencies: Table,
}

/// What a kernel waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dependency {
    pub(crate) kernel: u32,
    /// 0: its launch, 1: its end.
    pub(crate) on: u32,
    pub(crate) delay: u64,
}

impl Kernel {
    /// What the HWS is asked for, in a graph with this tag.
    pub(crate) fn action(self, tag: u16) -> Result<KernelAction, Failure> {
        let word = |index| self.record.word(index);
        let vcs = word(18) as u8;
        Ok(KernelAction {
            kernel_id: word(0),
            ctx: word(1) as u8,
            dag_tag: tag,
            on_cp: word(3) != 0,
            coop: word(4) != 0,
            threads: threads(word(5))?,
            blocks: self.blocks(),
            triggered: self.triggered(),
            affinity: SipMask(word(8)),
            est_exec_time: word(9),
            offline_priority: self.priority(),
            report: word(11) != 0,
            l2: None,
            vc: if word(16) == 2 {
                VcNeed::FromHws(vcs)
            } else {
                VcNeed::Fixed { base: word(17) as u8, num: vcs }
            },
            params: BlockParams { base: word(19), slots: word(20) as u16, slot_bytes: word(21) as u16 },
        })
    }

    pub(crate) fn coop(self) -> bool {
        self.record.word(4) != 0
    }

    pub(crate) fn blocks(self) -> u16 {
        self.record.word(6) as u16
    }

    /// Blocks that may start at once.
    pub(crate) fn triggered(self) -> u16 {
        self.record.word(7) as u16
    }

    pub(crate) fn priority(self) -> u32 {
        self.record.word(10)
    }

    /// Cycles of a block; 0: as estimated.
    pub(crate) fn actual(self) -> u32 {
        self.record.word(22)
    }

    /// Blocks that may be started and not finished.
    pub(crate) fn window(self) -> u32 {
        self.record.word(23)
    }

    pub(crate) fn dependencies(self) -> impl Iterator<Item = Dependency> {
        let first = self.record.word(24);
        (first..first + self.record.word(25)).map(move |index| {
            let of = self.dependencies.at(index);
            Dependency { kernel: of.word(0), on: of.word(1), delay: of.wide(2) }
        })
    }

    pub(crate) fn is_load(self) -> bool {
        self.record.word(26) != 0
    }

    pub(crate) fn load_cycles(self) -> u64 {
        self.record.wide(27)
    }

    pub(crate) fn graph(self) -> u32 {
        self.record.word(30)
    }
}

/// A name in memory, up to its zero.
pub(crate) struct Name {
    memory: Region,
    at: u32,
}

impl core::fmt::Display for Name {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        use core::fmt::Write;
        let byte = |at: u32| (self.memory.load(at & !3) >> (8 * (at & 3))) as u8;
        // Names are UTF-8, and the UART takes bytes; what is printed here are ASCII names and the bytes of others.
        (self.at..).map(byte).take_while(|&byte| byte != 0).try_for_each(|byte| f.write_char(byte.into()))
    }
}
