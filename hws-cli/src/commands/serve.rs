//! `hws serve`: a server that drives the model for a client.

mod client;
mod listener;
mod qemu;
mod qmp;
mod stream;

use std::process::ExitCode;

use hws_host::run;
use hws_input::{Diagnostic, Place};
use hws_run::run::Platform;

use crate::args::serve::Serve;
use crate::args::serve::address::SocketAddress;
use crate::failure::Failure;
use crate::interrupt;
use client::Served;
use listener::Listener;
use qemu::QemuLine;
use stream::Stream;

pub(crate) fn execute(args: &Serve) -> Result<ExitCode, Failure> {
    let served = Served { platform: platform(args)?, frequency: args.frequency };
    match (&args.as_qemu, &args.qtest) {
        (Some(line), _) => as_qemu(&QemuLine::read(line)?, &served),
        (None, Some(address)) if args.connect || address.is_client() => {
            interrupt::end_with(interrupt::STATUS, || ())?;
            served.serve(Stream::connect(address)?);
            Ok(ExitCode::SUCCESS)
        }
        (None, Some(address)) => listen(address, &served, interrupt::STATUS),
        (None, None) => Err(Failure::usage("nothing to serve is given; give --qtest SOCKET".to_owned())),
    }
}

fn platform(args: &Serve) -> Result<Platform, Failure> {
    match &args.base {
        Some(base) => with_base(base),
        None => Ok(run::platform(args.platform.as_deref())?),
    }
}

/// The built-in platform with the register window elsewhere.
fn with_base(base: &str) -> Result<Platform, Failure> {
    let refused = |reason: &str| Failure::usage(format!("--base {base}: {reason}"));
    if !base.chars().all(|c| c.is_ascii_alphanumeric()) {
        return Err(refused("not an address; give a number such as 0x10000000"));
    }
    Platform::read("", &format!("hws: {base}"))
        .map_err(|found| refused(&Diagnostic { place: Place::UNKNOWN, ..*found }.to_string()))
}

/// Serves one client after the other, until the program is ended.
fn listen(address: &SocketAddress, served: &Served, status: u8) -> Result<ExitCode, Failure> {
    let listener = Listener::bind(address)?;
    interrupt::end_with(status, listener.removal())?;
    eprintln!("listening on {}; Ctrl-C ends", listener.name());
    loop {
        served.serve(listener.accept()?);
    }
}

/// As QEMU, the program ends with status 0 when it is told to.
fn as_qemu(line: &QemuLine, served: &Served) -> Result<ExitCode, Failure> {
    if line.qtest.is_server() {
        qmp::start(line.qmp.as_ref())?;
        return listen(&line.qtest, served, 0);
    }
    interrupt::end_with(0, || ())?;
    let stream = Stream::connect(&line.qtest)?;
    qmp::start(line.qmp.as_ref())?;
    served.serve(stream);
    Ok(ExitCode::SUCCESS)
}
