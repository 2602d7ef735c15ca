//! The slices of each SIP: runs and ownership, and arrows for dependencies.

use std::io::{self, Write};

use hws_model::Pool;
use hws_types::{Cycle, Sip};

use super::event::{Args, Emitter, Event};
use super::tracks;
use crate::timeline::{SipRun, StartedBy, Timeline};

/// The first and the last run of each kernel that has any.
pub(super) struct Ends(Vec<Option<(Place, Place)>>);

/// When and where a run was.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) sip: Sip,
    pub(super) from: Cycle,
    pub(super) to: Cycle,
}

impl Ends {
    pub(super) fn of(timeline: &Timeline) -> Self {
        let mut ends: Vec<Option<(Place, Place)>> = vec![None; timeline.kernels.len()];
        for run in timeline.every_run() {
            let Some(end) = ends.get_mut(run.kernel as usize) else { continue };
            let place = Place { sip: run.sip, from: run.from, to: run.to };
            *end = match *end {
                Some((first, last)) => Some((first, if place.to > last.to { place } else { last })),
                None => Some((place, place)),
            };
        }
        Self(ends)
    }

    pub(super) fn get(&self, kernel: u32) -> Option<(Place, Place)> {
        self.0.get(kernel as usize).copied().flatten()
    }
}

pub(super) fn write(timeline: &Timeline, ends: &Ends, out: &mut Emitter<'_, impl Write>) -> io::Result<()> {
    for owned in &timeline.owned {
        let (pid, tid) = (tracks::process(timeline, owned.sip), Some(owned.sip.get() + 1));
        let (ts, dur) = span(owned.from, owned.to);
        let cat = Some("owned");
        out.event(&Event { ph: "X", name: "owned by firmware", cat, pid, tid, ts, dur, ..Event::default() })?;
    }
    timeline.every_run().try_for_each(|run| slice(timeline, &run, out))?;
    arrows(timeline, ends, out)
}

fn slice(timeline: &Timeline, run: &SipRun, out: &mut Emitter<'_, impl Write>) -> io::Result<()> {
    let kernel = timeline.kernels.get(run.kernel as usize);
    let graph = kernel.and_then(|kernel| timeline.dags.get(kernel.dag as usize));
    let args = Args::Run {
        graph: graph.map_or("", |graph| &graph.name),
        kernel: kernel.map_or("", |kernel| &kernel.name),
        kernel_id: run.kernel,
        block: run.block,
        started_by: match run.by {
            StartedBy::Hws(Pool::R) => "HWS, R-pool",
            StartedBy::Hws(Pool::P) => "HWS, P-pool",
            StartedBy::Hws(Pool::O) => "HWS, O-pool",
            StartedBy::Firmware => "firmware",
        },
        launched: run.launched.0,
        backfilled: run.backfilled,
        early: run.early,
        unfinished: run.unfinished,
    };
    let name = format!("{}[{}]", timeline.kernel_name(run.kernel), run.block);
    let (pid, tid) = (tracks::process(timeline, run.sip), Some(run.sip.get() + 1));
    let (ts, dur) = span(run.from, run.to);
    let cat = Some("run");
    out.event(&Event { ph: "X", name: &name, cat, pid, tid, ts, dur, args, ..Event::default() })
}

fn span(from: Cycle, to: Cycle) -> (Option<u64>, Option<u64>) {
    (Some(from.0), Some(to.since(from)))
}

/// Arrows from the last run of a kernel to the first run of each dependent.
fn arrows(timeline: &Timeline, ends: &Ends, out: &mut Emitter<'_, impl Write>) -> io::Result<()> {
    let mut id = 0;
    for (kernel, of) in timeline.kernels.iter().zip(0..) {
        let Some((first, _)) = ends.get(of) else { continue };
        let before = kernel.deps.iter().filter_map(|&dep| ends.get(dep));
        // A kernel that waits for a launch only may begin before the last run ends; no arrow points backwards.
        for (_, last) in before.filter(|(_, last)| last.to <= first.from) {
            // Inside the slices: at the last cycle of one and the first of the other.
            arrow_end(timeline, out, "s", id, &last, last.to.0.saturating_sub(1))?;
            arrow_end(timeline, out, "f", id, &first, first.from.0)?;
            id += 1;
        }
    }
    Ok(())
}

fn arrow_end(
    timeline: &Timeline,
    out: &mut Emitter<'_, impl Write>,
    ph: &'static str,
    id: u32,
    run: &Place,
    at: u64,
) -> io::Result<()> {
    let (cat, id) = (Some("dependency"), Some(id));
    let bp = Some("e").filter(|_| ph == "f");
    out.event(&Event { ph, name: "dependency", cat, id, bp, ..point(timeline, run, at) })
}

/// A point of a flow at a run.
pub(super) fn point(timeline: &Timeline, run: &Place, at: u64) -> Event<'static> {
    let (pid, tid) = (tracks::process(timeline, run.sip), Some(run.sip.get() + 1));
    Event { pid, tid, ts: Some(at), ..Event::default() }
}
