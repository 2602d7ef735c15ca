//! Names of a few constant bytes, which are copied without asking for their length.

/// A name with the quote behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(super) text: [u8; Self::MOST],
    pub(super) length: usize,
}

impl Word {
    /// The longest name, with its quote.
    const MOST: usize = 16;

    /// A name of at most 15 bytes that needs no escapes. A longer one does not compile in a constant.
    pub(crate) const fn new(name: &str) -> Self {
        let (mut text, bytes) = ([0; Self::MOST], name.as_bytes());
        let mut length = 0;
        while length < bytes.len() {
            text[length] = bytes[length];
            length += 1;
        }
        text[length] = b'"';
        Self { text, length: length + 1 }
    }
}
