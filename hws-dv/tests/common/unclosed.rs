//! FST files as the library of the simulators leaves them: names and widths at the end, or not yet in the file.

/// A block: its type, and all its bytes.
type Block = (u8, Vec<u8>);

/// A file that `fst-writer` has written, taken apart.
pub(crate) struct Unclosed {
    header: Vec<u8>,
    changes: Vec<Vec<u8>>,
    geometry: Vec<u8>,
    hierarchy: Vec<u8>,
}

/// Bytes of the times, and of the count of blocks of changes, in the header.
const FROM_CLOSE: [std::ops::Range<usize>; 2] = [9..25, 65..73];

impl Unclosed {
    pub(crate) fn of(whole: &[u8]) -> Self {
        let of_kind = |kinds: &[u8]| -> Vec<Vec<u8>> {
            blocks(whole)
                .into_iter()
                .filter(|(kind, _)| kinds.contains(kind))
                .map(|(_, bytes)| bytes)
                .collect()
        };
        let one = |kind| of_kind(&[kind]).remove(0);
        Self { header: one(0), changes: of_kind(&[1, 5, 8]), geometry: one(3), hierarchy: one(6) }
    }

    pub(crate) fn sections(&self) -> usize {
        self.changes.len()
    }

    /// The file of a writer that was killed in the block of changes after the first `sections`.
    pub(crate) fn killed(&self, sections: usize) -> Vec<u8> {
        let mut bytes = self.header.clone();
        FROM_CLOSE.into_iter().for_each(|range| bytes[range].fill(0));
        bytes.extend(self.changes[..sections].concat());
        // The block that is being written.
        bytes.extend([&[255; 1][..], &[0; 8], &[7; 60]].concat());
        bytes
    }

    /// The closed file.
    pub(crate) fn closed(&self) -> Vec<u8> {
        [&self.header[..], &self.changes.concat(), &self.geometry, &self.hierarchy].concat()
    }

    /// The names, as the writer keeps them in `NAME.hier`.
    pub(crate) fn hier(&self) -> Vec<u8> {
        let size = u64::from_be_bytes(self.hierarchy[9..17].try_into().unwrap());
        lz4_flex::decompress(&self.hierarchy[17..], size as usize).unwrap()
    }

    /// The last time of the first `sections` blocks of changes.
    pub(crate) fn last_time(&self, sections: usize) -> u64 {
        u64::from_be_bytes(self.changes[sections - 1][17..25].try_into().unwrap())
    }
}

fn blocks(mut bytes: &[u8]) -> Vec<Block> {
    let mut blocks = Vec::new();
    while let [kind, length @ ..] = bytes {
        let length = u64::from_be_bytes(length[..8].try_into().unwrap()) as usize;
        blocks.push((*kind, bytes[..=length].to_vec()));
        bytes = &bytes[length + 1..];
    }
    blocks
}
