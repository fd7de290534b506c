//! Arguments that fit a parameter: values by their types, functions by their form.

use super::Attributor;
use super::names::Qualifier;
use crate::subtyping::Sure;
use crate::syntax::{At, NodeKind, Role};
use crate::types::{Shape, Ty};
use racefree_grammar::stack::deep;

impl Attributor<'_, '_> {
    /// The answer to the question if a value of a type can be passed where another is declared.
    pub(super) fn fits(&mut self, ty: Ty, parameter: Ty, boxes: bool) -> Sure {
        let primitive = |java: &crate::Java, ty| matches!(java.types.shape(ty), Shape::Primitive(_));
        let (a, b) = (primitive(self.java, ty), primitive(self.java, parameter));
        let ty = match (a, b) {
            _ if ty == Ty::UNKNOWN || parameter == Ty::UNKNOWN => return Sure::Maybe,
            (true, false) if boxes => self.java.boxed(ty),
            (false, true) if boxes && !matches!(self.java.types.shape(ty), Shape::Hole(_)) => self.promotable(ty),
            _ => ty,
        };
        self.java.subtype(ty, parameter)
    }

    /// The primitive type of a box, and of a type parameter whose bound is one.
    pub(super) fn promotable(&mut self, ty: Ty) -> Ty {
        let unboxed = self.java.unboxed(ty);
        if unboxed != ty {
            return unboxed;
        }
        let bound = self.java.types.erased(ty);
        self.java.unboxed(bound)
    }

    fn is_function_like(&mut self, parameter: Ty) -> Sure {
        match self.java.types.shape(parameter) {
            Shape::Class(class, _) => Sure::may(self.java.abstract_method(class).is_some()),
            Shape::External(..) => {
                Sure::may(parameter != self.java.known.string && parameter != self.java.known.object)
            }
            Shape::Unknown | Shape::Variable(_) | Shape::Hole(_) => Sure::Maybe,
            _ => Sure::No,
        }
    }

    pub(super) fn lambda_fits(&mut self, at: At, parameter: Ty) -> Sure {
        let Some(function) = self.java.function(parameter) else {
            return self.is_function_like(parameter);
        };
        if function.parameters.len() != self.lambda_arity(at) {
            return Sure::No;
        }
        let (void, value) = self.lambda_results(at);
        if function.result == Ty::VOID { void } else { value }
    }

    /// The answer to the question if a method reference can be a function of a type.
    pub(super) fn reference_fits(&mut self, at: At, parameter: Ty) -> Sure {
        let Some(function) = self.java.function(parameter) else { return self.is_function_like(parameter) };
        let parts: Vec<At> =
            self.syntax.children(at).filter(|c| self.syntax.kind(*c) != NodeKind::TypeArguments).collect();
        let (Some(first), Some(last)) = (parts.first().copied(), parts.last().copied()) else { return Sure::Maybe };
        // `T[]::new` has the length, and a method of an array type the array.
        if self.syntax.kind(first) == NodeKind::ArrayType {
            return Sure::of(function.parameters.len() == 1);
        }
        if !self.is_simple(first) || self.syntax.kind(last) == NodeKind::Token {
            return Sure::Maybe;
        }
        let (owner, is_type) = self.peek(first);
        let name = self.name(last);
        let methods = self.methods_in(owner, name);
        if methods.is_empty() {
            return Sure::Maybe;
        }
        let mut answer = Sure::No;
        for method in methods.iter() {
            let data = &self.java.methods[method.index()];
            let (varargs, result) = (data.varargs, data.result.ty);
            // With a parameter more, the first one is the object.
            let object = usize::from(is_type && !data.modifiers.is_static());
            let Some(given) = function.parameters.get(object..) else { continue };
            let declared = self.java.parameter_types(*method);
            if declared.len() != given.len() {
                answer = answer.max(Sure::may(varargs && given.len() + 1 >= declared.len()));
            } else if methods.len() > 1 {
                return Sure::Yes;
            } else if result != Ty::VOID || function.result == Ty::VOID {
                let fits = given.iter().zip(declared).map(|(given, declared)| {
                    let (given, declared) = (self.filled(*given), self.java.types.erased(declared));
                    self.fits(given, declared, true)
                });
                answer = fits.min().unwrap_or(Sure::Yes);
            }
        }
        answer
    }

    /// The type of a simple expression or type in front of a member, and true for a type. The expression is made anew when it is used.
    pub(super) fn peek(&mut self, at: At) -> (Ty, bool) {
        let expressions = self.body.expressions.len();
        let seen = match self.qualifier(at) {
            Qualifier::Value(e) => (self.found(self.ty(e)), false),
            Qualifier::Type(ty) => (ty, true),
            Qualifier::Super(_, above) => (above, false),
            Qualifier::Package(_) => (Ty::UNKNOWN, true),
        };
        self.body.expressions.truncate(expressions);
        seen
    }

    /// The answer to the question if the call that is a lambda's body has a result, whatever the lambda's parameters are.
    fn call_has_result(&mut self, lambda: At, call: At) -> Sure {
        let results: Vec<bool> = self.results_of_call(lambda, call).into_iter().map(|ty| ty != Ty::VOID).collect();
        match results.first() {
            Some(first) if results.iter().all(|other| other == first) => Sure::of(*first),
            _ => Sure::Maybe,
        }
    }

