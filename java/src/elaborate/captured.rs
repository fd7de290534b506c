//! Objects of the library that a variable has, and that the code of another thread uses: [EXP FORK2/fv-shared] for contents.
//!
//! A variable's `ArrayList` belongs to the thread that made it. The walk through the code says which pieces of it other threads run; here the
//! uses of each variable are sorted by the piece that they stand in. A change in one piece, without a lock, is an error if another thread uses the
//! object at the same time: the code around, behind the start and in front of a wait for the end, or the same piece, which runs many times.
//! Other uses by threads are counted.

use super::Elaborator;
use super::captured_given::By;
use super::code::Code;
use super::types::Sort;
use crate::library::{self, Safety};
use crate::tree::Member;
use crate::tree::body::{Body, ExprNo, Form, Kind, LocalNo, Operator};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::stack::deep;

/// Words of code that waits for the end of another thread.
const WAITS: &[&str] =
    &[".join(", ".get(", ".await(", "awaitTermination(", "invokeAll(", ".close(", "allOf(", ".acquire("];

/// Code that other threads run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Forked {
    /// The lambda, method reference or body of a class.
    pub(super) code: Span,
    /// The call that starts it, or hands it over.
    pub(super) start: Span,
    pub(super) runs: Runs,
    /// A list has it until then.
    pub(super) is_listed: bool,
}

/// Threads that run a piece of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Runs {
    /// One, beside the code that starts it.
    Beside,
    /// Threads of a parallel stream: many at once, and all have ended when the call that starts them returns.
    Together,
    /// Threads of `forEachOrdered`: one after the other, and all have ended when the call returns.
    OneByOne,
}

/// A use of a variable's object.
#[derive(Clone, Copy)]
struct Use {
    local: LocalNo,
    write: bool,
    locked: bool,
    span: Span,
    /// The piece of code of another thread that it stands in.
    thread: Option<Forked>,
}

/// The code of a member, and what is known of its variables.
struct Uses<'b> {
    body: &'b Body,
    forked: Vec<Forked>,
    all: Vec<Use>,
}

impl Code<'_, '_, '_> {
    /// Takes note that other threads run a function object: a lambda, a reference, an object of a class, or a variable that has one.
    pub(super) fn note_forked(&mut self, function: ExprNo, runs: Runs) {
        let listed = self.listed_start(function);
        let start = listed.unwrap_or(self.span(function));
        let value = match self.expression(function).kind {
            Kind::Local(local) => self.body.locals[local.index()].value,
            _ => None,
        };
        let code = match &self.expression(value.unwrap_or(function)).kind {
            Kind::New(new) => {
                let class = match (new.anonymous, self.it.sort(new.written.ty)) {
                    (Some(class), _) | (None, Sort::Class(class)) => class,
                    _ => return,
                };
                match self.body.classes.iter().any(|of| of.class == class) {
                    true => self.it.java.classes[class.index()].span,
                    // Its code uses in the thread the arguments that it keeps.
                    false => self.span(value.unwrap_or(function)),
                }
            }
            Kind::Lambda(_) | Kind::Reference(_) => self.span(value.unwrap_or(function)),
            _ => return,
        };
        let member = self.body.parts[0].member;
        self.it.contents.forked.entry(member).or_default().push(Forked {
            code,
            start,
            runs,
            is_listed: listed.is_some(),
        });
    }
}

