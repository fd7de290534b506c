//! The tests of the room, one binary.

mod definition;
mod support;
mod verdicts;
