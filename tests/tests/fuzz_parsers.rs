//! The fuzz targets of the file readers on their committed corpus and on random inputs.

use std::fs;

use hws_fuzz_parsers::{FileVerdict, ParserTarget, TARGETS, random_input};
use hws_tests::corpus::{corpus, fuzz_folder};

/// Random inputs of each target.
const INPUTS: u64 = 64;

#[test]
fn the_examples_of_each_target_are_accepted() {
    for target in TARGETS {
        for example in target.examples() {
            let verdict = target.run_file(example.to_vec()).unwrap_or_else(|failure| panic!("{failure}"));
            assert_eq!(verdict, FileVerdict::Accepted, "{}", String::from_utf8_lossy(example));
        }
    }
}

#[test]
fn the_corpus_of_each_target_has_no_failure() {
    for target in TARGETS {
        let inputs = corpus(target.name());
        assert!(!inputs.is_empty(), "{} has no corpus", target.name());
        for (name, input) in inputs {
            assert!(target.run(&input).is_ok(), "{name}: {}", target.run(&input).unwrap_err());
        }
    }
}

#[test]
fn random_files_have_no_failure_and_some_are_accepted() {
    for target in TARGETS {
        let verdicts = (0..INPUTS).map(|number| {
            target.run(&random_input(number)).unwrap_or_else(|failure| panic!("input {number}: {failure}"))
        });
        let accepted = verdicts.filter(|verdict| *verdict == FileVerdict::Accepted).count() as u64;
        let name = target.name();
        assert!(0 < accepted && accepted < INPUTS, "{name}: {accepted} of {INPUTS} are accepted");
    }
}

#[test]
fn an_input_is_the_same_file_each_time() {
    for target in TARGETS {
        let inputs = (0..40).map(random_input);
        assert!(inputs.clone().any(|input| !target.examples().contains(&target.input(&input).as_slice())));
        assert!(inputs.clone().eq((0..40).map(random_input)));
        inputs.for_each(|input| assert_eq!(target.input(&input), target.input(&input)));
    }
}

/// The dictionary of libFuzzer: a word in quotes in each line.
fn dictionary(target: &ParserTarget) -> String {
    let is_plain =
        |word: &&String| word.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"\\".contains(&byte));
    target.words().iter().filter(is_plain).map(|word| format!("\"{word}\"\n")).collect()
}

#[test]
fn the_dictionaries_have_the_words_of_the_formats() {
    for target in TARGETS {
        let file = fuzz_folder().join("dictionaries").join(target.name()).with_extension("dict");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&file, dictionary(target)).unwrap();
        }
        let committed = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(committed, dictionary(target), "{}: set BLESS=1 to write it", file.display());
    }
}
