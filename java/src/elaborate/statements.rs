//! Statements. A declaration binds its variable in the rest of its block.

use super::code::{Code, Target, TargetSort, Variable};
use super::members::Tail;
use crate::annotations::{Annotation, Clause, Place};
use crate::tree::Note;
use crate::tree::body::{ExprNo, Expression, Form, Kind, LocalNo, StmtNo};
use crate::types::Ty;
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{ExprId, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

/// A variable whose scope is the rest of a block, and what came before it there.
struct Binding {
    before: Vec<ExprId>,
    ty: TypeId,
    name: Name,
    bound: ExprId,
    changes: bool,
    span: Span,
}

/// A block on the way.
#[derive(Default)]
struct Block {
    /// Variables without a value yet, each with the last statement that assigns it.
    settled: Vec<(LocalNo, StmtNo)>,
    bindings: Vec<Binding>,
    elements: Vec<ExprId>,
}

impl Block {
    fn bind(&mut self, ty: TypeId, name: Name, bound: ExprId, changes: bool, span: Span) {
        let before = std::mem::take(&mut self.elements);
        self.bindings.push(Binding { before, ty, name, bound, changes, span });
    }
}

impl<'b> Code<'_, '_, 'b> {
    /// A block of statements.
    pub(super) fn block(&mut self, list: &[StmtNo], tail: Tail, span: Span) -> ExprId {
        deep(|| self.scoped(|code| code.block_here(list, tail, span)))
    }

    /// A block of statements whose variables stay in scope.
    fn block_here(&mut self, list: &[StmtNo], tail: Tail, span: Span) -> ExprId {
        let mut block = Block::default();
        let mut i = 0;
        let mut ends = false;
        while i < list.len() {
            self.bind_patterns(list[i], &mut block);
            let last = if i + 1 == list.len() { tail } else { Tail::No };
            if let Some((lock, taken)) = self.explicit(&list[i..], last) {
                block.elements.push(lock);
                i += taken;
                continue;
            }
            ends = false;
            match &self.body.statements[list[i].index()].form {
                Form::Local { local, value } => self.bind_local(*local, *value, &list[i + 1..], &mut block),
                Form::Expression(e) if self.assigns_unbound(*e) => self.bind_assigned(*e, &mut block),
                Form::Note(note) => self.note(*note, &mut block),
                Form::Class(class) => {
                    let frames = self.frames.clone();
                    self.it.local_class(*class, self.body, &frames);
                }
                Form::Empty => {}
                _ => {
                    let (made, value) = self.statement_in(list[i], last);
                    block.elements.push(made);
                    ends = value;
                }
            }
            if i + 1 < list.len() {
                self.settle(list[i], &mut block);
            }
            i += 1;
        }
        if matches!(tail, Tail::Value(_)) && !ends {
            // It is not reached: Java demands a `return` on every way to here.
            let null = self.it.out.null(span);
            block.elements.push(self.it.out.throw(null, span));
        }
        self.close(block, span)
    }

    /// Nests the variables of a block.
    fn close(&mut self, block: Block, span: Span) -> ExprId {
        let mut body = self.it.out.seq(&block.elements, span);
        for binding in block.bindings.into_iter().rev() {
            let Binding { mut before, ty, name, bound, changes, span: at } = binding;
            let whole = Span::new(at.start, span.end.max(at.end));
            body = if changes {
                self.it.out.bind_var(ty, name, bound, body, whole)
            } else {
                self.it.out.bind(ty, name, bound, body, whole)
            };
            before.push(body);
            body = self.it.out.seq(&before, span);
        }
        body
    }

    /// A statement on its own.
    pub(super) fn statement(&mut self, s: StmtNo, tail: Tail) -> ExprId {
        let span = self.body.statements[s.index()].span;
        self.block(&[s], tail, span)
    }

    /// A local variable. One without a value is declared where it gets its only one, if that stands in the same block.
    fn bind_local(&mut self, local: LocalNo, value: Option<ExprNo>, rest: &[StmtNo], block: &mut Block) {
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
        self.it.notes(&notes, Place::Local, span);
        if value.is_none() && !changes {
            let places = self.assignments_of(local);
            let is_only = |s: &StmtNo| match self.body.statements[s.index()].form {
                Form::Expression(e) => self.assigned_local(e) == Some(local) && places.len() == 1,
                _ => false,
            };
            if rest.iter().any(is_only) {
                return;
            }
            let has = |s: &StmtNo| places.iter().any(|place| self.body.statements[s.index()].span.contains(*place));
            block.settled.extend(rest.iter().rposition(has).map(|at| (local, rest[at])));
        }
        // The value cannot see the variable, and its type may be that of the value.
        let (ty, bound) = match value {
            Some(value) if written.span == Span::NONE => {
                let bound = self.value(value, written.ty);
                (self.type_of_value(value, written.ty, span), bound)
            }
            Some(value) => {
                let ty = self.ty_of(written, span);
                (ty, self.value_as(value, written.ty, ty))
            }
            None => {
                let ty = self.ty_of(written, span);
                (ty, self.default(written.ty, span))
            }
        };
        let changes = changes || value.is_none();
        let name = self.declare(local, ty, changes);
        block.bind(ty, name, bound, changes, span);
    }

    /// Places where a local is assigned, its declaration not among them.
    fn assignments_of(&self, local: LocalNo) -> Vec<Span> {
        let of = |e: &Expression| match e.kind {
            Kind::Assign { target, .. } if matches!(self.expression(target).kind, Kind::Local(l) if l == local) => {
                Some(e.span)
            }
            _ => None,
        };
        self.body.expressions.iter().filter_map(of).collect()
    }

    /// Behind the statement that assigns it on every way, a variable is final: it gets a name that is.
    fn settle(&mut self, s: StmtNo, block: &mut Block) {
        let (now, later): (Vec<_>, Vec<_>) = block.settled.drain(..).partition(|(_, at)| *at == s);
        block.settled = later;
        for (local, _) in now {
            let Some(&Variable { name, ty, .. }) = self.variables.get(&local) else { continue };
            let span = self.body.statements[s.index()].span;
            let bound = self.it.out.var(name, span);
            let name = self.declare(local, ty, false);
            block.bind(ty, name, bound, false, span);
        }
    }

    /// The local that an expression assigns.
    fn assigned_local(&self, e: ExprNo) -> Option<LocalNo> {
        match self.expression(e).kind {
            Kind::Assign { target, .. } => match self.expression(target).kind {
                Kind::Local(local) => Some(local),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns true for the only assignment of a variable that has not been declared for want of a value.
    fn assigns_unbound(&self, e: ExprNo) -> bool {
        self.assigned_local(e).is_some_and(|local| {
            let captured = self.frames.last().is_some_and(|frame| frame.captures.contains_key(&local));
            !self.scope.contains(&local) && !captured
        })
    }

    fn bind_assigned(&mut self, e: ExprNo, block: &mut Block) {
        let Kind::Assign { target, value } = self.expression(e).kind else { return };
        let Kind::Local(local) = self.expression(target).kind else { return };
        let written = self.body.locals[local.index()].ty;
        let ty = self.ty(written);
        let bound = self.value_as(value, written.ty, ty);
        let name = self.declare(local, ty, false);
        block.bind(ty, name, bound, false, self.span(e));
    }

    /// Declares the variables of patterns in front of the statement that has them: each use is there or behind it in the block.
    fn bind_patterns(&mut self, s: StmtNo, block: &mut Block) {
        for (local, value, written) in self.patterns_of(s) {
            if self.bound.contains(&local) {
                continue;
            }
            self.bound.push(local);
            let span = self.body.locals[local.index()].name_span;
            let tested = self.expr(value);
            let target = self.plain(written.ty, span);
            let own = self.expression(value).ty;
            let bound = self.downcast(tested, own, written.ty, target, span);
            let ty = self.ty(self.body.locals[local.index()].ty);
            let changes = !self.body.locals[local.index()].effectively_final;
            let name = self.declare(local, ty, changes);
            block.bind(ty, name, bound, changes, span);
        }
    }

    /// A comment between statements.
    fn note(&mut self, note: Note, block: &mut Block) {
        let read = self.it.notes(&[note], Place::Statement, note.span);
        for Annotation { clause, span, .. } in read {
            if let Clause::Holds(locks) = clause {
                for text in locks {
                    if let Some(lock) = self.lock(&text) {
                        self.it.assumptions.add(Assumed::Holds, span);
                        let holds = self.it.out.holds(lock, span);
                        block.elements.push(holds);
                    }
                }
            }
        }
    }

    /// A statement that declares nothing; true if it ends the method with its value.
    fn statement_in(&mut self, s: StmtNo, tail: Tail) -> (ExprId, bool) {
        deep(|| self.form(s, tail))
    }

    fn form(&mut self, s: StmtNo, tail: Tail) -> (ExprId, bool) {
        let statement = &self.body.statements[s.index()];
        let span = statement.span;
        let plain = |e: ExprId| (e, false);
        match &statement.form {
            Form::Expression(e) => plain(self.effect(*e)),
            Form::Block(list) => (self.block(list, tail, span), true),
            Form::If { test, yes, no } => self.choice(*test, *yes, *no, tail, span),
            Form::While { test, body } => plain(self.while_loop(*test, *body, span)),
            Form::DoWhile { body, test } => plain(self.do_loop(*body, *test, span)),
            Form::For { init, test, update, body } => plain(self.for_loop(init, *test, update, *body, span)),
            Form::ForEach { local, over, iterator, body } => {
                plain(self.each_loop(*local, *over, *iterator, *body, span))
            }
            Form::Labeled { label, body } => plain(self.labeled(*label, *body, span)),
            Form::Break(label) => plain(self.jump(*label, false, span)),
            Form::Continue(label) => plain(self.jump(*label, true, span)),
            Form::Yield(e) => plain(self.yielded(*e, span)),
            Form::Return(value) => self.returned(*value, tail, span),
            Form::Throw(e) => {
                let value = self.expr(*e);
                (self.it.out.throw(value, span), true)
            }
            Form::Synchronized { lock, body } => {
                let lock = self.lock_expr(*lock);
                let body = self.block(body, tail, span);
                (self.it.out.sync(lock, body, span), true)
            }
            Form::Try { resources, body, catches, finally } => {
                plain(self.try_statement(resources, body, catches, finally.as_deref(), span))
            }
            Form::Switch(switch) => plain(self.switch_statement(switch, span)),
            Form::Assert { test, message } => {
                let cond = self.value(*test, Ty::BOOLEAN);
                let assert = self.it.out.assert(cond, span);
                let message = message.map(|message| self.effect(message));
                let all: Vec<ExprId> = [assert].into_iter().chain(message).collect();
                plain(self.it.out.seq(&all, span))
            }
            Form::Delegate { up, outer, callee, arguments, spread } => {
                plain(self.delegate(*up, *outer, *callee, arguments, *spread, span))
            }
            Form::NotUnderstood => {
                self.it.assumptions.add(Assumed::NotUnderstood, span);
                let ty = self.void(span);
                plain(self.it.out.any(ty, &[], span))
            }
            Form::Local { .. } | Form::Class(_) | Form::Note(_) | Form::Empty => plain(self.it.out.unit(span)),
        }
    }

    fn choice(&mut self, test: ExprNo, yes: StmtNo, no: Option<StmtNo>, tail: Tail, span: Span) -> (ExprId, bool) {
        let cond = self.value(test, Ty::BOOLEAN);
        let inner = if no.is_some() { tail } else { Tail::No };
        let several = usize::from(matches!(inner, Tail::Value(_)));
        self.branches += several;
        let then = self.statement(yes, inner);
        let otherwise = no.map(|no| self.statement(no, inner));
        self.branches -= several;
        (self.it.out.branch(cond, then, otherwise, span), no.is_some())
    }

    /// `return`: at the end of a method its value is the method's.
    fn returned(&mut self, value: Option<ExprNo>, tail: Tail, span: Span) -> (ExprId, bool) {
        if let (Tail::Value(ty), Some(value)) = (tail, value) {
            let made = if self.branches > 0 { self.branch_value(value, ty) } else { self.result(value, ty) };
            return (made, true);
        }
        if tail == Tail::Void && value.is_none() {
            return (self.it.out.unit(span), true);
        }
        let target = self.targets.iter().rposition(|t| matches!(t.sort, TargetSort::Return { .. }));
        let Some(target) = target else { return (self.it.out.unit(span), false) };
        let TargetSort::Return { ty } = self.targets[target].sort else { unreachable!("found as one") };
        let label = self.used(target);
        match value {
            Some(value) if ty != Ty::VOID => {
                let value = self.result(value, ty);
                (self.it.out.exit(label, Some(value), span), false)
            }
            Some(value) => {
                let value = self.effect(value);
                let exit = self.it.out.exit(label, None, span);
                (self.it.out.seq(&[value, exit], span), false)
            }
            None => (self.it.out.exit(label, None, span), false),
        }
    }

    /// The value that a method returns.
    fn result(&mut self, value: ExprNo, ty: Ty) -> ExprId {
        let written = self.method.map(|m| self.it.java.methods[m.index()].result);
        match written {
            Some(written) if written.ty == ty && self.targets.len() < 2 => {
                let wanted = self.ty(written);
                self.value_as(value, ty, wanted)
            }
            _ => self.value(value, ty),
        }
    }

    /// Marks a target as one that something jumps to.
    pub(super) fn used(&mut self, target: usize) -> Name {
        self.targets[target].used = true;
        self.targets[target].label
    }

    /// Code that jumps end.
    pub(super) fn with_target(
        &mut self,
        sort: TargetSort,
        word: &str,
        span: Span,
        inner: impl FnOnce(&mut Self) -> ExprId,
    ) -> ExprId {
        let label = self.fresh_name(word);
        self.targets.push(Target { sort, label, used: false });
        let body = inner(self);
        let used = self.targets.pop().is_some_and(|target| target.used);
        if used { self.it.out.label(None, label, body, span) } else { body }
    }

    /// The value that a variable without one begins with.
    pub(super) fn default(&mut self, ty: Ty, span: Span) -> ExprId {
        match self.it.sort(ty) {
            super::types::Sort::Int => self.it.out.int(0, span),
            super::types::Sort::Boolean => self.it.out.boolean(false, span),
            _ => self.it.out.null(span),
        }
    }

    /// A variable that Java has no name for, in a scope of its own.
    pub(super) fn with_variable(
        &mut self,
        word: &str,
        ty: TypeId,
        bound: ExprId,
        span: Span,
        inner: impl FnOnce(&mut Self, Name) -> ExprId,
    ) -> ExprId {
        let name = self.fresh_name(word);
        self.taken.push(name);
        let body = inner(self, name);
        self.it.out.bind(ty, name, bound, body, span)
    }

    /// Brings a local variable into scope whose value is given.
    pub(super) fn with_local(
        &mut self,
        local: LocalNo,
        bound: ExprId,
        span: Span,
        inner: impl FnOnce(&mut Self) -> ExprId,
    ) -> ExprId {
        let it = &self.body.locals[local.index()];
        let (written, changes, java, notes, at) =
            (it.ty, !it.effectively_final, it.name, it.notes.clone(), it.name_span);
        self.it.notes(&notes, Place::Local, at);
        let ty = self.ty(written);
        self.scoped(|code| {
            let name = code.variable_name(java);
            code.declare_as(local, Variable { name, ty, changes });
            let body = inner(code);
            if changes {
                code.it.out.bind_var(ty, name, bound, body, span)
            } else {
                code.it.out.bind(ty, name, bound, body, span)
            }
        })
    }
}
