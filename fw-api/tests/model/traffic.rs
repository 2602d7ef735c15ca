//! What each call costs in accesses: `docs/firmware-traffic.md` is what is measured here.
//!
//! `BLESS=1 cargo test -p fw-api --test integration model` writes the file anew; look at the difference then.

use std::cell::Cell;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use fw_api::{BusAccess, Error, Faulty, HwsDriver, Traced};
use hws_model::BusError;

use crate::model::cases::{Answer, Case, Listener, Tags, all};
use crate::model::polls::Polls;

/// Reads and writes of one call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Traffic {
    reads: usize,
    writes: usize,
}

impl Traffic {
    fn with(self, is_write: bool) -> Self {
        Self { reads: self.reads + usize::from(!is_write), writes: self.writes + usize::from(is_write) }
    }
}

fn measure(case: &Case, polls: Polls) -> (Answer, Traffic) {
    let mut bus = (case.world)();
    bus.polls = polls;
    let traffic = Cell::new(Traffic { reads: 0, writes: 0 });
    let answer = {
        let count = |access: &BusAccess<&BusError>| traffic.set(traffic.get().with(access.is_write()));
        let mut hws =
            HwsDriver::new(Faulty::without_faults(Traced::new(&mut bus, Box::new(count) as Listener<'_>)));
        (case.call)(&mut hws, &mut Tags::prepared())
    };
    (answer, traffic.get())
}

fn measure_success(case: &Case, polls: Polls) -> Traffic {
    let (answer, traffic) = measure(case, polls);
    assert!(answer.is_ok(), "{}: {answer:?}", case.name);
    traffic
}

const HEAD: &str = "\
# Register traffic of the firmware API

Written by a test, which fails when a call costs anything else: `BLESS=1 cargo test -p fw-api --test integration model`
writes it anew.

*reads* and *writes* are the accesses when everything that is waited for is there at the first look.
*at most* is the number of all accesses when every wait is over at its last poll; one poll later the call
returns a timeout. Every access takes at least one cycle of the HWS, so these are also the least numbers of
cycles. `messages` is counted with four messages in the FIFO, `firmware_launches` with a full
launch table, `claim_when_idle` with one look at the SIPs: two reads more for each further one that the caller
allows.

| call | reads | writes | at most | waits for |
|---|---|---|---|---|
";

fn row(case: &Case) -> String {
    let least = measure_success(case, Polls::at_once(case.waits));
    let most = measure_success(case, Polls::at_the_last_moment(case.waits));
    assert_eq!(least.writes, most.writes, "{}: a wait is made of reads", case.name);
    let waits: Vec<String> = case.waits.iter().map(ToString::to_string).collect();
    let (reads, writes, all) = (least.reads, least.writes, most.reads + most.writes);
    format!("| {} | {reads} | {writes} | {all} | {} |", case.name, waits.join(", "))
}

fn table() -> String {
    let mut text = HEAD.to_owned();
    for case in all() {
        writeln!(text, "{}", row(&case)).unwrap();
    }
    text
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/firmware-traffic.md")
}

#[test]
fn the_documented_traffic_is_what_the_calls_make() {
    let table = table();
    if std::env::var_os("BLESS").is_some() {
        fs::write(file(), &table).unwrap();
    }
    let documented = fs::read_to_string(file()).unwrap_or_default();
    for (documented, measured) in documented.lines().zip(table.lines()) {
        assert_eq!(documented, measured, "docs/firmware-traffic.md; BLESS=1 writes it anew");
    }
    assert_eq!(documented.lines().count(), table.lines().count(), "BLESS=1 writes it anew");
}

#[test]
fn a_call_times_out_one_poll_after_its_documented_most_and_only_if_it_waits() {
    for case in all() {
        let (answer, _) = measure(&case, Polls::too_late(case.waits));
        let timed_out = matches!(answer, Err(Error::Timeout { wait, .. }) if case.waits.contains(&wait));
        assert_eq!(timed_out, !case.waits.is_empty(), "{}: {answer:?}", case.name);
    }
}
