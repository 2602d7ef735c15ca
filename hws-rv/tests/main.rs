//! The tests of the core: instructions one by one, programs, images.

mod arithmetic;
mod board;
mod compressed;
mod image;
mod memory;
mod programs;
