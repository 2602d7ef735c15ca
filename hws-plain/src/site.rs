//! The places where a rule can be broken: `rule!(NAME, right, wrong)` is `right`, unless the machine breaks rule NAME.
//!
//! Many rules are functions without a machine, so what the machine breaks is kept for the time of a call.

use std::cell::Cell;

use crate::catalogue::{Mutant, MutantSet};

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

/// A set that is changed in place.
struct Marks([Cell<u64>; MutantSet::WORDS]);

impl Marks {
    const fn none() -> Self {
        Self([const { Cell::new(0) }; MutantSet::WORDS])
    }

    fn contains(&self, mutant: Mutant) -> bool {
        let number = mutant as usize;
        self.0[number / 64].get() >> (number % 64) & 1 == 1
    }

    fn insert(&self, mutant: Mutant) {
        let number = mutant as usize;
        let word = &self.0[number / 64];
        word.set(word.get() | 1 << (number % 64));
    }

    fn replace(&self, set: MutantSet) -> MutantSet {
        MutantSet(std::array::from_fn(|word| self.0[word].replace(set.0[word])))
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|word| word.get() == 0)
    }
}

thread_local! {
    static NOW: Cell<Breakage> = const { Cell::new(Breakage::None) };
    static DIFFERING: Marks = const { Marks::none() };
    static LEFT_OUT: Marks = const { Marks::none() };
    /// In what is shown only, as far as it is computed.
    static SHOWN: Marks = const { Marks::none() };
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
        Breakage::Probe if LEFT_OUT.with(|marks| marks.contains(mutant)) => Reading::Right,
        Breakage::Probe => Reading::Both,
    }
}

/// The broken rule would give another value here.
pub(crate) fn note(mutant: Mutant) {
    let marks = if IS_SHOWING.get() { &SHOWN } else { &DIFFERING };
    marks.with(|marks| marks.insert(mutant));
}

/// Returns the broken rules that have made a difference in this thread since the last call.
pub fn take_differing() -> MutantSet {
    DIFFERING.with(|marks| marks.replace(MutantSet::EMPTY))
}

/// From here on, a probe of this thread does not note these.
pub fn leave_out(mutants: MutantSet) {
    LEFT_OUT.with(|marks| marks.replace(mutants));
}

/// A value that the machine shows and that changes nothing in it: a broken rule is noted only if that value differs.
pub(crate) fn shown<T: PartialEq>(value: impl Fn() -> T) -> T {
    if NOW.get() != Breakage::Probe {
        return value();
    }
    IS_SHOWING.set(true);
    let right = value();
    IS_SHOWING.set(false);
    if SHOWN.with(Marks::is_empty) {
        return right;
    }
    for mutant in SHOWN.with(|marks| marks.replace(MutantSet::EMPTY)) {
        let _scope = enter(Breakage::One(mutant));
        if value() != right {
            DIFFERING.with(|marks| marks.insert(mutant));
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
