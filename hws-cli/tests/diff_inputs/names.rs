//! Names that tools write in several ways: escapes closed by a backslash, elements with a dot, single bits of a vector.

use super::expect;
use crate::common::file;

/// A name, its bits, and the value in each cycle.
type Signal = (&'static str, u32, fn(u32) -> u32);

/// A dump of a clock and of these signals, whose values at each of six edges are those of a count.
fn dump(name: &str, signals: &[Signal]) -> String {
    let code = |number: usize| char::from(b'"' + number as u8);
    let mut vcd = "$timescale 1ns $end\n$scope module t $end\n$var wire 1 ! clk $end\n".to_owned();
    for (number, (name, width, _)) in signals.iter().enumerate() {
        vcd += &format!("$var wire {width} {} {name} $end\n", code(number));
    }
    vcd += "$upscope $end\n$enddefinitions $end\n";
    for cycle in 0..6 {
        vcd += &format!("#{}\n0!\n", 10 * cycle);
        for (number, (_, _, value)) in signals.iter().enumerate() {
            vcd += &format!("b{:b} {}\n", value(cycle), code(number));
        }
        vcd += &format!("#{}\n1!\n", 10 * cycle + 5);
    }
    file(&format!("diff_inputs/{name}.vcd"), vcd)
}

const COUNT: fn(u32) -> u32 = |cycle| (5 * cycle + 3) % 16;

#[test]
fn spellings_of_one_name_are_paired() {
    let plain = dump("plain", &[("m[0] [3:0]", 4, COUNT), ("e[1] [3:0]", 4, COUNT)]);
    let odd = dump("odd", &[("m.[0] [3:0]", 4, COUNT), ("\\e[1]\\ [3:0]", 4, COUNT)]);
    expect(&[&plain, &odd], 0, &["signals=3 compared=18 bits=100.0% ", "unmapped_a=0 unmapped_b=0"]);
}

/// The other bits of the vector are not compared, and the report says so.
#[test]
fn a_bit_is_compared_with_that_bit_of_a_vector() {
    let whole = dump("whole", &[("q [3:0]", 4, COUNT)]);
    let bit = dump("bit", &[("q [1]", 1, |cycle| COUNT(cycle) >> 1 & 1)]);
    let note = "warning: `q` has 4 bits in A, of which B has only [1]: the others are not compared";
    expect(&[&whole, &bit], 3, &[note, "equal, PARTIAL (40.0 %", "signals=2 "]);
    let wrong = dump("wrong_bit", &[("q [1]", 1, |cycle| (COUNT(cycle) >> 1 & 1) ^ u32::from(cycle == 3))]);
    expect(&[&whole, &wrong], 1, &["differ at cycle 3", "cycle 3: q[1] A 0x1 B 0x0"]);
    expect(&[&wrong, &whole], 1, &["differ at cycle 3", "cycle 3: q[1] A 0x0 B 0x1"]);
}
