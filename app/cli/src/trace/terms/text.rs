//! Terms as text: the first state, and for each step the rule, the event and the changes in the state after it.

use super::{StateTerms, ThreadTerm, marked};
use crate::terminal::{BOLD, painted, wrap};
use crate::trace::TraceLook;
use racefree_answers::trace::{Trace, cut};
use std::fmt::Write;

/// Columns before a term.
pub const INDENT: usize = 8;
/// Lines that a term may take, about.
pub const LINES: usize = 4;

/// The states.
pub fn render(states: &[StateTerms], trace: &Trace, look: TraceLook) -> String {
    let mut out = String::new();
    for (i, state) in states.iter().enumerate() {
        let head = match i.checked_sub(1).and_then(|i| trace.steps.get(i)) {
            None => {
                "the first state; ⟦ ⟧ is around each redex, and what is around it is the evaluation context".to_owned()
            }
            Some(step) => {
                let rule = state.rule.unwrap_or_default();
                let line = step.span.map_or(0, |s| s.line);
                let races: String = step.races.iter().map(|race| format!(" ◀ race {}", race + 1)).collect();
                format!("step {}  thread {}  [{rule}]  {}  (line {line}){races}", step.step, step.thread, step.text)
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", painted(look.color, BOLD, &head));
        state.threads.iter().for_each(|thread| self::thread(&mut out, thread, look));
        for object in &state.objects {
            let fields: Vec<String> = object.fields.iter().map(|f| format!("{} = {}", f.name, f.value)).collect();
            let lock = if object.lock.is_empty() { String::new() } else { format!("   {}", object.lock) };
            let _ = writeln!(out, "     H  {} {{ {} }}{lock}", object.name, fields.join(", "));
        }
    }
    if let Some(cut) = cut(trace) {
        let _ = writeln!(out, "{cut}");
    }
    out
}

fn thread(out: &mut String, ThreadTerm { thread, term, rests }: &ThreadTerm, look: TraceLook) {
    let marked = marked(term);
    let rests = if rests.is_empty() { String::new() } else { format!("   ({rests})") };
    let mut inside = false;
    for (i, line) in wrap(&format!("{marked}{rests}"), look.width - INDENT).iter().enumerate() {
        let number = if i == 0 { thread.to_string() } else { String::new() };
        let _ = writeln!(out, "{number:>6}  {}", mark(line, &mut inside, look));
    }
}

/// The part of a line that is within `⟦` and `⟧` in colour; the redex may go on in the next line.
fn mark(line: &str, inside: &mut bool, look: TraceLook) -> String {
    if !look.color {
        return line.to_owned();
    }
    let mut out = String::from(if *inside { "\x1b[1;36m" } else { "" });
    for c in line.chars() {
        match c {
            '⟦' => out.push_str("\x1b[1;36m⟦"),
            '⟧' => out.push_str("⟧\x1b[0m"),
            c => out.push(c),
        }
        *inside = if c == '⟦' { true } else { *inside && c != '⟧' };
    }
    out.push_str(if *inside { "\x1b[0m" } else { "" });
    out
}
