//! What the fast pass accepts, the careful pass accepts with equal values.

#[path = "../../../../tests/common/schedules.rs"]
mod schedules;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{carefully, quickly};

/// Returns whether the fast pass accepts a text.
fn is_accepted(text: &str) -> bool {
    let quick = quickly(text);
    if let Some(quick) = &quick {
        let careful = carefully(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(format!("{quick:?}"), format!("{careful:?}"), "{text}");
    }
    quick.is_some()
}

fn schedule(seed: usize) -> Value {
    schedules::schedule(seed as u64, 1 + seed % 4, 1 + seed % 9)
}

fn pointers(value: &Value, at: String, all: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(i, inner)| pointers(inner, format!("{at}/{i}"), all));
        }
        Value::Object(map) => map.iter().for_each(|(key, inner)| pointers(inner, format!("{at}/{key}"), all)),
        _ => {}
    }
    all.push(at);
}

/// A value that some place of a schedule does not expect.
fn odd() -> impl Strategy<Value = Value> {
    let odd = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1_i64 << 31),
        json!(u64::MAX),
        json!(0.5),
        json!("x"),
        json!("a \"quote\""),
        json!([]),
        json!([0, 0, 0]),
        json!({}),
        json!({"size": 1}),
        json!({"sise": 1}),
        json!([{"transfer_id": [1, 2]}]),
    ];
    prop::sample::select(odd.to_vec())
}

#[test]
fn schedules_without_unknown_keys_are_accepted_with_and_without_options() {
    for seed in 0..40 {
        let ir = schedule(seed);
        assert!(is_accepted(&ir.to_string()));
        assert!(is_accepted(&serde_json::to_string_pretty(&ir).unwrap()));
        let options = json!({"dram_bw": 16, "time_scale": [3, 2]});
        assert!(is_accepted(&json!({"ir": ir, "options": options}).to_string()));
    }
}

#[test]
fn unknown_keys_and_bad_options_are_left_to_the_careful_pass() {
    let ir = schedule(5);
    for pointer in ["", "/-1", "/-1/out/0", "/-1/out/0/destination/0", "/0/0", "/0/0/ifmap/0"] {
        let mut changed = ir.clone();
        changed.pointer_mut(pointer).unwrap()["mystery"] = json!(1);
        assert!(!is_accepted(&changed.to_string()), "{pointer}");
        assert!(!is_accepted(&json!({"ir": changed}).to_string()), "{pointer}");
    }
    for options in [json!({"dram_bw": 0}), json!({"speed": 1}), json!({"size": 1})] {
        assert!(!is_accepted(&json!({"ir": ir, "options": options}).to_string()), "{options}");
    }
    // Known below the top, but not there.
    assert!(!is_accepted(&json!({"ir": ir, "size": 1}).to_string()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn changed_bytes(seed in 0usize..40, at in any::<prop::sample::Index>(), cut in 0usize..4, put in "[-0-9a-z\"\\\\,:.{}\\[\\] ]{0,3}") {
        let mut text = schedule(seed).to_string();
        let at = at.index(text.len());
        text.replace_range(at..(at + cut).min(text.len()), &put);
        is_accepted(&text);
    }

    #[test]
    fn changed_values(seed in 0usize..40, at in any::<prop::sample::Index>(), odd in odd(), wrapped in any::<bool>()) {
        let mut ir = schedule(seed);
        let mut all = Vec::new();
        pointers(&ir, String::new(), &mut all);
        *ir.pointer_mut(&all[at.index(all.len())]).unwrap() = odd;
        is_accepted(&if wrapped { json!({"ir": ir, "options": {"rank_div": 2}}) } else { ir }.to_string());
    }

    /// A key twice, or another in its place.
    #[test]
    fn changed_keys(seed in 0usize..40, at in any::<prop::sample::Index>(), by in any::<prop::sample::Index>()) {
        let text = schedule(seed).to_string();
        let keys: Vec<(usize, usize)> = text.match_indices("\":").map(|(end, _)| (text[..end].rfind('"').unwrap() + 1, end)).collect();
        let (from, to) = (keys[at.index(keys.len())], keys[by.index(keys.len())]);
        let changed = [&text[..from.0], &text[to.0..to.1], &text[from.1..]].concat();
        is_accepted(&changed);
    }
}
