//! Functions as values: lambdas and method references, typed by the interface that is wanted.

use super::names::Qualifier;
use super::overloads::{Chosen, Passed};
use super::{Attributor, Leaving, Owner};
use crate::lookup::FunctionType;
use crate::subtyping::Sure;
use crate::syntax::{At, NodeKind, Role};
use crate::tree::body::{Callee, ExprNo, Form, Kind as Is, Lambda, LocalNo, Reference};
use crate::tree::{MethodNo, Written};
use crate::types::{Shape, Ty};
use racefree_grammar::Span;
use racefree_grammar::name::Name;

impl Attributor<'_, '_> {
    /// The function that a wanted type stands for.
    fn function_of(&mut self, want: Ty) -> Option<FunctionType> {
        let want = self.filled(want);
        let want = match self.java.types.shape(want) {
            Shape::Super(bound) => bound,
            _ => self.found(want),
        };
        self.java.function(want)
    }

    /// A lambda, and the type of its results.
    pub(super) fn lambda(&mut self, at: At, want: Ty) -> (ExprNo, Ty) {
        let (syntax, span) = (self.syntax, self.span(at));
        let function = self.function_of(want);
        let mark = self.mark();
        self.owners.push(Owner::default());
        let parameters = self.lambda_parameters(at, function.as_ref());
        // Types of parameters may fill holes of the result.
        let result = function.as_ref().map_or(Ty::UNKNOWN, |f| self.filled(f.result));
        self.returns.push(Leaving::of(if result == Ty::VOID { Ty::UNKNOWN } else { result }));
        let yields = std::mem::take(&mut self.yields);
        let loops = std::mem::take(&mut self.variables.loops);
        let maybe = self.variables.maybe.clone();
        let body = match syntax.child(at, Role::Body) {
            Some(block) if syntax.kind(block) == NodeKind::Block => self.block(block).0,
            body => {
                let want = self.returns.last().map_or(Ty::UNKNOWN, |r| r.want);
                let since = self.tested.len();
                let value = self.operand(body, want, span);
                self.leave(Some(value), false);
                let form = if result == Ty::VOID { Form::Expression(value) } else { Form::Return(Some(value)) };
                let place = self.body.expressions[value.index()].span;
                vec![self.statement_since(since, place, form)]
            }
        };
        self.variables.maybe = maybe;
        self.variables.loops = loops;
        self.yields = yields;
        let Leaving { seen, has_value, .. } = self.returns.pop().unwrap_or(Leaving::of(Ty::UNKNOWN));
        if let Some(function) = &function {
            self.below(seen, function.result);
        }
        let owner = self.owners.pop().unwrap_or_default();
        self.release(mark);
        let method = function.map(|f| f.method);
        let Owner { captures, uses_this, .. } = owner;
        let has_value = has_value && result != Ty::VOID;
        let lambda = Lambda { method, parameters, body, captures, uses_this, has_value };
        if lambda.uses_this {
            self.uses_this();
        }
        (self.push(span, want, Is::Lambda(Box::new(lambda))), seen)
    }

    fn lambda_parameters(&mut self, at: At, function: Option<&FunctionType>) -> Vec<LocalNo> {
        let syntax = self.syntax;
        let Some(list) = syntax.child(at, Role::Parameters) else { return Vec::new() };
        let none = Written::implied(Ty::UNKNOWN);
        let mut declared: Vec<(Name, Written, Span, bool, Vec<crate::tree::Note>)> = Vec::new();
        match syntax.kind(list) {
            NodeKind::Identifier => declared.push((self.name(list), none, self.span(list), false, Vec::new())),
            NodeKind::InferredParameters => {
                for name in syntax.parts(list) {
                    declared.push((self.name(name), none, self.span(name), false, Vec::new()));
                }
            }
            _ => {
                let (parameters, _) = self.java.parameters(&self.scope, syntax, at);
                for mut p in parameters {
                    if self.java.sources.at(p.ty.span) == "var" {
                        p.ty = none;
                    }
                    declared.push((p.name, p.ty, p.name_span, p.is_final, p.notes));
                }
            }
        }
        let mut locals = Vec::new();
        for (i, (name, mut ty, span, is_final, notes)) in declared.into_iter().enumerate() {
            let parameter = function.and_then(|f| f.parameters.get(i)).copied().unwrap_or(Ty::UNKNOWN);
            if ty.span == Span::NONE {
                let parameter = self.filled(parameter);
                ty.ty = self.java.upper(parameter);
            } else {
                self.same(ty.ty, parameter);
            }
            let local = self.local(name, ty, span, is_final);
            self.body.locals[local.index()].notes = notes;
            locals.push(local);
        }
        locals
    }

