//! The format of a file, by its first bytes, and what to say about formats that are not read.

use std::path::Path;

use crate::wave::WaveError;

/// A format that the content shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Empty,
    Gzip,
    Vcd,
    Fst,
    Ghw,
    Other,
}

/// The header block of an FST: type 0, length 329; or type 254, a compressed FST.
const FST: [u8; 9] = [0, 0, 0, 0, 0, 0, 0, 1, 0x49];
const FST_WRAPPER: [u8; 5] = [254, 0, 0, 0, 0];
const BYTE_ORDER_MARK: &[u8] = &[0xEF, 0xBB, 0xBF];

impl Format {
    pub(super) fn of(first: &[u8]) -> Self {
        match first {
            [] => Self::Empty,
            [0x1F, 0x8B, ..] => Self::Gzip,
            _ if first.starts_with(&FST) || first.starts_with(&FST_WRAPPER) => Self::Fst,
            _ if first.starts_with(b"GHDLwave") => Self::Ghw,
            _ if first.trim_ascii_start().starts_with(b"$") => Self::Vcd,
            _ => Self::Other,
        }
    }
}

/// Formats that only their vendors read: extension, text near the start of the file, name, converter.
const VENDORS: [(&str, &str, &str, &str); 5] = [
    ("fsdb", "FSDB", "FSDB (Verdi)", "fsdb2vcd FILE -o -"),
    ("wlf", "WLF", "WLF (Questa, ModelSim)", "wlf2vcd FILE"),
    ("vpd", "VPD", "VPD (VCS)", "vpd2vcd FILE -"),
    ("shm", "SimVision", "SHM (Xcelium)", "simvisdbutil -vcd -output - FILE"),
    ("trn", "SST2", "SHM (Xcelium)", "simvisdbutil -vcd -output - FILE"),
];

/// The error for a folder: a database of Xcelium is one.
pub(super) fn of_folder(path: &Path) -> WaveError {
    vendor(path, &[]).unwrap_or(WaveError::UnknownFormat { hint: "; this is a folder".to_owned() })
}

/// Whether a file of another format may be text.
pub(super) fn may_be_text(path: &Path, first: &[u8]) -> bool {
    vendor(path, first).is_none() && !first.contains(&0) && !first.trim_ascii_start().is_empty()
}

/// The error for a file of an unknown format.
pub(super) fn unknown(path: &Path, first: &[u8]) -> WaveError {
    vendor(path, first).unwrap_or_else(|| WaveError::UnknownFormat { hint: hint(first).to_owned() })
}

/// Whether the file is of a format that only its vendor reads.
pub(super) fn is_of_vendor(path: &Path, first: &[u8]) -> bool {
    vendor(path, first).is_some()
}

fn vendor(path: &Path, first: &[u8]) -> Option<WaveError> {
    let extension =
        path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_ascii_lowercase();
    let start = &first[..first.len().min(256)];
    let contains = |mark: &str| start.windows(mark.len()).any(|window| window == mark.as_bytes());
    let by_name = VENDORS.iter().find(|(known, ..)| *known == extension);
    // Text files may mention a format; the formats themselves are binary.
    let is_binary = start.contains(&0);
    let found = by_name.or_else(|| VENDORS.iter().find(|(_, mark, ..)| is_binary && contains(mark)));
    found.map(|&(_, _, format, converter)| WaveError::Vendor { format, converter })
}

fn hint(first: &[u8]) -> &'static str {
    if first.strip_prefix(BYTE_ORDER_MARK).is_some_and(|rest| rest.trim_ascii_start().starts_with(b"$")) {
        return "; it begins with a byte-order mark, which a VCD does not have";
    }
    if first.starts_with(&[0xFF, 0xFE]) || first.starts_with(&[0xFE, 0xFF]) {
        return "; it is UTF-16 text: convert it to ASCII";
    }
    match first.trim_ascii_start().first() {
        Some(b':') => "; this looks like Intel HEX: write the memory with `$writememh`",
        Some(b'{') => "; this looks like JSON: a stimulus or a trace is replayed by `hws replay`",
        None => "; it contains only blanks",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(b"", Format::Empty)]
    #[case(b"\x1f\x8b\x08", Format::Gzip)]
    #[case(b"\n  $date", Format::Vcd)]
    #[case(b"GHDLwave\n", Format::Ghw)]
    #[case(&FST, Format::Fst)]
    #[case(b"hello", Format::Other)]
    fn the_content_shows_the_format(#[case] first: &[u8], #[case] format: Format) {
        assert_eq!(Format::of(first), format);
    }

    #[rstest]
    #[case("a.fsdb", b"\0\0", "fsdb2vcd")]
    #[case("a.WLF", b"", "wlf2vcd")]
    #[case("a.vpd", b"x", "vpd2vcd")]
    #[case("waves.shm", b"", "simvisdbutil")]
    #[case("dump", b"\0\x01FSDB writer", "fsdb2vcd")]
    fn a_vendor_format_names_its_converter(
        #[case] path: &str,
        #[case] first: &[u8],
        #[case] converter: &str,
    ) {
        let shown = unknown(Path::new(path), first).to_string();
        assert!(shown.contains(converter), "{shown}");
    }

    #[test]
    fn a_text_that_mentions_a_format_is_not_of_that_format() {
        assert!(vendor(Path::new("notes.txt"), b"the FSDB is elsewhere").is_none());
    }
}
