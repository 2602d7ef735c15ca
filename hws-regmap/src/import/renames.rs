//! New names for what has one that a map cannot have, or has already.

use super::draft::Spot;
use std::collections::BTreeMap;

/// The names given so far.
#[derive(Debug, Default)]
pub(super) struct Renames {
    /// The name in the file of everything that has another one now, by its identity.
    originals: BTreeMap<usize, String>,
    /// The last number that was given for a name of the file, in the place where it is.
    numbers: BTreeMap<(String, String), u32>,
}

impl Renames {
    /// Returns the next name: `CTRL_2` for the second `CTRL`, `CTRL_3` for the third.
    pub(super) fn next(&mut self, at: &Spot, name: &str, joint: &str) -> String {
        let original = self.originals.entry(at.id).or_insert_with(|| name.to_owned());
        let around = at.path.rsplit_once('.').map_or("", |(around, _)| around);
        let number = self.numbers.entry((around.to_owned(), original.clone())).or_insert(1);
        *number = number.saturating_add(1);
        format!("{original}{joint}{number}")
    }

    /// Returns whether the name is not that of the file.
    pub(super) fn has(&self, id: usize) -> bool {
        self.originals.contains_key(&id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(id: usize, path: &str) -> Spot {
        Spot { id, line: 1, path: path.to_owned() }
    }

    #[test]
    fn names_get_the_next_number_of_their_place() {
        let mut renames = Renames::default();
        let (one, other) = (spot(1, "A.X"), spot(2, "A.X"));
        assert_eq!(renames.next(&one, "X", "_"), "X_2");
        assert_eq!(renames.next(&other, "X", "_"), "X_3");
        assert_eq!(renames.next(&one, "X_2", "_"), "X_4", "the number belongs to the name of the file");
        assert_eq!(renames.next(&spot(3, "B.X"), "X", "_"), "X_2");
        assert_eq!(renames.next(&spot(4, "PHASE_225"), "PHASE_225", "_"), "PHASE_225_2");
        assert_eq!(renames.next(&spot(5, "Mode"), "Mode", ""), "Mode2");
        assert!(renames.has(1) && !renames.has(9));
    }
}
