//! Waits for the end of a thread or a task, with a lock that it needs to get there: both wait for ever.

use super::super::Judge;
use crate::tree::body::{Body, Call, ExprNo, Form, Kind, LocalNo, Reference, StmtNo};
use crate::tree::{ClassNo, FieldNo, Member, MethodNo};
use racefree_grammar::{Edit, Fix, Span};

/// Thread or task that is waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Job {
    Local(LocalNo),
    /// A field of the object that the code belongs to.
    Field(FieldNo),
    /// Each one of a list or an array in a variable.
    Each(LocalNo),
}

impl Judge<'_, '_> {
    /// Warns of `t.join()` and `f.get()` under a lock that the thread or the task needs to end.
    pub(super) fn waits_under_locks(&mut self) {
        for e in &self.body.expressions {
            if let Kind::Call(call) = &e.kind {
                self.wait_under_lock(call);
                self.tasks_under_lock(e, call);
            }
        }
        self.pools_closed_under_lock();
    }

    fn wait_under_lock(&mut self, call: &Call) {
        let name = self.it.text(call.name).to_owned();
        let Some(job) = self.job_of(call).filter(|_| matches!(name.as_str(), "join" | "get")) else { return };
        let Some(around) = self.around(call.name_span) else { return };
        let needed = self.locks_of_job(job, call.name_span);
        let explicit = self.explicit_locks(call.name_span);
        let is_held = |lock: &&String| self.holds(&around, lock) || explicit.contains(lock);
        let Some(lock) = needed.iter().find(is_held).cloned() else { return };
        let what = if name == "join" { "thread" } else { "task" };
        let repair = self.outside(call, &lock, job).or_else(|| self.out_of_method(call, &lock, job));
        let message =
            format!("`{name}` waits for a {what} that needs `{lock}`, which is held here: both wait for ever");
        self.warn_wait("lock_order", call.name_span, message, repair);
    }

    /// The thread, or the future of a task, that a method without arguments is called on.
    fn job_of(&self, call: &Call) -> Option<Job> {
        let target = call.target.filter(|_| call.arguments.is_empty())?;
        if !matches!(self.it.last_name(self.ty(target)), "Thread" | "Future" | "CompletableFuture") {
            return None;
        }
        match *self.kind(target) {
            Kind::Local(local) => {
                let it = &self.body.locals[local.index()];
                it.effectively_final.then(|| self.list_of(local).map_or(Job::Local(local), Job::Each))
            }
            Kind::Element { array, .. } => match *self.kind(array) {
                Kind::Local(all) => Some(Job::Each(all)),
                _ => None,
            },
            Kind::Field { target, field, .. } => {
                target.is_none_or(|of| matches!(self.kind(of), Kind::This { .. })).then_some(Job::Field(field))
            }
            _ => None,
        }
    }

    /// The variable of the list or the array that a loop goes through with this variable.
    fn list_of(&self, each: LocalNo) -> Option<LocalNo> {
        self.body.statements.iter().find_map(|s| match s.form {
            Form::ForEach { local, over, .. } if local == each => match *self.kind(over) {
                Kind::Local(all) => Some(all),
                _ => None,
            },
            _ => None,
        })
    }

    /// The values that a list or an array in a variable is given, one by one.
    fn elements_of(&self, all: LocalNo) -> Vec<ExprNo> {
        let is_it = |e: ExprNo| matches!(self.kind(e), Kind::Local(of) if *of == all);
        let given = self.body.expressions.iter().filter_map(|e| match &e.kind {
            Kind::Call(call) if call.target.is_some_and(is_it) && self.it.text(call.name) == "add" => {
                call.arguments.last().copied()
            }
            Kind::Assign { target, value } => match *self.kind(*target) {
                Kind::Element { array, .. } => is_it(array).then_some(*value),
                _ => None,
            },
            _ => None,
        });
        let made = |e: ExprNo| match *self.kind(e) {
            Kind::Local(local) => self.body.locals[local.index()].value.unwrap_or(e),
            _ => e,
        };
        given.map(made).collect()
    }

