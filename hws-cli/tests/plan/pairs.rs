//! The worked examples with the binary: input on standard input, compared as their README describes, with the
//! exit status that `ok` and `deadlock` require.

use rstest::rstest;

use super::fed;

#[path = "../../../hws-plan/tests/common/pairs.rs"]
mod examples;

#[rstest]
#[case("rank")]
#[case("periodic")]
#[case("gemini")]
#[case("dataflow")]
#[case("pipeline")]
fn every_pair_matches(#[case] mode: &str) {
    for name in examples::names(mode) {
        let (input, wanted) = (examples::read(&name, mode, "in"), examples::read(&name, mode, "out"));
        let (status, out, said) = fed(&[mode, "--json"], &input.to_string());
        let is_good = wanted["ok"] != false && wanted["deadlock"] != true;
        assert_eq!(status, Some(if is_good { 0 } else { 1 }), "{name}.{mode}: {said}");
        let found = serde_json::from_str(&out).unwrap();
        examples::covers(mode, "", &wanted, &found).unwrap_or_else(|why| panic!("{name}.{mode}: {why}"));
    }
}
