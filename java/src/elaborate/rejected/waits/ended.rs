//! Threads and tasks whose end nothing waits for, in front of code that reads what they make: a `join` that is forgotten, beside another one or
//! not, and a pool that is told to end and not waited for.

use super::super::Judge;
use crate::tree::Member;
use crate::tree::body::{Call, ExprNo, Form, Kind, LocalNo, StmtNo};
use crate::types::{Shape, Ty};
use racefree_grammar::{Edit, Fix, Span};

/// Methods of a thread that say nothing about its end.
const OF_THREADS: &[&str] = &["start", "setName", "setPriority", "getName"];

/// Methods of a pool likewise.
const OF_POOLS: &[&str] = &["submit", "execute", "shutdown"];

/// Something that runs beside the method: a thread, or the tasks of a pool.
struct Job {
    local: LocalNo,
    /// The statement behind which it can be waited for.
    at: usize,
    /// The wait.
    wait: String,
}

impl Judge<'_, '_> {
    /// Warns of threads that are read from and not waited for.
    pub(super) fn not_awaited(&mut self) {
        for all in self.lists() {
            let Some(first) = all.first() else { continue };
            let Some(around) = self.around(self.statement_span(*first)).filter(|around| !around.is_in_lambda()) else {
                continue;
            };
            let is_main = self.it.text(self.it.java.methods[around.method.index()].name) == "main";
            self.jobs_of(&all, is_main);
        }
    }

    fn jobs_of(&mut self, all: &[StmtNo], is_main: bool) {
        let jobs: Vec<Job> = all.iter().enumerate().filter_map(|(n, s)| self.job(n, *s)).collect();
        let (missing, others): (Vec<&Job>, Vec<&Job>) = jobs.iter().partition(|job| self.is_forgotten(job.local));
        let joined = others.iter().filter_map(|job| self.joined_at(all, job.local)).max_by_key(|(at, _)| *at);
        if missing.is_empty() || joined.is_none() && !is_main || others.len() > 0 && joined.is_none() {
            return;
        }
        let started = jobs.iter().map(|job| job.at).max().unwrap_or_default();
        let last = joined.map_or(started, |(at, _)| at);
        let behind = &all[last + 1..];
        let made: Vec<LocalNo> = missing.iter().flat_map(|job| self.involved(job.local)).collect();
        let Some(read) = behind.iter().position(|s| self.reads_what_is_made(*s, &made)) else { return };
        let is_first = last >= started && self.are_quiet(behind);
        let ends = missing.iter().all(|job| self.involved_code(job.local).iter().all(|code| self.ends_by_itself(*code)));
        if !is_first || !ends {
            return;
        }
        let waits: Vec<&str> = missing.iter().map(|job| job.wait.as_str()).collect();
        let names: Vec<String> = missing.iter().map(|job| format!("`{}`", self.name_of(job.local))).collect();
        let (names, wait) = (names.join(" and "), waits.join(" "));
        // In front of what reads, if that is not where other waits are.
        let edit = match joined {
            Some((_, join)) => self.behind(join, &wait),
            None => {
                let start = self.statement_span(behind[read]).start;
                let (line, indent) = self.line_of(start);
                let is_line = self.it.java.sources.text()[line..start as usize].trim().is_empty();
                let feed = if is_line { format!("{}{indent}", self.feed()) } else { " ".to_owned() };
                Edit::insert(start, format!("{wait}{feed}"))
            }
        };
        let beside = if joined.is_some() { ", as it does for others," } else { "" };
        let message = format!(
            "this reads what {names} may still be at: nothing waits{beside} for the end, which `{}` does",
            wait.trim_end_matches(';')
        );
        let repair = Fix::new(format!("Wait: `{wait}`"), vec![edit]);
        self.warn_wait("not_awaited", self.statement_span(behind[read]), message, Some(repair));
    }