impl Elaborator<'_> {
    /// Reports objects of the library in variables that several threads use.
    pub(super) fn captured_contents(&mut self) {
        if self.options.only_annotated || self.options.at_modifiers {
            return;
        }
        let mut forked: Vec<(Member, Vec<Forked>)> = std::mem::take(&mut self.contents.forked).into_iter().collect();
        forked.sort_by_key(|(_, all)| all[0].start.start);
        for (member, mut all) in forked {
            all.sort_by_key(|one| (one.start.start, one.code.start));
            all.dedup();
            let body = self.java.attribute(member);
            let mut uses = Uses { body: &body, forked: all, all: Vec::new() };
            self.uses_of_variables(&mut uses);
            self.races_on_variables(&uses);
        }
    }

    fn uses_of_variables(&mut self, uses: &mut Uses<'_>) {
        let body = uses.body;
        for e in &body.expressions {
            match &e.kind {
                Kind::Call(call) => {
                    let own = call.target.map(|target| self.behind_views(body, target));
                    if let Some(target) = own {
                        let by = By { iterates: library::iterates(self.text(call.name)), ..By::default() };
                        self.use_of_variable(uses, target, by, |it, ty| !library::is_reader(ty, it.text(call.name)));
                    }
                    for (i, &argument) in call.arguments.iter().enumerate() {
                        if let Some(write) = self.use_of_argument(call, i) {
                            self.use_of_variable(uses, argument, By::ITERATING, |_, _| write);
                        }
                    }
                }
                Kind::New(new) if uses.forked.iter().any(|one| one.code == e.span) => {
                    let Some(constructor) = new.callee.method() else { continue };
                    for (i, &argument) in new.arguments.iter().enumerate() {
                        if let Some(kept) = self.use_of_kept(constructor, i) {
                            self.use_of_variable(uses, argument, kept, |_, _| kept.writes);
                        }
                    }
                }
                // The text of a collection has those of its elements.
                Kind::Binary { operator: Operator::Add, left, right } if e.ty == self.java.known.string => {
                    for part in [*left, *right] {
                        self.use_of_variable(uses, part, By::ITERATING, |_, _| false);
                    }
                }
                Kind::Reference(reference) => {
                    if let Some(target) = reference.target {
                        let name = reference.name;
                        let by = By { iterates: library::iterates(self.text(name)), ..By::default() };
                        self.use_of_variable(uses, target, by, |it, ty| !library::is_reader(ty, it.text(name)));
                    }
                }
                _ => {}
            }
        }
        for s in &body.statements {
            if let Form::ForEach { over, .. } = s.form {
                let over = self.behind_views(body, over);
                self.use_of_variable(uses, over, By::ITERATING, |_, _| false);
            }
        }
    }

    /// The object that a view shows.
    pub(super) fn behind_views(&self, body: &Body, mut e: ExprNo) -> ExprNo {
        while let Kind::Call(call) = &body.expressions[e.index()].kind
            && let Some(inner) = call.target.filter(|_| library::is_view(self.text(call.name)))
        {
            e = inner;
        }
        e
    }

    fn use_of_variable(&mut self, uses: &mut Uses<'_>, e: ExprNo, by: By, writes: impl Fn(&Self, &str) -> bool) {
        let body = uses.body;
        let Some((local, value)) = uses.object_of(e) else { return };
        let declared = body.locals[local.index()].ty.ty;
        let safety = match self.library_name(declared).and_then(library::of_type) {
            Some(Safety::Confined) => Safety::Confined,
            Some(Safety::Either) => value.map_or(Safety::Either, |v| self.safety_of_value(body, v)),
            _ => return,
        };
        let (span, ty) = (body.expressions[e.index()].span, body.expressions[e.index()].ty);
        if !matches!(safety, Safety::Confined | Safety::Wrapper) || !self.is_within(span) {
            return;
        }
        let write = writes(self, self.library_name(ty).unwrap_or_default());
        let thread = uses.thread_of(span);
        let begins = thread.map_or(body.locals[local.index()].name_span.end, |thread| thread.code.start);
        let text = self.java.sources.at(Span::new(begins.min(span.start), span.start));
        // An explicit lock that it takes may be the one that the others take.
        let around = |s: &crate::tree::body::Statement| {
            let inside = s.span.contains(span) && thread.is_none_or(|thread| thread.code.contains(s.span));
            inside && matches!(s.form, Form::Synchronized { .. })
        };
        // A wrapper locks itself, but for who goes through it.
        let by_itself = matches!(safety, Safety::Wrapper) && !by.iterates;
        let locked = by.locked || by_itself || body.statements.iter().any(around) || text.contains("ock(");
        uses.all.push(Use { local, write, locked, span, thread });
    }

    fn races_on_variables(&mut self, uses: &Uses<'_>) {
        for used in &uses.all {
            let declared = uses.body.locals[used.local.index()].name_span;
            let home = uses.thread_of(declared);
            let Some(thread) = used.thread.filter(|thread| home != Some(*thread)) else { continue };
            let bare = |other: &&Use| !(used.locked && other.locked);
            let other = uses.all.iter().find(|other| bare(other) && self.meets(uses, used, other, thread));
            let Some(other) = other else {
                self.found.assumptions.add(Assumed::ContentsPassed, used.span);
                continue;
            };
            let name = self.text(uses.body.locals[used.local.index()].name);
            let message = match (other.span == used.span, used.write) {
                (true, _) => format!(
                    "race on the contents of `{name}`: several threads run this, and change the object without a lock"
                ),
                (_, true) => format!(
                    "race on the contents of `{name}`: the new thread changes the object, which the code around has too, and holds no lock"
                ),
                (_, false) => format!(
                    "race on the contents of `{name}`: the new thread reads the object, which the code around changes, and holds no lock"
                ),
            };
            let (at, beside, message) = match used.locked {
                false => (used.span, other.span, message),
                true => (
                    other.span,
                    used.span,
                    format!(
                        "race on the contents of `{name}`: this holds no lock, and another thread uses the object at the same time"
                    ),
                ),
            };
            self.problem("EXP FORK2/fv-shared", at, message);
            if other.span != used.span {
                self.of_declaration(beside, "used here at the same time");
            }
        }
    }

    /// Returns true if a use in a thread and another one may happen at the same time, one of them a change.
    fn meets(&self, uses: &Uses<'_>, used: &Use, other: &Use, thread: Forked) -> bool {
        if used.local != other.local || !(used.write || other.write) {
            return false;
        }
        let many = |thread: Forked| {
            let declared = uses.body.locals[used.local.index()].name_span;
            let again = || uses.forked.iter().filter(|one| one.code == thread.code).count() > 1;
            let of = if thread.is_listed { thread.code } else { thread.start };
            let in_loop = || uses.loops().any(|s| s.contains(of) && !s.contains(declared) && !self.waits(s));
            thread.runs == Runs::Together || thread.runs == Runs::Beside && (again() || in_loop())
        };
        match other.thread {
            Some(of) if of == thread => used.write && other.span == used.span && many(thread),
            Some(of) if of.code.contains(thread.code) => self.follows(uses, other, thread),
            Some(of) => {
                let (first, second) = if of.start.start < thread.start.start { (of, thread) } else { (thread, of) };
                !self.waits(Span::new(first.start.end, second.start.start.max(first.start.end)))
            }
            None => self.follows(uses, other, thread),
        }
    }

    /// Returns true if code around a thread's start runs behind it, and does not wait for its end.
    fn follows(&self, uses: &Uses<'_>, other: &Use, thread: Forked) -> bool {
        if thread.runs != Runs::Beside {
            return false;
        }
        let after = other.span.start >= thread.start.end;
        let declared = uses.body.locals[other.local.index()].name_span;
        let again = uses.loops().any(|s| s.contains(thread.start) && s.contains(other.span) && !s.contains(declared));
        match after {
            true => !self.waits(Span::new(thread.start.end, other.span.start)),
            false => again && !uses.loops().any(|s| s.contains(thread.start) && self.waits(s)),
        }
    }

    /// Returns true if code may wait for the end of threads.
    fn waits(&self, code: Span) -> bool {
        let text = self.java.sources.at(code);
        WAITS.iter().any(|word| text.contains(word))
    }
}

impl Uses<'_> {
    /// The variable that an object comes from, by way of others that have the same one, and its value.
    fn object_of(&self, e: ExprNo) -> Option<(LocalNo, Option<ExprNo>)> {
        match self.body.expressions[e.index()].kind {
            Kind::Local(local) => {
                let value = self.body.locals[local.index()].value;
                let before = value.and_then(|value| deep(|| self.object_of(value)));
                Some(before.unwrap_or((local, value)))
            }
            Kind::Cast { value, .. } => deep(|| self.object_of(value)),
            _ => None,
        }
    }

    /// The innermost piece of code of another thread around a place.
    fn thread_of(&self, span: Span) -> Option<Forked> {
        let around = self.forked.iter().filter(|one| one.code.contains(span));
        around.min_by_key(|one| one.code.end - one.code.start).copied()
    }

    fn loops(&self) -> impl Iterator<Item = Span> {
        let is_loop = |form: &Form| {
            matches!(form, Form::While { .. } | Form::DoWhile { .. } | Form::For { .. } | Form::ForEach { .. })
        };
        self.body.statements.iter().filter(move |s| is_loop(&s.form)).map(|s| s.span)
    }
}
