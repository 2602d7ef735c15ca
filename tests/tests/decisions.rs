//! A [`Decision`] contains everything that led to its choice: in all golden stimuli and dangers, the choice
//! follows from the tasks by the rule of scheduler.md §5.6, and COMMIT does what was decided.

use std::fmt::{self, Write as _};
use std::fs;
use std::path::Path;

use hws_model::{
    Choice, ChoiceRule, Config, Considered, Decision, Event, EventSink, Hws, Pool, Survey, SurveyedTask,
};
use hws_sim::stimulus::Reader;
use hws_sim::{Machine, Observer, replay_on};
use hws_tests::rig::{Rig, td};
use hws_types::{Cycle, Entry, EntryMask, SipMask, TaskDescriptor};

/// Checks every decision when it is made, and every COMMIT against its decision.
#[derive(Default)]
struct Judge {
    /// What the attempt in flight must launch.
    expected: Option<Option<(Entry, Pool, Vec<SipMask>)>>,
    launched: Vec<(Entry, Pool, SipMask)>,
    decisions: usize,
    fill_ups: usize,
    /// The decision whose survey follows.
    decided: Option<Decision>,
}

impl EventSink for Judge {
    fn event(&mut self, cycle: Cycle, event: Event) {
        match event {
            Event::Commit { launched } => {
                self.settle();
                let expected = self.expected.as_ref().expect("a COMMIT follows a LATCH");
                assert_eq!(launched, expected.is_some(), "at {cycle}");
            }
            Event::Launch { entry, pool, sip_mask, .. } => self.launched.push((entry, pool, sip_mask)),
            Event::SoftReset { .. } => *self = Self { decisions: self.decisions, ..Self::default() },
            _ => {}
        }
    }

    fn latch(&mut self, cycle: Cycle, decision: &dyn Fn() -> Decision) {
        self.settle();
        let decision = decision();
        self.decisions += 1;
        self.fill_ups +=
            usize::from(decision.choice.as_ref().is_some_and(|choice| choice.rule == ChoiceRule::FillUp));
        assert_eq!(decision.choice.as_ref().map(summary), follows(&decision), "at {cycle}");
        decision.tasks.iter().for_each(|task| assert_masks(task, &decision));
        let blocks = |choice: &Choice| (choice.entry, choice.pool, choice.placement.blocks().collect());
        self.expected = Some(decision.choice.as_ref().map(blocks));
        self.decided = Some(decision);
    }

    fn survey(&mut self, cycle: Cycle, survey: &dyn Fn() -> Survey) {
        let decision = self.decided.take().expect("the survey of a decision");
        assert_agrees(cycle, &survey(), &decision);
    }
}

impl Observer for Judge {}

impl Judge {
    /// Checks that the launches since the last COMMIT are those that were decided.
    fn settle(&mut self) {
        let launched = std::mem::take(&mut self.launched);
        let Some((entry, pool, _)) = launched.first().copied() else { return };
        let blocks = launched.iter().map(|launch| launch.2).collect();
        let expected = self.expected.take().expect("a launch follows a decision");
        assert_eq!(Some((entry, pool, blocks)), expected);
    }
}

/// Checks that a survey agrees with a decision.
fn assert_agrees(at: Cycle, survey: &Survey, decision: &Decision) {
    assert_eq!(
        (survey.ready, survey.idle, survey.reserved),
        (decision.ready, decision.idle, decision.reserved),
        "at {at}"
    );
    let choice = decision.choice.as_ref().map(|choice| (choice.entry, choice.pool));
    assert_eq!(survey.choice, choice, "at {at}");
    let of = |is_wanted: &dyn Fn(&Considered) -> bool| {
        let wanted = decision.tasks.iter().filter(|task| is_wanted(task));
        wanted.fold(EntryMask::EMPTY, |all, task| all.with(task.entry))
    };
    let pools = [Pool::R, Pool::P, Pool::O];
    assert_eq!(survey.pools, pools.map(|pool| of(&|task| task.pool == pool)), "at {at}");
    assert_eq!(survey.nowhere, of(&|task| task.masks.allowed.is_empty()), "at {at}");
    let fits = |entry| survey.fitting.iter().any(|task| task.entry == entry);
    assert!(decision.tasks.iter().all(|task| fits(task.entry) || task.options.is_empty()), "at {at}");
    let mut fitting: Vec<_> = decision.tasks.iter().filter(|task| fits(task.entry)).map(surveyed).collect();
    fitting.sort_by_key(|task| task.entry.index());
    assert_eq!(*survey.fitting, *fitting, "at {at}");
}

