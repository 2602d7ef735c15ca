//! The inputs of `hws diff`: names, tables, memory images, units of time.

mod maps;
mod memories;
mod names;
mod tables;
mod times;

use std::fmt::Write;

use crate::common::{file, hws, said};

/// A dump of a counter, a state and a real number, under chosen names.
#[derive(Clone)]
struct Bench {
    scope: &'static str,
    clock: &'static str,
    /// The declaration of the counter, without its width.
    count: &'static str,
    state: &'static str,
    unit: &'static str,
    /// Time stamps per level of the clock.
    step: u64,
    /// The counter bit by bit, the highest first in this order of indices.
    bits: Option<[i64; 8]>,
    /// The real number is larger by this.
    warmer: f64,
    /// A cycle at which the counter is wrong.
    wrong: Option<u64>,
}

const CYCLES: u64 = 40;

impl Bench {
    fn new() -> Self {
        Self {
            scope: "TOP.dut",
            clock: "clk",
            count: "count [7:0]",
            state: "state [3:0]",
            unit: "1ps",
            step: 5,
            bits: None,
            warmer: 0.0,
            wrong: None,
        }
    }

    /// The same design in another project.
    fn renamed() -> Self {
        Self { scope: "tb.u_core", count: "cnt_q [7:0]", state: "fsm_state [3:0]", ..Self::new() }
    }

    fn count(cycle: u64) -> u64 {
        (7 * cycle + 1) % 256
    }

    fn state(cycle: u64) -> u64 {
        cycle % 11
    }

    fn text(&self) -> String {
        let mut text = format!("$timescale {} $end\n", self.unit);
        self.scope.split('.').for_each(|scope| writeln!(text, "$scope module {scope} $end").unwrap());
        writeln!(text, "$var wire 1 ! {} $end\n$var wire 4 s {} $end", self.clock, self.state).unwrap();
        match self.bits {
            None => writeln!(text, "$var wire 8 c {} $end", self.count).unwrap(),
            Some(bits) => {
                bits.iter().for_each(|bit| {
                    writeln!(text, "$var wire 1 c{bit} {} [{bit}] $end", self.count).unwrap()
                });
            }
        }
        text.push_str("$var real 64 t temp $end\n");
        self.scope.split('.').for_each(|_| text.push_str("$upscope $end\n"));
        text.push_str("$enddefinitions $end\n");
        (0..CYCLES).for_each(|cycle| self.cycle(cycle, &mut text));
        text
    }

    fn cycle(&self, cycle: u64, text: &mut String) {
        let start = 2 * self.step * cycle;
        writeln!(text, "#{start}\n0!\n#{}\n1!\nb{:b} s", start + self.step, Self::state(cycle)).unwrap();
        let wrong = u64::from(self.wrong == Some(cycle));
        let count = format!("{:08b}", Self::count(cycle) ^ wrong);
        match self.bits {
            None => writeln!(text, "b{count} c").unwrap(),
            Some(bits) => {
                bits.iter()
                    .zip(count.chars())
                    .for_each(|(bit, digit)| writeln!(text, "{digit}c{bit}").unwrap());
            }
        }
        writeln!(text, "r{} t", cycle as f64 / 4.0 + self.warmer).unwrap();
    }

    fn file(&self, name: &str) -> String {
        file(&format!("diff_inputs/{name}.vcd"), self.text())
    }
}

/// Runs `hws diff`: the exit status, and what it has printed.
fn diff(arguments: &[&str]) -> (i32, String) {
    let (status, output, errors) = said(&hws(&[&["diff"], arguments].concat()));
    (status.unwrap(), output + &errors)
}

/// The exit status must be this, and the output contain all of these.
fn expect(arguments: &[&str], status: i32, parts: &[&str]) -> String {
    let (code, text) = diff(arguments);
    assert_eq!(code, status, "{text}");
    parts.iter().for_each(|part| assert!(text.contains(part), "`{part}` is not in:\n{text}"));
    text
}
