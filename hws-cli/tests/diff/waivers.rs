//! Waivers of `hws diff`: known differences with a reason.

use serde_json::Value;

use super::{Dump, verdict};
use crate::common::{self, file};

/// Differs at cycles 20 to 23.
fn bug() -> Dump {
    (20..24).fold(Dump::new(), |dump, cycle| dump.with(cycle, "count", "0"))
}

fn waivers(name: &str, text: &str) -> String {
    file(&format!("diff/waivers_{name}.yaml"), text)
}

/// Compares with the waivers on 15 June 2027.
fn waived(name: &str, text: &str, status: i32, word: &str) -> (String, Value) {
    let path = waivers(name, text);
    let options = ["--waivers", path.as_str(), "--today", "2027-06-15"];
    verdict(&format!("waived_{name}"), &Dump::new(), &bug(), &options, status, word)
}

#[test]
fn a_waived_difference_is_counted_and_listed_with_its_reason() {
    let text = "- signal: cou*\n  reason: <reset> & more\n  bug: DV-7\n  expires: 2027-06-15\n";
    let (text, json) = waived("all", text, 0, "equal");
    assert_eq!((&json["waived"], &json["differing"]), (&4.into(), &0.into()));
    assert_eq!(json["compared"], 50 * 5, "a waived value has been compared");
    let waiver = &json["waivers"][0];
    assert_eq!(waiver["signals"], serde_json::json!({"count": 4}));
    assert_eq!((&waiver["bug"], &waiver["is_stale"]), (&"DV-7".into(), &false.into()));
    let line = "waived 4 times: <reset> & more (bug DV-7, until 2027-06-15): count (4 times)";
    assert!(text.contains(line), "{text}");
    assert!(text.contains(" waived=4 "), "{text}");
}

#[test]
fn outside_its_window_a_difference_is_one() {
    let (_, json) = waived("early", "- {signal: count, when: 20..21, reason: a}", 1, "differ");
    assert_eq!(
        (&json["first"]["cycle"], &json["waived"], &json["differing"]),
        (&22.into(), &2.into(), &2.into())
    );
    let (_, json) = waived("late", "- {signal: count, when: '21..', reason: a}", 1, "differ");
    assert_eq!((&json["first"]["cycle"], &json["waived"]), (&20.into(), &3.into()));
    let (_, json) = waived("other", "- {signal: in, reason: a}", 1, "differ");
    assert_eq!((&json["first"]["cycle"], &json["waivers"][0]["is_stale"]), (&20.into(), &true.into()));
}

#[test]
fn conditions_and_single_cycles_are_windows() {
    // The counter of A shows 21 at cycle 20.
    let text = "- {signal: count, when: 'count >= 21 && count < 24', reason: a}\n- {signal: count, when: 23, reason: b}";
    let (_, json) = waived("windows", text, 0, "equal");
    let counts: Vec<&Value> = json["waivers"].as_array().unwrap().iter().map(|it| &it["waived"]).collect();
    assert_eq!(counts, [3, 1]);
}

#[test]
fn a_waiver_that_waives_nothing_fails() {
    let text = "- {signal: count, reason: a}\n- {signal: in, reason: b}";
    let (text, json) = waived("unused", text, 1, "stale_waiver");
    assert!(
        json["problem"].as_str().unwrap().contains("yaml:2:3: the waiver of `in` waives nothing"),
        "{json}"
    );
    assert!(text.contains("stale waiver: "), "{text}");
}

#[test]
fn an_expired_waiver_has_no_effect_and_fails() {
    let expired = "- {signal: count, reason: a, expires: 2027-06-14}";
    let (text, json) = waived("expired", expired, 1, "differ");
    assert_eq!(json["first"]["cycle"], 20);
    assert!(text.contains("the waiver of `count` expired on 2027-06-14; renew or remove it: a"), "{text}");
    let path = waivers("expired_equal", expired);
    let options = ["--waivers", path.as_str(), "--today", "2027-06-15"];
    verdict("expired_equal", &Dump::new(), &Dump::new(), &options, 1, "stale_waiver");
}

#[test]
fn mistakes_in_the_file_are_refused_with_their_place() {
    let refused =
        |name: &str, text: &str| common::refused(&["diff", "a", "b", "--waivers", &waivers(name, text)]);
    let unknown = refused("unknown", "- signal: a\n  reson: b");
    assert!(
        unknown.contains("waivers_unknown.yaml:2:3: unknown key `reson`") && unknown.contains("`reason`"),
        "{unknown}"
    );
    assert!(refused("missing", "- {signal: a}").contains(":1:3: missing key `reason` in a waiver"));
    let today = common::refused(&["diff", "a", "b", "--waivers", "w", "--today", "2027-02-29"]);
    assert!(today.contains("is not a date"), "{today}");
    assert!(common::refused(&["diff", "a", "b", "--today", "2027-02-28"]).contains("--waivers"));
    assert!(common::refused(&["diff", "a", "b", "--waivers", "/nowhere.yaml"]).contains("/nowhere.yaml"));
}

#[test]
fn a_waiver_must_fit_a_signal_and_its_condition_the_dump() {
    let (text, _) = waived("typo", "- {signal: coumt, reason: a}", 2, "unreadable");
    assert!(
        text.contains("yaml:1:3: `coumt` fits no signal that is compared; did you mean `count`?"),
        "{text}"
    );
    let (text, _) = waived("condition", "- {signal: count, when: 'stat == 3', reason: a}", 2, "unreadable");
    assert!(text.contains("yaml:1:3: ") && text.contains("`stat`"), "{text}");
}

#[test]
fn the_self_test_finds_its_bit_in_a_waived_signal() {
    let path = waivers("self_test", "- {signal: '*', reason: a}");
    let options = ["--waivers", path.as_str(), "--self-test=3"];
    let (_, json) = verdict("waived_self_test", &Dump::new(), &bug(), &options, 0, "equal");
    assert!(json["self_test"].as_str().unwrap().ends_with("found there"), "{json}");
}
