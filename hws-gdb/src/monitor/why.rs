//! `monitor why KERNEL`: where a kernel is, and for one that has reached the HWS what `hws explain --kernel` says of the run
//! up to now.

use hws_inspect::explain::{Question, explain};
use hws_run::run::{Control, ImageScript, ImageSession, RunError};
use hws_sim::stimulus::{Reader, Writer};
use hws_sim::{Hdr, KernelState, Observer, On};

use super::kernels;
use crate::target::GdbTarget;

pub(super) fn answer(target: &GdbTarget<'_>, kernel: &str) -> String {
    if kernel.is_empty() {
        return "give a kernel: its id, or GRAPH/KERNEL".to_owned();
    }
    let found = kernels::find(target.workload, kernel);
    found.map_or_else(|problem| problem, |id| of_kernel(target, id))
}

fn of_kernel(target: &GdbTarget<'_>, id: u32) -> String {
    let session = target.debuggee.session();
    let name = kernels::name(target.workload, id);
    let state = session.hdr().and_then(|hdr| hdr.state(id).map(|state| (hdr, state)));
    let place = match state {
        None => "the image has not passed it to the resolver".to_owned(),
        Some((hdr, KernelState::Waiting)) => predecessors(target, hdr, id),
        Some((_, KernelState::Ready)) => "it waits for room in the HDR FIFO, or for a delay".to_owned(),
        Some(_) => return format!("{name}, up to cycle {}:\n{}", session.cycle(), explained(target, id)),
    };
    format!("kernel {id} ({name}) at cycle {}: {place}", session.cycle())
}

fn predecessors(target: &GdbTarget<'_>, hdr: &Hdr, id: u32) -> String {
    let waits = hdr.waits_for(id).map(|dependency| {
        let name = kernels::name(target.workload, dependency.kernel);
        let what = if dependency.on == On::Launch { "launch" } else { "end" };
        format!("the {what} of kernel {} ({name})", dependency.kernel)
    });
    format!("it waits for {}", waits.collect::<Vec<_>>().join(", "))
}

fn explained(target: &GdbTarget<'_>, id: u32) -> String {
    let stimulus = match stimulus(target) {
        Ok(stimulus) => stimulus,
        Err(problem) => return problem,
    };
    let answer = explain(Reader::new("the run", stimulus.as_slice()), Question::Kernel(id));
    answer.map_or_else(|error| error.to_string(), |answer| answer.to_string())
}

/// The stimulus of the run up to now: it is made again.
fn stimulus(target: &GdbTarget<'_>) -> Result<Vec<u8>, String> {
    let debuggee = &target.debuggee;
    let script = ImageScript { edits: debuggee.edits().to_vec(), stop_after: Some(debuggee.place()) };
    let mut writer = Writer::new(Vec::new());
    let failed = |error: RunError| error.to_string();
    let mut session = ImageSession::new(target.workload, target.firmware, &mut writer as &mut dyn Observer)
        .map_err(failed)?;
    // A crash is the last step; the stimulus ends before it.
    let _ = session.run(&script, &Control::default());
    session.finish();
    writer.finish().map_err(|error| error.to_string())
}
