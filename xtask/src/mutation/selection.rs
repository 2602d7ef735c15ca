//! The mutants that a run takes: every so many, from a number on, of some files.

use super::list::Mutant;
use crate::repository::Outcome;
use std::num::NonZeroUsize;

#[derive(Debug)]
pub(super) struct Selection {
    every: NonZeroUsize,
    /// The first one, counted round if it is not below `every`.
    offset: usize,
    /// How the paths of the files begin.
    prefix: String,
}

impl Selection {
    /// Without words, all mutants.
    pub(super) fn from_words(words: &[&str]) -> Outcome<Self> {
        if words.len() > 3 {
            return Err("mutation: expected [EVERY [OFFSET [PREFIX]]]".to_owned());
        }
        let word = |place: usize, absent| words.get(place).copied().unwrap_or(absent);
        Ok(Self {
            every: number("EVERY", word(0, "1"))?,
            offset: number("OFFSET", word(1, "0"))?,
            prefix: word(2, "").to_owned(),
        })
    }

    /// The numbers of the selected mutants. Those that are not switched are not counted.
    pub(super) fn of(&self, mutants: &[Mutant], switched: &[usize]) -> Vec<usize> {
        let of_files = switched.iter().filter(|number| mutants[**number].file.starts_with(&self.prefix));
        of_files.skip(self.offset % self.every).step_by(self.every.get()).copied().collect()
    }
}

fn number<T: std::str::FromStr>(name: &str, word: &str) -> Outcome<T> {
    word.parse().map_err(|_| format!("mutation: {name}: `{word}` is not a valid number"))
}

#[cfg(test)]
mod tests {
    use super::super::list::example;
    use super::*;

    fn selected(words: &[&str], switched: &[usize]) -> Vec<usize> {
        let files = ["a/b.rs", "a/b.rs", "c/d.rs", "a/e.rs", "c/d.rs", "a/b.rs"];
        let mutants: Vec<Mutant> = files.iter().map(|file| example(file, "")).collect();
        Selection::from_words(words).expect("a selection").of(&mutants, switched)
    }

    #[test]
    fn without_words_all_that_are_switched_are_selected() {
        assert_eq!(selected(&[], &[0, 1, 3, 5]), [0, 1, 3, 5]);
    }

    #[test]
    fn every_so_many_of_the_switched_ones_of_some_files() {
        let all = [0, 1, 2, 3, 4, 5];
        assert_eq!(selected(&["2"], &all), [0, 2, 4]);
        assert_eq!(selected(&["4", "1"], &all), [1, 5]);
        // A night counts far above the number of mutants.
        assert_eq!(selected(&["4", "20261129"], &all), [1, 5]);
        assert_eq!(selected(&["2", "0", "a/"], &all), [0, 3]);
        assert_eq!(selected(&["2", "1", "a/b"], &[0, 2, 5]), [5]);
        assert!(selected(&["9", "8"], &all).is_empty());
    }

    #[test]
    fn other_words_are_refused() {
        for words in [&["0"][..], &["two"], &["1", "-1"], &["1", "0", "a", "b"]] {
            assert!(Selection::from_words(words).is_err(), "{words:?}");
        }
    }
}
