//! Kernels that wait: attempts that fail back to back pass at once, and nothing is lost by it.

use std::cell::RefCell;

use hws_model::{Config, Event, EventSink, FailedAttempts, Hws, Survey};
use hws_regs::{
    BlockTriggerCnt, CntAttempt, CntFail, EarlyLaunchMode, EarlyMode, EnableEarlyLaunchSip, HwsCtrl,
    PreIdleOffset, Promote, RegId, RegIndex, Writable, params,
};
use hws_types::{Cycle, HdrPush, SipMask, TaskDescriptor};

use crate::snapshot::{Descriptors, kernel};

const PERIOD: u64 = params::ATTEMPT_CYCLES as u64;

/// Hears every event with its cycle, failed attempts at once if it is told to.
#[derive(Default, PartialEq, Eq, Debug)]
pub(crate) struct Heard {
    at_once: bool,
    pub(crate) events: Vec<(Cycle, Event)>,
    /// The longest span of failures heard at once.
    longest: u64,
}

impl Heard {
    fn at_once() -> Self {
        Self { at_once: true, ..Self::default() }
    }
}

impl EventSink for Heard {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.events.push((cycle, event));
    }

    fn takes_failures_at_once(&self) -> bool {
        self.at_once
    }

    fn failed(&mut self, attempts: FailedAttempts) {
        self.longest = self.longest.max(attempts.count);
        let failure = |nth| (attempts.first.after(nth * PERIOD), Event::Commit { launched: false });
        self.events.extend((0..attempts.count).map(failure));
        assert_eq!(self.events.last().unwrap().0, attempts.last());
    }
}

/// A kernel that waits, and what it waits for.
struct Wait {
    hws: Hws,
    memory: Descriptors,
}

impl Wait {
    /// An enabled HWS, and kernels that can be pushed.
    fn with(kernels: &[TaskDescriptor]) -> Self {
        let memory = Descriptors(kernels.iter().map(|td| td.encode().unwrap()).collect());
        let mut wait = Self { hws: Hws::new(Config::default()), memory };
        wait.write((), HwsCtrl::default().with_enable(true));
        wait
    }

    fn push(&mut self, kernel: u32) {
        self.hws.push_hdr(HdrPush { hdr_id: 0, hdr_entry_id: 0, td_addr: kernel * 64 }).unwrap();
    }

    /// Pushes the first two kernels.
    fn of_two(mut self) -> Self {
        (0..2).for_each(|kernel| self.push(kernel));
        self
    }

    fn write<R: Writable>(&mut self, at: R::Index, value: R) {
        self.hws.write(at, value, &mut ()).unwrap();
    }

    fn advance(&mut self, ticks: u64, sink: &mut impl EventSink) {
        self.hws.advance(ticks, &mut self.memory, sink);
    }
}

/// Of the second kernel, no block is triggered.
fn for_a_trigger() -> Wait {
    Wait::with(&[
        TaskDescriptor { affinity: 0xF, thread_num: 4, block_num: 1, block_trigger_cnt: 1, ..kernel() },
        TaskDescriptor { affinity: u32::MAX, thread_num: 1, block_num: 1, ..kernel() },
    ])
    .of_two()
}

/// Four SIPs run the first kernel. The second one needs eight, those among them; the third one would fit on the other four.
fn for_eight_sips() -> Wait {
    let one = TaskDescriptor { block_num: 1, block_trigger_cnt: 1, ..kernel() };
    Wait::with(&[
        TaskDescriptor { affinity: 0xF, thread_num: 4, ..one },
        TaskDescriptor { affinity: 0xFF, thread_num: 8, dag_tag: 1, ..one },
        TaskDescriptor { affinity: 0xFF, thread_num: 4, est_exec_time: 20_000, dag_tag: 2, ..one },
    ])
}

/// One task is promoted at the first attempt that fails.
fn promoting() -> Promote {
    Promote::default().with_rule_threshold(true).with_threshold_masked(0).with_rtask_max_masked(1)
}

/// The second kernel has reserved its SIPs; the third one takes too long to run on any of them before.
fn for_reserved_sips() -> Wait {
    let mut wait = for_eight_sips();
    wait.write((), promoting());
    let mut wait = wait.of_two();
    wait.advance(150, &mut ());
    wait.push(2);
    wait
}

/// The second kernel waits until the HWS estimates that the first one is nearly done.
fn for_an_early_launch() -> Wait {
    let one = TaskDescriptor { affinity: 0xF, thread_num: 4, block_num: 1, block_trigger_cnt: 1, ..kernel() };
    let mut wait = Wait::with(&[one, one]).of_two();
    wait.write((), EnableEarlyLaunchSip::default().with_enable(true));
    wait.write((), EarlyLaunchMode::default().with_mode(EarlyMode::HwsEstimate));
    wait.write((), PreIdleOffset::default().with_units(2_000));
    wait
}

