//! The progress of a long run or planner: a bar or the time, without colours, on standard error, if that is a terminal; removed at
//! the end.

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use hws_run::run::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shorter runs show no bar.
const LONG: Duration = Duration::from_secs(1);
/// Updates per second.
const REDRAWN: u8 = 5;
const LOOK: &str = "{elapsed_precise} [{bar:20}] {pos} of {len} blocks launched, cycle {msg}";

/// A bar that appears only if the run takes longer than [`LONG`].
pub(crate) struct Bar {
    began: Instant,
    blocks: u64,
    is_seen: bool,
    bar: RefCell<Option<ProgressBar>>,
}

impl Bar {
    /// Creates a bar for a run with this number of blocks.
    pub(crate) fn new(blocks: u64) -> Self {
        Self { began: Instant::now(), blocks, is_seen: io::stderr().is_terminal(), bar: RefCell::new(None) }
    }

    /// Shows the progress. It is called between two steps of a run, where even a look at the clock counts.
    pub(crate) fn show(&self, progress: Progress) {
        if !self.is_seen || self.began.elapsed() < LONG {
            return;
        }
        let mut bar = self.bar.borrow_mut();
        let bar = bar.get_or_insert_with(|| self.appear());
        if bar.is_hidden() {
            return;
        }
        bar.set_position(progress.blocks);
        bar.set_message(progress.cycle.0.to_string());
    }

    fn appear(&self) -> ProgressBar {
        let bar =
            ProgressBar::with_draw_target(Some(self.blocks), ProgressDrawTarget::stderr_with_hz(REDRAWN));
        // The template is a constant and valid; the default is for completeness.
        bar.set_style(ProgressStyle::with_template(LOOK).unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get_mut() {
            bar.finish_and_clear();
        }
    }
}

/// A planner that takes less shows nothing.
const LONG_PLAN: Duration = Duration::from_secs(2);
const PLAN_LOOK: &str = "{elapsed_precise} {msg}";

/// Does some work of unknown length. If it takes longer than [`LONG_PLAN`], the time is shown, and what is done.
pub(crate) fn during<T>(what: &(impl Display + Sync), work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let (working, ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || show_time(what, &ended));
        let result = work();
        drop(working);
        result
    })
}

/// Shows the time from [`LONG_PLAN`] on until the other end of the channel is dropped.
fn show_time(what: &impl Display, ended: &Receiver<()>) {
    let is_over = |wait: Duration| ended.recv_timeout(wait) != Err(RecvTimeoutError::Timeout);
    if is_over(LONG_PLAN) {
        return;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(REDRAWN));
    let style = ProgressStyle::with_template(PLAN_LOOK).unwrap_or_else(|_| ProgressStyle::default_spinner());
    let bar = bar.with_style(style).with_elapsed(LONG_PLAN);
    loop {
        bar.set_message(what.to_string());
        bar.tick();
        if is_over(Duration::from_secs(1) / u32::from(REDRAWN)) {
            break;
        }
    }
    bar.finish_and_clear();
}
