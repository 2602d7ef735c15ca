//! Every code of a diagnostic, and what it means.

use std::collections::BTreeMap;

use hws_input::{DiagnosticKind, DiagnosticSeverity};
use hws_plan::cost::CostError;
use hws_plan::import::{CutError, ImportReason, LanguageFault, UnknownDimension, onnx::OnnxError};
use hws_plan::plan::{NoPlan, PlanRule};
use hws_plan::{GraphError, input::InputFault};
use hws_regmap::Code;
use hws_run::policy::PolicyReason;
use hws_run::sweep::{AxisReason, SweepError};
use hws_run::tune::ObjectiveReason;
use hws_run::workload::{RealTimeTooLong, WorkloadReason};
use hws_sim::MemoryError;
use hws_sim::stimulus::StimulusReason;

/// A code, with what each reader means by it.
#[derive(Debug)]
pub(crate) struct KnownCode {
    pub(crate) code: &'static str,
    pub(crate) severity: DiagnosticSeverity,
    /// The code in a register map.
    map: Option<Code>,
    /// What is read, and the fault in it.
    kinds: Vec<(&'static str, DiagnosticKind)>,
}

/// Codes that are not of one reader: of YAML files, of files as a whole, of options.
const COMMON: [(&str, &str, &str); 49] = [
    ("absent-sip", "exploration", "A SIP that the topology does not have."),
    ("address-map", "map of names", "A line of an address map that is not a register and an address."),
    ("bits", "interfaces", "A text that is not a range of bits."),
    ("cannot-read", "file", "The system refuses to read the file."),
    ("cannot-write", "file", "The system refuses to write the file."),
    ("citation", "interfaces", "A rule that is not a page and a section."),
    (
        "damaged-file",
        "file",
        "A file that the program has written itself, and that was changed or cut since.",
    ),
    ("default", "interfaces", "A default that its field cannot hold."),
    ("direction", "interfaces", "A port that is neither an input nor an output."),
    ("enum-value", "interfaces", "Values of an enumeration that are not numbered from 0."),
    ("enum-width", "interfaces", "A field that cannot hold the values of its enumeration."),
    ("given-twice", "command line", "One input that is given for two files."),
    (
        "illegal-expression",
        "YAML",
        "An expression that cannot be read, or names something that does not exist.",
    ),
    ("illegal-option", "command line", "A value that an option does not take."),
    ("illegal-value", "YAML", "A value that its key does not take."),
    (
        "impossible-request",
        "command line",
        "Options that are valid one by one, but ask for something that cannot be done.",
    ),
    ("kernel-count", "exploration", "More kernels than an exploration can have, or none."),
    ("kind", "interfaces", "Kinds of events that are not numbered without a gap."),
    ("kind-width", "interfaces", "More kinds of events than the lanes can number."),
    ("lane", "interfaces", "An event with more words than the lanes have."),
    ("map-does-not-fit", "map of names", "A dump that does not have what the map names."),
    ("missing-key", "YAML", "A required key is missing."),
    ("missing-name", "ONNX rules", "An operator without a name."),
    ("needs-ticks", "exploration", "A configuration whose decisions depend on the time, explored by events."),
    ("no-registers", "register description", "A file whose blocks have no registers."),
    ("no-such-address", "register map", "An address at which no register begins."),
    ("no-systemrdl", "register description", "A Python that cannot read SystemRDL."),
    ("not-a-map", "register description", "A block that does not make a map."),
    ("not-a-report", "report", "A file that is not the report.json of a run."),
    ("not-comparable", "dumps", "Two dumps, or their options, that leave nothing to compare."),
    (
        "not-a-snapshot",
        "snapshot",
        "A file that is not a state of `hws replay --snapshot`, or not one of this model.",
    ),
    ("not-importable", "register description", "A file that is not of its format, or of none that is read."),
    ("not-text", "file", "Bytes that are not UTF-8 text."),
    ("other-format", "file", "A file of a format that another command reads."),
    ("outside", "interfaces", "A field outside the words of its record."),
    ("outside-addresses", "platform", "A region that ends beyond the addresses of the core."),
    ("overlap", "interfaces", "Two fields that share a bit."),
    ("regions-overlap", "platform", "Two regions that share addresses."),
    ("register-index", "register map", "An index that an array of registers does not have."),
    ("run-stopped", "run", "A run that cannot continue."),
    ("rust-type", "interfaces", "A type in Rust that is not a name, or of a field that cannot have one."),
    ("sampled", "interfaces", "A port that is sampled at an unknown moment, or an output before the edge."),
    ("several-blocks", "register description", "A file with several blocks; one must be chosen."),
    ("show", "interfaces", "A form of a number that is neither hexadecimal nor decimal."),
    ("unknown-block", "register description", "A block that the file does not have."),
    ("unreadable-dump", "dump", "A file that is not a dump, a damaged one, or one that is cut."),
    ("unusable-file", "file", "A file that this command cannot use."),
    ("usage", "command line", "Options that do not fit together, or are missing."),
    ("version", "interfaces", "A version of the format that this program does not read."),
];

/// Returns every code, in the order of the alphabet.
pub(crate) fn all() -> Vec<KnownCode> {
    let of_map = |&code: &Code| {
        (code.as_str(), KnownCode { map: Some(code), ..KnownCode::of(code.as_str(), code.severity()) })
    };
    let mut known: BTreeMap<&str, KnownCode> = Code::ALL.iter().map(of_map).collect();
    let of_readers =
        readers().into_iter().flat_map(|(reader, kinds)| kinds.into_iter().map(move |kind| (reader, kind)));
    let common = COMMON.iter().map(|(code, reader, meaning)| {
        let meaning = std::slice::from_ref(meaning);
        (*reader, DiagnosticKind { code, meaning, message: "", remedy: "" })
    });
    // What is common comes first: it is the summary.
    for (reader, kind) in common.chain(of_readers) {
        let new = || KnownCode::of(kind.code, DiagnosticSeverity::Error);
        known.entry(kind.code).or_insert_with(new).kinds.push((reader, kind));
    }
    known.into_values().collect()
}

/// The faults of each reader.
fn readers() -> Vec<(&'static str, Vec<DiagnosticKind>)> {
    vec![
        ("workload", WorkloadReason::kinds()),
        ("workload", RealTimeTooLong::kinds()),
        ("policy", PolicyReason::kinds()),
        ("sweep", AxisReason::kinds()),
        ("sweep", SweepError::kinds()),
        ("objective", ObjectiveReason::kinds()),
        ("stimulus", StimulusReason::kinds()),
        ("shared memory", MemoryError::kinds()),
        ("task graph", ImportReason::kinds()),
        ("task graph", GraphError::kinds()),
        ("plan", NoPlan::kinds()),
        ("plan", PlanRule::kinds()),
        ("cost model", CostError::kinds()),
        ("cost model", CutError::kinds()),
        ("TIR and Task IR", LanguageFault::kinds()),
        ("ONNX model", OnnxError::kinds()),
        ("ONNX model", UnknownDimension::kinds()),
        ("planner's input", InputFault::kinds()),
    ]
}

impl KnownCode {
    const fn of(code: &'static str, severity: DiagnosticSeverity) -> Self {
        Self { code, severity, map: None, kinds: Vec::new() }
    }

