//! Results that a page cannot show.

use hws_page::EXACT_BELOW;
use serde_json::Value;

use super::PageKind;

/// The reason why there is no page.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Refusal {
    /// Another mode or op.
    #[error("{key} {value} has no page: only {drawn}; leave out --html")]
    NoPicture {
        /// `mode` or `op`.
        key: &'static str,
        /// The value in the input.
        value: String,
        /// The values that have a page.
        drawn: &'static str,
    },
    /// Ranks alone.
    #[error("there is no schedule to draw: give --pes or costs per processor, or leave out --html")]
    NoSchedule,
    /// A Gemini schedule without times.
    #[error("a schedule with circular dependencies has no times to draw; leave out --html")]
    Circular,
    /// A number that is not exact in a browser.
    #[error("{place}: {number} cannot be shown: a page needs numbers below 2^53; leave out --html")]
    Large {
        /// Input or answer, and the path in it.
        place: String,
        /// The number.
        number: String,
    },
}

/// Checks that a result can be drawn.
pub(super) fn judge(kind: PageKind, input: &Value, answer: &Value) -> Result<(), Refusal> {
    let refused = match kind {
        PageKind::Periodic => other(input, "mode", &["plan"], "plan has one"),
        PageKind::Dataflow | PageKind::Compare => None,
        PageKind::Pipeline => {
            other(input, "op", &["row_pipeline", "phase"], "row_pipeline and phase have one")
        }
        PageKind::Gemini => (!answer["kernels"].is_array()).then_some(Refusal::Circular),
        PageKind::Rank => (!is_scheduled(answer)).then_some(Refusal::NoSchedule),
    };
    let found = refused.or_else(|| too_large("input", input)).or_else(|| too_large("answer", answer));
    found.map_or(Ok(()), Err)
}

/// Refuses a mode or op that is not among `known`; an absent one means the first.
fn other(input: &Value, key: &'static str, drawn: &[&str], text: &'static str) -> Option<Refusal> {
    let value = input.get(key)?.as_str()?;
    let is_drawn = drawn.contains(&value);
    (!is_drawn).then(|| Refusal::NoPicture { key, value: value.to_owned(), drawn: text })
}

/// Whether every ranked graph of an answer has a schedule.
fn is_scheduled(answer: &Value) -> bool {
    match answer["graphs"].as_array() {
        Some(graphs) => graphs.iter().all(|graph| graph["heft"].is_object()),
        None => answer["heft"].is_object(),
    }
}

fn too_large(root: &str, value: &Value) -> Option<Refusal> {
    large(value).map(|(path, number)| Refusal::Large { place: format!("{root}{path}"), number })
}

/// Returns the first number of 2^53 or more in size, with its path.
fn large(value: &Value) -> Option<(String, String)> {
    let under = |place: String, found: (String, String)| (format!("{place}{}", found.0), found.1);
    match value {
        Value::Number(number) => {
            let size = number.as_i64().map(i64::unsigned_abs).or_else(|| number.as_u64());
            let fits = size.is_some_and(|size| size < EXACT_BELOW);
            (!fits).then(|| (String::new(), number.to_string()))
        }
        Value::Array(list) => list
            .iter()
            .enumerate()
            .find_map(|(i, value)| large(value).map(|found| under(format!("[{i}]"), found))),
        Value::Object(map) => {
            map.iter().find_map(|(key, value)| large(value).map(|found| under(format!(".{key}"), found)))
        }
        Value::Null | Value::Bool(_) | Value::String(_) => None,
    }
}
