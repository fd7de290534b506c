//! Statements. Each function tells whether what follows can be reached: variables of patterns and assignments depend on it.

use super::Attributor;
use crate::declare::names::Named;
use crate::syntax::{At, NodeKind, Role};
use crate::tree::body::{Catch, ExprNo, Form, LocalNo, ResourceOf, StmtNo};
use crate::tree::{MethodNo, Written};
use crate::types::Ty;
use racefree_grammar::Span;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

impl Attributor<'_, '_> {
    /// The statements of a block, and whether its end can be reached.
    pub(super) fn block(&mut self, at: At) -> (Vec<StmtNo>, bool) {
        let mark = self.mark();
        let span = self.span(at);
        let result = self.list(self.syntax.children(at).collect(), span);
        self.release(mark);
        result
    }

    /// Statements one after the other, and the annotation comments between them.
    pub(super) fn list(&mut self, parts: Vec<At>, around: Span) -> (Vec<StmtNo>, bool) {
        let (mut statements, mut completes, mut from) = (Vec::new(), true, around.start);
        let place = self.variables.place();
        for part in parts {
            let span = self.span(part);
            // The comments in front of a class are its own.
            let is_class = self.java.tables.inner.contains_key(&(self.scope.file, part));
            let until = if is_class { self.java.lead(span.start) } else { span.start };
            self.notes_between(from, until, &mut statements);
            completes &= deep(|| self.statement_at(part, &mut statements));
            from = span.end;
        }
        match statements.last().map(|s: &StmtNo| &self.body.statements[s.index()].form) {
            Some(Form::Return(_)) => self.variables.left(place, 0),
            Some(Form::Break(label)) => {
                let exit = self.exits.iter().rev().find(|exit| exit.label == *label);
                self.variables.left(place, exit.map_or(u32::MAX, |exit| exit.loops));
            }
            _ => {}
        }
        self.notes_between(from, around.end, &mut statements);
        (statements, completes)
    }

    fn notes_between(&mut self, from: u32, to: u32, statements: &mut Vec<StmtNo>) {
        for note in self.java.comments(from, to).to_vec() {
            statements.push(self.statement(note.span, Form::Note(note)));
        }
    }

    /// A statement in the place of a body: variables that it declares are its own.
    pub(super) fn nested(&mut self, at: At) -> (StmtNo, bool) {
        let (mark, span) = (self.mark(), self.span(at));
        let mut statements = Vec::new();
        let completes = deep(|| self.statement_at(at, &mut statements));
        self.release(mark);
        let statement = match statements.as_slice() {
            [one] => *one,
            _ => self.statement(span, Form::Block(statements)),
        };
        (statement, completes)
    }

    fn statement_at(&mut self, at: At, into: &mut Vec<StmtNo>) -> bool {
        let (syntax, span, since) = (self.syntax, self.span(at), self.tested.len());
        let (form, completes) = match syntax.kind(at) {
            NodeKind::LocalVariable => return self.local_variables(at, into),
            NodeKind::ExpressionStatement if self.delegates(at) => match self.syntax.first(at) {
                Some(call) => (self.delegation(call), true),
                None => (Form::Empty, true),
            },
            NodeKind::ExpressionStatement => {
                (Form::Expression(self.operand(syntax.first(at), Ty::UNKNOWN, span)), true)
            }
            NodeKind::Block => {
                let (statements, completes) = self.block(at);
                (Form::Block(statements), completes)
            }
            NodeKind::If => self.if_statement(at),
            NodeKind::While => self.while_statement(at),
            NodeKind::Do => self.do_statement(at),
            NodeKind::For => self.for_statement(at),
            NodeKind::EnhancedFor => self.for_each(at),
            NodeKind::Return => (self.return_statement(at), false),
            NodeKind::Yield => (self.yield_statement(at), false),
            NodeKind::Throw => (Form::Throw(self.operand(syntax.first(at), Ty::UNKNOWN, span)), false),
            NodeKind::Break => (self.break_statement(at), false),
            NodeKind::Continue => (self.continue_statement(at), false),
            NodeKind::Labeled => self.labeled(at),
            NodeKind::Synchronized => {
                let lock = self.operand(syntax.part(at, NodeKind::Parenthesized), Ty::UNKNOWN, span);
                let (body, completes) = syntax.child(at, Role::Body).map_or((Vec::new(), true), |b| self.block(b));
                (Form::Synchronized { lock, body }, completes)
            }
            NodeKind::Try | NodeKind::TryWithResources => {
                self.variables.tries += 1;
                let result = self.try_statement(at);
                self.variables.tries -= 1;
                result
            }
            NodeKind::Switch => {
                let (switch, completes, _) = self.switch(at, None);
                (Form::Switch(switch), completes)
            }
            NodeKind::Assert => {
                let parts: Vec<At> = syntax.parts(at).collect();
                let test = self.operand(parts.first().copied(), Ty::BOOLEAN, span);
                (Form::Assert { test, message: parts.get(1).map(|m| self.value(*m, Ty::UNKNOWN)) }, true)
            }
            NodeKind::ExplicitConstructor => (self.delegation(at), true),
            NodeKind::ClassDeclaration
            | NodeKind::InterfaceDeclaration
            | NodeKind::EnumDeclaration
            | NodeKind::RecordDeclaration
            | NodeKind::AnnotationTypeDeclaration => (self.local_class(at), true),
            NodeKind::Semicolon => (Form::Empty, true),
            _ => (Form::NotUnderstood, true),
        };
        into.push(self.statement_since(since, span, form));
        completes
    }

