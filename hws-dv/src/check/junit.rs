//! The report as JUnit XML: one test case per dump.

use std::fmt::Write;

use super::{DumpReport, DumpText, DumpVerdict};

/// Returns the reports as one JUnit document.
#[must_use]
pub fn junit(reports: &[DumpReport]) -> String {
    let count = |of: &[DumpVerdict]| reports.iter().filter(|report| of.contains(&report.verdict)).count();
    let (failures, errors) =
        (count(&[DumpVerdict::Differ, DumpVerdict::TooLittle]), count(&[DumpVerdict::Unreadable]));
    let tests = reports.len();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{tests}\" failures=\"{failures}\" \
         errors=\"{errors}\">\n  <testsuite name=\"hws check\" tests=\"{tests}\" failures=\"{failures}\" \
         errors=\"{errors}\">\n"
    );
    for report in reports {
        case(report, &mut xml);
    }
    xml.push_str("  </testsuite>\n</testsuites>\n");
    xml
}

fn case(report: &DumpReport, xml: &mut String) {
    let name = escaped(&report.file);
    let element = match report.verdict {
        DumpVerdict::Equal => "system-out",
        DumpVerdict::Unreadable => "error",
        DumpVerdict::Differ | DumpVerdict::StaleWaiver | DumpVerdict::TooLittle | DumpVerdict::Partial => {
            "failure"
        }
    };
    let text = DumpText(report).to_string();
    let message = match report.verdict {
        DumpVerdict::Equal => String::new(),
        _ => format!(" message=\"{}\"", escaped(text.lines().next().unwrap_or(""))),
    };
    let body = escaped(&text);
    // Writing to a String cannot fail.
    let _ = write!(
        xml,
        "    <testcase classname=\"hws.check\" name=\"{name}\">\n      <{element}{message}>{body}</{element}>\n    \
         </testcase>\n"
    );
}

/// Text for elements and attributes; characters that XML does not have are replaced.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(character),
            _ if character.is_control() || matches!(character, '\u{FFFE}' | '\u{FFFF}') => {
                escaped.push('\u{FFFD}')
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b & \"c\"\u{1}"), "a&lt;b &amp; &quot;c&quot;\u{FFFD}");
    }
}
