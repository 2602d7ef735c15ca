//! Changes of a snapshot: of its structure, or of the bytes of its file.

use hws_model::Snapshot;
use serde_json::{Map, Value, json};

use crate::choices::Choices;

/// A key that no part of a snapshot has.
const UNKNOWN: &str = "not_a_key";

/// A snapshot as a file, after some changes.
pub(super) struct Change {
    pub(super) file: Vec<u8>,
    /// Whether the last change added a key that does not exist.
    pub(super) has_unknown_key: bool,
    /// What was changed, in order.
    pub(super) story: String,
}

impl Change {
    pub(super) fn of(snapshot: &Snapshot, choices: &mut Choices<'_>) -> Self {
        // A snapshot has no maps with other keys than strings, so it can be written.
        let mut json = serde_json::to_value(snapshot).unwrap_or_default();
        let mut story = Vec::new();
        for _ in 0..choices.below(4) {
            story.extend(change(&mut json, choices));
        }
        let has_unknown_key = choices.in_16(2) && add_unknown_key(&mut json, choices, &mut story);
        let mut file = json.to_string().into_bytes();
        if !has_unknown_key && choices.in_16(3) {
            (0..=choices.below(3)).for_each(|_| story.push(change_byte(&mut file, choices)));
        }
        Self { file, has_unknown_key, story: format!("changed: {}", story.join(", ")) }
    }
}

/// Changes one value; returns what was changed.
fn change(json: &mut Value, choices: &mut Choices<'_>) -> Option<String> {
    let places = places(json);
    let place = &places[choices.below(places.len() as u32) as usize];
    let other = json.pointer(&places[choices.below(places.len() as u32) as usize])?.clone();
    let value = json.pointer_mut(place)?;
    let how = match choices.below(8) {
        0..=3 => at_a_limit(value, choices),
        4 => {
            *value = of_other_type(choices);
            "of another type"
        }
        5 => {
            *value = other;
            "copied from elsewhere"
        }
        6 => rearranged(value, choices)?,
        _ => return removed(json, place),
    };
    Some(format!("{place} {how}"))
}

/// The places of all values below the state, as JSON pointers.
fn places(json: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(json, String::new(), &mut found);
    found
}

fn collect(json: &Value, place: String, found: &mut Vec<String>) {
    match json {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| collect(value, format!("{place}/{key}"), found));
        }
        Value::Array(elements) => {
            (0..)
                .zip(elements)
                .for_each(|(at, value): (u32, _)| collect(value, format!("{place}/{at}"), found));
        }
        _ => {}
    }
    found.push(place);
}

/// A number at a limit of some type, or beside its old value; a flag negated.
fn at_a_limit(value: &mut Value, choices: &mut Choices<'_>) -> &'static str {
    match value {
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(number) => {
            let old = number.as_u64().unwrap_or_default();
            let bit = 1 << choices.below(64);
            let limits =
                [0, 1, old.wrapping_add(1), old.wrapping_sub(1), old ^ bit, 255, u32::MAX.into(), u64::MAX];
            *value = choices.pick(&limits).into();
        }
        _ => return rearranged(value, choices).unwrap_or("kept"),
    }
    "at a limit"
}

fn of_other_type(choices: &mut Choices<'_>) -> Value {
    match choices.below(7) {
        0 => Value::Null,
        1 => true.into(),
        2 => "Idle".into(),
        3 => json!([]),
        4 => json!({}),
        5 => (-1).into(),
        _ => 0.5.into(),
    }
}

/// Two elements swapped, one duplicated or removed; none for what has no elements.
fn rearranged(value: &mut Value, choices: &mut Choices<'_>) -> Option<&'static str> {
    let elements = value.as_array_mut().filter(|elements| !elements.is_empty())?;
    let count = elements.len() as u32;
    let (a, b) = (choices.below(count) as usize, choices.below(count) as usize);
    match choices.below(4) {
        0 => {
            elements.remove(a);
            return Some("with an element removed");
        }
        1 => {
            let copy = elements[a].clone();
            elements.insert(b, copy);
            return Some("with an element inserted");
        }
        2 => elements[a] = elements[b].clone(),
        _ => elements.swap(a, b),
    }
    Some("with elements exchanged")
}

/// A key removed from its object.
fn removed(json: &mut Value, place: &str) -> Option<String> {
    let (parent, key) = place.rsplit_once('/')?;
    json.pointer_mut(parent)?.as_object_mut()?.remove(key)?;
    Some(format!("{place} removed"))
}

/// An unknown key in any object; false if there is no object left.
fn add_unknown_key(json: &mut Value, choices: &mut Choices<'_>, story: &mut Vec<String>) -> bool {
    let is_object = |place: &String| json.pointer(place).is_some_and(Value::is_object);
    let objects: Vec<String> = places(json).into_iter().filter(is_object).collect();
    if objects.is_empty() {
        return false;
    }
    let place = &objects[choices.below(objects.len() as u32) as usize];
    let Some(object) = json.pointer_mut(place).and_then(Value::as_object_mut) else { return false };
    rename_or_add(object, choices);
    story.push(format!("{place} with an unknown key"));
    true
}

/// A known key misspelt, or one more.
fn rename_or_add(object: &mut Map<String, Value>, choices: &mut Choices<'_>) {
    let first = object.keys().next().cloned().filter(|_| choices.in_16(8));
    let value = first.and_then(|key| object.remove(&key)).unwrap_or_default();
    object.insert(UNKNOWN.to_owned(), value);
}

/// A byte removed or replaced, or the file cut there; a change before this one may have left no byte.
fn change_byte(file: &mut Vec<u8>, choices: &mut Choices<'_>) -> String {
    if file.is_empty() {
        file.push(choices.below(256) as u8);
        return "a byte where none was left".to_owned();
    }
    let at = choices.below(file.len() as u32) as usize;
    match choices.below(3) {
        0 => {
            file.remove(at);
        }
        1 => file[at] = choices.below(256) as u8,
        _ => file.truncate(at.max(1)),
    }
    format!("byte {at}")
}
