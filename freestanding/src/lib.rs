//! Every public entry of the no_std crates as one static library without external symbols.
//!
//! `build/main.rs` reads the sources of the crates and writes a table with the address of each public
//! function; `by_hand` lists those that are generic over the caller's types. The script `check` links
//! the library with `-nostdlib` and inspects its symbols, which show any allocator or panic that an
//! entry can reach.
#![no_std]

#[cfg(not(feature = "fmt"))]
pub mod by_hand;
pub mod probe;

use core::panic::PanicInfo;

/// The address of a public function, which makes the compiler keep the function.
#[repr(transparent)]
pub struct Entry(pub *const ());

// SAFETY: the address is never dereferenced; it exists only to be linked.
unsafe impl Sync for Entry {}

/// The generated table.
mod entries {
    #![allow(elided_lifetimes_in_paths, reason = "the table names types without their lifetimes")]
    use crate::Entry;

    include!(concat!(env!("OUT_DIR"), "/entries.rs"));
}

unsafe extern "C" {
    /// Not defined anywhere. The linked library refers to it if and only if some entry can panic.
    fn a_panic_is_reachable() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    // SAFETY: never executed, because the check refuses a library that contains this call.
    unsafe { a_panic_is_reachable() }
}