    /// Locks that the code of a thread or a task takes.
    fn locks_of_job(&mut self, job: Job, wait: Span) -> Vec<String> {
        let field = match job {
            Job::Local(local) => {
                let made = self.body.locals[local.index()].value;
                return made.map_or_else(Vec::new, |made| self.locks_of_code(made, wait));
            }
            Job::Each(all) => {
                let made = self.elements_of(all);
                return made.into_iter().flat_map(|made| self.locks_of_code(made, wait)).collect();
            }
            Job::Field(field) => field,
        };
        let class = self.it.java.fields[field.index()].class;
        let mut made = Vec::new();
        for member in self.it.java.classes[class.index()].members.clone() {
            let body = self.it.java.attribute(member);
            let values: Vec<ExprNo> = body.values_of(field).collect();
            for value in values {
                made.push(self.with_body(&body, |other| other.locks_of_code(value, wait)));
            }
        }
        // Of several threads, only one may need the lock.
        if made.len() == 1 { made.remove(0) } else { Vec::new() }
    }

    /// A judge of other code.
    pub(in crate::elaborate::rejected) fn with_body<T>(
        &mut self,
        body: &Body,
        judge: impl FnOnce(&mut Judge<'_, '_>) -> T,
    ) -> T {
        let mut other = Judge {
            it: &mut *self.it,
            body,
            scope: Vec::new(),
            settled: Vec::new(),
            result: None,
            cases: Default::default(),
            ways: Default::default(),
            known_steps: Default::default(),
        };
        judge(&mut other)
    }

    /// Locks that the function takes which a thread or a task is made with.
    pub(super) fn locks_of_code(&mut self, made: ExprNo, wait: Span) -> Vec<String> {
        let is_code = |kind: &Kind| match kind {
            Kind::Lambda(_) | Kind::Reference(_) => true,
            Kind::New(new) => new.anonymous.is_some(),
            _ => false,
        };
        let all = self.inside(self.span(made)).filter(|(_, e)| is_code(&e.kind));
        let code = all.max_by_key(|(_, e)| e.span.end - e.span.start).filter(|(_, e)| !e.span.contains(wait));
        let Some((code, anonymous)) = code.map(|(_, e)| match &e.kind {
            Kind::New(new) => (e.span, new.anonymous),
            _ => (e.span, None),
        }) else {
            return Vec::new();
        };
        // In an anonymous class, `this` is its object.
        let is_outer = |m: MethodNo| Some(self.it.java.methods[m.index()].class) != anonymous;
        let mut locks = self.blocks_in(code, wait, anonymous);
        let mut called = Vec::new();
        for (_, e) in self.inside(code) {
            match &e.kind {
                Kind::Call(call) => {
                    let is_own = call.target.is_none_or(|of| matches!(self.kind(of), Kind::This { .. }));
                    let method = self.own_method(call).filter(|m| is_outer(*m));
                    locks.extend(self.lock_of(call).filter(|_| method.is_some() || !is_own));
                    called.extend(method.filter(|_| is_own));
                }
                Kind::Reference(reference) => {
                    locks.extend(self.lock_of_reference(reference));
                    let is_own = reference.target.is_some_and(|of| matches!(self.kind(of), Kind::This { .. }));
                    called.extend(reference.callee.method().filter(|_| is_own));
                }
                _ => {}
            }
        }
        for method in called {
            let data = &self.it.java.methods[method.index()];
            let (span, has_body) = (data.span, data.has_body);
            if data.modifiers.is_synchronized() && !data.modifiers.is_static() {
                locks.push("this".to_owned());
            }
            if has_body {
                let body = self.it.java.attribute(Member::Method(method));
                locks.extend(self.with_body(&body, |other| other.blocks_in(span, wait, None)));
            }
        }
        locks
    }