    /// Notes that the code uses `this`, in the functions around it.
    pub(super) fn uses_this(&mut self) {
        for owner in self.owners.iter_mut().rev() {
            owner.uses_this = true;
            if owner.class.is_some() {
                break;
            }
        }
    }

    /// Notes that a variable is used here, though its name is not.
    pub(super) fn capture(&mut self, local: LocalNo, span: Span) {
        let use_of = self.use_local(span, local);
        // The use has no expression.
        debug_assert_eq!(use_of.index() + 1, self.body.expressions.len());
        self.body.expressions.pop();
    }

    /// A method reference, and the type of its results.
    pub(super) fn reference(&mut self, at: At, want: Ty) -> (ExprNo, Ty) {
        let (syntax, span) = (self.syntax, self.span(at));
        let function = self.function_of(want);
        let parts: Vec<At> = syntax.children(at).filter(|c| syntax.kind(*c) != NodeKind::TypeArguments).collect();
        let (Some(first), Some(last)) = (parts.first().copied(), parts.last().copied()) else {
            return (self.operand(None, want, span), Ty::UNKNOWN);
        };
        let is_new = syntax.kind(last) == NodeKind::Token;
        let name = self.name(last);
        // The grammar has `C.super` as a type of that name.
        let last_of_first = syntax.children(first).last();
        let of = match last_of_first.filter(|last| self.java.sources.at(self.span(*last)) == "super") {
            Some(_) => {
                let class = syntax.first(first).map_or(Qualifier::Package(Vec::new()), |class| self.qualifier(class));
                self.qualified_super(class)
            }
            None => self.qualifier(first),
        };
        let until = self.java.next_token(self.span(first).end);
        let is_super = matches!(of, Qualifier::Super(..));
        let (target, written, owner) = match of {
            Qualifier::Value(e) => (Some(e), None, self.found(self.ty(e))),
            Qualifier::Type(ty) => (None, Some(Written { ty, span: self.span(first), until }), ty),
            Qualifier::Super(class, above) => (Some(self.this(self.span(first), class)), None, above),
            Qualifier::Package(names) => {
                let ty = self.external_type(&names).unwrap_or(Ty::UNKNOWN);
                (None, Some(Written { ty, span: self.span(first), until }), ty)
            }
        };
        let (callee, result) = if is_new {
            self.constructor_reference(owner, function.as_ref(), span)
        } else {
            self.method_reference(owner, name, target.is_some(), function.as_ref(), span)
        };
        if let Some(function) = &function {
            self.below(result, function.result);
        }
        let method = function.map(|f| f.method);
        let reference = Reference { method, target, written, callee, is_super, is_new, name };
        (self.push(span, want, Is::Reference(Box::new(reference))), result)
    }

    fn constructor_reference(&mut self, ty: Ty, function: Option<&FunctionType>, span: Span) -> (Callee, Ty) {
        let Some(class) = self.java.types.class(ty) else { return (Callee::External { owner: ty }, ty) };
        self.makes(class, span);
        let raw = matches!(self.java.types.shape(ty), Shape::Class(_, crate::types::List::EMPTY));
        let ty =
            if raw && !self.java.classes[class.index()].parameters.is_empty() { self.holes_for(class) } else { ty };
        let constructors = self.constructors(ty);
        if constructors.is_empty() {
            return (Callee::Implied(class), ty);
        }
        let chosen = match function {
            Some(function) => self.choose(&constructors, ty, &[], &typed(&function.parameters), span),
            None => only(&constructors),
        };
        let Some(chosen) = chosen else { return (Callee::Unresolved, ty) };
        if let Some(function) = function {
            self.invoke(chosen, ty, &[], typed(&function.parameters), Ty::UNKNOWN);
        }
        (Callee::Declared(chosen.method), ty)
    }

