//! Screen of the stepper after each request: threads as terms, locks, and why a thread is not enabled.

use super::Session;
use crate::terminal::Out;
use crate::trace::terms::marked;
use racefree_answers::running::state;
use racefree_interp::Status;
use racefree_interp::reduction::Names;
use racefree_interp::value::ThreadId;
use std::io::{self, Write};

/// Columns before a term.
const LEFT: usize = 15;

impl Session<'_> {
    fn threads(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (0..self.machine.state().threads.len() as u32).map(ThreadId)
    }

    /// Prints the last step, and every thread with its next step.
    pub(super) fn show(&mut self, out: &mut Out) -> io::Result<()> {
        if let (Some(step), Some(thread)) = (&self.last, self.made.last()) {
            let line = step.span.map_or(0, |s| s.line);
            let text = format!("step {}: thread {thread}: {} (line {line})", self.made.len(), step.text);
            writeln!(out, "{}", out.bold(&text))?;
            self.source_lines(line, out)?;
        }
        let state = self.states.last();
        let names = state.map(|state| Names::of(&self.run, state)).unwrap_or_default();
        for thread in self.threads() {
            let end = self.words.end(&self.machine, thread);
            let term = state.map(|state| self.run.term(state, &names, thread).abridged(out.width - LEFT));
            let term = term.filter(|term| term.redex.is_some()).map(|term| marked(&term.parts()));
            let (what, below) = match (end.state, term) {
                ("ready", Some(term)) => (term, None),
                (_, term) => (end.words(), term),
            };
            let holds: Vec<String> = self.words.holds(&self.machine, thread).iter().map(|l| l.words()).collect();
            let holds = if holds.is_empty() { String::new() } else { format!("   holds {}", holds.join(", ")) };
            let place =
                end.span.filter(|_| end.state != "finished").map_or(String::new(), |s| format!("line {}", s.line));
            let mark = if end.state == "ready" { ' ' } else { '-' };
            writeln!(out, "{mark} {:<4}{place:<9}{what}{holds}", thread.0)?;
            if let Some(term) = below {
                writeln!(out, "{:LEFT$}{term}", "")?;
            }
        }
        for fault in self.faults() {
            writeln!(out, "{}", out.bold(&fault))?;
        }
        if !self.threads().any(|t| self.machine.status(t) == Status::Ready) {
            writeln!(out, "no thread can step: {}", state::over(&self.machine))?;
        }
        Ok(())
    }

    /// The line of the last step, with the one before and the one after it.
    fn source_lines(&self, line: u32, out: &mut Out) -> io::Result<()> {
        if line == 0 {
            return Ok(());
        }
        let lines = self.loaded.source.text.lines().enumerate().skip(line.saturating_sub(2) as usize);
        for (i, text) in lines.take(if line == 1 { 2 } else { 3 }) {
            let here = i + 1 == line as usize;
            let text: String = text.chars().take(out.width.saturating_sub(10)).collect();
            writeln!(out, "  {} {:>4} │ {text}", if here { '>' } else { ' ' }, i + 1)?;
        }
        Ok(())
    }

    /// Faults of this state.
    fn faults(&mut self) -> Vec<String> {
        let Some(state) = self.states.last() else { return Vec::new() };
        let faults = state::faults_of(self.loaded, self.options.semantics, state, &self.machine, &mut self.words);
        faults.into_iter().map(|fault| fault.message).collect()
    }

    /// Enabled threads, in words.
    pub(super) fn choices(&self) -> String {
        let ready: Vec<String> =
            self.threads().filter(|&t| self.machine.status(t) == Status::Ready).map(|t| t.to_string()).collect();
        if ready.is_empty() {
            format!("no thread can step: {}", state::over(&self.machine))
        } else {
            format!("several threads can step: {}", ready.join(", "))
        }
    }

    /// Why a thread cannot step.
    pub(super) fn why(&mut self, thread: ThreadId) -> String {
        state::why_not(&self.machine, &mut self.words, thread)
    }

    /// Every object, its fields and its lock.
    pub(super) fn heap(&mut self, out: &mut Out) -> io::Result<()> {
        let objects = state::heap(&self.machine, &mut self.words);
        for object in &objects {
            let lock = match object.locked_by {
                Some(owner) if object.count > 1 => format!("   locked by thread {owner}, {} times", object.count),
                Some(owner) => format!("   locked by thread {owner}"),
                None => String::new(),
            };
            let fields: Vec<String> = object.fields.iter().map(|f| format!("{} = {}", f.name, f.value)).collect();
            writeln!(out, "  {}  {}{lock}", object.name, fields.join(", "))?;
        }
        if objects.is_empty() {
            writeln!(out, "  there is no object yet")?;
        }
        Ok(())
    }
}
