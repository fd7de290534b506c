//! Local variables: a declaration binds its variable in the rest of its block.

use super::code::{Code, Variable};
use super::emit::Bound;
use super::types::Sort;
use crate::annotations::Place;
use crate::tree::body::{Component, ExprNo, Expression, Form, Kind, LocalNo, PatternVariable, StmtNo, Tested};
use crate::types::{Shape, Ty};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{ExprId, TypeId};

/// A variable whose scope is the rest of a block, and what came before it there.
pub(super) struct Binding {
    pub(super) before: Vec<ExprId>,
    pub(super) bound: Bound,
    /// Locks held around that are other names of locks of the variable.
    pub(super) also: Vec<ExprId>,
    pub(super) span: Span,
}

/// A block on the way.
#[derive(Default)]
pub(super) struct Block {
    /// Variables without a value yet, each with the last statement that assigns it.
    pub(super) settled: Vec<(LocalNo, StmtNo)>,
    pub(super) bindings: Vec<Binding>,
    pub(super) elements: Vec<ExprId>,
}

impl Block {
    pub(super) fn bind(&mut self, bound: Bound, span: Span) {
        let before = std::mem::take(&mut self.elements);
        self.bindings.push(Binding { before, bound, also: Vec::new(), span });
    }
}

impl Code<'_, '_, '_> {
    /// A local variable. One without a value is declared where it gets its only one, if that stands in the same block.
    pub(super) fn bind_local(&mut self, local: LocalNo, value: Option<ExprNo>, rest: &[StmtNo], block: &mut Block) {
        let it = &self.body.locals[local.index()];
        let (written, span, notes, changes) = (it.ty, it.name_span, it.notes.clone(), !it.effectively_final);
        if let Some(variable) = self.variables.get(&local).filter(|_| self.scope.contains(&local)) {
            // Declared in front of the switch that it is in.
            let name = variable.name;
            if let Some(value) = value {
                let (target, value) = (self.it.out.var(name, span), self.value(value, written.ty));
                block.elements.push(self.it.out.set_var(target, value, span));
            }
            return;
        }
        if let Some(value) = value.filter(|_| !changes) {
            self.keeps_contents(value);
        }
        let whole = Span::new(span.start, value.map_or(span.end, |value| self.span(value).end));
        self.it.notes(&notes, Place::Local, whole);
        if value.is_none() && !changes {
            let places = self.assignments_of(local);
            let is_only = |s: &StmtNo| {
                let assigned = self.assigned_first(*s).and_then(|e| self.assigns(self.expression(e)));
                places.len() == 1 && assigned.is_some_and(|(of, _)| of == local)
            };
            if rest.iter().any(is_only) {
                return;
            }
            let has =
                |s: &StmtNo| places.iter().any(|(place, _)| self.body.statements[s.index()].span.contains(*place));
            block.settled.extend(rest.iter().rposition(has).map(|at| (local, rest[at])));
        }
        let changes = changes || value.is_none();
        // The value cannot see the variable, and its type may be that of the value.
        let (ty, value) = match value {
            Some(value) if written.span == Span::NONE => {
                let bound = self.value(value, written.ty);
                (self.type_of_value(value, written.ty, span), bound)
            }
            Some(value) => {
                let ty = self.local_type(local);
                let ty = self.with_locks_of_values(ty, written.ty, local, Some(value), span);
                (ty, self.value_as(value, written.ty, ty))
            }
            None => {
                let ty = self.local_type(local);
                let ty = self.with_locks_of_values(ty, written.ty, local, None, span);
                (ty, self.default(written.ty, span))
            }
        };
        let name = self.declare(local, ty, changes);
        block.bind(Bound { ty, name, value, changes }, span);
        for (root, fields) in self.held.clone() {
            let also = root.and_then(|root| self.of_new_object((root, &fields), local, span));
            block.bindings.last_mut().into_iter().for_each(|binding| binding.also.extend(also));
        }
    }

    /// The type of a local variable that writes no locks: those of the first of its values that has some. `null` has none.
    pub(super) fn with_locks_of_values(
        &mut self,
        ty: TypeId,
        java: Ty,
        local: LocalNo,
        value: Option<ExprNo>,
        span: Span,
    ) -> TypeId {
        let is_null = |code: &Self, e: ExprNo| matches!(code.it.java.types.shape(code.expression(e).ty), Shape::Null);
        if let Some(value) = value.filter(|e| !is_null(self, *e)) {
            return self.with_locks_of_value(ty, java, value, span);
        }
        let assigned = self.assignments_of(local);
        assigned.into_iter().fold(ty, |ty, (_, value)| self.with_locks_of_value(ty, java, value, span))
    }

    /// Places where a local is assigned, with the values; its declaration is not among them.
    pub(super) fn assignments_of(&self, local: LocalNo) -> Vec<(Span, ExprNo)> {
        let of = |e: &Expression| match self.assigns(e) {
            Some((of, value)) if of == local => Some((e.span, value)),
            _ => None,
        };
        self.body.expressions.iter().filter_map(of).collect()
    }

    /// Behind the statement that assigns it on every way, a variable is final: it gets a name that is.
    pub(super) fn settle(&mut self, s: StmtNo, block: &mut Block) {
        let (now, later): (Vec<_>, Vec<_>) = block.settled.drain(..).partition(|(_, at)| *at == s);
        block.settled = later;
        for (local, _) in now {
            let Some(&Variable { name, ty, .. }) = self.variables.get(&local) else { continue };
            let span = self.body.statements[s.index()].span;
            let value = self.it.out.var(name, span);
            let name = self.declare(local, ty, false);
            block.bind(Bound { ty, name, value, changes: false }, span);
        }
    }

    /// The local that an expression assigns, and the value.
    fn assigns(&self, e: &Expression) -> Option<(LocalNo, ExprNo)> {
        let Kind::Assign { target, value } = e.kind else { return None };
        match self.expression(target).kind {
            Kind::Local(local) => Some((local, value)),
            _ => None,
        }
    }

    /// The assignment that a statement is, or that what it tests begins with: `if ((b = e) != null) …`.
    pub(super) fn assigned_first(&self, s: StmtNo) -> Option<ExprNo> {
        let mut first = match &self.body.statements[s.index()].form {
            Form::Expression(e) => return Some(*e),
            Form::If { test, .. } => *test,
            Form::Switch(switch) => switch.value,
            Form::Synchronized { lock, .. } => *lock,
            _ => return None,
        };
        loop {
            first = match &self.expression(first).kind {
                Kind::Assign { .. } => return Some(first),
                Kind::Binary { left, .. } => *left,
                Kind::Unary { operand, .. } => *operand,
                Kind::InstanceOf { value, .. } | Kind::Cast { value, .. } => *value,
                Kind::Call(call) => call.target?,
                Kind::Field { target, .. } => (*target)?,
                _ => return None,
            };
        }
    }

    /// Declares the variable that a test begins with assigning.
    pub(super) fn bind_tested(&mut self, s: StmtNo, block: &mut Block) {
        let is_plain = matches!(self.body.statements[s.index()].form, Form::Expression(_));
        let Some(e) = self.assigned_first(s).filter(|e| !is_plain && self.assigns_unbound(*e)) else { return };
        self.bind_assigned(e, block);
        self.assigned_before.insert(e);
    }

    /// Returns true for the only assignment of a variable that has not been declared for want of a value.
    pub(super) fn assigns_unbound(&self, e: ExprNo) -> bool {
        self.assigns(self.expression(e)).is_some_and(|(local, _)| {
            let captured = self.frames.last().is_some_and(|frame| frame.captures.contains_key(&local));
            !self.scope.contains(&local) && !captured
        })
    }

    pub(super) fn bind_assigned(&mut self, e: ExprNo, block: &mut Block) {
        let Some((local, value)) = self.assigns(self.expression(e)) else { return };
        self.keeps_contents(value);
        let it = &self.body.locals[local.index()];
        let (written, name_span) = (it.ty, it.name_span);
        let ty = self.ty_of(written, name_span);
        let value = self.value_as(value, written.ty, ty);
        let name = self.declare(local, ty, false);
        block.bind(Bound { ty, name, value, changes: false }, self.span(e));
    }

    /// Declares the variables of patterns in front of the code that has them: each use is there or behind it in the block.
    pub(super) fn bind_patterns(&mut self, all: &[Tested], block: &mut Block) {
        for Tested { variable, value } in all {
            if self.bound.contains(&variable.local) {
                continue;
            }
            let span = self.body.locals[variable.local.index()].name_span;
            if let Some(bound) = self.late_to_run(variable, *value, span) {
                block.bind(bound, span);
                continue;
            }
            let tested = self.expr(*value);
            let bound = self.pattern_variable(variable, (tested, self.expression(*value).ty), span);
            block.bind(bound, span);
        }
    }

    /// Declares the variable of a pattern, which has the value that is tested.
    pub(super) fn pattern_variable(
        &mut self,
        &PatternVariable { local, ty: written, ref way }: &PatternVariable,
        (mut tested, mut own): (ExprId, Ty),
        span: Span,
    ) -> Bound {
        self.bound.push(local);
        for &Component { record, accessor, ty } in way {
            let wanted = self.plain(record.ty, span);
            tested = self.downcast(tested, own, record.ty, wanted, span);
            (tested, own) = match accessor {
                Some(method) if !self.it.is_opaque(self.it.java.methods[method.index()].class) => {
                    let (name, result) = (self.it.method_name(method), self.it.java.methods[method.index()].result.ty);
                    let made = self.it.out.call(tested, name, &[], span);
                    (self.convert(made, result, ty, span), ty)
                }
                _ => {
                    self.it.found.assumptions.add(Assumed::ExternalMember, span);
                    (self.any(ty, &[tested], span), ty)
                }
            };
        }
        let target = self.plain(written.ty, span);
        let value = self.downcast(tested, own, written.ty, target, span);
        let it = &self.body.locals[local.index()];
        let (ty, changes) = (self.ty(it.ty), !it.effectively_final);
        Bound { ty, name: self.declare(local, ty, changes), value, changes }
    }

    /// The value that a variable without one begins with.
    pub(super) fn default(&mut self, ty: Ty, span: Span) -> ExprId {
        if self.it.options.run && self.it.wide_name(ty).is_some() {
            let zero = self.it.out.int(0, span);
            return self.converted_to_run(zero, Ty::INT, ty, span);
        }
        match self.it.sort(ty) {
            Sort::Int => self.it.out.int(0, span),
            Sort::Boolean => self.it.out.boolean(false, span),
            _ => self.it.out.null(span),
        }
    }

    /// Brings a local variable into scope whose value is given.
    pub(super) fn with_local(
        &mut self,
        local: LocalNo,
        (bound, of): (ExprId, Option<TypeId>),
        span: Span,
        inner: impl FnOnce(&mut Self) -> ExprId,
    ) -> ExprId {
        let it = &self.body.locals[local.index()];
        let (written, changes, java, notes, at) =
            (it.ty, !it.effectively_final, it.name, it.notes.clone(), it.name_span);
        self.it.notes(&notes, Place::Local, at);
        let ty = self.ty(written);
        // A type that writes no locks has those of the value.
        let ty = if self.says_locks(ty) { ty } else { of.unwrap_or(ty) };
        self.scoped(|code| {
            let name = code.variable_name(java);
            code.declare_as(local, Variable { name, ty, changes });
            let body = inner(code);
            code.it.out.binding(Bound { ty, name, value: bound, changes }, body, span)
        })
    }
}