    fn method_reference(
        &mut self,
        owner: Ty,
        name: Name,
        has_target: bool,
        function: Option<&FunctionType>,
        span: Span,
    ) -> (Callee, Ty) {
        let (methods, classes) = (self.methods_in(owner, name), self.java.classes_of(owner));
        if methods.is_empty() {
            let external = classes.is_empty() || classes.iter().any(|c| self.java.may_have(*c, name));
            let callee = if external { Callee::External { owner } } else { Callee::Missing { owner } };
            return (callee, Ty::UNKNOWN);
        }
        let Some(function) = function else {
            let chosen = only(&methods);
            return chosen.map_or((Callee::Unresolved, Ty::UNKNOWN), |c| {
                (Callee::Declared(c.method), self.java.methods[c.method.index()].result.ty)
            });
        };
        let arguments = typed(&function.parameters);
        if has_target {
            return self.referred(&methods, owner, arguments, span);
        }
        let is_static = |this: &Self, m: &MethodNo| this.java.methods[m.index()].modifiers.is_static();
        let (of_class, of_objects): (Vec<MethodNo>, Vec<MethodNo>) =
            methods.iter().copied().partition(|m| is_static(self, m));
        // With a parameter more, the first one is the object.
        let receiver = function.parameters.first().copied();
        let objects = receiver.and_then(|_| self.choose(&of_objects, owner, &[], &arguments[1..], span));
        let statics = self.choose(&of_class, owner, &[], &arguments, span);
        // Both may take as many parameters: the types decide.
        let statics = match (statics, objects, receiver) {
            (Some(chosen), Some(_), Some(receiver)) => {
                let (of, class) = (self.filled(receiver), self.java.types.erased(owner));
                let is_object = self.fits(of, class, false) != Sure::No;
                (!is_object || self.takes(chosen.method, owner, &function.parameters)).then_some(chosen)
            }
            (statics, ..) => statics,
        };
        match (statics, objects, receiver) {
            (Some(_), _, _) => self.referred(&of_class, owner, arguments, span),
            (None, Some(chosen), Some(receiver)) => {
                let class = self.java.methods[chosen.method.index()].class;
                let raw = matches!(self.java.types.shape(owner), Shape::Class(_, crate::types::List::EMPTY));
                let open =
                    self.java.types.class(owner).filter(|c| raw && !self.java.classes[c.index()].parameters.is_empty());
                let owner = open.map_or(owner, |class| self.holes_for(class));
                self.below(receiver, owner);
                let seen = self.found(receiver);
                let seen = if self.java.as_super(seen, class).is_some() { seen } else { self.filled(owner) };
                self.referred(&of_objects, seen, arguments[1..].to_vec(), span)
            }
            _ => (Callee::Unresolved, Ty::UNKNOWN),
        }
    }

    /// Returns true if values of these types fit a method's parameters.
    fn takes(&mut self, method: MethodNo, owner: Ty, types: &[Ty]) -> bool {
        let (class, parameters) =
            (self.java.methods[method.index()].class, self.java.methods[method.index()].parameters.clone());
        parameters.iter().zip(types).all(|(parameter, ty)| {
            let parameter = self.java.member_seen(owner, class, parameter.ty.ty);
            let (parameter, ty) = (self.java.types.erased(parameter), self.filled(*ty));
            self.fits(ty, parameter, true) != Sure::No
        })
    }

    fn referred(&mut self, methods: &[MethodNo], owner: Ty, arguments: Vec<Passed>, span: Span) -> (Callee, Ty) {
        match self.choose(methods, owner, &[], &arguments, span) {
            Some(chosen) => {
                let (_, result) = self.invoke(chosen, owner, &[], arguments, Ty::UNKNOWN);
                (Callee::Declared(chosen.method), result)
            }
            None => (Callee::Unresolved, Ty::UNKNOWN),
        }
    }
}

fn typed(types: &[Ty]) -> Vec<Passed> {
    types.iter().map(|ty| Passed::Typed(*ty)).collect()
}

fn only(methods: &[MethodNo]) -> Option<Chosen> {
    match methods {
        [one] => Some(Chosen { method: *one, spread: None }),
        _ => None,
    }
}