    fn return_statement(&mut self, at: At) -> Form {
        let want = self.returns.last().map_or(Ty::UNKNOWN, |r| r.want);
        let value = self.syntax.first(at).map(|v| self.value(v, want));
        self.leave(value, false);
        Form::Return(value)
    }

    fn yield_statement(&mut self, at: At) -> Form {
        let want = self.yields.last().map_or(Ty::UNKNOWN, |y| y.want);
        let value = self.operand(self.syntax.first(at), want, self.span(at));
        self.leave(Some(value), true);
        Form::Yield(value)
    }

    /// The expression of a part, or what says that there is none.
    pub(super) fn operand(&mut self, at: Option<At>, want: Ty, span: Span) -> ExprNo {
        match at {
            Some(at) => self.value(at, want),
            None => self.push(span, Ty::UNKNOWN, crate::tree::body::Kind::NotUnderstood),
        }
    }

    /// Notes the type of a value that is returned or yielded.
    pub(super) fn leave(&mut self, value: Option<ExprNo>, yields: bool) {
        let ty = value.map_or(Ty::VOID, |v| self.ty(v));
        let leaving = if yields { self.yields.last_mut() } else { self.returns.last_mut() };
        let Some(leaving) = leaving else { return };
        leaving.has_value |= value.is_some();
        let seen = leaving.seen;
        leaving.seen = self.java.common(seen, ty);
    }

    fn local_class(&mut self, at: At) -> Form {
        let Some(class) = self.java.tables.inner.get(&(self.scope.file, at)).copied() else {
            return Form::NotUnderstood;
        };
        let name = self.java.classes[class.index()].name;
        self.scope.extra.push((name, Named::Class(class)));
        self.java.read_inner(class, self.scope.extra.as_slice().into(), None);
        self.inner_class(class);
        Form::Class(class)
    }

    /// The declared type of a variable; none for `var`.
    pub(super) fn variable_type(&mut self, type_at: Option<At>) -> Option<Written> {
        let at = type_at?;
        if self.syntax.kind(at) == NodeKind::TypeIdentifier && self.java.sources.at(self.span(at)) == "var" {
            return None;
        }
        Some(self.java.written(&self.scope, self.syntax, at))
    }

    pub(super) fn local_variables(&mut self, at: At, into: &mut Vec<StmtNo>) -> bool {
        let syntax = self.syntax;
        let (span, type_at) = (self.span(at), syntax.child(at, Role::Type));
        let written = self.variable_type(type_at);
        let is_final = self.java.modifiers(syntax, at).is_final();
        for declarator in syntax.all(at, NodeKind::VariableDeclarator) {
            let Some(name_at) = syntax.child(declarator, Role::Name) else { continue };
            let (name, name_span) = (self.name(name_at), self.span(name_at));
            let value_at = syntax.child(declarator, Role::Value);
            let ty = written.unwrap_or(Written::implied(Ty::UNKNOWN));
            let ty = self.java.with_dimensions(syntax, declarator, ty);
            let local = self.hidden(name, ty, name_span, is_final);
            if written.is_some() {
                // A lambda in its value may speak of it.
                self.reveal(local);
            }
            let since = self.tested.len();
            let value = value_at.map(|v| self.value(v, ty.ty));
            if let (None, Some(value)) = (written, value) {
                let ty = self.settled(self.ty(value));
                self.body.locals[local.index()].ty.ty = self.java.upper(ty);
                self.reveal(local);
            }
            if value.is_some() {
                self.variables.initialize(local);
            }
            let notes = self.java.declarator_notes(syntax, at, type_at.unwrap_or(declarator), declarator, false);
            self.body.locals[local.index()].notes = notes;
            into.push(self.statement_since(since, span, Form::Local { local, value }));
        }
        true
    }