    /// Returns whether it occurs in register maps.
    pub(crate) const fn is_of_maps(&self) -> bool {
        self.map.is_some()
    }

    /// Returns its meaning in one sentence.
    pub(crate) fn summary(&self) -> &'static str {
        match (self.map, self.kinds.first()) {
            (Some(code), _) => code.summary(),
            (None, Some((_, kind))) => kind.meaning.first().map_or("", |line| line.trim()),
            (None, None) => "",
        }
    }

    /// Returns its meaning in Markdown: that in a register map with its examples, then that of each other reader.
    pub(crate) fn explanation(&self) -> String {
        let mut text = match self.map {
            Some(code) => format!("{}\n", code.explanation().trim_end()),
            None => format!("# {}\n", self.code),
        };
        for (reader, kind) in &self.kinds {
            let meaning: Vec<&str> = kind.meaning.iter().map(|line| line.trim()).collect();
            text += &format!("\n**{reader}**: {}\n", meaning.join(" "));
            for (what, template) in [("Message", kind.message), ("Remedy", kind.remedy)] {
                if !template.is_empty() {
                    text += &format!("{what}: {}\n", shown(template));
                }
            }
        }
        text
    }
}

/// A template of `format!` as a reader sees it: `{name}` is a part that is filled in.
fn shown(template: &str) -> String {
    let names = template.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let mut text = String::new();
    let mut rest = names.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let name = name.split(':').next().unwrap_or_default();
        text += before;
        text += &if name.is_empty() { "…".to_owned() } else { format!("<{name}>") };
        rest = after;
    }
    (text + rest).replace('\u{1}', "{").replace('\u{2}', "}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_shows_what_is_filled_in() {
        assert_eq!(shown("`{found}` is not {}: {{a}} {x:#x}"), "`<found>` is not …: {a} <x>");
    }

    #[test]
    fn a_code_is_of_small_letters_and_has_a_meaning() {
        for known in all() {
            assert!(known.code.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", known.code);
            assert!(known.summary().ends_with(['.', '`', ')']), "{}: {}", known.code, known.summary());
            assert!(known.explanation().starts_with(&format!("# {}\n", known.code)), "{}", known.code);
        }
    }

    #[test]
    fn a_code_of_several_readers_tells_what_each_means() {
        let all = all();
        let known = all.iter().find(|known| known.code == "unknown-key").unwrap();
        let text = known.explanation();
        for reader in ["**workload**", "**stimulus**", "**planner's input**", "Message: unknown key `<key>`"]
        {
            assert!(text.contains(reader), "{text}");
        }
    }
}
