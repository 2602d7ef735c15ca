//! Shortens a failing stimulus and saves it for `hws replay`.

use std::path::PathBuf;
use std::{env, fs};

use hws_sim::stimulus::{Op, Operation, Writer};

/// The maximum number of tries.
const TRIES: usize = 2000;

/// Returns the stimulus up to operation number `last`, and its end.
#[must_use]
pub fn cut(operations: &[Operation], last: usize) -> Vec<Operation> {
    let mut kept: Vec<Operation> = operations.iter().take(last + 1).cloned().collect();
    let end = kept.last().filter(|last| last.op != Op::End).map(|last| last.at);
    kept.extend(end.map(|at| Operation { at, op: Op::End }));
    kept
}

/// Removes the operations that `fails` does not need: first halves, then ever shorter runs down to single
/// operations, as long as the stimulus still fails. `end` stays.
pub fn shrink(operations: &[Operation], fails: impl Fn(&[Operation]) -> bool) -> Vec<Operation> {
    let mut kept = operations.to_vec();
    let (mut run, mut tries) = (kept.len() / 2, 0);
    while run > 0 {
        let mut first = 0;
        while first < kept.len() && tries < TRIES {
            let past = (first + run).min(kept.len());
            let is_removed = |number: usize, op: &Op| (first..past).contains(&number) && *op != Op::End;
            let numbered = kept.iter().enumerate();
            let shorter: Vec<Operation> = numbered
                .filter(|(n, kept)| !is_removed(*n, &kept.op))
                .map(|(_, kept)| kept.clone())
                .collect();
            tries += 1;
            if shorter.len() < kept.len() && fails(&shorter) {
                kept = shorter;
            } else {
                first += run;
            }
        }
        run /= 2;
    }
    kept
}

/// Writes a stimulus under the target directory and returns its path.
///
/// # Panics
/// If it cannot be written.
pub fn save(name: &str, operations: &[Operation]) -> PathBuf {
    let folder = target_folder().join("random-failures");
    fs::create_dir_all(&folder).expect("the target directory can be written");
    let path = folder.join(name);
    let mut writer = Writer::new(Vec::new());
    operations.iter().for_each(|operation| writer.record(operation.at, &operation.op));
    let text = writer.finish().expect("memory takes every byte");
    fs::write(&path, text).expect("the target directory can be written");
    path.canonicalize().unwrap_or(path)
}

fn target_folder() -> PathBuf {
    let default = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target");
    env::var_os("CARGO_TARGET_DIR").map_or_else(default, PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hws_sim::stimulus::Target;
    use hws_types::Cycle;

    fn read(at: u64) -> Operation {
        Operation { at: Cycle(at), op: Op::Read { target: Target::Address(at as u32) } }
    }

    fn end(at: u64) -> Operation {
        Operation { at: Cycle(at), op: Op::End }
    }

    #[test]
    fn only_what_the_failure_needs_is_left() {
        let mut stimulus: Vec<Operation> = (0..50).map(read).collect();
        stimulus.push(end(50));
        let fails = |operations: &[Operation]| [7, 31].iter().all(|&at| operations.contains(&read(at)));
        assert_eq!(shrink(&stimulus, fails), [read(7), read(31), end(50)]);
    }

    #[test]
    fn a_cut_ends_where_it_was_cut() {
        let stimulus = [read(1), read(2), end(9)];
        assert_eq!(cut(&stimulus, 1), [read(1), read(2), end(2)]);
        assert_eq!(cut(&stimulus, 2), stimulus);
    }
}
