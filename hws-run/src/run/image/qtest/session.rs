//! The conversation with one client.

use super::QtestPlatform;

/// The longest line: a transfer of the most bytes, in hexadecimal.
const LINE_BYTES: usize = (2 << 20) + 1024;

/// A client of a [`QtestPlatform`]: takes what it sends, however it is cut, and returns what is sent to it.
///
/// ```
/// use hws_run::run::{Frequency, Platform, QtestPlatform, QtestSession};
///
/// let mut nothing = ();
/// let platform = QtestPlatform::new(&Platform::default(), Frequency::default(), &mut nothing);
/// let mut session = QtestSession::new(platform);
/// assert_eq!(session.receive(b"clock_step 5\r\nendian"), "OK 5\n");
/// assert_eq!(session.receive(b"ness\n"), "OK little\n");
/// ```
pub struct QtestSession<'o> {
    platform: QtestPlatform<'o>,
    line: Vec<u8>,
    /// The present line was too long; its rest is ignored.
    is_too_long: bool,
}

impl<'o> QtestSession<'o> {
    /// A client that has just connected.
    #[must_use]
    pub const fn new(platform: QtestPlatform<'o>) -> Self {
        Self { platform, line: Vec::new(), is_too_long: false }
    }

    /// Takes bytes of the client, and returns the answers to the lines that are now complete.
    pub fn receive(&mut self, bytes: &[u8]) -> String {
        let mut sent = String::new();
        let mut parts = bytes.split(|&byte| byte == b'\n');
        // There is always a last part; it is not complete yet.
        let rest = parts.next_back().unwrap_or_default();
        for part in parts {
            self.collect(part);
            sent.push_str(&self.complete());
        }
        self.collect(rest);
        sent
    }

    fn collect(&mut self, part: &[u8]) {
        if self.is_too_long || self.line.len() + part.len() > LINE_BYTES {
            self.is_too_long = true;
            self.line = Vec::new();
        } else {
            self.line.extend_from_slice(part);
        }
    }

    fn complete(&mut self) -> String {
        let line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.is_too_long) {
            return format!("FAIL the line is longer than {LINE_BYTES} bytes; transfer data in parts\n");
        }
        self.platform.answer(&line)
    }
}
