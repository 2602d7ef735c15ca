//! The kernels: a bar for each, from ready to its end, with the reasons for which it waited; and a flow from its push over
//! its first block to its last one.

use std::io::{self, Write};

use super::event::{Args, Emitter, Event};
use super::slices::{self, Ends, Place};
use super::{HDR, HWS, KERNELS};
use crate::timeline::words;
use crate::timeline::{KernelLine, Timeline, WaitSpan};

pub(super) fn write(timeline: &Timeline, ends: &Ends, out: &mut Emitter<'_, impl Write>) -> io::Result<()> {
    let mut waits = timeline.every_wait().peekable();
    for (id, kernel) in (0..).zip(&timeline.kernels) {
        let mut own = std::iter::from_fn(|| waits.next_if(|wait| wait.kernel <= id));
        bar(timeline, id, kernel, &mut own, out)?;
        own.for_each(drop);
        push(timeline, id, kernel, out)?;
        flow(timeline, id, kernel, ends, out)?;
    }
    Ok(())
}

/// Bars of one id nest by the order of their events.
fn bar(
    timeline: &Timeline,
    id: u32,
    kernel: &KernelLine,
    waits: &mut impl Iterator<Item = WaitSpan>,
    out: &mut Emitter<'_, impl Write>,
) -> io::Result<()> {
    let Some(ready) = kernel.ready else { return Ok(()) };
    let name = timeline.kernel_name(id);
    let bar = ("kernel", id);
    out.bar_end("b", &name, bar, KERNELS, ready, Args::None)?;
    for wait in waits {
        let (reason, by) = (words::name(wait.why), wait.why.blamed());
        let reason = match by {
            Some(other) => format!("{reason}: {}", timeline.kernel_name(other)),
            None => reason.to_owned(),
        };
        out.bar(&reason, bar, KERNELS, wait.from, wait.to)?;
    }
    out.bar_end("e", &name, bar, KERNELS, kernel.finish.unwrap_or(timeline.end), Args::None)
}

/// The push is a slice, because a flow connects slices.
fn push(
    timeline: &Timeline,
    id: u32,
    kernel: &KernelLine,
    out: &mut Emitter<'_, impl Write>,
) -> io::Result<()> {
    let Some(pushed) = kernel.pushed else { return Ok(()) };
    let name = format!("push {}", timeline.kernel_name(id));
    let (cat, pid, tid) = (Some("hdr"), HWS, Some(HDR));
    let (ts, dur) = (Some(pushed.0), Some(1));
    let args = Args::Push { kernel_id: id, admitted: kernel.admitted.map(|at| at.0) };
    out.event(&Event { ph: "X", name: &name, cat, pid, tid, ts, dur, args, ..Event::default() })
}

fn flow(
    timeline: &Timeline,
    id: u32,
    kernel: &KernelLine,
    ends: &Ends,
    out: &mut Emitter<'_, impl Write>,
) -> io::Result<()> {
    let Some((pushed, (first, last))) = kernel.pushed.zip(ends.get(id)) else { return Ok(()) };
    let (name, cat, id) = ("lifecycle", Some("lifecycle"), Some(id));
    let (pid, tid, ts) = (HWS, Some(HDR), Some(pushed.0));
    out.event(&Event { ph: "s", name, cat, id, pid, tid, ts, ..Event::default() })?;
    let bp = Some("e");
    let of_run = |ph, run: &Place, at| Event { ph, name, cat, id, bp, ..slices::point(timeline, run, at) };
    out.event(&of_run("t", &first, first.from.0))?;
    out.event(&of_run("f", &last, last.to.0.saturating_sub(1).max(last.from.0)))
}
