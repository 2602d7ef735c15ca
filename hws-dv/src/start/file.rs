//! Why a file is not a snapshot, with a suggestion for a misspelt key.

use hws_input::nearest;

/// What serde says of a key that the format does not have, before the names in backquotes.
const UNKNOWN: &str = "unknown field `";

/// Returns the reason; for an unknown key, it names the nearest known one.
pub(super) fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let Some(rest) = text.strip_prefix(UNKNOWN) else { return text };
    // The key, then the known ones, each between backquotes.
    let mut names = rest.split('`').step_by(2);
    let key = names.next().unwrap_or_default();
    let remedy = nearest(key, names).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    format!("{}:{}: unknown key `{key}`{remedy}", error.line(), error.column())
}

#[cfg(test)]
mod tests {
    use super::reason;
    use hws_model::{Config, Hws, Snapshot};

    /// The refusal of a snapshot in which a text is replaced, and the column at which the replacement ends.
    fn refusal(text: &str, replacement: &str) -> (String, usize) {
        let file = serde_json::to_string(&Hws::new(Config::default()).snapshot()).unwrap();
        let changed = file.replacen(text, replacement, 1);
        let end = changed.find(replacement).unwrap() + replacement.len();
        (reason(&serde_json::from_str::<Snapshot>(&changed).unwrap_err()), end)
    }

    #[test]
    fn an_unknown_key_is_named_with_its_place_and_the_nearest_known_one() {
        let (said, column) = refusal("\"n_dag\"", "\"n_dags\"");
        assert_eq!(said, format!("1:{column}: unknown key `n_dags`; did you mean `n_dag`?"));
        let (said, column) = refusal("\"n_dag\"", "\"colour\"");
        assert_eq!(said, format!("1:{column}: unknown key `colour`"));
    }

    #[test]
    fn other_reasons_are_those_of_the_format() {
        let (said, _) = refusal("\"n_dag\":32", "\"n_dag\":-1");
        assert!(said.starts_with("invalid value: integer `-1`, expected u32"), "{said}");
    }
}
