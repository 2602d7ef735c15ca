//! Every public entry of the no_std crates as one static library that needs nothing from outside.
//!
//! `build/main.rs` reads the sources of the crates and writes a table with the address of each public
//! function; `by_hand` names those that are generic over what the caller supplies. The script
//! `check` links the library with `-nostdlib` and looks at the symbols: an allocator or a panic that
//! an entry can reach shows up there.
#![no_std]

#[cfg(not(feature = "fmt"))]
pub mod by_hand;
pub mod probe;

use core::panic::PanicInfo;

/// The address of a public function: taking it makes the compiler keep the function.
#[repr(transparent)]
pub struct Entry(pub *const ());

// SAFETY: the address of a function is never read through; it is only there to be linked.
unsafe impl Sync for Entry {}

/// The generated table.
mod entries {
    #![allow(elided_lifetimes_in_paths, reason = "the table names types, not how long they live")]
    use crate::Entry;

    include!(concat!(env!("OUT_DIR"), "/entries.rs"));
}

unsafe extern "C" {
    /// Defined nowhere. It is in the linked library exactly when some entry can panic.
    fn a_panic_is_reachable() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    // SAFETY: never executed: the check refuses a library that contains this call.
    unsafe { a_panic_is_reachable() }
}
