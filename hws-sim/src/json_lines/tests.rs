use super::*;

/// An output that refuses every write, and counts them.
#[derive(Debug, Default)]
pub(crate) struct Broken(pub(crate) usize);

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        self.0 += 1;
        Err(io::Error::other("disk full"))
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn keys_keep_their_order_and_there_are_no_spaces() {
    let mut lines = LineWriter::new(Vec::new(), "c");
    lines
        .begin(u64::MAX)
        .text(json_key!("ev"), "x")
        .literal(json_key!("slot"), "-1")
        .number(json_key!("n"), 0u32)
        .end();
    lines
        .begin(10)
        .numbers(json_key!("words"), &[])
        .numbers(json_key!("more"), &[1, u32::MAX])
        .shown(json_key!("s"), 5)
        .end();
    let text = String::from_utf8(lines.finish().unwrap()).unwrap();
    assert_eq!(
        text,
        "{\"c\":18446744073709551615,\"ev\":\"x\",\"slot\":-1,\"n\":0}\n\
         {\"c\":10,\"words\":[],\"more\":[1,4294967295],\"s\":\"5\"}\n"
    );
}

#[test]
fn a_failed_write_is_reported_and_not_repeated() {
    let mut broken = Broken::default();
    let mut lines = LineWriter::new(&mut broken, "c");
    for _ in 0..3 * CHUNK {
        lines.begin(0).end();
    }
    assert!(lines.is_broken());
    assert_eq!(lines.finish().unwrap_err().to_string(), "disk full");
    assert_eq!(broken.0, 1);
}

#[test]
fn a_line_that_is_longer_than_the_buffer_is_written_whole() {
    let words: Vec<u32> = (0..3 * CHUNK as u32).collect();
    let name = "x".repeat(2 * CHUNK);
    let mut lines = LineWriter::new(Vec::new(), "c");
    lines.begin(1).numbers(json_key!("words"), &words).text(json_key!("name"), &name).end();
    lines.begin(1).number(json_key!("n"), 7u32).end();
    let text = String::from_utf8(lines.finish().unwrap()).unwrap();
    let words: Vec<String> = words.iter().map(u32::to_string).collect();
    let expected =
        format!("{{\"c\":1,\"words\":[{}],\"name\":\"{name}\"}}\n{{\"c\":1,\"n\":7}}\n", words.join(","));
    assert!(text == expected);
}

#[test]
fn lines_are_the_same_wherever_the_buffer_ends() {
    let mut lines = LineWriter::new(Vec::new(), "at");
    let mut expected = String::new();
    for value in 0..40_000_u64 {
        lines.begin(value / 3).number(json_key!("value"), value * value * value).end();
        expected += &format!("{{\"at\":{},\"value\":{}}}\n", value / 3, value * value * value);
    }
    assert!(String::from_utf8(lines.finish().unwrap()).unwrap() == expected);
}
