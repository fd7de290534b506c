//! Loops, and what `break` leaves.

use super::conditions::Matched;
use super::{Attributor, Exit};
use crate::syntax::{At, NodeKind, Role};
use crate::tree::body::{ExprNo, Form, Kind, Literal, StmtNo};
use crate::tree::{MethodNo, Written};
use crate::types::{Shape, Ty};
use racefree_grammar::name::Name;

impl Attributor<'_, '_> {
    /// A statement that `break` can leave; true if one does.
    pub(super) fn breakable<T>(&mut self, label: Option<Name>, inside: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        self.exits.push(Exit { label, loops: self.variables.loops, taken: false });
        let result = inside(self);
        let taken = self.exits.pop().is_some_and(|exit| exit.taken);
        (result, taken)
    }

    pub(super) fn break_statement(&mut self, at: At) -> Form {
        let label = self.syntax.part(at, NodeKind::Identifier).map(|l| self.name(l));
        if let Some(exit) = self.exits.iter_mut().rev().find(|exit| exit.label == label) {
            exit.taken = true;
        }
        Form::Break(label)
    }

    pub(super) fn continue_statement(&mut self, at: At) -> Form {
        self.variables.continues += 1;
        Form::Continue(self.syntax.part(at, NodeKind::Identifier).map(|l| self.name(l)))
    }

    /// The body of a loop, and whether it is left by `break`.
    pub(super) fn loop_body(&mut self, at: At) -> (StmtNo, bool) {
        let (before, logged) = (self.variables.maybe.clone(), self.variables.logged());
        let since = self.variables.place().0;
        let ((body, _), breaks) = self.breakable(None, |this| {
            this.variables.loops += 1;
            let body = this.nested_role(at, Role::Body);
            this.variables.loops -= 1;
            body
        });
        self.variables.looped(since);
        self.variables.may_since(&before, logged);
        (body, breaks)
    }

    /// The test of a loop, which is in the loop.
    pub(super) fn loop_test(&mut self, at: At) -> (ExprNo, Matched) {
        self.variables.loops += 1;
        let since = self.variables.place().0;
        let test = self.part_of(at, Role::Condition, Ty::BOOLEAN);
        self.variables.loops -= 1;
        self.variables.looped(since);
        test
    }

    pub(super) fn is_true(&self, test: ExprNo) -> bool {
        matches!(self.body.expressions[test.index()].kind, Kind::Literal(Literal::Boolean(true)))
    }

    pub(super) fn while_statement(&mut self, at: At) -> (Form, bool) {
        let mark = self.mark();
        let (test, bound) = self.loop_test(at);
        bound.yes.iter().for_each(|l| self.reveal(*l));
        let (body, breaks) = self.loop_body(at);
        self.release(mark);
        if !breaks {
            bound.no.iter().for_each(|l| self.reveal(*l));
        }
        (Form::While { test, body }, breaks || !self.is_true(test))
    }

    pub(super) fn do_statement(&mut self, at: At) -> (Form, bool) {
        let (body, breaks) = self.loop_body(at);
        let (test, bound) = self.loop_test(at);
        if !breaks {
            bound.no.iter().for_each(|l| self.reveal(*l));
        }
        (Form::DoWhile { body, test }, breaks || !self.is_true(test))
    }

    pub(super) fn for_statement(&mut self, at: At) -> (Form, bool) {
        let syntax = self.syntax;
        let mark = self.mark();
        let mut init = Vec::new();
        for part in syntax.children(at).filter(|c| syntax.node(*c).role == Role::Init) {
            if syntax.kind(part) == NodeKind::LocalVariable {
                self.local_variables(part, &mut init);
            } else {
                let since = self.tested.len();
                let e = self.value(part, Ty::UNKNOWN);
                init.push(self.statement_since(since, self.span(part), Form::Expression(e)));
            }
        }
        let (test, bound) = match syntax.child(at, Role::Condition) {
            Some(_) => {
                let (test, bound) = self.loop_test(at);
                (Some(test), bound)
            }
            None => (None, Matched::default()),
        };
        let inner = self.mark();
        bound.yes.iter().for_each(|l| self.reveal(*l));
        self.variables.loops += 1;
        let since = self.variables.place().0;
        let update = syntax.children(at).filter(|c| syntax.node(*c).role == Role::Update);
        let update = update.map(|u| self.value(u, Ty::UNKNOWN)).collect();
        self.variables.loops -= 1;
        self.variables.looped(since);
        let (body, breaks) = self.loop_body(at);
        self.release(inner);
        self.release(mark);
        if !breaks {
            bound.no.iter().for_each(|l| self.reveal(*l));
        }
        (Form::For { init, test, update, body }, breaks || test.is_some_and(|t| !self.is_true(t)))
    }

    pub(super) fn for_each(&mut self, at: At) -> (Form, bool) {
        let syntax = self.syntax;
        let over = self.operand(syntax.child(at, Role::Value), Ty::UNKNOWN, self.span(at));
        let (element, iterator) = self.element_of(self.ty(over));
        let mark = self.mark();
        let type_at = syntax.child(at, Role::Type);
        let written = self.variable_type(type_at);
        let ty = written.unwrap_or(Written::implied(element));
        let ty = self.java.with_dimensions(syntax, at, ty);
        let (name, name_span) = self.declared_name(at);
        let is_final = self.java.modifiers(syntax, at).is_final();
        let local = self.local(name, ty, name_span, is_final);
        let start = type_at.map_or(name_span.start, |t| self.span(t).start);
        self.body.locals[local.index()].notes = self.java.notes(syntax, at, &[(self.span(at).start, start)]);
        let (body, _) = self.loop_body(at);
        self.release(mark);
        (Form::ForEach { local, over, iterator, body }, true)
    }

    /// The type of the elements of what a loop runs over, and `iterator`.
    pub(super) fn element_of(&mut self, over: Ty) -> (Ty, Option<MethodNo>) {
        let over = self.found(over);
        if let Shape::Array(element) = self.java.types.shape(over) {
            return (element, None);
        }
        let iterator = self.without_parameters(over, "iterator");
        let iterable = self.java.lang("Iterable");
        let seen = self.java.types.class(iterable).and_then(|class| self.java.as_super(over, class));
        let element = match seen.map(|seen| self.java.types.shape(seen)) {
            Some(Shape::Class(_, list)) => {
                self.java.types.items(list).first().map_or(self.java.known.object, |ty| self.java.upper(*ty))
            }
            _ => Ty::UNKNOWN,
        };
        (element, iterator)
    }

    pub(super) fn labeled(&mut self, at: At) -> (Form, bool) {
        let parts: Vec<At> = self.syntax.children(at).collect();
        let (Some(label), Some(body)) = (parts.first(), parts.get(1)) else { return (Form::NotUnderstood, true) };
        let label = self.name(*label);
        let (before, logged) = (self.variables.maybe.clone(), self.variables.logged());
        let ((body, completes), exits) = self.breakable(Some(label), |this| this.nested(*body));
        self.variables.may_since(&before, logged);
        (Form::Labeled { label, body }, completes || exits)
    }
}
