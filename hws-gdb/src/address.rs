//! Where gdb is waited for.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The host without one in the address: only programs of this machine can connect.
const LOOPBACK: &str = "127.0.0.1";

/// The address of a gdb server: a port of this machine, unless a host is given.
///
/// ```
/// use hws_gdb::GdbAddress;
/// assert_eq!("1234".parse::<GdbAddress>().unwrap().to_string(), "127.0.0.1:1234");
/// assert_eq!("localhost:0".parse::<GdbAddress>().unwrap().to_string(), "localhost:0");
/// assert!("70000".parse::<GdbAddress>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GdbAddress {
    host: String,
    port: u16,
}

/// An address that is not valid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{port}` is not a port; give PORT or HOST:PORT with a port from 1 to 65535, or 0 for any free one")]
pub struct GdbAddressError {
    port: String,
}

impl GdbAddress {
    /// Returns the host.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Returns the port; 0 is any free one.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }
}

impl FromStr for GdbAddress {
    type Err = GdbAddressError;

    fn from_str(text: &str) -> Result<Self, GdbAddressError> {
        let (host, port) = text.rsplit_once(':').unwrap_or(("", text));
        // An address of IP version 6 is in brackets.
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let host = if host.is_empty() { LOOPBACK } else { host };
        let number = port.bytes().all(|digit| digit.is_ascii_digit()).then(|| port.parse().ok()).flatten();
        let port = number.ok_or_else(|| GdbAddressError { port: port.to_owned() })?;
        Ok(Self { host: host.to_owned(), port })
    }
}

impl fmt::Display for GdbAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let brackets = if self.host.contains(':') { ("[", "]") } else { ("", "") };
        write!(f, "{}{}{}:{}", brackets.0, self.host, brackets.1, self.port)
    }
}
