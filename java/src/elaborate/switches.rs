//! Switches: branches, one case behind the other.

use super::code::{Code, Target, TargetSort};
use super::emit::Bound;
use super::members::Tail;
use super::types::Sort;
use crate::tree::Written;
use crate::tree::body::{Case, ExprNo, Form, LocalNo, Pattern, Switch};
use crate::types::Ty;
use racefree_grammar::Span;
use racefree_grammar::ast::{BinOp, ExprId, TypeKind};
use racefree_grammar::name::Name;

impl Code<'_, '_, '_> {
    pub(super) fn switch_statement(&mut self, switch: &Switch, span: Span) -> ExprId {
        let sort = TargetSort::Break { java: None, unlabelled: true };
        self.with_target(sort, "break", (None, span), |code| code.scoped(|code| code.switch(switch, false, span)))
    }

    /// A switch that has a value.
    pub(super) fn switch_value(&mut self, switch: &Switch, ty: Ty, span: Span) -> ExprId {
        let label = self.fresh_name("yield");
        self.targets.push(Target { sort: TargetSort::Yield { ty }, label, used: false });
        let made = self.scoped(|code| code.switch(switch, true, span));
        self.targets.pop();
        let ty = self.plain(ty, span);
        self.it.out.label(Some(ty), label, made, span)
    }

    pub(super) fn yielded(&mut self, value: ExprNo, span: Span) -> ExprId {
        let of_yield = |target: &Target| match target.sort {
            TargetSort::Yield { ty } => Some(ty),
            _ => None,
        };
        let Some((label, ty)) = self.target(of_yield) else { return self.effect(value) };
        let value = self.value(value, ty);
        self.it.out.exit(label, Some(value), span)
    }

    fn switch(&mut self, switch: &Switch, has_value: bool, span: Span) -> ExprId {
        let at = self.span(switch.value);
        let own = self.expression(switch.value).ty;
        let given = self.expr(switch.value);
        let java = self.plain(own, at);
        self.with_variable("selector", java, given, span, |code, value| {
            let made = if switch.arrows {
                code.arrows(switch, value, own, span)
            } else {
                code.groups(switch, value, own, span)
            };
            if !has_value {
                return made;
            }
            // Java demands a value in every case.
            let null = code.it.out.null(span);
            let end = code.it.out.throw(null, span);
            code.it.out.seq(&[made, end], span)
        })
    }

    /// Cases of which one is chosen.
    fn arrows(&mut self, switch: &Switch, value: Name, own: Ty, span: Span) -> ExprId {
        let mut chosen: Vec<(Option<ExprId>, ExprId, Span)> = Vec::new();
        for case in &switch.cases {
            let test = self.test(case, value, own);
            let body = self.case_body(case, value, own);
            chosen.push((test, body, case.span));
        }
        // The default is asked last, wherever it stands.
        chosen.sort_by_key(|(test, ..)| test.is_none());
        let unit = self.it.out.unit(span);
        chosen.into_iter().rev().fold(unit, |rest, (test, body, span)| match test {
            Some(test) => self.it.out.branch(test, body, Some(rest), span),
            None => body,
        })
    }

    /// Cases that run on into the next one. Their variables are in scope in all that follow.
    fn groups(&mut self, switch: &Switch, value: Name, own: Ty, span: Span) -> ExprId {
        let mut bound = Vec::new();
        for case in &switch.cases {
            for &s in &case.body {
                if let Form::Local { local, .. } = self.body.statements[s.index()].form
                    && !self.body.locals[local.index()].effectively_final
                {
                    bound.push(self.hoist(local));
                }
            }
        }
        let (boolean, at) = (self.it.out.ty(TypeKind::Boolean, span), span);
        let runs = self.fresh_name("runs");
        self.taken.push(runs);
        let mut all = Vec::new();
        for case in &switch.cases {
            let matched = self.it.out.var(runs, at);
            let test = self.test(case, value, own).unwrap_or_else(|| self.it.out.boolean(true, at));
            let test = self.it.out.binary(BinOp::Or, matched, test, case.span);
            let (target, yes) = (self.it.out.var(runs, at), self.it.out.boolean(true, at));
            let mark = self.it.out.set_var(target, yes, at);
            let body = self.case_body(case, value, own);
            let body = self.it.out.seq(&[mark, body], case.span);
            all.push(self.it.out.branch(test, body, None, case.span));
        }
        let body = self.it.out.seq(&all, span);
        let no = self.it.out.boolean(false, at);
        let whole = self.it.out.bind_var(boolean, runs, no, body, span);
        self.it.out.nest(bound, whole, span)
    }

    fn hoist(&mut self, local: LocalNo) -> Bound {
        let it = &self.body.locals[local.index()];
        let (written, span) = (it.ty, it.name_span);
        let ty = self.ty(written);
        let value = self.default(written.ty, span);
        Bound { ty, name: self.declare(local, ty, true), value, changes: true }
    }

    /// The condition under which a case is chosen; none for the default.
    fn test(&mut self, case: &Case, value: Name, own: Ty) -> Option<ExprId> {
        if case.is_default {
            return None;
        }
        let span = case.span;
        let mut tests = Vec::new();
        for &constant in &case.constants {
            let at = self.span(constant);
            let left = self.it.out.var(value, at);
            let right = self.expr(constant);
            let same_sort = self.it.sort(own) == self.it.sort(self.body.expressions[constant.index()].ty);
            tests.push(if same_sort && self.it.sort(own) != Sort::Text {
                self.it.out.binary(BinOp::Eq, left, right, at)
            } else {
                self.any(Ty::BOOLEAN, &[left, right], at)
            });
        }
        for pattern in &case.patterns {
            let given = self.it.out.var(value, span);
            tests.push(self.matches(pattern, given, span));
        }
        tests.into_iter().reduce(|a, b| self.it.out.binary(BinOp::Or, a, b, span))
    }

    /// The statements of a case, with the variables of its patterns; a guard may go on to the next case, which is not followed.
    fn case_body(&mut self, case: &Case, value: Name, own: Ty) -> ExprId {
        let locals: Vec<(LocalNo, Written)> = case.patterns.iter().flat_map(Pattern::locals).collect();
        self.scoped(|code| {
            let mut bound = Vec::new();
            for (local, written) in locals {
                let given = code.it.out.var(value, case.span);
                bound.push(code.pattern_variable(local, written, (given, own), case.span));
            }
            let mut body = code.block(&case.body, Tail::No, case.span);
            if let Some(guard) = case.guard {
                let cond = code.value(guard, Ty::BOOLEAN);
                body = code.it.out.branch(cond, body, None, case.span);
            }
            code.it.out.nest(bound, body, case.span)
        })
    }

    /// The test of a pattern.
    pub(super) fn matches(&mut self, pattern: &Pattern, value: ExprId, span: Span) -> ExprId {
        match pattern {
            Pattern::Type { ty, .. } | Pattern::Record { ty, .. } => self.is_instance(value, *ty, span),
            Pattern::NotUnderstood(_) => self.any(Ty::BOOLEAN, &[value], span),
        }
    }
}
