//! Explicit locks: `l.lock(); try {…} finally { l.unlock(); }` and its like hold a lock as a block does.

use super::code::Code;
use super::locks::EXPLICIT;
use super::members::Tail;
use crate::tree::MethodNo;
use crate::tree::body::{Call, Callee, ExprNo, Form, Kind, StmtNo};
use crate::types::Shape;
use crate::world::Assumed;
use racefree_grammar::ast::ExprId;

/// Pairs of methods that take a lock and give it back, of locks, semaphores and Guava's monitors.
const PAIRS: &[(&str, &str)] = &[
    ("lock", "unlock"),
    ("lockInterruptibly", "unlock"),
    ("tryLock", "unlock"),
    ("acquire", "release"),
    ("acquireUninterruptibly", "release"),
    ("tryAcquire", "release"),
    ("enter", "leave"),
    ("enterInterruptibly", "leave"),
    ("enterWhen", "leave"),
    ("enterWhenUninterruptibly", "leave"),
    ("tryEnter", "leave"),
    ("enterIf", "leave"),
];

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
}

impl Code<'_, '_, '_> {
    /// A block that an explicit lock protects, at the head of some statements, and the number of statements that it takes.
    pub(super) fn explicit(&mut self, list: &[StmtNo]) -> Option<(ExprId, usize)> {
        let first = &self.body.statements[list.first()?.index()];
        match &first.form {
            Form::Expression(e) => {
                let taken = self.takes(*e)?;
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
                let taken = self.takes(*test)?;
                let protected = self.only_protected(*yes, &taken)?;
                let cond = self.value(*test, crate::types::Ty::BOOLEAN);
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
    fn takes(&self, e: ExprNo) -> Option<Taken> {
        let taken = self.called_on(e)?;
        PAIRS.iter().any(|(take, _)| *take == taken.method).then_some(taken)
    }

    fn called_on(&self, e: ExprNo) -> Option<Taken> {
        let Kind::Call(call) = &self.expression(e).kind else { return None };
        let method = self.it.text(call.name).to_owned();
        if !self.is_library(call) {
            return None;
        }
        let mut lock = call.target?;
        let mut reads = false;
        if let Kind::Call(view) = &self.expression(lock).kind {
            reads = self.it.text(view.name) == "readLock";
            if !reads && self.it.text(view.name) != "writeLock" {
                return None;
            }
            lock = view.target?;
        }
        Some(Taken { lock, method, reads })
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
    fn given_back(&self, s: StmtNo) -> Option<Taken> {
        let Form::Try { finally: Some(finally), .. } = &self.body.statements[s.index()].form else { return None };
        finally.iter().find_map(|s| match self.body.statements[s.index()].form {
            Form::Expression(e) => {
                let given = self.called_on(e)?;
                PAIRS.iter().any(|(_, give)| *give == given.method).then_some(given)
            }
            _ => None,
        })
    }

    fn gives_back(&self, s: StmtNo, taken: &Taken) -> bool {
        self.given_back(s).is_some_and(|given| {
            let fits = PAIRS.iter().any(|&(take, give)| take == taken.method && give == given.method);
            let same = self.it.word_at(self.span(given.lock)) == self.it.word_at(self.span(taken.lock));
            fits && same && given.reads == taken.reads
        })
    }

    /// The protected statement of a branch, if there is nothing else in it.
    fn only_protected(&self, yes: StmtNo, taken: &Taken) -> Option<StmtNo> {
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
        let lock = self.lock_expr(taken.lock);
        let path = self.it.word_at(self.span(taken.lock));
        let only_reads = taken.reads && !self.it.options.only_annotated;
        if only_reads {
            self.read_locks.push(path);
        }
        let inner = self.try_statement(resources, body, catches, None, span);
        if only_reads {
            self.read_locks.pop();
        }
        let held = self.it.out.locked(lock, inner, span);
        let finally = finally.as_ref().map(|list| self.block(list, Tail::No, span));
        self.it.out.attempt(held, &[], finally, span)
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
    pub(super) fn is_explicit_lock(&self, ty: crate::types::Ty) -> bool {
        let name = match self.it.java.types.shape(ty) {
            Shape::External(name, _) => name,
            Shape::Class(class, _) => self.it.java.classes[class.index()].qualified,
            _ => return false,
        };
        let last = self.it.text(name).rsplit('.').next().unwrap_or_default();
        LOCKS.contains(&last)
    }
}
