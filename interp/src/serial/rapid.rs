//! Runs in the standard format of RAPID, an event a line: `T0|acq(L1)|12`, `T1|r(V3)|7`, `T0|begin|3`. So other tools can be asked of
//! the same run, and traces that others have written can be looked at here.

use super::{Act, Cell, Lock, Numbers, Step};
use crate::event::Event;
use crate::value::ThreadId;
use racefree_grammar::ast::ExprId;
use rustc_hash::FxHashMap;
use std::fmt::{self, Write as _};

/// Writes the run of these events; `line` has the line in the source of each of them.
pub fn write(events: &[Event], line: impl Fn(&Event) -> u32) -> String {
    let (mut numbers, mut locks, mut text) = (Numbers::default(), FxHashMap::default(), String::new());
    for event in events {
        let Some(Step { thread, act }) = numbers.step(event) else { continue };
        let _ = write!(text, "T{thread}|");
        let _ = match act {
            Act::Begin(_) => write!(text, "begin"),
            Act::End => write!(text, "end"),
            Act::Read(cell) => write!(text, "r(V{})", cell.0),
            Act::Write(cell) => write!(text, "w(V{})", cell.0),
            Act::Acquire(lock) | Act::Release(lock) => {
                let next = locks.len();
                let number = *locks.entry(lock).or_insert(next);
                write!(text, "{}(L{number})", if act == Act::Acquire(lock) { "acq" } else { "rel" })
            }
            Act::Fork(child) => write!(text, "fork(T{child})"),
        };
        let _ = writeln!(text, "|{}", line(event));
    }
    text
}

/// Error in a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceError {
    /// The line, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TraceError { line, text } = self;
        write!(
            f,
            "line {line} is no event of a trace: `{text}`; an event is as T0|acq(L1)|12, with r, w, acq, rel, fork, join, begin or end"
        )
    }
}

impl std::error::Error for TraceError {}

/// Names with numbers, in the order in which they are met.
#[derive(Default)]
struct Numbering<'t>(FxHashMap<&'t str, u32>);

impl<'t> Numbering<'t> {
    fn number(&mut self, name: &'t str) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(name).or_insert(next)
    }
}

/// Reads a trace, and calls `step` with each of its steps; a block is named by the number of its line. A join is taken
/// for an acquire of a lock that the thread has released with each of its steps.
///
/// # Errors
///
/// The first line that is no event.
pub fn read(text: &str, mut step: impl FnMut(Step)) -> Result<(), TraceError> {
    let (mut threads, mut cells, mut locks) = (Numbering::default(), Numbering::default(), Numbering::default());
    // Locks have the even numbers; the odd ones are for joins, one for each thread.
    let lock = |number: u32| Lock(2 * number);
    let over = |thread: ThreadId| Lock(2 * thread.0 + 1);
    let mut joined: Vec<ThreadId> = Vec::new();
    if text.contains("|join(") {
        // All threads that are joined are known before, so that their last steps can be told.
        for line in text.lines() {
            let mut parts = line.split('|');
            let (_, what) = (parts.next(), parts.next().unwrap_or_default());
            threads.number(line.split('|').next().unwrap_or_default().trim());
            if let Some(name) = what.strip_prefix("join(").and_then(|rest| rest.strip_suffix(')')) {
                joined.push(ThreadId(threads.number(name)));
            }
        }
    }
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = || TraceError { line: at + 1, text: line.chars().take(60).collect() };
        let (thread, rest) = line.split_once('|').ok_or_else(wrong)?;
        let what = rest.split_once('|').map_or(rest, |(what, _)| what).trim();
        let (kind, name) = match what.split_once('(') {
            Some((kind, name)) => (kind, Some(name.strip_suffix(')').ok_or_else(wrong)?)),
            None => (what, None),
        };
        let thread = ThreadId(threads.number(thread.trim()));
        let act = match (kind, name) {
            ("r", Some(name)) => Act::Read(Cell(cells.number(name))),
            ("w", Some(name)) => Act::Write(Cell(cells.number(name))),
            ("acq", Some(name)) => Act::Acquire(lock(locks.number(name))),
            ("rel", Some(name)) => Act::Release(lock(locks.number(name))),
            ("fork", Some(name)) => Act::Fork(ThreadId(threads.number(name))),
            ("join", Some(name)) => Act::Acquire(over(ThreadId(threads.number(name)))),
            ("begin", _) => Act::Begin(ExprId::new(at as u32 + 1)),
            ("end", _) => Act::End,
            _ => return Err(wrong()),
        };
        step(Step { thread, act });
        if joined.contains(&thread) {
            step(Step { thread, act: Act::Release(over(thread)) });
        }
    }
    Ok(())
}
