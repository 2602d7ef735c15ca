//! The runs of a sweep on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often the caller looks around while it waits for a result.
const LOOK: Duration = Duration::from_millis(50);

/// Makes each run of `todo` once on `jobs` threads, until all are made or `is_stopped` returns true. `done` receives
/// each result on the thread of the caller, in the order in which the runs finish, including those in progress when the
/// sweep stops. `look` is called there from time to time, so that the caller may notice what only its own thread can.
///
/// # Errors
/// The first error of `done`; no further run is started then.
pub(super) fn make<R: Send, E>(
    todo: &[usize],
    jobs: usize,
    is_stopped: &(dyn Fn() -> bool + Sync),
    look: &dyn Fn(),
    run: &(dyn Fn(usize) -> R + Sync),
    mut done: impl FnMut(usize, R) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.min(todo.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(&index) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // The receiver is gone after an error.
                    if is_stopped() || sender.send((index, run(index))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match results.recv_timeout(LOOK) {
                Ok((index, result)) => done(index, result)?,
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            look();
        }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::convert::Infallible;

    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(1)]
    #[case(4)]
    #[case(100)]
    fn every_run_is_made_once(#[case] jobs: usize) {
        let todo: Vec<usize> = (0..50).map(|run| 2 * run).collect();
        let mut made = Vec::new();
        let made_one = |run, result| {
            made.push((run, result));
            Ok::<_, Infallible>(())
        };
        let Ok(()) = make(&todo, jobs, &|| false, &|| (), &|run| run + 1, made_one);
        made.sort_unstable();
        assert!(made.iter().map(|&(run, _)| run).eq(todo));
        assert!(made.iter().all(|&(run, result)| result == run + 1));
    }

    #[test]
    fn an_error_ends_the_sweep() {
        let todo: Vec<usize> = (0..1000).collect();
        let mut heard = BTreeSet::new();
        let result = make(&todo, 2, &|| false, &|| (), &|run| run, |run, _| {
            heard.insert(run);
            if heard.len() == 3 { Err("full") } else { Ok(()) }
        });
        assert_eq!((result, heard.len()), (Err("full"), 3));
    }

    #[test]
    fn runs_in_progress_at_a_stop_are_still_delivered() {
        let todo: Vec<usize> = (0..1000).collect();
        let begun = AtomicUsize::new(0);
        let mut delivered = 0;
        let run = |_| begun.fetch_add(1, Ordering::SeqCst);
        let stop = || begun.load(Ordering::SeqCst) >= 5;
        let Ok(()) = make(&todo, 2, &stop, &|| (), &run, |_, _| {
            delivered += 1;
            Ok::<_, Infallible>(())
        });
        // Each thread may have looked before the fifth run and begun one after it.
        assert!((5..=6).contains(&delivered), "{delivered}");
        assert_eq!(delivered, begun.into_inner());
    }
}
