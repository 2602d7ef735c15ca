//! Turns a panic of a third-party reader, or of a machine with a broken rule, into an error.
//!
//! The readers of binary formats trust their input in places; a damaged file must not end the command with a panic.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Calls `read`; a panic inside is an `Err` with its message.
pub(crate) fn guarded<T>(read: impl FnOnce() -> T) -> Result<T, String> {
    // A reader may be guarded around what is guarded here.
    let before = IS_GUARDED.replace(true);
    let outcome = panic::catch_unwind(AssertUnwindSafe(read));
    IS_GUARDED.set(before);
    outcome.map_err(|payload| message(payload.as_ref()))
}

/// Keeps panics of third-party readers, which become errors, from being printed as well; others are reported as before. This sets
/// the panic hook of the process, so programs call it, once at their start, and libraries do not.
pub fn silence_reader_panics() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !IS_GUARDED.get() {
            report(info);
        }
    }));
}

fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    format!(
        "its content is inconsistent ({})",
        text.unwrap_or("no details").lines().next().unwrap_or("no details")
    )
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn a_panic_is_an_error_with_its_message() {
        assert_eq!(guarded(|| 7), Ok(7));
        let error = guarded(|| panic!("index {} out of bounds", 3)).unwrap_err();
        assert_eq!(error, "its content is inconsistent (index 3 out of bounds)");
    }
}
