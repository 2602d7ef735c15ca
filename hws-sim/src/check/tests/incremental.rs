//! What is kept up to date in part is the whole state in every step; that it is so in every 64th step follows.

use std::fs;
use std::path::Path;

use hws_model::{Config, Event, EventSink, Hws};
use hws_regs::{DagCmd, DagFlags, HwsCtrl, Op, RegId, RegIndex};
use hws_types::{Cycle, HdrPush, LaunchId, Sip, SipMask};

use super::attached::write;
use crate::check::clause::hold_at_once;
use crate::check::view::{Fingerprint, Touched, View};
use crate::check::{Act, Invariant, InvariantChecker};
use crate::observer::Observer;
use crate::operation::{Op as Operation, Target};
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
    /// The SIP that has completed last in this step, and its launch.
    completed: Option<(Sip, LaunchId)>,
    /// The steps in which one has.
    completions: u64,
    /// The altered steps that are found to be wrong.
    violations: usize,
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
        if let Event::Complete { sip, launch_id } = event {
            self.completed = Some((sip, launch_id));
        }
        self.checker.event(cycle, event);
    }
}

impl Observer for Compared {
    fn operation(&mut self, at: Cycle, op: &Operation) {
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
        let before = self.completed.take().map(|report| (report, self.checker.clone()));
        self.checker.settled(hws);
        self.compare(hws);
        if let Some(((sip, id), before)) = before {
            are_alike(&before, hws);
            if self.completions.is_multiple_of(8) {
                self.violations +=
                    ALTERATIONS.iter().filter(|change| finds(&before, hws, sip, id, **change)).count();
            }
            self.completions += 1;
        }
    }
}

/// Has a step judged as what it is and as one of any kind, which has to make no difference. Returns whether it holds.
fn are_alike(before: &InvariantChecker, hws: &Hws) -> bool {
    let (mut one, mut other) = (before.clone(), before.clone());
    one.after(hws);
    other.after_any(hws);
    assert!(kept_by(&other, hws) == kept_by(&one, hws), "cycle {}", hws.cycle());
    assert_eq!(format!("{:?}", other.records()), format!("{:?}", one.records()));
    one.verdict().holds()
}

/// A state before the report of a SIP for a launch that is not the one that was.
type Alteration = fn(&mut View, Sip, LaunchId);

const ALTERATIONS: [Alteration; 9] = [
    |view, sip, _| view.sips[sip.index()].running = None,
    |view, sip, id| view.sips[sip.index()].running = Some(LaunchId::wrapping(id.get() + 1)),
    |view, sip, id| view.sips[sip.index()].pending = Some(LaunchId::wrapping(id.get() + 1)),
    |view, sip, _| view.sips[sip.index()].reserved_for ^= 1,
    |view, sip, _| view.sips[sip.index() ^ 1].running = Some(LaunchId::wrapping(63)),
    |view, _, id| view.launches[id.index()] = None,
    |view, sip, id| {
        view.launches[id.index()].iter_mut().for_each(|launch| launch.done |= SipMask(1 << (sip.get() ^ 1)))
    },
    |view, sip, id| view.launches[id.index()].iter_mut().for_each(|launch| launch.done |= sip.mask()),
    |view, _, _| view.vc_free[0] ^= 1,
];

/// Whether a step is found to be wrong after a state that was not like this.
fn finds(before: &InvariantChecker, hws: &Hws, sip: Sip, id: LaunchId, change: Alteration) -> bool {
    let mut altered = before.clone();
    altered.alter(|view| change(view, sip, id));
    !are_alike(&altered, hws)
}

#[test]
fn the_view_of_the_checker_is_the_state_in_every_step_of_the_golden_stimuli() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let (mut states, mut latches, mut completions, mut violations) = (0, 0, 0, 0);
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
            violations += compared.violations;
        }
    }
    assert!(states > 10_000 && latches > 1_000, "{states} states, {latches} attempts");
    assert!(completions > 1_000 && violations > 100, "{completions} reports, {violations} violations");
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

/// The slot of the second one is not the one that its tag had before the first.
#[test]
fn two_commands_for_dags_in_one_step_may_change_any_slot() {
    let mut hws = enabled();
    let mut checker = InvariantChecker::attached_to(&hws);
    let command = |hws: &mut Hws, checker: &mut InvariantChecker, tag, op| {
        let operands = [(RegId::DagCmdTag, tag), (RegId::DagCmdTotal, 5)];
        let writes = [operands.as_slice(), &[(RegId::DagCmd, DagCmd::default().with_op(op).bits())]].concat();
        writes.into_iter().for_each(|(register, value)| write(hws, checker, register, value));
    };
    let tick = |hws: &mut Hws, checker: &mut InvariantChecker| {
        hws.tick(&mut (), checker);
        checker.after(hws);
        assert!(kept_by(checker, hws) == View::new(hws), "cycle {}", hws.cycle());
    };
    for commands in
        [vec![(1, Op::Init), (2, Op::Init)], vec![(1, Op::Reset)], vec![(2, Op::Reset), (2, Op::Init)]]
    {
        commands.into_iter().for_each(|(tag, op)| command(&mut hws, &mut checker, tag, op));
        tick(&mut hws, &mut checker);
    }
    let slots = [RegIndex::at::<0>(), RegIndex::at::<1>()];
    let is_valid = |slot| DagFlags::from_bits(hws.peek(RegId::DagFlags(slot))).valid();
    assert_eq!(slots.map(is_valid), [true, false]);
    assert_eq!(checker.verdict().first, None);
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
