//! Shortening a stimulus to what a failure needs.

use super::{Op, Operation};

/// Returns the stimulus up to operation number `last`, and its end.
#[must_use]
pub fn cut(operations: &[Operation], last: usize) -> Vec<Operation> {
    let mut kept: Vec<Operation> = operations.iter().take(last + 1).cloned().collect();
    let end = kept.last().filter(|last| last.op != Op::End).map(|last| last.at);
    kept.extend(end.map(|at| Operation { at, op: Op::End }));
    kept
}

/// Removes the operations that `fails` does not need: first halves, then ever shorter runs down to single operations, and
/// these again as long as one can be removed. `end` stays. `fails` is asked at most `tries` times.
pub fn shrink(
    operations: &[Operation],
    tries: usize,
    mut fails: impl FnMut(&[Operation]) -> bool,
) -> Vec<Operation> {
    let mut kept = operations.to_vec();
    let (mut run, mut tried) = (kept.len() / 2, 0);
    while run > 0 {
        let (mut first, before) = (0, kept.len());
        while first < kept.len() && tried < tries {
            let shorter = without(&kept, first..first + run);
            if shorter.len() == kept.len() {
                first += run;
                continue;
            }
            tried += 1;
            if fails(&shorter) {
                kept = shorter;
            } else {
                first += run;
            }
        }
        let is_worth_repeating = run == 1 && kept.len() < before;
        run = if is_worth_repeating { 1 } else { run / 2 };
    }
    kept
}

fn without(operations: &[Operation], removed: std::ops::Range<usize>) -> Vec<Operation> {
    let is_kept =
        |(number, operation): &(usize, &Operation)| !removed.contains(number) || operation.op == Op::End;
    operations.iter().enumerate().filter(is_kept).map(|(_, operation)| operation.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Target;
    use super::*;
    use hws_types::Cycle;

    fn read(at: u64) -> Operation {
        Operation { at: Cycle(at), op: Op::Read { target: Target::Address(at as u32) } }
    }

    fn end(at: u64) -> Operation {
        Operation { at: Cycle(at), op: Op::End }
    }

    fn long() -> Vec<Operation> {
        (0..50).map(read).chain([end(50)]).collect()
    }

    #[test]
    fn only_what_the_failure_needs_is_left() {
        let fails = |operations: &[Operation]| [7, 31].iter().all(|&at| operations.contains(&read(at)));
        assert_eq!(shrink(&long(), 2000, fails), [read(7), read(31), end(50)]);
    }

    #[test]
    fn an_operation_that_was_needed_by_a_later_one_is_removed_with_it() {
        let fails = |operations: &[Operation]| {
            let has = |at| operations.contains(&read(at));
            has(7) && (has(3) || !has(4))
        };
        assert_eq!(shrink(&long(), 2000, fails), [read(7), end(50)]);
    }

    #[test]
    fn after_the_last_try_nothing_more_is_removed() {
        let mut asked = 0;
        let kept = shrink(&long(), 3, |_| {
            asked += 1;
            asked == 1
        });
        assert_eq!((asked, kept.len()), (3, 26));
        assert_eq!(shrink(&long(), 0, |_| true), long());
    }

    #[test]
    fn a_cut_ends_where_it_was_cut() {
        let stimulus = [read(1), read(2), end(9)];
        assert_eq!(cut(&stimulus, 1), [read(1), read(2), end(2)]);
        assert_eq!(cut(&stimulus, 2), stimulus);
    }
}