fn surveyed(task: &Considered) -> SurveyedTask {
    SurveyedTask {
        entry: task.entry,
        pool: task.pool,
        masks: task.masks,
        is_launchable: !task.options.is_empty(),
    }
}

type Summary = (Entry, Pool, SipMask);

fn summary(choice: &Choice) -> Summary {
    (choice.entry, choice.pool, choice.placement.sips())
}

/// Applies §5.6 to the tasks alone.
fn follows(decision: &Decision) -> Option<Summary> {
    let of = |task: &Considered| Some((task.entry, task.pool, task.options.first()?.placement.sips()));
    [Pool::R, Pool::P, Pool::O].into_iter().find_map(|pool| {
        let launchable = || decision.pool(pool).filter(|task| !task.options.is_empty());
        let fill_up = launchable().find(|task| task.options[0].is_fill_up);
        match decision.choice.as_ref()?.rule {
            ChoiceRule::FillUp if pool != Pool::R && fill_up.is_some() => of(fill_up?),
            _ => of(launchable().next()?),
        }
    })
}

/// §5.1: the masks of a task partition what it may use.
fn assert_masks(task: &Considered, decision: &Decision) {
    let masks = task.masks;
    assert!(masks.allowed.contains(masks.usable) && decision.ready.contains(masks.usable));
    assert_eq!(masks.nonrsv, masks.usable - decision.reserved);
    assert_eq!(masks.rsv, masks.usable & decision.reserved);
    assert!(masks.rsv.contains(masks.backfill));
    let fits = |sips: SipMask| masks.usable.contains(sips);
    assert!(task.options.iter().all(|option| fits(option.placement.sips())));
}

fn judge(folder: &str) -> Judge {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut total = Judge::default();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            let mut machine = Machine::new(Hws::new(Config::default()), Judge::default());
            let text = fs::read(&path).unwrap();
            replay_on(&mut machine, Reader::new(path.display().to_string(), text.as_slice()), |_| false)
                .unwrap();
            let judge = machine.into_observer();
            total.decisions += judge.decisions;
            total.fill_ups += judge.fill_ups;
        }
    }
    total
}

#[test]
fn choices_follow_from_their_decisions() {
    let (golden, dangers) = (judge("golden"), judge("dangers"));
    assert!(golden.decisions + dangers.decisions > 1000 && golden.fill_ups > 0);
}

/// §3.2: LATCH first cancels the reservations that are stale.
#[test]
fn a_decision_has_no_stale_reservation() {
    let mut rig = Rig::new();
    let (task, reserved) = rig.reserve(td(4, 1));
    let pool = |rig: &Rig| {
        let decision = rig.decide();
        let found = decision.tasks.iter().find(|considered| considered.entry.get() == u32::from(task.entry));
        (decision.reserved, found.map(|considered| considered.pool))
    };
    assert_eq!(pool(&rig), (SipMask(reserved), Some(Pool::R)));
    rig.usage(0, 2, !reserved);
    assert_eq!(pool(&rig), (SipMask::EMPTY, Some(Pool::P)));
}

/// Room for so many bytes.
struct Room(usize);

impl fmt::Write for Room {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
        Ok(())
    }
}

/// Returns the text, which fails where a writer has too little room for it.
fn text(shown: &impl fmt::Display) -> String {
    let text = shown.to_string();
    let fits = |room| write!(Room(room), "{shown}").is_ok();
    assert!((0..text.len()).all(|room| !fits(room)) && fits(text.len()));
    text
}

