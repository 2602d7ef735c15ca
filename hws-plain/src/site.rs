//! The places where a rule can be broken: `rule!(NAME, right, wrong)` is `right`, unless the machine breaks rule NAME.
//!
//! Many rules are functions without a machine, so what the machine breaks is kept for the time of a call.

use std::cell::{Cell, RefCell};

use crate::catalogue::Mutant;
use crate::set::MutantSet;

/// What a machine breaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Breakage {
    /// Nothing.
    #[default]
    None,
    /// One rule.
    One(Mutant),
    /// Nothing, but it notes which broken rules would have given another value.
    Probe,
}

thread_local! {
    static NOW: Cell<Breakage> = const { Cell::new(Breakage::None) };
    static DIFFERING: RefCell<MutantSet> = const { RefCell::new(MutantSet::EMPTY) };
    static LEFT_OUT: RefCell<MutantSet> = const { RefCell::new(MutantSet::EMPTY) };
    /// In what is shown only, as far as it is computed.
    static SHOWN: RefCell<MutantSet> = const { RefCell::new(MutantSet::EMPTY) };
    static IS_SHOWING: Cell<bool> = const { Cell::new(false) };
}

/// A call of a machine.
pub(crate) struct Scope(Breakage);

/// From here until the end of the scope, rules are read as the machine breaks them.
pub(crate) fn enter(breakage: Breakage) -> Scope {
    Scope(NOW.replace(breakage))
}

impl Drop for Scope {
    fn drop(&mut self) {
        NOW.set(self.0);
    }
}

/// How a rule is read now.
pub(crate) enum Reading {
    Right,
    Wrong,
    Both,
}

pub(crate) fn reading(mutant: Mutant) -> Reading {
    match NOW.get() {
        Breakage::None => Reading::Right,
        Breakage::One(broken) if broken == mutant => Reading::Wrong,
        Breakage::One(_) => Reading::Right,
        Breakage::Probe if LEFT_OUT.with_borrow(|set| set.contains(mutant)) => Reading::Right,
        Breakage::Probe => Reading::Both,
    }
}

/// The broken rule would give another value here.
pub(crate) fn note(mutant: Mutant) {
    let set = if IS_SHOWING.get() { &SHOWN } else { &DIFFERING };
    set.with_borrow_mut(|set| set.insert(mutant));
}

/// Returns the broken rules that have made a difference in this thread since the last call.
pub fn take_differing() -> MutantSet {
    DIFFERING.take()
}

/// From here on, a probe of this thread does not note these.
pub fn leave_out(mutants: MutantSet) {
    LEFT_OUT.set(mutants);
}

/// A value that the machine shows and that changes nothing in it: a broken rule is noted only if that value differs.
pub(crate) fn shown<T: PartialEq>(value: impl Fn() -> T) -> T {
    if NOW.get() != Breakage::Probe {
        return value();
    }
    IS_SHOWING.set(true);
    let right = value();
    IS_SHOWING.set(false);
    if SHOWN.with_borrow(|set| *set == MutantSet::EMPTY) {
        return right;
    }
    for mutant in SHOWN.take() {
        let _scope = enter(Breakage::One(mutant));
        if value() != right {
            DIFFERING.with_borrow_mut(|set| set.insert(mutant));
        }
    }
    right
}

/// One value of a rule, as the machine reads it.
macro_rules! rule {
    ($mutant:ident, $right:expr, $wrong:expr $(,)?) => {
        match $crate::site::reading($crate::catalogue::Mutant::$mutant) {
            $crate::site::Reading::Right => $right,
            $crate::site::Reading::Wrong => $wrong,
            $crate::site::Reading::Both => {
                let (right, wrong) = ($right, $wrong);
                if right != wrong {
                    $crate::site::note($crate::catalogue::Mutant::$mutant);
                }
                right
            }
        }
    };
}
