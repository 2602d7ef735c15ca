//! Save files for viewers that show the first difference.

use std::fs;
use std::io;
use std::path::Path;

use super::declare::SCOPES;
use super::select::Selection;
use crate::diff::pair::Pairing;
use crate::write::{BITS, HEXADECIMAL, with_ending};

/// The most signals that are shown; the waveform has more.
const SHOWN: usize = 40;

/// Writes `FILE.gtkw` and `FILE.sucl` with the cursor at a time. They belong to this comparison, so that older ones are
/// replaced.
pub(super) fn write(
    waveform: &Path,
    pairing: &Pairing<'_>,
    selection: &Selection,
    time: Option<u64>,
) -> io::Result<()> {
    let names = names(pairing, selection);
    let dump = fs::canonicalize(waveform)?;
    fs::write(with_ending(waveform, ".gtkw"), gtkwave(&dump, &names, time))?;
    fs::write(with_ending(waveform, ".sucl"), surfer(&names, time))
}

/// Names and widths: those that differ, or the first ones.
fn names(pairing: &Pairing<'_>, selection: &Selection) -> Vec<(String, u32)> {
    let is_shown = |number: &&usize| selection.differing.is_empty() || selection.differing.contains(number);
    let shown = selection.pairs.iter().filter(is_shown).take(SHOWN);
    shown.map(|number| (pairing.pairs[*number].name.clone(), pairing.pairs[*number].width)).collect()
}

fn gtkwave(dump: &Path, names: &[(String, u32)], time: Option<u64>) -> String {
    let mut lines = vec![format!("[dumpfile] \"{}\"", dump.display()), "[size] 1600 1000".to_owned()];
    if let Some(time) = time {
        // Zoom, the cursor, and 26 markers that are not set.
        lines.push(format!("[timestart] {}", time.saturating_sub(1)));
        lines.push(format!("*-12.000000 {time}{}", " -1".repeat(26)));
    }
    let mut add = |name: &str, width: u32| {
        let is_vector = width > 1 || name.ends_with(']');
        let range = if is_vector { format!("[{}:0]", width - 1) } else { String::new() };
        lines.extend([if width == 1 { BITS } else { HEXADECIMAL }.to_owned(), format!("{name}{range}")]);
    };
    add("clock", 1);
    add("cycle", 64);
    add("diff.total", 32);
    for (name, width) in names {
        let [a, b, diff] = SCOPES.map(|scope| format!("{scope}.{name}"));
        add(&a, *width);
        add(&b, *width);
        add(&diff, 1);
    }
    lines.join("\n") + "\n"
}

fn surfer(names: &[(String, u32)], time: Option<u64>) -> String {
    let mut lines: Vec<String> =
        ["clock", "cycle", "diff.total"].map(|name| format!("variable_add {name}")).to_vec();
    for (name, _) in names {
        lines.push(format!("divider_add {name}"));
        lines.extend(SCOPES.map(|scope| format!("variable_add {scope}.{name}")));
    }
    lines.push("zoom_fit".to_owned());
    lines.extend(time.map(|time| format!("cursor_set {time}")));
    lines.extend(time.map(|_| "goto_cursor".to_owned()));
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_is_at_the_first_difference() {
        let names = [("u.irq".to_owned(), 1), ("RS_FLAGS[3]".to_owned(), 26)];
        let text = gtkwave(Path::new("/d.fst"), &names, Some(205));
        assert!(
            text.contains("\n*-12.000000 205 -1 -1") && text.contains("@28\na.u.irq\n@28\nb.u.irq\n"),
            "{text}"
        );
        assert!(text.contains("@22\nb.RS_FLAGS[3][25:0]\n@28\ndiff.RS_FLAGS[3][0:0]\n"), "{text}");
        let text = surfer(&names, Some(205));
        assert!(text.contains("divider_add u.irq\nvariable_add a.u.irq\n"), "{text}");
        assert!(text.ends_with("cursor_set 205\ngoto_cursor\n") && !surfer(&names, None).contains("cursor"));
    }
}
