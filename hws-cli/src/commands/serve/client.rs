//! A client, from its first byte to its last.

use std::io::{self, Read, Write};

use hws_run::run::{Frequency, Platform, QtestPlatform, QtestSession};

use super::stream::Stream;

const BUFFER_BYTES: usize = 1 << 16;

/// What every client gets.
pub(super) struct Served {
    pub(super) platform: Platform,
    pub(super) frequency: Frequency,
}

impl Served {
    /// Serves a client from power-on until it closes the connection. A connection that breaks ends it, too.
    pub(super) fn serve(&self, stream: Stream) {
        if let Err(error) = self.answer_all(stream) {
            eprintln!("the client has gone: {error}");
        }
    }

    fn answer_all(&self, mut stream: Stream) -> io::Result<()> {
        let mut nothing = ();
        let platform = QtestPlatform::new(&self.platform, self.frequency, &mut nothing);
        let mut session = QtestSession::new(platform);
        let mut buffer = vec![0; BUFFER_BYTES];
        loop {
            let bytes = match stream.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            let Some(received) = buffer.get(..bytes).filter(|received| !received.is_empty()) else {
                return Ok(());
            };
            stream.write_all(session.receive(received).as_bytes())?;
        }
    }
}
