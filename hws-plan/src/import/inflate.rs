//! gzip, recognised by its magic bytes, with a limit on the inflated size.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::MultiGzDecoder;

use super::error::{FilePlace, ImportError, ImportReason};

/// Most bytes to which a gzip file may inflate; a larger one is refused, so that a small file cannot fill the memory.
pub const INFLATED_MOST: u64 = 256 << 20;

const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Returns the bytes themselves, or the inflated ones if they are gzip.
pub(super) fn inflate(bytes: &[u8]) -> Result<Cow<'_, [u8]>, ImportError> {
    inflate_up_to(bytes, INFLATED_MOST)
}

fn inflate_up_to(bytes: &[u8], most: u64) -> Result<Cow<'_, [u8]>, ImportError> {
    if !bytes.starts_with(&MAGIC) {
        return Ok(Cow::Borrowed(bytes));
    }
    let mut plain = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(most + 1).read_to_end(&mut plain);
    let error = |reason| Err(ImportError::new(FilePlace::File, reason));
    match read {
        Err(failure) => error(ImportReason::Gzip { message: failure.to_string() }),
        Ok(_) if plain.len() as u64 > most => error(ImportReason::InflatesTooFar { most }),
        Ok(_) => Ok(Cow::Owned(plain)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn the_cap_is_exact() {
        let packed = gzip(&[b'x'; 100]);
        assert_eq!(inflate_up_to(&packed, 100).unwrap().len(), 100);
        let reason = inflate_up_to(&packed, 99).unwrap_err().reason;
        assert_eq!(reason, ImportReason::InflatesTooFar { most: 99 });
    }

    #[test]
    fn truncated_gzip_is_an_error() {
        let packed = gzip(b"hello, hello, hello");
        let error = inflate(&packed[..packed.len() - 9]).unwrap_err();
        assert!(matches!(error.reason, ImportReason::Gzip { .. }));
    }
}
