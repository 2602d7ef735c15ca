//! A part of the runs of a sweep, `I/N`: for machines that share nothing but the command.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::plan::RUNS_MOST;

/// Every N-th run, from the I-th. The shards 1/N to N/N have every run once, and their numbers of runs differ by at most one; a sweep
/// of fewer than N runs has empty shards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shard {
    index: usize,
    of: usize,
}

/// A text that is not a [`Shard`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoShard {
    /// Not two numbers.
    #[error("not a shard; write I/N, such as 1/4 for the first of four")]
    NotTwoNumbers,
    /// No parts, or too many.
    #[error("a sweep cannot have {of} shards; give 1 to {RUNS_MOST}")]
    Of {
        /// The number of parts.
        of: usize,
    },
    /// A part that does not exist.
    #[error("there is no shard {index} of {of}; give 1/{of} to {of}/{of}")]
    Index {
        /// The part.
        index: usize,
        /// The number of parts.
        of: usize,
    },
}

impl Shard {
    /// The shard `index` of `of`, counted from 1.
    ///
    /// # Errors
    /// A shard that does not exist.
    pub fn new(index: usize, of: usize) -> Result<Self, NoShard> {
        match (index, of) {
            _ if !(1..=RUNS_MOST).contains(&(of as u128)) => Err(NoShard::Of { of }),
            _ if !(1..=of).contains(&index) => Err(NoShard::Index { index, of }),
            _ => Ok(Self { index, of }),
        }
    }

    /// Returns whether a run, counted from 0, is in the shard.
    #[must_use]
    pub const fn has(self, run: usize) -> bool {
        run % self.of == self.index - 1
    }

    /// Returns the runs of a sweep of `runs` runs that are in the shard, in order.
    pub fn runs(self, runs: usize) -> impl Iterator<Item = usize> {
        (self.index - 1..runs).step_by(self.of)
    }

    /// Returns into how many shards the sweep is divided.
    #[must_use]
    pub const fn of(self) -> usize {
        self.of
    }

    /// Returns all shards of a sweep that is divided like this.
    pub fn all(self) -> impl Iterator<Item = Self> {
        (1..=self.of).map(move |index| Self { index, of: self.of })
    }
}

impl Default for Shard {
    /// The whole sweep.
    fn default() -> Self {
        Self { index: 1, of: 1 }
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (index, of) = text.split_once('/').ok_or(NoShard::NotTwoNumbers)?;
        let number = |text: &str| text.trim().parse().map_err(|_| NoShard::NotTwoNumbers);
        Self::new(number(index)?, number(of)?)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// Also with fewer runs than shards, and with none.
    #[rstest]
    #[case(10, 3, &[4, 3, 3])]
    #[case(2, 4, &[1, 1, 0, 0])]
    #[case(0, 2, &[0, 0])]
    #[case(5, 1, &[5])]
    fn every_run_is_in_one_shard(#[case] runs: usize, #[case] of: usize, #[case] sizes: &[usize]) {
        let shards: Vec<Shard> = (1..=of).map(|index| Shard::new(index, of).unwrap()).collect();
        let mut all: Vec<usize> = shards.iter().flat_map(|shard| shard.runs(runs)).collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..runs));
        assert!(shards.iter().map(|shard| shard.runs(runs).count()).eq(sizes.iter().copied()));
        assert!(
            shards
                .iter()
                .all(|shard| shard.runs(runs).all(|run| shard.has(run)) && shard.all().eq(shards.clone()))
        );
    }

    #[rstest]
    #[case("1", "not a shard; write I/N, such as 1/4 for the first of four")]
    #[case("a/2", "not a shard; write I/N, such as 1/4 for the first of four")]
    #[case("-1/2", "not a shard; write I/N, such as 1/4 for the first of four")]
    #[case("0/4", "there is no shard 0 of 4; give 1/4 to 4/4")]
    #[case("5/4", "there is no shard 5 of 4; give 1/4 to 4/4")]
    #[case("1/0", "a sweep cannot have 0 shards; give 1 to 1000000")]
    #[case("1/1000001", "a sweep cannot have 1000001 shards; give 1 to 1000000")]
    fn other_texts_are_refused(#[case] text: &str, #[case] error: &str) {
        assert_eq!(text.parse::<Shard>().unwrap_err().to_string(), error);
    }

    #[test]
    fn a_shard_is_written_as_it_is_read() {
        assert_eq!(" 2 / 4".parse::<Shard>().unwrap().to_string(), "2/4");
    }
}
