//! Work on all processors, with the same result on any number of them.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Returns the text of every part, in their order.
pub(super) fn joined<T: Sync>(parts: &[T], text: impl Fn(&T) -> String + Sync) -> String {
    // A platform without threads says so here.
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    if processors == 1 {
        return parts.iter().map(text).collect();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((number, part)) = taken(parts, &next) {
            done.push((number, text(part)));
        }
        done
    };
    let mut texts: Vec<(usize, String)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..processors).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    texts.sort_unstable_by_key(|(number, _)| *number);
    texts.into_iter().map(|(_, text)| text).collect()
}

/// Takes the next part that nobody has taken.
fn taken<'a, T>(parts: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    parts.get(number).map(|part| (number, part))
}
