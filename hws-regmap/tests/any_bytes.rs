//! Any bytes yield a map or printable diagnostics, without a panic or a hang.

use hws_regmap::{CheckedMap, Code, DiagnosticSeverity, MapDiagnostic, Paint, check, load, render_in};
use hws_regs::REGMAP_YAML;
use rstest::rstest;
use std::time::{Duration, Instant};

/// Checks a map and renders the first diagnostics; rendering all of them would take too long. Returns the errors.
fn judge(bytes: &[u8]) -> Vec<Code> {
    let CheckedMap { map, diagnostics, texts } = check(bytes, "any.yaml");
    for diagnostic in diagnostics.iter().take(20) {
        let shown = render_in(diagnostic, &texts, Paint::Plain);
        assert!(shown.starts_with(&format!("{}[{}]", diagnostic.severity, diagnostic.code)), "{shown}");
        assert!(diagnostic.place.line() > 0 && diagnostic.place.column() > 0);
    }
    let is_error = |one: &MapDiagnostic| one.severity == DiagnosticSeverity::Error;
    assert_eq!(diagnostics.iter().all(is_error), map.is_none() || diagnostics.is_empty());
    diagnostics.into_iter().filter(is_error).map(|diagnostic| diagnostic.code).collect()
}

/// A small generator of its own, so that a failure can be repeated from its number.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.next() % bound.max(1)
    }
}

/// A map with everything in it, short enough to be broken many times.
const SMALL: &str = include_str!("small.yaml");

/// Input that breaks maps: YAML syntax, numbers at bounds, and bytes that are not text.
const PIECES: &[&[u8]] = &[
    b"0xffffffff",
    b"4294967296",
    b"-1",
    b"99999999999999999999999999999999999999999",
    b"1e999",
    b".nan",
    b"0",
    b"[",
    b"]",
    b"{",
    b"}",
    b": ",
    b", ",
    b"- ",
    b"\n",
    b"\t",
    b"\r",
    b"&a ",
    b"*a",
    b"<<: ",
    b"!!str ",
    b"? ",
    b"|",
    b">",
    b"'",
    b"\"",
    b"#",
    b"---\n",
    b"...\n",
    b"%YAML 1.2\n",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xa8",
    b"N",
    b"name",
    b"offset",
    b"fields",
    b"null",
    b"true",
    b"\xf0\x9f\xa6\x80",
];

fn mutate(random: &mut Random, map: &mut Vec<u8>) {
    let at = random.below(map.len() + 1);
    let to = (at + random.below(24)).min(map.len());
    match random.below(5) {
        0 => drop(map.drain(at..to)),
        1 => drop(map.splice(at..at, PIECES[random.below(PIECES.len())].iter().copied())),
        2 => drop(map.splice(at..to, PIECES[random.below(PIECES.len())].iter().copied())),
        3 => {
            let copy: Vec<u8> = map[at..to].to_vec();
            let other = random.below(map.len() + 1);
            drop(map.splice(other..other, copy));
        }
        _ => {
            if let Some(byte) = map.get_mut(at) {
                *byte = random.next() as u8;
            }
        }
    }
}

#[test]
fn mutated_maps_end_in_a_verdict() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..4000 {
        let mut map = SMALL.as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            mutate(&mut random, &mut map);
        }
        if judge(&map).is_empty() { accepted += 1 } else { refused += 1 }
    }
    assert!(refused > 1000 && accepted > 20, "{refused} refused, {accepted} accepted: not a test of both");
}

#[test]
fn the_small_map_has_no_faults_of_its_own() {
    assert_eq!(judge(SMALL.as_bytes()), []);
}

#[test]
fn mutations_of_the_shipped_map_end_in_a_verdict() {
    let mut random = Random(42);
    for _ in 0..30 {
        let mut map = REGMAP_YAML.as_bytes().to_vec();
        mutate(&mut random, &mut map);
        judge(&map);
    }
}

#[test]
fn random_bytes_end_in_diagnostics() {
    let mut random = Random(7);
    for length in 0..400 {
        let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        assert_ne!(judge(&bytes), [], "{bytes:?}");
    }
}

fn nested(open: &str, close: &str) -> String {
    format!("name: {}{}", open.repeat(100_000), close.repeat(100_000))
}

