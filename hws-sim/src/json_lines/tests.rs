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

const KEYS: [JsonKey; 2] = [json_key!("c"), json_key!("ev")];
const NAME: Word = Word::new("x");

#[test]
fn keys_keep_their_order_and_there_are_no_spaces() {
    let mut lines = LineWriter::new(Vec::new(), KEYS);
    let mut line = lines.begin(u64::MAX, Word::new("a_name_of_a_few"));
    line.signed(json_key!("slot"), -1).number(json_key!("n"), 0u32).flag(json_key!("yes"), true);
    line.flag(json_key!("no"), false).text(json_key!("text"), "y");
    line.end();
    let mut line = lines.begin(10, NAME);
    line.numbers(json_key!("words"), &[]).numbers(json_key!("more"), &[1, u32::MAX]).shown(json_key!("s"), 5);
    line.signed(json_key!("least"), i64::MIN).number(json_key!("most"), u64::MAX);
    line.end();
    let text = String::from_utf8(lines.finish().unwrap()).unwrap();
    assert_eq!(
        text,
        "{\"c\":18446744073709551615,\"ev\":\"a_name_of_a_few\",\"slot\":-1,\"n\":0,\"yes\":true,\"no\":false,\"text\":\"y\"}\n\
         {\"c\":10,\"ev\":\"x\",\"words\":[],\"more\":[1,4294967295],\"s\":\"5\",\"least\":-9223372036854775808,\
         \"most\":18446744073709551615}\n"
    );
}

#[test]
fn a_failed_write_is_reported_and_not_repeated() {
    let mut broken = Broken::default();
    let mut lines = LineWriter::new(&mut broken, KEYS);
    for _ in 0..3 * CHUNK {
        lines.begin(0, NAME).end();
    }
    assert!(lines.is_broken());
    assert_eq!(lines.finish().unwrap_err().to_string(), "disk full");
    assert_eq!(broken.0, 1);
}

#[test]
fn a_line_that_is_longer_than_the_buffer_is_written_whole() {
    let words: Vec<u32> = (0..3 * CHUNK as u32).collect();
    let name = "x".repeat(2 * CHUNK);
    let mut lines = LineWriter::new(Vec::new(), KEYS);
    let mut line = lines.begin(1, NAME);
    line.numbers(json_key!("words"), &words).text(json_key!("name"), &name);
    line.end();
    let mut line = lines.begin(1, NAME);
    line.number(json_key!("n"), 7u32);
    line.end();
    let text = String::from_utf8(lines.finish().unwrap()).unwrap();
    let words: Vec<String> = words.iter().map(u32::to_string).collect();
    let expected = format!(
        "{{\"c\":1,\"ev\":\"x\",\"words\":[{}],\"name\":\"{name}\"}}\n{{\"c\":1,\"ev\":\"x\",\"n\":7}}\n",
        words.join(",")
    );
    assert!(text == expected);
}

#[test]
fn lines_are_the_same_wherever_the_buffer_ends() {
    let mut lines = LineWriter::new(Vec::new(), KEYS);
    let mut expected = String::new();
    for value in 0..40_000_u64 {
        let mut line = lines.begin(value / 3, NAME);
        line.number(json_key!("value"), value * value * value);
        line.end();
        expected += &format!("{{\"c\":{},\"ev\":\"x\",\"value\":{}}}\n", value / 3, value * value * value);
    }
    assert!(String::from_utf8(lines.finish().unwrap()).unwrap() == expected);
}

/// The last lines of a full buffer are put in pieces, wherever one of them ends.
#[test]
fn a_line_can_end_at_every_byte_of_the_buffer() {
    for length in CHUNK + MARGIN - 200..=CHUNK + MARGIN {
        let name = "y".repeat(length);
        let mut lines = LineWriter::new(Vec::new(), KEYS);
        let mut line = lines.begin(7, NAME);
        line.text(json_key!("n"), &name).number(json_key!("a"), 7u8).number(json_key!("b"), u32::MAX);
        line.number(json_key!("c"), u64::MAX).number(json_key!("d"), 12345u32).flag(json_key!("e"), true);
        line.end();
        let expected = format!(
            "{{\"c\":7,\"ev\":\"x\",\"n\":\"{name}\",\"a\":7,\"b\":4294967295,\"c\":18446744073709551615,\"d\":12345,\"e\":true}}\n"
        );
        assert!(String::from_utf8(lines.finish().unwrap()).unwrap() == expected, "{length}");
    }
}
