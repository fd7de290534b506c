//! Explicit locks: `l.lock(); try {…} finally { l.unlock(); }` and its like hold a lock as a block does.

use super::code::Code;
use super::locks::{EXPLICIT, READ};
use super::members::Tail;
use crate::tree::body::{Call, Callee, ExprNo, Form, Kind, StmtNo};
use crate::tree::{Member, MethodNo};
use crate::types::{Shape, Ty};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::ExprId;

/// Pairs of methods that take a lock and give it back, of locks, semaphores and Guava's monitors.
const PAIRS: &[(&str, &str)] = &[
    ("lock", "unlock"),
    ("lockInterruptibly", "unlock"),
    ("acquire", "release"),
    ("acquireUninterruptibly", "release"),
    ("enter", "leave"),
    ("enterInterruptibly", "leave"),
    ("enterWhen", "leave"),
    ("enterWhenUninterruptibly", "leave"),
];

/// The same of methods that answer whether they took the lock.
const TRIED: &[(&str, &str)] =
    &[("tryLock", "unlock"), ("tryAcquire", "release"), ("tryEnter", "leave"), ("enterIf", "leave")];

/// Types of the library whose objects are locks by their methods.
const LOCKS: &[&str] = &[
    "Lock",
    "ReentrantLock",
    "ReadWriteLock",
    "ReentrantReadWriteLock",
    "StampedLock",
    "Semaphore",
    "Monitor",
    "ReadLock",
    "WriteLock",
];

/// A lock that code takes or gives back.
struct Taken {
    /// The expression of the lock itself: `rw` of `rw.readLock()`.
    lock: ExprNo,
    method: String,
    reads: bool,
    /// Where the method is called.
    at: Span,
}

