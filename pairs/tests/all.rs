//! The tests of the room, one binary.

mod support;
mod verdicts;
