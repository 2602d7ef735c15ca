//! The progress of a sweep, on standard error if that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Runs made, share, and the time left.
const TEMPLATE: &str = "{bar:30} {pos}/{len} runs, {percent} %, {eta} left";

/// Creates a bar for `runs` runs, of which `made` are already done.
pub(crate) fn bar(runs: usize, made: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(runs as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
        bar.set_style(style.progress_chars("=> "));
    }
    // Kept runs took no time.
    bar.with_position(made as u64).with_elapsed(std::time::Duration::ZERO)
}

/// Creates a bar for a tuning: of so many runs, or of a number that is not known.
pub(crate) fn of_tuning(runs: Option<u64>) -> ProgressBar {
    match runs {
        Some(runs) => bar(runs as usize, 0),
        None => {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            ProgressStyle::with_template("{pos} runs, {elapsed}")
                .map_or(bar.clone(), |style| bar.with_style(style))
        }
    }
}
