//! Lists come back from the file as they were recorded, or an error says that they did not.

use std::io::{Cursor, Read, Seek, SeekFrom, Write};

use hws_model::Pool;
use hws_regs::RegId;
use hws_sim::stimulus::Target;
use hws_types::{RawMih, Sip};

use super::*;
use crate::run::run;
use crate::timeline::words::EVERY;
use crate::timeline::{Recorder, StartedBy, Why, html, perfetto};
use crate::workload::{Workload, built_in};

fn file() -> Spill {
    Spill::new(Cursor::new(Vec::new()))
}

fn again<T: Stored>(records: &[T]) -> Vec<T> {
    StoredList::of(&file(), records.iter().copied()).iter().collect()
}

#[test]
fn records_come_back_with_all_their_values() {
    let most = Cycle(u64::MAX);
    let run = SipRun::new(Sip::wrapping(31), u32::MAX, StartedBy::Firmware, Cycle(1 << 40), most);
    let mut runs = vec![run];
    for pool in [Pool::R, Pool::P, Pool::O] {
        let by = StartedBy::Hws(pool);
        runs.push(SipRun { by, block: u16::MAX, launched: Cycle(3), backfilled: true, ..run });
        runs.push(SipRun { by, early: true, ..run });
        runs.push(SipRun { by, unfinished: true, ..run });
    }
    assert_eq!(again(&runs), runs);
    let whys = EVERY.into_iter().chain([Why::Reserved { by: 7 }, Why::Outranked { by: u32::MAX }]);
    let waits: Vec<_> = whys.map(|why| WaitSpan { kernel: 9, from: Cycle(2), to: most, why }).collect();
    assert_eq!(again(&waits), waits);
    let attempts =
        [true, false].map(|launched| AttemptSpan { commit: most, launched, idle_unusable: u32::MAX });
    assert_eq!(again(&attempts), attempts);
    assert_eq!(again(&[(most, 32), (Cycle(0), 0)]), [(most, 32), (Cycle(0), 0)]);
    let target = Target::Register(RegId::DagCmd);
    let (at, value) = (most, u32::MAX);
    let read = FirmwareAccess { at, target, is_write: false, is_refused: false, value, call: None };
    let accesses = [
        read,
        FirmwareAccess { is_write: true, call: Some(0), ..read },
        FirmwareAccess { is_refused: true, call: Some(u32::MAX), ..read },
        // The same offset, but not by its name.
        FirmwareAccess { target: Target::Address(target.offset()), ..read },
        FirmwareAccess { target: Target::Address(u32::MAX), ..read },
    ];
    assert_eq!(again(&accesses), accesses);
    let call = FirmwareCall { name: u32::MAX, from: Cycle(2), to: most };
    assert_eq!(again(&[call]), [call]);
    let line = InterruptSpan { from: Cycle(1), noticed: None, to: most, has_message: true, has_error: false };
    let lines =
        [line, InterruptSpan { noticed: Some(Cycle(0)), has_message: false, has_error: true, ..line }];
    assert_eq!(again(&lines), lines);
    let raw = RawMih { dw0: u32::MAX, dw1: 7 };
    let message = MessageSpan { sent: Cycle(3), to: most, is_taken: true, raw, kernel: None };
    let messages = [message, MessageSpan { is_taken: false, kernel: Some(0), ..message }];
    assert_eq!(again(&messages), messages);
    assert_eq!(again(&[(Cycle(4), most)]), [(Cycle(4), most)]);
}

#[test]
fn lists_of_one_file_have_any_number_of_blocks() {
    let file = file();
    let of = |count: u32, add: u64| (0..count).map(move |number| (Cycle(u64::from(number) + add), number));
    // 12 bytes each: 5,461 fill a block of 64 KiB.
    let counts = [0, 1, 5_460, 5_461, 5_462, 20_000];
    let lists = counts.map(|count| StoredList::of(&file, of(count, count.into())));
    for (list, count) in lists.iter().zip(counts) {
        assert!(list.iter().eq(of(count, count.into())), "{count}");
        let mut ended = list.iter();
        assert_eq!(ended.by_ref().count(), count as usize);
        assert_eq!(ended.next(), None, "it stays at its end");
    }
    file.check().unwrap();
}

/// The second number tells in which order they came.
#[test]
fn pieces_are_merged_in_order() {
    for count in [0, 10, 32_768, 100_000_u32] {
        let mut sorter = Sorter::new(file(), |one: &(Cycle, u32)| one.0);
        let scattered = |number: u32| (Cycle(u64::from(number.wrapping_mul(2_654_435_761) >> 20)), number);
        (0..count).for_each(|number| sorter.push(scattered(number)));
        let more = [(Cycle(0), count), (Cycle(4000), count + 1)];
        let mut expected: Vec<_> = (0..count).map(scattered).chain(more).collect();
        expected.sort_by_key(|one| one.0);
        assert!(sorter.merged(more.into_iter()).eq(expected), "{count}");
    }
}

/// A file of at most so many bytes.
struct Full(Cursor<Vec<u8>>, u64);

impl Read for Full {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

impl Seek for Full {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.position() + bytes.len() as u64 > self.1 {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "nothing fits any more"));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The timeline of a workload, with its lists in memory or in a file.
fn recorded(workload: &Workload, file: Option<Spill>) -> Timeline {
    let recorder = file
        .map_or_else(|| Recorder::new(workload), |file| Recorder::stored(workload, file).with_sums(workload));
    let recorder = recorder.with_firmware(workload.hardware.bus_cycles);
    let (record, recorder) = run(workload, recorder).unwrap();
    recorder.timeline(workload, &record)
}

#[test]
fn pages_of_a_timeline_in_a_file_are_those_of_one_in_memory() {
    let workload = built_in();
    let (listed, stored) = (recorded(&workload, None), recorded(&workload, Some(file())));
    assert!(stored.runs.is_empty() && stored.waits.is_empty() && stored.attempts.is_empty());
    let log = stored.firmware.as_ref().unwrap();
    assert!(stored.resident.is_empty() && log.accesses.is_empty() && log.messages.is_empty());
    assert!(stored.every_run().eq(listed.runs.iter().copied()) && !listed.runs.is_empty());
    assert!(stored.every_wait().eq(listed.waits.iter().copied()) && !listed.waits.is_empty());
    let written = |timeline: &Timeline| {
        let (mut page, mut trace) = (Vec::new(), Vec::new());
        html::write(timeline, "t", &mut page).unwrap();
        perfetto::write(timeline, &mut trace).unwrap();
        (page, trace)
    };
    assert!(written(&stored) == written(&listed), "another file");
    assert_eq!(stored.run_sums(), listed.run_sums());
}

#[test]
fn a_full_disk_is_an_error_of_all_that_is_made_from_the_lists() {
    let timeline = recorded(&built_in(), Some(Spill::new(Full(Cursor::default(), 100))));
    let refused = |written: io::Result<()>| {
        let error = written.unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string()),
            (io::ErrorKind::StorageFull, "nothing fits any more".into())
        );
    };
    refused(timeline.check_stored());
    refused(html::write(&timeline, "t", &mut Vec::new()));
    refused(perfetto::write(&timeline, &mut Vec::new()));
}