impl Code<'_, '_, '_> {
    /// A block that an explicit lock protects, at the head of some statements, and the number of statements that it takes.
    pub(super) fn explicit(&mut self, list: &[StmtNo]) -> Option<(ExprId, usize)> {
        let first = &self.body.statements[list.first()?.index()];
        match &first.form {
            Form::Expression(e) => {
                let taken = self.takes(*e, PAIRS)?;
                let next = *list.get(1)?;
                if !self.gives_back(next, &taken) {
                    return None;
                }
                let before = self.effect(*e);
                let block = self.protected(next, &taken);
                let span = first.span;
                Some((self.it.out.seq(&[before, block], span), 2))
            }
            Form::If { test, yes, no } => {
                let taken = self.takes(*test, TRIED)?;
                let protected = self.only_protected(*yes, &taken)?;
                let cond = self.value(*test, Ty::BOOLEAN);
                let then = self.protected(protected, &taken);
                let otherwise = no.map(|no| self.statement(no, Tail::No));
                Some((self.it.out.branch(cond, then, otherwise, first.span), 1))
            }
            Form::Try { .. } if self.it.options.only_annotated => {
                let taken = self.given_back(*list.first()?)?;
                Some((self.protected(list[0], &taken), 1))
            }
            _ => None,
        }
    }

    /// The lock that a call takes: `l.lock()`, `rw.readLock().lock()`.
    fn takes(&mut self, e: ExprNo, pairs: &[(&str, &str)]) -> Option<Taken> {
        let taken = self.called_on(e)?;
        pairs.iter().any(|(take, _)| *take == taken.method).then_some(taken)
    }

    fn called_on(&mut self, e: ExprNo) -> Option<Taken> {
        let Kind::Call(call) = &self.expression(e).kind else { return None };
        let method = self.it.text(call.name).to_owned();
        let known = PAIRS.iter().chain(TRIED).any(|(take, give)| method == *take || method == *give);
        if !known || !self.is_library(call) || !self.is_for_one(call) {
            return None;
        }
        let mut lock = call.target?;
        let mut reads = self.last_name(self.expression(lock).ty) == "ReadLock";
        if let Kind::Call(view) = &self.expression(lock).kind {
            match (self.it.text(view.name), view.callee) {
                ("readLock", _) => (reads, lock) = (true, view.target?),
                ("writeLock", _) => lock = view.target?,
                (_, Callee::Declared(method)) => drop(self.returned_path(method)?),
                _ => return None,
            }
        }
        Some(Taken { lock, method, reads, at: call.name_span })
    }

    /// Returns true unless the call takes or gives back more permits of a semaphore than one, or none.
    fn is_for_one(&self, call: &Call) -> bool {
        let counts = matches!(self.it.text(call.name), "acquire" | "acquireUninterruptibly" | "tryAcquire" | "release");
        // Two arguments are a time.
        let permits = call.arguments.first().filter(|_| counts && call.arguments.len() % 2 == 1);
        permits.is_none_or(|&e| self.it.java.sources.at(self.span(e)) == "1")
    }

    /// Returns true for a call of a method that the sources do not declare.
    pub(super) fn is_library(&self, call: &Call) -> bool {
        match call.callee {
            Callee::External { .. } | Callee::Unresolved => true,
            Callee::Declared(m) => {
                let class = self.it.java.methods[m.index()].class;
                self.it.java.classes[class.index()].origin != crate::tree::Origin::Source
            }
            Callee::Implied(_) => false,
        }
    }

    /// The lock that the `finally` of a statement gives back.
    fn given_back(&mut self, s: StmtNo) -> Option<Taken> {
        let body = self.body;
        let Form::Try { finally: Some(finally), .. } = &body.statements[s.index()].form else { return None };
        finally.iter().find_map(|s| match body.statements[s.index()].form {
            Form::Expression(e) => {
                let given = self.called_on(e)?;
                PAIRS.iter().any(|(_, give)| *give == given.method).then_some(given)
            }
            _ => None,
        })
    }

    fn gives_back(&mut self, s: StmtNo, taken: &Taken) -> bool {
        self.given_back(s).is_some_and(|given| {
            let fits = PAIRS.iter().chain(TRIED).any(|&(take, give)| take == taken.method && give == given.method);
            let same = self.it.word_at(self.span(given.lock)) == self.it.word_at(self.span(taken.lock));
            fits && same && given.reads == taken.reads
        })
    }

    /// The protected statement of a branch, if there is nothing else in it.
    fn only_protected(&mut self, yes: StmtNo, taken: &Taken) -> Option<StmtNo> {
        let only = match &self.body.statements[yes.index()].form {
            Form::Block(list) => *list.first().filter(|_| list.len() == 1)?,
            _ => yes,
        };
        self.gives_back(only, taken).then_some(only)
    }

    /// A `try` whose body, resources and catch clauses hold a lock.
    fn protected(&mut self, s: StmtNo, taken: &Taken) -> ExprId {
        let statement = &self.body.statements[s.index()];
        let span = statement.span;
        let Form::Try { resources, body, catches, finally } = &statement.form else {
            return self.statement(s, Tail::No);
        };
        let mut lock = self.lock_expr(taken.lock);
        self.note_permits(taken);
        if taken.reads && !self.it.options.only_annotated {
            let read = self.it.intern(READ);
            lock = self.it.out.field(lock, read, self.span(taken.lock));
        }
        let inner = self.try_statement(resources, body, catches, None, span);
        let held = self.it.out.locked(lock, inner, span);
        let ends = self.given_back(s).map(|given| given.at);
        let around = std::mem::replace(&mut self.ends, ends);
        let finally = finally.as_ref().map(|list| self.block(list, Tail::No, span));
        self.ends = around;
        self.it.out.attempt(held, &[], finally, span)
    }

    /// A semaphore is a lock if it has one permit: if it is a final field that begins so.
    fn note_permits(&mut self, taken: &Taken) {
        let lock = self.expression(taken.lock);
        if self.last_name(lock.ty) != "Semaphore" {
            return;
        }
        let field = match lock.kind {
            Kind::Field { field, .. } if self.it.java.fields[field.index()].modifiers.is_final() => Some(field),
            _ => None,
        };
        let has_one = field.is_some_and(|field| {
            let body = self.it.java.attribute(Member::Field(field));
            let part = body.parts.iter().find(|part| part.member == Member::Field(field));
            part.and_then(|part| part.value).is_some_and(|value| {
                let text = self.it.word_at(body.expressions[value.index()].span);
                text.starts_with("new Semaphore(1)") || text.starts_with("new Semaphore(1,")
            })
        });
        if !has_one {
            self.it.found.assumptions.add(Assumed::ExplicitLock, taken.at);
        }
    }

    /// A call that gives back a lock, but at the end of the block that holds it: it is assumed that no such block is around.
    pub(super) fn note_given_back(&mut self, call: &Call) {
        let gives = PAIRS.iter().any(|(_, give)| *give == self.it.text(call.name));
        let explicit = call.target.is_some_and(|target| self.is_explicit_lock(self.expression(target).ty));
        if gives && explicit && self.ends != Some(call.name_span) {
            self.it.found.assumptions.add(Assumed::ExplicitLock, call.name_span);
        }
    }

    /// The monitor that holds while it asks the condition of a `Monitor.Guard`: the argument of its constructor.
    pub(super) fn held_in_condition(&mut self, method: MethodNo) -> Option<ExprId> {
        let it = &self.it.java.methods[method.index()];
        let monitor = *self.it.first_arguments.get(&it.class)?;
        let above = self.it.java.classes[it.class.index()].superclass?;
        let declared = matches!(self.it.java.types.shape(above.ty), Shape::Class(..));
        let is_guard = !declared && matches!(self.it.word_at(above.span).as_str(), "Monitor.Guard" | "Guard");
        if !is_guard || self.it.text(it.name) != "isSatisfied" {
            return None;
        }
        let span = self.span(monitor);
        self.it.found.assumptions.add(Assumed::Holds, span);
        let (lock, locked) = (self.lock_expr(monitor), self.it.intern(EXPLICIT));
        let lock = self.it.out.field(lock, locked, span);
        Some(self.it.out.holds(lock, span))
    }

    /// Returns true for a type of the library whose objects are locks by their methods.
    pub(super) fn is_explicit_lock(&self, ty: Ty) -> bool {
        LOCKS.contains(&self.last_name(ty))
    }

    /// The simple name of a class; of another type, none.
    fn last_name(&self, ty: Ty) -> &str {
        let name = match self.it.java.types.shape(ty) {
            Shape::External(name, _) => name,
            Shape::Class(class, _) => self.it.java.classes[class.index()].qualified,
            _ => return "",
        };
        self.it.text(name).rsplit('.').next().unwrap_or_default()
    }
}