    /// The thread that a statement starts, or the pool that it tells to end.
    fn job(&self, at: usize, s: StmtNo) -> Option<Job> {
        let call = self.call_of(s)?;
        let name = self.it.text(call.name);
        if name == "start" {
            let local = self.thread_of(call).filter(|local| self.body.locals[local.index()].value.is_some())?;
            return Some(Job { local, at, wait: format!("{}.join();", self.name_of(local)) });
        }
        let Kind::Local(local) = *self.kind(call.target?) else { return None };
        let made = self.body.locals[local.index()].value?;
        let is_pool = self.it.last_name(self.ty(call.target?)) == "ExecutorService"
            && self.words(made).contains("Executors.new")
            && !self.words(made).contains("cheduled");
        if name != "shutdown" || !is_pool {
            return None;
        }
        let (file, _) = self.it.java.sources.place(call.name_span);
        let text = self.it.java.sources.at(self.it.java.sources.files()[file.index()].span);
        let is_known = ["*", "TimeUnit"].iter().any(|name| text.contains(&format!("import java.util.concurrent.{name};")));
        let unit = if is_known { "TimeUnit" } else { "java.util.concurrent.TimeUnit" };
        Some(Job { local, at, wait: format!("{}.awaitTermination(1, {unit}.MINUTES);", self.name_of(local)) })
    }

    /// Calls of methods on a variable; none, if it is used otherwise.
    fn calls_on(&self, local: LocalNo) -> Option<Vec<&Call>> {
        let is_it = |e: ExprNo| matches!(self.kind(e), Kind::Local(of) if *of == local);
        let calls = self.body.expressions.iter().filter_map(|e| match &e.kind {
            Kind::Call(call) if call.target.is_some_and(is_it) => Some(&**call),
            _ => None,
        });
        let calls: Vec<&Call> = calls.collect();
        let declared = self.body.locals[local.index()].name_span;
        let uses = self.body.expressions.iter().filter(|e| matches!(e.kind, Kind::Local(of) if of == local));
        let others = uses.filter(|e| e.span != declared && !calls.iter().any(|call| call.target.is_some_and(|of| self.span(of) == e.span)));
        // A field of the thread, which is read, is no way to wait.
        let is_field = |span: Span| {
            let behind = self.it.java.sources.text()[span.end as usize..].trim_start();
            behind.starts_with('.')
        };
        others.map(|e| e.span).all(is_field).then_some(calls)
    }

    /// Returns true for a thread that only starts, and for a pool that only gets tasks whose futures nobody has.
    fn is_forgotten(&self, local: LocalNo) -> bool {
        let is_thread = self.it.last_name(self.body.locals[local.index()].ty.ty) == "Thread";
        let class = self.own_class(local);
        let is_known = |call: &&Call| {
            let name = self.it.text(call.name);
            let is_alone = |call: &Call| name != "submit" || self.is_statement(call);
            match is_thread {
                true => OF_THREADS.contains(&name) || class && call.callee.method().is_some() && self.is_quiet_call(call),
                false => OF_POOLS.contains(&name) && is_alone(call),
            }
        };
        self.calls_on(local).is_some_and(|calls| calls.iter().all(is_known))
    }

    fn own_class(&self, local: LocalNo) -> bool {
        matches!(self.it.java.types.shape(self.body.locals[local.index()].ty.ty), Shape::Class(..))
    }

    /// Returns true for a call whose value nobody has.
    fn is_statement(&self, call: &Call) -> bool {
        self.body.statements.iter().any(|s| match s.form {
            Form::Expression(e) => self.as_call(e).is_some_and(|of| of.name_span == call.name_span),
            _ => false,
        })
    }

    /// The last of some statements with `t.join();`, and that one itself.
    fn joined_at(&self, all: &[StmtNo], local: LocalNo) -> Option<(usize, Span)> {
        let is_join = |s: &StmtNo| {
            self.call_of(*s).is_some_and(|call| {
                let is_it = call.target.is_some_and(|of| matches!(self.kind(of), Kind::Local(of) if *of == local));
                is_it && self.it.text(call.name) == "join" && call.arguments.is_empty()
            })
        };
        let join = (0..self.body.statements.len() as u32).map(StmtNo).filter(is_join).map(|s| self.statement_span(s)).last()?;
        Some((all.iter().position(|s| self.statement_span(*s).contains(join))?, join))
    }