/// The same state and the same COMMITs as by ticks, wherever time is cut.
#[test]
fn failures_at_once_are_those_of_single_ticks() {
    for (name, wait) in [
        ("trigger", for_a_trigger as fn() -> Wait),
        ("reservation", for_reserved_sips),
        ("early launch", for_an_early_launch),
    ] {
        for cut in [47, 48, 49, 500, 7_000] {
            let (mut ticking, mut jumping) = (wait(), wait());
            let (mut by_ticks, mut at_once) = (Heard::default(), Heard::at_once());
            for end in (0..12_000).step_by(cut) {
                (0..cut).for_each(|_| ticking.hws.tick(&mut ticking.memory, &mut by_ticks));
                jumping.advance(cut as u64, &mut at_once);
                assert_eq!(jumping.hws, ticking.hws, "{name}, from cycle {end}");
            }
            assert_eq!(at_once.events, by_ticks.events, "{name}");
            let most = cut as u64 / PERIOD;
            assert!(at_once.longest >= most.min(100), "{name}: {} of {most} at once", at_once.longest);
        }
    }
}

#[test]
fn a_kernel_can_wait_for_ever() {
    for (wait, promotions) in [(for_a_trigger as fn() -> Wait, 0), (for_reserved_sips, 1)] {
        let mut wait = wait();
        wait.advance((1 << 40) - wait.hws.cycle().0, &mut ());
        let last_attempt = ((1 << 40) - 9) / PERIOD;
        let attempts = wait.hws.read::<CntAttempt>(()).unwrap().value();
        assert_eq!(attempts, last_attempt as u32, "attempts since cycle 8, modulo 2^32");
        assert_eq!(wait.hws.read::<CntFail>(()).unwrap().value(), attempts.wrapping_sub(1));
        assert_eq!(wait.hws.peek(RegId::CntPromote), promotions);
    }
}

/// A kernel that waits for 5,000 cycles until firmware writes, and 200 more, which have to pass as by ticks.
fn ended(wait: fn() -> Wait, write: fn(&mut Wait)) -> Wait {
    let (mut ticking, mut jumping) = (wait(), wait());
    let (mut by_ticks, mut at_once) = (Heard::default(), Heard::at_once());
    (0..5_000).for_each(|_| ticking.hws.tick(&mut ticking.memory, &mut by_ticks));
    jumping.advance(5_000, &mut at_once);
    assert!(at_once.longest > 50, "{}", at_once.longest);
    write(&mut ticking);
    write(&mut jumping);
    (0..200).for_each(|_| ticking.hws.tick(&mut ticking.memory, &mut by_ticks));
    jumping.advance(200, &mut at_once);
    assert_eq!(jumping.hws, ticking.hws);
    assert_eq!(at_once.events, by_ticks.events);
    jumping
}

/// What firmware does in the middle counts at the next LATCH, as always.
#[test]
fn a_write_ends_the_wait() {
    let trigger = |wait: &mut Wait| {
        wait.write(RegIndex::at::<1>(), BlockTriggerCnt::default().with_count_masked(1));
    };
    let wait = ended(for_a_trigger, trigger);
    assert_eq!(wait.hws.peek(RegId::CntLaunchO) + wait.hws.peek(RegId::CntLaunchP), 2);
}

/// PROMOTE counts at the next COMMIT.
#[test]
fn a_promotion_that_becomes_due_ends_the_wait() {
    let wait = ended(|| for_eight_sips().of_two(), |wait| wait.write((), promoting()));
    assert_eq!(wait.hws.peek(RegId::CntPromote), 1);
}

/// The second attempt is the first with the second kernel, whose online priority its COMMIT notes.
#[test]
fn an_attempt_that_is_restored_in_flight_notes_the_priorities_that_it_has_latched() {
    let mut wait = for_eight_sips().of_two();
    wait.advance(70, &mut ());
    let priority = |hws: &Hws| hws.peek(RegId::RsOnlinePriority(RegIndex::at::<1>()));
    assert_eq!(priority(&wait.hws), 0);
    let mut restored = Hws::restore(&wait.hws.snapshot()).unwrap();
    for _ in 70..105 {
        wait.hws.tick(&mut wait.memory, &mut ());
        restored.tick(&mut wait.memory, &mut ());
        assert_eq!(restored, wait.hws);
    }
    assert_ne!(priority(&restored), 0);
}

/// A sink that wants each failure makes all of a pair hear each.
#[test]
fn a_pair_takes_failures_at_once_only_if_both_do() {
    let (mut wait, mut each, mut at_once) = (for_a_trigger(), Heard::default(), Heard::at_once());
    wait.advance(5_000, &mut (&mut each, &mut at_once));
    assert_eq!((at_once.longest, &at_once.events), (0, &each.events));
    let mut others = (Heard::at_once(), Heard::at_once());
    wait.advance(5_000, &mut others);
    assert!(others.0.longest > 100 && others.0.events == others.1.events);
}

/// Looks at every survey, and answers the question before failures at once.
struct Surveys {
    answer: bool,
    latched: Vec<(Cycle, Survey)>,
    asked: RefCell<Vec<(FailedAttempts, Survey)>>,
    failed: Vec<FailedAttempts>,
}

impl Surveys {
    fn answering(answer: bool) -> Self {
        Self { answer, latched: Vec::new(), asked: RefCell::default(), failed: Vec::new() }
    }
}

