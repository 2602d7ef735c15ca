//! Second resources: what each kernel that needs them finds open at LATCH (scheduler.md §9.1), the requests that are sent
//! (§9.3), and the allocation-only kernels that finish (§9.4).

use hws_model::{Event, Hws};
use hws_regs::{RegId, RegIndex, RsRscOpen, SipTopology};
use hws_types::{Entry, MihMessage, Notice, Rule};

use crate::coverage::kernel::{RESOURCES, ResidentKernel, SOURCES};
use crate::coverage::spec::{CrossSpec, ExclusionSpec, GroupSpec, NO_YES, PointSpec, answer, never, range};
use crate::coverage::step::{Latched, Step};

/// A task of a pool that needs second resources, at LATCH.
pub(in crate::coverage) struct Supplied {
    kernel: ResidentKernel,
    vgs: usize,
    dies: usize,
    is_launchable: bool,
}

type Point = PointSpec<Supplied>;

const OPEN: &[&str] = &["none", "some", "all"];

pub(in crate::coverage) static SUPPLY: GroupSpec<Supplied> = GroupSpec {
    name: "supply",
    rule: Rule::Scheduler9_1,
    title: "a task that needs second resources, at LATCH",
    points: &[
        Point::new("resources", Rule::Scheduler9_1, RESOURCES, |task| Some(task.kernel.resources()))
            .without(&[("none", "only tasks that need second resources are observed")]),
        Point::new("vgs", Rule::Scheduler9_1, OPEN, |task| {
            task.kernel.td.enable_l2_alloc.then_some(task.vgs)
        }),
        Point::new("dies", Rule::Scheduler9_1, OPEN, |task| {
            task.kernel.td.enable_vc_alloc.then_some(task.dies)
        }),
        Point::new("launchable", Rule::Scheduler9_1, NO_YES, |task| answer(task.is_launchable)),
        Point::new("cooperative", Rule::Scheduler5_2, NO_YES, |task| answer(task.kernel.td.coop)),
    ],
    crosses: &[
        CrossSpec::new("vgs × launchable", Rule::Scheduler9_1, &["vgs", "launchable"], NO_VG),
        CrossSpec::new("dies × launchable", Rule::Scheduler9_1, &["dies", "launchable"], NO_DIE),
        CrossSpec::new("resources × cooperative", Rule::Scheduler5_2, &["resources", "cooperative"], &[]),
    ],
};

const NO_VG: &[ExclusionSpec] =
    &[never(&[("vgs", &["none"]), ("launchable", &["yes"])], "a block needs an open VG")];
const NO_DIE: &[ExclusionSpec] =
    &[never(&[("dies", &["none"]), ("launchable", &["yes"])], "a block needs an open die")];

impl Supplied {
    /// The tasks of an attempt.
    pub(in crate::coverage) fn all(latched: &Latched) -> impl Iterator<Item = Self> {
        let Latched { hws, decision } = latched;
        let tasks = decision.tasks.iter().filter(|_| decision.second_resources);
        tasks.filter_map(|task| {
            let kernel = ResidentKernel::of(hws, task.entry).filter(|kernel| kernel.resources() != 0)?;
            let open = RsRscOpen::from_bits(hws.peek(RegId::RsRscOpen(RegIndex::wrapping(task.entry.get()))));
            let clusters = SipTopology::from_bits(hws.peek(RegId::SipTopology)).cluster_num();
            Some(Self {
                kernel,
                vgs: share(open.vg(), clusters),
                dies: share(open.die(), 2),
                is_launchable: !task.options.is_empty(),
            })
        })
    }
}

/// The bin among [`OPEN`] of a set of `all` places.
fn share(open: u32, all: u32) -> usize {
    match open.count_ones() {
        0 => 0,
        count if count < all => 1,
        _ => 2,
    }
}

/// A request.
pub(in crate::coverage) struct Requested {
    resource: usize,
    kind: Option<usize>,
    source: usize,
    /// Messages in the FIFO after it, at least.
    level: u32,
}

type Request = PointSpec<Requested>;

const KINDS: &[&str] = &["plain", "cooperative", "allocation only"];

pub(in crate::coverage) static REQUEST: GroupSpec<Requested> = GroupSpec {
    name: "request",
    rule: Rule::Scheduler9_3,
    title: "a request for a second resource",
    points: &[
        Request::new("resource", Rule::Scheduler9_3, &["L2", "VC"], |request| Some(request.resource)),
        Request::new("kind", Rule::Scheduler9_3, KINDS, |request| request.kind),
        Request::new("source", Rule::Scheduler9_3, SOURCES, |request| Some(request.source)),
        Request::new("level", Rule::Scheduler9_3, &["1-31", "32"], |request| {
            range(request.level.into(), &[1, 32])
        }),
    ],
    crosses: &[
        CrossSpec::new("resource × kind", Rule::Scheduler9_3, &["resource", "kind"], L2_ONLY),
        CrossSpec::new("resource × source", Rule::Scheduler9_3, &["resource", "source"], &[]),
        CrossSpec::new("kind × source", Rule::Scheduler9_3, &["kind", "source"], &[]),
    ],
};

const L2_ONLY: &[ExclusionSpec] = &[never(
    &[("resource", &["VC"]), ("kind", &["allocation only"])],
    "VC requests are for kernels with enable_sip_alloc",
)];

impl Requested {
    /// The requests of a step.
    pub(in crate::coverage) fn all<'s>(step: &'s Step<'_>, messages: u32) -> impl Iterator<Item = Self> + 's {
        step.events.iter().filter_map(move |event| {
            let Event::Mih(raw) = *event else { return None };
            let Ok(MihMessage::Notify { of, notice }) = MihMessage::decode(raw) else { return None };
            let (resource, entry) = match notice {
                Notice::L2AllocReq { entry, .. } => (0, entry),
                Notice::VcAllocReq { entry, .. } => (1, entry),
                Notice::Error { .. } => return None,
            };
            let source = usize::from(of.ids.source == hws_types::Source::Firmware);
            Some(Self { resource, kind: kind(step.hws, entry), source, level: messages.min(32) })
        })
    }
}

fn kind(hws: &Hws, entry: Entry) -> Option<usize> {
    hws.descriptor(entry).map(|td| match (td.enable_sip_alloc, td.coop) {
        (false, _) => 2,
        (true, coop) => usize::from(coop),
    })
}
