//! Suggestions for misspelt words.

/// The longest word that is compared with known words, in bytes.
const LONGEST: usize = 64;

/// The most known words that are examined, so that a list of a million names costs nothing.
const MOST: usize = 10_000;

/// Returns the known word nearest to `word`, or `None` if none is near enough; among equally near ones, the first.
///
/// A known word is near if at most a third of its letters are wrong (inserted, removed, replaced or swapped with
/// a neighbour), or if it begins with `word`. Case is ignored.
#[must_use]
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let rated = known.into_iter().take(MOST).filter_map(|name| Some((distance(&word, name)?, name)));
    rated.min_by_key(|&(distance, _)| distance).map(|(_, name)| name)
}

/// Returns the distance of `name` from `word` (in lower case); `None` if it is too large.
fn distance(word: &str, name: &str) -> Option<usize> {
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    let distance = strsim::osa_distance(word, &name);
    let is_similar = distance <= name.len().div_ceil(3) && distance < word.chars().count();
    (is_similar || name.starts_with(word)).then_some(distance)
}

/// Returns the start of a remedy: "did you mean `word`? ", or an empty string if there is no word.
///
/// ```
/// use hws_input::{did_you_mean, nearest};
/// let remedy = |word| format!("({}see the manual)", did_you_mean(nearest(word, ["topology"])));
/// assert_eq!(remedy("topologie"), "(did you mean `topology`? see the manual)");
/// assert_eq!(remedy("colour"), "(see the manual)");
/// ```
#[must_use]
pub fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map(|word| format!("did you mean `{word}`? ")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::nearest;
    use rstest::rstest;

    const KNOWN: [&str; 8] =
        ["offset", "access", "fields", "description", "threads", "blocks", "priority", "cd"];

    #[rstest]
    #[case("ofset", Some("offset"))]
    #[case("acces", Some("access"))]
    #[case("Offset", Some("offset"))]
    #[case("feilds", Some("fields"))]
    #[case("descripton", Some("description"))]
    #[case("thread", Some("threads"))]
    #[case("Blocks", Some("blocks"))]
    #[case("prio", Some("priority"))]
    #[case("bloks", Some("blocks"))]
    #[case("colour", None)]
    #[case("xyz", None)]
    #[case("ab", None)]
    #[case("", None)]
    fn a_misspelling_finds_its_word(#[case] word: &str, #[case] meant: Option<&str>) {
        assert_eq!(nearest(word, KNOWN), meant);
    }

    #[test]
    fn among_equally_near_words_the_first_is_suggested() {
        assert_eq!(nearest("rows", ["row", "cows"]), Some("row"));
    }

    #[test]
    fn a_long_text_is_not_a_misspelling() {
        assert_eq!(nearest(&"offset".repeat(1000), KNOWN), None);
        assert_eq!(nearest("offset", ["offset".repeat(1000).as_str()]), None);
    }
}
