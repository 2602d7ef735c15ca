//! Memory, and the forms of data.

use proptest::prelude::*;

use super::*;

#[test]
fn values_of_every_size_are_little_endian() {
    let lines = "writeq 0x80000000 0x1122334455667788\nreadb 0x80000000\nreadw 0x80000002\nreadl 0x80000004\nreadq 0x80000000\n\
                 writeb 0x80000001 0xff\nread 0x80000000 8\nreadl 0x80000003\n";
    let expected = "OK\nOK 0x0000000000000088\nOK 0x0000000000005566\nOK 0x0000000011223344\nOK 0x1122334455667788\n\
                    OK\nOK 0x88ff665544332211\nOK 0x0000000022334455\n";
    assert_eq!(said(lines), expected);
}

#[test]
fn data_is_filled_or_cut_and_memory_that_was_never_written_is_zero() {
    let lines = "write 0x40000000 4 0xabcd\nread 0x3ffffffe 1\nread 0x40000000 6\nwrite 0x40000000 1 0x0102\nread 0x40000000 2\n\
                 memset 0x40000001 3 0x1ee\nread 0x40000000 4\nmemset 0x40000000 0 1\nb64read 0x40000000 4\n\
                 b64write 0x40000000 2 QUJD\nread 0x40000000 3\nb64read 0x40000000 0\n";
    let expected = "OK\nFAIL 0x3ffffffe: no memory or device at this address\nOK 0xabcd00000000\nOK\nOK 0x01cd\n\
                    OK\nOK 0x01eeeeee\nOK\nOK Ae7u7g==\nOK\nOK 0x4142ee\nOK\n";
    assert_eq!(said(lines), expected);
}

#[test]
fn numbers_are_those_of_strtoul() {
    let lines = "writel 0x40000000 010\nreadl 1073741824\nwritel 0X40000000 0XfF\nreadl 010000000000\n";
    assert_eq!(said(lines), "OK\nOK 0x0000000000000008\nOK\nOK 0x00000000000000ff\n");
}

#[test]
fn the_hws_reads_what_the_client_has_written_and_the_last_byte_of_memory_is_there() {
    assert_eq!(said("writeb 0xffffffff 7\nreadb 0xffffffff\n"), "OK\nOK 0x0000000000000007\n");
    let past = said("readw 0xffffffff\n");
    assert_eq!(
        past,
        "FAIL 0xffffffff: 2 bytes run past the end of `shared`, which is 0x80000000 to 0xffffffff\n"
    );
}

proptest! {
    #[test]
    fn what_is_written_is_read_in_every_form(
        offset in 0_u32..64,
        data in prop::collection::vec(any::<u8>(), 1..40),
        is_shared in any::<bool>(),
    ) {
        let address = if is_shared { 0x8000_0000 } else { 0x4000_0000 } + offset;
        let (hex, bytes) = (number::hex(&data), data.len());
        let text = number::base64(&data);
        let lines = format!("write {address} {bytes} {hex}\nread {address} {bytes}\nb64read {address} {bytes}\n\
                             b64write {address:#x} {bytes} {text}\nread {address:#x} {bytes}\n");
        prop_assert_eq!(said(&lines), format!("OK\nOK {hex}\nOK {text}\nOK\nOK {hex}\n"));
    }

    #[test]
    fn no_line_panics_and_each_has_one_answer(line in "[a-z_0-9x -]{0,40}", bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let mut nothing = ();
        let platform = QtestPlatform::new(&Platform::default(), Frequency::default(), &mut nothing);
        let mut session = QtestSession::new(platform);
        let bytes: Vec<u8> = bytes.into_iter().filter(|&byte| byte != b'\n').collect();
        for line in [line.as_bytes(), &bytes] {
            let said = session.receive(&[line, b"\n"].concat());
            prop_assert!(said.starts_with("OK") || said.starts_with("FAIL "), "{}", said);
            prop_assert_eq!(said.matches('\n').count(), 1, "{}", said);
        }
    }
}
