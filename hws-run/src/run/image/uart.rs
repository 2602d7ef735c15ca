//! The UART: what the image prints.

/// The most bytes that are kept.
const MOST: usize = 1 << 20;
const CUT: &str = "\n[further output was dropped]\n";

/// The output of the image.
#[derive(Clone, Debug, Default)]
pub(super) struct Uart {
    bytes: Vec<u8>,
}

impl Uart {
    pub(super) fn put(&mut self, byte: u8) {
        if self.bytes.len() < MOST {
            self.bytes.push(byte);
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The output as a text: lines end with a line feed, other control characters are replaced.
    pub(super) fn text(&self) -> String {
        let printable =
            |c: char| if c.is_control() && c != '\n' && c != '\t' { char::REPLACEMENT_CHARACTER } else { c };
        let text = String::from_utf8_lossy(&self.bytes);
        let mut text: String = text.chars().filter(|&c| c != '\r').map(printable).collect();
        if self.bytes.len() == MOST {
            text.push_str(CUT);
        }
        text
    }
}
