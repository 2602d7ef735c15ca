//! Admission: every task that the loader has read (scheduler.md §2).

use hws_model::{ErrorBit, Event, Hws};
use hws_regs::{DagFlags, DynDagPrio, HwsStatus, RegId, RegIndex};
use hws_types::{Entry, MihMessage, Notice, RawMih, Rule, Source};

use crate::coverage::kernel::{self, PATHS, RESOURCES, ResidentKernel, SOURCES, THREADS, TOPOLOGIES};
use crate::coverage::spec::{CrossSpec, ExclusionSpec, GroupSpec, NO_YES, PointSpec, answer, never, range};
use crate::coverage::step::Step;

/// A task, admitted or rejected.
pub(in crate::coverage) struct Admission {
    outcome: Option<usize>,
    source: Option<usize>,
    topology: Option<usize>,
    /// An admitted kernel that is still resident at the end of the tick.
    admitted: Option<Admitted>,
}

struct Admitted {
    kernel: ResidentKernel,
    /// Valid entries.
    resident: u32,
    /// Other resident kernels of its DAG, if it has a slot.
    relatives: Option<u32>,
    slots: u32,
    is_dynamic: bool,
    is_boosting: bool,
}

const CHECKS: [ErrorBit; 7] = [
    ErrorBit::TdRead,
    ErrorBit::TdThreadNum,
    ErrorBit::TdCluster,
    ErrorBit::TdBlockNum,
    ErrorBit::TdOutPath,
    ErrorBit::TdCoop,
    ErrorBit::TdUnplaceable,
];

type Point = PointSpec<Admission>;

const KINDS: &[&str] = &["plain", "cooperative", "allocation only"];

pub(in crate::coverage) static ADMISSION: GroupSpec<Admission> = GroupSpec {
    name: "admission",
    rule: Rule::Scheduler2_3,
    title: "a task that the loader has read",
    points: &[
        Point::new(
            "outcome",
            Rule::Scheduler2_3,
            &[
                "admitted",
                "TD_READ",
                "TD_THREAD_NUM",
                "TD_CLUSTER",
                "TD_BLOCK_NUM",
                "TD_OUT_PATH",
                "TD_COOP",
                "TD_UNPLACEABLE",
            ],
            |task| task.outcome,
        ),
        Point::new("source", Rule::Scheduler2_1, SOURCES, |task| task.source),
        Point::new("topology", Rule::Scheduler8_8, TOPOLOGIES, |task| task.topology),
        Point::new("kind", Rule::Scheduler2_3, KINDS, |task| task.of(|one| Some(one.kind()))),
        Point::new("threads", Rule::Scheduler0_2, THREADS, |task| task.of(|one| one.kernel.threads())),
        Point::new("blocks", Rule::Scheduler2_3, &["1", "2-7", "8-63", "64 or more"], |task| {
            task.of(|one| range(one.kernel.td.block_num.into(), &[1, 2, 8, 64]))
        }),
        Point::new("block_ids", Rule::Scheduler2_3, &["from 0", "from another", "up to 65535"], |task| {
            task.of(|one| Some(one.block_ids()))
        }),
        Point::new("context", Rule::Scheduler0_1, &["0", "1", "2", "3"], |task| {
            task.of(|one| Some(one.kernel.flags.ctx() as usize))
        }),
        Point::new("paths", Rule::Scheduler6_2, PATHS, |task| {
            task.of(|one| kernel::paths(one.kernel.td.out_path_mdma, one.kernel.td.out_path_mih))
        }),
        Point::new("trigger", Rule::Scheduler2_4, &["0", "some blocks", "all blocks", "clamped"], |task| {
            task.of(|one| Some(one.trigger()))
        }),
        Point::new("on_cp", Rule::Scheduler2_5, NO_YES, |task| task.of(|one| answer(one.kernel.td.on_cp))),
        Point::new("resources", Rule::Scheduler9, RESOURCES, |task| {
            task.of(|one| Some(one.kernel.resources()))
        }),
        Point::new("vc_run", Rule::Scheduler9_1, &["0", "1-63", "64"], |task| task.of(|one| one.vc_run())),
        Point::new(
            "dag",
            Rule::Scheduler2_5,
            &["alone in its slot", "with others", "without a slot"],
            |task| task.of(|one| Some(one.dag())),
        ),
        Point::new(
            "dag_kind",
            Rule::Scheduler2_5,
            &["static", "dynamic", "dynamic with AGE_BOOST"],
            |task| task.of(Admitted::dag_kind),
        ),
        Point::new("dag_slots", Rule::Scheduler2_5, &["1", "2-31", "32"], |task| {
            task.of(|one| range(one.slots.into(), &[1, 2, 32]))
        }),
        Point::new("station", Rule::Scheduler2_2, &["1", "2-8", "9-31", "32"], |task| {
            task.of(|one| range(one.resident.into(), &[1, 2, 9, 32]))
        }),
    ],
    crosses: &[
        CrossSpec::new("outcome × source", Rule::Scheduler2_3, &["outcome", "source"], &[]),
        CrossSpec::new("kind × source", Rule::Scheduler2_1, &["kind", "source"], &[]),
        CrossSpec::new("kind × threads", Rule::Scheduler2_3, &["kind", "threads"], &[]),
        CrossSpec::new(
            "kind × resources",
            Rule::Scheduler9,
            &["kind", "resources"],
            &[never(
                &[("kind", &["allocation only"]), ("resources", &["none", "VC grants", "VC pool"])],
                "without L2 allocation, an allocation-only kernel is TD_UNPLACEABLE",
            )],
        ),
        CrossSpec::new("threads × topology", Rule::Scheduler8_8, &["threads", "topology"], TOO_LARGE),
        CrossSpec::new("dag × station", Rule::Scheduler2_5, &["dag", "station"], NEVER_ALONE),
    ],
};

