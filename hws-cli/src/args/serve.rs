//! Options of `hws serve`.

pub(crate) mod address;

use std::path::PathBuf;

use hws_run::run::Frequency;

use address::SocketAddress;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A client of QEMU's qtest protocol drives registers, memory and time of the model; docs/qtest.md describes commands, addresses
and interrupt lines. SOCKET is a file (PATH or unix:PATH) or a loopback address (tcp:HOST:PORT; port 0 takes a free one).
Clients are served one after the other, each from power-on; Ctrl-C removes the socket.

Exit status: 0 the only client has gone (--connect, --as-qemu), 2 usage error or invalid input, 130 ended by Ctrl-C.

Examples:
  hws serve --qtest /tmp/hws.sock
  hws serve --qtest tcp:127.0.0.1:4444 --frequency 800MHz
  hws serve --qtest unix:/tmp/test.sock --connect
  QTEST_QEMU_BINARY='hws serve --as-qemu -system-riscv32' ./my-libqtest-test
")]
pub(crate) struct Serve {
    /// Serve the qtest protocol on this socket.
    #[arg(long, value_name = "SOCKET", required_unless_present = "as_qemu")]
    pub(crate) qtest: Option<SocketAddress>,
    /// Connect to the socket of a client that listens, as QEMU does, and end when the client closes it.
    #[arg(long, requires = "qtest")]
    pub(crate) connect: bool,
    /// Take the memory map from this YAML file (docs/firmware-image.md).
    #[arg(long, value_name = "FILE")]
    pub(crate) platform: Option<PathBuf>,
    /// The address of the register window, a multiple of 0x1000 [default: 0x10000000].
    #[arg(long, value_name = "ADDR", conflicts_with = "platform")]
    pub(crate) base: Option<String>,
    /// Cycles of the HWS in a second of the client's clock: Hz, or with kHz, MHz or GHz.
    #[arg(long, value_name = "HZ", default_value = "1GHz")]
    pub(crate) frequency: Frequency,
    /// Replace QEMU for libqtest: everything after this option is QEMU's command line. `hws` uses -qtest, and -chardev
    /// socket with -mon for QMP, and ignores the other options.
    #[arg(long, value_name = "ARG", num_args = 0.., allow_hyphen_values = true, conflicts_with_all = ["qtest", "connect"])]
    pub(crate) as_qemu: Option<Vec<String>>,
}
