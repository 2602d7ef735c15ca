//! Agreement with the library: equal trees where this reader has one.

use rstest::rstest;

use super::super::{Limits, Node, Oddities, parse_any};
use super::read;

const LIMITS: Limits = Limits { depth: 16, nodes: 10_000, replayed: 10_000, oddities: Oddities::Refused };

/// The tree of this reader, if it has one, after a comparison with that of the library.
fn agreed(text: &str) -> Option<Node> {
    let plain = read(text, &LIMITS)?;
    let node = parse_any(text, &LIMITS).unwrap_or_else(|error| panic!("{text}\n{error} {:?}", error.place));
    assert_eq!(plain, node, "{text}");
    Some(plain)
}

#[rstest]
#[case("dags:\n  - id: g0\n    kernels:\n      - { id: k0, threads: 1, deps: [ k1, k2 ] }\n")]
#[case("# c\n\na: 1 # d\n  # e\n\nb:\n- c: 2\n  d:\n  - e f\n  - 0x1F\n- - x\n  - y\nc: \"q: #\"\n")]
#[case("a: 118e6\nb: true\nc: null\nd: -5\ne: 16x2\nf: 007\ng: .5\nh: 1_000\ni: +3\nj: yes\nk: 2026-11-26")]
#[case("- 1\n- a b  \n-\n  c: 'd'\n-\n  - e\n# f")]
#[case("[1, {a: b, c: []}, {}]")]
#[case("a:\n    b: 18446744073709551615\n    c: 340282366920938463463374607431768211455\n")]
#[case("\"true\": x\n'a b': 0\na.b/c: -x\n")]
#[case("# Zürich: 東京\n\n--- # d\ngröße: é\n\"ü: ß\": [ 東京 b, c ]\nd: e\n")]
#[case("a: b\r\n# c\r\n\r\nd:\r\n- e\r\n-\r\n  f: [ 1,\r\n   2 ]\r\n")]
#[case("a: [1,\n 2]\nb:\n- {\n    c: 1, # e\n\n    d: [\n  ] }\n")]
#[case("{\n  \"a\": [\n    {\"b\":1,\"c\":[true,null,\"x: y\"]},\n    -1.5e3\n  ],\n\"d\": {}\n}\n")]
#[case("[{\"a\":{\"b\":[]}}]")]
fn simple_texts_are_read(#[case] text: &str) {
    assert!(agreed(text).is_some(), "{text}");
}

#[rstest]
#[case("")]
#[case("a")]
#[case("a: 1\na: 2\n")]
#[case("{ a: 1, a: 2 }")]
#[case("a: \u{3000}b\n")]
#[case("a: b\u{A0}\n")]
#[case("a: b #\u{2028}c\n")]
#[case("\u{FEFF}a: b\n")]
#[case("a: b\n  c\n")]
#[case("a:\n  b: 1\n c: 2\n")]
#[case("a: b: c\n")]
#[case("a: - b\n")]
#[case("a: &x 1\nb: *x\n")]
#[case("a: |\n  b\n")]
#[case("a: [1,\n2]\n")]
#[case("- a: [1\n  ]\n")]
#[case("a: [b\n c]\n")]
#[case("a: { b\n  : c }\n")]
#[case("a: {b:1}\n")]
#[case("\"a\":1\n")]
#[case("a: [1, 2,]\n")]
#[case("a:\tb\n")]
#[case("a: b\rc: d\n")]
#[case("a: b\n--- \nc: d\n")]
#[case("a: [ b,\n--- , c ]\n")]
#[case("--- a: b\n")]
#[case("a: b\n...\nc: d\n")]
#[case("a:\nb: 1\n")]
#[case("a: \"\\n\"\n")]
#[case("a: .nan\n")]
#[case("a: ---\n")]
#[case("null: 1\n")]
#[case("0x1: 1\n")]
#[case("a: b #\u{7}\n")]
fn other_texts_are_left_to_the_library(#[case] text: &str) {
    assert_eq!(read(text, &LIMITS), None, "{text}");
}

#[test]
fn limits_are_left_to_the_library() {
    let nested = |depth: usize| read(&format!("{}a", "- ".repeat(depth)), &LIMITS).is_some();
    assert!(nested(LIMITS.depth) && !nested(LIMITS.depth + 1));
    let list = |count: usize| read(&format!("[{}1]", "1, ".repeat(count)), &LIMITS).is_some();
    assert!(list(LIMITS.nodes / 2) && !list(LIMITS.nodes));
}

