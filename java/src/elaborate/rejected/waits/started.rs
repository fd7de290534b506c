//! Threads and pools that are asked for something at the wrong time: a daemon that has started, tasks for a pool that takes no more, a wait for
//! threads that start behind it, a thread that waits for itself.

use super::super::Judge;
use crate::tree::body::{Call, ExprNo, Kind, LocalNo, StmtNo};
use racefree_grammar::{Edit, Fix, Span};

impl Judge<'_, '_> {
    /// Judges the order of such statements.
    pub(super) fn asked_in_time(&mut self) {
        for all in self.lists() {
            for (n, s) in all.iter().enumerate() {
                self.daemon_late(&all, n, *s);
                self.closed_early(&all, n, *s);
                self.awaited_early(&all, n, *s);
            }
        }
        for e in &self.body.expressions {
            if let Kind::Call(call) = &e.kind {
                self.waits_for_own_end(call, e.span);
            }
        }
    }

    /// The final variable that a statement calls a method on.
    fn asked(&self, s: StmtNo, names: &[&str]) -> Option<(LocalNo, Span)> {
        let call = self.call_of(s).filter(|call| names.contains(&self.it.text(call.name)))?;
        match *self.kind(call.target?) {
            Kind::Local(local) => self.body.locals[local.index()].effectively_final.then_some((local, call.name_span)),
            _ => None,
        }
    }

    /// A statement moved in front of another one of its list, or behind it.
    fn moved(&self, s: StmtNo, to: StmtNo, behind: bool) -> Vec<Edit> {
        let (text, place) = (self.it.java.sources.at(self.statement_span(s)), self.statement_span(to));
        let mut edits = match behind {
            true => vec![self.without(s), self.behind(place, &[text])],
            false => vec![Edit::insert(place.start, format!("{text}{}", self.between(place.start))), self.without(s)],
        };
        edits.sort();
        edits
    }

    /// `t.start(); t.setDaemon(true);`
    fn daemon_late(&mut self, all: &[StmtNo], n: usize, s: StmtNo) {
        let Some((thread, at)) = self.asked(s, &["setDaemon"]) else { return };
        let starts = |s: &StmtNo| self.asked(*s, &["start"]).is_some_and(|(of, _)| of == thread);
        let Some(&start) = all[..n].iter().find(|s| starts(s)) else { return };
        let name = self.name_of(thread).to_owned();
        let message =
            format!("`{name}` has started, and `setDaemon` then throws an exception: it comes before `start`");
        let fix = Fix::new("Move `setDaemon` in front of `start`", self.moved(s, start, false));
        self.warn_wait("too_late", at, message, Some(fix));
    }

    /// `pool.shutdown(); pool.submit(…);`
    fn closed_early(&mut self, all: &[StmtNo], n: usize, s: StmtNo) {
        let Some((pool, _)) = self.asked(s, &["shutdown", "shutdownNow"]) else { return };
        if !self.it.last_name(self.body.locals[pool.index()].ty.ty).ends_with("ExecutorService") {
            return;
        }
        let gives = |s: &StmtNo| {
            let place = self.statement_span(*s);
            self.inside(place).find_map(|(_, e)| match &e.kind {
                Kind::Call(call) if matches!(self.it.text(call.name), "submit" | "execute" | "invokeAll") => {
                    let is_it = matches!(self.kind(call.target?), Kind::Local(of) if *of == pool);
                    is_it.then_some(call.name_span)
                }
                _ => None,
            })
        };
        let Some((at, last)) = all[n + 1..].iter().filter_map(|s| Some((gives(s)?, *s))).next_back() else { return };
        let name = self.name_of(pool).to_owned();
        let waits = |s: &StmtNo| self.it.java.sources.at(self.statement_span(*s)).contains("awaitTermination");
        let is_sure = !all[n + 1..].iter().any(waits);
        let message = format!("`{name}` takes no more tasks behind `shutdown`: this throws an exception");
        let fix = Fix::new("Move `shutdown` behind the last task", self.moved(s, last, true)).if_sure(is_sure);
        self.warn_wait("too_late", at, message, Some(fix));
    }

    /// `latch.await();` in front of the start of a thread that counts it down.
    fn awaited_early(&mut self, all: &[StmtNo], n: usize, s: StmtNo) {
        let Some((latch, at)) = self.asked(s, &["await"]) else { return };
        if self.it.last_name(self.body.locals[latch.index()].ty.ty) != "CountDownLatch" {
            return;
        }
        let counts = |s: &StmtNo| {
            let Some((thread, _)) = self.asked(*s, &["start"]) else { return false };
            let made = self.body.locals[thread.index()].value.map(|made| self.span(made));
            made.is_some_and(|made| self.counts_down_in(made, latch))
        };
        let before = all[..n].iter().filter(|s| counts(s)).count();
        let behind: Vec<StmtNo> = all[n + 1..].iter().copied().filter(|s| counts(s)).collect();
        let number = self.body.locals[latch.index()].value.and_then(|made| match self.kind(made) {
            Kind::New(new) => self.words(*new.arguments.first()?).parse::<usize>().ok(),
            _ => None,
        });
        // Others that count it down may come from elsewhere.
        let uses = self.body.expressions.iter().filter(|e| matches!(e.kind, Kind::Local(of) if of == latch)).count();
        let Some(&last) = behind.last().filter(|_| number.is_some_and(|n| n > before && n == before + behind.len()))
        else {
            return;
        };
        if uses != before + behind.len() + 1 {
            return;
        }
        let name = self.name_of(latch).to_owned();
        let message =
            format!("`{name}` is awaited in front of the start of a thread that counts it down: it never opens");
        let fix = Fix::new(format!("Move `{name}.await()` behind the last start"), self.moved(s, last, true));
        self.warn_wait("too_late", at, message, Some(fix));
    }

    /// Returns true for the code of a thread that counts a latch down.
    fn counts_down_in(&self, code: Span, latch: LocalNo) -> bool {
        let is_it = |e: ExprNo| matches!(self.kind(e), Kind::Local(of) if *of == latch);
        self.inside(code).any(|(_, e)| match &e.kind {
            Kind::Call(call) => self.it.text(call.name) == "countDown" && call.target.is_some_and(is_it),
            Kind::Reference(reference) => {
                self.it.text(reference.name) == "countDown" && reference.target.is_some_and(is_it)
            }
            _ => false,
        })
    }

    /// `Thread.currentThread().join()`
    fn waits_for_own_end(&mut self, call: &Call, place: Span) {
        let text: String = self.it.java.sources.at(place).split_whitespace().collect();
        if self.it.text(call.name) != "join" || !text.ends_with("Thread.currentThread().join()") {
            return;
        }
        let message = "this thread waits for its own end, which never comes";
        let is_thread = self.around(place).is_some_and(|around| {
            let class = &self.it.java.classes[self.it.java.methods[around.method.index()].class.index()];
            class.superclass.is_some_and(|above| self.it.last_name(above.ty) == "Thread") && !around.is_in_lambda()
        });
        let fix = is_thread
            .then(|| Fix::guess("Wait for this object's thread: `join()`", vec![Edit::replace(place, "join()")]));
        self.warn_wait("waits_for_itself", call.name_span, message.to_owned(), fix);
    }
}
