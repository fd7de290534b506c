//! The tests of the room, one binary.

mod agree;
mod budget;
mod laws;
mod support;
mod verdicts;