/// Random numbers.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn of<'s>(&mut self, all: &[&'s str]) -> &'s str {
        all[self.below(all.len() as u64) as usize]
    }

    fn scalar(&mut self) -> &'static str {
        self.of(&[
            "k0",
            "a b",
            "0",
            "17",
            "-3",
            "1e3",
            "0xFF",
            "true",
            "No",
            "~",
            "\"q r\"",
            "'s'",
            "x/y",
            "1.5",
            "+2",
            "-a",
            "16x2",
            "01",
            "0b1",
            "0o7",
            "1__0",
            "9223372036854775808",
            "99999999999999999999",
            ".5",
            ".inf",
            "NaN",
            "null",
            "a#b",
            "a:b",
            "=",
            "a=b",
            "%",
            "a-",
            "''",
            "1 2",
            "é",
            "größe 2",
            "\"ü\"",
            "東京/é",
        ])
    }

    fn key(&mut self, index: u64) -> String {
        let name = self.of(&["id", "k", "a_b", "'q'", "x.y", "on", "\"r s\"", "é"]);
        if name.ends_with(['\'', '"']) { format!("\"{index}\"") } else { format!("{name}{index}") }
    }

    fn flow(&mut self, depth: u64) -> String {
        let count = self.below(3);
        let parts = |draws: &mut Self, with_keys: bool| {
            let part = |index| {
                let value = if depth > 0 && draws.below(3) == 0 {
                    draws.flow(depth - 1)
                } else {
                    draws.scalar().to_owned()
                };
                match with_keys {
                    true if draws.below(4) == 0 => format!("\"{index}\":{value}"),
                    true => format!("{}: {value}", draws.key(index)),
                    false => value,
                }
            };
            (0..count).map(part).collect::<Vec<_>>().join(draws_separator(count))
        };
        if self.below(2) == 0 {
            format!("{{{}}}", parts(self, true))
        } else {
            format!("[{}]", parts(self, false))
        }
    }

    /// A flow collection, with some of its blanks replaced by ends of lines.
    fn flow_of_lines(&mut self) -> String {
        let flow = self.flow(2);
        let mut broken = String::new();
        for c in flow.chars() {
            broken.push(c);
            if matches!(c, ',' | '[' | '{' | ' ' | ']') && self.below(6) == 0 {
                broken += self.of(&["\n", "\n        ", " # c\n            ", "\n\n          ", "  "]);
            }
        }
        broken
    }

    fn end(&mut self) -> &'static str {
        self.of(&["\n", "\n", "\n", " \n", " # c\n", "\n\n", "\n  # d\n"])
    }

    /// A value behind a key or a dash, with the end of its last line.
    fn value(&mut self, indent: usize, depth: u64) -> String {
        match self.below(if depth == 0 { 3 } else { 6 }) {
            0 | 1 => format!(" {}{}", self.scalar(), self.end()),
            2 => format!(
                " {}{}",
                if self.below(3) == 0 { self.flow_of_lines() } else { self.flow(2) },
                self.end()
            ),
            3 => format!("{}{}", self.end(), self.list(indent + 2, depth - 1)),
            _ => format!("{}{}", self.end(), self.map(indent + 1 + depth as usize, depth - 1)),
        }
    }

    fn map(&mut self, indent: usize, depth: u64) -> String {
        let count = 1 + self.below(4);
        let entry =
            |index| format!("{}{}:{}", " ".repeat(indent), self.key(index), self.value(indent, depth));
        (0..count).map(entry).collect()
    }

    fn list(&mut self, indent: usize, depth: u64) -> String {
        let count = 1 + self.below(3);
        let element = |_| match self.below(3) {
            // A map whose first key is on the line of the dash.
            0 if depth > 0 => {
                format!("{}- {}", " ".repeat(indent), self.map(indent + 2, depth - 1).trim_start())
            }
            _ => format!("{}-{}", " ".repeat(indent), self.value(indent, depth)),
        };
        (0..count).map(element).collect()
    }

    fn text(&mut self) -> String {
        let start = self.of(&["", "", "---\n", "# é\n", "--- # c\n\n"]);
        let text = match self.below(8) {
            0 => self.flow_of_lines(),
            _ => self.map(0, 3),
        };
        let text = format!("{start}{text}");
        if self.below(4) == 0 { text.replace('\n', "\r\n") } else { text }
    }

    /// The text with another character in one place.
    fn damaged(&mut self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        let place = self.below(characters.len() as u64) as usize;
        let all = [' ', '\n', '-', ':', '#', 'a', ',', '{', ']', '"', '1', 'ß', '\r', '\u{A0}'];
        characters[place] = all[self.below(all.len() as u64) as usize];
        characters.into_iter().collect()
    }
}

const fn draws_separator(count: u64) -> &'static str {
    if count > 1 { ", " } else { "," }
}

#[test]
fn random_texts_have_equal_trees() {
    let (mut draws, mut read) = (Draws(1), 0);
    for _ in 0..3000 {
        let text = draws.text();
        read += u32::from(agreed(&text).is_some());
        // Most are still read by neither, or by both.
        read += u32::from(agreed(&draws.damaged(&text)).is_some());
    }
    assert!(read > 1000, "{read}");
}