fn laughs() -> String {
    let letters: Vec<char> = ('a'..='z').collect();
    let line = |pair: &[char]| {
        format!("{1}: &{1} [{0}]\n", [format!("*{}", pair[0]).as_str(); 9].join(", "), pair[1])
    };
    format!("a: &a [lol]\n{}", letters.windows(2).map(line).collect::<String>())
}

fn many(count: usize, entry: impl Fn(usize) -> String) -> String {
    let entries: String = (0..count).map(entry).collect();
    format!(
        "name: T\nwindow_bytes: 0x100000\nsame_cycle: x\nparameters: []\npages:\n  - name: P\n    base: 0\n    size: 0x100000\n    description: d\n    registers:\n{entries}"
    )
}

const REST: &str = "access: RW, hardware: reads, spec: s, description: d";

#[rstest]
#[case::brackets(nested("[", "]"), None)]
#[case::braces(nested("{a: ", "}"), Some(Code::TooLarge))]
#[case::indentation((0..3000).map(|i| format!("{}a:\n", " ".repeat(i))).collect(), Some(Code::TooLarge))]
#[case::laughs(laughs(), Some(Code::TooLarge))]
#[case::alias_of_itself("a: &a [*a]\n".to_owned(), None)]
#[case::long_number(format!("name: T\nwindow_bytes: {}\n", "9".repeat(500)), Some(Code::WrongType))]
#[case::long_line(format!("name: {}\nwindow_bytes: x\n", "y".repeat(3_000_000)), Some(Code::UnknownParameter))]
#[case::long_key(format!("{}: 1\n", "k".repeat(2_000_000)), None)]
#[case::many_unknown_keys((0..100_000).map(|i| format!("key_{i}: 1\n")).collect(), Some(Code::UnknownKey))]
#[case::huge_arrays(
    many(2000, |i| format!("      - {{name: R{i}, offset: 0, {REST}, dims: [{{count: 0xffffffff, stride: 1, index: i}}, {{count: 0xffffffff, stride: 4, index: i}}]}}\n")),
    Some(Code::IllegalArray)
)]
#[case::arrays_on_top_of_each_other(
    many(2000, |i| format!("      - {{name: R{i}, offset: 0, {REST}, dims: [{{count: 256, stride: 1024, index: i}}, {{count: 256, stride: 4, index: i}}]}}\n")),
    Some(Code::RegistersOverlap)
)]
#[case::one_register_with_many_fields(
    many(1, |_| format!("      - {{name: R, offset: 0, {REST}, fields: [{}]}}\n", (0..20_000).map(|i| format!("{{name: F{i}, bits: [0], reset: 0, description: d}},\n")).collect::<String>())),
    Some(Code::FieldsOverlap)
)]
#[case::all_faults_on_one_line(
    format!("name: [{}]\n", "-1, ".repeat(200_000)),
    Some(Code::WrongType)
)]
fn malicious_maps_fail_quickly(#[case] text: String, #[case] expected: Option<Code>) {
    let begin = Instant::now();
    let codes = judge(text.as_bytes());
    assert!(!codes.is_empty());
    assert!(expected.is_none_or(|code| codes.contains(&code)), "{:?}", &codes[..codes.len().min(10)]);
    // A generous bound for an unoptimised build on a busy machine; exponential growth would take hours.
    assert!(begin.elapsed() < Duration::from_secs(600), "{:?}", begin.elapsed());
}

#[test]
fn a_map_beyond_the_limit_of_bytes_is_not_parsed() {
    assert_eq!(judge(&vec![b'#'; (16 << 20) + 1]), [Code::TooLarge]);
}

#[test]
fn a_large_map_is_read_in_linear_time() {
    let registers = |count: usize| {
        let entry = |i| {
            let fields: String = (0..8)
                .map(|f| {
                    format!("{{name: F{f}, bits: [{}, {}], reset: 0, description: d}}, ", f * 4 + 3, f * 4)
                })
                .collect();
            format!("      - {{name: R{i}, offset: {}, {REST}, fields: [{fields}]}}\n", i * 4)
        };
        many(count, entry)
    };
    let time = |text: &str| {
        let begin = Instant::now();
        assert!(
            load(text, "large.yaml")
                .err()
                .is_none_or(|all| all.iter().all(|d| d.code == Code::TooManyRegisters))
        );
        begin.elapsed()
    };
    let (small, large) = (registers(250), registers(2000));
    let (small, large) = (time(&small), time(&large));
    assert!(large < small * 40, "8 times the registers: {small:?} became {large:?}");
}
