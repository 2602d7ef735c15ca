//! Random calls of every function that the C libraries export, within the contract of their headers.
//!
//! What a header promises is required of every call: NULL and misaligned pointers are refused, and a call that fails
//! does not change its output. What the contract leaves to the caller is kept: any other pointer is to as much memory
//! as the header says, and not one byte more, so that AddressSanitizer reports an access beyond it.
//!
//! The memory that a pointer is to is allocated for each call, and freed after it.

#![allow(clippy::missing_safety_doc, reason = "the contract is that of the C headers")]

mod argument;
mod bytes;
mod firmware;
mod memory;
mod model;
mod reader;
mod snapshot;

use bytes::Bytes;

/// The body of the fuzz target.
///
/// # Panics
/// If a call breaks a promise of its header; AddressSanitizer ends the program if memory is misused.
pub fn fuzz(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut model = model::Model::new();
    while !bytes.is_empty() {
        match bytes.below(4) {
            0 | 1 => model.call(&mut bytes),
            2 => firmware::call(&mut model, &mut bytes),
            _ => firmware::call_mmio(&mut bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// The functions that a header declares: a name before a bracket, at the end of the text before it.
    fn declared(header: &str) -> BTreeSet<String> {
        let (_, declarations) = header.split_once("extern \"C\" {").unwrap();
        let code: String = declarations.lines().filter(|line| !line.starts_with("//")).collect();
        let names = code.split(';').filter_map(|one| one.split_once('(')?.0.rsplit([' ', '*']).next());
        names.map(str::to_owned).collect()
    }

    #[test]
    fn every_function_of_the_headers_is_called() {
        let mut called: BTreeSet<String> =
            super::firmware::NAMES.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(called, declared(include_str!("../../c/include/hws_fw.h")));
        called = super::model::NAMES.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(called, declared(include_str!("../../c-model/include/hws_model.h")));
    }

    #[test]
    fn random_bytes_break_no_promise() {
        let mut state = 1_u64;
        for _ in 0..500 {
            let bytes: Vec<u8> = (0..4000)
                .map(|_| {
                    state ^= state << 13;
                    state ^= state >> 7;
                    state ^= state << 17;
                    (state >> 32) as u8
                })
                .collect();
            super::fuzz(&bytes);
        }
    }
}
