//! Exercises for tests.

use racefree_answers::desk::Desk;
use racefree_exercises::ready::said;
use racefree_exercises::{Budget, Exercise, Grade, Ready};
use racefree_explore::SystemHost;
use std::sync::Arc;

pub fn desk() -> Desk {
    // A busy computer must not change a grade.
    Budget { time: 120.0, ..Budget::default() }.desk(Arc::new(SystemHost))
}

/// An exercise of these header lines about a program.
pub fn exercise(header: &str, program: &str) -> Exercise {
    let lines: String = header.lines().map(|line| format!("//! {}\n", line.trim())).collect();
    let text = format!("//! Title\n//! task: do it\n//! hint: none\n{lines}{program}");
    Exercise::read("test", &text).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

pub fn ready(header: &str, program: &str) -> Ready {
    Ready::new(&desk(), exercise(header, program)).unwrap_or_else(|grade| panic!("{}", said(&grade)))
}

pub fn graded(ready: &Ready, handed: &str) -> Grade {
    ready.grade(&desk(), handed.as_bytes())
}
