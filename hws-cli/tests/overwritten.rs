//! No output of a command is one of its inputs or another output, by any name.

mod named;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::common::{Said, printed, said, subcommands};

/// An option that writes: to the file that it names, or to files of these names in its folder.
type Output = (&'static str, &'static [&'static str]);

const OUT: Output = ("--out", &[]);
const HTML: Output = ("--html", &[]);
const JSON: Output = ("--json", &[]);
const JUNIT: Output = ("--junit", &[]);
const MINIMISE: Output = ("--minimise", &[]);
const STIMULUS: Output = ("--stimulus", &[]);
const FST: Output = ("--fst", &[]);
const WAVES: [Output; 2] = [("--vcd", &[]), FST];
const RUN: Output = ("--out", &["report.json", "trace.json", "stimulus.jsonl.gz"]);
const SWEEP: Output = ("--out", &["plan.json", "sweep.parquet", "kernels.jsonl"]);
const TUNE: Output = ("--out", &["tune.json", "recommended.yaml", "front-3.txt"]);
const EMIT: Output = ("--out", &["descriptors.json", "edges.jsonl"]);

/// Commands by how they take each of their inputs, and what they write at the same time.
const COMMANDS: &[(&[&str], &[Output])] = &[
    (
        &[
            "run IN",
            "run --config IN",
            "run --ops IN",
            "run --firmware IN",
            "run --firmware other --platform IN",
        ],
        &[RUN, WAVES[0], WAVES[1]],
    ),
    (
        &[
            "sweep --tables graphs,kernels IN",
            "sweep --tables graphs,kernels --config IN",
            "sweep --tables graphs,kernels --set workload=other+IN",
        ],
        &[SWEEP],
    ),
    (&["tune IN", "tune other+IN", "tune --config IN", "tune --ops IN"], &[TUNE]),
    (&["compare IN other", "compare other IN"], &[HTML]),
    (&["replay IN"], &[("--snapshot 7=", &[]), WAVES[0], WAVES[1]]),
    (&["check IN", "check other --map IN"], &[JSON, JUNIT, STIMULUS, MINIMISE]),
    (&["check other --start IN"], &[JSON, JUNIT]),
    (&["check IN", "check --map IN"], &[("--monitor", &[])]),
    (
        &["diff IN other", "diff other IN", "diff other more --map IN", "diff other more --waivers IN"],
        &[JSON, HTML, FST, JUNIT],
    ),
    (
        &["coverage IN", "coverage other IN", "coverage other --map IN"],
        &[JSON, HTML, ("--ucis", &[]), ("--save", &[])],
    ),
    (&["fuzz to-stimulus IN"], &[OUT]),
    (&["plan import IN", "plan import other --ops IN"], &[OUT]),
    (
        &[
            "plan rank IN",
            "plan rank other IN",
            "plan rank other --ops IN",
            "plan periodic IN",
            "plan gemini IN",
            "plan dataflow IN",
            "plan pipeline IN",
        ],
        &[OUT, HTML],
    ),
    (&["plan compare IN", "plan compare other --config IN", "plan compare other --measured IN"], &[HTML]),
    (&["plan emit IN", "plan emit other --config IN"], &[EMIT]),
    (&["regs export --format c IN"], &[OUT]),
    (&["regs import --force IN", "regs import IN"], &[OUT]),
];

/// Options whose files are named after what the command reads; `named` has their tests.
const NAMED_LATER: [(&str, &str); 1] = [("explore", "--out")];

/// A folder with the input `in` and files that commands may read beside it.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["in", "other", "more"] {
        fs::write(folder.path().join(name), name).unwrap();
    }
    fs::create_dir(folder.path().join("d")).unwrap();
    folder
}

/// A command in a folder; `in` is also its standard input.
fn run_in(folder: &Path, line: &str) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hws"));
    let input = fs::File::open(folder.join("in"));
    command.current_dir(folder).args(line.split_whitespace());
    if let Ok(input) = input {
        command.stdin(input);
    }
    said(&command.output().unwrap())
}

/// Every file in a folder and in those below it, with its content; a link is where it leads.
fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        match fs::metadata(entry.path()) {
            Ok(data) if data.is_dir() => {
                all.extend(
                    content(&entry.path())
                        .into_iter()
                        .map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)),
                );
            }
            Ok(_) => drop(all.insert(name, fs::read(entry.path()).unwrap())),
            Err(_) => drop(all.insert(name, b"leads nowhere".to_vec())),
        }
    }
    all
}

/// Asserts that a command is refused for this reason and changes nothing.
fn is_refused(folder: &Path, line: &str, reason: &str) {
    let before = content(folder);
    let (status, out, err) = run_in(folder, line);
    assert_eq!((status, out.as_str()), (Some(2), ""), "hws {line}: {err}");
    assert!(err.contains(reason), "hws {line}: {err}");
    assert_eq!(err.lines().count(), 1, "hws {line}: {err}");
    assert!(content(folder) == before, "hws {line} has changed files");
}