impl EventSink for Surveys {
    fn event(&mut self, _cycle: Cycle, _event: Event) {}

    fn survey(&mut self, cycle: Cycle, survey: &dyn Fn() -> Survey) {
        self.latched.push((cycle, survey()));
    }

    fn takes_failures_at_once(&self) -> bool {
        true
    }

    fn takes_these_at_once(&self, attempts: FailedAttempts, survey: &dyn Fn() -> Survey) -> bool {
        self.asked.borrow_mut().push((attempts, survey()));
        self.answer
    }

    fn failed(&mut self, attempts: FailedAttempts) {
        self.failed.push(attempts);
    }
}

/// Whether attempts with these surveys differ at most in that fewer SIPs can be backfilled in the later one.
fn is_alike(earlier: &Survey, later: &Survey) -> bool {
    let without = |survey: &Survey| {
        let mut survey = survey.clone();
        survey.fitting.iter_mut().for_each(|task| task.masks.backfill = SipMask::EMPTY);
        survey
    };
    let shrinks = |(earlier, later): (&hws_model::SurveyedTask, &hws_model::SurveyedTask)| {
        (later.masks.backfill - earlier.masks.backfill).is_empty()
    };
    without(earlier) == without(later) && earlier.fitting.iter().zip(&later.fitting).all(shrinks)
}

/// Both sinks of a pair are asked, and hear the surveys of attempts that one of them refuses.
#[test]
fn a_pair_takes_these_at_once_only_if_both_do() {
    let answering = |(left, right)| {
        let mut pair = (Surveys::answering(left), Surveys::answering(right));
        for_a_trigger().advance(1_000, &mut pair);
        pair
    };
    for answers in [(true, false), (false, true), (false, false)] {
        let pair = answering(answers);
        assert!(pair.0.failed.is_empty() && pair.1.failed.is_empty(), "{answers:?}");
        assert!(pair.0.latched.len() > 10 && pair.0.latched == pair.1.latched, "{answers:?}");
    }
    let (left, right) = answering((true, true));
    assert!(!left.failed.is_empty() && left.failed == right.failed);
}

/// Where a sink is asked for by value, a borrowed one passes everything on.
#[test]
fn a_borrowed_sink_is_the_sink() {
    fn owning(mut sink: impl EventSink) {
        for_a_trigger().advance(1_000, &mut sink);
    }
    for answer in [false, true] {
        let (mut lent, mut direct) = (Surveys::answering(answer), Surveys::answering(answer));
        owning(&mut lent);
        for_a_trigger().advance(1_000, &mut direct);
        assert_eq!(lent.failed.is_empty(), !answer);
        assert_eq!((lent.latched, lent.asked, lent.failed), (direct.latched, direct.asked, direct.failed));
    }
}

/// A sink that says nothing about it hears each.
#[test]
fn failures_are_taken_at_once_only_by_a_sink_that_says_so() {
    struct Plain(u64);
    impl EventSink for Plain {
        fn event(&mut self, _cycle: Cycle, event: Event) {
            self.0 += u64::from(event == Event::Commit { launched: false });
        }
    }
    let (mut wait, mut plain) = (for_a_trigger(), Plain(0));
    wait.advance(5_000, &mut plain);
    assert_eq!(plain.0, u64::from(wait.hws.peek(RegId::CntFail)));
}

/// A sink that refuses sees each attempt, at each of which it is asked; one that agrees is told a survey that all of them have.
#[test]
fn the_survey_in_the_question_is_that_of_each_attempt() {
    for wait in [for_a_trigger as fn() -> Wait, for_reserved_sips, for_an_early_launch] {
        let (mut refused, mut taken) = (wait(), wait());
        let (mut refusing, mut taking) = (Surveys::answering(false), Surveys::answering(true));
        refused.advance(12_000, &mut refusing);
        taken.advance(12_000, &mut taking);
        assert_eq!(refused.hws, taken.hws);
        assert!(refusing.failed.is_empty() && refusing.asked.borrow().len() > 50);
        let asked = taking.asked.take();
        assert_eq!(asked.iter().map(|one| one.0).collect::<Vec<_>>(), taking.failed);
        assert!(asked.iter().any(|one| one.0.count > 50));
        for (attempts, survey) in &asked {
            let those =
                refusing.latched.iter().filter(|one| one.0 >= attempts.first && one.0 <= attempts.last());
            let alike: Vec<_> = those.map(|one| is_alike(survey, &one.1)).collect();
            assert_eq!(alike, vec![true; attempts.count as usize], "{attempts:?}");
        }
    }
}

/// Quiet time passes at once and leaves the same state; time that is not quiet does not pass.
#[test]
fn only_quiet_time_passes_at_once() {
    let mut hws = Hws::new(Config::default());
    let mut advanced = hws.clone();
    advanced.advance(1_000, &mut (), &mut ());
    assert!(hws.pass_if_quiet(1_000));
    assert_eq!(hws, advanced);
    hws.push_hdr(HdrPush::default()).unwrap();
    let before = hws.clone();
    assert!(!hws.pass_if_quiet(1));
    assert_eq!(hws, before);
}
