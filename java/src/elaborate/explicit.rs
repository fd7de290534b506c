//! Explicit locks: `l.lock(); try {…} finally { l.unlock(); }` and its like hold a lock as a block does.

use super::code::Code;
use super::locks::{EXPLICIT, READ, fields_from_this};
use super::members::Tail;
use super::operations::{ENDS, PAIRS, STAMPED, SURE, TRIED};
use super::optimistic::OPTIMISTIC;
use crate::tree::body::{Body, Call, Callee, ExprNo, Form, Kind, StmtNo};
use crate::tree::{FieldNo, Member, MethodNo};
use crate::types::{Shape, Ty};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

/// Number of statements in which the end of a locked region is looked for, and of locks that one block holds so.
pub(super) const LONGEST: usize = 256;
const MOST: usize = 16;

/// A lock that code takes or gives back.
#[derive(Clone)]
pub(super) struct Taken {
    /// The expression of the lock itself: `rw` of `rw.readLock()`.
    pub(super) lock: ExprNo,
    /// A final field that is a view of another lock, as `r` of `r = rw.readLock()`: the fields to that one.
    pub(super) view: Option<Vec<FieldNo>>,
    pub(super) method: String,
    pub(super) reads: bool,
    /// Place of the call.
    pub(super) at: Span,
}

impl<'b> Code<'_, '_, 'b> {
    /// A lock that a statement takes, if a later one of the same block, or the `finally` around it, gives it back.
    /// Code with `@GuardedBy` alone is held to what its own checkers ask for: `finally` marks the block.
    pub(super) fn takes_for_rest(&mut self, list: &[StmtNo], held: usize) -> Option<Taken> {
        if self.it.options.run || self.it.options.only_annotated || held >= MOST {
            return None;
        }
        let first = &self.body.statements[list.first()?.index()];
        let taken = match first.form {
            Form::Expression(e) => match self.expression(e).kind {
                Kind::Assign { value, .. } => self.takes(value, STAMPED)?,
                _ => self.takes(e, PAIRS)?,
            },
            Form::Local { value: Some(e), .. } => self.takes(e, STAMPED)?,
            Form::If { test, yes, no: None } if self.leaves(yes) => self.takes_unless(test)?,
            // Without `break` a loop ends where its test is false.
            Form::While { test, .. } | Form::DoWhile { test, .. } => {
                self.takes_unless(test).filter(|_| !self.it.java.sources.at(first.span).contains("break"))?
            }
            _ => return None,
        };
        let mut region = list.len();
        let mut gives = list[1..].iter().take(LONGEST).enumerate().find_map(|(i, s)| {
            let at = self.gives_back(*s, &taken)?;
            region = i + 2;
            Some(at)
        });
        if gives.is_none() {
            let around = self.around.clone().into_iter().rev().take(LONGEST);
            let (protects, at) = around.into_iter().find_map(|s| Some((s, self.gives_back(s, &taken)?)))?;
            if !self.is_sure(protects, list[0], &taken) {
                if taken.method.starts_with("acquire") {
                    return None;
                }
                self.it.found.assumptions.add(Assumed::ExplicitLock, taken.at);
            }
            gives = Some(at);
        }
        self.ends.insert(gives?);
        self.note_exclusive(&taken);
        self.held_as_a_whole(&list[1..region], &list[1..], taken)
    }

    /// A lock that is taken in front of statements, unless they give it back in parts of them: then it is held in the others alone.
    pub(super) fn held_as_a_whole(&mut self, region: &[StmtNo], rest: &[StmtNo], taken: Taken) -> Option<Taken> {
        let Some(first) = region.first() else { return Some(taken) };
        let effects = self.effects(&taken, self.body.statements[first.index()].span);
        let (held, _) = self.held_in(region, &effects, 1);
        // Behind the end of it in a `finally` it is not held in any case.
        let ends: Vec<Span> = region.iter().chain(&self.around).filter_map(|s| self.finally_of(*s)).collect();
        let is_expected = |s: StmtNo| ends.iter().any(|end| end.contains(self.body.statements[s.index()].span));
        if held.without().all(is_expected) {
            return Some(taken);
        }
        let (held, _) = self.held_in(rest, &effects, 1);
        self.flows(taken, held);
        None
    }

    /// The place of the `finally` of a statement.
    fn finally_of(&self, s: StmtNo) -> Option<Span> {
        let Form::Try { finally: Some(list), .. } = &self.body.statements[s.index()].form else { return None };
        let place = |s: &StmtNo| self.body.statements[s.index()].span;
        Some(place(list.first()?).to(place(list.last()?)))
    }

