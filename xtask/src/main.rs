//! `cargo xtask`: the lists of checks of this repository, and the checks that need no other tool than Cargo.
//!
//! What drives Python, Node, QEMU or packages of Debian is a script in `.ci`.

mod altered;
mod changed;
mod claims;
mod diagram;
mod generate;
mod golden;
mod half;
mod lists;
mod mutation;
mod packages;
mod publish;
mod readme;
mod registers;
mod repository;
mod runner;
mod steps;
mod tree;
mod workspaces;

use publish::Build;
use repository::Outcome;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask COMMAND

lists of steps:
  ci                    every step of .ci/run
  check --since REV     those of its steps whose files changed since REV
  nightly [PART...]     the parts of .ci/nightly; --list names them
  weekly [PART...]      the parts of .ci/weekly; --list names them

single checks:
  claims, format, golden, lints, locks, registers
  diagram               writes the diagram of the crates into docs/architecture.md
  generate [--check]    what interfaces.yaml gives: types, headers, packages, schemas, tables of pages
  interfaces            half a change of interfaces.yaml fails the build, or a named test
  bugs [NAME...]        the fuzz target registers on altered models
  mutants [PLACE...]    the invariant checker on altered models: patches, or folders of patches
  rules                 rule tests on altered models
  space                 the exploration on altered models
  mutation [EVERY [OFFSET [PREFIX]]]
                        the tests with every EVERYth mutant of the sources, beginning with number OFFSET, of the
                        files that begin with PREFIX, such as fw-api/; without arguments, with all
  publish [verify]      the packages of the crates; `verify` builds each from its package
  readme NAME [PAGE]    the commands of that name, of README.md unless a page is given
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    run(&words).unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::FAILURE
    })
}

fn run(words: &[&str]) -> Outcome<ExitCode> {
    match words {
        ["ci"] | ["check", "--since", _] | ["nightly" | "weekly", ..] => runner::start(words),
        [runner::GUARDED, rest @ ..] => list(rest),
        _ => check(words).map(|()| ExitCode::SUCCESS),
    }
}

fn list(words: &[&str]) -> Outcome<ExitCode> {
    match words {
        ["ci"] => Ok(lists::ci()),
        ["check", "--since", revision] => lists::check(revision),
        [list @ ("nightly" | "weekly"), words @ ..] => lists::campaign(list, words),
        _ => Err(USAGE.to_owned()),
    }
}

fn check(words: &[&str]) -> Outcome {
    match words {
        ["bugs", names @ ..] => altered::bugs(names),
        ["mutants", places @ ..] => altered::invariants(places),
        ["rules"] => altered::rules(),
        ["space"] => altered::space(),
        ["claims"] => claims::run(),
        ["diagram"] => diagram::write(),
        ["generate"] => generate::write(),
        ["generate", "--check"] => generate::check(),
        ["interfaces"] => half::run(),
        ["format"] => workspaces::format(),
        ["golden"] => golden::run(),
        ["lints"] => workspaces::lints(),
        ["locks"] => workspaces::locks(),
        ["mutation", words @ ..] => mutation::run(words),
        ["publish"] => publish::run(Build::No),
        ["publish", "verify"] => publish::run(Build::Yes),
        ["registers"] => registers::run(),
        ["readme", name] => readme::run(name, "README.md"),
        ["readme", name, page] => readme::run(name, page),
        _ => Err(USAGE.to_owned()),
    }
}
