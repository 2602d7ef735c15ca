//! The HTML page and the merged waveform of `hws diff`.

use std::fs;

use super::{Dump, verdict};
use crate::common::{self, absent, as_text, fed, file, hws, said};

#[test]
fn the_page_is_self_contained_and_shows_names_as_text() {
    let dump = |value: &str| {
        format!(
            "$var wire 1 ! clk $end $var wire 4 c </script><b>&x $end $enddefinitions $end\n\
             #0\n0!\nb0 c\n#5\n1!\nb{value} c\n#10\n0!\n#15\n1!\n"
        )
    };
    let (a, b) = (file("diff/page_a.vcd", dump("101")), file("diff/page_b.vcd", dump("1")));
    let path = as_text(&absent("diff/page.html"));
    let (status, out, _) = said(&hws(&["diff", &a, &b, "--html", &path]));
    assert!(status == Some(1) && out.contains("</script><b>&x A 0x5 B 0x1, bit 2"), "{out}");
    assert!(out.contains("      A 0x5  0b0101\n      B 0x1  0b0001\n          ^     ^\n"), "{out}");
    let html = fs::read_to_string(path).unwrap();
    assert!(!html.contains("</script><b>") && html.contains("\\u003c/script>"), "the name is data");
    assert_eq!(html.matches("</script>").count(), 2, "data and program");
    assert!(!html.contains("src=") && !html.contains("://"), "nothing is fetched");
    assert!(html.contains("\"verdict\":\"differ\"") && html.contains("\"bits\":\"0x4\""));
}

#[test]
fn the_merged_waveform_has_both_sides_and_where_they_differ() {
    let bug = Dump::new().with(20, "count", "00010111").with(20, "in", "0").with(31, "wide", "x");
    let path = as_text(&absent("diff/merged.fst"));
    let options = ["--fst", path.as_str(), "--x", "strict"];
    let (text, _) = verdict("merged", &Dump::new(), &bug, &options, 1, "differ");
    assert!(text.contains("merged.fst: 4 signals of each side (all signals)"), "{text}");
    for (scope, dump) in [("a", Dump::new()), ("b", bug)] {
        let own = dump.file(&format!("merged_{scope}"));
        let back = ["--prefix-b", scope, "--clock-b", "clock", "--ignore", "clk", "--x", "strict"];
        let (status, out, _) = said(&hws(&[&["diff", &own, &path][..], &back].concat()));
        assert!(status == Some(0) && out.contains("equal in 50 cycles"), "{scope}: {out}");
    }
    // Two signals differ at cycle 20, one at cycle 31.
    for (condition, cycles) in
        [("diff.total == 2", 1), ("diff.count", 1), ("diff.wide", 1), ("diff.total", 2)]
    {
        let back = ["--clock", "clock", "--enable", condition];
        let (status, out, _) = said(&hws(&[&["diff", &path, &path, "--x", "strict"][..], &back].concat()));
        assert!(
            status == Some(0) && out.contains(&format!("equal in {cycles} cycles")),
            "{condition}: {out}"
        );
    }
    let gtkwave = fs::read_to_string(format!("{path}.gtkw")).unwrap();
    assert!(gtkwave.contains("\n*-12.000000 205 ") && gtkwave.contains("\na.count[7:0]\n"), "{gtkwave}");
    let surfer = fs::read_to_string(format!("{path}.sucl")).unwrap();
    assert!(surfer.contains("cursor_set 205\n") && surfer.contains("variable_add diff.count\n"), "{surfer}");
}

#[test]
fn a_waveform_that_cannot_be_written_is_refused_before_anything_is_read() {
    let dump = Dump::new();
    let own = dump.file("merged_refused");
    let path = as_text(&absent("diff/refused.fst"));
    let (status, out, _) = fed(&["diff", "-", &own, "--fst", &path], dump.text());
    assert!(status == Some(2) && out.contains("standard input"), "{out}");
    assert!(fs::metadata(path).is_err(), "nothing is written");
    let (status, _, errors) = said(&hws(&["diff", &own, &own, "--fst", "/nowhere/merged.fst"]));
    assert!(status == Some(2) && errors.contains("/nowhere/merged.fst: cannot be written: "), "{errors}");
    assert!(common::refused(&["diff", &own, &own, "--html"]).contains("--html"));
}
