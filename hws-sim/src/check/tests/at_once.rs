//! Where the clauses find something wrong, the one pass in their place does not say that all is well.

use hws_model::{Config, Hws};
use hws_types::{Entry, EntryMask, LaunchId, Sip, SipMask};
use proptest::prelude::*;

use super::states::r_task;
use crate::check::clause::hold_at_once;
use crate::check::{CLAUSES, LaunchView, SipView, Touched, View};

/// The launches, SIPs and entries that random states are about; all others are free.
const LAUNCHES: u32 = 3;
const SIPS: u32 = 6;
const ENTRIES: u32 = 2;

/// What one SIP runs and holds, and which entry has reserved it.
type Place = (Option<u32>, Option<u32>, Option<u32>);

fn any_place() -> impl Strategy<Value = Place> {
    (prop::option::of(0..LAUNCHES), prop::option::weighted(0.3, 0..LAUNCHES), prop::option::of(0..ENTRIES))
}

fn any_places() -> impl Strategy<Value = Vec<Place>> {
    prop::collection::vec(any_place(), SIPS as usize)
}

/// No SIP holds a launch without running another one, and one entry at most has reserved SIPs.
fn right_places() -> impl Strategy<Value = Vec<Place>> {
    (any_places(), 0..ENTRIES).prop_map(|(mut places, entry)| {
        for (running, pending, by) in &mut places {
            *pending = pending.filter(|_| running.is_some() && running != pending);
            *by = by.map(|_| entry);
        }
        places
    })
}

/// The state in which SIPs have these places: everything else follows from them.
fn state(places: &[Place]) -> View {
    let mut view = View::new(&Hws::new(Config::default()));
    let id = |launch: Option<u32>| launch.map(LaunchId::wrapping);
    for (sip, &(running, pending, by)) in Sip::all().zip(places) {
        let (bit, place) = (sip.mask(), &mut view.sips[sip.index()]);
        *place = SipView { running: id(running), pending: id(pending), ..SipView::default() };
        view.idle -= if (running, pending) == (None, None) { SipMask::EMPTY } else { bit };
        view.pending |= if pending.is_some() { bit } else { SipMask::EMPTY };
        view.count_en |= if running.is_some() { bit } else { SipMask::EMPTY };
        for launch in [running, pending].into_iter().flatten() {
            view.launches[launch as usize].get_or_insert_default().mask |= bit;
        }
        if let Some(entry) = by {
            place.reserved_for = 4;
            view.reserved |= bit;
            view.tasks[entry as usize].get_or_insert_with(|| r_task(0)).reserved |= bit;
        }
    }
    view.pre_idle = view.idle;
    view.rtask_count = view.tasks.iter().flatten().count() as u32;
    view
}

/// A part of a state that is not what follows from its places.
type Fault = fn(&mut View, Sip, LaunchId);

const FAULTS: [Fault; 11] = [
    |_, _, _| {},
    |view, sip, _| view.idle.0 ^= sip.mask().0,
    |view, sip, _| view.pre_idle.0 ^= sip.mask().0,
    |view, sip, _| view.pending.0 ^= sip.mask().0,
    |view, sip, _| view.count_en.0 ^= sip.mask().0,
    |view, sip, _| view.owned.0 ^= sip.mask().0,
    |view, sip, _| view.reserved.0 ^= sip.mask().0,
    |view, sip, _| view.sips[sip.index()].reserved_for ^= 4,
    |view, sip, id| view.launches[id.index()].get_or_insert_with(LaunchView::default).mask.0 ^= sip.mask().0,
    |view, sip, id| view.launches[id.index()].get_or_insert_with(LaunchView::default).done.0 ^= sip.mask().0,
    |view, _, id| view.launches[id.index()] = None,
];

fn any_fault() -> impl Strategy<Value = (Fault, Sip, LaunchId)> {
    let fault = prop::sample::select(FAULTS.to_vec());
    (fault, (0..SIPS).prop_map(Sip::wrapping), (0..LAUNCHES).prop_map(LaunchId::wrapping))
}

fn are_right(view: &View) -> bool {
    CLAUSES.iter().all(|clause| clause(view, &Touched::ALL).is_ok())
}

/// What differs.
fn difference(before: &View, now: &View) -> Touched {
    let mut touched = Touched::default();
    let masks = |view: &View| {
        [view.idle, view.pre_idle, view.pending, view.count_en, view.owned, view.reserved].map(|mask| mask.0)
    };
    let of_masks = masks(before).into_iter().zip(masks(now)).fold(0, |all, (was, is)| all | (was ^ is));
    let has_changed = |sip: &Sip| before.sips[sip.index()] != now.sips[sip.index()];
    touched.sips =
        SipMask(of_masks) | Sip::all().filter(has_changed).fold(SipMask::EMPTY, |all, sip| all | sip.mask());
    let launches = (0..LAUNCHES).map(LaunchId::wrapping);
    launches
        .filter(|id| before.launches[id.index()] != now.launches[id.index()])
        .for_each(|id| touched.launch(id));
    let tasks = Entry::all().filter(|entry| before.tasks[entry.index()] != now.tasks[entry.index()]);
    touched.tasks = tasks.fold(EntryMask::EMPTY, EntryMask::with);
    touched
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn what_a_clause_finds_in_a_whole_state_is_no_state_that_holds(places in any_places(), fault in any_fault()) {
        let mut view = state(&places);
        fault.0(&mut view, fault.1, fault.2);
        let holds = hold_at_once(&view, &view, &Touched::ALL);
        prop_assert_eq!(holds, are_right(&view));
    }

    /// Of a step from a state that is right, only what differs is looked at.
    #[test]
    fn what_a_clause_finds_after_a_step_is_no_step_that_holds(
        before in right_places(),
        changes in prop::collection::vec((0..SIPS as usize, any_place()), 0..3),
        fault in any_fault(),
    ) {
        let mut places = before.clone();
        changes.into_iter().for_each(|(sip, place)| places[sip] = place);
        let (before, mut now) = (state(&before), state(&places));
        prop_assert!(are_right(&before));
        fault.0(&mut now, fault.1, fault.2);
        let touched = difference(&before, &now);
        prop_assert!(!hold_at_once(&before, &now, &touched) || are_right(&now));
    }
}
