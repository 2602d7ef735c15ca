//! interfaces.yaml against what is not generated from it: pages, the reader of stimuli, ports, files of the repository.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hws_interfaces::{FieldShape, Interfaces, Message, check};
use hws_json_schema::Schema;
use hws_sim::stimulus::Reader;
use hws_sim::{STIMULUS_SCHEMA, TRACE_SCHEMA};
use hws_tests::stimuli;
use serde_json::{Map, Value, json};

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn interfaces() -> Interfaces {
    // `cargo xtask interfaces` alters a copy.
    let text = std::env::var("HWS_INTERFACES").map_or_else(|_| read("interfaces.yaml"), |file| read(&file));
    let checked = check(&text);
    assert_eq!(checked.faults, []);
    checked.interfaces
}

/// The sections of a page with their numbers: `## 1 Time`, `### 1.1 Ticks`.
fn sections(page: &str) -> Vec<(String, String)> {
    let headings = read(&format!("docs/spec/{page}"));
    let headings = headings
        .lines()
        .filter_map(|line| line.strip_prefix("##")?.trim_start_matches('#').trim().split_once(' '));
    let numbered = headings.filter(|(number, _)| number.starts_with(|c: char| c.is_ascii_digit()));
    numbered.map(|(number, title)| (format!("{page} §{number}"), title.to_owned())).collect()
}

#[test]
fn the_rules_are_the_sections_of_the_pages() {
    let pages = ["scheduler.md", "registers.md", "interfaces.md", "firmware-api.md", "verification.md"];
    let of_pages: Vec<(String, String)> = pages.into_iter().flat_map(sections).collect();
    let rules = interfaces().rules.into_iter().map(|rule| (rule.rule, rule.title));
    assert_eq!(rules.collect::<Vec<_>>(), of_pages);
}

#[test]
fn ports_are_those_of_the_reference_rtl() {
    let rtl = read("rtl/hws.sv");
    for port in &interfaces().ports {
        let (name, width) = (&port.field.name, port.field.width);
        let declared = rtl.lines().find_map(|line| {
            let words: Vec<&str> = line.split("//").next()?.split_whitespace().collect();
            let (direction, rest) = words.split_first()?;
            let declared = rest.last()?.trim_end_matches(',');
            let range = rest.iter().find_map(|word| word.strip_prefix('[')?.strip_suffix(":0]"));
            let bits = range.map_or(Some(1), |high| high.parse::<u32>().ok().map(|high| high + 1))?;
            (declared == name && ["input", "output"].contains(direction))
                .then_some((*direction == "input", bits))
        });
        assert_eq!(declared, Some((port.is_input, width)), "{name} in rtl/hws.sv");
    }
}

/// A line with every key of an operation.
fn operation(message: &Message) -> Map<String, Value> {
    let mut line = Map::new();
    line.insert("at".to_owned(), json!(0));
    line.insert("op".to_owned(), json!(message.name));
    for field in &message.fields {
        let value = match field.shape {
            FieldShape::List => json!([4]),
            FieldShape::Text { .. } => json!("HWS_CTRL"),
            _ => json!(4),
        };
        line.insert(field.name.clone(), value);
    }
    line
}

fn is_read(line: &Map<String, Value>) -> bool {
    let end = if line["op"] == "end" { "" } else { "\n{\"at\":9,\"op\":\"end\"}" };
    let text = format!("{}{end}", Value::Object(line.clone()));
    Reader::new("line", text.as_bytes()).all(|operation| operation.is_ok())
}

#[test]
fn the_reader_takes_each_operation_with_its_keys_and_no_other() {
    let schema = Schema::new(serde_json::from_str(STIMULUS_SCHEMA).unwrap());
    for message in &interfaces().operations {
        let whole = operation(message);
        let agree = |line: &Map<String, Value>, expected: bool| {
            let value = Value::Object(line.clone());
            assert_eq!((is_read(line), schema.is_valid(&value)), (expected, expected), "{value}");
        };
        agree(&whole, true);
        for key in whole.keys() {
            let mut line = whole.clone();
            line.remove(key);
            if key != "op" {
                agree(&line, false);
            }
        }
        let mut more = whole.clone();
        more.insert("colour".to_owned(), json!(1));
        agree(&more, false);
    }
}

#[test]
fn stimuli_and_traces_fit_their_schemas() {
    let schema = |text| Schema::new(serde_json::from_str(text).unwrap());
    let (stimulus, trace) = (schema(STIMULUS_SCHEMA), schema(TRACE_SCHEMA));
    let mut kinds = BTreeSet::new();
    for path in stimuli("dangers") {
        for (path, schema, key) in
            [(path.clone(), &stimulus, "op"), (path.with_extension("trace"), &trace, "ev")]
        {
            for line in fs::read_to_string(&path).unwrap().lines() {
                let mut value: Value = serde_json::from_str(line).unwrap();
                assert_eq!(schema.errors(&value), [""; 0], "{}: {line}", path.display());
                if kinds.insert(value[key].as_str().unwrap().to_owned()) {
                    value["colour"] = json!(1);
                    assert!(!schema.is_valid(&value), "{value}");
                }
            }
        }
    }
    assert!(kinds.len() > 15, "{kinds:?}");
}

#[test]
fn the_file_fits_its_schema() {
    let schema = Schema::new(hws_interfaces::schema());
    let tree: Value = serde_saphyr::from_str(&read("interfaces.yaml")).unwrap();
    assert_eq!(schema.errors(&tree), [""; 0]);
}