    /// The statements of a branch.
    pub(super) fn branch(&self, s: &'b StmtNo) -> &'b [StmtNo] {
        match &self.body.statements[s.index()].form {
            Form::Block(list) => list,
            _ => std::slice::from_ref(s),
        }
    }

    /// Returns true if a `try` begins with a statement that takes a lock and cannot fail. Else its `finally` may give back a lock that it has
    /// not taken: the hold around it, or the permit of another thread.
    fn is_sure(&self, protects: StmtNo, takes: StmtNo, taken: &Taken) -> bool {
        let Form::Try { resources, body, .. } = &self.body.statements[protects.index()].form else { return false };
        resources.is_empty() && body.first() == Some(&takes) && SURE.contains(&taken.method.as_str())
    }

    /// Returns true for a statement that leaves the block around it.
    pub(super) fn leaves(&self, s: StmtNo) -> bool {
        match &self.body.statements[s.index()].form {
            Form::Block(list) => list.last().is_some_and(|last| deep(|| self.leaves(*last))),
            Form::Return(_) | Form::Throw(_) | Form::Break(_) | Form::Continue(_) => true,
            _ => false,
        }
    }

    /// Takes those locks out of `held` that a statement gives back.
    pub(super) fn given_of(&mut self, s: StmtNo, held: &mut Vec<Taken>) -> Vec<Taken> {
        let mut given = Vec::new();
        for i in (0..held.len()).rev() {
            if let Some(at) = self.gives_back(s, &held[i]) {
                self.ends.insert(at);
                given.push(held.remove(i));
            }
        }
        given
    }

    /// The lock that a call takes: `l.lock()`, `rw.readLock().lock()`. One with a time answers whether it does.
    pub(super) fn takes(&mut self, e: ExprNo, pairs: &[(&str, &str)]) -> Option<Taken> {
        let taken = self.called_on(e)?;
        let Kind::Call(call) = &self.expression(e).kind else { return None };
        let most = usize::from(taken.method.starts_with("acquire") || taken.method.starts_with("enterWhen"));
        let fits = pairs == TRIED || call.arguments.len() <= most;
        pairs.iter().any(|(take, _)| fits && *take == taken.method).then_some(taken)
    }

    pub(super) fn called_on(&mut self, e: ExprNo) -> Option<Taken> {
        let Kind::Call(call) = &self.expression(e).kind else { return None };
        let method = self.it.text(call.name).to_owned();
        let mut lock = self.value_of_view(call.target?);
        let is_stamped = self.it.last_name(self.expression(lock).ty) == "StampedLock";
        let pairs = PAIRS.iter().chain(TRIED).chain(STAMPED.iter().filter(|_| is_stamped));
        let known = pairs.clone().any(|(take, give)| method == *take || method == *give);
        if !known || !self.is_library(call) || !self.is_for_one(call) {
            return None;
        }
        let mut reads = self.it.last_name(self.expression(lock).ty) == "ReadLock"
            || is_stamped && matches!(method.as_str(), "readLock" | "readLockInterruptibly" | "unlockRead");
        if let Kind::Call(view) = &self.expression(lock).kind {
            match (self.is_view(view), view.callee) {
                (Some(is_read), _) => (reads, lock) = (is_read, view.target?),
                (None, Callee::Declared(method)) => drop(self.returned_path(method)?),
                _ => return None,
            }
        }
        let view = match self.expression(lock).kind {
            Kind::Field { field, .. } => self.view_of(field),
            _ => None,
        };
        reads |= view.as_ref().is_some_and(|(_, reads)| *reads);
        Some(Taken { lock, view: view.map(|(fields, _)| fields), method, reads, at: call.name_span })
    }

    /// Fields from `this` to the lock of which a final field holds a view, `rw.readLock()` or `rw.writeLock()`; true for reading.
    pub(super) fn view_of(&mut self, field: FieldNo) -> Option<(Vec<FieldNo>, bool)> {
        let it = &self.it.java.fields[field.index()];
        let class = it.class;
        if !self.it.is_explicit_lock(it.ty.ty) {
            return None;
        }
        self.of_values(field, |code, body, value| {
            let Kind::Call(call) = &body.expressions[value.index()].kind else { return None };
            let reads = code.is_view(call)?;
            fields_from_this(body, class, call.target?).map(|fields| (fields, reads))
        })
    }

    /// The same thing about all the values that a final field can have: that of its declaration, or those of constructors and initialisers.
    fn of_values<T: PartialEq>(
        &mut self,
        field: FieldNo,
        tell: impl Fn(&Self, &Body, ExprNo) -> Option<T>,
    ) -> Option<T> {
        let it = &self.it.java.fields[field.index()];
        let starts = |member: &&Member| match **member {
            Member::Field(of) => of == field,
            Member::Method(method) => !it.initialized && self.it.constructs(method),
            Member::Initializer(_) => !it.initialized,
        };
        let members = self.it.java.classes[it.class.index()].members.iter().filter(|_| it.modifiers.is_final());
        let members: Vec<Member> = members.filter(starts).copied().collect();
        let mut found = None;
        for member in members {
            let body = self.it.java.attribute(member);
            for value in body.values_of(field) {
                let told = Some(tell(self, &body, value)?);
                if found.is_some() && found != told {
                    return None;
                }
                found = told;
            }
        }
        found
    }

    /// True for `rw.readLock()`, false for `rw.writeLock()`.
    fn is_view(&self, call: &Call) -> Option<bool> {
        match self.it.text(call.name) {
            name @ ("readLock" | "writeLock") if call.arguments.is_empty() && self.is_library(call) => {
                Some(name == "readLock")
            }
            _ => None,
        }
    }

    /// The view that is the value of a final variable, as `w` of `Lock w = rw.writeLock()`; of another expression, itself.
    fn value_of_view(&self, lock: ExprNo) -> ExprNo {
        let Kind::Local(local) = self.expression(lock).kind else { return lock };
        let is_view = |e: &ExprNo| match &self.expression(*e).kind {
            Kind::Call(call) => {
                let of = call.target.filter(|target| self.is_final_path(*target));
                self.is_view(call).is_some()
                    && of.is_some_and(|of| fields_from_this(self.body, self.class(), of).is_some())
            }
            _ => false,
        };
        self.body.locals[local.index()].value.filter(is_view).unwrap_or(lock)
    }

    /// Returns true unless the call takes or gives back more permits of a semaphore than one, or none.
    fn is_for_one(&self, call: &Call) -> bool {
        let counts = matches!(self.it.text(call.name), "acquire" | "acquireUninterruptibly" | "tryAcquire" | "release");
        // Two arguments are a time.
        let permits = call.arguments.first().filter(|_| counts && call.arguments.len() % 2 == 1);
        permits.is_none_or(|&e| self.it.java.sources.at(self.span(e)) == "1")
    }

    /// The lock that a call gives back.
    pub(super) fn gives(&mut self, s: StmtNo) -> Option<Taken> {
        let Form::Expression(e) = self.body.statements[s.index()].form else { return None };
        let given = self.called_on(e)?;
        PAIRS.iter().chain(STAMPED).any(|(_, give)| *give == given.method).then_some(given)
    }

    /// The place at which a statement, its `finally`, or its branch for a lock that is held, gives back a lock.
    pub(super) fn gives_back(&mut self, s: StmtNo, taken: &Taken) -> Option<Span> {
        if taken.method == OPTIMISTIC {
            return self.validates(s, taken);
        }
        let list = match &self.body.statements[s.index()].form {
            Form::Try { finally: Some(finally), .. } => &finally[..],
            Form::If { test, yes, no: None } if self.asks_for(*test, taken) => self.branch(yes),
            Form::Expression(e) => {
                let Kind::Call(call) = &self.expression(*e).kind else { return None };
                let mut pairs = PAIRS.iter().chain(TRIED).chain(STAMPED);
                let name = self.it.text(call.name);
                // `unlock` of a `StampedLock` gives back whatever its stamp stands for.
                let any = name == "unlock" && STAMPED.contains(&(taken.method.as_str(), "unlock"));
                pairs.find(|(take, give)| *take == taken.method && *give == name)?;
                let given = self.called_on(*e)?;
                let fits = any || given.reads == taken.reads;
                return (self.is_same(given.lock, taken.lock) && fits).then_some(given.at);
            }
            _ => return None,
        };
        list.iter().find_map(|s| deep(|| self.gives_back(*s, taken)))
    }

    /// Returns true for `l.isHeldByCurrentThread()`.
    fn asks_for(&self, test: ExprNo, taken: &Taken) -> bool {
        let Kind::Call(call) = &self.expression(test).kind else { return false };
        let asks = self.it.text(call.name) == "isHeldByCurrentThread" && self.is_library(call);
        asks && call.target.is_some_and(|of| self.is_same(of, taken.lock))
    }

    /// Returns true for two ways of writing one path, by way of final variables too.
    pub(super) fn is_same(&self, a: ExprNo, b: ExprNo) -> bool {
        let (a, b) = (self.aliased(a), self.aliased(b));
        let both = |a: Option<ExprNo>, b: Option<ExprNo>| match (a, b) {
            (Some(a), Some(b)) => deep(|| self.is_same(a, b)),
            (a, b) => a == b,
        };
        match (&self.expression(a).kind, &self.expression(b).kind) {
            (Kind::This { class: a }, Kind::This { class: b }) => a == b,
            (Kind::Local(a), Kind::Local(b)) => a == b,
            (Kind::Field { target: a, field: f, .. }, Kind::Field { target: b, field: g, .. }) => {
                f == g && both(*a, *b)
            }
            (Kind::Call(a), Kind::Call(b)) => a.callee == b.callee && a.name == b.name && both(a.target, b.target),
            (Kind::Element { array: a, index: i }, Kind::Element { array: b, index: j }) => {
                both(Some(*a), Some(*b)) && self.it.word_at(self.span(*i)) == self.it.word_at(self.span(*j))
            }
            _ => false,
        }
    }

    /// A `try` whose body, resources and catch clauses hold locks, and whose `finally` does until it gives them back.
    pub(super) fn protected(&mut self, s: StmtNo, taken: Vec<Taken>) -> ExprId {
        let statement = &self.body.statements[s.index()];
        let span = statement.span;
        let Form::Try { resources, body, catches, finally } = &statement.form else {
            return self.statement(s, Tail::No);
        };
        let inner = self.try_statement(resources, body, catches, None, span);
        let held = self.holding(&taken, inner);
        let rest = if self.it.options.only_annotated { Vec::new() } else { taken };
        let finally = finally.as_ref().map(|list| self.scoped(|code| code.block_here(list, Tail::No, span, rest)));
        self.it.out.attempt(held, &[], finally, span)
    }

    /// An expression that holds locks. A `holds` stays an element of its block, for it is about the rest of that.
    pub(super) fn holding(&mut self, taken: &[Taken], inner: ExprId) -> ExprId {
        if self.it.options.run || matches!(self.it.out.program.expr(inner), Expr::Holds(_)) {
            return inner;
        }
        let span = self.it.out.program.span(inner);
        let mut held = inner;
        for taken in taken {
            let at = self.span(taken.lock);
            for mut lock in self.locks_of(taken.lock) {
                if let (Some(fields), Expr::Field { recv, .. }) = (&taken.view, self.it.out.program.expr(lock)) {
                    lock = self.path_over(recv, fields, at);
                }
                if taken.reads && !self.it.options.only_annotated {
                    let read = self.it.intern(READ);
                    lock = self.it.out.field(lock, read, at);
                }
                held = self.it.out.locked(lock, held, span);
            }
        }
        held
    }

    /// A semaphore is a lock if it has one permit: if it is a final field that begins so. A `Lock` may be the read lock of another one.
    pub(super) fn note_exclusive(&mut self, taken: &Taken) {
        let lock = self.expression(taken.lock);
        let (made, permits) = match self.it.last_name(lock.ty) {
            "Semaphore" => ("Semaphore", Some("1")),
            "Lock" if taken.view.is_none() => ("ReentrantLock", None),
            _ => return,
        };
        let has_one = match lock.kind {
            Kind::Field { field, .. } => self.of_values(field, |code, body, value| {
                let value = &body.expressions[value.index()];
                let Kind::New(new) = &value.kind else { return None };
                let is_made = new.anonymous.is_none() && code.it.last_name(value.ty) == made;
                let first = new.arguments.first().map(|e| code.it.java.sources.at(body.expressions[e.index()].span));
                (is_made && permits.is_none_or(|permits| first == Some(permits))).then_some(())
            }),
            _ => None,
        };
        if has_one.is_none() {
            self.it.found.assumptions.add(Assumed::ExplicitLock, taken.at);
        }
    }

    /// A call that gives back a lock, but at the end of the block that holds it: it is assumed that no such block is around. Of a type of the
    /// library that is not known, `release` and `leave` are something else.
    pub(super) fn note_given_back(&mut self, name: Name, of: Option<Ty>, at: Span) {
        let text = self.it.text(name);
        let gives = ENDS.contains(&text) || PAIRS.iter().chain(STAMPED).any(|(_, give)| *give == text);
        let shape = of.map(|ty| self.it.java.types.shape(ty));
        let is_other = match shape {
            Some(Shape::External(..)) => !of.is_some_and(|ty| self.it.is_explicit_lock(ty)),
            Some(_) => false,
            None => true,
        };
        if gives && !(is_other && matches!(text, "release" | "leave")) && !self.ends.contains(&at) {
            self.it.found.assumptions.add(Assumed::ExplicitLock, at);
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
}
