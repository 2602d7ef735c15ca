//! A timeline as a trace in the Chrome trace-event format, which the Perfetto UI and `chrome://tracing` open.
//!
//! The format counts microseconds; one microsecond is one cycle here. Its content:
//!
//! | process | tracks |
//! |---|---|
//! | `cluster N` | a thread for each SIP: a slice for each run, and one for each span in which firmware owned it; arrows from the predecessors of a kernel |
//! | `HWS` | counters `resident`, `busy`, `reserved and idle`; threads `HDR` with a slice for each push, and `attempts` with one for each attempt; instants `promote`, `cancel`, errors; a bar for each reservation |
//! | `kernels` | a bar for each kernel, from ready to its end, with the reasons for which it waited |
//! | `graphs` | a bar for each graph, from arrival to finish |
//! | `kernels`, `graphs` | an instant for each deadline, named by what came of it, and a bar from one that was missed to the finish |
//! | `firmware` | if it was recorded: threads `calls` with a slice for each call of the firmware API and, in it, one for each register access with its value by field; `interrupts` with a slice while the line is high; `waits` with one for each time in which firmware had nothing to do; a bar for each message, from sent to taken |
//!
//! A flow leads from the push of a kernel over its first block to its last one. Every event has a category: `run`, `owned`, `hdr`,
//! `attempt`, `kernel`, `graph`, `reservation`, `counter`, `promotion`, `error`, `dependency`, `lifecycle`, `call`, `access`, `interrupt`,
//! `message`, `wait`, `deadline`.
//!
//! Events are written one by one, a line each, so a long run needs no memory for its trace.

mod attempts;
mod deadlines;
mod event;
mod firmware;
mod lifecycles;
mod slices;
mod tracks;

use std::io::{self, Write};

use super::{ReservationOutcome, Timeline, Trouble, TroubleKind};
use event::{Emitter, Event};

/// Process of the HWS as a whole; the ids of clusters are below it.
const HWS: u32 = 100;
/// Process of the graphs.
const GRAPHS: u32 = 101;
/// Process of the kernels.
const KERNELS: u32 = 102;
/// Process of firmware.
const FIRMWARE: u32 = 103;
/// Threads of the HWS.
const HDR: u32 = 1;
const ATTEMPTS: u32 = 2;
/// Threads of firmware.
const CALLS: u32 = 1;
const INTERRUPTS: u32 = 2;
const WAITS: u32 = 3;

/// Writes the trace.
///
/// # Errors
/// Those of the output, and of the file of the [lists](super::StoredLists).
pub fn write(timeline: &Timeline, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{{\"otherData\":{{\"one microsecond\":\"one cycle\"}},\"traceEvents\":[")?;
    let mut emitter = Emitter::new(output);
    tracks::write(timeline, &mut emitter)?;
    let ends = slices::Ends::of(timeline);
    slices::write(timeline, &ends, &mut emitter)?;
    attempts::write(timeline, &mut emitter)?;
    lifecycles::write(timeline, &ends, &mut emitter)?;
    deadlines::write(timeline, &mut emitter)?;
    firmware::write(timeline, &mut emitter)?;
    write_counters(timeline, &mut emitter)?;
    write_instants(timeline, &mut emitter)?;
    write_bars(timeline, &mut emitter)?;
    writeln!(output, "\n]}}")?;
    timeline.check_stored()
}

fn write_counters(timeline: &Timeline, out: &mut Emitter<'_, impl Write>) -> io::Result<()> {
    for (at, count) in timeline.every_resident() {
        out.event(&Event::counter("resident", HWS, at, count))?;
    }
    for step in super::steps::steps(timeline) {
        out.event(&Event::counter("busy", HWS, step.at, step.busy))?;
        out.event(&Event::counter("reserved and idle", HWS, step.at, step.reserved_idle))?;
    }
    Ok(())
}

fn write_instants(timeline: &Timeline, out: &mut Emitter<'_, impl Write>) -> io::Result<()> {
    for kept in &timeline.reservations {
        let kernel = timeline.kernel_name(kept.kernel);
        out.event(&Event::instant(&format!("promote {kernel}"), "promotion", HWS, kept.from))?;
        if kept.outcome == ReservationOutcome::Cancelled {
            out.event(&Event::instant(&format!("cancel {kernel}"), "promotion", HWS, kept.to))?;
        }
    }
    for trouble in &timeline.troubles {
        out.event(&Event::instant(&trouble_name(timeline, trouble), "error", HWS, trouble.at))?;
    }
    Ok(())
}

fn trouble_name(timeline: &Timeline, trouble: &Trouble) -> String {
    let what = match trouble.what {
        TroubleKind::Error(bit) => format!("error {bit:?}"),
        TroubleKind::MessageDropped => "message dropped".to_owned(),
        TroubleKind::BusError => "bus error".to_owned(),
        TroubleKind::SoftReset(true) => "soft reset, forced".to_owned(),
        TroubleKind::SoftReset(false) => "soft reset".to_owned(),
    };
    match trouble.kernel {
        Some(kernel) => format!("{what} of {}", timeline.kernel_name(kernel)),
        None => what,
    }
}

fn write_bars(timeline: &Timeline, out: &mut Emitter<'_, impl Write>) -> io::Result<()> {
    for (kept, id) in timeline.reservations.iter().zip(0..) {
        let name = format!("reserved for {}", timeline.kernel_name(kept.kernel));
        out.bar(&name, ("reservation", id), HWS, kept.from, kept.to)?;
    }
    for (dag, id) in timeline.dags.iter().zip(0..) {
        let end = dag.finish.unwrap_or(timeline.end).max(dag.arrival);
        out.bar(&dag.name, ("graph", id), GRAPHS, dag.arrival, end)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
