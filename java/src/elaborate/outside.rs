//! Objects of the library in code: which calls make one, and which use one that threads need a lock for. The checker has annotations for
//! that; an analysis that looks for races has the calls.

use super::code::Code;
use super::operations;
use super::result::{Gives, LibraryCall};
use crate::acts::{self, Acts};
use crate::library::{self, Made, Safety};
use crate::tree::body::{Call, Callee, ExprNo, New, Reference};
use crate::types::Ty;
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;

/// A method of the library that code calls, or refers to.
struct Used<'c> {
    name: Name,
    callee: Callee,
    /// The type of the object that it is called on, or the one in front of `::`.
    owner: Option<Ty>,
    /// The object that it is called on, as it is written, and its text or the one in front of the dot.
    target: Option<ExprNo>,
    front: Option<Span>,
    on_object: bool,
    /// The number of its arguments.
    takes: usize,
    /// Arguments that are written.
    arguments: &'c [ExprNo],
}

impl Code<'_, '_, '_> {
    /// Notes that an object of the library is used which threads need a lock for, or made around another one.
    pub(super) fn note_use(&mut self, call: &Call, span: Span) {
        let (owner, front) = (call.target.map(|e| self.expression(e).ty), call.target.map(|e| self.span(e)));
        let (name, callee, on_object) = (call.name, call.callee, call.target.is_some());
        let arguments = &call.arguments[..];
        let (target, takes) = (call.target, arguments.len());
        self.note_used(&Used { name, callee, owner, target, front, on_object, takes, arguments }, span);
    }

    /// The same of a method that a reference stands for, with the object in front of `::`, if there is one, and what its interface's method is
    /// given. Its operands: what is not known of these the library gives.
    pub(super) fn operands_referred(
        &mut self,
        reference: &Reference,
        object: Option<ExprId>,
        given: &[(ExprId, Ty)],
        span: Span,
    ) -> Vec<ExprId> {
        if reference.is_new || reference.is_super {
            return object.into_iter().collect();
        }
        let written = reference.written.map(|written| written.ty);
        let owner = reference.target.map(|e| self.expression(e).ty).or(written);
        let of_library = owner.and_then(|owner| self.it.library_name(owner)).unwrap_or_default().to_owned();
        let simple = of_library.rsplit('.').next().unwrap_or_default();
        let declared = reference.callee.method().map(|method| &self.it.java.methods[method.index()]);
        let is_static = match declared {
            Some(method) => method.modifiers.is_static(),
            // Of a class that is not declared: nothing is made by a method that objects of it have.
            None => {
                library::of_type(&of_library).is_none()
                    || library::of_call(simple, self.it.text(reference.name)).is_some()
            }
        };
        let on_object = object.is_some() || !is_static;
        let unbound = usize::from(on_object && object.is_none());
        let takes = match declared {
            Some(method) => method.parameters.len(),
            None => given.len().max(1) - unbound,
        };
        let mut operands: Vec<ExprId> = object.into_iter().collect();
        operands.extend(given.iter().map(|(value, _)| *value));
        // The place of the name is none of the call's.
        let length = self.it.text(reference.name).len() as u32;
        let at = Span::new(span.end.saturating_sub(length), span.end);
        for _ in given.len()..takes + unbound {
            self.it.found.library_received.insert(at);
            operands.push(self.any(Ty::UNKNOWN, &[], at));
        }
        let (name, callee) = (reference.name, reference.callee);
        let front = reference.target.map(|e| self.span(e)).or(reference.written.map(|written| written.span));
        let target = reference.target;
        self.note_used(&Used { name, callee, owner, target, front, on_object, takes, arguments: &[] }, span);
        operands
    }

    fn note_used(&mut self, used: &Used<'_>, span: Span) {
        let class = match (used.callee.method(), used.front) {
            (Some(method), _) => {
                let class = self.it.java.methods[method.index()].class;
                self.it.text(self.it.java.classes[class.index()].name).to_owned()
            }
            (None, Some(front)) => self.it.java.sources.at(front).to_owned(),
            (None, None) => String::new(),
        };
        let any_class = match used.callee {
            Callee::External { owner } | Callee::Missing { owner } => self.it.is_unknown(owner),
            Callee::Unresolved => true,
            Callee::Declared(_) | Callee::Implied(_) => false,
        };
        let (name, arguments, on_object) = (used.name, used.takes, used.on_object);
        let owner = used.owner.filter(|_| on_object).and_then(|owner| self.it.library_name(owner)).map(str::to_owned);
        let text = self.it.text(name).to_owned();
        let (keeps, gives) = owner.as_ref().map_or((true, Gives::Anything), |of| library::of_arguments(of, &text));
        let stores = library::stores(owner.as_ref().unwrap_or(&class));
        let acts = self.acts(used, owner.as_deref(), &class);
        let noted = LibraryCall { name, arguments, on_object, any_class, keeps, gives, acts };
        self.it.found.library_calls.insert(span, noted);
        if stores {
            self.it.found.library_stores.insert(span);
        }
        match library::of_call(&class, &text) {
            Some(Made::Of(Safety::Confined)) => {
                self.it.found.library_made.insert(span, "List".to_owned());
            }
            Some(Made::Of(_)) => {
                self.it.found.library_wrapped.insert(span);
            }
            Some(Made::ViewOf | Made::Same) | None => {}
        }
        if matches!(text.as_str(), "invokeAll" | "invokeAny") {
            self.it.found.library_starts.insert(span);
        }
        let is_static = owner.is_none();
        let of_class = |m: crate::tree::MethodNo| self.it.java.methods[m.index()].modifiers.is_static();
        if library::reads_argument(&text, is_static && used.callee.method().is_none_or(of_class)) {
            let changes = is_static && library::changes_argument(&text);
            used.arguments.iter().for_each(|e| self.note_look(*e, changes));
        }
        let Some(of) = owner else { return };
        if library::is_iterator(&of) {
            self.it.found.library_uses.insert(span, library::changes_through(&text));
            self.it.found.library_iterates.insert(span);
        } else if let Some(Safety::Confined | Safety::Either) = library::of_type(&of) {
            self.it.found.library_uses.insert(span, !library::is_reader(&of, &text));
            if library::iterates(&text) {
                self.it.found.library_iterates.insert(span);
            }
        }
    }

    /// Meaning of a call to other threads: by the class of the object, or the text in front of the dot.
    fn acts(&mut self, used: &Used<'_>, owner: Option<&str>, class: &str) -> Acts {
        let name = self.it.text(used.name).to_owned();
        let of = owner.unwrap_or(class);
        let is_lock = used.owner.is_some_and(|ty| self.it.is_explicit_lock(ty));
        // The result of `readLock()` is of no class that is known.
        let is_part =
            owner.is_none() && ["readLock()", "writeLock()"].iter().any(|end| class.trim_end().ends_with(end));
        if (is_lock || is_part) && operations::is_operation(&name) {
            return acts::of_lock(of, &name, used.takes);
        }
        let acts = acts::of_call(of, &name, used.takes);
        let may_be_confined = matches!(library::of_type(of), Some(Safety::Confined | Safety::Either));
        match used.target {
            Some(target) if acts == Acts::Moves && may_be_confined && self.is_of_threads(target) => Acts::Steps,
            _ => acts,
        }
    }

    /// The assumption about a member of a value that the library gives: of an unknown class, it may be one of the sources.
    pub(super) fn of_library(&mut self, owner: Ty, name: Name, is_method: bool) -> Assumed {
        let names = if is_method { &self.it.needing_methods } else { &self.it.instance_fields };
        if self.it.is_unknown(owner) && names.contains(&name) { Assumed::LibraryValue } else { Assumed::ExternalMember }
    }

    /// Notes that a field of an object of an unknown class is used.
    pub(super) fn note_field(&mut self, is_of_object: bool, name: Name, writes: bool, span: Span) {
        if is_of_object {
            self.it.found.library_fields.insert(span, (name, writes));
        }
    }

    /// Notes that an object is looked into that may be one of the library which threads need a lock for.
    pub(super) fn note_look(&mut self, e: ExprNo, changes: bool) {
        let of = self.it.library_name(self.expression(e).ty).and_then(library::of_type);
        if let Some(Safety::Confined | Safety::Either) = of {
            let span = self.span(e);
            self.it.found.library_arguments.insert(span, changes);
        }
    }

    /// Notes that a loop goes through an object.
    pub(super) fn note_loop(&mut self, over: ExprNo) {
        let of = self.it.library_name(self.expression(over).ty).and_then(library::of_type);
        if let Some(Safety::Confined | Safety::Either) = of {
            let span = self.span(over);
            self.it.found.library_uses.entry(span).or_insert(false);
            self.it.found.library_iterates.insert(span);
        }
    }

    /// Notes that an object of the library is made which threads need a lock for, or a lock that several may have.
    pub(super) fn note_made(&mut self, new: &New, operands: &[ExprId], span: Span) {
        let Some(name) = self.it.library_name(new.written.ty).map(str::to_owned) else { return };
        self.it.found.library_new.insert(span);
        if name.starts_with("java.util.concurrent.") {
            self.it.found.library_concurrent.insert(span);
        }
        if let Some(Safety::Confined) = library::of_type(&name) {
            let simple = name.rsplit('.').next().unwrap_or(&name);
            self.it.found.library_made.insert(span, simple.to_owned());
            new.arguments.iter().for_each(|e| self.note_look(*e, false));
        }
        let one = |e: &ExprId| matches!(self.it.out.program.expr(*e), Expr::Int(1));
        if name.ends_with("Semaphore") && !operands.first().is_some_and(one) {
            self.it.found.library_permits.insert(span);
        }
    }
}
