//! Waiting for gdb.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use crate::address::GdbAddress;

/// How long to wait between two looks for gdb.
const LOOK: Duration = Duration::from_millis(20);

/// Why gdb cannot be waited for.
#[derive(Debug, Error)]
pub enum GdbError {
    /// Another program has the port.
    #[error("{address} is used by another program; give another port, or 0 for any free one")]
    Used {
        /// The address.
        address: GdbAddress,
    },
    /// The port cannot be opened.
    #[error(
        "cannot wait for gdb on {address}: {error}; give a port above 1023 of an address of this machine"
    )]
    Listen {
        /// The address.
        address: GdbAddress,
        /// The reason.
        error: io::Error,
    },
    /// A connection cannot be taken.
    #[error("cannot take the connection of gdb: {0}")]
    Accept(io::Error),
}

/// An open port, at which gdb can connect once.
#[derive(Debug)]
pub struct GdbListener {
    listener: TcpListener,
    address: SocketAddr,
}

impl GdbListener {
    /// Opens the port.
    ///
    /// # Errors
    /// [`GdbError`].
    pub fn bind(address: &GdbAddress) -> Result<Self, GdbError> {
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::AddrInUse => GdbError::Used { address: address.clone() },
            _ => GdbError::Listen { address: address.clone(), error },
        };
        let listener = TcpListener::bind((address.host(), address.port())).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Self { listener, address })
    }

    /// Returns the address with the real port.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until gdb connects, or until `stop`; none then.
    pub(crate) fn accept(&self, stop: &dyn Fn() -> bool) -> Result<Option<TcpStream>, GdbError> {
        while !stop() {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false).map_err(GdbError::Accept)?;
                    return Ok(Some(stream));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(LOOK),
                Err(error) => return Err(GdbError::Accept(error)),
            }
        }
        Ok(None)
    }
}