    /// The lock of a `synchronized` method that a reference names, of a class or of another object than this.
    fn lock_of_reference(&self, reference: &Reference) -> Option<String> {
        let method = &self.it.java.methods[reference.callee.method()?.index()];
        if !method.modifiers.is_synchronized() {
            return None;
        }
        if method.modifiers.is_static() {
            return Some(format!("{}.class", self.it.text(self.it.java.classes[method.class.index()].name)));
        }
        let target = reference.target.filter(|of| !matches!(self.kind(*of), Kind::This { .. }))?;
        Some(self.plain(target))
    }

    /// Locks of the blocks in a part of the text, and those that it takes by calls, as they are called where the wait is.
    fn blocks_in(&self, code: Span, wait: Span, anonymous: Option<ClassNo>) -> Vec<String> {
        let around = self.it.java.classes.iter().filter(|of| of.span.contains(wait)).map(|of| of.span);
        let around = around.min_by_key(|of| of.end - of.start);
        let is_around = |class: ClassNo| Some(self.it.java.classes[class.index()].span) == around;
        let blocks = self.body.statements.iter().filter(|s| code.contains(s.span)).filter_map(|s| match s.form {
            Form::Synchronized { lock, .. } => match *self.kind(lock) {
                Kind::This { class } if Some(class) == anonymous => None,
                Kind::This { class } if is_around(class) => Some("this".to_owned()),
                _ => Some(self.plain(lock)),
            },
            _ => None,
        });
        let calls = self.inside(code).filter_map(|(e, _)| {
            let (lock, _) = self.call_on(e, "lock")?;
            self.it.is_explicit_lock(self.ty(lock)).then(|| self.plain(lock))
        });
        blocks.chain(calls).collect()
    }

    /// The text of a lock, without `this.`.
    fn plain(&self, lock: ExprNo) -> String {
        self.words(lock).trim_start_matches("this.").to_owned()
    }

    /// Explicit locks that a `finally` around a place gives back.
    pub(in crate::elaborate::rejected) fn explicit_locks(&self, at: Span) -> Vec<String> {
        let given = self.body.statements.iter().filter(|s| s.span.contains(at)).filter_map(|s| match &s.form {
            Form::Try { finally: Some(last), .. } => Some(last),
            _ => None,
        });
        let given = given.flatten().filter(|s| !self.statement_span(**s).contains(at));
        given
            .filter_map(|s| {
                let call = self.call_of(*s).filter(|call| self.it.text(call.name) == "unlock")?;
                Some(self.plain(call.target?))
            })
            .collect()
    }

    /// The wait behind the block of the lock, if it is the last statement there; or in front, if it is the first.
    fn outside(&self, call: &Call, lock: &str, job: Job) -> Option<Fix> {
        let all = (0..self.body.statements.len() as u32).map(StmtNo);
        let wait = all.clone().find(|s| self.call_of(*s).is_some_and(|of| of.name_span == call.name_span))?;
        let (block, inner) = all
            .filter_map(|s| match &self.body.statements[s.index()].form {
                Form::Synchronized { lock: of, body } if body.contains(&wait) && self.plain(*of) == lock => {
                    Some((s, body))
                }
                _ => None,
            })
            .next()?;
        let whole = self.statement_span(block);
        let text = self.waiting_text(call, wait, lock, job);
        let title = format!("Wait without `{lock}`");
        if inner.last() == Some(&wait) && inner.len() > 1 {
            let is_outer = !self.are_declared(&inner[..inner.len() - 1], &[wait]);
            return is_outer.then(|| Fix::new(title, vec![self.without(wait), self.behind(whole, &[&text])]));
        }
        if inner.first() != Some(&wait) || inner.len() < 2 {
            return None;
        }
        let between = self.between(whole.start);
        let gone = Span::new(self.statement_span(wait).start, self.statement_span(inner[1]).start);
        Some(Fix::new(title, vec![Edit::insert(whole.start, format!("{text}{between}")), Edit::replace(gone, "")]))
    }

