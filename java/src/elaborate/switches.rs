//! Switches: branches, one case behind the other.

use super::code::{Code, Target, TargetSort};
use super::emit::Bound;
use super::locals::Block;
use super::members::Tail;
use super::types::Sort;
use crate::tree::body::{Case, ExprNo, Form, Kind, Literal, LocalNo, Pattern, Switch};
use crate::types::Ty;
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{BinOp, ExprId, TypeKind, UnOp};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

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
        let ty = self.with_locks_of_all(&self.yields_of(switch), ty, span);
        self.it.out.label(Some(ty), label, made, span)
    }

    /// The values of a switch in its cases `-> e`.
    pub(super) fn yields_of(&self, switch: &Switch) -> Vec<ExprNo> {
        let first = |case: &Case| match self.body.statements[case.body.first()?.index()].form {
            Form::Yield(value) => Some(value),
            _ => None,
        };
        switch.cases.iter().filter_map(first).collect()
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
        let given = self.tested(given);
        let java = self.plain(own, at);
        let is_null = |e: &ExprNo| matches!(self.expression(*e).kind, Kind::Literal(Literal::Null));
        let takes_null = switch.cases.iter().flat_map(|case| &case.constants).any(is_null);
        let throws = self.it.options.run && !takes_null && self.primitive_type(own).is_none();
        self.with_variable("selector", java, given, span, |code, value| {
            let present = throws.then(|| {
                let value = code.it.out.var(value, at);
                code.helper_of("RacefreeObject", "present", &[value], at)
            });
            let made = if switch.arrows {
                code.arrows(switch, value, own, span)
            } else {
                code.groups(switch, value, own, span)
            };
            let made = code.it.out.after(present, made, span);
            if !has_value {
                return made;
            }
            // Java demands a value in every case.
            let null = code.it.out.null(span);
            let end = code.it.out.throw(null, span);
            code.it.out.seq(&[made, end], span)
        })
    }

    /// Cases of which one is chosen. The default is asked last, wherever it stands.
    fn arrows(&mut self, switch: &Switch, value: Name, own: Ty, span: Span) -> ExprId {
        let (last, cases): (Vec<&Case>, Vec<&Case>) = switch.cases.iter().partition(|case| case.is_default);
        self.chain(&[cases, last].concat(), value, own, span)
    }

    /// The first case that fits: the guards of those in front of it were evaluated.
    fn chain(&mut self, cases: &[&Case], value: Name, own: Ty, span: Span) -> ExprId {
        let Some((case, rest)) = cases.split_first() else { return self.it.out.unit(span) };
        self.with_case(case, value, own, |code, test| {
            let body = code.block(&case.body, Tail::No, case.span);
            match test {
                Some(test) => {
                    let rest = deep(|| code.chain(rest, value, own, span));
                    code.it.out.branch(test, body, Some(rest), case.span)
                }
                None => body,
            }
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
        self.taken.push(runs, runs);
        let mut all = Vec::new();
        for (i, case) in switch.cases.iter().enumerate() {
            all.push(self.with_case(case, value, own, |code, test| {
                let matched = code.it.out.var(runs, at);
                let test = test.unwrap_or_else(|| code.none_of(&switch.cases[i + 1..], value, own, at));
                let test = code.it.out.binary(BinOp::Or, matched, test, case.span);
                let (target, yes) = (code.it.out.var(runs, at), code.it.out.boolean(true, at));
                let mark = code.it.out.set_var(target, yes, at);
                let body = code.block(&case.body, Tail::No, case.span);
                let body = code.it.out.seq(&[mark, body], case.span);
                code.it.out.branch(test, body, None, case.span)
            }));
        }
        let body = self.it.out.seq(&all, span);
        let no = self.it.out.boolean(false, at);
        let whole = self.it.out.bind_var(boolean, runs, no, body, span);
        self.it.out.nest(bound, whole, span)
    }

    /// The condition of a default in front of cases: none of them is chosen.
    fn none_of(&mut self, cases: &[Case], value: Name, own: Ty, at: Span) -> ExprId {
        let tests: Vec<ExprId> = match self.it.options.run {
            true => cases.iter().filter_map(|case| self.test(case, value, own)).collect(),
            // All that matters to the rules is that the code may run.
            false => Vec::new(),
        };
        match tests.into_iter().reduce(|a, b| self.it.out.binary(BinOp::Or, a, b, at)) {
            Some(any) => self.it.out.unary(UnOp::Not, any, at),
            None => self.it.out.boolean(true, at),
        }
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
            let is_null = matches!(self.expression(constant).kind, Kind::Literal(Literal::Null));
            tests.push(if is_null && self.it.options.run || same_sort && self.it.sort(own) != Sort::Text {
                self.it.out.binary(BinOp::Eq, left, right, at)
            } else if self.it.options.run {
                let of = self.body.expressions[constant.index()].ty;
                let right = self.converted_to_run(right, of, own, at);
                let equals = self.method_of_object("equals");
                self.it.out.call(right, equals, &[left], at)
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

    /// A case, with the variables of its patterns and its guard; it is given the condition, none for the default.
    fn with_case(
        &mut self,
        case: &Case,
        value: Name,
        own: Ty,
        inner: impl FnOnce(&mut Self, Option<ExprId>) -> ExprId,
    ) -> ExprId {
        self.scoped(|code| {
            let mut block = Block::default();
            for variable in case.patterns.iter().flat_map(Pattern::locals) {
                let bound = if code.it.options.run && !variable.way.is_empty() {
                    code.late(variable.local, case.span)
                } else {
                    let given = code.it.out.var(value, case.span);
                    code.pattern_variable(&variable, (given, own), case.span)
                };
                block.bind(bound, case.span);
            }
            code.bind_patterns(&case.tested, &mut block);
            let mut test = code.test(case, value, own);
            if let (Some(fits), Some(guard)) = (test, case.guard) {
                let guard = code.value(guard, Ty::BOOLEAN);
                test = Some(code.it.out.binary(BinOp::And, fits, guard, case.span));
            }
            let made = inner(code, test);
            block.elements.push(made);
            code.close(block, case.span)
        })
    }

    /// The test of a pattern.
    pub(super) fn matches(&mut self, pattern: &Pattern, value: ExprId, span: Span) -> ExprId {
        match pattern {
            Pattern::Type { ty, .. } => self.is_instance(value, *ty, span),
            Pattern::Record { ty, components } if self.it.options.run => {
                self.record_matches(*ty, components, value, span)
            }
            Pattern::Record { ty, components } => {
                // Only variables call accessors.
                if components.iter().any(|(of, inner)| of.accessor.is_some() && inner.locals().is_empty()) {
                    self.it.found.assumptions.add(Assumed::NotUnderstood, span);
                }
                self.is_instance(value, *ty, span)
            }
            Pattern::NotUnderstood(_) => self.any(Ty::BOOLEAN, &[value], span),
        }
    }
}
