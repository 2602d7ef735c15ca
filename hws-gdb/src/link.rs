//! The connection to gdb: written packet by packet, read byte by byte, and looked at while the core runs.

use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use gdbstub::conn::Connection;

/// How long a read waits at most.
const WAIT: Duration = Duration::from_millis(100);

/// What a read gave.
pub(crate) enum Input {
    Byte(u8),
    /// Nothing has come.
    Nothing,
    /// The other end has closed the connection.
    Closed,
}

pub(crate) struct Link {
    stream: TcpStream,
    out: BufWriter<TcpStream>,
    bytes: [u8; 4096],
    /// The bytes that were received and not taken yet.
    unread: std::ops::Range<usize>,
}

impl Link {
    pub(crate) fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(WAIT))?;
        let out = BufWriter::new(stream.try_clone()?);
        Ok(Self { stream, out, bytes: [0; 4096], unread: 0..0 })
    }

    /// Waits a short time for the next byte.
    pub(crate) fn wait(&mut self) -> io::Result<Input> {
        if self.unread.is_empty() {
            match self.stream.read(&mut self.bytes) {
                Ok(0) => return Ok(Input::Closed),
                Ok(count) => self.unread = 0..count,
                Err(error) if is_nothing(&error) => return Ok(Input::Nothing),
                Err(error) => return Err(error),
            }
        }
        let next = self.unread.next().and_then(|place| self.bytes.get(place));
        Ok(next.map_or(Input::Nothing, |&byte| Input::Byte(byte)))
    }

    /// The next byte if one has come already.
    pub(crate) fn look(&mut self) -> io::Result<Input> {
        if !self.unread.is_empty() {
            return self.wait();
        }
        self.stream.set_nonblocking(true)?;
        let input = self.wait();
        self.stream.set_nonblocking(false)?;
        input
    }

    /// Answers a request to kill the run.
    pub(crate) fn accept_kill(&mut self) -> io::Result<()> {
        self.out.write_all(b"$OK#9a")?;
        self.out.flush()
    }

    /// Shows a text in the console of gdb, which has to be waiting for a stop.
    pub(crate) fn print(&mut self, text: &[u8]) -> io::Result<()> {
        // A packet may be shorter than what is printed at once.
        for part in text.chunks(512) {
            let body: String = std::iter::once("O".to_owned())
                .chain(part.iter().map(|byte| format!("{byte:02x}")))
                .collect();
            let sum = body.bytes().fold(0_u8, u8::wrapping_add);
            write!(self.out, "${body}#{sum:02x}")?;
        }
        self.out.flush()
    }
}

fn is_nothing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

impl Connection for Link {
    type Error = io::Error;

    fn write(&mut self, byte: u8) -> io::Result<()> {
        self.out.write_all(&[byte])
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
