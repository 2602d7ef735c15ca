//! The description of the core for gdb: its registers, with the numbers of gdb.
//!
//! It says that the image runs without an operating system. gdb would otherwise assume its own default, for Debian's GNU/Linux, and
//! expect system calls and signal frames where the image has `ecall` and interrupt handlers: a step out of a handler would not stop.

use std::fmt::Write;

use hws_rv::CsrFile;

/// The number of the first CSR.
pub(crate) const FIRST_CSR: u32 = 65;
/// The names of the registers by the calling convention.
const NAMES: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "fp", "s1", "a0", "a1", "a2", "a3", "a4", "a5", "a6",
    "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
];

/// The description, in the format of gdb.
pub(crate) fn xml() -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n<target version=\"1.0\">\n\
         <architecture>riscv:rv32</architecture>\n<osabi>none</osabi>\n\
         <feature name=\"org.gnu.gdb.riscv.cpu\">\n",
    );
    for (number, name) in NAMES.iter().enumerate() {
        let kind = match *name {
            "ra" => "code_ptr",
            "sp" | "gp" | "tp" | "fp" => "data_ptr",
            _ => "int",
        };
        register(&mut text, name, number as u32, kind);
    }
    register(&mut text, "pc", 32, "code_ptr");
    text.push_str("</feature>\n<feature name=\"org.gnu.gdb.riscv.csr\">\n");
    for (name, number) in CsrFile::ALL {
        register(&mut text, name, FIRST_CSR + number, "int");
    }
    text.push_str("</feature>\n</target>\n");
    text
}

fn register(text: &mut String, name: &str, number: u32, kind: &str) {
    // Writing to a string does not fail.
    let _ = writeln!(text, "<reg name=\"{name}\" bitsize=\"32\" regnum=\"{number}\" type=\"{kind}\"/>");
}