    fn if_statement(&mut self, at: At) -> (Form, bool) {
        let mark = self.mark();
        let (test, bound) = self.part_of(at, Role::Condition, Ty::BOOLEAN);
        let before = self.variables.maybe.clone();
        bound.yes.iter().for_each(|l| self.reveal(*l));
        let (yes, yes_completes) = self.nested_role(at, Role::Consequence);
        self.release(mark);
        let after_yes = std::mem::replace(&mut self.variables.maybe, before);
        bound.no.iter().for_each(|l| self.reveal(*l));
        let no = self.syntax.child(at, Role::Alternative).map(|no| self.nested(no));
        self.release(mark);
        let no_completes = no.is_none_or(|(_, completes)| completes);
        if !no_completes {
            self.variables.maybe.clear();
        }
        if yes_completes {
            self.variables.join(&after_yes);
        }
        // A variable of the test lives on if it is matched wherever the end is reached.
        if yes_completes && !no_completes {
            bound.yes.iter().for_each(|l| self.reveal(*l));
        }
        if !yes_completes && no_completes {
            bound.no.iter().for_each(|l| self.reveal(*l));
        }
        (Form::If { test, yes, no: no.map(|(no, _)| no) }, yes_completes || no_completes)
    }

    pub(super) fn nested_role(&mut self, at: At, role: Role) -> (StmtNo, bool) {
        match self.syntax.child(at, role) {
            Some(at) => self.nested(at),
            // The semicolon of an empty statement is no node of the tree.
            None => (self.statement(self.span(at), Form::Empty), true),
        }
    }

    fn try_statement(&mut self, at: At) -> (Form, bool) {
        let syntax = self.syntax;
        let (mark, logged, before) = (self.mark(), self.variables.logged(), self.variables.maybe.clone());
        let mut resources = Vec::new();
        if let Some(list) = syntax.child(at, Role::Resources) {
            for part in syntax.all(list, NodeKind::Resource) {
                resources.push(self.resource(part));
            }
        }
        let (body, mut completes) = syntax.child(at, Role::Body).map_or((Vec::new(), true), |b| self.block(b));
        self.release(mark);
        let mut after = if completes { std::mem::take(&mut self.variables.maybe) } else { Vec::new() };
        let mut catches = Vec::new();
        for part in syntax.all(at, NodeKind::CatchClause) {
            self.variables.may_since(&before, logged);
            let (catch, catch_completes) = self.catch(part);
            catches.push(catch);
            if catch_completes {
                self.variables.join(&after);
                after = std::mem::take(&mut self.variables.maybe);
            }
            completes |= catch_completes;
        }
        self.variables.may_since(&before, logged);
        let mut finally = None;
        if let Some(block) = syntax.part(at, NodeKind::Finally).and_then(|f| syntax.part(f, NodeKind::Block)) {
            let (statements, finally_completes) = self.block(block);
            finally = Some(statements);
            completes &= finally_completes;
        } else {
            self.variables.maybe = before;
            self.variables.join(&after);
        }
        (Form::Try { resources, body, catches, finally }, completes)
    }

    fn resource(&mut self, at: At) -> ResourceOf {
        let syntax = self.syntax;
        let Some(value_at) = syntax.child(at, Role::Value) else {
            let value = self.operand(syntax.first(at), Ty::UNKNOWN, self.span(at));
            return ResourceOf { local: None, value, close: self.close_of(self.ty(value)) };
        };
        let written = self.variable_type(syntax.child(at, Role::Type));
        let value = self.value(value_at, written.map_or(Ty::UNKNOWN, |w| w.ty));
        let ty = written.unwrap_or(Written::implied(self.ty(value)));
        let (name, name_span) = self.declared_name(at);
        let local: LocalNo = self.local(name, ty, name_span, true);
        ResourceOf { local: Some(local), value, close: self.close_of(ty.ty) }
    }

    /// The name that a declaration writes, if it does.
    pub(super) fn declared_name(&mut self, at: At) -> (Name, Span) {
        match self.syntax.child(at, Role::Name) {
            Some(name) => (self.name(name), self.span(name)),
            None => (self.java.names.intern("_"), Span::NONE),
        }
    }

    fn close_of(&mut self, ty: Ty) -> Option<MethodNo> {
        let ty = self.found(ty);
        self.without_parameters(ty, "close")
    }

    fn catch(&mut self, at: At) -> (Catch, bool) {
        let syntax = self.syntax;
        let mark = self.mark();
        let parameter = syntax.part(at, NodeKind::CatchParameter).unwrap_or(at);
        let types = syntax.part(parameter, NodeKind::CatchType).into_iter().flat_map(|t| syntax.children(t));
        let types: Vec<Written> = types.map(|t| self.java.written(&self.scope, syntax, t)).collect();
        let ty = types.iter().fold(Ty::UNKNOWN, |a, b| self.java.common(a, b.ty));
        let first = types.first().copied().unwrap_or(Written::implied(ty));
        let (name, name_span) = self.declared_name(parameter);
        let is_final = self.java.modifiers(syntax, parameter).is_final() || types.len() > 1;
        let local = self.local(name, Written { ty, ..first }, name_span, is_final);
        let (body, completes) = syntax.child(at, Role::Body).map_or((Vec::new(), true), |b| self.block(b));
        self.release(mark);
        (Catch { local, types, body, span: self.span(at) }, completes)
    }
}
