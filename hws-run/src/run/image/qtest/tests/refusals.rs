//! Lines that are refused, and that they change nothing.

use rstest::rstest;

use super::*;

#[rstest]
#[case("jump 1", "Unknown command 'jump'")]
#[case("READL 0", "Unknown command 'READL'")]
#[case("rtas x 0 0 0 0", "Unknown command 'rtas'")]
#[case("a\u{7}b", "Unknown command 'a\\u{7}b'")]
#[case("inb 0x10000", "inb: PORT is 0x10000, above 0xffff")]
#[case("outb 0 0x100", "outb: VALUE is 0x100, which does not fit in 8 bits")]
#[case("readl", "readl: ADDR is missing; give readl ADDR")]
#[case("writel 0x10000000", "writel: VALUE is missing; give writel ADDR VALUE")]
#[case("endianness now", "endianness: unexpected word `now`; give endianness")]
#[case("clock_step 1 2", "clock_step: unexpected word `2`; give clock_step [NS]")]
#[case("readl here", "readl: ADDR is `here`, which is not a number from 0 to 2^64 - 1")]
#[case("clock_step -1", "clock_step: NS is `-1`, which is not a number from 0 to 2^64 - 1")]
#[case("clock_set 0x", "clock_set: NS is `0x`, which is not a number from 0 to 2^64 - 1")]
#[case("readl 089", "readl: ADDR is `089`, which is not a number from 0 to 2^64 - 1")]
#[case(
    "readl 0x10000000000000000",
    "readl: ADDR is `0x10000000000000000`, which is not a number from 0 to 2^64 - 1"
)]
#[case("readl 0x110000000", "0x110000000: no memory or device at this address")]
#[case("readl 0x20000000", "0x20000000: no memory or device at this address")]
#[case("writeb 0x80000000 256", "writeb: VALUE is 0x100, which does not fit in 8 bits")]
#[case("read 0x80000000 0", "read: SIZE is 0, which is not from 1 to 1048576; transfer it in parts")]
#[case(
    "memset 0x80000000 1048577 0",
    "memset: SIZE is 1048577, which is not from 0 to 1048576; transfer it in parts"
)]
#[case("write 0x80000000 1 12", "write: DATA does not begin with 0x")]
#[case("write 0x80000000 1 0x", "write: DATA has 0 digits after 0x; give two for each byte")]
#[case("write 0x80000000 1 0x123", "write: DATA has 3 digits after 0x; give two for each byte")]
#[case("write 0x80000000 1 0xzz", "write: DATA has a character that is not a hexadecimal digit")]
#[case("b64write 0x80000000 4 QUJD", "b64write: B64_DATA has 3 bytes, SIZE is 4")]
#[case("b64write 0x80000000 3 QU*D", "b64write: B64_DATA is not Base64: Invalid symbol 42, offset 2.")]
#[case("readb 0x10000000", "0x10000000: 1 bytes are not whole registers; use words (readl, writel)")]
#[case("readq 0x11000000", "0x11000000: this device takes one word at a time (readl, writel)")]
#[case("readl 0x11000044", "0x11000044: no register for this access of 4 bytes")]
#[case(
    "set_irq_in hws unnamed-gpio-in 0 1",
    "set_irq_in: no interrupt line can be set from outside; use the registers"
)]
#[case("module_load a b", "module_load: there are no modules")]
fn a_line_that_is_refused_names_what_is_wrong(#[case] line: &str, #[case] expected: &str) {
    assert_eq!(said(&format!("{line}\n")), format!("FAIL {expected}\n"));
}

#[rstest]
#[case::read_only("writel 0x10000000 0", "HWS_ID at 0x10000000: the register is read-only")]
#[case::unaligned("readl 0x10000002", "0x10000002, offset 0x2 of the HWS: the offset is not a multiple of 4")]
#[case::no_register("readl 0x10003ffc", "0x10003ffc, offset 0x3ffc of the HWS: no register at this offset")]
// HWS_CTRL could be written, the next word cannot.
#[case::in_the_middle("writeq 0x10000010 1", "HWS_STATUS at 0x10000014: the register is read-only")]
fn a_bus_error_sets_its_bit_and_changes_nothing_else(#[case] line: &str, #[case] expected: &str) {
    let mut nothing = ();
    let mut platform = QtestPlatform::new(&Platform::default(), Frequency::default(), &mut nothing);
    let before = platform.devices.board.hws().clone();
    let answer = platform.answer(line.as_bytes());
    assert!(answer.starts_with("FAIL ") && answer.contains(expected), "{answer}");
    assert_ne!(*platform.devices.board.hws(), before, "{answer}");
    let clear = format!("writel {} 0xffffffff", at(RegId::ErrStatus));
    assert_eq!(platform.answer(clear.as_bytes()), "OK\n");
    assert_eq!(*platform.devices.board.hws(), before);
}

#[test]
fn a_refused_transfer_pops_no_message() {
    let mut nothing = ();
    let mut platform = QtestPlatform::new(&Platform::default(), Frequency::default(), &mut nothing);
    rejected_kernel().lines().for_each(|line| drop(platform.answer(line.as_bytes())));
    platform.answer(b"clock_step 100");
    let count = format!("readl {}", at(RegId::MihStatus));
    let before = platform.answer(count.as_bytes());
    assert_ne!(before, "OK 0x0000000000000000\n");
    let whole_page = format!("read {} 0x100", at(RegId::MihDataLo));
    assert!(platform.answer(whole_page.as_bytes()).starts_with("FAIL "));
    assert_eq!(platform.answer(count.as_bytes()), before);
}

#[test]
fn a_line_that_is_too_long_is_passed_over() {
    let long = format!("read {}\nendianness\n", "1".repeat(3 << 20));
    let expected = "FAIL the line is longer than 2098176 bytes; transfer data in parts\nOK little\n";
    assert_eq!(said(&long), expected);
}

#[test]
fn the_largest_transfer_fits_in_a_line() {
    let line = format!("write 0x40000000 0x100000 0x{}\nreadb 0x400fffff\n", "5a".repeat(1 << 20));
    assert_eq!(said(&line), "OK\nOK 0x000000000000005a\n");
}
