//! A coarse scheduler that fills a timeline: an attempt every 48 cycles, aligned places, reservations,
//! backfilling, early launches. It resembles the HWS, but does not follow its rules in detail.

use hws_model::{ErrorBit, Pool};
use hws_run::timeline::{
    AttemptSpan, DagLine, KernelLine, Owned, Reservation, ReservationOutcome, SipRun, StartedBy, Timeline,
    Trouble, TroubleKind, WaitSpan, Why,
};
use hws_types::{Cycle, Sip, SipMask, ThreadNum, Topology};

const ATTEMPT: u64 = 48;

/// Names of graphs.
pub(crate) const NAMES: [&str; 7] = ["resnet50", "bert-base", "detector", "lm", "speech", "ranker", "vision"];

/// Names that would do harm if they were markup or script.
pub(crate) const HOSTILE: [&str; 7] = [
    "</script><script>window.harm = 1</script>",
    "<img src=x onerror=\"window.harm = 2\">",
    "<!-- <script>",
    "\"quotes' & \\backslash\\ \u{2028} \u{202E}abc",
    "__proto__",
    "{}",
    "a very long name that goes on and on, and on, and on, and on, and on, and on, and on, and on, and on",
];

const SHAPES: [(u32, u32); 8] =
    [(1, 900), (2, 700), (4, 1400), (8, 1200), (16, 800), (3, 500), (6, 1000), (12, 2500)];

struct Scheduler {
    random: u64,
    timeline: Timeline,
    blocks_left: Vec<u16>,
    failures: Vec<u32>,
    resident: Vec<u32>,
    busy_until: [u64; 32],
    pending: [bool; 32],
    reserved: Option<usize>,
    next: usize,
}

/// A run of at least this many blocks.
pub(crate) fn run(blocks: u32, names: &[&str; 7], topology: Topology) -> Timeline {
    let mut scheduler = Scheduler::new(blocks, names, topology);
    let mut now = 100;
    while scheduler.blocks_left.iter().any(|&left| left > 0) {
        scheduler.attempt(now);
        now += ATTEMPT;
    }
    scheduler.finish()
}

impl Scheduler {
    fn new(blocks: u32, names: &[&str; 7], topology: Topology) -> Self {
        let mut scheduler = Self {
            random: 0x9E37_79B9_7F4A_7C15,
            timeline: Timeline::new(topology),
            blocks_left: Vec::new(),
            failures: Vec::new(),
            resident: Vec::new(),
            busy_until: [0; 32],
            pending: [false; 32],
            reserved: None,
            next: 0,
        };
        let (mut planned, mut arrival) = (0, 0);
        while planned < blocks {
            let first = scheduler.timeline.kernels.len();
            planned += scheduler.add_dag(names, arrival, blocks - planned);
            let added = &scheduler.timeline.kernels[first..];
            let work: u64 =
                added.iter().map(|k| u64::from(k.threads) * u64::from(k.blocks) * u64::from(k.est)).sum();
            arrival += work / u64::from(topology.present().len()) * 3 / 4;
        }
        scheduler
    }

