//! The report as one HTML page that works without a network.
//!
//! The page is drawn from the JSON of the report. Names come from dumps: they are data and shown as text, never as
//! markup.

use std::io;

use hws_page::{EXACT_BELOW, Page};
use serde_json::{Value, json as value};

use super::json::json;
use super::report::DiffReport;

const PAGE: Page<'static> = Page {
    frame: include_str!("page/report.html"),
    styles: &[include_str!("page/report.css")],
    modules: &[
        include_str!("page/digits.mjs"),
        include_str!("page/first.mjs"),
        include_str!("page/lists.mjs"),
        include_str!("page/main.mjs"),
    ],
};

/// Writes the page, in UTF-8.
///
/// # Errors
/// Those of `out`.
pub fn page(report: &DiffReport, out: &mut impl io::Write) -> io::Result<()> {
    let title = format!("{} – {}", report.files[0], report.files[1]);
    PAGE.write(&value!({"title": title, "report": exact(json(report))}), out)
}

/// Numbers that a browser would round become texts.
fn exact(value: Value) -> Value {
    match value {
        Value::Number(number) if number.as_u64().is_some_and(|number| number >= EXACT_BELOW) => {
            Value::String(number.to_string())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(exact).collect()),
        Value::Object(entries) => entries.into_iter().map(|(key, value)| (key, exact(value))).collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_imports_only_from_those_before_it() {
        assert_eq!(PAGE.unmet_import(), None);
    }

    #[test]
    fn the_page_is_self_contained_and_names_are_data() {
        let report = DiffReport::new(["<script>alert(1)</script>".to_owned(), "a & b".to_owned()]);
        let mut bytes = Vec::new();
        page(&report, &mut bytes).unwrap();
        let html = String::from_utf8(bytes).unwrap();
        assert!(!html.contains("<script>alert") && !html.contains("http://") && !html.contains("https://"));
        assert!(html.contains("\"verdict\":\"unreadable\"") && html.contains("default-src 'none'"));
    }

    #[test]
    fn numbers_that_a_browser_would_round_are_texts() {
        assert_eq!(exact(value!([1, {"a": EXACT_BELOW}])), value!([1, {"a": "9007199254740992"}]));
    }
}