/// The option, and the files in `d` that it writes.
fn option((name, files): &Output, file: &str) -> (String, Vec<String>) {
    let space = if name.ends_with('=') { "" } else { " " };
    match files {
        [] => (format!("{name}{space}{file}"), vec![file.to_owned()]),
        files => (format!("{name}{space}d"), files.iter().map(|file| format!("d/{file}")).collect()),
    }
}

/// Every command with an input, an option, and a file that the option writes.
fn walk() -> impl Iterator<Item = (&'static str, String, String)> {
    let pairs = COMMANDS.iter().flat_map(|(commands, outputs)| {
        commands.iter().flat_map(|command| outputs.iter().map(move |output| (*command, output)))
    });
    pairs.flat_map(|(command, output)| {
        let (option, files) = option(output, "d/file");
        files.into_iter().map(move |file| (command, option.clone(), file))
    })
}

#[test]
fn no_output_is_an_input_by_the_same_name() {
    for (command, option, file) in walk() {
        let folder = folder();
        fs::rename(folder.path().join("in"), folder.path().join(&file)).unwrap();
        let input = format!("d/../{file}");
        let line = format!("{} {option}", command.replace("IN", &input));
        is_refused(
            folder.path(),
            &line,
            &format!("would overwrite the input {input}; give it a name of its own"),
        );
    }
}

#[cfg(unix)]
#[test]
fn no_output_is_a_link_to_an_input() {
    use std::os::unix::fs::symlink;
    for (command, option, file) in walk() {
        let line = format!("{} {option}", command.replace("IN", "in"));
        for is_hard in [false, true] {
            let folder = folder();
            let link = folder.path().join(&file);
            if is_hard {
                fs::hard_link(folder.path().join("in"), link).unwrap();
            } else {
                symlink("../in", link).unwrap();
            }
            is_refused(folder.path(), &line, "would overwrite the input in; give it a name of its own");
        }
    }
}

#[cfg(unix)]
#[test]
fn no_output_is_the_file_that_is_standard_input() {
    for line in
        ["coverage - --json in", "plan rank --out in", "plan pipeline --html ./in", "check - --junit in"]
    {
        is_refused(folder().path(), line, "would overwrite the input standard input");
    }
}

#[test]
fn two_outputs_are_two_files() {
    for (commands, outputs) in COMMANDS {
        let command = commands[0].replace("IN", "in");
        for (at, one) in outputs.iter().enumerate() {
            for other in &outputs[at + 1..] {
                for file in option(one, "d/file").1 {
                    let (one, other) = (option(one, &file).0, option(other, &format!("./d/../{file}")).0);
                    is_refused(
                        folder().path(),
                        &format!("{command} {one} {other}"),
                        "would overwrite the file of --",
                    );
                }
            }
        }
    }
}

/// The options of a help text that write files.
fn writing(help: &str) -> Vec<String> {
    let is_option = |line: &&str| line.trim_start().starts_with('-');
    let lines: Vec<&str> = help.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_option(line)) {
        let rest = lines[at + 1..].iter().take_while(|line| !is_option(line));
        let about = rest.fold((*line).to_owned(), |about, line| about + line);
        let (head, value) = line.split_once('<').unwrap_or_default();
        let value = value.split('>').next().unwrap_or_default();
        let names_files = ["FILE", "DIR", "PLAN", "CYCLE=FILE"].contains(&value);
        if names_files && (about.contains("Write ") || about.contains("write ")) {
            found.extend(head.split_whitespace().find(|word| word.starts_with("--")).map(str::to_owned));
        }
    }
    found
}

/// Every option in the help texts that writes files, with its command.
fn all_writing(command: &str) -> BTreeSet<(String, String)> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let help = printed(&[&words[..], &["--help"]].concat());
    let own = writing(&help).into_iter().map(|option| (command.to_owned(), option));
    let below =
        subcommands(&help).into_iter().flat_map(|name| all_writing(format!("{command} {name}").trim_start()));
    own.chain(below).collect()
}

#[test]
fn the_table_has_every_option_that_writes() {
    let mut known: BTreeSet<(String, String)> =
        NAMED_LATER.map(|(command, option)| (command.to_owned(), option.to_owned())).into();
    for (commands, outputs) in COMMANDS {
        for (command, output) in
            commands.iter().flat_map(|command| outputs.iter().map(move |output| (command, output)))
        {
            let words = command
                .split_whitespace()
                .take_while(|word| !word.ends_with("IN") && *word != "other" && !word.starts_with("--"));
            let option = output.0.split(' ').next().unwrap();
            known.insert((words.collect::<Vec<_>>().join(" "), option.to_owned()));
        }
    }
    assert_eq!(all_writing(""), known);
}
