//! A trace as a table: a column for each thread, a row for each step.

use super::TraceLook;
use crate::terminal::{BOLD, FAINT, painted, wrap};
use racefree_answers::count;
use racefree_answers::trace::{HeldLock, Step, Trace, cut};
use std::fmt::Write;

/// The least width of a thread's column; with less, all threads share one.
const LEAST: usize = 24;
/// Step number, source line and the gaps after them.
const LEFT: usize = 14;
/// Greatest number of lines printed.
const LINES: usize = 5_000;
/// The most for the locks held.
const LOCKS: usize = 24;

/// Style of steps that are accesses of a race.
const GUILTY: &str = "1;31";

/// The table.
pub fn render(trace: &Trace, look: TraceLook) -> String {
    let threads = trace.threads.len();
    let locks = trace.steps.iter().map(|s| held(s).chars().count()).max().unwrap_or(0);
    let locks = if locks == 0 { 0 } else { locks.clamp("locks held".len(), LOCKS) };
    let room = look.width.saturating_sub(LEFT + locks);
    let columns = if threads * LEAST <= room { threads } else { 1 };
    let shared = columns < threads;
    let width = (room / columns).clamp(LEAST, 60);
    TraceTable { trace, look, columns, width, locks, shared }.render()
}

struct TraceTable<'a> {
    trace: &'a Trace,
    look: TraceLook,
    columns: usize,
    width: usize,
    /// Columns for the locks held; 0 if there are none.
    locks: usize,
    /// All threads in one column.
    shared: bool,
}

impl TraceTable<'_> {
    fn render(&self) -> String {
        let mut out = String::new();
        let mut head: Vec<String> = (0..self.columns).map(|t| format!("thread {t}")).collect();
        if self.shared {
            head = vec!["what happens".to_owned()];
        }
        self.row(&mut out, ("step", "line"), &head, if self.locks > 0 { "locks held" } else { "" }, BOLD);
        let (mut hidden, mut locals) = (0, 0);
        let (mut stopped, mut lines, mut counted) = (None, 0, 0);
        for step in &self.trace.steps {
            lines += out[counted..].matches('\n').count();
            counted = out.len();
            if lines >= LINES {
                stopped = Some(step.step);
                break;
            }
            if step.is_local() && !self.look.all_steps {
                hidden += 1;
                continue;
            }
            locals += u64::from(step.is_local());
            self.step(&mut out, step);
        }
        self.ends(&mut out);
        let mut notes: Vec<String> = cut(self.trace).into_iter().collect();
        if let Some(step) = stopped {
            let all = self.trace.total;
            notes.push(format!(
                "the table stops after {LINES} lines, before step {step} of {all}; --trace json --trace-file FILE has them all"
            ));
        }
        if hidden > 0 {
            let steps = count(hidden, "local step");
            notes.push(format!("{steps} not shown (--all-steps shows them)"));
        } else if locals > 0 && self.look.color {
            notes.push("steps that no other thread can notice are quiet".to_owned());
        }
        for (i, race) in self.trace.races.iter().enumerate() {
            let steps = match race.steps {
                [Some(a), Some(b)] => format!("steps {a} and {b}"),
                [Some(a), None] | [None, Some(a)] => format!("step {a}, and a step that is still to come"),
                [None, None] => "two steps that are not shown".to_owned(),
            };
            let of = format!("{} of {}", race.field, race.object);
            notes.push(format!("race {}: {of}, {steps} ({})", i + 1, race.detector));
        }
        for note in notes {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{note}");
        }
        out
    }

    fn step(&self, out: &mut String, step: &Step) {
        let mut text = step.text.clone();
        for race in &step.races {
            let _ = write!(text, " ◀ race {}", race + 1);
        }
        if self.shared {
            text = format!("thread {}: {text}", step.thread);
        }
        let style = match step.races.is_empty() {
            false => GUILTY,
            true if step.is_local() => FAINT,
            true => "",
        };
        let mut cells = vec![String::new(); self.columns];
        cells[if self.shared { 0 } else { step.thread as usize }] = text;
        let line = step.span.map_or(String::new(), |s| s.line.to_string());
        self.row(out, (&step.step.to_string(), &line), &cells, &held(step), style);
    }

    /// Prints the status of every thread in the end.
    fn ends(&self, out: &mut String) {
        let ends = self.trace.threads.iter().map(|lane| (lane, lane.end.words()));
        if self.shared {
            for (lane, words) in ends {
                let line = lane.end.span.map_or(String::new(), |s| s.line.to_string());
                self.row(out, ("end", &line), &[format!("thread {}: {words}", lane.thread)], "", BOLD);
            }
        } else {
            let cells: Vec<String> = ends.map(|e| e.1).collect();
            self.row(out, ("end", ""), &cells, "", BOLD);
        }
    }

    /// A row, as many lines as it needs.
    fn row(&self, out: &mut String, (step, place): (&str, &str), cells: &[String], locks: &str, style: &str) {
        let wrapped: Vec<Vec<String>> = cells.iter().map(|c| wrap(c, self.width - 2)).collect();
        let locks = wrap(locks, self.locks.max(1));
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(0).max(locks.len()).max(1);
        for i in 0..height {
            let (step, place) = if i == 0 { (step, place) } else { ("", "") };
            let mut line = format!("{step:>6} {place:>5}  ");
            for cell in &wrapped {
                let text = cell.get(i).map_or("", String::as_str);
                let quiet = cell.iter().all(String::is_empty);
                let shown = if quiet && style != BOLD { "·" } else { text };
                let pad = self.width.saturating_sub(shown.chars().count());
                line.push_str(&painted(self.look.color, if quiet { FAINT } else { style }, shown));
                line.push_str(&" ".repeat(pad));
            }
            line.push_str(locks.get(i).map_or("", String::as_str));
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
}

/// The locks held after a step.
fn held(step: &Step) -> String {
    step.holds.iter().map(HeldLock::words).collect::<Vec<_>>().join(", ")
}
