//! What is kept up to date in part is the whole state in every step; that it is so in every 64th step follows.

use std::fs;
use std::path::Path;

use hws_model::{Config, Event, EventSink, Hws};
use hws_regs::{HwsCtrl, RegId};
use hws_types::{Cycle, HdrPush, SipMask};

use crate::check::clause::hold_at_once;
use crate::check::view::{Fingerprint, Touched, View};
use crate::check::{Act, Invariant, InvariantChecker};
use crate::observer::Observer;
use crate::operation::{Op, Target};
use crate::replay::{ReplayOptions, replay_observed};
use crate::stimulus::Reader;

/// A checker whose states are compared with the HWS. What it makes of a report is compared with what it makes of it as of a step
/// of any kind.
#[derive(Default)]
struct Compared {
    checker: InvariantChecker,
    states: u64,
    latches: u64,
    /// The state of the last LATCH; those after it in the same cycle are of accesses.
    latched: Option<Cycle>,
    /// A SIP has completed in this step.
    has_completed: bool,
    /// The steps in which one has.
    completions: u64,
}

/// The state that a checker keeps, but for what time changes.
fn kept_by(checker: &InvariantChecker, hws: &Hws) -> View {
    let mut kept = checker.view().clone();
    kept.follow_time(&View::new(hws));
    kept
}

impl Compared {
    fn compare(&mut self, hws: &Hws) {
        let whole = View::new(hws);
        assert!(kept_by(&self.checker, hws) == whole, "cycle {}", hws.cycle());
        self.states += 1;
        let at = self.checker.latched().map(|latched| latched.cycle);
        assert!(hold_at_once(&whole, &whole, &Touched::ALL), "cycle {}", hws.cycle());
        let Some(latched) = self.checker.latched().filter(|_| at != self.latched) else { return };
        let mut latched = latched.clone();
        self.latched = at;
        for sip in whole.reserved.iter() {
            let remain = |view: &View| view.group_remain(sip, view.reserved_slot(sip));
            assert_eq!(
                remain(&latched),
                remain(&whole),
                "of the group of SIP {}, cycle {}",
                sip.get(),
                hws.cycle()
            );
        }
        if hws.registers().enable_second_rsc_sch.enable() {
            assert!(latched.tasks == whole.tasks, "RSC_OPEN, cycle {}", hws.cycle());
        }
        latched.follow_time(&whole);
        assert!(latched == whole, "as latched, cycle {}", hws.cycle());
        self.latches += 1;
    }
}

impl EventSink for Compared {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.has_completed |= matches!(event, Event::Complete { .. });
        self.checker.event(cycle, event);
    }
}

impl Observer for Compared {
    fn operation(&mut self, at: Cycle, op: &Op) {
        self.checker.operation(at, op);
    }
    fn read(&mut self, at: Cycle, target: Target, value: u32) {
        self.checker.read(at, target, value);
    }
    fn bus_error(&mut self, at: Cycle, target: Target) {
        self.checker.bus_error(at, target);
    }
    fn hdr_refused(&mut self, at: Cycle, push: HdrPush) {
        self.checker.hdr_refused(at, push);
    }
    fn watches_state(&self) -> bool {
        true
    }
    fn settled(&mut self, hws: &Hws) {
        let before = std::mem::take(&mut self.has_completed).then(|| self.checker.clone());
        self.checker.settled(hws);
        self.compare(hws);
        if let Some(mut other) = before {
            other.after_any(hws);
            assert!(kept_by(&other, hws) == kept_by(&self.checker, hws), "cycle {}", hws.cycle());
            assert_eq!(format!("{:?}", other.records()), format!("{:?}", self.checker.records()));
            self.completions += 1;
        }
    }
}

#[test]
fn the_view_of_the_checker_is_the_state_in_every_step_of_the_golden_stimuli() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let (mut states, mut latches, mut completions) = (0, 0, 0);
    for entry in fs::read_dir(folder).expect("the golden stimuli") {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            let stimulus = fs::read(&path).unwrap();
            let compared = Compared { checker: InvariantChecker::new(), ..Compared::default() };
            let options = ReplayOptions { digest_only: true, ..ReplayOptions::default() };
            let reader = Reader::new("golden", stimulus.as_slice());
            let (_, compared) = replay_observed(reader, Vec::new(), options, compared).unwrap();
            assert!(compared.checker.verdict().holds());
            (states, latches) = (states + compared.states, latches + compared.latches);
            completions += compared.completions;
        }
    }
    assert!(states > 10_000 && latches > 1_000, "{states} states, {latches} attempts");
    assert!(completions > 1_000, "{completions} reports");
}

/// An HWS that is enabled.
fn enabled() -> Hws {
    let mut hws = Hws::new(Config::default());
    hws.write32(RegId::HwsCtrl.offset(), HwsCtrl::default().with_enable(true).bits(), &mut ()).unwrap();
    hws
}

#[test]
fn a_claim_changes_the_claimed_sips() {
    let mut hws = enabled();
    let before = Fingerprint::new(&hws);
    hws.write32(RegId::HrmFwClaim.offset(), 1 << 3, &mut ()).unwrap();
    hws.advance(100, &mut (), &mut ());
    assert_eq!(hws.peek(RegId::HrmFwOwned), 1 << 3);
    assert_eq!(Fingerprint::new(&hws).changed_sips(&before), SipMask(1 << 3));
}

/// The next whole look would find it, too, but up to 63 steps later.
#[test]
fn an_error_of_which_nothing_tells_is_noticed_at_the_next_access() {
    let (mut hws, mut checker) = (Hws::new(Config::default()), InvariantChecker::new());
    hws.read32(3).expect_err("an address that is not aligned");
    let offset = RegId::HwsCtrl.offset();
    let value = hws.read32(offset).unwrap();
    checker.did(Act::Read { offset, value });
    checker.after(&hws);
    let first = checker.verdict().first.clone().expect("a violation");
    assert_eq!(first.invariant, Invariant::I11);
}