#[test]
fn decisions_and_events_as_text() {
    let mut rig = Rig::new();
    let nothing = text(&rig.decide());
    assert!(
        nothing.starts_with("no launch; ready ") && nothing.ends_with("; no task is in a pool"),
        "{nothing}"
    );
    let (r_task, _) = rig.reserve(TaskDescriptor { affinity: 0xFF00, ..td(4, 1) });
    let (wide, narrow) = (rig.submit(td(16, 1)), rig.submit(td(1, 1)));
    let decision = rig.decide();
    let shown = text(&decision);
    let tasks = format!(
        "; tasks R RS[{}], P RS[{}] online 100, O RS[{}] offline 100",
        r_task.entry, wide.entry, narrow.entry
    );
    assert!(shown.starts_with("RS[0] from the R pool on SIPs ") && shown.ends_with(&tasks), "{shown}");
    let option = |entry: u8| {
        let task = decision.tasks.iter().find(|task| task.entry.get() == u32::from(entry)).unwrap();
        text(task.options.first().unwrap())
    };
    let options = [wide.entry, narrow.entry].map(option);
    assert!(options[0].ends_with(", a fill-up") && !options[1].ends_with(", a fill-up"), "{options:?}");
    let taken = (0..3).fold(0, |taken, _| taken | rig.attempt().launch().mask);
    rig.complete(taken);
    rig.tick();
    let events: Vec<_> = rig.take_events().iter().map(|recorded| text(&recorded.event)).collect();
    for kind in ["launch entry", "mdma sip", "kernel_done entry", "commit launched"] {
        assert!(events.iter().any(|event| event.starts_with(kind)), "{kind}");
    }
}

/// A survey has a task whose size has a place among the ready SIPs, even if the task may not use it, and no task without such a
/// place: here, eight aligned SIPs.
#[test]
fn a_survey_lists_the_tasks_whose_size_fits() {
    #[derive(Default)]
    struct Surveys(Vec<Survey>);
    impl EventSink for Surveys {
        fn event(&mut self, _: Cycle, _: Event) {}
        fn survey(&mut self, _: Cycle, survey: &dyn Fn() -> Survey) {
            self.0.push(survey());
        }
    }
    let mut rig = Rig::new();
    rig.occupy(0x0101_0101, 10_000);
    let (wide, narrow) = (rig.submit(td(8, 1)), rig.submit(TaskDescriptor { affinity: 0x1, ..td(1, 1) }));
    rig.enable(true);
    let mut surveys = Surveys::default();
    rig.hws.tick(&mut rig.memory, &mut surveys);
    let [survey] = surveys.0.as_slice() else { panic!("one LATCH") };
    let fitting: Vec<_> = survey.fitting.iter().map(|task| (task.entry.get(), task.is_launchable)).collect();
    let tasks: Vec<_> = survey.tasks().iter().map(Entry::get).collect();
    assert_eq!(tasks, [wide, narrow].map(|task| u32::from(task.entry)));
    assert_eq!(fitting, [(u32::from(narrow.entry), false)]);
}

/// §5.5: SIP 0 runs for long enough that others may use the SIPs reserved with it; the filter is not for the R-task.
#[test]
fn the_backfill_filter_does_not_apply_to_an_r_task() {
    let mut rig = Rig::new();
    rig.occupy(1, 10_000);
    let (r_task, reserved) = rig.promote(TaskDescriptor { affinity: 0xF, ..td(4, 1) });
    let other = rig.submit(TaskDescriptor { affinity: 0xF, ..td(1, 1) });
    let decision = rig.decide();
    let backfill = |entry: u8| {
        let found = decision.tasks.iter().find(|considered| considered.entry.get() == u32::from(entry));
        found.map(|considered| considered.masks.backfill)
    };
    assert_eq!(reserved, 0xF);
    assert_eq!([backfill(r_task.entry), backfill(other.entry)], [Some(SipMask::EMPTY), Some(SipMask(0xE))]);
}

#[test]
fn deciding_is_repeatable_and_changes_nothing() {
    let hws = Hws::new(Config::default());
    let before = hws.clone();
    assert_eq!(hws.decide(), hws.decide());
    assert_eq!(hws, before);
}