const NEVER_ALONE: &[ExclusionSpec] = &[never(
    &[("dag", &["with others"]), ("station", &["1"])],
    "the only kernel of the Ready Station is alone in its slot",
)];

/// Blocks that are larger than a cluster.
pub(super) const TOO_LARGE: &[ExclusionSpec] = {
    const REASON: &str = "a block is not larger than a cluster (TD_CLUSTER)";
    &[
        never(&[("threads", &["4"]), ("topology", &["3x4", "3x8"])], REASON),
        never(&[("threads", &["6"]), ("topology", &["3x4", "3x8", "4x4", "4x8"])], REASON),
        never(&[("threads", &["8"]), ("topology", &["3x4", "3x8", "4x4", "4x8", "6x2", "6x4"])], REASON),
        never(
            &[
                ("threads", &["9", "12"]),
                ("topology", &["3x4", "3x8", "4x4", "4x8", "6x2", "6x4", "8x2", "8x4"]),
            ],
            REASON,
        ),
        never(
            &[
                ("threads", &["16"]),
                ("topology", &["3x4", "3x8", "4x4", "4x8", "6x2", "6x4", "8x2", "8x4", "12x1", "12x2"]),
            ],
            REASON,
        ),
    ]
};

impl Admission {
    fn of(&self, bin: impl FnOnce(&Admitted) -> Option<usize>) -> Option<usize> {
        self.admitted.as_ref().and_then(bin)
    }

    /// The tasks of a step: at most one.
    pub(in crate::coverage) fn all<'s>(step: &'s Step<'_>) -> impl Iterator<Item = Self> + 's {
        let next = |place: usize| step.events.get(place + 1);
        step.events.iter().enumerate().filter_map(move |(place, event)| match *event {
            Event::Admit { entry, seq, .. } => Some(Self::admitted(step.hws, entry, seq)),
            Event::Error { bit, ids } if is_rejection(next(place)) => Some(Self {
                outcome: CHECKS.iter().position(|&check| check == bit).map(|check| check + 1),
                source: answer(ids.source == Source::Firmware),
                topology: kernel::topology(step.hws),
                admitted: None,
            }),
            _ => None,
        })
    }

    fn admitted(hws: &Hws, entry: Entry, seq: u32) -> Self {
        let admitted = ResidentKernel::with_seq(hws, entry, seq).map(|kernel| Admitted::new(hws, kernel));
        Self {
            outcome: Some(0),
            source: admitted.as_ref().map(|one| one.kernel.source()),
            topology: kernel::topology(hws),
            admitted,
        }
    }
}

/// Whether the event is the ERROR message that follows the error of a rejected task.
fn is_rejection(next: Option<&Event>) -> bool {
    let is_error = |raw: RawMih| {
        matches!(MihMessage::decode(raw), Ok(MihMessage::Notify { notice: Notice::Error { .. }, .. }))
    };
    matches!(next, Some(Event::Mih(raw) | Event::MihDrop(raw)) if is_error(*raw))
}

impl Admitted {
    fn new(hws: &Hws, kernel: ResidentKernel) -> Self {
        let slots = RegIndex::all().map(|slot| DagFlags::from_bits(hws.peek(RegId::DagFlags(slot))));
        let slot = kernel.flags.dag_slot_valid().then(|| kernel.flags.dag_slot());
        let is_dynamic = slot.is_some_and(|slot| {
            DagFlags::from_bits(hws.peek(RegId::DagFlags(RegIndex::wrapping(slot)))).dynamic()
        });
        let of_slot = |entry: Entry| {
            ResidentKernel::of(hws, entry)
                .is_some_and(|other| other.flags.dag_slot_valid() && Some(other.flags.dag_slot()) == slot)
        };
        Self {
            kernel,
            resident: HwsStatus::from_bits(hws.peek(RegId::HwsStatus)).rs_count(),
            relatives: slot.map(|_| Entry::all().filter(|&entry| of_slot(entry)).count() as u32 - 1),
            slots: slots.filter(|slot| slot.valid()).count() as u32,
            is_dynamic,
            is_boosting: DynDagPrio::from_bits(hws.peek(RegId::DynDagPrio)).age_boost(),
        }
    }

    fn kind(&self) -> usize {
        match (self.kernel.td.enable_sip_alloc, self.kernel.td.coop) {
            (false, _) => 2,
            (true, true) => 1,
            (true, false) => 0,
        }
    }

    fn block_ids(&self) -> usize {
        let td = &self.kernel.td;
        let end = u32::from(td.start_block_idx) + u32::from(td.block_num);
        match td.start_block_idx {
            _ if end > u16::MAX.into() => 2,
            0 => 0,
            _ => 1,
        }
    }

    fn trigger(&self) -> usize {
        let td = &self.kernel.td;
        match td.block_trigger_cnt {
            0 => 0,
            count if count > td.block_num => 3,
            count if count == td.block_num => 2,
            _ => 1,
        }
    }

    /// The length of the run that each block takes from a pool.
    fn vc_run(&self) -> Option<usize> {
        let td = &self.kernel.td;
        if td.enable_vc_alloc && td.vc_hw_alloc { range(td.cdte_vc_num.into(), &[0, 1, 64]) } else { None }
    }

    fn dag(&self) -> usize {
        match self.relatives {
            Some(0) => 0,
            Some(_) => 1,
            None => 2,
        }
    }

    fn dag_kind(&self) -> Option<usize> {
        self.relatives.map(|_| usize::from(self.is_dynamic) * (1 + usize::from(self.is_boosting)))
    }
}
