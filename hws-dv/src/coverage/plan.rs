//! All groups: the model and the samplers.

use std::rc::Rc;
use std::sync::LazyLock;

use hws_model::Event;

use super::groups::admission::{ADMISSION, Admission};
use super::groups::attempt::{ATTEMPT, Attempting};
use super::groups::backfill::{BACKFILL, Filtered};
use super::groups::command::{QueuedCommand, RETIRED, RetiredCommand, WRITTEN, WrittenCommand};
use super::groups::control::{CONTROL, Controlled};
use super::groups::error::{ERROR, Raised};
use super::groups::guard::{GUARD, Guarded};
use super::groups::interrupt::{INTERRUPT, Interrupting};
use super::groups::launch::{LAUNCH, Launching};
use super::groups::message::{MESSAGE, Sent};
use super::groups::port::{IDLE, Idling, PORT, Pushed};
use super::groups::priority::{PRIORITY, Prioritised};
use super::groups::promotion::{Committed, PROMOTION};
use super::groups::register::RegisterSampler;
use super::groups::report::{REPORT, Reported};
use super::groups::reservation::{Ended, RESERVATION};
use super::groups::resource::{REQUEST, Requested, SUPPLY, Supplied};
use super::groups::sip::{LaunchedSip, PRE_IDLE, PreIdle, SIP_LAUNCH};
use super::groups::waiting::{WAITING, Waiting};
use super::model::CoverageModel;
use super::sampler::{CoverageCounts, Sampler};
use super::step::{Cause, Glance, Latched, Step};

/// The model, and a sampler for each group.
pub(super) struct Plan {
    pub(super) model: CoverageModel,
    port: Sampler<Pushed>,
    admission: Sampler<Admission>,
    no_attempt: Sampler<Idling>,
    attempt: Sampler<Attempting>,
    priority: Sampler<Prioritised>,
    waiting: Sampler<Waiting>,
    backfill: Sampler<Filtered>,
    launch: Sampler<Launching>,
    sip_launch: Sampler<LaunchedSip>,
    promotion: Sampler<Committed>,
    reservation: Sampler<Ended>,
    pre_idle: Sampler<PreIdle>,
    report: Sampler<Reported>,
    supply: Sampler<Supplied>,
    request: Sampler<Requested>,
    message: Sampler<Sent>,
    written: Sampler<WrittenCommand>,
    command: Sampler<RetiredCommand>,
    control: Sampler<Controlled>,
    guard: Sampler<Guarded>,
    error: Sampler<Raised>,
    interrupt: Sampler<Interrupting>,
    registers: RegisterSampler,
}

/// The only one: it does not change.
pub(super) static PLAN: LazyLock<Plan> = LazyLock::new(Plan::new);

impl Plan {
    fn new() -> Self {
        let mut model = CoverageModel::default();
        Self {
            port: Sampler::new(&PORT, &mut model),
            admission: Sampler::new(&ADMISSION, &mut model),
            no_attempt: Sampler::new(&IDLE, &mut model),
            attempt: Sampler::new(&ATTEMPT, &mut model),
            priority: Sampler::new(&PRIORITY, &mut model),
            waiting: Sampler::new(&WAITING, &mut model),
            backfill: Sampler::new(&BACKFILL, &mut model),
            launch: Sampler::new(&LAUNCH, &mut model),
            sip_launch: Sampler::new(&SIP_LAUNCH, &mut model),
            promotion: Sampler::new(&PROMOTION, &mut model),
            reservation: Sampler::new(&RESERVATION, &mut model),
            pre_idle: Sampler::new(&PRE_IDLE, &mut model),
            report: Sampler::new(&REPORT, &mut model),
            supply: Sampler::new(&SUPPLY, &mut model),
            request: Sampler::new(&REQUEST, &mut model),
            message: Sampler::new(&MESSAGE, &mut model),
            written: Sampler::new(&WRITTEN, &mut model),
            command: Sampler::new(&RETIRED, &mut model),
            control: Sampler::new(&CONTROL, &mut model),
            guard: Sampler::new(&GUARD, &mut model),
            error: Sampler::new(&ERROR, &mut model),
            interrupt: Sampler::new(&INTERRUPT, &mut model),
            registers: RegisterSampler::new(&mut model),
            model,
        }
    }

