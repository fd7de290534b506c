//! Method calls.

use super::Attributor;
use super::names::Qualifier;
use super::overloads::{Chosen, Passed};
use crate::elaborate::streams::is_characters;
use crate::syntax::{At, NodeKind, Role};
use crate::tree::body::{Call, Callee, ExprNo, Kind as Is};
use crate::tree::{ClassNo, MethodNo};
use crate::types::{Shape, Ty, VarNo};
use racefree_grammar::Span;
use racefree_grammar::name::Name;
use std::sync::Arc;

/// The object or class in which a method is looked up.
pub(super) struct Receiver {
    target: Option<ExprNo>,
    /// The class whose `this` is the object, if none is written.
    implied: Option<ClassNo>,
    owner: Ty,
    pub(super) methods: Arc<[MethodNo]>,
    is_super: bool,
    /// A method that is not found may be there nevertheless.
    external: bool,
    /// There may be more methods of the name.
    open: bool,
}

impl Attributor<'_, '_> {
    pub(super) fn call(&mut self, at: At, want: Ty) -> ExprNo {
        let (syntax, span) = (self.syntax, self.span(at));
        let Some(name_at) = syntax.child(at, Role::Name) else { return self.operand(None, want, span) };
        let (name, name_span) = (self.name(name_at), self.span(name_at));
        let mut receiver = match syntax.child(at, Role::Object) {
            None => self.receiver_of_name(name),
            Some(object) => {
                let mut of = self.qualifier(object);
                if syntax.kind(object) != NodeKind::Super && syntax.part(at, NodeKind::Super).is_some() {
                    of = self.qualified_super(of);
                }
                self.receiver(of, name, self.in_front_of_dot(span.start, name_span.start))
            }
        };
        let explicit = self.type_arguments(at);
        let arguments = self.arguments(syntax.child(at, Role::Arguments), &receiver.methods);
        let chosen = self.choose(&receiver.methods, receiver.owner, &explicit, &arguments, span);
        let (callee, result, arguments) = match chosen {
            Some(chosen) => {
                let is_static = self.java.methods[chosen.method.index()].modifiers.is_static();
                if let (false, Some(class)) = (is_static, receiver.implied) {
                    receiver.target = Some(self.this(Span::new(span.start, span.start), class));
                }
                let (arguments, result) = self.invoke(chosen, receiver.owner, &explicit, arguments, want);
                let result = self.special_result(chosen.method, receiver.owner, result);
                (Callee::Declared(chosen.method), result, arguments)
            }
            None => {
                let taken = receiver.open || self.takes_as_many(&receiver.methods, arguments.len());
                let arguments = self.loose(arguments);
                if let (true, Some(class)) = (receiver.external, receiver.implied) {
                    receiver.target = Some(self.this(Span::new(span.start, span.start), class));
                }
                let owner = receiver.owner;
                let callee = match (receiver.external, taken) {
                    (true, _) => Callee::External { owner },
                    (false, false) => Callee::Missing { owner },
                    (false, true) => Callee::Unresolved,
                };
                let result = self.characters(receiver.owner, name, &arguments);
                (callee, result, arguments)
            }
        };
        let Receiver { target, is_super, .. } = receiver;
        let spread = chosen.and_then(|c| c.spread);
        self.push(
            span,
            result,
            Is::Call(Box::new(Call { target, is_super, name, name_span, callee, arguments, spread })),
        )
    }

    /// The stream of the characters of a text.
    fn characters(&mut self, owner: Ty, name: Name, arguments: &[ExprNo]) -> Ty {
        const TEXTS: [&str; 4] = ["String", "CharSequence", "StringBuilder", "StringBuffer"];
        let Shape::External(of, _) = self.java.types.shape(owner) else { return Ty::UNKNOWN };
        let simple = self.java.names.text(of).strip_prefix("java.lang.");
        let is_text = simple.is_some_and(|simple| TEXTS.contains(&simple));
        if !is_text || !arguments.is_empty() || !is_characters(self.java.names.text(name)) {
            return Ty::UNKNOWN;
        }
        let parts: Vec<Name> = ["java", "util", "stream", "IntStream"].map(|part| self.java.names.intern(part)).into();
        match self.java.qualified_class(&parts) {
            Some(class) => self.java.this_type(class),
            None => Ty::UNKNOWN,
        }
    }

