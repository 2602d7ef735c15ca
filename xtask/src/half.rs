//! Half a change of interfaces.yaml must not pass: what is added to a copy of it and not implemented fails the build of the
//! crate that has to implement it, or a test that is named here.

use crate::generate;
use crate::repository::{Outcome, command, output, read, target};
use crate::tree::Tree;
use std::fs;
use std::process::Command;

/// What is added: its name, where, the text, and what fails.
struct Half {
    what: &'static str,
    /// The line behind which it comes.
    behind: &'static str,
    text: &'static str,
    fails: Fails,
}

enum Fails {
    /// The build of a package, with this text in its log.
    Build(&'static str, &'static str),
    /// A test of a package, which is compiled again.
    Test(&'static str, &'static str),
    /// A test that reads the file when it runs.
    Reads(&'static str),
}

const HALVES: [Half; 9] = [
    Half {
        what: "a field of an event",
        behind: "      - { name: mask, width: 32, show: hex, doc: The SIPs reserved for it., rule: scheduler.md §6.6 }",
        text: "      - { name: added, width: 4, doc: Added. }",
        fails: Fails::Build("hws-model", "missing field `added` in initializer of"),
    },
    Half {
        what: "an event",
        behind: "      - { name: launch_id, width: 6, doc: The launch that it runs. }\n  - name: end",
        text: "    doc: The end of the run.\n    rule: interfaces.md §8\n    fields:\n      - { name: state, text: digest, doc: State. }\n  - name: added\n    kind: 13",
        fails: Fails::Test("hws-model", "event_words::tests::every_event_has_the_words_of_its_row"),
    },
    Half {
        what: "a field of the descriptor",
        behind: "      - { name: edte_vc_num, word: 14, bits: \"15:8\", doc: \"The number of VCs, unless the HWS allocates them.\", rule: scheduler.md §9.2 }",
        text: "      - { name: added, word: 14, bits: \"31:16\", doc: Added. }",
        fails: Fails::Test(
            "hws-types",
            "task_descriptor::tests::every_named_bit_survives_a_round_trip_alone",
        ),
    },
    Half {
        what: "a request of a message",
        behind: "      - { name: vc_alloc_req, value: 2, doc: A block needs a VC grant. }",
        text: "      - { name: added, value: 3, doc: Added. }",
        fails: Fails::Build("hws-types", "pattern `NoticeCode::Added` not covered"),
    },
    Half {
        what: "an operation",
        behind: "operations:",
        text: "  - { name: added, doc: Added., rule: interfaces.md §5, fields: [] }",
        fails: Fails::Reads("interfaces::the_reader_takes_each_operation_with_its_keys_and_no_other"),
    },
    Half {
        what: "a port",
        behind: "ports:",
        text: "  - { name: added, direction: out, width: 1, doc: Added. }",
        fails: Fails::Reads("interfaces::ports_are_those_of_the_reference_rtl"),
    },
    Half {
        what: "a port that no waveform has",
        behind: "ports:",
        text: "  - { name: added, direction: out, width: 1, doc: Added. }",
        fails: Fails::Build("hws-dv", "a port of the HWS is not written"),
    },
    Half {
        what: "a field of a command",
        behind: "      - { name: thread_idx, width: 16, doc: \"The thread of the block, counted from 0 over its SIPs in ascending order.\" }",
        text: "      - { name: added, width: 1, doc: Added. }",
        fails: Fails::Build("hws-model", "missing field `added` in initializer of `MdmaCommand`"),
    },
    Half {
        what: "a rule",
        behind: "rules:",
        text: "  - { rule: planner.md §3, title: Added }",
        fails: Fails::Reads("interfaces::the_rules_are_the_sections_of_the_pages"),
    },
];

pub(crate) fn run() -> Outcome {
    let tree = Tree::new("registers")?;
    let text = read(generate::SOURCE)?;
    for half in &HALVES {
        let altered = altered(&text, half)?;
        let log = half.fails.log(&tree, &altered)?;
        let wanted = half.fails.wanted();
        if !log.contains(&wanted) {
            return Err(format!("{}: the log does not have `{wanted}`\n{log}", half.what));
        }
        println!("{}: {wanted}", half.what);
    }
    tree.update()
}

fn altered(text: &str, half: &Half) -> Outcome<String> {
    let (behind, what) = (half.behind, half.what);
    let place =
        text.find(behind).ok_or_else(|| format!("{what}: interfaces.yaml lacks the line `{behind}`"))?;
    let (before, after) = text.split_at(place + behind.len());
    Ok(format!("{before}\n{}{after}", half.text))
}

impl Fails {
    fn wanted(&self) -> String {
        match self {
            Self::Build(_, text) => (*text).to_owned(),
            Self::Test(_, test) | Self::Reads(test) => format!("---- {test} stdout"),
        }
    }

    /// The log of the build or of the test, which has to fail.
    fn log(&self, tree: &Tree, text: &str) -> Outcome<String> {
        let mut cargo = match self {
            Self::Build(package, _) => {
                generated(tree, text)?;
                tree.cargo(&["check", "--quiet", "--locked", "-p", package])
            }
            Self::Test(package, _) => {
                generated(tree, text)?;
                tree.cargo(&["test", "--quiet", "--locked", "-p", package, "--lib"])
            }
            Self::Reads(test) => reading(test, text)?,
        };
        let output = output(&mut cargo)?;
        if output.status.success() {
            return Err("half a change passes".to_owned());
        }
        Ok(String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    }
}

fn generated(tree: &Tree, text: &str) -> Outcome {
    tree.update()?;
    generate::write_into(&tree.path(""), text).map(|_| ())
}

/// The test as it is compiled, with another file.
fn reading(test: &str, text: &str) -> Outcome<Command> {
    let file = target().join("interfaces.yaml");
    fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut cargo = command("cargo");
    cargo.args(["test", "--quiet", "--locked", "-p", "hws-tests", "--test", "integration", test]);
    cargo.env("HWS_INTERFACES", file);
    Ok(cargo)
}