    /// Counts what a step shows. `now` is a part of the state after it, `retired` the commands that it has retired.
    pub(super) fn sample(
        &self,
        step: &Step<'_>,
        now: &Glance,
        retired: &[QueuedCommand],
        counts: &mut CoverageCounts,
    ) {
        if !step.events.is_empty() {
            self.sample_events(step, now, retired, counts);
        }
        self.registers.sample(step, counts);
        Pushed::of(step).iter().for_each(|push| self.port.sample(push, counts));
        Reported::of(step).iter().for_each(|report| self.report.sample(report, counts));
        Controlled::of(step).iter().for_each(|write| self.control.sample(write, counts));
        Guarded::of(step).iter().for_each(|write| self.guard.sample(write, counts));
        if matches!(step.cause, Cause::Time) {
            let idling = Idling::of(step, now).filter(|idling| step.idling != Some(*idling));
            idling.iter().for_each(|idling| self.no_attempt.sample(idling, counts));
        }
        Interrupting::of(step, now).iter().for_each(|change| self.interrupt.sample(change, counts));
        PreIdle::all(step, now).for_each(|sip| self.pre_idle.sample(&sip, counts));
        Raised::all(step).iter().for_each(|error| self.error.sample(error, counts));
        let written = step.write().and_then(|(id, value)| QueuedCommand::of(id, value));
        written.iter().for_each(|command| self.written.sample(&WrittenCommand::new(step, command), counts));
    }

    fn sample_events(
        &self,
        step: &Step<'_>,
        now: &Glance,
        retired: &[QueuedCommand],
        counts: &mut CoverageCounts,
    ) {
        Admission::all(step).for_each(|task| self.admission.sample(&task, counts));
        Sent::all(step).for_each(|message| self.message.sample(&message, counts));
        Requested::all(step, now.messages).for_each(|request| self.request.sample(&request, counts));
        RetiredCommand::all(step, retired).for_each(|command| self.command.sample(&command, counts));
        Ended::all(step).for_each(|end| self.reservation.sample(&end, counts));
        if step.has(|event| matches!(event, Event::Commit { .. })) {
            Launching::of(step).iter().for_each(|launch| self.launch.sample(launch, counts));
            LaunchedSip::all(step).for_each(|sip| self.sip_launch.sample(&sip, counts));
            Committed::of(step).iter().for_each(|commit| self.promotion.sample(commit, counts));
        }
    }

    /// Counts what a LATCH shows.
    pub(super) fn sample_latch(&self, latched: &Rc<Latched>, counts: &mut CoverageCounts) {
        self.attempt.sample(&Attempting::new(latched), counts);
        Prioritised::all(latched).for_each(|task| self.priority.sample(&task, counts));
        Waiting::all(latched).for_each(|kernel| self.waiting.sample(&kernel, counts));
        Filtered::all(latched).iter().for_each(|filtered| self.backfill.sample(filtered, counts));
        Supplied::all(latched).for_each(|task| self.supply.sample(&task, counts));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::spec::GroupSpec;

    /// The exclusions that name a coverpoint or a bin that does not exist.
    fn misspelt<F>(group: &GroupSpec<F>) -> Vec<String> {
        let bins = |name: &str| group.points.iter().find(|point| point.name == name).map(|point| point.bins);
        let is_known = |point: &str, bin: &str| bins(point).is_some_and(|bins| bins.contains(&bin));
        let of_points =
            group.points.iter().flat_map(|point| point.excluded.iter().map(|(bin, _)| (point.name, *bin)));
        let of_crosses = group.crosses.iter().flat_map(|cross| cross.excluded).flat_map(|exclusion| {
            exclusion.when.iter().flat_map(|(point, bins)| bins.iter().map(move |bin| (*point, *bin)))
        });
        let all = of_points.chain(of_crosses).filter(|(point, bin)| !is_known(point, bin));
        all.map(|(point, bin)| format!("{}.{point}: {bin}", group.name)).collect()
    }

    #[test]
    fn exclusions_name_what_exists() {
        let all = [
            misspelt(&PORT),
            misspelt(&ADMISSION),
            misspelt(&IDLE),
            misspelt(&ATTEMPT),
            misspelt(&PRIORITY),
            misspelt(&WAITING),
            misspelt(&BACKFILL),
            misspelt(&LAUNCH),
            misspelt(&SIP_LAUNCH),
            misspelt(&PROMOTION),
            misspelt(&RESERVATION),
            misspelt(&PRE_IDLE),
            misspelt(&REPORT),
            misspelt(&SUPPLY),
            misspelt(&REQUEST),
            misspelt(&MESSAGE),
            misspelt(&WRITTEN),
            misspelt(&RETIRED),
            misspelt(&CONTROL),
            misspelt(&GUARD),
            misspelt(&ERROR),
            misspelt(&INTERRUPT),
        ];
        assert_eq!(all.concat(), Vec::<String>::new());
        // All groups but those of the registers.
        assert_eq!(all.len() + 3, PLAN.model.groups().len());
    }
}