    /// The results of the methods that a call in a lambda may mean, by their names and numbers of parameters; none if that is not known.
    fn results_of_call(&mut self, lambda: At, call: At) -> Vec<Ty> {
        let Some(name_at) = self.syntax.child(call, Role::Name) else { return Vec::new() };
        let name = self.name(name_at);
        let methods = match self.syntax.child(call, Role::Object) {
            None => self.receiver_of_name(name).methods,
            Some(object) => match self.type_of_object(lambda, object) {
                Some(owner) => self.methods_in(owner, name),
                None => return Vec::new(),
            },
        };
        let list = self.syntax.child(call, Role::Arguments);
        let n = list.map_or(0, |l| self.syntax.parts(l).count());
        let fitting = methods.iter().map(|m| &self.java.methods[m.index()]);
        fitting.filter(|m| m.parameters.len() == n || m.varargs).map(|m| m.result.ty).collect()
    }

    /// The type of the object of a call in a lambda: of an expression that does not depend on the lambda, or of a call of methods that all have one result.
    fn type_of_object(&mut self, lambda: At, object: At) -> Option<Ty> {
        match self.syntax.kind(object) {
            _ if self.stands_alone(lambda, object) => Some(self.tried_value(object)),
            NodeKind::MethodInvocation => {
                let results = deep(|| self.results_of_call(lambda, object));
                let first = *results.first()?;
                results.iter().all(|other| *other == first).then_some(first)
            }
            _ if self.is_simple(object) && !self.is_parameter(lambda, object) => Some(self.peek(object).0),
            _ => None,
        }
    }

    /// Returns true for an expression that means the same outside of a lambda, and declares nothing: it may be made twice.
    fn stands_alone(&self, lambda: At, at: At) -> bool {
        (at.0..self.syntax.node(at).next).map(At).all(|part| match self.syntax.kind(part) {
            NodeKind::Lambda
            | NodeKind::MethodReference
            | NodeKind::ClassBody
            | NodeKind::Switch
            | NodeKind::Instanceof
            | NodeKind::Assignment
            | NodeKind::Update
            | NodeKind::Super => false,
            NodeKind::Identifier => !self.is_parameter(lambda, part),
            _ => true,
        })
    }

    /// The type of an expression, which is made anew when it is used.
    fn tried_value(&mut self, at: At) -> Ty {
        let (expressions, guessed) = (self.body.expressions.len(), self.body.guessed.len());
        let e = self.value(at, Ty::UNKNOWN);
        let ty = self.settled(self.ty(e));
        self.body.expressions.truncate(expressions);
        self.body.guessed.truncate(guessed);
        ty
    }

    pub(super) fn is_simple(&self, at: At) -> bool {
        matches!(
            self.syntax.kind(at),
            NodeKind::Identifier | NodeKind::FieldAccess | NodeKind::GenericType | NodeKind::This | NodeKind::Super
        )
    }

    /// Returns true if an expression begins with a parameter of a lambda.
    pub(super) fn is_parameter(&self, lambda: At, at: At) -> bool {
        let (start, text) = (self.span(at), |at: At| self.java.sources.at(self.syntax.span(at)));
        let Some(parameters) = self.syntax.child(lambda, Role::Parameters) else { return false };
        let nodes = parameters.0..self.syntax.node(parameters).next;
        let first = self.java.sources.at(start).split('.').next().unwrap_or("").trim();
        nodes.into_iter().any(|i| self.syntax.kind(At(i)) == NodeKind::Identifier && text(At(i)) == first)
    }

    pub(super) fn lambda_arity(&self, at: At) -> usize {
        let Some(parameters) = self.syntax.child(at, Role::Parameters) else { return 0 };
        match self.syntax.kind(parameters) {
            NodeKind::Identifier => 1,
            _ => self.syntax.parts(parameters).count(),
        }
    }

    /// The answers to: the lambda can be one without a result; it can be one with a result.
    fn lambda_results(&mut self, at: At) -> (Sure, Sure) {
        let Some(body) = self.syntax.child(at, Role::Body) else { return (Sure::Maybe, Sure::Maybe) };
        match self.syntax.kind(body) {
            NodeKind::Block => {}
            NodeKind::MethodInvocation => {
                // A call that is not known is taken for one with a result, which does not matter where it has none.
                let value = self.call_has_result(at, body);
                return (if value == Sure::Maybe { Sure::Maybe } else { Sure::Yes }, value);
            }
            NodeKind::Assignment | NodeKind::Update | NodeKind::ObjectCreation => return (Sure::Yes, Sure::Yes),
            _ => return (Sure::No, Sure::Yes),
        }
        let (mut i, end) = (body.0, self.syntax.node(body).next);
        while i < end {
            let at = At(i);
            match self.syntax.kind(at) {
                NodeKind::Return => {
                    let value = self.syntax.first(at).is_some();
                    return (Sure::of(!value), Sure::of(value));
                }
                NodeKind::Lambda | NodeKind::ClassBody => i = self.syntax.node(at).next,
                _ => i += 1,
            }
        }
        // One that never ends can be both.
        let last = self.syntax.parts(body).last();
        let value = last.map_or(Sure::No, |last| match self.syntax.kind(last) {
            NodeKind::Throw => Sure::Yes,
            NodeKind::While | NodeKind::For | NodeKind::Do => {
                let test = self.syntax.child(last, Role::Condition).map(|test| self.java.sources.at(self.span(test)));
                Sure::may(test.is_none_or(|test| test.trim_matches(['(', ')', ' ']) == "true"))
            }
            _ => Sure::No,
        });
        (Sure::Yes, value)
    }
}
