//! CPU time, which other programs on the machine do not change much.

use std::{fs, io};

const NANOSECONDS: f64 = 1e9;

/// Returns the CPU time of this thread in seconds. Linux shows it in nanoseconds; it passes less smoothly than a clock.
///
/// # Errors
/// If the system does not show it.
pub fn cpu_seconds() -> io::Result<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    let first = text.split(' ').next().and_then(|number| number.parse::<f64>().ok());
    first
        .map(|nanoseconds| nanoseconds / NANOSECONDS)
        .ok_or_else(|| io::Error::other("no CPU time in schedstat"))
}
