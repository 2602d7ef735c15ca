//! Launches: every kernel that a COMMIT launches (scheduler.md §5, §6.2, §6.3).

use std::rc::Rc;

use hws_model::{Choice, ChoiceRule, Pool, Way};
use hws_regs::{EarlyLaunchMode, HwsWorkMode, LaunchInfo, OutPath, RegId, SipTopology, UseRsvdSipFirst};
use hws_types::{Die, Rule, SipMask, Topology};

use crate::coverage::kernel::{
    self, CLASSES, PATHS, POOLS, RESOURCES, ResidentKernel, SOURCES, THREADS, TOPOLOGIES,
};
use crate::coverage::spec::{CrossSpec, ExclusionSpec, GroupSpec, NO_YES, PointSpec, answer, never};
use crate::coverage::step::{Latched, Step};

use super::admission::TOO_LARGE;
use super::aftermath::Aftermath;

/// A launch: one block, or all blocks of a cooperative kernel.
pub(in crate::coverage) struct Launching {
    latched: Rc<Latched>,
    choice: Choice,
    kernel: ResidentKernel,
    /// Its first launch.
    info: LaunchInfo,
    out_path: OutPath,
    has_delay: bool,
    launch_id: Option<usize>,
    leaves: usize,
    live_words: Option<usize>,
}

type Point = PointSpec<Launching>;

const WAYS: &[&str] = &["reserved", "around reservations", "option1", "option2", "option3"];
const OPTIONS: &[&str] = &["option1", "option2", "option3"];

pub(in crate::coverage) static LAUNCH: GroupSpec<Launching> = GroupSpec {
    name: "launch",
    rule: Rule::Scheduler6_2,
    title: "a launch: one block, or all blocks of a cooperative kernel",
    points: &[
        Point::new("pool", Rule::Scheduler5_6, POOLS, |at| Some(at.choice.pool as usize)),
        Point::new("placement", Rule::Scheduler5_3, WAYS, |at| Some(at.way())),
        Point::new("class", Rule::Scheduler0_2, CLASSES, |at| at.kernel.class()),
        Point::new("threads", Rule::Scheduler5_2, THREADS, |at| at.kernel.threads()),
        Point::new("early", Rule::Scheduler5_2, NO_YES, |at| answer(at.is_early())),
        Point::new("cooperative", Rule::Scheduler5_2, NO_YES, |at| answer(at.kernel.td.coop)),
        Point::new("choice", Rule::Scheduler5_6, &["first", "fill-up"], |at| {
            answer(at.choice.rule == ChoiceRule::FillUp)
        }),
        Point::new("reserved_first", Rule::Scheduler5_4, &["off", "on"], |at| at.reserved_first()),
        Point::new("source", Rule::Scheduler2_1, SOURCES, |at| Some(at.kernel.source())),
        Point::new("paths", Rule::Scheduler6_2, PATHS, |at| at.paths()),
        Point::new("out_path", Rule::Scheduler6_2, &["MDMA", "MIH"], |at| {
            answer(at.out_path == OutPath::Mih)
        }),
        Point::new("resources", Rule::Scheduler9_2, RESOURCES, |at| at.resources()),
        Point::new("topology", Rule::Scheduler8_8, TOPOLOGIES, |at| kernel::topology(&at.latched.hws)),
        Point::new("early_mode", Rule::Scheduler7_3, &["reports", "estimates"], |at| {
            at.is_early().then(|| at.early_mode())
        }),
        Point::new("clusters", Rule::Scheduler5_2, &["one", "several"], |at| answer(at.clusters() > 1)),
        Point::new("dies", Rule::Scheduler5_2, &["0", "1", "both"], |at| at.dies()),
        Point::new(
            "block",
            Rule::Scheduler6_3,
            &["the only one", "the first", "one between", "the last"],
            |at| at.block(),
        ),
        Point::new(
            "leaves",
            Rule::Scheduler6_4,
            &["stays", "all blocks launched", "firmware task with blocks left"],
            |at| Some(at.leaves),
        ),
        Point::new("launch_id", Rule::Scheduler6_2, &["next", "after a used one", "wrapped"], |at| {
            at.launch_id
        }),
        Point::new("live_words", Rule::Scheduler6_3, &["as before", "raised", "refused"], |at| at.live_words),
        Point::new("estimate", Rule::Scheduler7_2, &["0", "other"], |at| {
            answer(at.kernel.td.est_exec_time != 0)
        }),
        Point::new("delay", Rule::Scheduler7_2, &["0", "other"], |at| answer(at.has_delay)),
    ],
    crosses: &[
        CrossSpec::new(
            "pool × placement × class × early × cooperative",
            Rule::Scheduler5_4,
            &["pool", "placement", "class", "early", "cooperative"],
            PLACEMENTS,
        ),
        CrossSpec::new("pool × choice", Rule::Scheduler5_6, &["pool", "choice"], FIRST_OF_R),
        CrossSpec::new(
            "placement × reserved_first",
            Rule::Scheduler5_4,
            &["placement", "reserved_first"],
            NOT_OF_R,
        ),
        CrossSpec::new("threads × topology", Rule::Scheduler8_8, &["threads", "topology"], TOO_LARGE),
        CrossSpec::new(
            "pool × resources × cooperative",
            Rule::Scheduler9_2,
            &["pool", "resources", "cooperative"],
            &[],
        ),
        CrossSpec::new("source × paths", Rule::Scheduler6_2, &["source", "paths"], &[]),
        CrossSpec::new("class × early_mode", Rule::Scheduler7_3, &["class", "early_mode"], &[]),
        CrossSpec::new("block × source", Rule::Scheduler6_4, &["block", "source"], ONCE),
        CrossSpec::new("leaves × pool", Rule::Scheduler6_4, &["leaves", "pool"], &[]),
    ],
};

