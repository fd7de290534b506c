//! The tests of the room, one binary.

mod verdicts;
