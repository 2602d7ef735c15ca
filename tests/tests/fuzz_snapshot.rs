//! The fuzz target `snapshot` on a fixed set of inputs, and unknown keys in every place of a snapshot.

use hws_fuzz::snapshot::{SnapshotReached, run};
use hws_model::{Config, Hws, Snapshot};
use hws_tests::random::Numbers;
use serde_json::Value;

const INPUTS: u64 = 120;
const INPUT_BYTES: usize = 1024;

#[test]
fn changed_snapshots_are_refused_or_run_on() {
    let reached = |number| {
        run(&Numbers::new(number ^ 0x5A).bytes(INPUT_BYTES)).unwrap_or_else(|failure| panic!("{failure}"))
    };
    let all = (0..INPUTS).map(reached).fold(SnapshotReached::default(), SnapshotReached::plus);
    let fates = [all.unreadable, all.unknown_keys, all.refused, all.accepted];
    assert!(fates.iter().zip([20, 5, 1, 20]).all(|(count, floor)| *count >= floor), "{all:?}");
}

/// The places of all objects.
fn objects(json: &Value, place: String, found: &mut Vec<String>) {
    match json {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| objects(value, format!("{place}/{key}"), found));
            found.push(place);
        }
        Value::Array(elements) => {
            let places = elements.iter().enumerate();
            places.for_each(|(at, value)| objects(value, format!("{place}/{at}"), found));
        }
        _ => {}
    }
}

#[test]
fn an_unknown_key_is_refused_in_every_place_of_a_snapshot() {
    let hws = Hws::new(Config::default());
    let (before, json) = (hws.clone(), serde_json::to_value(hws.snapshot()).unwrap());
    let mut places = Vec::new();
    objects(&json, String::new(), &mut places);
    assert!(places.len() > 10, "{places:?}");
    for place in places {
        let mut changed = json.clone();
        changed.pointer_mut(&place).unwrap()["not_a_key"] = 0.into();
        let answer = serde_json::from_value::<Snapshot>(changed);
        let refusal = answer.expect_err(&place).to_string();
        assert!(refusal.contains("not_a_key"), "{place}: {refusal}");
    }
    assert_eq!(hws, before, "a refusal changes nothing");
}