const PLACEMENTS: &[ExclusionSpec] = &[
    never(&[("pool", &["R"]), ("placement", OPTIONS)], "option1 to option3 are those of P- and O-tasks"),
    never(
        &[("pool", &["P", "O"]), ("placement", &["reserved", "around reservations"])],
        "only an R-task has reserved SIPs",
    ),
    never(
        &[("placement", &["option3"]), ("class", &["1"]), ("cooperative", &["no"])],
        "a single SIP is either reserved or not: option1 or option2 has it",
    ),
];

const NOT_OF_R: &[ExclusionSpec] = &[never(
    &[("placement", &["reserved", "around reservations"])],
    "USE_RSVD_SIP_FIRST orders the options of P- and O-tasks",
)];

const FIRST_OF_R: &[ExclusionSpec] =
    &[never(&[("pool", &["R"]), ("choice", &["fill-up"])], "the first launchable R-task wins")];

const ONCE: &[ExclusionSpec] = &[never(
    &[("block", &["one between", "the last"]), ("source", &["firmware"])],
    "a task of the firmware FIFO is scheduled once",
)];

impl Launching {
    /// The launch of the COMMIT in this step.
    pub(in crate::coverage) fn of(step: &Step<'_>) -> Option<Self> {
        let latched = step.latched?;
        let choice = latched.decision.choice?;
        let after = Aftermath::of(step, &latched.hws, choice.entry)?;
        Some(Self {
            info: after.info(),
            out_path: HwsWorkMode::from_bits(step.hws.peek(RegId::HwsWorkMode)).out_path(),
            has_delay: step.hws.peek(RegId::LaunchSipDelay) != 0,
            launch_id: after.launch_id(),
            leaves: after.leaves(),
            live_words: after.live_words(),
            kernel: after.kernel,
            latched: Rc::clone(latched),
            choice,
        })
    }

    fn way(&self) -> usize {
        match self.choice.way {
            Way::Reserved => 0,
            Way::AroundReservations => 1,
            Way::Unreserved => 2,
            Way::Backfill => 3,
            Way::Mixed => 4,
        }
    }

    fn sips(&self) -> SipMask {
        self.choice.placement.sips()
    }

    fn is_early(&self) -> bool {
        !self.latched.decision.idle.contains(self.sips())
    }

    fn early_mode(&self) -> usize {
        EarlyLaunchMode::from_bits(self.latched.hws.peek(RegId::EarlyLaunchMode)).mode_bits() as usize
    }

    /// USE_RSVD_SIP_FIRST, if it matters.
    fn reserved_first(&self) -> Option<usize> {
        if self.choice.pool == Pool::R || self.latched.decision.reserved.is_empty() {
            return None;
        }
        answer(UseRsvdSipFirst::from_bits(self.latched.hws.peek(RegId::UseRsvdSipFirst)).enable())
    }

    /// The paths that are on, as the launch table has them.
    fn paths(&self) -> Option<usize> {
        kernel::paths(self.info.out_mdma(), self.info.out_mih())
    }

    /// What the launch uses: nothing while second resources are off.
    fn resources(&self) -> Option<usize> {
        Some(if self.latched.decision.second_resources { self.kernel.resources() } else { 0 })
    }

    fn clusters(&self) -> usize {
        let topology = SipTopology::from_bits(self.latched.hws.peek(RegId::SipTopology));
        let topology = Topology::new(topology.cluster_sip_num(), topology.cluster_num());
        let touched = |topology: Topology| {
            topology
                .clusters()
                .filter(|&cluster| topology.cluster_mask(cluster).intersects(self.sips()))
                .count()
        };
        topology.map_or(0, touched)
    }

    fn dies(&self) -> Option<usize> {
        let touches = |die: Die| die.sips().intersects(self.sips());
        match (touches(Die::Low), touches(Die::High)) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            (true, true) => Some(2),
            (false, false) => None,
        }
    }

    fn block(&self) -> Option<usize> {
        if self.kernel.td.coop {
            return None;
        }
        let (launched, blocks) = (self.kernel.progress.launched(), u32::from(self.kernel.td.block_num));
        Some(match launched {
            0 if blocks == 1 => 0,
            0 => 1,
            n if n + 1 == blocks => 3,
            _ => 2,
        })
    }
}