    /// xorshift64*.
    fn below(&mut self, bound: u64) -> u64 {
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        (self.random.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound
    }

    /// Adds layers of kernels, each kernel waiting for some of the layer before; returns their number of blocks.
    fn add_dag(&mut self, names: &[&str; 7], arrival: u64, most: u32) -> u32 {
        let dag = self.timeline.dags.len();
        let name = names[dag % names.len()];
        let name = if dag < names.len() { name.to_owned() } else { format!("{name}#{}", dag / names.len()) };
        let tag = u16::try_from(dag).ok();
        self.timeline.dags.push(DagLine { name, tag, arrival: Cycle(arrival), finish: None, deadline: None });
        let mut planned = 0;
        let mut before: Vec<u32> = Vec::new();
        for layer in 0..5 + self.below(8) {
            let mut this = Vec::new();
            for place in 0..1 + self.below(4) {
                if planned >= most {
                    return planned;
                }
                let deps: Vec<u32> =
                    before.iter().copied().filter(|dep| dep % 2 == place as u32 % 2).collect();
                this.push(self.timeline.kernels.len() as u32);
                planned += self.add_kernel(
                    dag as u32,
                    format!("{}{layer}.{place}", kind(layer, names)),
                    deps,
                    most - planned,
                );
            }
            before = this;
        }
        planned
    }

    fn add_kernel(&mut self, dag: u32, name: String, deps: Vec<u32>, most: u32) -> u32 {
        let (threads, est) = SHAPES[self.below(8) as usize];
        let threads = if threads > self.timeline.topology.cluster_sip_num() { 1 } else { threads };
        let blocks = (1 + self.below(24) as u32).min(most) as u16;
        let priority = 10_000 - self.below(9000) as u32;
        let est = est + self.below(300) as u32;
        let on_cp = priority > 7000;
        let line = KernelLine { threads, blocks, est, priority, on_cp, deps, ..KernelLine::new(&name, dag) };
        self.timeline.kernels.push(line);
        self.blocks_left.push(blocks);
        self.failures.push(0);
        u32::from(blocks)
    }

    fn attempt(&mut self, now: u64) {
        self.admit(now);
        if self.resident.is_empty() {
            return;
        }
        let mut order = self.resident.clone();
        let held = self.reserved.map(|place| self.timeline.reservations[place].kernel);
        order.sort_by_key(|&id| {
            (Some(id) != held, u32::MAX - self.timeline.kernels[id as usize].priority, id)
        });
        let chosen = order.iter().find_map(|&id| Some((id, self.place(id, now)?)));
        let idle_unusable = if chosen.is_none() { self.idle(now) } else { 0 };
        self.timeline.attempts.push(AttemptSpan {
            commit: Cycle(now),
            launched: chosen.is_some(),
            idle_unusable,
        });
        let by = chosen.map(|(id, _)| id);
        for &id in order.iter().filter(|&&id| Some(id) != by) {
            self.waits(id, now, by);
        }
        if let Some((id, sips)) = chosen {
            self.launch(id, sips, now);
        }
        self.promote(&order, now);
    }

    fn admit(&mut self, now: u64) {
        while self.next < self.timeline.kernels.len() && self.resident.len() < 32 {
            let Some(ready) = self.ready(self.next).filter(|&ready| ready + 30 <= now) else { break };
            let kernel = &mut self.timeline.kernels[self.next];
            kernel.ready = Some(Cycle(ready));
            kernel.pushed = Some(Cycle(ready + 12));
            kernel.admitted = Some(Cycle(now.max(ready + 20) - 8));
            let admitted = Cycle(now.max(ready + 20) - 8);
            self.resident.push(self.next as u32);
            self.timeline.resident.push((admitted, self.resident.len() as u32));
            self.next += 1;
        }
    }

    fn ready(&self, kernel: usize) -> Option<u64> {
        let line = &self.timeline.kernels[kernel];
        let mut ready = self.timeline.dags[line.dag as usize].arrival.0;
        for &dep in &line.deps {
            ready = ready.max(self.timeline.kernels[dep as usize].finish?.0);
        }
        Some(ready)
    }

    /// The first aligned place that is idle, or nearly so, and not reserved for another kernel.
    fn place(&mut self, id: u32, now: u64) -> Option<SipMask> {
        let threads = ThreadNum::new(self.timeline.kernels[id as usize].threads)?;
        let step = threads.get().next_power_of_two() as usize;
        let patience = if self.below(4) == 0 { 120 } else { 0 };
        let may_backfill = self.below(3) > 0;
        let places = (0..32).step_by(step).map(|position| SipMask::block(position, threads));
        let present = self.timeline.topology.present();
        places.filter(|&sips| present.contains(sips)).find(|&sips| {
            let idle = sips
                .iter()
                .all(|sip| self.busy_until[sip.index()] <= now + patience && !self.is_pending(sip, now));
            idle && (may_backfill || !self.kept_for_another(id).intersects(sips))
        })
    }

    fn is_pending(&self, sip: Sip, now: u64) -> bool {
        self.pending[sip.index()] && self.busy_until[sip.index()] > now
    }

    fn kept_for_another(&self, id: u32) -> SipMask {
        let kept = self.reserved.map(|place| self.timeline.reservations[place]);
        kept.filter(|kept| kept.kernel != id).map_or(SipMask::EMPTY, |kept| kept.sips)
    }

    fn idle(&self, now: u64) -> u32 {
        let present = self.timeline.topology.present();
        present.iter().filter(|sip| self.busy_until[sip.index()] <= now).count() as u32
    }

    fn waits(&mut self, id: u32, now: u64, by: Option<u32>) {
        self.failures[id as usize] += 1;
        let why = match (by, self.reserved.map(|place| self.timeline.reservations[place].kernel)) {
            (_, Some(holder)) if holder != id && id.is_multiple_of(3) => Why::Reserved { by: holder },
            (Some(by), _) if id % 5 < 2 => Why::Outranked { by },
            _ if id.is_multiple_of(7) => Why::NotInPool,
            _ => Why::NoPlace,
        };
        self.timeline.waits.push(WaitSpan { kernel: id, from: Cycle(now - ATTEMPT), to: Cycle(now), why });
    }

    fn launch(&mut self, id: u32, sips: SipMask, now: u64) {
        let jitter = self.below(200);
        let backfilled = self.kept_for_another(id).intersects(sips);
        let block = self.timeline.kernels[id as usize].blocks - self.blocks_left[id as usize];
        let length = u64::from(self.timeline.kernels[id as usize].est) + jitter;
        let held = self.reserved.filter(|&place| self.timeline.reservations[place].kernel == id);
        if let Some(place) = held {
            self.timeline.reservations[place].to = Cycle(now);
            self.timeline.reservations[place].outcome = ReservationOutcome::Launched;
            self.reserved = None;
        }
        for sip in sips.iter() {
            let early = self.busy_until[sip.index()] > now;
            let from = self.busy_until[sip.index()].max(now);
            self.pending[sip.index()] = early;
            self.busy_until[sip.index()] = from + length;
            let by = StartedBy::Hws(if held.is_some() { Pool::R } else { Pool::P });
            let run = SipRun::new(sip, id, by, Cycle(from), Cycle(from + length));
            self.timeline.runs.push(SipRun { block, launched: Cycle(now), backfilled, early, ..run });
        }
        self.launched(id, now);
    }

    fn launched(&mut self, id: u32, now: u64) {
        let kernel = &mut self.timeline.kernels[id as usize];
        kernel.first_launch.get_or_insert(Cycle(now));
        self.failures[id as usize] = 0;
        self.blocks_left[id as usize] -= 1;
        if self.blocks_left[id as usize] > 0 {
            return;
        }
        self.resident.retain(|&other| other != id);
        self.timeline.resident.push((Cycle(now), self.resident.len() as u32));
        let own = self.timeline.runs.iter().rev().take(2000).filter(|run| run.kernel == id);
        self.timeline.kernels[id as usize].finish = own.map(|run| run.to).max();
    }

    fn promote(&mut self, order: &[u32], now: u64) {
        let waiting =
            |id: &&u32| self.failures[**id as usize] > 12 && self.timeline.kernels[**id as usize].threads > 2;
        let (None, Some(&id)) = (self.reserved, order.iter().find(waiting)) else { return };
        let Some(threads) = ThreadNum::new(self.timeline.kernels[id as usize].threads) else { return };
        let step = threads.get().next_power_of_two() as usize;
        let present = self.timeline.topology.present();
        let places = (0..32).step_by(step).map(|position| SipMask::block(position, threads));
        let soonest = places
            .filter(|&sips| present.contains(sips))
            .min_by_key(|sips| sips.iter().map(|sip| self.busy_until[sip.index()]).max());
        let Some(sips) = soonest else { return };
        self.reserved = Some(self.timeline.reservations.len());
        let (from, to) = (Cycle(now), Cycle(now));
        self.timeline.reservations.push(Reservation {
            kernel: id,
            sips,
            from,
            to,
            outcome: ReservationOutcome::Open,
        });
    }

    /// Sorts and merges the lists, truncates the last blocks, and adds rare events.
    fn finish(mut self) -> Timeline {
        let last = self.busy_until.iter().copied().max().unwrap_or_default();
        let end = Cycle(last - last.min(300) / 3);
        let timeline = &mut self.timeline;
        timeline.end = end;
        for run in timeline.runs.iter_mut().filter(|run| run.to > end) {
            run.unfinished = true;
            run.to = end;
        }
        timeline.runs.retain(|run| run.from < run.to);
        timeline.runs.sort_by_key(|run| (run.from, run.sip));
        for kernel in timeline.kernels.iter_mut().filter(|kernel| kernel.finish > Some(end)) {
            kernel.finish = None;
        }
        timeline
            .reservations
            .iter_mut()
            .filter(|one| one.outcome == ReservationOutcome::Open)
            .for_each(|one| one.to = end);
        merge_waits(&mut timeline.waits);
        add_rare(timeline);
        self.timeline
    }
}

/// The name of the kernels of a layer.
fn kind<'a>(layer: u64, names: &[&'a str; 7]) -> &'a str {
    if names[0] == HOSTILE[0] {
        return names[layer as usize % 7];
    }
    ["conv", "attention", "norm", "ffn", "pool", "softmax"][layer as usize % 6]
}

fn merge_waits(waits: &mut Vec<WaitSpan>) {
    waits.sort_by_key(|wait| (wait.kernel, wait.from));
    waits.dedup_by(|next, last| {
        let follows = last.kernel == next.kernel && last.to == next.from && last.why == next.why;
        if follows {
            last.to = next.to;
        }
        follows
    });
}

fn add_rare(timeline: &mut Timeline) {
    let end = timeline.end.0;
    for (sixth, what) in [
        (1, TroubleKind::Error(ErrorBit::TdCluster)),
        (3, TroubleKind::MessageDropped),
        (5, TroubleKind::SoftReset(true)),
    ] {
        let kernel = (!timeline.kernels.is_empty() && sixth == 1).then_some(0);
        timeline.troubles.push(Trouble { at: Cycle(end * sixth / 6), what, kernel });
    }
    for index in [0, 1] {
        let free = timeline.runs.iter().filter(|run| run.sip == Sip::wrapping(index)).map(|run| run.to).max();
        let from = free.unwrap_or_default();
        if from < timeline.end {
            timeline.owned.push(Owned { sip: Sip::wrapping(index), from, to: timeline.end });
        }
    }
    timeline.owned.sort_by_key(|owned| (owned.from, owned.sip));
}
