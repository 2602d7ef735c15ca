//! The known word that somebody probably meant.

/// A misspelt word is short; a long text is not compared with anything.
const LONGEST: usize = 64;

/// The known word nearest to `word`, if one is near enough to be meant.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let rated = known.into_iter().map(|other| (distance(&word, &other.to_lowercase()), other));
    rated
        .filter(|(distance, other)| is_near(*distance, other))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other)
}

/// A third of the letters may be wrong.
fn is_near(distance: usize, other: &str) -> bool {
    distance <= other.len().div_ceil(3)
}

/// Insertions, removals, replacements and swaps of neighbours (Damerau–Levenshtein, restricted).
fn distance(one: &str, other: &str) -> usize {
    strsim::osa_distance(one, other)
}

#[cfg(test)]
mod tests {
    use super::nearest;
    use rstest::rstest;

    const KNOWN: [&str; 4] = ["offset", "access", "fields", "description"];

    #[rstest]
    #[case("ofset", Some("offset"))]
    #[case("acces", Some("access"))]
    #[case("Offset", Some("offset"))]
    #[case("feilds", Some("fields"))]
    #[case("descripton", Some("description"))]
    #[case("colour", None)]
    #[case("", None)]
    fn a_misspelling_finds_its_word(#[case] word: &str, #[case] meant: Option<&str>) {
        assert_eq!(nearest(word, KNOWN), meant);
    }

    #[test]
    fn a_long_text_is_nothing_misspelt() {
        assert_eq!(nearest(&"offset".repeat(1000), KNOWN), None);
    }
}
