//! Overloads: the method that arguments choose (JLS 15.12.2). A choice that hangs on what is not known is counted.

use super::Attributor;
use crate::subtyping::Sure;
use crate::syntax::{At, NodeKind, Role};
use crate::tree::MethodNo;
use crate::tree::body::{Callee, ExprNo, Form, Kind as Is};
use crate::types::{Shape, Ty, VarNo};
use racefree_grammar::Span;

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

/// A method that may be chosen, as it is seen from the object.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) method: MethodNo,
    pub(super) parameters: Vec<Ty>,
    /// Its type parameters, if no types are written for them.
    pub(super) variables: Vec<VarNo>,
    /// The types that are.
    pub(super) given: Vec<Ty>,
    /// The bounds of its type parameters.
    pub(super) bounds: Vec<Ty>,
    pub(super) varargs: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Subtyping,
    Boxing,
    Spreading,
}

/// The type of the parameter of an argument.
pub(super) fn parameter(java: &crate::Java, parameters: &[Ty], i: usize, spreads: bool) -> Ty {
    let last = parameters.len() - 1;
    if spreads && i >= last { java.types.element(parameters[last]) } else { parameters[i] }
}

impl Attributor<'_, '_> {
    /// The arguments of a list for one of several methods; those that depend on the method are left for later.
    pub(super) fn arguments(&mut self, list: Option<At>, methods: &[MethodNo]) -> Vec<Passed> {
        let Some(list) = list else { return Vec::new() };
        let parts: Vec<At> = self.syntax.parts(list).collect();
        let mut fitting = methods.iter().map(|m| &self.java.methods[m.index()]);
        let fits = |data: &&crate::tree::Method| data.parameters.len() == parts.len() || data.varargs;
        // Of several arguments for one parameter each may be its array, too.
        let alone = match (fitting.find(fits), fitting.any(|data| fits(&data))) {
            (Some(only), false) if only.varargs => only.parameters.len().saturating_sub(1),
            (Some(_), false) => parts.len(),
            _ => 0,
        };
        parts.into_iter().enumerate().map(|(i, part)| self.argument(part, i < alone)).collect()
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

    /// The answer to the question if the functions that an argument may be fit a parameter.
    fn function_fits(&mut self, at: At, parameter: Ty) -> Sure {
        let syntax = self.syntax;
        let mut part = |part: Option<At>| {
            part.map_or(Sure::Maybe, |p| racefree_grammar::stack::deep(|| self.function_fits(p, parameter)))
        };
        match syntax.kind(at) {
            NodeKind::Parenthesized => part(syntax.first(at)),
            NodeKind::Ternary => {
                part(syntax.child(at, Role::Consequence)).min(part(syntax.child(at, Role::Alternative)))
            }
            NodeKind::Lambda => self.lambda_fits(at, parameter),
            NodeKind::MethodReference => self.reference_fits(at, parameter),
            _ => Sure::Maybe,
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

    fn argument_type(&self, argument: Passed) -> Ty {
        match argument {
            Passed::Value(e) => self.ty(e),
            Passed::Typed(ty) => ty,
            Passed::Lambda(_) | Passed::Reference(_) | Passed::Late(_) => Ty::UNKNOWN,
        }
    }

    /// The type of an argument while the method is chosen: what its place does not say is what it is already.
    fn type_for_choice(&mut self, argument: Passed) -> Ty {
        let ty = self.argument_type(argument);
        if self.adapts(argument) { ty } else { self.settled(ty) }
    }

    /// The method that the arguments of a call at `span` choose, of those that a name can mean in `owner`.
    pub(super) fn choose(
        &mut self,
        methods: &[MethodNo],
        owner: Ty,
        explicit: &[Ty],
        arguments: &[Passed],
        span: Span,
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
        let applies = |this: &mut Self, c: &Candidate, phase| {
            let alike = |i: usize| {
                candidates.iter().all(|other| !other.varargs && other.parameters.get(i) == c.parameters.get(i))
            };
            this.applies(c, phase, arguments, &alike)
        };
        let phases = [Phase::Subtyping, Phase::Boxing, Phase::Spreading];
        for phase in phases {
            let applicable: Vec<(&Candidate, Sure)> =
                candidates.iter().map(|c| (c, applies(self, c, phase))).filter(|(_, sure)| *sure != Sure::No).collect();
            let Some(surest) = applicable.iter().map(|(_, sure)| *sure).max() else { continue };
            let spreads = phase == Phase::Spreading;
            let best: Vec<&Candidate> =
                applicable.iter().filter(|(_, sure)| *sure == surest).map(|(c, _)| *c).collect();
            let chosen = self.most_specific(&best, spreads, arguments)?;
            let mut others = candidates.iter().filter(|c| c.method != chosen.method);
            let certain = match surest {
                Sure::Yes => applicable
                    .iter()
                    .all(|(c, _)| c.method == chosen.method || self.better(chosen, c, spreads, arguments) == Sure::Yes),
                // The only one that can be meant.
                _ => others.all(|c| phases.into_iter().all(|phase| applies(self, c, phase) == Sure::No)),
            };
            if !certain {
                self.body.guessed.push(span);
            }
            let spread = spreads.then(|| chosen.parameters.len() as u32 - 1);
            return Some(Chosen { method: chosen.method, spread });
        }
        // One that is there alone is meant, whatever is wrong with its arguments.
        match candidates.as_slice() {
            [one] => Some(Chosen { method: one.method, spread: one.varargs.then(|| one.parameters.len() as u32 - 1) }),
            _ => None,
        }
    }

    fn candidate(&mut self, method: MethodNo, owner: Ty, explicit: &[Ty]) -> Candidate {
        let data = &self.java.methods[method.index()];
        let (class, varargs, own) = (data.class, data.varargs, data.variables.clone());
        let written = explicit.len() == own.len();
        let mut types = self.java.parameter_types(method);
        types.extend(own.iter().map(|v| self.java.types.variables[v.index()].bound));
        for ty in &mut types {
            *ty = self.java.member_seen(owner, class, *ty);
            if written {
                *ty = self.java.substitute(*ty, &own, explicit);
            }
            *ty = match self.java.types.shape(*ty) {
                Shape::Super(bound) => bound,
                _ => self.java.upper(*ty),
            };
        }
        let bounds = types.split_off(types.len() - own.len());
        let (variables, given) = if written { (Vec::new(), explicit.to_vec()) } else { (own, Vec::new()) };
        Candidate { method, parameters: types, variables, given, bounds, varargs }
    }

    /// A candidate's parameters, with holes for its type parameters; and the type arguments with their bounds.
    pub(super) fn opened(&mut self, candidate: &Candidate) -> (Vec<Ty>, Vec<(Ty, Ty)>) {
        let Candidate { variables, parameters, given, bounds, .. } = candidate;
        let holes: Vec<Ty> = variables.iter().map(|_| self.hole(Ty::UNKNOWN)).collect();
        let mut open = |ty: &Ty| self.java.substitute(*ty, variables, &holes);
        let parameters = parameters.iter().map(&mut open).collect();
        let bounds: Vec<Ty> = bounds.iter().map(open).collect();
        (parameters, holes.into_iter().chain(given.iter().copied()).zip(bounds).collect())
    }

    /// The answer to the question if what is found for type parameters is within their bounds.
    pub(super) fn bounds_hold(&mut self, bounds: &[(Ty, Ty)]) -> Sure {
        let found = bounds.iter().map(|(hole, bound)| {
            let (ty, bound) = (self.filled(*hole), self.filled(*bound));
            if let Shape::Hole(_) = self.java.types.shape(ty) { Sure::Yes } else { self.java.subtype(ty, bound) }
        });
        found.min().unwrap_or(Sure::Yes)
    }

    fn applies(
        &mut self,
        candidate: &Candidate,
        phase: Phase,
        arguments: &[Passed],
        alike: &dyn Fn(usize) -> bool,
    ) -> Sure {
        let spreads = phase == Phase::Spreading;
        if spreads && !candidate.varargs || !spreads && candidate.parameters.len() != arguments.len() {
            return Sure::No;
        }
        self.tries(|this| {
            let (parameters, bounds) = this.opened(candidate);
            let parameter = |this: &Self, i| parameter(this.java, &parameters, i, spreads);
            for (i, argument) in arguments.iter().enumerate() {
                let ty = this.type_for_choice(*argument);
                this.below(ty, parameter(this, i));
            }
            let mut answer = this.bounds_hold(&bounds);
            for (i, argument) in arguments.iter().enumerate() {
                if answer == Sure::No {
                    break;
                }
                let wanted = this.filled(parameter(this, i));
                let fits = match argument {
                    Passed::Lambda(at) => this.lambda_fits(*at, wanted),
                    Passed::Reference(at) => this.reference_fits(*at, wanted),
                    Passed::Late(at) => this.function_fits(*at, wanted),
                    Passed::Value(e) if let Some(branches) = this.branches(*e) => {
                        let boxes = phase != Phase::Subtyping;
                        let fits = |this: &mut Self, ty| {
                            let ty = this.filled(ty);
                            this.fits(ty, wanted, boxes)
                        };
                        branches.into_iter().map(|ty| fits(this, ty)).min().unwrap_or(Sure::Maybe)
                    }
                    Passed::Value(_) | Passed::Typed(_) => {
                        let ty = this.type_for_choice(*argument);
                        let ty = this.filled(ty);
                        let fits = this.fits(ty, wanted, phase != Phase::Subtyping);
                        if fits == Sure::No && this.adapts(*argument) {
                            let raw = this.java.types.erased(ty);
                            this.fits(raw, wanted, phase != Phase::Subtyping).min(Sure::Maybe)
                        } else {
                            fits
                        }
                    }
                };
                // A type that all of them ask for decides nothing.
                answer = answer.min(if fits == Sure::Maybe && alike(i) { Sure::Yes } else { fits });
            }
            answer
        })
    }

    /// The types of the branches of an argument whose place says its type: a switch, and a choice that is none of numbers or of truth.
    fn branches(&self, e: ExprNo) -> Option<Vec<Ty>> {
        match &self.body.expressions[e.index()].kind {
            Is::Switch(switch) => {
                let mut found = Vec::new();
                for case in &switch.cases {
                    // A case with other statements is looked at as a whole.
                    let [only] = case.body[..] else { return None };
                    match self.body.statements[only.index()].form {
                        Form::Yield(value) => {
                            found.extend(self.branches(value).unwrap_or_else(|| vec![self.ty(value)]))
                        }
                        Form::Throw(_) => {}
                        _ => return None,
                    }
                }
                Some(found)
            }
            Is::Conditional { yes, no, .. } => {
                let both = [self.ty(*yes), self.ty(*no)];
                // javac takes `null` for a number here.
                let is_plain = |ty: &Ty| {
                    let unboxed = self.java.unboxed(*ty);
                    matches!(self.java.types.shape(unboxed), Shape::Primitive(_) | Shape::Null)
                };
                if both.iter().all(is_plain) {
                    return None;
                }
                let parts = [*yes, *no].into_iter();
                Some(parts.flat_map(|e| self.branches(e).unwrap_or_else(|| vec![self.ty(e)])).collect())
            }
            _ => None,
        }
    }

    /// Returns true for an argument whose type arguments its place may say.
    fn adapts(&self, argument: Passed) -> bool {
        let Passed::Value(e) = argument else { return false };
        match &self.body.expressions[e.index()].kind {
            Is::Call(call) => match call.callee {
                Callee::Declared(method) => !self.java.methods[method.index()].variables.is_empty(),
                _ => true,
            },
            Is::New(_) | Is::Conditional { .. } | Is::Switch { .. } => true,
            _ => false,
        }
    }
}
