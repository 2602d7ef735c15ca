//! fw-api for C: the header, the exports, the boundary, and programs in C that drive the model.

mod bring_up;
mod clean;
mod gcc;
mod headers;
mod rust_bring_up;
mod world;
