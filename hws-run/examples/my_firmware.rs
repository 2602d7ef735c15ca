//! A custom firmware: shortest job first, a window that opens slowly, and grants where most L2 is free.
//!
//! `cargo run --release --example my_firmware [WORKLOAD]` runs the built-in example, or a workload
//! in YAML, with the reference firmware and with this one, and prints both makespans.

use std::collections::BTreeMap;
use std::error::Error;

use fw_api::{HwsError, KernelAction, PromotionPolicy, PromotionRule, PromotionRules};
use hws_run::run::{
    ErrorAnswer, Flow, GrantPlace, Policy, PolicyHws, PolicyOutcome, PolicyTask, run, run_with,
};
use hws_run::workload::{ReadOptions, Workload, built_in, read};
use hws_types::Cycle;

/// The state of this firmware.
#[derive(Debug, Default)]
pub(crate) struct MyFirmware {
    /// Blocks that may be in flight, by kernel: one more for each block that has finished.
    windows: BTreeMap<u32, u16>,
    /// The widest window so far, in blocks.
    pub(crate) widest: u16,
    /// Kernels in the order in which they finished.
    pub(crate) finished: Vec<u32>,
}

/// Blocks that may start before one has finished.
const FIRST_WINDOW: u16 = 4;

impl Policy for MyFirmware {
    /// Promotes a kernel only after many failed attempts.
    fn configure(&mut self, hws: &mut PolicyHws<'_>) -> PolicyOutcome {
        let rules = PromotionRules::NONE.with(PromotionRule::Threshold);
        hws.set_promotion(&PromotionPolicy { rules, threshold: 16, ..PromotionPolicy::default() })
    }

    /// Makes shorter kernels more urgent, regardless of their dependents.
    fn describe(&mut self, task: &PolicyTask<'_>, action: &mut KernelAction) {
        let length = u64::from(task.kernel.est) * u64::from(task.kernel.blocks);
        action.offline_priority = u32::MAX - u32::try_from(length).unwrap_or(u32::MAX);
    }

    fn window(&mut self, task: &PolicyTask<'_>, flow: Flow) -> u16 {
        let window = FIRST_WINDOW.saturating_add(flow.finished);
        self.windows.insert(task.kernel_id, window);
        self.widest = self.widest.max(window);
        window
    }

    /// Chooses the VG with the most free L2, not the one with the fewest grants.
    fn place_grant(&mut self, _task: &PolicyTask<'_>, places: &[GrantPlace]) -> usize {
        (0..places.len()).max_by_key(|&at| places[at].l2_free).unwrap_or(0)
    }

    /// A rejected kernel is an error of the planner: the run stops instead of giving a partial result.
    fn on_error(&mut self, error: HwsError, task: Option<&PolicyTask<'_>>) -> ErrorAnswer {
        if task.is_some() { ErrorAnswer::Stop } else { ErrorAnswer::default_for(error) }
    }

    fn on_kernel_finish(&mut self, task: &PolicyTask<'_>, _now: Cycle) {
        self.windows.remove(&task.kernel_id);
        self.finished.push(task.kernel_id);
    }
}

/// Returns the makespans with the reference firmware and with this one.
///
/// # Errors
/// A firmware that could not continue, or a run that got stuck.
pub(crate) fn compare(workload: &Workload, mine: &mut MyFirmware) -> Result<(u64, u64), Box<dyn Error>> {
    let (reference, ()) = run(workload, ())?;
    let (own, ()) = run_with(workload, mine, ())?;
    if !(reference.drained && own.drained) {
        return Err("a run got stuck: see `hws run`".into());
    }
    Ok((reference.makespan, own.makespan))
}

/// Compares the two on the workload given, or on the built-in example.
///
/// # Errors
/// Those of [`compare`], and a workload that cannot be read.
fn main() -> Result<(), Box<dyn Error>> {
    let workload = match std::env::args().nth(1) {
        Some(path) => read(&std::fs::read(&path)?, &path, &ReadOptions::default(), &mut |file: &str| {
            std::fs::read(file)
        })?,
        None => built_in(),
    };
    let (reference, own) = compare(&workload, &mut MyFirmware::default())?;
    println!("reference firmware  {reference} cycles\nmy firmware         {own} cycles");
    Ok(())
}
