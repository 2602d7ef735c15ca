//! Options that concern signals and mean nothing to events.

use crate::diff::options::{DiffOptions, Skip, XRule};

/// Why the options do not fit; `None` if they do.
pub(super) fn option(options: &DiffOptions) -> Option<String> {
    let sides = [&options.a, &options.b];
    let signals = [
        ("--enable", sides.iter().any(|side| side.enable.is_some())),
        ("--sample", sides.iter().any(|side| !side.samples.is_empty())),
        ("--cycle", options.cycle.is_some()),
        ("--mask", !options.masks.is_empty()),
        ("--volatile", !options.volatile.is_empty()),
        ("--x", options.x != XRule::default()),
        ("--ignore-initial", options.ignore_initial),
        ("--fst", options.waveform.is_some()),
    ];
    if let Some((option, _)) = signals.into_iter().find(|(_, is_given)| *is_given) {
        return Some(format!("{option} concerns signals, and event streams are compared here"));
    }
    if options.offsets.iter().any(|offset| offset.class.is_some()) {
        return Some("--offset: events have no classes; expected a number of cycles".to_owned());
    }
    let is_window = |skip: &Skip| matches!(skip, Skip::Cycles(..));
    if !options.skips.iter().all(is_window) {
        return Some("--skip: of event streams, only cycles can be skipped: `A..B`".to_owned());
    }
    let other = options.waivers.iter().find(|it| it.when.as_ref().is_some_and(|(_, when)| !is_window(when)));
    other.map(|waiver| format!("{}: for event streams, `when` is a range of cycles: `A..B`", waiver.place))
}
