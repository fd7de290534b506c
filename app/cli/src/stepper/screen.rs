//! Screen of the stepper after each request: threads as terms, locks, and why a thread is not enabled.

use super::Session;
use crate::terminal::Out;
use crate::trace::terms::marked;
use racefree_answers::trace::words::LIBRARY;
use racefree_interp::value::ThreadId;
use std::io::{self, Write};

/// Columns before a term.
const LEFT: usize = 15;

impl Session<'_> {
    /// Prints the last step, and every thread with its next step.
    pub(super) fn show(&mut self, out: &mut Out) -> io::Result<()> {
        if let (Some(step), Some(thread)) = (self.last.last(), self.made.last()) {
            let seen: Vec<&str> = self.last.iter().filter(|s| !s.is_local()).map(|s| s.text.as_str()).collect();
            let line = self.last.iter().find_map(|s| s.span).map_or(0, |s| s.line);
            let what = match seen.as_slice() {
                [] => self.last.iter().find(|s| !s.inside).unwrap_or(step).text.clone(),
                seen => seen.join("; "),
            };
            let place = if line > 0 { format!(" (line {line})") } else { String::new() };
            let text = format!("step {}: thread {thread}: {what}{place}", self.made.len());
            writeln!(out, "{}", out.bold(&text))?;
            self.source_lines(line, out)?;
        }
        let names = self.run.words.names(&self.run.state).clone();
        for thread in self.run.threads() {
            let end = self.run.words.end(&self.run.state, thread);
            let term = self.run.words.run.term(&self.run.state, &names, thread).abridged(out.width - LEFT);
            let term = (term.redex.is_some() && !self.loaded.program.on_reference()).then(|| marked(&term.parts()));
            let (what, below) = match (end.state, term) {
                ("ready", Some(term)) => (term, None),
                ("ready", None) => (end.redex.clone().unwrap_or_else(|| LIBRARY.to_owned()), None),
                (_, term) => (end.words(), term),
            };
            let holds: Vec<String> = self.run.words.holds(&self.run.state, thread).iter().map(|l| l.words()).collect();
            let holds = if holds.is_empty() { String::new() } else { format!("   holds {}", holds.join(", ")) };
            let place =
                end.span.filter(|_| end.state != "finished").map_or(String::new(), |s| format!("line {}", s.line));
            let mark = if end.state == "ready" { ' ' } else { '-' };
            writeln!(out, "{mark} {:<4}{place:<9}{what}{holds}", thread.0)?;
            if let Some(term) = below {
                writeln!(out, "{:LEFT$}{term}", "")?;
            }
        }
        for fault in self.run.faults() {
            writeln!(out, "{}", out.bold(&fault.message))?;
        }
        if let Some(over) = self.run.over() {
            writeln!(out, "no thread can step: {over}")?;
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

    /// Enabled threads, in words.
    pub(super) fn choices(&mut self) -> String {
        if let Some(over) = self.run.over() {
            return format!("no thread can step: {over}");
        }
        let ready: Vec<String> = self.run.threads().filter(|&t| self.run.is_ready(t)).map(|t| t.to_string()).collect();
        format!("several threads can step: {}", ready.join(", "))
    }

    /// Why a thread cannot step.
    pub(super) fn why(&mut self, thread: ThreadId) -> String {
        self.run.why_not(thread)
    }

    /// Every object, its fields and its lock.
    pub(super) fn heap(&mut self, out: &mut Out) -> io::Result<()> {
        let objects = self.run.heap();
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
