//! Asks for several mutants at the same time.

use crate::repository::Outcome;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;

/// Asks for each number, so many at the same time, and hands on each answer when it is there. Ends with the first fault.
pub(super) fn each(
    numbers: &[usize],
    jobs: usize,
    ask: impl Fn(usize) -> Outcome<bool> + Sync,
    mut take: impl FnMut(usize, bool) -> Outcome,
) -> Outcome {
    let waiting = Mutex::new(numbers.iter().copied());
    let next = || waiting.lock().map_or(None, |mut numbers| numbers.next());
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (sender, ask, next) = (sender.clone(), &ask, &next);
            // Without a receiver, a fault has ended the run.
            scope.spawn(
                move || while next().is_some_and(|number| sender.send((number, ask(number))).is_ok()) {},
            );
        }
        drop(sender);
        receiver.into_iter().try_for_each(|(number, answer)| take(number, answer?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_asked_for_once() {
        let numbers: Vec<usize> = (0..50).collect();
        for jobs in [0, 1, 4] {
            let mut found = Vec::new();
            let take = |number, answer| {
                found.push((number, answer));
                Ok(())
            };
            each(&numbers, jobs, |number| Ok(number % 3 == 0), take).expect("no fault");
            found.sort_unstable();
            let expected: Vec<(usize, bool)> =
                numbers.iter().map(|number| (*number, number % 3 == 0)).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_fault_ends_the_run() {
        let numbers: Vec<usize> = (0..1000).collect();
        let mut taken = 0;
        let ask = |number| if number == 3 { Err("three".to_owned()) } else { Ok(true) };
        let take = |_, _| {
            taken += 1;
            Ok(())
        };
        assert_eq!(each(&numbers, 1, ask, take), Err("three".to_owned()));
        assert_eq!(taken, 3);
    }
}
