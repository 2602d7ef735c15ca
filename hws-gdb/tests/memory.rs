//! Memory, devices and registers: read without effect, written as firmware writes.

use hws_run::run::ImageEdit;

use crate::client::with_client;
use crate::program::{PROGRAM, PROMOTE, START, WORD};

const RESOLVER_KERNEL: u32 = 0x1100_0000;
const RESOLVER_TD_ADDR: u32 = 0x1100_0004;
const UART: u32 = 0x1200_0000;
const SHARED: u32 = 0x8000_0000;
const WORKLOAD: u32 = 0x2000_0000;
const MEPC: u32 = 65 + 0x341;
const MISA: u32 = 65 + 0x301;

#[test]
fn every_region_can_be_read_and_what_is_between_cannot() {
    with_client(&PROGRAM, |mut gdb, _| {
        assert_eq!(gdb.memory(START), PROGRAM[0]);
        assert_eq!(gdb.memory(WORKLOAD), 0x5753_5748);
        assert_eq!((gdb.memory(SHARED), gdb.memory(RESOLVER_KERNEL)), (0, 0));
        assert_eq!(gdb.memory(PROMOTE), 0x0004_1001);
        assert_eq!(gdb.ask(&format!("m{:x},2", PROMOTE + 1)), "1004", "a part of a register");
        assert_eq!(gdb.ask("m0,4"), "E0e");
        let end = 0x4100_0000_u32;
        assert_eq!(gdb.ask(&format!("m{:x},8", end - 4)), "00000000", "up to the end of memory");
        gdb.ask("k")
    });
}

#[test]
fn writes_change_memory_and_registers_and_no_time_passes() {
    let (served, ()) = with_client(&PROGRAM, |mut gdb, _| {
        assert_eq!(gdb.set_memory(WORD, 0x1234_5678), "OK");
        assert_eq!(gdb.ask(&format!("M{:x},1:ff", WORD + 1)), "OK");
        assert_eq!(gdb.memory(WORD), 0x1234_FF78);
        assert_eq!(gdb.set_memory(SHARED + 64, 7), "OK");
        assert_eq!(gdb.set_memory(PROMOTE, 0x0004_2001), "OK");
        assert_eq!(gdb.set_memory(RESOLVER_KERNEL, 5), "OK");
        assert_eq!(gdb.set_register(10, 99), "OK");
        assert_eq!(gdb.set_register(MEPC, 0x44), "OK");
        let read = [SHARED + 64, PROMOTE, RESOLVER_KERNEL].map(|address| gdb.memory(address));
        assert_eq!(read, [7, 0x0004_2001, 5]);
        assert_eq!((gdb.register(10), gdb.register(MEPC)), (99, 0x44));
        assert!(gdb.monitor("time").starts_with("cycle 0, after 0 instructions"));
        assert_eq!(gdb.ask("D"), "OK");
    });
    let edits = served.outcome.script.edits;
    assert_eq!(edits.len(), 7, "each change is part of the run");
    assert!(edits.iter().all(|(place, _)| *place == 0));
    assert_eq!(edits[5].1, ImageEdit::Register { number: 10, value: 99 });
}

#[test]
fn a_refused_write_changes_nothing_and_the_user_is_told_why() {
    let (served, ()) = with_client(&PROGRAM, |mut gdb, _| {
        assert_eq!(gdb.set_memory(WORKLOAD, 1), "E0e");
        assert_eq!(gdb.ask(&format!("M{PROMOTE:x},1:00")), "E0e");
        assert_eq!(gdb.ask(&format!("M{RESOLVER_KERNEL:x},8:0500000006000000")), "E0e");
        assert_eq!(gdb.ask(&format!("M{:x},8:0000000000000000", 0x40FF_FFFC_u32)), "E0e");
        assert_eq!(gdb.set_register(65 + 0xC00, 1), "E0e", "`cycle` cannot be written");
        let read = [WORKLOAD, PROMOTE, RESOLVER_KERNEL, RESOLVER_TD_ADDR].map(|address| gdb.memory(address));
        assert_eq!(read, [0x5753_5748, 0x0004_1001, 0, 0]);
        assert_eq!(gdb.register(MISA) >> 30, 1);
        gdb.ask("k");
    });
    let words = "gdb was refused a change: registers of devices are written one at a time";
    assert!(served.messages[1].starts_with(words), "{:?}", served.messages);
    assert!(served.messages[0].contains("nothing can be written at 0x20000000"));
}

#[test]
fn reads_of_devices_have_no_effect() {
    let (served, text) = with_client(&PROGRAM, |mut gdb, _| {
        for place in (0..0x400).step_by(64) {
            gdb.ask(&format!("m{:x},40", 0x1000_0000 + place));
        }
        gdb.ask(&format!("m{RESOLVER_KERNEL:x},44"));
        gdb.ask(&format!("m{UART:x},8"));
        assert_eq!(gdb.ask("c"), "W00");
        gdb.printed
    });
    assert_eq!(text, "h");
    assert!(served.outcome.script.edits.is_empty());
}
