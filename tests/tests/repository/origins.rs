//! The documents on which the specification is based are named by what they are: the original design, the
//! publications of `docs/spec/planner.md` §1. Seeds are only those of random numbers.

use super::files::{self, File, line_of};

/// Texts that mention the seed of random numbers: the start of their path, and which random numbers.
const RANDOM: [(&str, &str); 13] = [
    ("CONTRIBUTING.md", "the seeds of random tests"),
    ("bindings/python/python/hws/_jobs.py", "the seeds of runs and sweeps"),
    ("docs/sweeps.md", "runs of a sweep draw their real times by a seed"),
    ("docs/workloads.md", "error models draw real times by a seed"),
    ("hws-cli/src/args/diff.rs", "the seed of the self-test"),
    ("hws-cli/src/args/sweep.rs", "the seeds of a sweep"),
    ("hws-dv/src/diff/", "the seed of the self-test"),
    ("hws-run/src/overview/", "the seed of the error model"),
    ("hws-run/src/report/faults.rs", "the seed of injected faults"),
    ("hws-run/src/run/faults.rs", "the seed of injected faults"),
    ("hws-run/src/sweep", "the seeds of a sweep"),
    ("hws-run/src/workload/", "the seed of the error model"),
    ("tests/tests/use_cases/", "the seeds of error models"),
];

#[test]
fn sources_have_names() {
    let found: Vec<String> = files::all().iter().flat_map(|file| unnamed(file, &RANDOM)).collect();
    let advice = "say \"the original design\", or which publication (a seed of random numbers: add its file to RANDOM)";
    assert!(found.is_empty(), "{} places; {advice}\n{}", found.len(), found.join("\n"));
}

/// An exception that is no longer needed would hide the next mistake.
#[test]
fn every_exception_is_needed() {
    for (start, why) in RANDOM {
        let mut its_files = files::all().iter().filter(|file| file.path.starts_with(start));
        assert!(its_files.any(|file| !unnamed(file, &[]).is_empty()), "{start} ({why})");
    }
}

/// The places that mention a seed other than one of random numbers.
fn unnamed(file: &File, random: &[(&str, &str)]) -> Vec<String> {
    let is_random = random.iter().any(|(start, _)| file.path.starts_with(start));
    let text = file.text.to_lowercase();
    let places = text.match_indices("seed").map(|(at, _)| at);
    let wrong = places.filter(|&at| is_numbered(&text, at) || (!is_random && is_the_seed(&text, at)));
    let lines: Vec<&str> = file.text.lines().collect();
    let message = |at| {
        let line = line_of(&text, at);
        format!("{}:{line}: {}", file.path, lines[line - 1].trim())
    };
    wrong.map(message).collect()
}

/// `seed 004`, `seeds 001-004`, `seed_000`.
fn is_numbered(text: &str, at: usize) -> bool {
    let rest = text[at + "seed".len()..].trim_start_matches('s');
    rest.strip_prefix([' ', '_']).is_some_and(|rest| rest.starts_with("00"))
}

/// `the seed`, `the_seed`, `seed's`, `seed formula`, and not `seeds` or `the seeded`.
fn is_the_seed(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '_', '\n', '/', '*', '#', '!']);
    let is_word = before.len() < at || at == 0 || !text[..at].ends_with(|c: char| c.is_alphanumeric());
    let rest = &text[at + "seed".len()..];
    let ends = !rest.starts_with(|c: char| c.is_alphanumeric());
    let has_article = before.ends_with("the") && before.len() < at;
    is_word && ends && (has_article || rest.starts_with("'s ") || rest.starts_with(" formula"))
}

#[test]
fn a_planted_origin_is_found() {
    let found = |text: &str| {
        let file = File { path: "docs/page.md".to_owned(), text: text.to_owned() };
        unnamed(&file, &[]).len()
    };
    for wrong in [
        "Seed 004 gives none",
        "seeds 001-004",
        "fn seed_000()",
        "the seed",
        "by the\n/// seed.",
        "the seed's",
    ] {
        assert_eq!(found(wrong), 1, "{wrong}");
    }
    for right in
        ["seed 7", "every seed", "the seeds 0 to 19", "the seeded bus", "`seed`", "next_value_seed", "reseed"]
    {
        assert_eq!(found(right), 0, "{right}");
    }
    let file = File { path: "docs/sweeps.md".to_owned(), text: "the seed, as seed 000 says".to_owned() };
    assert_eq!(unnamed(&file, &RANDOM), ["docs/sweeps.md:1: the seed, as seed 000 says"]);
}
