//! What the stepper shows after each request: threads as terms, locks, and why a thread is not enabled.

use super::Session;
use crate::terminal::Out;
use crate::trace::collect::redex;
use crate::trace::terms::marked;
use racefree_explore::Options;
use racefree_explore::plain::{Points, Reference, access, faults};
use racefree_interp::Status;
use racefree_interp::drive::Key;
use racefree_interp::reduction::Names;
use racefree_interp::value::{ObjectId, ThreadId};
use std::io::{self, Write};

/// Columns before a term.
const LEFT: usize = 15;

impl Session<'_> {
    fn threads(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (0..self.machine.state().threads.len() as u32).map(ThreadId)
    }

    /// The last step, and every thread with what it does next.
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
            writeln!(out, "no thread can step: {}", self.over())?;
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

    /// What is wrong in this state: races, a deadlock, stuck threads.
    fn faults(&mut self) -> Vec<String> {
        let Some(state) = self.states.last() else { return Vec::new() };
        let options = Options { semantics: self.options.semantics, ..Options::default() };
        let reference = Reference::new(&self.loaded.program, &options, Points::Every);
        let found = faults(&reference, state);
        let races: Vec<_> =
            found.iter().map(|(_, threads)| threads.first().and_then(|&t| access(&reference, state, t))).collect();
        let names = |threads: &[ThreadId]| {
            let names: Vec<String> = threads.iter().map(|t| t.to_string()).collect();
            names.join(" and ")
        };
        let tables = &self.loaded.program.tables;
        let mut said = Vec::new();
        for ((key, threads), access) in found.iter().zip(races) {
            said.push(match key {
                Key::Race(field, ..) => {
                    let of = access
                        .map_or_else(String::new, |a| format!(" of {}", self.words.object(&self.machine, a.object)));
                    let who = names(threads);
                    format!("RACE on {}{of}: threads {who} are about to access it", tables.field_name(*field))
                }
                Key::Deadlock(_) => format!("DEADLOCK: threads {} wait for each other", names(threads)),
                Key::Stuck(_) => format!("STUCK: thread {}: no reduction rule fits what it does next", names(threads)),
                Key::Exception(exception, _) => format!("EXCEPTION: {}", exception.name()),
                Key::Monitor(monitor, _) => format!("MONITOR: `{}` fires", monitor.name()),
            });
        }
        said
    }

    /// How it ended.
    fn over(&self) -> String {
        let waits = self.threads().any(|t| matches!(self.machine.status(t), Status::Blocked { .. }));
        let stuck = self.threads().any(|t| self.machine.status(t) == Status::Stuck);
        match (self.machine.deadlock(), waits || stuck) {
            (Some(_), _) => "a deadlock".to_owned(),
            (None, true) => "some threads are not finished".to_owned(),
            (None, false) => "the program is over".to_owned(),
        }
    }

    /// Which threads can be chosen.
    pub(super) fn choices(&self) -> String {
        let ready: Vec<String> =
            self.threads().filter(|&t| self.machine.status(t) == Status::Ready).map(|t| t.to_string()).collect();
        if ready.is_empty() {
            format!("no thread can step: {}", self.over())
        } else {
            format!("several threads can step: {}", ready.join(", "))
        }
    }

    /// Why a thread cannot step.
    pub(super) fn why(&mut self, thread: ThreadId) -> String {
        if thread.index() >= self.machine.state().threads.len() {
            return format!("there is no thread {thread}");
        }
        match self.machine.status(thread) {
            Status::Ready => format!("thread {thread} can step"),
            Status::Finished(_) => format!("thread {thread} has finished"),
            Status::Ended(exception) => format!("thread {thread} has ended with {exception}"),
            Status::Stuck => format!("thread {thread} is stuck: no reduction rule fits what it does next"),
            Status::Blocked { lock, owner } => self.blocked(thread, lock, owner),
        }
    }

    fn blocked(&mut self, thread: ThreadId, lock: ObjectId, owner: ThreadId) -> String {
        let name = self.words.object(&self.machine, lock);
        let holds = self.words.holds(&self.machine, owner);
        let taken =
            holds.iter().find(|l| l.object == name).map_or(String::new(), |l| format!(", taken at line {}", l.line));
        let program = &self.machine.program().tables.program;
        let wanted = redex(&self.machine, thread).map(|site| self.words.places.line(site.span(program)));
        let at = wanted.map_or(String::new(), |line| format!(" at line {line}"));
        let held = if owner == thread { "it holds itself".to_owned() } else { format!("thread {owner} holds") };
        format!("thread {thread} waits{at} for the lock of {name}, which {held}{taken}")
    }

    /// Every object, its fields and its lock.
    pub(super) fn heap(&mut self, out: &mut Out) -> io::Result<()> {
        let mut shown = 0;
        for o in (0..self.machine.state().heap.objects.len() as u32).map(ObjectId) {
            let object = *self.machine.state().heap.object(o);
            let lock = match object.owner() {
                Some(owner) if object.count > 1 => format!("   locked by thread {owner}, {} times", object.count),
                Some(owner) => format!("   locked by thread {owner}"),
                None => String::new(),
            };
            // Literals are of interest only as locks.
            if object.serial == 0 && lock.is_empty() {
                continue;
            }
            shown += 1;
            let fields: Vec<String> =
                self.words.fields(&self.machine, o).iter().map(|f| format!("{} = {}", f.name, f.value)).collect();
            let name = self.words.object(&self.machine, o);
            writeln!(out, "  {name}  {}{lock}", fields.join(", "))?;
        }
        if shown == 0 {
            writeln!(out, "  there is no object yet")?;
        }
        Ok(())
    }
}
