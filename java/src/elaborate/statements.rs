//! Statements, and the blocks that they are in.

use super::code::{Code, Target, TargetSort};
use super::explicit::Taken;
use super::locals::{Binding, Block};
use super::locks::path_of;
use super::members::Tail;
use crate::annotations::{Annotation, Clause, Place};
use crate::tree::body::{ExprNo, Form, Kind, StmtNo};
use crate::tree::{MethodNo, Note};
use crate::types::Ty;
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{ExprId, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

impl<'b> Code<'_, '_, 'b> {
    /// A block of statements.
    pub(super) fn block(&mut self, list: &[StmtNo], tail: Tail, span: Span) -> ExprId {
        deep(|| self.scoped(|code| code.block_here(list, tail, span, Vec::new())))
    }

    /// A block of statements whose variables stay in scope, with the explicit locks that are held at its beginning.
    pub(super) fn block_here(&mut self, list: &[StmtNo], tail: Tail, span: Span, held: Vec<Taken>) -> ExprId {
        let mut block = Block::default();
        let mut ends = false;
        let mut held = held;
        let flows = self.flows.len();
        for i in 0..list.len() {
            let (before, bindings) = (block.elements.len(), block.bindings.len());
            self.bind_tested(list[i], &mut block);
            self.bind_patterns(&self.body.statements[list[i].index()].tested, &mut block);
            let last = if i + 1 == list.len() { tail } else { Tail::No };
            let around = self.current.replace(list[i]);
            let also = self.held_by(list[i]);
            let given = self.given_of(list[i], &mut held);
            let taken = self.takes_for_rest(&list[i..], held.len()).or_else(|| self.reads_optimistically(&list[i..]));
            ends = false;
            match &self.body.statements[list[i].index()].form {
                Form::Try { .. } if !given.is_empty() => block.elements.push(self.protected(list[i], given)),
                Form::Local { local, value } => self.bind_local(*local, *value, &list[i + 1..], &mut block),
                Form::Expression(e) if self.assigns_unbound(*e) => self.bind_assigned(*e, &mut block),
                Form::Note(note) => self.note(*note, &mut block),
                Form::Class(class) => {
                    let frames = self.frames.clone();
                    self.it.local_class(*class, self.body, &frames);
                }
                Form::Empty => {}
                _ => match self.tried(list[i]) {
                    Some(made) => block.elements.push(made),
                    None => {
                        let (made, value) = deep(|| self.form(list[i], last));
                        block.elements.push(made);
                        ends = value;
                    }
                },
            }
            let new = if block.bindings.len() == bindings { before } else { 0 };
            for held in [&held, &also] {
                block.elements[new..].iter_mut().for_each(|e| *e = self.holding(held, *e));
                for Binding { bound, .. } in &mut block.bindings[bindings..] {
                    bound.value = self.holding(held, bound.value);
                }
            }
            self.current = around;
            held.extend(taken);
            if i + 1 < list.len() {
                self.settle(list[i], &mut block);
            }
        }
        self.flows.truncate(flows);
        if matches!(tail, Tail::Value(_)) && !ends {
            // It is not reached: Java demands a `return` on every way to here.
            let null = self.it.out.null(span);
            block.elements.push(self.it.out.throw(null, span));
        }
        self.close(block, span)
    }

    /// Nests the variables of a block.
    pub(super) fn close(&mut self, block: Block, span: Span) -> ExprId {
        let mut body = self.it.out.seq(&block.elements, span);
        for binding in block.bindings.into_iter().rev() {
            let Binding { before, bound, also, span: at } = binding;
            let whole = Span::new(at.start, span.end.max(at.end));
            body = also.into_iter().fold(body, |body, lock| self.it.out.sync(lock, body, whole));
            body = self.it.out.binding(bound, body, whole);
            body = self.it.out.after(before, body, span);
        }
        body
    }

    /// A statement on its own.
    pub(super) fn statement(&mut self, s: StmtNo, tail: Tail) -> ExprId {
        let span = self.body.statements[s.index()].span;
        self.block(&[s], tail, span)
    }

    /// A comment between statements.
    fn note(&mut self, note: Note, block: &mut Block) {
        let read = self.it.notes(&[note], Place::Statement, note.span);
        for Annotation { clause, span, .. } in read {
            if let Clause::Holds(locks) = clause {
                for text in locks {
                    if let Some(lock) = self.lock(&text) {
                        self.it.found.assumptions.add(Assumed::Holds, span);
                        let holds = self.it.out.holds(lock, span);
                        block.elements.push(holds);
                    }
                }
            }
        }
    }

    /// A statement that declares nothing; true if it ends the method with its value.
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
            Form::Synchronized { lock, body } if self.it.options.run => {
                let is_constant = matches!(self.expression(*lock).kind, Kind::ClassConstant(_));
                if !is_constant && self.it.type_text(self.expression(*lock).ty).is_some_and(|name| name == "Class") {
                    let place = self.expression(*lock).span;
                    self.it.refuse(place, "the lock of a class does not run by a value: `C.class` does");
                }
                let of = self.expr(*lock);
                let of = self.lock_to_run(of, self.expression(*lock).ty);
                let body = self.block(body, tail, span);
                (self.it.out.sync(of, body, span), true)
            }
            Form::Synchronized { lock, body } => self.with_final_name(*lock, span, |code| {
                code.keeps_contents(*lock);
                let locks = code.locks_of(*lock);
                let (around, path) = (code.held.len(), path_of(code.body, *lock).filter(|_| code.is_final_path(*lock)));
                code.held.extend(path);
                let body = code.block(body, tail, span);
                code.held.truncate(around);
                (locks.into_iter().fold(body, |body, lock| code.it.out.sync(lock, body, span)), true)
            }),
            Form::Try { resources, body, catches, finally } => {
                self.around.push(s);
                let made = self.try_statement(resources, body, catches, finally.as_deref(), span);
                self.around.pop();
                plain(made)
            }
            Form::Switch(switch) => plain(self.switch_statement(switch, span)),
            Form::Assert { .. } if self.it.options.run && !self.it.options.assertions => plain(self.it.out.unit(span)),
            Form::Assert { test, message } if self.it.options.run => plain(self.checked(*test, *message, span)),
            Form::Assert { test, message } => {
                let cond = self.value(*test, Ty::BOOLEAN);
                let assert = self.it.out.assert(cond, span);
                let message = message.map(|message| self.effect(message));
                plain(match message {
                    Some(message) => self.it.out.seq(&[assert, message], span),
                    None => assert,
                })
            }
            Form::Delegate { arguments, .. } if self.delegated => {
                let all: Vec<ExprId> = arguments.iter().map(|e| self.effect(*e)).collect();
                plain(self.it.out.seq(&all, span))
            }
            Form::Delegate { up, outer, callee, arguments, spread } => {
                plain(self.delegate(*up, *outer, *callee, arguments, *spread, span))
            }
            Form::NotUnderstood => {
                if self.it.options.run {
                    self.it.refuse(span, "this statement is not understood");
                }
                self.it.found.assumptions.add(Assumed::NotUnderstood, span);
                plain(self.any(Ty::VOID, &[], span))
            }
            Form::Local { .. } | Form::Class(_) | Form::Note(_) | Form::Empty => plain(self.it.out.unit(span)),
        }
    }

    /// A variable that is locked by a block, and assigned outside of it alone: in the block it has a name of its own, which is final.
    fn with_final_name(
        &mut self,
        lock: ExprNo,
        block: Span,
        inner: impl FnOnce(&mut Self) -> (ExprId, bool),
    ) -> (ExprId, bool) {
        let as_written = self.it.options.only_annotated || self.it.options.guesses_as_paper;
        let Kind::Local(local) = self.expression(lock).kind else { return inner(self) };
        let known = self.variables.get(&local).copied().filter(|known| known.changes && !as_written);
        let changes = || self.assignments_of(local).iter().any(|(at, _)| block.contains(*at));
        let Some(known) = known.filter(|_| self.scope.contains(&local) && !changes()) else { return inner(self) };
        let value = self.it.out.var(known.name, self.span(lock));
        let (name, (made, value_is_there)) = self.scoped(|code| (code.declare(local, known.ty, false), inner(code)));
        self.variables.insert(local, known);
        (self.it.out.bind(known.ty, name, value, made, block), value_is_there)
    }

    fn choice(&mut self, test: ExprNo, yes: StmtNo, no: Option<StmtNo>, tail: Tail, span: Span) -> (ExprId, bool) {
        let cond = self.value(test, Ty::BOOLEAN);
        let cond = self.tested(cond);
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
        let of_return = |target: &Target| match target.sort {
            TargetSort::Return { ty } => Some(ty),
            _ => None,
        };
        let Some((label, ty)) = self.target(of_return) else { return (self.it.out.unit(span), false) };
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
        let of_method = |m: &MethodNo| self.it.java.methods[m.index()].result.ty == ty && self.targets.len() < 2;
        match self.method.filter(of_method) {
            Some(method) => {
                let wanted = self.result_type(method);
                self.value_as(value, ty, wanted)
            }
            None => self.value(value, ty),
        }
    }

    /// Marks a target as one that something jumps to.
    pub(super) fn used(&mut self, target: usize) -> Name {
        self.targets[target].used = true;
        self.targets[target].label
    }

    /// The label of the innermost target of a sort, to jump to, and what is asked of it.
    pub(super) fn target<T>(&mut self, is: impl Fn(&Target) -> Option<T>) -> Option<(Name, T)> {
        let (i, found) = self.targets.iter().enumerate().rev().find_map(|(i, target)| Some((i, is(target)?)))?;
        Some((self.used(i), found))
    }

    /// Code that jumps end; it has a value if a type is given.
    pub(super) fn with_target(
        &mut self,
        sort: TargetSort,
        word: &str,
        (ty, span): (Option<Ty>, Span),
        inner: impl FnOnce(&mut Self) -> ExprId,
    ) -> ExprId {
        let label = self.fresh_name(word);
        self.targets.push(Target { sort, label, used: false });
        let body = inner(self);
        let used = self.targets.pop().is_some_and(|target| target.used);
        if !used {
            return body;
        }
        let ty = ty.map(|ty| self.plain(ty, span));
        self.it.out.label(ty, label, body, span)
    }

    /// A variable that Java has no name for, in a scope of its own; in messages it is `the` word.
    pub(super) fn with_variable(
        &mut self,
        word: &str,
        ty: TypeId,
        bound: ExprId,
        span: Span,
        inner: impl FnOnce(&mut Self, Name) -> ExprId,
    ) -> ExprId {
        let name = self.fresh_name(word);
        self.it.found.origins.named(self.it.java.names.text(name), &format!("the {word}"));
        self.taken.push(name, name);
        let body = inner(self, name);
        self.it.out.bind(ty, name, bound, body, span)
    }
}
