//! fw-api for C: the header, the exports, the boundary, and programs in C that drive the model.

mod abi;
mod boundary;
mod bring_up;
mod clean;
mod every_call;
mod exports;
mod gcc;
mod headers;
mod link;
mod lists;
mod mmio;
mod pointers;
mod readme;
mod rust_bring_up;
mod without_hardware;
mod world;