    /// Code that a thread runs, or that a pool gets: where it is made, or the class of it.
    fn involved_code(&self, local: LocalNo) -> Vec<Span> {
        let mut all: Vec<Span> = self.body.locals[local.index()].value.map(|made| self.span(made)).into_iter().collect();
        let calls = self.calls_on(local).unwrap_or_default();
        all.extend(calls.iter().flat_map(|call| &call.arguments).map(|e| self.span(*e)));
        for n in 0..2 {
            let here = all.clone();
            let inside = here.iter().flat_map(|span| self.inside(*span));
            let added: Vec<Span> = inside.filter_map(|(_, e)| match &e.kind {
                Kind::Local(of) if *of != local => self.body.locals[of.index()].value.map(|made| self.span(made)),
                Kind::New(new) => self.class_span(new.written.ty),
                Kind::Call(call) if n == 0 => self.method_span(call.callee.method()),
                Kind::Reference(reference) => self.method_span(reference.callee.method()),
                _ => None,
            }).filter(|span| !all.contains(span)).collect();
            all.extend(added);
        }
        all
    }

    fn class_span(&self, ty: Ty) -> Option<Span> {
        match self.it.java.types.shape(ty) {
            Shape::Class(class, _) => Some(self.it.java.classes[class.index()].span),
            _ => None,
        }
    }

    fn method_span(&self, method: Option<crate::tree::MethodNo>) -> Option<Span> {
        method.map(|m| self.it.java.methods[m.index()].span)
    }

    /// Variables of objects that a thread or a task has, and its own.
    fn involved(&self, local: LocalNo) -> Vec<LocalNo> {
        let mut all = vec![local];
        for code in self.involved_code(local) {
            let objects = self.inside(code).filter_map(|(_, e)| match e.kind {
                Kind::Local(of) if self.is_object(e.ty) => Some(of),
                _ => None,
            });
            all.extend(objects);
        }
        all
    }

    fn is_object(&self, ty: Ty) -> bool {
        let is_value = matches!(self.it.java.types.shape(ty), Shape::Primitive(_)) || ty == self.it.java.known.string;
        !is_value && self.it.java.unboxed(ty) == ty
    }

    /// Returns true for a statement that reads a field which has no final value, or an object that a thread has.
    fn reads_what_is_made(&self, s: StmtNo, made: &[LocalNo]) -> bool {
        let span = self.statement_span(s);
        self.inside(span).any(|(_, e)| match &e.kind {
            Kind::Local(of) => made.contains(of),
            Kind::Field { field, .. } => !self.it.java.fields[field.index()].modifiers.is_final() || self.is_object(e.ty),
            Kind::Call(call) => call.callee.method().is_some_and(|m| self.reads_a_field(m)),
            _ => false,
        })
    }

    fn reads_a_field(&self, method: crate::tree::MethodNo) -> bool {
        let data = &self.it.java.methods[method.index()];
        let text = self.it.java.sources.at(data.span);
        let body = text.split_once('{').map_or("", |(_, body)| body);
        let members = &self.it.java.classes[data.class.index()].members;
        members.iter().any(|member| match member {
            Member::Field(f) => !super::super::steps::uses(body, self.it.text(self.it.java.fields[f.index()].name)).is_empty(),
            Member::Method(_) | Member::Initializer(_) => false,
        })
    }

    /// Returns true for code that ends by itself, as far as its text says: no loop of it hangs on what another thread does.
    fn ends_by_itself(&self, code: Span) -> bool {
        let text = self.it.java.sources.at(code);
        let squeezed: String = text.split_whitespace().collect();
        const WAITS: &[&str] =
            &["for(;;)", ".take()", ".accept()", "wait(", "await(", ".acquire(", ".poll(", ".get()", "Interrupted", "readLine"];
        let bounded = |rest: &str| {
            let test = rest.split_once(')').map_or(rest, |(test, _)| test);
            [" < ", " > ", "<=", ">=", "<", ">"].iter().any(|sign| test.contains(sign))
        };
        let loops = squeezed.split("while(").skip(1).all(bounded);
        loops && !WAITS.iter().any(|word| squeezed.contains(word))
    }
}
