//! Every numbered rule of `scheduler.md`, sentence by sentence, on the public API of the model.
//!
//! The table `tests/rules.md` lists the tests of each rule.

mod section_0;
mod section_1;
mod section_2;
mod section_3;
mod section_4;
mod section_5;
mod section_6;
mod section_7;
mod section_8;
mod section_9;
mod table;
