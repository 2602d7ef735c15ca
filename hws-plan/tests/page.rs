//! Pages of the worked examples: embedded data and refusals.

use crate::common::pairs;
use std::io;

use hws_plan::page::{self, PageKind};
use serde_json::{Value, json};

/// Kinds with the pairs that have a picture.
fn drawn() -> Vec<(PageKind, &'static str, String)> {
    let kinds = [
        (PageKind::Periodic, "periodic"),
        (PageKind::Dataflow, "dataflow"),
        (PageKind::Pipeline, "pipeline"),
        (PageKind::Rank, "rank"),
    ];
    let all = kinds
        .into_iter()
        .flat_map(|(kind, mode)| pairs::names(mode).into_iter().map(move |name| (kind, mode, name)));
    all.filter(|(_, mode, name)| {
        let input = pairs::read(name, mode, "in");
        input.get("mode").is_none_or(|value| value == "plan")
            && input.get("op").is_none_or(|op| op == "row_pipeline" || op == "phase")
            && (*mode != "rank" || pairs::read(name, mode, "out").get("heft").is_some())
    })
    .collect()
}

fn page(kind: PageKind, title: &str, input: &Value, answer: &Value) -> String {
    let mut page = Vec::new();
    page::write(kind, title, input, answer, &mut page).unwrap();
    String::from_utf8(page).unwrap()
}

/// What a page is told.
fn told(page: &str) -> Value {
    let (_, rest) = page.split_once(r#"<script type="application/json" id="data">"#).unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

fn refused(kind: PageKind, input: &Value, answer: &Value) -> String {
    let mut page = Vec::new();
    let error = page::write(kind, "t", input, answer, &mut page).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    assert!(page.is_empty(), "nothing is written");
    error.to_string()
}

#[test]
fn a_page_holds_the_input_and_the_answer_and_asks_for_nothing() {
    let drawn = drawn();
    assert!(drawn.len() >= 35, "only {} pairs", drawn.len());
    for (kind, mode, name) in drawn {
        let (input, answer) = (pairs::read(&name, mode, "in"), pairs::read(&name, mode, "out"));
        let page = page(kind, &name, &input, &answer);
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{name}");
        assert_eq!(told(&page), json!({ "title": name, "input": input, "answer": answer }), "{name}");
        for mark in ["<!-- ", "import ", "http://", "https://"] {
            assert!(!page.contains(mark), "{name}: {mark}");
        }
        for word in ["innerHTML", "eval(", "Function(", "fetch(", "XMLHttp"] {
            assert!(!page.contains(word), "{name}: {word}");
        }
        assert_eq!(page, self::page(kind, &name, &input, &answer), "{name}: the same bytes");
    }
}

#[test]
fn names_cannot_end_the_data_or_begin_a_comment() {
    let hostile = "</script><!-- <script>\u{2028}\"\\&amp;";
    let (input, answer) = (
        pairs::read("mixed", "dataflow", "in").to_string(),
        pairs::read("mixed", "dataflow", "out").to_string(),
    );
    let named = |text: &str| -> Value {
        let quoted = serde_json::to_string(hostile).unwrap();
        serde_json::from_str(&text.replace("\"slow\"", &quoted)).unwrap()
    };
    let plain = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let before = page(PageKind::Dataflow, "t", &plain(&input), &plain(&answer));
    let after = page(PageKind::Dataflow, hostile, &named(&input), &named(&answer));
    assert_eq!(after.matches('<').count(), before.matches('<').count());
    assert_eq!(told(&after)["title"], hostile);
    assert_eq!(told(&after)["input"]["functions"]["top"]["nodes"][4]["id"], hostile);
}

#[test]
fn what_has_no_picture_is_refused() {
    let text = |kind, input| refused(kind, &input, &json!({}));
    assert_eq!(
        text(PageKind::Periodic, json!({ "mode": "check" })),
        "mode check has no page: only plan has one; leave out --html"
    );
    assert_eq!(
        text(PageKind::Pipeline, json!({ "op": "support" })),
        "op support has no page: only row_pipeline and phase have one; leave out --html"
    );
    let ranks = pairs::read("plain", "rank", "out");
    assert_eq!(
        refused(PageKind::Rank, &json!({}), &ranks),
        "there is no schedule to draw: give --pes or costs per processor, or leave out --html"
    );
    let cycle = pairs::read("cycle", "gemini", "out");
    assert_eq!(
        refused(PageKind::Gemini, &json!({ "loads": [] }), &cycle),
        "a schedule with circular dependencies has no times to draw; leave out --html"
    );
    let graphs = json!({ "graphs": [pairs::read("heft10", "rank", "out"), ranks] });
    assert!(refused(PageKind::Rank, &json!({}), &graphs).starts_with("there is no schedule"));
    for (mode, kind) in [("periodic", PageKind::Periodic), ("pipeline", PageKind::Pipeline)] {
        let others = pairs::names(mode).into_iter().filter(|name| {
            !drawn().iter().any(|(_, drawn_mode, drawn_name)| *drawn_mode == mode && drawn_name == name)
        });
        let others: Vec<String> = others.collect();
        assert!(!others.is_empty());
        for name in others {
            let (input, answer) = (pairs::read(&name, mode, "in"), pairs::read(&name, mode, "out"));
            assert!(refused(kind, &input, &answer).contains(" has no page"), "{name}");
        }
    }
}

#[test]
fn numbers_that_a_page_cannot_hold_are_refused() {
    let limit = 1_i64 << 53;
    let fits = json!({ "a": [{ "b": limit - 1 }, -(limit - 1), true, null, "9007199254740992"] });
    page(PageKind::Dataflow, "t", &fits, &fits);
    let text = |answer| refused(PageKind::Dataflow, &json!({}), &answer);
    assert_eq!(
        text(json!({ "a": [{ "b": limit }] })),
        "answer.a[0].b: 9007199254740992 cannot be shown: a page needs numbers below 2^53; leave out --html"
    );
    assert!(text(json!([-limit])).starts_with("answer[0]: -9007199254740992 cannot"));
    assert!(text(json!(u64::MAX)).starts_with("answer: 18446744073709551615 cannot"));
    assert!(text(json!(0.5)).starts_with("answer: 0.5 cannot"));
    assert!(refused(PageKind::Dataflow, &json!({ "n": i64::MIN }), &fits).starts_with("input.n: "));
}
