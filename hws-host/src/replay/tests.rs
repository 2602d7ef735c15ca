//! Threads change nothing: bytes, errors and their order are those of the replay in one thread.

use std::fs;
use std::io::{self, BufReader, ErrorKind, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use hws_sim::{TraceFilter, TraceKind};

use super::*;

/// A disk with this much space left, whose content is looked at afterwards.
#[derive(Clone)]
struct Disk(Arc<Mutex<Vec<u8>>>, usize);

impl Disk {
    fn new(space: usize) -> Self {
        Self(Arc::default(), space)
    }

    fn content(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut content = self.0.lock().unwrap();
        let taken = bytes.len().min(self.1 - content.len());
        if taken == 0 {
            return Err(ErrorKind::StorageFull.into());
        }
        content.extend(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn golden(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    fs::read(folder.join(name)).unwrap()
}

/// Reads of a register, one in each cycle; no `end`.
fn reads(count: usize) -> String {
    (0..count).map(|at| format!("{{\"at\":{at},\"op\":\"read\",\"reg\":\"HWS_ID\"}}\n")).collect()
}

fn reader(input: impl Read + Send + 'static) -> Reader<Box<dyn BufRead + Send>> {
    Reader::new("file", Box::new(BufReader::new(input)))
}

/// Both replays of a stimulus end alike; returns how.
fn check(text: &[u8], options: ReplayOptions, space: usize) -> Result<Replayed, String> {
    let (alone, beside) = (Disk::new(space), Disk::new(space));
    let expected = hws_sim::replay(Reader::new("file", text), alone.clone(), options);
    let result = replay(reader(io::Cursor::new(text.to_vec())), Box::new(beside.clone()), options);
    let result = result.map_err(|error| error.to_string());
    assert_eq!(result, expected.map_err(|error| error.to_string()));
    assert!(alone.content() == beside.content(), "the traces differ");
    result
}

#[test]
fn traces_are_the_same() {
    let only = [TraceKind::Mih, TraceKind::End];
    let filtered = TraceFilter::default().with_kinds(&only).between(100, 2000);
    for name in ["01_basic_2001.jsonl", "26_hrm_2102.jsonl"] {
        let text = golden(name);
        let plain = ReplayOptions::default();
        let options = [
            plain,
            ReplayOptions { digest_only: true, ..plain },
            ReplayOptions { filter: filtered, ..plain },
        ];
        options.into_iter().for_each(|options| _ = check(&text, options, usize::MAX).unwrap());
    }
}

#[test]
fn a_malformed_line_ends_both_after_the_same_trace() {
    let text = golden("26_hrm_2102.jsonl");
    for share in [1, 2, 3] {
        let cut = &text[..text.len() * share / 4];
        let error = check(cut, ReplayOptions::default(), usize::MAX).unwrap_err();
        assert!(error.starts_with("file:"), "{error}");
    }
    for count in [0, 1, 2047, 2048, 2049, 4096] {
        let error =
            check((reads(count) + "{}").as_bytes(), ReplayOptions::default(), usize::MAX).unwrap_err();
        assert!(error.starts_with(&format!("file:{}:2: missing key `op`", count + 1)), "{error}");
        let error = check(reads(count).as_bytes(), ReplayOptions::default(), usize::MAX).unwrap_err();
        assert!(error.starts_with(&format!("file:{}:1: no `end`", count + 1)), "{error}");
    }
}

/// Wherever the disk is full, an error of the output comes before one of the stimulus.
#[test]
fn a_full_disk_ends_both_after_the_same_trace() {
    let text = reads(20_000);
    let end = "{\"at\":20000,\"op\":\"end\"}\n";
    for space in [0, 1, 100_000, 500_000] {
        for text in [text.clone(), format!("{text}{end}"), format!("{text}{{}}")] {
            let error = check(text.as_bytes(), ReplayOptions::default(), space).unwrap_err();
            assert_eq!(error, "cannot write the trace: no storage space");
        }
    }
    let options = ReplayOptions { digest_only: true, ..ReplayOptions::default() };
    check((text + end).as_bytes(), options, 0).unwrap_err();
}

/// An input that comes from elsewhere, and waits for more until the other end is dropped.
struct Waiting(Receiver<Vec<u8>>);

impl Read for Waiting {
    fn read(&mut self, place: &mut [u8]) -> io::Result<usize> {
        let Ok(bytes) = self.0.recv() else { return Ok(0) };
        place[..bytes.len()].copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}

#[test]
fn a_replay_whose_output_fails_does_not_wait_for_further_input() {
    let (sender, receiver) = channel();
    for line in reads(100_000).lines() {
        sender.send(format!("{line}\n").into_bytes()).unwrap();
    }
    let result = replay(reader(Waiting(receiver)), Box::new(Disk::new(0)), ReplayOptions::default());
    let error = result.unwrap_err();
    assert!(matches!(error, ReplayError::Output(_)));
    drop(sender);
}

/// An input, or an output, with a fault.
struct Faulty;

impl Read for Faulty {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        panic!("the input has a fault")
    }
}

impl Write for Faulty {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        panic!("the output has a fault")
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_panic_beside_the_simulation_ends_it_too() {
    let panic_of = |replay: &dyn Fn() -> Result<Replayed, ReplayError>| {
        let panic = catch_unwind(AssertUnwindSafe(replay)).unwrap_err();
        panic.downcast_ref::<&str>().map(ToString::to_string)
    };
    let input = || replay(reader(Faulty), Box::new(io::sink()), ReplayOptions::default());
    assert_eq!(panic_of(&input).as_deref(), Some("the input has a fault"));
    let text = || reader(io::Cursor::new(reads(20_000)));
    let output = || replay(text(), Box::new(Faulty), ReplayOptions::default());
    assert_eq!(panic_of(&output).as_deref(), Some("the output has a fault"));
}
