//! The tests of the room, one binary.

mod agree;
mod laws;
mod support;
mod verdicts;
