//! Text that may be packed.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use flate2::bufread::MultiGzDecoder;

const BUFFER: usize = 1 << 16;

/// What a gzip file begins with; no text begins so.
const GZIP: [u8; 2] = [0x1F, 0x8B];

/// Returns the text of an input: unpacked, if it is gzip. Its beginning is read.
///
/// # Errors
/// Those of the input.
pub fn unpacked<'i>(mut input: Box<dyn BufRead + Send + 'i>) -> io::Result<Box<dyn BufRead + Send + 'i>> {
    if !is_gzip(input.fill_buf()?) {
        return Ok(input);
    }
    Ok(Box::new(BufReader::with_capacity(BUFFER, Packed(MultiGzDecoder::new(input)))))
}

/// Compressed data, with errors that say so.
struct Packed<R>(MultiGzDecoder<R>);

impl<R: BufRead> Read for Packed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => {
                io::Error::new(error.kind(), "the file ends inside the compressed data: it is cut")
            }
            ErrorKind::InvalidInput | ErrorKind::InvalidData => {
                io::Error::new(error.kind(), "the compressed data is damaged")
            }
            _ => error,
        })
    }
}

/// Returns the beginning of a text, unpacked, as far as the bytes go.
#[must_use]
pub fn beginning_of_text(bytes: &[u8], length: usize) -> Vec<u8> {
    let mut text = Vec::new();
    let unpacked: Box<dyn Read> =
        if is_gzip(bytes) { Box::new(MultiGzDecoder::new(bytes)) } else { Box::new(bytes) };
    // What is there is enough to see what it is.
    let _ = unpacked.take(length as u64).read_to_end(&mut text);
    text
}

fn is_gzip(beginning: &[u8]) -> bool {
    beginning.starts_with(&GZIP)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn packed(text: &str) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    fn read(bytes: Vec<u8>) -> io::Result<String> {
        io::read_to_string(unpacked(Box::new(io::Cursor::new(bytes)))?)
    }

    #[test]
    fn packed_and_plain_text_read_alike() {
        assert_eq!(read(packed("a line\n")).unwrap(), "a line\n");
        assert_eq!(read(b"a line\n".to_vec()).unwrap(), "a line\n");
        assert_eq!(read([packed("two "), packed("members")].concat()).unwrap(), "two members");
        assert_eq!(read(Vec::new()).unwrap(), "");
        assert_eq!(beginning_of_text(&packed("a line\n"), 3), b"a l");
    }

    #[test]
    fn a_cut_or_damaged_file_is_an_error() {
        let whole = packed(&"a line\n".repeat(100));
        let message = |bytes: &[u8]| read(bytes.to_vec()).unwrap_err().to_string();
        for length in [whole.len() - 1, whole.len() - 9, whole.len() - 15] {
            assert_eq!(message(&whole[..length]), "the file ends inside the compressed data: it is cut");
        }
        let mut damaged = whole;
        *damaged.last_mut().unwrap() ^= 1;
        assert_eq!(message(&damaged), "the compressed data is damaged");
    }
}