    /// `a.getClass()` knows more than its declaration says, and so does `clone()` of an array.
    fn special_result(&mut self, method: MethodNo, owner: Ty, result: Ty) -> Ty {
        let data = &self.java.methods[method.index()];
        if !data.parameters.is_empty() || self.java.types.class(self.java.known.object) != Some(data.class) {
            return result;
        }
        match self.java.names.text(data.name) {
            "getClass" => {
                let of = self.java.types.erased(owner);
                let of = self.java.types.of(Shape::Extends(of));
                self.class_of(of)
            }
            "clone" if matches!(self.java.types.shape(owner), Shape::Array(_)) => owner,
            _ => result,
        }
    }

    /// Returns true if one of the methods takes a number of arguments.
    pub(super) fn takes_as_many(&self, methods: &[MethodNo], n: usize) -> bool {
        let data = methods.iter().map(|m| &self.java.methods[m.index()]);
        data.into_iter().any(|m| m.parameters.len() == n || m.varargs && n + 1 >= m.parameters.len())
    }

    pub(super) fn receiver_of_name(&mut self, name: Name) -> Receiver {
        let mut inherits = false;
        for frame in self.frames.clone().iter().rev() {
            let mut methods = self.java.methods_of(frame.class, name);
            // Static code has no object of the class around: it means a method that a class nearer by inherits from outside.
            let out_of_reach =
                frame.is_static && !methods.iter().any(|m| self.java.methods[m.index()].modifiers.is_static());
            let passed_by = inherits && out_of_reach;
            inherits |= self.java.may_have(frame.class, name);
            if !methods.is_empty() && !passed_by {
                if frame.is_static && !out_of_reach {
                    // Of several it can mean the static ones alone, whatever is known of the arguments.
                    let of_class = |m: &&MethodNo| self.java.methods[m.index()].modifiers.is_static();
                    methods = methods.iter().filter(of_class).copied().collect();
                }
                let owner = self.java.this_type(frame.class);
                return Receiver {
                    target: None,
                    implied: Some(frame.class),
                    owner,
                    methods,
                    is_super: false,
                    external: false,
                    open: inherits || self.java.imports_static(self.scope.file, name),
                };
            }
        }
        let methods = self.java.static_methods(self.scope.file, name);
        let frame = self.frames.iter().rev().find(|f| self.java.may_have(f.class, name)).copied();
        let imported = self.java.imports_static(self.scope.file, name);
        let external = methods.is_empty() && (frame.is_some() || imported);
        let owner = frame.map_or(Ty::UNKNOWN, |f| self.java.this_type(f.class));
        // An object of a class that may inherit it.
        let implied = frame.filter(|f| external && !imported && !f.is_static).map(|f| f.class);
        Receiver { target: None, implied, owner, methods, is_super: false, external, open: false }
    }

    fn receiver(&mut self, of: Qualifier, name: Name, span: Span) -> Receiver {
        let mut unresolved = false;
        let (target, owner, is_super) = match of {
            Qualifier::Value(e) => {
                let ty = self.found(self.ty(e));
                (Some(e), ty, false)
            }
            Qualifier::Type(ty) => (None, ty, false),
            Qualifier::Super(class, above) => (Some(self.this(span, class)), above, true),
            Qualifier::Package(names) => match self.external_type(&names) {
                Some(ty) => (None, ty, false),
                None => {
                    let target = self.inherited(&names, span);
                    unresolved = target.is_none();
                    // A capital letter is that of a class which nothing declares.
                    let is_variable =
                        names.len() == 1 && self.java.names.text(names[0]).starts_with(char::is_lowercase);
                    let unknown = Is::Unresolved { target: None, name: names[0] };
                    let target = target.or_else(|| is_variable.then(|| self.push(span, Ty::UNKNOWN, unknown)));
                    (target, Ty::UNKNOWN, false)
                }
            },
        };
        let (methods, classes) = (self.methods_in(owner, name), self.java.classes_of(owner));
        let open = classes.is_empty() || classes.iter().any(|c| self.java.may_have(*c, name));
        let external = !unresolved && methods.is_empty() && open;
        Receiver { target, implied: None, owner, methods, is_super, external, open }
    }

