//! Files that somebody has damaged: each is refused, or makes a valid map.

use super::export;
use crate::any_bytes::Random;
use hws_regmap::{MapImportFormat, import, load};
use rstest::rstest;

/// What is put in the place of something else.
const PIECES: [&str; 16] = [
    "",
    "0",
    "-1",
    "0xffffffffffffffff",
    "18446744073709551616",
    "'hffffffffffffffff",
    "1 << 63",
    "%s",
    "[%s]",
    "CTRL",
    "\u{1f980}",
    "<dim>0</dim><dimIncrement>0</dimIncrement>",
    "<dim>1048577</dim><dimIncrement>4</dimIncrement>",
    "<dim>300</dim><dimIncrement>0xffffffffffffff00</dimIncrement>",
    "clear",
    "read-write",
];

#[rstest]
fn a_damaged_file_is_refused_or_makes_a_valid_map(
    #[values(MapImportFormat::Svd, MapImportFormat::IpXact)] format: MapImportFormat,
    #[values("uart", "everything")] subject: &str,
) {
    let map = load(&crate::exports_readers::text(subject), subject).unwrap();
    let whole = export(format, &map);
    let mut random = Random(7);
    let (mut refused, mut imported) = (0, 0);
    for _ in 0..40 {
        let mut text = whole.clone();
        for _ in 0..1 + random.below(4) {
            damage(&mut text, &mut random);
        }
        match import::read(format, &text) {
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
            Ok(blocks) => {
                for block in blocks {
                    match block.into_map("x") {
                        Ok(map) => assert!(load(&map.yaml, "x").is_ok(), "{text}\n{}", map.yaml),
                        Err(error) => panic!("{error}\n{text}"),
                    }
                }
                imported += 1;
            }
        }
    }
    assert!(refused + imported == 40 && imported >= 10, "{refused} refused, {imported} imported");
}

/// Replaces the text of an element, removes or repeats a line, or cuts the file.
fn damage(text: &mut String, random: &mut Random) {
    let mut number = |bound: usize| random.below(bound);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let place = number(lines.len());
    match number(8) {
        0 => drop(lines.remove(place)),
        1 => lines.insert(place, lines[place].clone()),
        2 if place > lines.len() / 2 && number(4) == 0 => lines.truncate(place),
        _ => {
            let line = &mut lines[place];
            if let (Some(start), Some(end)) = (line.find('>'), line.rfind("</"))
                && start < end
            {
                line.replace_range(start + 1..end, PIECES[number(PIECES.len())]);
            }
        }
    }
    *text = lines.join("\n");
}
