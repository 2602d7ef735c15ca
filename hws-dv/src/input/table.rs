//! Tables and memory images: text whose form shows what it is.

use std::io::{self, Read};
use std::path::Path;

use super::{IN_MEMORY, check_size, format};
use crate::wave::{CsvDump, MemoryDump, TableOptions, WaveError, WaveReader};

/// Extensions of tables and of memory images; the last ones are of binary digits.
const CSV: [&str; 2] = ["csv", "tsv"];
const MEMORY: [&str; 4] = ["mem", "memh", "readmemh", "hex"];
const BINARY: [&str; 3] = ["memb", "readmemb", "bin"];

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Text {
    Csv,
    Memory { is_binary: bool },
    Other,
}

/// Opens a text.
pub(super) fn open(
    path: &Path,
    input: impl Read,
    options: &TableOptions,
) -> Result<Box<dyn WaveReader>, WaveError> {
    let (bytes, is_broken_off) = read(input)?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return Err(format::unknown(path, error.as_bytes())),
    };
    match Text::of(path, &text) {
        Text::Csv => Ok(Box::new(CsvDump::open(text, is_broken_off, options)?)),
        Text::Memory { is_binary } => {
            Ok(Box::new(MemoryDump::open(text, is_broken_off, is_binary, options)?))
        }
        Text::Other => match format::unknown(path, text.as_bytes()) {
            WaveError::UnknownFormat { hint } => {
                let also = "; CSV with a column `cycle` or `time`, and memory images, are read, too";
                Err(WaveError::UnknownFormat { hint: format!("{also}{hint}") })
            }
            other => Err(other),
        },
    }
}

/// All bytes, and whether the compressed data ended early.
fn read(input: impl Read) -> Result<(Vec<u8>, bool), WaveError> {
    let mut bytes = Vec::new();
    let is_broken_off = match input.take(IN_MEMORY + 1).read_to_end(&mut bytes) {
        Ok(_) => false,
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => true,
        Err(error) => return Err(error.into()),
    };
    check_size(&bytes)?;
    Ok((bytes, is_broken_off))
}

impl Text {
    fn of(path: &Path, text: &str) -> Self {
        let name =
            path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        let extension = name.strip_suffix(".gz").unwrap_or(&name).rsplit_once('.').map_or("", |(_, it)| it);
        if CSV.contains(&extension) || has_steps(text) {
            return Self::Csv;
        }
        let is_binary = BINARY.contains(&extension);
        // Intel HEX has the same extension.
        let is_intel = text.trim_start().starts_with(':');
        if !is_intel && (is_binary || MEMORY.contains(&extension) || is_memory(text)) {
            return Self::Memory { is_binary };
        }
        Self::Other
    }
}

/// Whether the first line that is not a comment has several cells, one of them `cycle` or `time`.
fn has_steps(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines =
        text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let Some(header) = lines.next() else { return false };
    let cells =
        || header.split([',', ';', '\t']).map(|cell| cell.trim_matches([' ', '"']).to_ascii_lowercase());
    cells().count() > 1 && cells().any(|cell| cell == "cycle" || cell.starts_with("time"))
}

/// Whether the first words after comments are addresses and digits.
fn is_memory(text: &str) -> bool {
    let mut rest = text.trim_start();
    loop {
        rest = if rest.starts_with("//") {
            rest.split_once('\n').map_or("", |(_, rest)| rest)
        } else if rest.starts_with("/*") {
            rest.split_once("*/").map_or("", |(_, rest)| rest)
        } else {
            break;
        }
        .trim_start();
    }
    let words = || rest.split(|it: char| it.is_ascii_whitespace()).filter(|word| !word.is_empty());
    let first = words().take_while(|word| !word.starts_with('/')).take(LOOKED_AT);
    words().next().is_some() && first.map(|word| word.strip_prefix('@').unwrap_or(word)).all(is_digits)
}

fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|it| it.is_ascii_hexdigit() || b"xXzZ?_".contains(&it))
}

/// The words that decide whether a text is a memory image.
const LOOKED_AT: usize = 16;

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const MEMORY: Text = Text::Memory { is_binary: false };

    #[rstest]
    #[case("-", "cycle,a\n", Text::Csv)]
    #[case("-", "# x\n\"time_ns\";a\n", Text::Csv)]
    #[case("a.csv.gz", "cyc,a\n", Text::Csv)]
    #[case("a.txt", "// a\n/* b */ @10 ff", MEMORY)]
    #[case("-", "dead beef", MEMORY)]
    #[case("a.memb", "01", Text::Memory { is_binary: true })]
    #[case("a.hex", ":10010000214601360121470136007EFE09D2190140", Text::Other)]
    #[case("a.txt", "hello, world", Text::Other)]
    #[case("a.py", "def face(feed):", Text::Other)]
    #[case("a.txt", "", Text::Other)]
    #[case("a.mem", "hello", MEMORY)]
    fn the_form_of_a_text_shows_what_it_is(#[case] path: &str, #[case] text: &str, #[case] expected: Text) {
        assert_eq!(Text::of(Path::new(path), text), expected);
    }
}
