//! What the fast reader accepts, serde_json accepts with an equal value.

use serde_json::Value;

use super::read;

fn any(_depth: usize, _key: &str) -> bool {
    true
}

/// Returns whether a text is accepted. If so, serde_json reads it as the same value.
fn is_read(text: &str) -> bool {
    let value: Option<Value> = read(text, any);
    if let Some(value) = &value {
        let expected: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(value, &expected, "{text}");
    }
    value.is_some()
}

#[test]
fn plain_texts_are_read() {
    let texts = [
        "0",
        " -7 ",
        "999999999999999999",
        "-999999999999999999",
        "[]",
        "{ }",
        "[ 1 , [true,false,null] ]",
        "{\"a\":{\"b\":[\"\", \"exactly8\", \"é🦀 and more than eight\"]},\n\t\"c\":\r\n0}",
    ];
    for text in texts {
        assert!(is_read(text), "{text}");
    }
}

#[test]
fn rare_texts_are_left_to_serde_json() {
    for text in ["1.5", "1e3", "-0", "1000000000000000000", r#""\n""#, r#"{"\u0061":1}"#] {
        assert!(!is_read(text), "{text}");
        assert!(serde_json::from_str::<Value>(text).is_ok(), "{text}");
    }
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert!(is_read(&deep(100)) && !is_read(&deep(101)));
}

/// Every change of one place of a text, and every cut.
#[test]
fn changed_texts_are_read_as_serde_json_reads_them_or_not_at_all() {
    let text = "{\"key\": [10, -2, 305], \"object\": {\"a\": true, \"long enough for words\": null},\n\"e\": \
                [[], {}, \"text\", false]}";
    let parts = [
        "", "0", "-", "7", ".", "e", "\"", "\\", ",", ":", "[", "]", "{", "}", " ", "\n", "\u{1}", "t",
        "null", "é", "[1]",
    ];
    let mut read = 0;
    for at in 0..text.len() {
        for part in parts {
            for kept in [at, at + 1] {
                read += usize::from(is_read(&[&text[..at], part, &text[kept..]].concat()));
            }
        }
        is_read(&text[..at]);
    }
    assert!(read > 1000, "{read}");
}

#[test]
fn ignored_values_are_checked_but_may_be_of_any_size() {
    #[derive(serde::Deserialize)]
    struct One {
        one: i64,
    }
    let one = |rest: &str, may_ignore| {
        let text = format!("{{\"other\": {rest}, \"one\": 1}}");
        let read: Option<One> = read(&text, may_ignore);
        assert!(read.is_none() || serde_json::from_str::<One>(&text).is_ok(), "{text}");
        read.map(|read| read.one)
    };
    for rest in
        ["0.5", "1e999", "-0.0E+3", "123456789012345678901234567890", "{\"a\": [1, {}]}", "\"\"", "null"]
    {
        assert_eq!(one(rest, any), Some(1), "{rest}");
    }
    for rest in ["", "01", "1.", ".5", "1e", "-", "tru", "[1,]", "{\"a\"}", "{1: 2}", "\"\\x\""] {
        assert_eq!(one(rest, any), None, "{rest}");
    }
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert_eq!([99, 100].map(|levels| one(&deep(levels), any)), [Some(1), None]);
    assert_eq!(one("0", |depth, key| depth == 1 && key == "other"), Some(1));
    assert_eq!(one("0", |_, _| false), None);
}
