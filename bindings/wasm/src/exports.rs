//! The functions of the WebAssembly module. The page writes a request into memory that it asks for, calls, and reads the
//! answer:
//!
//! ```text
//! at = hws_request(length)    memory for a request
//! hws_answer()                answers it
//! hws_answer_at(), hws_answer_length()    where the answer is, until the next request
//! ```

#![allow(unreachable_pub, reason = "the browser reaches them by name")]

use std::cell::RefCell;

use crate::{Answers, answer};

#[derive(Default)]
struct Exchange {
    answers: Answers,
    request: Vec<u8>,
    answer: String,
}

thread_local! {
    /// A module has one thread, and one page.
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
}

fn with<T>(body: impl FnOnce(&mut Exchange) -> T) -> T {
    EXCHANGE.with_borrow_mut(body)
}

/// Makes room for a request of so many bytes; returns where the page has to write it.
#[unsafe(no_mangle)]
pub extern "C" fn hws_request(length: usize) -> *mut u8 {
    with(|exchange| {
        exchange.request = vec![0; length];
        exchange.request.as_mut_ptr()
    })
}

/// Answers the request.
#[unsafe(no_mangle)]
pub extern "C" fn hws_answer() {
    with(|exchange| {
        let request = std::mem::take(&mut exchange.request);
        exchange.answer = answer(&mut exchange.answers, &request);
    });
}

/// Returns where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn hws_answer_at() -> *const u8 {
    with(|exchange| exchange.answer.as_ptr())
}

/// Returns the bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn hws_answer_length() -> usize {
    with(|exchange| exchange.answer.len())
}
