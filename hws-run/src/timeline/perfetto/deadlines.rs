//! The deadlines: a mark for each, and a bar from one that was missed to the finish.

use std::io::{self, Write};

use hws_types::Cycle;

use super::event::{Args, Emitter, Event};
use super::{GRAPHS, KERNELS};
use crate::timeline::Timeline;

/// A graph or a kernel with a deadline.
struct Due {
    of: String,
    pid: u32,
    /// Its place among the graphs or kernels.
    id: u32,
    deadline: Cycle,
    finish: Option<Cycle>,
}

pub(super) fn write(timeline: &Timeline, out: &mut Emitter<'_, impl Write>) -> io::Result<()> {
    for (dag, id) in timeline.dags.iter().zip(0..) {
        let Some(deadline) = dag.deadline else { continue };
        one(timeline, &Due { of: dag.name.clone(), pid: GRAPHS, id, deadline, finish: dag.finish }, out)?;
    }
    for (kernel, id) in timeline.kernels.iter().zip(0..) {
        let Some(deadline) = kernel.deadline else { continue };
        let of = timeline.kernel_name(id);
        one(timeline, &Due { of, pid: KERNELS, id, deadline, finish: kernel.finish }, out)?;
    }
    Ok(())
}

/// A deadline after the end of the run has its mark there if it was missed, and otherwise none.
fn one(timeline: &Timeline, due: &Due, out: &mut Emitter<'_, impl Write>) -> io::Result<()> {
    let &Due { ref of, pid, id, deadline, finish } = due;
    let missed = finish.is_none_or(|finish| finish > deadline);
    if !missed && deadline > timeline.end {
        return Ok(());
    }
    let at = deadline.min(timeline.end);
    let name = format!("deadline {} by {of}", if missed { "missed" } else { "met" });
    let lateness = finish.map(|finish| finish.0.wrapping_sub(deadline.0).cast_signed());
    let args =
        Args::Deadline { deadline: deadline.0, finish: finish.map(|finish| finish.0), lateness, missed };
    out.event(&Event { args, ..Event::instant(&name, "deadline", pid, at) })?;
    if missed {
        out.bar(&format!("{of} is late"), ("deadline", id), pid, at, finish.unwrap_or(timeline.end))?;
    }
    Ok(())
}