    /// Type arguments that are written in front of a method's name.
    pub(super) fn type_arguments(&mut self, at: At) -> Vec<Ty> {
        let syntax = self.syntax;
        let Some(list) = syntax.child(at, Role::TypeArguments) else { return Vec::new() };
        self.java.arguments_at(&self.scope, syntax, list)
    }

    /// Arguments of what is not known.
    pub(super) fn loose(&mut self, arguments: Vec<Passed>) -> Vec<ExprNo> {
        arguments.into_iter().filter_map(|a| self.passed(a, Ty::UNKNOWN)).collect()
    }

    /// An argument where its parameter's type is known.
    fn passed(&mut self, argument: Passed, parameter: Ty) -> Option<ExprNo> {
        match argument {
            Passed::Value(e) => {
                let ty = self.ty(e);
                self.below(ty, parameter);
                Some(e)
            }
            Passed::Typed(ty) => {
                self.below(ty, parameter);
                None
            }
            Passed::Lambda(at) => Some(self.lambda(at, parameter).0),
            Passed::Reference(at) => Some(self.reference(at, parameter).0),
            Passed::Late(at) => {
                let parameter = self.filled(parameter);
                let e = self.value(at, parameter);
                self.below(self.ty(e), parameter);
                Some(e)
            }
        }
    }

    /// Passes arguments to a method of an object of the type `owner`: the arguments and the type of the result.
    pub(super) fn invoke(
        &mut self,
        chosen: Chosen,
        owner: Ty,
        explicit: &[Ty],
        arguments: Vec<Passed>,
        want: Ty,
    ) -> (Vec<ExprNo>, Ty) {
        let data = &self.java.methods[chosen.method.index()];
        let (class, variables, result) = (data.class, data.variables.clone(), data.result.ty);
        let own = self.own_arguments(&variables, explicit);
        let parameters: Vec<Ty> = self
            .java
            .parameter_types(chosen.method)
            .into_iter()
            .map(|ty| {
                let seen = self.java.member_seen(owner, class, ty);
                self.java.substitute(seen, &variables, &own)
            })
            .collect();
        let result = self.java.member_seen(owner, class, result);
        let result = self.java.substitute(result, &variables, &own);
        let parameter = |java: &crate::Java, i: usize| match chosen.spread {
            Some(from) if i >= from as usize => parameters.last().map_or(Ty::UNKNOWN, |last| java.types.element(*last)),
            _ => parameters.get(i).copied().unwrap_or(Ty::UNKNOWN),
        };
        // Values say more than functions, and the place of the call says what values leave open.
        let mut passed: Vec<Option<ExprNo>> = vec![None; arguments.len()];
        for (i, argument) in arguments.iter().enumerate() {
            if matches!(argument, Passed::Value(_) | Passed::Typed(_)) {
                passed[i] = self.passed(*argument, parameter(self.java, i));
            }
        }
        self.wanted(result, want);
        for (i, argument) in arguments.iter().enumerate() {
            if !matches!(argument, Passed::Value(_) | Passed::Typed(_)) {
                passed[i] = self.passed(*argument, parameter(self.java, i));
            }
        }
        let result = self.filled(result);
        (passed.into_iter().flatten().collect(), self.java.upper(result))
    }

    /// The type arguments of a method: written, or holes.
    fn own_arguments(&mut self, variables: &[VarNo], explicit: &[Ty]) -> Vec<Ty> {
        if explicit.len() == variables.len() {
            return explicit.to_vec();
        }
        variables
            .iter()
            .map(|v| {
                let variable = self.java.types.of(Shape::Variable(*v));
                let bound = self.java.types.erased(variable);
                self.hole(bound)
            })
            .collect()
    }

    /// Holes for the type parameters of a class.
    pub(super) fn holes_for(&mut self, class: ClassNo) -> Ty {
        let parameters = self.java.tables.infos[class.index()].parameters.clone();
        let own = self.java.classes[class.index()].parameters.clone();
        let arguments: Vec<Ty> = parameters
            .iter()
            .map(|v| {
                if own.contains(v) {
                    self.own_arguments(&[*v], &[])[0]
                } else {
                    self.java.types.of(Shape::Variable(*v))
                }
            })
            .collect();
        let list = self.java.types.list(&arguments);
        self.java.class_type(class, list)
    }
}
