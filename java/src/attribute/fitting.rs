//! Arguments that fit a parameter: values by their types, functions by their form.

use super::Attributor;
use super::names::Qualifier;
use crate::syntax::{At, NodeKind, Role};
use crate::types::{Shape, Ty};

impl Attributor<'_, '_> {
    /// Returns true if a value of a type can be passed where another is declared.
    pub(super) fn fits(&mut self, ty: Ty, parameter: Ty, boxes: bool) -> bool {
        let primitive = |java: &crate::Java, ty| matches!(java.types.shape(ty), Shape::Primitive(_));
        let (a, b) = (primitive(self.java, ty), primitive(self.java, parameter));
        match (a, b) {
            _ if ty == Ty::UNKNOWN || parameter == Ty::UNKNOWN => true,
            (true, false) => {
                boxes && {
                    let boxed = self.java.boxed(ty);
                    self.java.is_subtype(boxed, parameter)
                }
            }
            (false, true) => {
                boxes && {
                    let unboxed = self.promotable(ty);
                    primitive(self.java, unboxed) && self.java.is_subtype(unboxed, parameter)
                }
            }
            _ => self.java.is_subtype(ty, parameter),
        }
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

    pub(super) fn is_function_like(&mut self, parameter: Ty) -> bool {
        match self.java.types.shape(parameter) {
            // The bound of a type parameter is `Object` too.
            _ if parameter == self.java.known.object => true,
            Shape::Class(class, _) => self.java.abstract_method(class).is_some(),
            Shape::External(..) => parameter != self.java.known.string,
            Shape::Unknown | Shape::Variable(_) | Shape::Hole(_) => true,
            _ => false,
        }
    }

    pub(super) fn lambda_fits(&mut self, at: At, parameter: Ty) -> bool {
        let Some(function) = self.java.function(parameter) else {
            return self.is_function_like(parameter);
        };
        if function.parameters.len() != self.lambda_arity(at) {
            return false;
        }
        let (void, value) = self.lambda_results(at);
        if function.result == Ty::VOID { void } else { value }
    }

    /// Returns true if a method reference can be a function of a type, by the number of parameters.
    pub(super) fn reference_fits(&mut self, at: At, parameter: Ty) -> bool {
        let Some(function) = self.java.function(parameter) else { return self.is_function_like(parameter) };
        let parts: Vec<At> =
            self.syntax.children(at).filter(|c| self.syntax.kind(*c) != NodeKind::TypeArguments).collect();
        let (Some(first), Some(last)) = (parts.first().copied(), parts.last().copied()) else { return true };
        // `T[]::new` has the length, and a method of an array type the array.
        if self.syntax.kind(first) == NodeKind::ArrayType {
            return function.parameters.len() == 1;
        }
        if !self.is_simple(first) || self.syntax.kind(last) == NodeKind::Token {
            return true;
        }
        let (owner, is_type) = self.peek(first);
        let name = self.name(last);
        let methods = self.methods_in(owner, name);
        let n = function.parameters.len();
        methods.is_empty()
            || methods.iter().any(|m| {
                let data = &self.java.methods[m.index()];
                let fits = |n: usize| data.parameters.len() == n || data.varargs && n + 1 >= data.parameters.len();
                match (is_type, data.modifiers.is_static()) {
                    (true, false) => n > 0 && fits(n - 1),
                    _ => fits(n),
                }
            })
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

    /// Returns true if the call that is a lambda's body has no result, whatever the lambda's parameters are.
    pub(super) fn is_void_call(&mut self, lambda: At, call: At) -> bool {
        let Some(name_at) = self.syntax.child(call, Role::Name) else { return false };
        let name = self.name(name_at);
        let methods = match self.syntax.child(call, Role::Object) {
            None => self.receiver_of_name(name).methods,
            Some(object) if self.is_simple(object) && !self.is_parameter(lambda, object) => {
                let owner = self.peek(object).0;
                self.methods_in(owner, name)
            }
            Some(_) => return false,
        };
        let list = self.syntax.child(call, Role::Arguments);
        let n = list.map_or(0, |l| self.syntax.parts(l).count());
        let mut fitting = methods
            .iter()
            .map(|m| &self.java.methods[m.index()])
            .filter(|m| m.parameters.len() == n || m.varargs)
            .peekable();
        fitting.peek().is_some() && fitting.all(|m| m.result.ty == Ty::VOID)
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

    /// Returns true for: the lambda can be one without a result; it can be one with a result.
    pub(super) fn lambda_results(&mut self, at: At) -> (bool, bool) {
        let Some(body) = self.syntax.child(at, Role::Body) else { return (true, true) };
        let kind = self.syntax.kind(body);
        if kind != NodeKind::Block {
            let statement = matches!(
                kind,
                NodeKind::MethodInvocation | NodeKind::Assignment | NodeKind::Update | NodeKind::ObjectCreation
            );
            if kind == NodeKind::MethodInvocation && self.is_void_call(at, body) {
                return (true, false);
            }
            return (statement, true);
        }
        let (mut i, end) = (body.0, self.syntax.node(body).next);
        while i < end {
            let at = At(i);
            match self.syntax.kind(at) {
                NodeKind::Return => {
                    let value = self.syntax.first(at).is_some();
                    return (!value, value);
                }
                NodeKind::Lambda | NodeKind::ClassBody => i = self.syntax.node(at).next,
                _ => i += 1,
            }
        }
        let last = self.syntax.parts(body).last();
        let endless = last.is_some_and(|l| {
            matches!(self.syntax.kind(l), NodeKind::Throw | NodeKind::While | NodeKind::For | NodeKind::Do)
        });
        (true, endless)
    }
}
