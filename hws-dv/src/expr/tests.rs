use rstest::rstest;

use super::*;

fn bits(text: &str) -> Result<Bits, String> {
    let names = [("a", 4), ("b", 1), ("x", 1), ("m[2]", 4), ("h", 8), ("p", 4), ("column", 0), ("r_q(0)", 2)];
    let partly = Bits { value: 0b1000, unknown: 0b0001 };
    let values = [
        Bits::known(5),
        Bits::known(0),
        Bits::all_unknown(1),
        Bits::known(7),
        Bits::known(0x20),
        partly,
        Bits::known(0x300),
        Bits::known(2),
    ];
    let mut find = |name: &str| match names.iter().position(|(known, _)| *known == name) {
        Some(signal) => Ok(Expr::Signal(Leaf { signal, low: 0, width: names[signal].1 })),
        None if name == "a[2]" => Ok(Expr::Signal(Leaf { signal: 0, low: 2, width: 1 })),
        None if name == "a[3:1]" => Ok(Expr::Signal(Leaf { signal: 0, low: 1, width: 3 })),
        None => Err(format!("no signal `{name}`")),
    };
    Ok(Expr::parse(text, &mut find)?.bits(&values))
}

fn eval(text: &str) -> Result<Option<u64>, String> {
    bits(text).map(Bits::get)
}

#[rstest]
#[case("a", Some(5))]
#[case("a[2]", Some(1))]
#[case("m[2] == 7", Some(1))]
#[case("!a || !b", Some(1))]
#[case("a == 5 && b == 1", Some(0))]
#[case("x", None)]
#[case("x && b", Some(0))]
#[case("x || a", Some(1))]
#[case("x == 0", None)]
#[case("a & 0x4 | 2", Some(6))]
#[case("(a ^ 4'b0001) >= 8'h04", Some(1))]
#[case("~b", Some(1))]
#[case("a < 6", Some(1))]
#[case("~a", Some(10))]
#[case("~column", Some(!0x300))]
#[case("{a, b, 2'd3}", Some(0b010_1011))]
#[case("{a[3:1], ~a[2]}", Some(0b0100))]
#[case("{3{a[2], b}}", Some(0b10_1010))]
#[case("{2{a}}", Some(0x55))]
#[case("onehot(h)", Some(5))]
#[case("onehot(a)", None)]
#[case("onehot(b)", None)]
#[case("onehot(x)", None)]
#[case("b ? 1 : a", Some(5))]
#[case("b?1:a[2]?6:7", Some(6))]
#[case("x ? a : 5", Some(5))]
#[case("x ? a : 4", None)]
#[case("^a", Some(0))]
#[case("|a & ~&a", Some(1))]
#[case("p == 0", Some(0))]
#[case("r_q(0) == 2", Some(1))]
#[case("'h1f", Some(31))]
fn expressions_have_the_values_of_verilog(#[case] text: &str, #[case] value: Option<u64>) {
    assert_eq!(eval(text), Ok(value), "{text}");
}

#[test]
fn only_the_bits_that_depend_on_an_unknown_one_are_unknown() {
    assert_eq!(bits("~p"), Ok(Bits { value: 0b0110, unknown: 1 }));
    assert_eq!(bits("p & 8"), Ok(Bits::known(8)));
    assert_eq!(bits("p | 1"), Ok(Bits::known(9)));
    assert_eq!(bits("{x, b}"), Ok(Bits { value: 0, unknown: 2 }));
    assert_eq!(bits("onehot({x, h})"), Ok(Bits::all_unknown(4)));
}

#[rstest]
#[case("", "ends")]
#[case("a ==", "ends")]
#[case("(a", "`)`")]
#[case("a b", "unexpected `b`")]
#[case("a = 1", "`=`")]
#[case("c", "no signal `c`")]
#[case("0xg", "number")]
#[case("2'd4", "number")]
#[case("{a", "`}` is missing")]
#[case("a ? b", "`:` is missing")]
#[case("{column, a}", "without a declared width")]
#[case("{17{a}}", "68 bits")]
#[case("{0{a}}", "repeats 0")]
fn a_wrong_expression_is_explained(#[case] text: &str, #[case] reason: &str) {
    let shown = eval(text).unwrap_err();
    assert!(shown.contains(reason), "{text}: {shown}");
}

#[test]
fn nesting_and_chains_are_limited() {
    for text in ["(".repeat(100_000), "!".repeat(100_000), "{".repeat(100_000), "a?".repeat(100_000)] {
        assert!(eval(&text).unwrap_err().contains("nested"), "{}", &text[..1]);
    }
    assert!(eval(&vec!["a"; 100_000].join(" | ")).unwrap_err().contains("in a row"));
}
