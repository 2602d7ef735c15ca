//! The plan file of a periodic schedule: one that runs to its end, with how late it ends if decisions delay it.

use std::path::Path;

use hws_host::outputs;
use hws_host::plan::periodic::tried_on_model;
use hws_plan::plan::Plan;

use crate::args::plan::periodic::Periodic as Args;
use crate::commands::plan::planning;
use crate::failure::Failure;

/// Writes a plan that can run, or any with `--force`; returns whether it is written.
pub(super) fn write(plan: Plan, out: &Path, args: &Args) -> Result<bool, Failure> {
    let remedy = if plan.not_runnable.is_some() { "give --pes 32, or" } else { "give" };
    let plan = planning(&args.input.file, || tried_on_model(plan));
    if let Some(reason) = plan.not_runnable.as_ref().filter(|_| !args.force) {
        eprintln!(
            "error: {} is not written: {reason}; {remedy} --force for a plan marked as not runnable",
            out.display()
        );
        return Ok(false);
    }
    outputs::file(out, |out| plan.write(out))?;
    notes(&plan, out);
    Ok(true)
}

/// What a run of the plan needs to know.
fn notes(plan: &Plan, out: &Path) {
    let out = out.display();
    if let Some(instances) = plan.instances_that_run() {
        let kernels = plan.kernel_count();
        eprintln!(
            "note: {out} has {kernels} kernels, more than a run takes; run it with --instances {instances}"
        );
    }
    if let Some([run, planned]) = plan.time.predicted_factor {
        eprintln!("note: decisions and firmware delay {out}: planned {planned} cycles, predicted {run}");
    }
}
