//! Overloads: the method that arguments choose (JLS 15.12.2), by erased types.

use super::Attributor;
use crate::syntax::{At, NodeKind, Role};
use crate::tree::MethodNo;
use crate::tree::body::ExprNo;
use crate::types::{Shape, Ty};

/// An argument before the method is known.
#[derive(Clone, Copy, Debug)]
pub(super) enum Passed {
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
        if spreads && i >= last { java.types.element(self.parameters[last]) } else { self.parameters[i] }
    }
}

impl Attributor<'_, '_> {
    /// The arguments of a list for one of several methods; those that depend on the method are left for later.
    pub(super) fn arguments(&mut self, list: Option<At>, methods: &[MethodNo]) -> Vec<Passed> {
        let Some(list) = list else { return Vec::new() };
        let parts: Vec<At> = self.syntax.parts(list).collect();
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
                NodeKind::Lambda | NodeKind::MethodReference => true,
                NodeKind::MethodInvocation => racefree_grammar::stack::deep(|| self.is_late(c)),
                _ => false,
            })
        });
        self.late.insert(at, late);
        late
    }

    /// Returns true for functions, and for `a ? b : c` of which a branch is one.
    fn is_function(&self, at: At) -> bool {
        let part = |part: Option<At>| part.is_some_and(|p| racefree_grammar::stack::deep(|| self.is_function(p)));
        match self.syntax.kind(at) {
            NodeKind::Lambda | NodeKind::MethodReference => true,
            NodeKind::Parenthesized => part(self.syntax.first(at)),
            NodeKind::Ternary => {
                part(self.syntax.child(at, Role::Consequence)) || part(self.syntax.child(at, Role::Alternative))
            }
            _ => false,
        }
    }

    /// Returns true if the functions that an argument may be fit a parameter.
    fn function_fits(&mut self, at: At, parameter: Ty) -> bool {
        let syntax = self.syntax;
        let mut part =
            |part: Option<At>| part.is_none_or(|p| racefree_grammar::stack::deep(|| self.function_fits(p, parameter)));
        match syntax.kind(at) {
            NodeKind::Parenthesized => part(syntax.first(at)),
            NodeKind::Ternary => part(syntax.child(at, Role::Consequence)) && part(syntax.child(at, Role::Alternative)),
            NodeKind::Lambda => self.lambda_fits(at, parameter),
            NodeKind::MethodReference => self.reference_fits(at, parameter),
            _ => true,
        }
    }

    /// An argument; `alone` if there is one method that it can be for.
    fn argument(&mut self, at: At, alone: bool) -> Passed {
        let mut inner = at;
        while self.syntax.kind(inner) == NodeKind::Parenthesized
            && let Some(part) = self.syntax.first(inner)
        {
            inner = part;
        }
        match self.syntax.kind(inner) {
            NodeKind::Lambda => Passed::Lambda(inner),
            NodeKind::MethodReference => Passed::Reference(inner),
            NodeKind::Ternary if self.is_function(inner) => Passed::Late(inner),
            NodeKind::MethodInvocation | NodeKind::ObjectCreation if alone && self.is_late(inner) => {
                Passed::Late(inner)
            }
            _ => Passed::Value(self.value(at, Ty::UNKNOWN)),
        }
    }

    pub(super) fn argument_type(&mut self, argument: Passed) -> Ty {
        match argument {
            Passed::Value(e) => self.filled(self.ty(e)),
            Passed::Typed(ty) => self.filled(ty),
            Passed::Lambda(_) | Passed::Reference(_) | Passed::Late(_) => Ty::UNKNOWN,
        }
    }

    /// The method that the arguments choose, of those that a name can mean in `owner`.
    pub(super) fn choose(
        &mut self,
        methods: &[MethodNo],
        owner: Ty,
        explicit: &[Ty],
        arguments: &[Passed],
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
                for (i, argument) in arguments.iter().enumerate() {
                    let parameter = |c: &&Candidate| c.parameter(self.java, i, spreads);
                    if let Passed::Value(e) = argument
                        && types[i] == Ty::UNKNOWN
                        && applicable.iter().any(|c| parameter(c) != parameter(&chosen))
                    {
                        self.body.guessed.push(self.body.expressions[e.index()].span);
                    }
                }
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
        let parameters = self
            .java
            .parameter_types(method)
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
                    // All of several bounds.
                    Shape::Variable(variable)
                        if matches!(
                            self.java.types.shape(self.java.types.variables[variable.index()].bound),
                            Shape::Both(_)
                        ) =>
                    {
                        self.java.types.variables[variable.index()].bound
                    }
                    Shape::Variable(_) | Shape::Array(_) => self.java.types.erased(seen),
                    _ => seen,
                }
            })
            .collect();
        Candidate { method, parameters, varargs }
    }

    fn applies(&mut self, candidate: &Candidate, phase: Phase, arguments: &[Passed], types: &[Ty]) -> bool {
        let spreads = phase == Phase::Spreading;
        if spreads != (spreads && candidate.varargs) || !spreads && candidate.parameters.len() != arguments.len() {
            return false;
        }
        arguments.iter().zip(types).enumerate().all(|(i, (argument, ty))| {
            let parameter = candidate.parameter(self.java, i, spreads);
            match argument {
                Passed::Lambda(at) => self.lambda_fits(*at, parameter),
                Passed::Reference(at) => self.reference_fits(*at, parameter),
                Passed::Late(at) => self.function_fits(*at, parameter),
                Passed::Value(_) | Passed::Typed(_) => self.fits(*ty, parameter, phase != Phase::Subtyping),
            }
        })
    }

    fn most_specific<'c>(
        &mut self,
        applicable: &[&'c Candidate],
        spreads: bool,
        arguments: &[Passed],
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

    fn better(&mut self, a: &Candidate, b: &Candidate, spreads: bool, arguments: &[Passed]) -> bool {
        let length =
            if spreads { arguments.len().max(a.parameters.len()).max(b.parameters.len()) } else { arguments.len() };
        (0..length).all(|i| {
            let (x, y) = (a.parameter(self.java, i, spreads), b.parameter(self.java, i, spreads));
            if self.is_below(x, y) {
                return true;
            }
            let function = matches!(arguments.get(i), Some(Passed::Lambda(_) | Passed::Reference(_)));
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
