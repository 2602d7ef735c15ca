//! Memory images.

use rstest::rstest;

use super::expect;
use crate::common::file;

/// A dump of an array whose words change once.
fn dump(words: [&str; 3]) -> String {
    let mut text = "$scope module top $end\n$var wire 1 ! clk $end\n".to_owned();
    (0..3).for_each(|word| text += &format!("$var wire 8 w{word} ram[{word}] [7:0] $end\n"));
    text += "$upscope $end\n$enddefinitions $end\n#0\n0!\n";
    (0..3).for_each(|word| text += &format!("b0 w{word}\n"));
    text += "#5\n1!\n#10\n0!\n";
    words.iter().enumerate().for_each(|(word, digits)| text += &format!("b{digits} w{word}\n"));
    text
}

#[test]
fn two_images_are_compared_word_by_word() {
    let icarus = file("diff_inputs/icarus.mem", "// 0x00000000\n01 2_0\nxx\n@10 /* far\naway */ 0f\n");
    let verilator = file("diff_inputs/verilator.hex", "@00000000\n01\n20\n00\n@10\n1f\n");
    expect(&[&icarus, &verilator], 1, &["mem[16] A 0xf B 0x1f, bit 4", "mem[2] (1 times)", "signals=4 "]);
    expect(&[&icarus, &icarus, "--x", "strict"], 0, &["compared=4 "]);
}

#[test]
fn an_image_is_compared_with_the_end_of_a_dump() {
    let dump = file("diff_inputs/ram.vcd", dump(["101", "1", "11"]));
    let image = file("diff_inputs/ram.mem", "05\n01\n03\n");
    expect(&[&dump, &image, "--memory", "ram", "--min-coverage", "0"], 0, &["compared=3 "]);
    let other = file("diff_inputs/ram2.mem", "05\n01\n02\n");
    expect(&[&other, &dump, "--memory", "ram"], 1, &["ram[2] A 0x2 B 0x3"]);
    expect(&[&dump, &image], 3, &["no signal of the one dump has a partner"]);
}

#[test]
fn binary_images_are_told_by_name_or_option() {
    let dump = file("diff_inputs/bits.vcd", dump(["101", "1", "11"]));
    let text = "00000101\n00000001\n0000001x\n";
    let named = file("diff_inputs/bits.memb", text);
    expect(&[&dump, &named, "--memory", "ram", "--min-coverage", "0"], 0, &["compared=2 ", "unknown=1 "]);
    let unnamed = file("diff_inputs/bits.mem", text);
    expect(
        &[&dump, &unnamed, "--memory", "ram", "--radix", "bin", "--min-coverage", "0"],
        0,
        &["compared=2 "],
    );
    expect(&[&dump, &unnamed, "--memory", "ram"], 1, &["ram[0] A 0x5 B 0x101"]);
}

#[rstest]
#[case("word", "00\n0g\n", "word.mem:2:1: `0g` is not a hexadecimal word")]
#[case("address", "@1x\n00\n", "address.mem:1:1: `@1x` is not a hexadecimal address")]
#[case("comment", "00 /* open\n", "comment.mem:1:4: the comment is not closed")]
#[case("none", "// nothing\n", "none.mem: there are no words")]
fn a_wrong_image_is_refused_at_its_place(#[case] name: &str, #[case] text: &str, #[case] message: &str) {
    let good = file(&format!("diff_inputs/{name}_good.mem"), "00\n");
    let wrong = file(&format!("diff_inputs/{name}.mem"), text);
    expect(&[&good, &wrong], 2, &[message, "verdict: unreadable"]);
}

#[test]
fn a_word_that_is_given_twice_is_a_warning_and_a_short_last_one_a_cut() {
    let good = file("diff_inputs/good.mem", "00\n01\n");
    let twice = file("diff_inputs/twice.mem", "00\n02\n@1\n01\n");
    expect(&[&good, &twice], 0, &["address 0x1 is given more than once"]);
    let cut = file("diff_inputs/cut.mem", "00\n0");
    expect(&[&good, &cut], 2, &["ends inside a word at byte 4: the file is cut"]);
}

#[test]
fn other_texts_are_not_memories() {
    let good = file("diff_inputs/format.mem", "00\n");
    let text = file("diff_inputs/format.txt", "hello\n");
    expect(
        &[&good, &text],
        2,
        &["format.txt: is not a waveform dump", "CSV with a column `cycle` or `time`"],
    );
    let intel = file("diff_inputs/intel.hex", ":10010000214601360121470136007EFE09D2190140\n");
    expect(&[&good, &intel], 2, &["this looks like Intel HEX"]);
}
