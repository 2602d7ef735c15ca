//! Sets of broken rules.

use crate::catalogue::Mutant;

/// A set of broken rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MutantSet([u64; Self::WORDS]);

impl MutantSet {
    const WORDS: usize = Mutant::ALL.len().div_ceil(64);

    /// None.
    pub const EMPTY: Self = Self([0; Self::WORDS]);

    /// Adds one.
    pub fn insert(&mut self, mutant: Mutant) {
        let (word, bit) = place(mutant);
        self.0[word] |= bit;
    }

    /// Returns whether it is among them.
    #[must_use]
    pub fn contains(&self, mutant: Mutant) -> bool {
        let (word, bit) = place(mutant);
        self.0[word] & bit != 0
    }

    /// Removes one.
    pub fn remove(&mut self, mutant: Mutant) {
        let (word, bit) = place(mutant);
        self.0[word] &= !bit;
    }

    /// Adds others, and returns those that are new.
    pub fn add(&mut self, others: Self) -> impl Iterator<Item = Mutant> + use<> {
        let new = Self(std::array::from_fn(|word| others.0[word] & !self.0[word]));
        self.0.iter_mut().zip(others.0).for_each(|(word, other)| *word |= other);
        new.into_iter()
    }
}

/// The word of a broken rule, and its bit there.
fn place(mutant: Mutant) -> (usize, u64) {
    let number = mutant as usize;
    (number / 64, 1 << (number % 64))
}

impl IntoIterator for MutantSet {
    type Item = Mutant;
    type IntoIter = Mutants;

    fn into_iter(self) -> Mutants {
        Mutants(self, 0)
    }
}

/// The broken rules of a [`MutantSet`], by chapter.
#[derive(Clone, Debug)]
pub struct Mutants(MutantSet, usize);

impl Iterator for Mutants {
    type Item = Mutant;

    fn next(&mut self) -> Option<Mutant> {
        let Self(MutantSet(words), at) = self;
        while *at < MutantSet::WORDS && words[*at] == 0 {
            *at += 1;
        }
        let word = words.get_mut(*at)?;
        let bit = word.trailing_zeros() as usize;
        *word &= *word - 1;
        Mutant::ALL.get(*at * 64 + bit).copied()
    }
}
