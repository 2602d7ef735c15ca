//! A socket on which clients are waited for.

use std::io;
use std::net::TcpListener;
#[cfg(unix)]
use std::os::unix::net::UnixListener;
#[cfg(unix)]
use std::path::Path;
use std::path::PathBuf;

use super::stream::Stream;
use crate::args::serve::address::{Place, SocketAddress};
use crate::failure::Failure;

/// A socket on which this program listens.
pub(super) struct Listener {
    socket: Socket,
    name: String,
    /// The file to be removed at the end.
    file: Option<PathBuf>,
}

enum Socket {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix(UnixListener),
}

impl Listener {
    /// Listens at an address. The file of a socket on which nobody listens any more is replaced; any other file is kept, and
    /// refused.
    pub(super) fn bind(address: &SocketAddress) -> Result<Self, Failure> {
        let refused = |error: io::Error| Failure::usage(format!("{address}: {error}"));
        match &address.place {
            Place::Tcp(place) => {
                let listener = TcpListener::bind(place).map_err(refused)?;
                // With port 0 the system has chosen one.
                let name = format!("tcp:{}", listener.local_addr().map_err(refused)?);
                Ok(Self { socket: Socket::Tcp(listener), name, file: None })
            }
            #[cfg(unix)]
            Place::Unix(path) => {
                make_room(path).map_err(|reason| Failure::usage(format!("{address}: {reason}")))?;
                let listener = UnixListener::bind(path).map_err(refused)?;
                let file = std::path::absolute(path).map_err(refused)?;
                Ok(Self { socket: Socket::Unix(listener), name: address.to_string(), file: Some(file) })
            }
            #[cfg(not(unix))]
            Place::Unix(_) => Err(super::stream::no_files()),
        }
    }

    /// The address at which clients connect.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Waits for the next client.
    pub(super) fn accept(&self) -> Result<Stream, Failure> {
        let accepted = match &self.socket {
            Socket::Tcp(listener) => listener.accept().and_then(|(stream, _)| Stream::tcp(stream)),
            #[cfg(unix)]
            Socket::Unix(listener) => listener.accept().map(|(stream, _)| Stream::unix(stream)),
        };
        accepted.map_err(|error| Failure::usage(format!("{}: {error}", self.name)))
    }

    /// Removes the file of the socket, for a program that ends at once.
    pub(super) fn removal(&self) -> impl FnMut() + Send + use<> {
        let file = self.file.clone();
        move || {
            #[cfg(unix)]
            if let Some(path) = file.as_deref().filter(|path| is_socket(path)) {
                // If that is impossible nobody is left to be told.
                let _ = std::fs::remove_file(path);
            }
            #[cfg(not(unix))]
            let _ = &file;
        }
    }
}

/// If the program fails instead of being ended.
impl Drop for Listener {
    fn drop(&mut self) {
        self.removal()();
    }
}

/// Whether a file is a socket itself, and not a link to one.
#[cfg(unix)]
fn is_socket(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::symlink_metadata(path).is_ok_and(|file| file.file_type().is_socket())
}

/// Removes a socket that its program has left behind.
#[cfg(unix)]
fn make_room(path: &Path) -> Result<(), String> {
    if std::fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    if !is_socket(path) {
        return Err("this file exists and is not a socket; it is kept: give another path".to_owned());
    }
    match std::os::unix::net::UnixStream::connect(path) {
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            std::fs::remove_file(path).map_err(|error| error.to_string())
        }
        Ok(_) => Err("another program listens there; end it, or give another path".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
