//! The known name that a mistyped one most likely means.

/// Most letters that may be wrong.
const FAR: usize = 2;
/// Names longer than this are not compared.
const LONG: usize = 64;

/// The closest of `known`: by edit distance, at most two, the first of equals; or one that `word` begins.
pub(crate) fn closest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<String> {
    let near = known.into_iter().filter_map(|name| Some((far(word, name)?, name)));
    near.min_by_key(|&(distance, _)| distance).map(|(_, name)| name.to_owned())
}

fn far(word: &str, name: &str) -> Option<usize> {
    let (word, name) = (word.to_lowercase(), name.to_lowercase());
    if word.len() > LONG || name.len() > LONG || word.is_empty() {
        return None;
    }
    let distance = distance(&word, &name);
    let is_similar = distance <= FAR && distance < word.chars().count();
    (is_similar || name.starts_with(&word)).then_some(distance)
}

/// Levenshtein's distance, one row at a time.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, right) in b.iter().enumerate() {
            let changed = diagonal + usize::from(left != *right);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("thread", Some("threads"))]
    #[case("Blocks", Some("blocks"))]
    #[case("prio", Some("priority"))]
    #[case("bloks", Some("blocks"))]
    #[case("xyz", None)]
    #[case("ab", None)]
    #[case("", None)]
    fn what_was_meant(#[case] word: &str, #[case] name: Option<&str>) {
        assert_eq!(closest(word, ["threads", "blocks", "priority", "cd"]).as_deref(), name);
    }
}
