//! Overloads: the method that arguments choose (JLS 15.12.2), by erased types.

use super::Attributor;
use super::names::Qualifier;
use crate::syntax::{At, Kind, Role};
use crate::tree::MethodNo;
use crate::tree::body::ExprNo;
use crate::types::{Shape, Ty};

/// An argument before the method is known.
#[derive(Clone, Copy, Debug)]
pub(super) enum Argument {
    Value(ExprNo),
    /// A value of a type, of which there is no expression: the parameter of a function that a method reference gives.
    Typed(Ty),
    Lambda(At),
    Reference(At),
    /// A call or creation with functions among its own arguments: its type arguments depend on the method.
    Late(At),
}

/// A method that arguments choose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen {
    pub(super) method: MethodNo,
    /// The arguments from this one on go into an array.
    pub(super) spread: Option<u32>,
}

/// A method that may be chosen, with its parameters' types as the arguments meet them.
#[derive(Clone, Debug)]
struct Candidate {
    method: MethodNo,
    parameters: Vec<Ty>,
    varargs: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Subtyping,
    Boxing,
    Spreading,
}

impl Candidate {
    /// The type of the parameter of an argument.
    fn parameter(&self, java: &crate::Java, i: usize, spreads: bool) -> Ty {
        let last = self.parameters.len() - 1;
        if spreads && i >= last {
            match java.types.shape(self.parameters[last]) {
                Shape::Array(element) => element,
                _ => Ty::UNKNOWN,
            }
        } else {
            self.parameters[i]
        }
    }
}

impl Attributor<'_, '_> {
    /// The arguments of a list for one of several methods; those that depend on the method are left for later.
    pub(super) fn arguments(&mut self, list: Option<At>, methods: &[MethodNo]) -> Vec<Argument> {
        let Some(list) = list else { return Vec::new() };
        let parts: Vec<At> = self.syntax.children(list).filter(|c| self.syntax.kind(*c) != Kind::Token).collect();
        let fitting = methods.iter().filter(|m| {
            let data = &self.java.methods[m.index()];
            data.parameters.len() == parts.len() || data.varargs
        });
        let alone = fitting.count() == 1;
        parts.into_iter().map(|part| self.argument(part, alone)).collect()
    }

    /// Returns true if functions whose parameters have no types are among the arguments of a call, or among those of calls there.
    fn is_late(&mut self, at: At) -> bool {
        if let Some(known) = self.late.get(&at) {
            return *known;
        }
        let syntax = self.syntax;
        let late = syntax.child(at, Role::Arguments).is_some_and(|list| {
            syntax.children(list).any(|c| match syntax.kind(c) {
                Kind::Lambda | Kind::MethodReference => true,
                Kind::MethodInvocation => racefree_grammar::stack::deep(|| self.is_late(c)),
                _ => false,
            })
        });
        self.late.insert(at, late);
        late
    }

    /// An argument; `alone` if there is one method that it can be for.
    fn argument(&mut self, at: At, alone: bool) -> Argument {
        let mut inner = at;
        while self.syntax.kind(inner) == Kind::Parenthesized
            && let Some(part) = self.syntax.first(inner)
        {
            inner = part;
        }
        match self.syntax.kind(inner) {
            Kind::Lambda => Argument::Lambda(inner),
            Kind::MethodReference => Argument::Reference(inner),
            Kind::MethodInvocation | Kind::ObjectCreation if alone && self.is_late(inner) => Argument::Late(inner),
            _ => Argument::Value(self.value(at, Ty::UNKNOWN)),
        }
    }

    pub(super) fn argument_type(&mut self, argument: Argument) -> Ty {
        match argument {
            Argument::Value(e) => self.filled(self.ty(e)),
            Argument::Typed(ty) => self.filled(ty),
            Argument::Lambda(_) | Argument::Reference(_) | Argument::Late(_) => Ty::UNKNOWN,
        }
    }

