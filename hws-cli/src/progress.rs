//! How far a long run is: a bar on standard error, only if that is a terminal. It has no colour, and it is
//! gone when the run is over.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use hws_run::run::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Runs that are shorter need no bar.
const LONG: Duration = Duration::from_secs(1);
/// Times a second.
const REDRAWN: u8 = 5;
const LOOK: &str = "{elapsed_precise} [{bar:20}] {pos} of {len} blocks launched, cycle {msg}";

/// A bar that appears when the run turns out to be long.
pub(crate) struct Bar {
    began: Instant,
    blocks: u64,
    bar: RefCell<Option<ProgressBar>>,
}

impl Bar {
    /// For a run of so many blocks.
    pub(crate) fn new(blocks: u64) -> Self {
        Self { began: Instant::now(), blocks, bar: RefCell::new(None) }
    }

    /// Shows how far the run is.
    pub(crate) fn show(&self, progress: Progress) {
        if self.began.elapsed() < LONG {
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
        // The template is a constant; without it the usual bar is shown.
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
