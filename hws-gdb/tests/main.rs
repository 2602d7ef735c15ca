//! The server of hws-gdb, as gdb talks to it: packets over a connection.

mod client;
mod control;
mod ends;
mod memory;
mod monitor;
mod program;
mod reverse;
