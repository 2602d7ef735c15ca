//! The report as JUnit XML: one test case per name, arrays as one, and one for the dumps themselves.

use std::fmt::Write;

use super::report::{DiffGroup, DiffReport};
use crate::check::DumpVerdict;
use crate::check::junit::escaped;

/// Returns the report as one JUnit document.
#[must_use]
pub fn junit(report: &DiffReport) -> String {
    let failed = report.groups.iter().filter(|group| failure(group, report).is_some()).count();
    let (dump, own_failure, own_error) = dumps(report);
    let (tests, failures) = (report.groups.len() + 1, failed + own_failure);
    let counts = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{own_error}\"");
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n  <testsuite name=\"hws diff\" {counts}>\n{dump}"
    );
    report.groups.iter().for_each(|group| case(group, report, &mut xml));
    xml.push_str("  </testsuite>\n</testsuites>\n");
    xml
}

/// The case of the dumps: what does not belong to one signal; whether it is a failure or an error.
fn dumps(report: &DiffReport) -> (String, usize, usize) {
    let problem = escaped(report.problem.as_deref().unwrap_or(""));
    let failed = match report.verdict {
        DumpVerdict::Unreadable => ("error", 0, 1),
        DumpVerdict::TooLittle | DumpVerdict::Partial | DumpVerdict::StaleWaiver => ("failure", 1, 0),
        DumpVerdict::Differ if report.groups.iter().all(|group| group.first.is_none()) => ("failure", 1, 0),
        DumpVerdict::Equal | DumpVerdict::Differ => ("system-out", 0, 0),
    };
    let (element, failure, error) = failed;
    let name = escaped(&report.files.join(" and "));
    let message = if failure + error > 0 { format!(" message=\"{problem}\"") } else { String::new() };
    let xml = format!(
        "    <testcase classname=\"hws.diff\" name=\"{name}\">\n      <{element}{message}>{problem}</{element}>\n    \
         </testcase>\n"
    );
    (xml, failure, error)
}

fn failure(group: &DiffGroup, report: &DiffReport) -> Option<String> {
    if let Some(events) = &report.events {
        let first = events.differences.get(group.first?)?;
        return Some(format!("{}: {} at cycle {}", first.stream, first.state.word(), first.cycle));
    }
    let first = report.differences.get(group.first?)?;
    let [a, b] = first.values();
    Some(format!("{} differs at cycle {}: A {a} B {b}", first.signal, first.cycle))
}

fn case(group: &DiffGroup, report: &DiffReport, xml: &mut String) {
    let inner = match failure(group, report) {
        Some(message) => format!("<failure message=\"{0}\">{0}</failure>", escaped(&message)),
        None => {
            format!("<system-out>{} signals, {} values compared</system-out>", group.signals, group.compared)
        }
    };
    let name = escaped(&group.name);
    // Writing to a String cannot fail.
    let _ = write!(
        xml,
        "    <testcase classname=\"hws.diff.signals\" name=\"{name}\">\n      {inner}\n    </testcase>\n"
    );
}
