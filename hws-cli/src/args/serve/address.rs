//! Addresses of sockets, as QEMU and the command line give them.

use std::fmt;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::str::FromStr;

/// Where a socket is, and which side listens there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SocketAddress {
    pub(crate) place: Place,
    /// Whether this program listens; none if the address does not say it.
    server: Option<bool>,
}

/// The place of a socket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// A file.
    Unix(PathBuf),
    /// A loopback address.
    Tcp(SocketAddr),
}

impl SocketAddress {
    pub(crate) const fn unix(path: PathBuf) -> Self {
        Self { place: Place::Unix(path), server: None }
    }

    /// Whether the address says that this program listens.
    pub(crate) fn is_server(&self) -> bool {
        self.server == Some(true)
    }

    /// Whether the address says that this program connects.
    pub(crate) fn is_client(&self) -> bool {
        self.server == Some(false)
    }
}

impl fmt::Display for SocketAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::Unix(path) => write!(f, "unix:{}", path.display()),
            Place::Tcp(address) => write!(f, "tcp:{address}"),
        }
    }
}

impl FromStr for SocketAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(rest) = text.strip_prefix("unix:") {
            let (path, server) = with_options(rest)?;
            return Ok(Self { place: Place::Unix(file(path)?), server });
        }
        if let Some(rest) = text.strip_prefix("tcp:") {
            let (address, server) = with_options(rest)?;
            return Ok(Self { place: Place::Tcp(loopback(address)?), server });
        }
        if looks_like_a_port(text) {
            return Err(format!("give tcp:{text}, or unix:{text} for a file of this name"));
        }
        Ok(Self::unix(file(text)?))
    }
}

/// What QEMU writes after the address: `server=on` or `server=off`, and whether it waits, which is the same here.
fn with_options(text: &str) -> Result<(&str, Option<bool>), String> {
    let (address, options) = text.split_once(',').unwrap_or((text, ""));
    let mut server = None;
    for option in options.split(',').filter(|option| !option.is_empty()) {
        match option {
            "server" | "server=on" => server = Some(true),
            "server=off" => server = Some(false),
            "wait" | "nowait" | "wait=on" | "wait=off" => (),
            _ => {
                return Err(format!(
                    "unknown option `{option}` of the socket (known are server=on, server=off, wait=on, wait=off)"
                ));
            }
        }
    }
    Ok((address, server))
}

fn file(path: &str) -> Result<PathBuf, String> {
    if path.is_empty() { Err("the path is empty".to_owned()) } else { Ok(path.into()) }
}

fn looks_like_a_port(text: &str) -> bool {
    text.rsplit_once(':').is_some_and(|(host, port)| !host.contains('/') && port.parse::<u16>().is_ok())
}

/// An address that only this machine can reach, because any client that connects drives the model.
fn loopback(text: &str) -> Result<SocketAddr, String> {
    let addresses = text.to_socket_addrs().map_err(|error| format!("{error}; give tcp:127.0.0.1:PORT"))?;
    let mut all = addresses.collect::<Vec<_>>();
    // A name has addresses of both kinds; servers are expected at that of IPv4.
    all.sort_by_key(SocketAddr::is_ipv6);
    match all.first() {
        Some(address) if all.iter().all(|address| address.ip().is_loopback()) => Ok(*address),
        _ => Err("only loopback addresses are served, because there is no password; give tcp:127.0.0.1:PORT"
            .to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<SocketAddress, String> {
        text.parse()
    }

    #[test]
    fn files_and_loopback_addresses_are_accepted() {
        assert_eq!(read("/tmp/a:b"), Ok(SocketAddress::unix("/tmp/a:b".into())));
        assert_eq!(
            read("unix:a,b").unwrap_err(),
            "unknown option `b` of the socket (known are server=on, server=off, wait=on, wait=off)"
        );
        assert_eq!(read("a,b"), Ok(SocketAddress::unix("a,b".into())));
        assert!(read("unix:a,server=on,wait=off").unwrap().is_server());
        assert!(read("unix:a,server=off").unwrap().is_client());
        assert_eq!(read("tcp:127.0.0.1:80").unwrap().to_string(), "tcp:127.0.0.1:80");
        assert_eq!(read("tcp:[::1]:80").unwrap().to_string(), "tcp:[::1]:80");
    }

    #[test]
    fn other_addresses_are_refused_with_a_remedy() {
        let cases = [
            ("", "the path is empty"),
            ("unix:", "the path is empty"),
            ("localhost:4444", "give tcp:localhost:4444, or unix:localhost:4444 for a file of this name"),
            ("tcp:0.0.0.0:4444", "only loopback addresses are served"),
            ("tcp:127.0.0.1", "give tcp:127.0.0.1:PORT"),
            ("tcp:127.0.0.1:99999", "give tcp:127.0.0.1:PORT"),
        ];
        for (text, expected) in cases {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
