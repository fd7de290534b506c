//! Loops, and jumps out of them: labels and exits.

use super::code::{Code, Target, TargetSort};
use super::emit::Bound;
use super::locals::Block;
use super::members::Tail;
use super::types::Sort;
use crate::tree::MethodNo;
use crate::tree::body::{ExprNo, Form, LocalNo, StmtNo};
use crate::types::Ty;
use racefree_grammar::Span;
use racefree_grammar::ast::{BinOp, ExprId, TypeKind};
use racefree_grammar::name::Name;

impl Code<'_, '_, '_> {
    /// The label of the statement that is elaborated next, if it is a loop.
    fn label_of_loop(&self) -> Option<Name> {
        match self.targets.last().map(|target| target.sort) {
            Some(TargetSort::Break { java, unlabelled: false }) => java,
            _ => None,
        }
    }

    pub(super) fn labeled(&mut self, label: Name, body: StmtNo, span: Span) -> ExprId {
        let sort = TargetSort::Break { java: Some(label), unlabelled: false };
        self.with_target(sort, "break", (None, span), |code| code.statement(body, Tail::No))
    }

    /// The body of a loop.
    fn turn(&mut self, java: Option<Name>, body: StmtNo) -> ExprId {
        let span = self.body.statements[body.index()].span;
        self.with_target(TargetSort::Continue { java }, "continue", (None, span), |code| code.statement(body, Tail::No))
    }

    fn truth(&mut self, test: Option<ExprNo>, span: Span) -> ExprId {
        match test {
            Some(test) => {
                let test = self.value(test, Ty::BOOLEAN);
                self.tested(test)
            }
            None => self.it.out.boolean(true, span),
        }
    }

    pub(super) fn while_loop(&mut self, test: ExprNo, body: StmtNo, span: Span) -> ExprId {
        let java = self.label_of_loop();
        self.looping(span, |code| code.truth(Some(test), span), |code| code.turn(java, body))
    }

    /// `do s while (e)`: the body, then the loop's test, until that is false.
    pub(super) fn do_loop(&mut self, body: StmtNo, test: ExprNo, span: Span) -> ExprId {
        let java = self.label_of_loop();
        self.with_target(TargetSort::Break { java: None, unlabelled: true }, "break", (None, span), |code| {
            let end = code.targets.len() - 1;
            let always = code.it.out.boolean(true, span);
            let turn = code.turn(java, body);
            let cond = code.truth(Some(test), span);
            let label = code.used(end);
            let exit = code.it.out.exit(label, None, span);
            let unit = code.it.out.unit(span);
            let check = code.it.out.branch(cond, unit, Some(exit), span);
            let all = code.it.out.seq(&[turn, check], span);
            code.it.out.repeat(always, all, span)
        })
    }

    pub(super) fn for_loop(
        &mut self,
        init: &[StmtNo],
        test: Option<ExprNo>,
        update: &[ExprNo],
        body: StmtNo,
        span: Span,
    ) -> ExprId {
        let java = self.label_of_loop();
        self.scoped(|code| {
            let mut block = Block::default();
            for &s in init {
                match code.body.statements[s.index()].form {
                    Form::Local { local, value } => {
                        code.bind_patterns(&code.body.statements[s.index()].tested, &mut block);
                        let it = &code.body.locals[local.index()];
                        let (written, name) = (it.ty, it.name_span);
                        let ty = code.ty_of(written, name);
                        let ty = code.with_locks_of_values(ty, written.ty, local, value, name);
                        let first = match value {
                            Some(value) => code.value_as(value, written.ty, ty),
                            None => code.default(written.ty, span),
                        };
                        let name = code.declare(local, ty, true);
                        block.bind(Bound { ty, name, value: first, changes: true }, span);
                    }
                    _ => block.elements.push(code.statement(s, Tail::No)),
                }
            }
            let turn = |code: &mut Self| {
                let mut all = vec![code.turn(java, body)];
                for e in update {
                    let made = code.effect(*e);
                    all.push(code.tested(made));
                }
                code.it.out.seq(&all, span)
            };
            let whole = code.looping(span, |code| code.truth(test, span), turn);
            block.elements.push(whole);
            code.close(block, span)
        })
    }

    /// `for (T x : e)`: over the elements of an array, or what an iterator gives.
    pub(super) fn each_loop(
        &mut self,
        local: LocalNo,
        over: ExprNo,
        iterator: Option<MethodNo>,
        body: StmtNo,
        span: Span,
    ) -> ExprId {
        let java = self.label_of_loop();
        let (own, at) = (self.expression(over).ty, self.span(over));
        match self.it.sort(own) {
            Sort::Array(element) if self.it.options.run => {
                let (ty, array) = (self.plain(own, at), self.expr(over));
                self.with_variable("array", ty, array, span, |code, array| {
                    code.array_loop(local, (over, Some(array)), element, body, java, span)
                })
            }
            Sort::Array(element) => self.array_loop(local, (over, None), element, body, java, span),
            _ => {
                let used = self.use_by_loop(over);
                self.note_loop(over);
                let source = self.expr(over);
                let source = self.it.out.after(used, source, at);
                let given = self.body.locals[local.index()].ty;
                self.note_erased(given.ty, at);
                let made = match iterator {
                    Some(method) if !self.it.is_opaque(self.it.java.methods[method.index()].class) => {
                        let name = self.it.method_name(method);
                        self.it.out.call(source, name, &[], at)
                    }
                    _ => source,
                };
                let boolean = self.it.out.ty(TypeKind::Boolean, at);
                let object = self.it.out.object(at);
                self.with_variable("iterator", object, made, span, |code, iterator| {
                    let turn = |code: &mut Self| {
                        let from = code.it.out.var(iterator, at);
                        let ty = code.plain(given.ty, at);
                        let next = match code.it.options.run {
                            true => code.iterated("next", from, given.ty, at),
                            false => code.it.out.any(ty, &[from], at),
                        };
                        code.with_local(local, (next, None), span, |code| code.turn(java, body))
                    };
                    let test = |code: &mut Self| {
                        let from = code.it.out.var(iterator, at);
                        match code.it.options.run {
                            true => code.iterated("hasNext", from, Ty::BOOLEAN, at),
                            false => code.it.out.any(boolean, &[from], at),
                        }
                    };
                    code.looping(span, test, turn)
                })
            }
        }
    }

    /// A loop: `break` ends it.
    fn looping(
        &mut self,
        span: Span,
        test: impl FnOnce(&mut Self) -> ExprId,
        body: impl FnOnce(&mut Self) -> ExprId,
    ) -> ExprId {
        self.with_target(TargetSort::Break { java: None, unlabelled: true }, "break", (None, span), |code| {
            let cond = test(code);
            let body = body(code);
            code.it.out.repeat(cond, body, span)
        })
    }

    /// Over an array: in a run the variable that holds it; else it is read where it stands, so that its guards are those of its type.
    fn array_loop(
        &mut self,
        local: LocalNo,
        (over, held): (ExprNo, Option<Name>),
        element: Ty,
        body: StmtNo,
        java: Option<Name>,
        span: Span,
    ) -> ExprId {
        let at = self.span(over);
        let int = self.it.out.ty(TypeKind::Int, at);
        let zero = self.it.out.int(0, at);
        let index = self.fresh_name("index");
        self.taken.push(index, index);
        let array = |code: &mut Self| match held {
            Some(name) => code.it.out.var(name, at),
            None => code.expr(over),
        };
        let turn = |code: &mut Self| {
            let array = array(code);
            let here = code.it.out.var(index, at);
            let value = code.it.out.element(array, here, at);
            let wanted = code.body.locals[local.index()].ty.ty;
            let value = code.convert(value, element, wanted, at);
            let same = code.it.sort(element) == code.it.sort(wanted);
            let of = if same { code.element_type(over, at).filter(|of| code.says_locks(*of)) } else { None };
            let turn = code.with_local(local, (value, of), span, |code| code.turn(java, body));
            let (to, from, one) = (code.it.out.var(index, at), code.it.out.var(index, at), code.it.out.int(1, at));
            let next = code.it.out.binary(BinOp::Add, from, one, at);
            let step = code.it.out.set_var(to, next, at);
            code.it.out.seq(&[turn, step], span)
        };
        let test = |code: &mut Self| {
            let array = array(code);
            let length = code.it.out.length(array, at);
            let here = code.it.out.var(index, at);
            code.it.out.binary(BinOp::Lt, here, length, at)
        };
        let whole = self.looping(span, test, turn);
        self.it.out.bind_var(int, index, zero, whole, span)
    }

    /// `break` and `continue`.
    pub(super) fn jump(&mut self, label: Option<Name>, goes_on: bool, span: Span) -> ExprId {
        let fits = |target: &Target| match target.sort {
            TargetSort::Break { java, unlabelled } => {
                !goes_on && if label.is_some() { java == label } else { unlabelled }
            }
            TargetSort::Continue { java } => goes_on && (label.is_none() || java == label),
            TargetSort::Return { .. } | TargetSort::Yield { .. } => false,
        };
        match self.target(|target| fits(target).then_some(())) {
            Some((label, ())) => self.it.out.exit(label, None, span),
            // One without a target is an error of the compiler's.
            None => self.it.out.unit(span),
        }
    }
}
