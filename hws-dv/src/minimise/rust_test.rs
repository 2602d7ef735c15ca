//! A stimulus as a test in Rust.

use std::fmt::{self, Display, Formatter};
use std::path::Path;

use hws_model::{Config, Hws};
use hws_sim::stimulus::{Op, Operation};
use hws_sim::{Machine, TraceWriter};

use super::Situation;

/// A test that replays a stimulus on the model and compares the trace of one cycle and some registers. It holds for the
/// model: the values of the RTL are in its comments.
#[derive(Clone, Debug)]
pub struct RustTest {
    /// The name of the dump.
    pub dump: String,
    /// The name of the stimulus, which is in the same folder as the test.
    pub stimulus: String,
    /// The rule of the specification.
    pub rule: String,
    /// What differs, one line each.
    pub differences: Vec<String>,
    /// The operations of the stimulus.
    pub operations: Vec<Operation>,
    /// What the model does.
    pub situation: Situation,
}

impl RustTest {
    /// The lines of the trace in the cycle.
    fn trace(&self) -> Vec<String> {
        let mut machine = Machine::new(Hws::new(Config::default()), TraceWriter::new(Vec::new()));
        for operation in self.operations.iter().filter(|operation| operation.op != Op::End) {
            // A refusal is in the trace.
            let _ = machine.perform(operation);
        }
        machine.advance_to(self.situation.end());
        let bytes = machine.into_observer().finish().unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let start = format!("{{\"c\":{},", self.situation.cycle().0);
        text.lines().filter(|line| line.starts_with(&start)).map(str::to_owned).collect()
    }

    fn has_registers(&self) -> bool {
        !self.situation.registers().is_empty()
    }

    fn write_head(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (dump, rule) = (&self.dump, &self.rule);
        writeln!(f, "//! `{dump}` differs from the model: {rule}. Written by `hws check --minimise`.\n//!")?;
        writeln!(
            f,
            "//! What it expects is what the model does. It needs the crates hws-model, hws-regs and hws-sim.\n"
        )?;
        f.write_str("use hws_model::{Config, Hws};\n")?;
        f.write_str(if self.has_registers() { "use hws_regs::RegId;\n" } else { "" })?;
        f.write_str(IMPORTS)
    }

    fn write_registers(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.has_registers() {
            writeln!(f, "    let hws = machine.hws();")?;
        }
        self.situation.registers().iter().try_for_each(|(register, value)| {
            writeln!(f, "    assert_eq!(hws.peek(register(\"{register}\")), {value:#x});")
        })
    }

    fn write_trace(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (cycle, lines) = (self.situation.cycle().0, self.trace());
        if lines.is_empty() {
            writeln!(f, "    assert!(lines(machine.into_observer(), {cycle}).is_empty());")?;
        } else {
            writeln!(f, "    let expected = [")?;
            lines.iter().try_for_each(|line| writeln!(f, "        r#\"{line}\"#,"))?;
            writeln!(f, "    ];\n    assert_eq!(lines(machine.into_observer(), {cycle}), expected);")?;
        }
        writeln!(f, "}}")
    }

    /// Returns the name for the file of the test, without `.rs`: that of the stimulus as an identifier, because a test
    /// binary is a crate of this name.
    #[must_use]
    pub fn module_name(&self) -> String {
        module_name(&self.stimulus)
    }
}

/// Returns the name for the file of the test of a stimulus.
#[must_use]
pub fn test_file_name(stimulus: &Path) -> String {
    let name = stimulus.file_name().unwrap_or_default().to_string_lossy();
    format!("{}.rs", module_name(&name))
}

fn module_name(stimulus: &str) -> String {
    let base = stimulus.strip_suffix(".jsonl").unwrap_or(stimulus);
    let word: String = base.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let start = if word.starts_with(|c: char| c.is_ascii_alphabetic()) { "" } else { "dump_" };
    format!("{start}{}", word.to_lowercase())
}

impl Display for RustTest {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write_head(f)?;
        writeln!(f, "#[test]\nfn {}_at_cycle_{}() {{", self.module_name(), self.situation.cycle().0)?;
        writeln!(f, "    let file = include_bytes!({:?});", self.stimulus)?;
        writeln!(f, "    let stimulus = Reader::new({:?}, file.as_slice());", self.stimulus)?;
        f.write_str(REPLAY)?;
        let end = self.situation.end().0;
        writeln!(f, "    machine.advance({end} - machine.cycle().0);")?;
        self.differences.iter().try_for_each(|line| writeln!(f, "    // {line}"))?;
        self.write_registers(f)?;
        self.write_trace(f)?;
        f.write_str(if self.has_registers() { REGISTER } else { "" })?;
        f.write_str(LINES)
    }
}

const IMPORTS: &str = "use hws_sim::stimulus::{Op, Reader};
use hws_sim::{Machine, TraceWriter};

";

const REPLAY: &str = r#"    let operations = stimulus.map(|operation| operation.expect("the stimulus is well-formed"));
    let mut machine = Machine::new(Hws::new(Config::default()), TraceWriter::new(Vec::new()));
    for operation in operations.take_while(|operation| operation.op != Op::End) {
        // A refused operation is in the trace.
        let _ = machine.perform(&operation);
    }
"#;

const REGISTER: &str = r#"
fn register(name: &str) -> RegId {
    RegId::parse(name).expect("the name is in the register map")
}
"#;

const LINES: &str = r#"
/// The lines of the trace in a cycle.
fn lines(trace: TraceWriter<Vec<u8>>, cycle: u64) -> Vec<String> {
    let bytes = trace.finish().expect("memory takes every byte");
    let text = String::from_utf8(bytes).expect("a trace is ASCII");
    let start = format!("{{\"c\":{cycle},");
    text.lines().filter(|line| line.starts_with(&start)).map(str::to_owned).collect()
}
"#;