    /// The method that the arguments choose, of those that a name can mean in `owner`.
    pub(super) fn choose(
        &mut self,
        methods: &[MethodNo],
        owner: Ty,
        explicit: &[Ty],
        arguments: &[Argument],
    ) -> Option<Chosen> {
        let (n, from) = (arguments.len(), self.here().class);
        let mut fitting: Vec<MethodNo> = Vec::new();
        for method in methods {
            let data = &self.java.methods[method.index()];
            let length = data.parameters.len();
            let fits = length == n || data.varargs && n + 1 >= length;
            if fits && self.java.accessible(data.modifiers, data.class, from) {
                fitting.push(*method);
            }
        }
        if fitting.is_empty() {
            // A class that is generated can be elsewhere than its text says.
            fitting = methods.iter().copied().filter(|m| self.java.methods[m.index()].parameters.len() == n).collect();
        }
        if let [method] = fitting.as_slice()
            && !self.java.methods[method.index()].varargs
        {
            return Some(Chosen { method: *method, spread: None });
        }
        let candidates: Vec<Candidate> = fitting.into_iter().map(|m| self.candidate(m, owner, explicit)).collect();
        let types: Vec<Ty> = arguments.iter().map(|a| self.argument_type(*a)).collect();
        for phase in [Phase::Subtyping, Phase::Boxing, Phase::Spreading] {
            let applicable: Vec<&Candidate> =
                candidates.iter().filter(|c| self.applies(c, phase, arguments, &types)).collect();
            if !applicable.is_empty() {
                let spreads = phase == Phase::Spreading;
                let chosen = self.most_specific(&applicable, spreads, arguments)?;
                let spread = spreads.then(|| chosen.parameters.len() as u32 - 1);
                return Some(Chosen { method: chosen.method, spread });
            }
        }
        // One that is there alone is meant, whatever is wrong with its arguments.
        match candidates.as_slice() {
            [one] => Some(Chosen { method: one.method, spread: one.varargs.then(|| one.parameters.len() as u32 - 1) }),
            _ => None,
        }
    }

    fn candidate(&mut self, method: MethodNo, owner: Ty, explicit: &[Ty]) -> Candidate {
        let data = &self.java.methods[method.index()];
        let (class, varargs) = (data.class, data.varargs);
        let variables = if explicit.len() == data.variables.len() { data.variables.clone() } else { Vec::new() };
        let parameters: Vec<Ty> = data.parameters.iter().map(|p| p.ty.ty).collect();
        let parameters = parameters
            .into_iter()
            .map(|ty| {
                let seen = self.java.member_seen(owner, class, ty);
                let seen = self.java.substitute(seen, &variables, explicit);
                let seen = match self.java.types.shape(seen) {
                    Shape::Super(bound) => bound,
                    _ => self.java.upper(seen),
                };
                let seen = self.filled(seen);
                // A functional interface keeps its arguments, which say what a lambda's parameters are.
                match self.java.types.shape(seen) {
                    Shape::Hole(_) => Ty::UNKNOWN,
                    Shape::Variable(_) | Shape::Array(_) => self.java.types.erased(seen),
                    _ => seen,
                }
            })
            .collect();
        Candidate { method, parameters, varargs }
    }

    fn applies(&mut self, candidate: &Candidate, phase: Phase, arguments: &[Argument], types: &[Ty]) -> bool {
        let spreads = phase == Phase::Spreading;
        if spreads != (spreads && candidate.varargs) || !spreads && candidate.parameters.len() != arguments.len() {
            return false;
        }
        arguments.iter().zip(types).enumerate().all(|(i, (argument, ty))| {
            let parameter = candidate.parameter(self.java, i, spreads);
            match argument {
                Argument::Lambda(at) => self.lambda_fits(*at, parameter),
                Argument::Reference(at) => self.reference_fits(*at, parameter),
                Argument::Late(_) => true,
                Argument::Value(_) | Argument::Typed(_) => self.fits(*ty, parameter, phase != Phase::Subtyping),
            }
        })
    }

