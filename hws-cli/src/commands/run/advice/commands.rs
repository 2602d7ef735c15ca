//! The commands of an advice: everything that decides what is run, and nothing about what is written or printed.

use std::borrow::Cow;
use std::path::Path;

use clap::ValueEnum;

use crate::args::Run;
use crate::args::run::{Mapping, Policy};

/// The same run with more policies.
pub(super) fn run(args: &Run, policies: &[String]) -> String {
    let mut words = vec!["hws".to_owned(), "run".to_owned()];
    words.extend(args.workloads.iter().map(|path| shown(path)));
    words.extend(options(args));
    words.extend(args.real_times.seed.into_iter().flat_map(|seed| option("seed", seed.to_string())));
    words.extend(policies.iter().flat_map(|policy| option("policy", policy.clone())));
    line(&words)
}

/// A tuning of the workload; its files share the machine.
pub(super) fn tune(args: &Run) -> String {
    let mut words = vec!["hws".to_owned(), "tune".to_owned()];
    let files: Vec<String> = args.workloads.iter().map(|path| shown(path)).collect();
    words.extend((!files.is_empty()).then(|| files.join("+")));
    words.extend(options(args));
    line(&words)
}

/// The options that both commands have.
fn options(args: &Run) -> Vec<String> {
    let Run { machine, real_times, imports, .. } = args;
    let set = machine.policies.iter().filter_map(|policy| match policy {
        Policy::Set { key, value } => Some(format!("{key}={value}")),
        Policy::List => None,
    });
    let mapping =
        (imports.mapping != Mapping::default()).then(|| imports.mapping.to_possible_value()).flatten();
    let (models, dims) =
        (&imports.models, imports.models.dims.iter().map(|(name, value)| format!("{name}={value}")));
    let with_value = [
        ("config", machine.config.as_deref().map(shown)),
        ("error-model", real_times.error_model.map(|kind| kind.to_string())),
        ("mapping", mapping.map(|value| value.get_name().to_owned())),
        ("scale", imports.scale.map(|scale| scale.to_string())),
        ("instances", imports.instances.map(|count| count.to_string())),
        ("unknown-op", models.unknown_op.map(|rule| rule.to_string())),
        ("ops", models.ops.as_deref().map(shown)),
        ("bw", imports.edges.bw.map(|bytes| bytes.to_string())),
    ];
    let repeated = set.map(|policy| ("policy", policy)).chain(dims.map(|dim| ("dim", dim)));
    let given = with_value.into_iter().filter_map(|(name, value)| Some((name, value?)));
    let mut options: Vec<String> =
        given.chain(repeated).flat_map(|(name, value)| option(name, value)).collect();
    let switches = [("--fuse", models.fuse), ("--no-transfers", imports.transfers.no_transfers)];
    options.extend(switches.into_iter().filter(|(_, is_on)| *is_on).map(|(switch, _)| switch.to_owned()));
    options
}

fn option(name: &str, value: String) -> [String; 2] {
    [format!("--{name}"), value]
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Words as a shell takes them.
fn line(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_-./:=,+%@".contains(letter);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', r"'\''")).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_words_again() {
        for (word, shown) in [
            ("a/b-1.stg+c=d:e,50%", "a/b-1.stg+c=d:e,50%"),
            ("my graph", "'my graph'"),
            ("it's", r"'it'\''s'"),
            ("reg.SIP_USAGE_MASK[0][3].MASK=1", "'reg.SIP_USAGE_MASK[0][3].MASK=1'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), shown);
        }
    }
}
