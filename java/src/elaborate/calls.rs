//! Calls of methods.

use super::code::Code;
use super::heads::ParameterHead;
use crate::tree::body::{Call, Callee, ExprNo, Kind};
use crate::tree::{ClassNo, MethodNo};
use crate::types::Ty;
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::ExprId;

impl Code<'_, '_, '_> {
    pub(super) fn call(&mut self, call: &Call, ty: Ty, span: Span) -> ExprId {
        if let Some(made) = self.starts_thread(call, span) {
            return made;
        }
        let check = call.target.and_then(|target| self.use_of_itself(target, span));
        let made = self.called(call, ty, span);
        self.it.out.after(check, made, span)
    }

    fn called(&mut self, call: &Call, ty: Ty, span: Span) -> ExprId {
        match call.callee {
            Callee::Declared(method) if !self.it.is_opaque(self.it.java.methods[method.index()].class) => {
                self.declared_call(call, method, ty, span)
            }
            Callee::Declared(method) => self.known_call(call, Some(method), ty, span),
            Callee::External { .. } | Callee::Implied(_) => self.known_call(call, None, ty, span),
            Callee::Unresolved => {
                self.it.found.assumptions.add(Assumed::Unresolved, call.name_span);
                self.outside_call(call, ty, span)
            }
        }
    }

    fn declared_call(&mut self, call: &Call, method: MethodNo, ty: Ty, span: Span) -> ExprId {
        let it = &self.it.java.methods[method.index()];
        let (class, is_static, result) = (it.class, it.modifiers.is_static(), it.result.ty);
        let mut before = Vec::new();
        let receiver = if is_static {
            before.extend(call.target.filter(|t| !self.is_path(*t)).map(|t| self.effect(t)));
            self.it.want(class);
            self.it.class_object(class, span)
        } else {
            match call.target {
                Some(target) if call.is_super => self.super_receiver(target, class),
                Some(target) => self.receiver(target, class),
                None => self.this_of(class, span),
            }
        };
        let (forks, args) = self.arguments(Some(method), &call.arguments, call.spread);
        before.extend(forks);
        let name = self.it.method_name(method);
        let made = self.it.out.call(receiver, name, &args, span);
        // An overriding method has the result of the one that it overrides.
        let over = self.it.outermost(method);
        let declared = over.map_or(result, |over| self.it.java.methods[over.index()].result.ty);
        let made = self.convert(made, declared, ty, span);
        self.it.out.after(before, made, span)
    }

    /// `super` is `this` as an object of the superclass.
    fn super_receiver(&mut self, target: ExprNo, class: ClassNo) -> ExprId {
        let span = self.span(target);
        let made = self.expr(target);
        let written = {
            let it = &self.it.java.classes[self.class().index()];
            let all: Vec<_> = it.superclass.iter().chain(&it.interfaces).copied().collect();
            all.into_iter().find(|w| {
                let above = self.it.java.types.class(w.ty);
                above.is_some_and(|above| self.it.is_below(above, class))
            })
        };
        let ty = match written {
            Some(written) => self.ty(written),
            None => self.plain_class(class, span),
        };
        self.it.out.cast(ty, made, span)
    }

    /// Arguments as a method takes them, and the threads that are started with them.
    pub(super) fn arguments(
        &mut self,
        method: Option<MethodNo>,
        arguments: &[ExprNo],
        spread: Option<u32>,
    ) -> (Vec<ExprId>, Vec<ExprId>) {
        let Some(method) = method else {
            return (Vec::new(), arguments.iter().map(|e| self.expr(*e)).collect());
        };
        let head = self.it.method_head(method);
        let parameters = self.it.java.methods[method.index()].parameters.clone();
        let outermost = self.it.outermost(method);
        let (mut forks, mut args, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        let first_spread = spread.map_or(arguments.len(), |first| first as usize);
        for (i, &argument) in arguments.iter().enumerate() {
            let at = i.min(first_spread).min(parameters.len().saturating_sub(1));
            let marks = head.parameters.get(at).copied().unwrap_or_default();
            if let Some(runs) = self.run_here(argument, marks) {
                forks.push(runs);
                args.push(self.it.out.null(self.body.expressions[argument.index()].span));
                continue;
            }
            let given = self.expression(argument).ty;
            let to = parameters.get(at).map_or(given, |p| p.ty.ty);
            if i >= first_spread {
                let element = self.it.java.types.element(to);
                let plain = self.plain(element, self.span(argument));
                rest.push(self.element_as(argument, element, plain));
                continue;
            }
            let outside = outermost
                .and_then(|over| self.it.java.methods[over.index()].parameters.get(at))
                .map_or(to, |p| p.ty.ty);
            args.push(self.argument(argument, to, outside));
        }
        if spread.is_some() {
            let ty = parameters.last().map_or(Ty::UNKNOWN, |p| p.ty.ty);
            let span = arguments.get(first_spread).map_or(Span::NONE, |e| self.span(*e));
            args.push(self.any(ty, &rest, span));
        }
        (forks, args)
    }

    /// A function object that the method runs: as a fork, or at once.
    pub(super) fn run_here(&mut self, argument: ExprNo, marks: ParameterHead) -> Option<ExprId> {
        if !(marks.forks || marks.immediate) || !self.is_function(argument) {
            return None;
        }
        Some(if marks.forks { self.forked(argument) } else { self.inlined(argument) })
    }

    fn argument(&mut self, argument: ExprNo, to: Ty, outside: Ty) -> ExprId {
        let made = self.value(argument, to);
        let span = self.span(argument);
        // The method that is overridden may take more.
        if self.it.sort(to) == self.it.sort(outside) { made } else { self.convert(made, to, outside, span) }
    }

    /// A call of a method of the library: it needs no lock, and touches no field of the sources. Of some it is known what they do with the
    /// function objects that they are given.
    fn known_call(&mut self, call: &Call, method: Option<MethodNo>, ty: Ty, span: Span) -> ExprId {
        self.it.found.assumptions.add(Assumed::ExternalMember, call.name_span);
        let Some(method) = method else { return self.outside_call(call, ty, span) };
        let head = self.it.method_head(method);
        let mut all = Vec::new();
        let mut operands: Vec<ExprId> = call.target.map(|t| self.expr(t)).into_iter().collect();
        for (i, &argument) in call.arguments.iter().enumerate() {
            let at = i.min(head.parameters.len().saturating_sub(1));
            let marks = head.parameters.get(at).copied().unwrap_or_default();
            match self.run_here(argument, marks) {
                Some(runs) => all.push(runs),
                None => {
                    self.note_lambda(argument);
                    operands.push(self.expr(argument));
                }
            }
        }
        let made = self.any(ty, &operands, span);
        self.it.out.after(all, made, span)
    }

    /// A call of which nothing is known.
    fn outside_call(&mut self, call: &Call, ty: Ty, span: Span) -> ExprId {
        let mut operands: Vec<ExprId> = call.target.map(|t| self.expr(t)).into_iter().collect();
        for &argument in &call.arguments {
            self.note_lambda(argument);
            operands.push(self.expr(argument));
        }
        self.any(ty, &operands, span)
    }

    fn note_lambda(&mut self, argument: ExprNo) {
        if matches!(self.expression(argument).kind, Kind::Lambda(_) | Kind::Reference(_)) {
            self.it.found.assumptions.add(Assumed::LambdaToUnknown, self.span(argument));
        }
    }

    /// `this(…)` and `super(…)`.
    pub(super) fn delegate(
        &mut self,
        up: bool,
        outer: Option<ExprNo>,
        callee: Callee,
        arguments: &[ExprNo],
        spread: Option<u32>,
        span: Span,
    ) -> ExprId {
        if up {
            let class = self.class();
            self.note_outside(class, span);
        }
        let class = match callee {
            Callee::Declared(m) => self.it.java.methods[m.index()].class,
            Callee::Implied(class) => class,
            Callee::External { .. } | Callee::Unresolved => return self.outside(arguments, span),
        };
        if self.it.is_opaque(class) || !self.it.builds(class) {
            return self.outside(arguments, span);
        }
        let name = self.it.name_of_constructor(callee.method());
        let mut args = self.hidden_arguments(class, outer, span);
        let (forks, own) = self.arguments(callee.method(), arguments, spread);
        args.extend(own);
        let made = self.it.out.delegate(up, name, &args, span);
        self.it.out.after(forks, made, span)
    }

    fn outside(&mut self, arguments: &[ExprNo], span: Span) -> ExprId {
        let operands: Vec<ExprId> = arguments.iter().map(|e| self.expr(*e)).collect();
        self.any(Ty::VOID, &operands, span)
    }
}
