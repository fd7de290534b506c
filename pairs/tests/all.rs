//! The tests of the room, one binary.

mod definition;
mod laws;
mod support;
mod verdicts;