    /// Returns true if a value of a type can be passed where another is declared.
    fn fits(&mut self, ty: Ty, parameter: Ty, boxes: bool) -> bool {
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
    fn promotable(&mut self, ty: Ty) -> Ty {
        let unboxed = self.java.unboxed(ty);
        if unboxed != ty {
            return unboxed;
        }
        let bound = self.java.types.erased(ty);
        self.java.unboxed(bound)
    }

    fn is_function_like(&mut self, parameter: Ty) -> bool {
        match self.java.types.shape(parameter) {
            // The bound of a type parameter is `Object` too.
            _ if parameter == self.java.known.object => true,
            Shape::Class(class, _) => self.java.abstract_method(class).is_some(),
            Shape::External(..) | Shape::Unknown | Shape::Variable(_) | Shape::Hole(_) => true,
            _ => false,
        }
    }

    fn lambda_fits(&mut self, at: At, parameter: Ty) -> bool {
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
    fn reference_fits(&mut self, at: At, parameter: Ty) -> bool {
        let Some(function) = self.java.function(parameter) else { return self.is_function_like(parameter) };
        let parts: Vec<At> = self.syntax.children(at).filter(|c| self.syntax.kind(*c) != Kind::TypeArguments).collect();
        let (Some(first), Some(last)) = (parts.first().copied(), parts.last().copied()) else { return true };
        let simple = matches!(
            self.syntax.kind(first),
            Kind::Identifier | Kind::FieldAccess | Kind::GenericType | Kind::This | Kind::Super
        );
        if !simple || self.syntax.kind(last) == Kind::Token {
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
    fn peek(&mut self, at: At) -> (Ty, bool) {
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
    fn is_void_call(&mut self, lambda: At, call: At) -> bool {
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
        let n = list.map_or(0, |l| self.syntax.children(l).filter(|c| self.syntax.kind(*c) != Kind::Token).count());
        let mut fitting = methods
            .iter()
            .map(|m| &self.java.methods[m.index()])
            .filter(|m| m.parameters.len() == n || m.varargs)
            .peekable();
        fitting.peek().is_some() && fitting.all(|m| m.result.ty == Ty::VOID)
    }

    fn is_simple(&self, at: At) -> bool {
        matches!(
            self.syntax.kind(at),
            Kind::Identifier | Kind::FieldAccess | Kind::GenericType | Kind::This | Kind::Super
        )
    }

    /// Returns true if an expression begins with a parameter of a lambda.
    fn is_parameter(&self, lambda: At, at: At) -> bool {
        let (start, text) = (self.span(at), |at: At| self.java.sources.at(self.syntax.span(at)));
        let Some(parameters) = self.syntax.child(lambda, Role::Parameters) else { return false };
        let nodes = parameters.0..self.syntax.node(parameters).next;
        let first = self.java.sources.at(start).split('.').next().unwrap_or("").trim();
        nodes.into_iter().any(|i| self.syntax.kind(At(i)) == Kind::Identifier && text(At(i)) == first)
    }

    fn lambda_arity(&self, at: At) -> usize {
        let Some(parameters) = self.syntax.child(at, Role::Parameters) else { return 0 };
        match self.syntax.kind(parameters) {
            Kind::Identifier => 1,
            _ => self.syntax.children(parameters).filter(|c| self.syntax.kind(*c) != Kind::Token).count(),
        }
    }

    /// Returns true for: the lambda can be one without a result; it can be one with a result.
    fn lambda_results(&mut self, at: At) -> (bool, bool) {
        let Some(body) = self.syntax.child(at, Role::Body) else { return (true, true) };
        let kind = self.syntax.kind(body);
        if kind != Kind::Block {
            let statement =
                matches!(kind, Kind::MethodInvocation | Kind::Assignment | Kind::Update | Kind::ObjectCreation);
            if kind == Kind::MethodInvocation && self.is_void_call(at, body) {
                return (true, false);
            }
            return (statement, true);
        }
        let (mut i, end) = (body.0, self.syntax.node(body).next);
        while i < end {
            let at = At(i);
            match self.syntax.kind(at) {
                Kind::Return => {
                    let value = self.syntax.first(at).is_some();
                    return (!value, value);
                }
                Kind::Lambda | Kind::ClassBody => i = self.syntax.node(at).next,
                _ => i += 1,
            }
        }
        let last = self.syntax.children(body).filter(|c| self.syntax.kind(*c) != Kind::Token).last();
        let endless =
            last.is_some_and(|l| matches!(self.syntax.kind(l), Kind::Throw | Kind::While | Kind::For | Kind::Do));
        (true, endless)
    }

    fn most_specific<'c>(
        &mut self,
        applicable: &[&'c Candidate],
        spreads: bool,
        arguments: &[Argument],
    ) -> Option<&'c Candidate> {
        if let [one] = applicable {
            return Some(one);
        }
        let mut best: Vec<&Candidate> = Vec::new();
        for candidate in applicable {
            if applicable
                .iter()
                .all(|other| other.method == candidate.method || self.better(candidate, other, spreads, arguments))
            {
                best.push(candidate);
            }
        }
        // Several that are as good as each other have the same signature: one with a body is meant.
        let concrete = best.iter().position(|c| !self.java.methods[c.method.index()].modifiers.is_abstract());
        best.get(concrete.unwrap_or(0)).copied()
    }

    fn better(&mut self, a: &Candidate, b: &Candidate, spreads: bool, arguments: &[Argument]) -> bool {
        let length =
            if spreads { arguments.len().max(a.parameters.len()).max(b.parameters.len()) } else { arguments.len() };
        (0..length).all(|i| {
            let (x, y) = (a.parameter(self.java, i, spreads), b.parameter(self.java, i, spreads));
            if self.is_below(x, y) {
                return true;
            }
            let function = matches!(arguments.get(i), Some(Argument::Lambda(_) | Argument::Reference(_)));
            function && self.better_function(x, y)
        })
    }

    fn is_below(&mut self, x: Ty, y: Ty) -> bool {
        y == Ty::UNKNOWN || x != Ty::UNKNOWN && self.java.is_subtype(x, y)
    }

    /// A function with a result is preferred to one without.
    fn better_function(&mut self, x: Ty, y: Ty) -> bool {
        let (Some(x), Some(y)) = (self.java.function(x), self.java.function(y)) else { return false };
        let (x, y) = (x.result, y.result);
        y == Ty::VOID || x != Ty::VOID && self.java.is_subtype(x, y) && x != y
    }
}
