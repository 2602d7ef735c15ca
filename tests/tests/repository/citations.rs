//! Every citation of the specification, anywhere in the repository, refers to an existing place.
//!
//! `docs/spec/README.md` describes how rules are cited; [`cited`] reads citations that way.

mod anchors;
mod cited;
mod rule_ids;

use std::collections::BTreeSet;

use super::files::{self, File};
use anchors::Specification;

#[test]
fn every_citation_names_a_place_that_exists() {
    let specification = Specification::read();
    let wrong: Vec<String> =
        files::all().iter().flat_map(|file| wrong_citations(file, &specification)).collect();
    assert!(wrong.is_empty(), "{} citations lead nowhere:\n{}", wrong.len(), wrong.join("\n"));
}

fn wrong_citations(file: &File, specification: &Specification) -> Vec<String> {
    let citations = cited::citations(file);
    let wrong = citations.iter().filter(|citation| !specification.has(citation.page, &citation.anchor));
    let reason = |citation: &cited::Citation| {
        let (line, page, anchor) = (citation.line, citation.page, &citation.anchor);
        format!("{}:{line}: {page} has no anchor \"{anchor}\"", file.path)
    };
    wrong.map(reason).collect()
}

#[test]
fn every_rule_id_exists() {
    let specification = Specification::read();
    let mut wrong = Vec::new();
    for file in files::all() {
        for (line, id) in rule_ids::unknown(&file.prose(), &specification) {
            wrong.push(format!("{}:{line}: the specification has no {id}", file.path));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A page is cited by the numbers of its sections, because a title may change.
#[test]
fn no_section_is_cited_by_its_title() {
    let mut wrong = Vec::new();
    for file in files::all() {
        wrong.extend(cited::titles(file).map(|(line, text)| format!("{}:{line}: {text}", file.path)));
    }
    assert!(wrong.is_empty(), "cite the number of the section (registers.md §2):\n{}", wrong.join("\n"));
}

/// The map cites a rule for every parameter and register, and nothing else in that field.
#[test]
fn every_spec_field_of_the_map_is_a_citation() {
    let map = files::all().iter().find(|file| file.path == "regmap.yaml").expect("the map");
    let fields: Vec<&str> =
        map.text.split("spec: \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(fields.len() > 70, "{} fields", fields.len());
    for field in fields {
        let is_one = field.split_once(" §").is_some_and(|(page, number)| {
            anchors::PAGES.contains(&page) && number.chars().all(|c| c.is_ascii_digit() || c == '.')
        });
        assert!(is_one, "regmap.yaml: \"{field}\" (give a page and a number: \"registers.md §2\")");
    }
}

/// Every page is cited, from sources and from documents; otherwise a parser that finds no citation would pass.
#[test]
fn citations_are_found_everywhere() {
    let found: BTreeSet<(&str, &str)> = files::all()
        .iter()
        .flat_map(|file| cited::citations(file).into_iter().map(|citation| (file.kind(), citation.page)))
        .collect();
    for page in ["scheduler.md", "registers.md", "interfaces.md", "planner.md"] {
        assert!(found.contains(&("rs", page)), "no source cites {page}");
    }
    for (kind, page) in [("md", "scheduler.md"), ("yaml", "registers.md"), ("mjs", "scheduler.md")] {
        assert!(found.contains(&(kind, page)), "no .{kind} file cites {page}");
    }
}

impl File {
    /// The extension.
    fn kind(&self) -> &'static str {
        let kinds = ["rs", "md", "yaml", "mjs", "j2"];
        kinds.into_iter().find(|kind| self.path.rsplit('.').next() == Some(*kind)).unwrap_or("other")
    }
}
