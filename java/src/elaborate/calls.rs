//! Calls of methods.

use super::captured::Runs;
use super::code::Code;
use super::heads::ParameterHead;
use super::types::Sort;
use crate::tree::body::{Call, Callee, ExprNo, Kind};
use crate::tree::{ClassNo, Member, MethodNo};
use crate::types::Ty;
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::ExprId;

/// Names of the operations that end a chain of a stream's stages, which run before they return.
const CONSUMERS: &[&str] = &[
    "forEach",
    "forEachOrdered",
    "reduce",
    "collect",
    "toArray",
    "toList",
    "count",
    "sum",
    "average",
    "min",
    "max",
    "summaryStatistics",
    "anyMatch",
    "allMatch",
    "noneMatch",
    "findFirst",
    "findAny",
];

impl Code<'_, '_, '_> {
    pub(super) fn call(&mut self, call: &Call, ty: Ty, span: Span) -> ExprId {
        if self.it.options.run {
            return self.call_to_run(call, ty, span);
        }
        let consumed = std::mem::take(&mut self.consumed) || CONSUMERS.contains(&self.it.text(call.name));
        if let Some(made) = self.starts_thread(call, ty, span) {
            return made;
        }
        if let Some(element) = self.read_to_clone(call, span) {
            return self.any(ty, &[element], span);
        }
        let check = call.target.and_then(|target| self.use_of_itself(target, span));
        let used = call.target.and_then(|target| self.use_by_call(target, call.name));
        let lazy = !consumed && self.is_stage(call);
        let lazy_around = std::mem::replace(&mut self.lazy, lazy);
        // The target is elaborated first.
        let is_chain = call.target.is_some_and(|t| matches!(self.expression(t).kind, Kind::Call(_)));
        // Stages in front of `parallel` are parallel too.
        self.consumed = consumed && is_chain && self.it.text(call.name) != "parallel";
        let around = (self.ahead, self.ending);
        self.ahead = is_chain && (self.ahead || self.it.text(call.name) == "parallel");
        self.ending = consumed;
        let made = self.called(call, ty, span);
        (self.ahead, self.ending) = around;
        self.lazy = lazy_around;
        self.it.out.after(check.into_iter().chain(used), made, span)
    }

    /// A copy of an object by the library has the arrays of that object.
    fn note_cloned(&mut self, call: &Call) {
        if !call.is_super || self.it.text(call.name) != "clone" || !call.arguments.is_empty() {
            return;
        }
        for class in self.it.above(self.class()) {
            for member in self.it.java.classes[class.index()].members.clone() {
                let Member::Field(field) = member else { continue };
                let it = &self.it.java.fields[field.index()];
                let (is_static, written) = (it.modifiers.is_static(), it.ty);
                if !is_static && self.it.has_element_guards(written.span.start, written.until) {
                    self.it.found.assumptions.add(Assumed::SharedByClone, call.name_span);
                }
            }
        }
    }

    fn called(&mut self, call: &Call, ty: Ty, span: Span) -> ExprId {
        if self.is_library(call) {
            self.note_cloned(call);
            self.note_given_back(call.name, call.target.map(|e| self.expression(e).ty), call.name_span);
        }
        match call.callee {
            Callee::Declared(method) if !self.it.is_opaque(self.it.java.methods[method.index()].class) => {
                self.declared_call(call, method, ty, span)
            }
            Callee::Declared(_) | Callee::External { .. } | Callee::Implied(_) => {
                let why = match call.callee {
                    Callee::External { owner } => self.of_library(owner, call.name, true),
                    _ => Assumed::ExternalMember,
                };
                self.it.found.assumptions.add(why, call.name_span);
                self.outside_call(call, ty, span)
            }
            Callee::Missing { .. } | Callee::Unresolved => {
                self.it.found.assumptions.add(Assumed::Unresolved, call.name_span);
                self.outside_call(call, ty, span)
            }
        }
    }

    /// An element that stands for all of those that `clone` of an array reads.
    fn read_to_clone(&mut self, call: &Call, span: Span) -> Option<ExprId> {
        let target = call.target.filter(|_| self.it.text(call.name) == "clone")?;
        let own = self.expression(target).ty;
        if !matches!(self.it.sort(own), Sort::Array(_)) {
            return None;
        }
        let (array, first) = (self.expr(target), self.it.out.int(0, span));
        Some(self.it.out.element(array, first, span))
    }

    pub(super) fn declared_call(&mut self, call: &Call, method: MethodNo, ty: Ty, span: Span) -> ExprId {
        let it = &self.it.java.methods[method.index()];
        let (class, is_static, result) = (it.class, it.modifiers.is_static(), it.result.ty);
        let mut before = Vec::new();
        let receiver = if is_static {
            before.extend(call.target.and_then(|t| self.before_static(t)));
            self.it.want(class);
            self.it.class_object(class, span)
        } else {
            match call.target {
                Some(target) if call.is_super => self.super_receiver(target, class),
                Some(target) => {
                    let target = self.without_upcast(target, class);
                    self.receiver(target, class)
                }
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

    /// `((A) this).m()` is no `super.m()`: the cast changes nothing where the object is known to be of the class.
    fn without_upcast(&mut self, target: ExprNo, class: ClassNo) -> ExprNo {
        let mut of = target;
        while let Kind::Cast { value, .. } = self.expression(of).kind {
            of = value;
        }
        let Kind::This { class: own } = self.expression(of).kind else { return target };
        if self.it.is_below(own, class) { of } else { target }
    }

    /// `super` is `this` as an object of the superclass.
    pub(super) fn super_receiver(&mut self, target: ExprNo, class: ClassNo) -> ExprId {
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
            if let Some(runs) = self.run_here(argument, marks, Runs::Beside) {
                if marks.immediate {
                    self.it.found.assumptions.add(Assumed::Immediate, self.span(argument));
                }
                forks.push(runs);
                args.push(self.it.out.null(self.body.expressions[argument.index()].span));
                continue;
            }
            let given = self.expression(argument).ty;
            let to = parameters.get(at).map_or(given, |p| p.ty.ty);
            if i >= first_spread && self.passes_description(method, argument) {
                rest.push(self.described(argument));
                continue;
            }
            if i >= first_spread {
                let element = self.it.java.types.element(to);
                let plain = self.plain(element, self.span(argument));
                rest.push(self.element_as(argument, element, plain));
                continue;
            }
            let outside = outermost
                .and_then(|over| self.it.java.methods[over.index()].parameters.get(at))
                .map_or(to, |p| p.ty.ty);
            args.push(match self.passes_description(method, argument) {
                true => self.described(argument),
                false => self.argument(argument, to, outside),
            });
        }
        if spread.is_some() {
            let ty = parameters.last().map_or(Ty::UNKNOWN, |p| p.ty.ty);
            let span = arguments.get(first_spread).map_or(Span::NONE, |e| self.span(*e));
            args.push(if self.it.options.run { self.filled(ty, &rest, span) } else { self.any(ty, &rest, span) });
        }
        (forks, args)
    }

    /// A function object that the method runs: as a fork, in such threads, or at once, any number of times.
    pub(super) fn run_here(&mut self, argument: ExprNo, marks: ParameterHead, beside: Runs) -> Option<ExprId> {
        if self.it.options.run {
            return None;
        }
        let span = self.span(argument);
        if marks.forks {
            self.note_forked(argument, beside);
        }
        if marks.forks && self.is_function(argument) {
            return Some(self.forked(argument));
        }
        if marks.forks && !matches!(self.expression(argument).kind, Kind::Literal(_)) {
            // An object of a type of the library does not say what it captures.
            self.it.found.assumptions.add(Assumed::LambdaToUnknown, span);
        }
        if !marks.immediate || self.lazy || !self.is_function(argument) {
            return None;
        }
        let runs = self.inlined(argument);
        Some(self.again(runs, span))
    }

    /// Code that runs any number of times.
    fn again(&mut self, runs: ExprId, span: Span) -> ExprId {
        let again = self.any(Ty::BOOLEAN, &[], span);
        self.it.out.repeat(again, runs, span)
    }

    fn argument(&mut self, argument: ExprNo, to: Ty, outside: Ty) -> ExprId {
        let made = self.value(argument, to);
        let span = self.span(argument);
        // The method that is overridden may take more.
        if self.it.sort(to) == self.it.sort(outside) { made } else { self.convert(made, to, outside, span) }
    }

    /// A call of a method of the library: it needs no lock, and touches no field of the sources. Of some it is known what they do with the
    /// function objects that they are given.
    fn outside_call(&mut self, call: &Call, ty: Ty, span: Span) -> ExprId {
        let method = call.callee.method();
        // A type argument says of which class the value is.
        let declared = method.map_or(Ty::UNKNOWN, |method| self.it.java.methods[method.index()].result.ty);
        if self.it.sort(declared) != self.it.sort(ty) {
            self.note_erased(ty, span);
        }
        let head = method.map(|method| self.it.method_head(method));
        let marks = head.as_ref().map_or(&[][..], |head| &head.parameters);
        // Threads of the library, which have ended when the call returns.
        let of_streams = self.runs_together(call);
        let beside = match (of_streams, self.it.text(call.name)) {
            (false, _) => Runs::Beside,
            (true, "forEachOrdered") => Runs::OneByOne,
            (true, _) => Runs::Together,
        };
        let ending = self.ending;
        let mut operands: Vec<ExprId> = call.target.map(|t| self.expr(t)).into_iter().collect();
        let ahead = std::mem::take(&mut self.ahead);
        if ending && of_streams || self.is_bulk(call) {
            self.it.found.library_together.insert(span);
        }
        if self.it.is_short_wait(self.body, call) {
            self.it.found.library_short.insert(span);
        }
        let mut runs = Vec::new();
        for (i, &argument) in call.arguments.iter().enumerate() {
            let mut marks = marks.get(i).or(marks.last()).copied().unwrap_or_default();
            if marks.immediate || of_streams && !marks.forks && self.is_function(argument) {
                match self.is_parallel(call) {
                    Some(parallel) => marks.forks = parallel || ahead && self.is_stage(call),
                    // A stream that some other code made.
                    None if self.it.has_parallel() => marks.forks = true,
                    None if marks.immediate => self.note_lambda(argument),
                    None => {}
                }
            }
            marks.forks |= self.is_function(argument) && self.listed_start(argument).is_some();
            match self.run_here(argument, marks, beside) {
                // A parallel stream runs it for many elements.
                Some(made) if marks.forks && of_streams => runs.push(self.again(made, span)),
                Some(made) => runs.push(made),
                None => {
                    if marks.forks {
                        self.it.found.library_forks.insert(span);
                    }
                    self.note_lambda(argument);
                    runs.extend(self.use_by_library(argument, call));
                    operands.push(self.given_outside(argument));
                }
            }
        }
        self.note_use(call, span);
        let made = self.any(ty, &operands, span);
        self.it.out.after(runs, made, span)
    }

    /// A value that the library is given: what it is given an array for are the elements.
    pub(super) fn given_outside(&mut self, argument: ExprNo) -> ExprId {
        let (made, span) = (self.expr(argument), self.span(argument));
        if !matches!(self.it.sort(self.expression(argument).ty), Sort::Array(_)) {
            return made;
        }
        let first = self.it.out.int(0, span);
        self.it.out.element(made, first, span)
    }

    fn note_lambda(&mut self, argument: ExprNo) {
        if matches!(self.expression(argument).kind, Kind::Lambda(_) | Kind::Reference(_)) {
            self.it.found.assumptions.add(Assumed::LambdaToUnknown, self.span(argument));
        }
    }
}
