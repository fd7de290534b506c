//! Objects of the library in code: which calls make one, and which use one that threads need a lock for. The checker has annotations for
//! that; an analysis that looks for races has the calls.

use super::code::Code;
use super::result::{Gives, LibraryCall};
use crate::library::{self, Made, Safety};
use crate::tree::body::{Call, Callee, ExprNo, New};
use crate::types::Ty;
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;

impl Code<'_, '_, '_> {
    /// Notes that an object of the library is used which threads need a lock for, or made around another one.
    pub(super) fn note_use(&mut self, call: &Call, span: Span) {
        let class = match (call.callee.method(), call.target) {
            (Some(method), _) => {
                let class = self.it.java.methods[method.index()].class;
                self.it.text(self.it.java.classes[class.index()].name).to_owned()
            }
            (None, Some(target)) => self.it.java.sources.at(self.span(target)).to_owned(),
            (None, None) => String::new(),
        };
        let any_class = match call.callee {
            Callee::External { owner } | Callee::Missing { owner } => self.it.is_unknown(owner),
            Callee::Unresolved => true,
            Callee::Declared(_) | Callee::Implied(_) => false,
        };
        let (arguments, on_object) = (call.arguments.len(), call.target.is_some());
        let owner = call.target.and_then(|target| self.it.library_name(self.expression(target).ty));
        let (keeps, gives) =
            owner.map_or((true, Gives::Anything), |of| library::of_arguments(of, self.it.text(call.name)));
        let noted = LibraryCall { name: call.name, arguments, on_object, any_class, keeps, gives };
        let stores = library::stores(owner.unwrap_or(&class));
        self.it.found.library_calls.insert(span, noted);
        if stores {
            self.it.found.library_stores.insert(span);
        }
        match library::of_call(&class, self.it.text(call.name)) {
            Some(Made::Of(Safety::Confined)) => {
                self.it.found.library_made.insert(span, "List".to_owned());
            }
            Some(Made::Of(_)) => {
                self.it.found.library_wrapped.insert(span);
            }
            Some(Made::ViewOf | Made::Same) | None => {}
        }
        let name = self.it.text(call.name).to_owned();
        if matches!(name.as_str(), "invokeAll" | "invokeAny") {
            self.it.found.library_starts.insert(span);
        }
        let is_static = call.target.is_none_or(|target| self.it.library_name(self.expression(target).ty).is_none());
        if library::reads_argument(&name, is_static && call.callee.method().is_none()) {
            let changes = is_static && library::changes_argument(&name);
            call.arguments.iter().for_each(|e| self.note_look(*e, changes));
        }
        let Some(target) = call.target else { return };
        let Some(of) = self.it.library_name(self.expression(target).ty) else { return };
        if let Some(Safety::Confined | Safety::Either) = library::of_type(of) {
            let writes = !library::is_reader(of, self.it.text(call.name));
            self.it.found.library_uses.insert(span, writes);
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
