//! A connection, whatever it goes over.

use std::io::{Read, Write};
use std::net::TcpStream;
#[cfg(unix)]
use std::os::unix::net::UnixStream;

use crate::args::serve::address::{Place, SocketAddress};
use crate::failure::Failure;

/// Bytes in both directions.
trait Duplex: Read + Write + Send {}

impl<T: Read + Write + Send> Duplex for T {}

/// A connection with a client.
pub(super) struct Stream(Box<dyn Duplex>);

impl Stream {
    /// Connects to a socket on which somebody listens.
    pub(super) fn connect(address: &SocketAddress) -> Result<Self, Failure> {
        let connected = match &address.place {
            Place::Tcp(place) => TcpStream::connect(place).and_then(Self::tcp),
            #[cfg(unix)]
            Place::Unix(path) => UnixStream::connect(path).map(Self::unix),
            #[cfg(not(unix))]
            Place::Unix(_) => return Err(no_files()),
        };
        connected.map_err(|error| {
            Failure::usage(format!("{address}: {error}; start the client that listens there first"))
        })
    }

    pub(super) fn tcp(stream: TcpStream) -> std::io::Result<Self> {
        // Every answer is waited for.
        stream.set_nodelay(true)?;
        Ok(Self(Box::new(stream)))
    }

    #[cfg(unix)]
    pub(super) fn unix(stream: UnixStream) -> Self {
        Self(Box::new(stream))
    }
}

#[cfg(not(unix))]
pub(super) fn no_files() -> Failure {
    Failure::usage("this system has no sockets that are files; give tcp:127.0.0.1:PORT".to_owned())
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(bytes)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}