    /// The wait outside of the lock of a whole method: what stands in front of it and behind it has a block each.
    fn out_of_method(&self, call: &Call, lock: &str, job: Job) -> Option<Fix> {
        let around = self.around(call.name_span).filter(|around| !around.is_in_lambda() && around.held.is_empty())?;
        let data = &self.it.java.methods[around.method.index()];
        let part = self.body.parts.iter().find(|part| part.member == Member::Method(around.method))?;
        let at = part.block.iter().position(|s| self.statement_span(*s).contains(call.name_span))?;
        let (before, behind) = (&part.block[..at], &part.block[at + 1..]);
        let wait = part.block[at];
        // A statement around it that does nothing else goes along.
        let is_alone = self.inside(self.statement_span(wait)).all(|(_, e)| match &e.kind {
            Kind::Field { field, .. } => job == Job::Field(*field),
            Kind::Call(other) => {
                other.name_span == call.name_span || matches!(self.it.text(other.name), "interrupt" | "currentThread")
            }
            _ => true,
        });
        let form = &self.body.statements[wait.index()].form;
        let is_simple = matches!(form, Form::Expression(_) | Form::Try { .. } | Form::If { no: None, .. });
        if !data.modifiers.is_synchronized() || !is_alone || !is_simple || self.are_declared(before, &part.block[at..])
        {
            return None;
        }
        let head = Span::new(data.span.start, data.name_span.start);
        let word = head.start + self.it.java.sources.at(head).find("synchronized ")? as u32;
        let mut edits = vec![Edit::replace(Span::new(word, word + "synchronized ".len() as u32), "")];
        let mut wrap = |all: &[StmtNo]| {
            if let (Some(first), Some(last)) = (all.first(), all.last()) {
                let range = Span::new(self.statement_span(*first).start, self.statement_span(*last).end);
                edits.extend(self.wrapped(range, &format!("synchronized ({lock}) {{")));
            }
        };
        wrap(before);
        wrap(behind);
        edits.push(Edit::replace(self.statement_span(wait), self.waiting_text(call, wait, lock, job)));
        edits.sort();
        Some(Fix::new(format!("Wait without `{lock}`"), edits))
    }

    /// The statement of a wait as it stands outside of the lock: a field is read with it.
    fn waiting_text(&self, call: &Call, wait: StmtNo, lock: &str, job: Job) -> String {
        let place = self.statement_span(wait);
        let text = self.it.java.sources.at(place);
        let field = match job {
            Job::Field(field) if !self.it.java.fields[field.index()].modifiers.is_final() => field,
            _ => return text.to_owned(),
        };
        let Some(object) = call.target.map(|target| self.words(target)) else { return text.to_owned() };
        let (ty, name) = (
            self.it.java.sources.at(self.it.java.fields[field.index()].ty.span),
            self.fresh(&["awaited", "waitedFor"]),
        );
        let mut waiting = text.to_owned();
        let mut reads: Vec<Span> = self
            .inside(place)
            .filter(|(_, e)| matches!(e.kind, Kind::Field { field: of, .. } if of == field))
            .map(|(_, e)| e.span)
            .collect();
        reads.sort_by_key(|read| std::cmp::Reverse(read.start));
        for read in reads {
            waiting.replace_range((read.start - place.start) as usize..(read.end - place.start) as usize, name);
        }
        let between = self.between(place.start);
        format!("{ty} {name};{between}synchronized ({lock}) {{ {name} = {object}; }}{between}{waiting}")
    }

    /// Returns true if statements declare a variable that others use.
    pub(super) fn are_declared(&self, all: &[StmtNo], others: &[StmtNo]) -> bool {
        all.iter()
            .filter_map(|s| self.declared_variable(*s))
            .any(|local| others.iter().any(|other| !self.places_of(self.statement_span(*other), local).is_empty()))
    }

    fn declared_variable(&self, s: StmtNo) -> Option<LocalNo> {
        match self.body.statements[s.index()].form {
            Form::Local { local, .. } => Some(local),
            _ => None,
        }
    }
}
