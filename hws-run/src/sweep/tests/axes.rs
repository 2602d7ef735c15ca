//! Axes, ranges, grids and seeds from text; the numbers are counted by hand.

use rstest::rstest;

use super::super::{Axis, Grid, Seeds};
use super::grid;

fn values(option: &str) -> Vec<String> {
    Axis::parse(option).unwrap().values.into_iter().map(|value| value.text).collect()
}

#[rstest]
#[case("k=1,4,16", &["1", "4", "16"])]
#[case(" k = 1 , 4 ", &["1", "4"])]
#[case("k=off,report,estimate", &["off", "report", "estimate"])]
#[case("k=0..400:100", &["0", "100", "200", "300", "400"])]
#[case("k=0..100:30", &["0", "30", "60", "90"])]
#[case("k=-2..1", &["-2", "-1", "0", "1"])]
#[case("k=100..-100:-100", &["100", "0", "-100"])]
#[case("k=7..7", &["7"])]
#[case("k=safe,-50..50:50,007,+8", &["safe", "-50", "0", "50", "7", "8"])]
#[case("k=9223372036854775806..9223372036854775807", &["9223372036854775806", "9223372036854775807"])]
#[case("k=-9223372036854775808..9223372036854775807:9223372036854775807",
    &["-9223372036854775808", "-1", "9223372036854775806"])]
#[case("k=linear:100:3200,points:0=1:31=9", &["linear:100:3200", "points:0=1:31=9"])]
#[case("k=a..b", &["a..b"])]
#[case("workload=007,a.yaml+b.yaml, 1..3", &["007", "a.yaml+b.yaml", "1..3"])]
#[case("k=18446744073709551616", &["18446744073709551616"])]
fn values_of_an_axis(#[case] option: &str, #[case] expected: &[&str]) {
    assert_eq!(values(option), expected);
}

#[rstest]
#[case("margin", "margin, column 1: no values are given; write KEY=VALUES, such as promote.threshold=1,4,16")]
#[case("workload=a,", "workload=a,, column 12: a value is missing; give one, or remove the separator")]
#[case("=1", "=1, column 1: no setting is named; write KEY=VALUES, such as promote.threshold=1,4,16")]
#[case("k=", "k=, column 3: a value is missing; give one, or remove the separator")]
#[case("k=1,,2", "k=1,,2, column 5: a value is missing; give one, or remove the separator")]
#[case("k=1, ", "k=1, , column 6: a value is missing; give one, or remove the separator")]
#[case(
    "ä=1, 2,01",
    "ä=1, 2,01, column 8: the value 1 is given twice; remove one; both would make the same runs"
)]
#[case(
    "k=0..9,x,4",
    "k=0..9,x,4, column 10: the value 4 is given twice; remove one; both would make the same runs"
)]
#[case(
    "k=0..",
    "k=0.., column 3: 0.. is not a valid range; write FIRST..LAST or FIRST..LAST:STEP with integers of 64 bits"
)]
#[case(
    "k=1,0..9:x",
    "k=1,0..9:x, column 5: 0..9:x is not a valid range; write FIRST..LAST or FIRST..LAST:STEP with integers of 64 bits"
)]
#[case(
    "k=0..99999999999999999999",
    "k=0..99999999999999999999, column 3: 0..99999999999999999999 is not a valid range; write FIRST..LAST or FIRST..LAST:STEP with integers of 64 bits"
)]
#[case(
    "k=0..9:0",
    "k=0..9:0, column 3: the step is 0; give a step that leads from the first number to the last"
)]
#[case("k=400..0:50", "k=400..0:50, column 3: a step of 50 does not lead from 400 to 0; write 400..0:-50")]
#[case("k=0..4:-1", "k=0..4:-1, column 3: a step of -1 does not lead from 0 to 4; write 0..4:1")]
#[case(
    "k=0..1000000",
    "k=0..1000000, column 3: the range has 1000001 numbers, which is more than the limit of 1000000; use a larger step"
)]
#[case(
    "k=-9223372036854775808..9223372036854775807",
    "k=-9223372036854775808..9223372036854775807, column 3: the range has 18446744073709551616 numbers, which is more than the limit of 1000000; use a larger step"
)]
fn options_that_are_not_an_axis(#[case] option: &str, #[case] error: &str) {
    assert_eq!(Axis::parse(option).unwrap_err().to_string(), error);
}

#[test]
fn the_longest_range_is_accepted() {
    assert_eq!(values("k=1..1000000").len(), 1_000_000);
}

#[test]
fn combinations_come_in_the_order_of_the_options_the_first_slowest() {
    let grid = grid(&["a=0,1", "b=x", "c=5..7"]);
    assert_eq!(grid.combinations(), 6);
    let texts = (0..6).map(|combination| {
        let settings = grid.settings(combination);
        settings.into_iter().map(|set| format!("{}{}", set.key, set.value)).collect::<String>()
    });
    let texts: Vec<String> = texts.collect();
    assert_eq!(texts, ["a0bxc5", "a0bxc6", "a0bxc7", "a1bxc5", "a1bxc6", "a1bxc7"]);
}

#[test]
fn without_an_axis_there_is_one_combination_that_sets_nothing() {
    assert_eq!((Grid::default().combinations(), Grid::default().settings(0)), (1, vec![]));
}

#[test]
fn a_setting_is_given_once() {
    let axes = ["a=1", "b=2", "a=3,4"].map(|option| Axis::parse(option).unwrap());
    let error = Grid::new(axes.to_vec()).unwrap_err();
    let expected = "a=3,4, column 1: a is given twice, first by a=1; give all its values in one option";
    assert_eq!(error.to_string(), expected);
}

#[rstest]
#[case("k=1,-4", true)]
#[case("k=1,safe", false)]
#[case("k=9223372036854775808", false)]
fn an_axis_of_integers_is_numeric(#[case] option: &str, #[case] is_numeric: bool) {
    assert_eq!(Axis::parse(option).unwrap().is_numeric(), is_numeric);
}

#[rstest]
#[case("3", &[0, 1, 2])]
#[case("1", &[0])]
#[case("5..9", &[5, 6, 7, 8, 9])]
#[case("0..10:5", &[0, 5, 10])]
fn seeds(#[case] text: &str, #[case] expected: &[u64]) {
    assert_eq!(Seeds::parse(text).unwrap().as_slice(), expected);
}

#[rstest]
#[case("0", "0 is not a valid number of seeds; give 1 to 1000000, or a range such as 5..9")]
#[case("1000001", "1000001 is not a valid number of seeds; give 1 to 1000000, or a range such as 5..9")]
#[case("many", "many is not a valid number of seeds; give 1 to 1000000, or a range such as 5..9")]
#[case("-1..3", "-1..3 contains negative seeds; seeds are unsigned")]
#[case("9..5", "a step of 1 does not lead from 9 to 5; write 9..5:-1")]
fn texts_that_are_not_seeds(#[case] text: &str, #[case] error: &str) {
    assert_eq!(Seeds::parse(text).unwrap_err().to_string(), error);
}
