//! Lambdas: objects of a class of their own, whose method starts with no lock held.

use super::classes::{Members, bare_class};
use super::code::{Code, Frame, FrameSort};
use super::emit::{Head, final_field};
use super::members::Renamed;
use super::naming::CONSTRUCTOR;
use super::types::Sort;
use crate::tree::body::{ExprNo, Kind, Lambda, LocalNo};
use crate::tree::{ClassNo, MethodNo};
use crate::types::{Shape, Ty};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{Class, ExprId, List, Method, MethodKind, Param, Run, TypeId};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Name of the field of the object in front of `::`.
const BOUND: &str = "bound$";

/// A lambda or method reference that becomes an object.
pub(super) struct Function {
    pub(super) ty: Ty,
    /// The method of the functional interface, if that is declared.
    pub(super) method: Option<MethodNo>,
    pub(super) uses_this: bool,
    pub(super) captures: Vec<LocalNo>,
    /// The object in front of `::`, which is no variable: it is evaluated where the reference is.
    pub(super) bound: Option<ExprNo>,
    /// The object has something thread-local besides.
    pub(super) confined: bool,
    pub(super) span: Span,
}

impl Code<'_, '_, '_> {
    /// A lambda as an object.
    pub(super) fn lambda(&mut self, lambda: &Lambda, ty: Ty, span: Span) -> ExprId {
        let (uses_this, confined) = (lambda.uses_this, false);
        let captures = lambda.captures.clone();
        let of = Function { ty, method: lambda.method, uses_this, captures, bound: None, confined, span };
        self.function(of, |code| code.function_method(lambda, span))
    }

    /// An object of the class of a lambda or method reference, which has the enclosing instance and the captured variables in its fields.
    pub(super) fn function(&mut self, of: Function, method: impl FnOnce(&mut Self) -> Method) -> ExprId {
        let (class, span) = (self.class(), of.span);
        if of.method.is_none() {
            self.it.found.assumptions.add(Assumed::LambdaToUnknown, span);
            self.it.found.library_functions.insert(span);
        }
        let captures: Vec<(LocalNo, Name)> =
            of.captures.iter().map(|&local| (local, self.it.captured_field(self.body, local, 0))).collect();
        let outer = of.uses_this.then(|| self.it.this_field(class, 0));
        let name = match self.it.functions.get(&span) {
            Some(&name) => name,
            None => {
                let name = self.function_name(span);
                self.make_function(&of, name, outer, &captures, method);
                name
            }
        };
        let mut args: Vec<ExprId> = Vec::new();
        if outer.is_some() {
            args.push(self.this_of(class, span));
        }
        args.extend(of.captures.iter().map(|&local| self.local(local, span)));
        args.extend(of.bound.map(|object| self.expr(object)));
        let ty = self.function_type(name, span);
        let constructor = self.it.intern(CONSTRUCTOR);
        self.it.out.make(ty, constructor, &args, span)
    }

    pub(super) fn function_name(&mut self, span: Span) -> Name {
        let class = self.class();
        let owner = self.it.class_name(class);
        let (owner, mut number) = (self.it.text(owner).to_owned(), self.it.functions.len());
        let name = loop {
            number += 1;
            let made = format!("{owner}$lambda${number}");
            let name = self.it.intern(&made);
            if self.it.takes_name(name) {
                self.it.found.origins.named(&made, "the lambda");
                break name;
            }
        };
        self.it.functions.insert(span, name);
        name
    }

    /// The type of a lambda's class: its ghosts are those around it.
    pub(super) fn function_type(&mut self, name: Name, span: Span) -> TypeId {
        let ghosts = self.ghosts.clone();
        let args: Vec<ExprId> = ghosts.iter().map(|ghost| self.it.out.var(ghost.name, span)).collect();
        self.it.out.class_type(name, &args, span)
    }

    fn make_function(
        &mut self,
        of: &Function,
        name: Name,
        outer: Option<Name>,
        captures: &[(LocalNo, Name)],
        method: impl FnOnce(&mut Self) -> Method,
    ) {
        let (class, span) = (self.class(), of.span);
        let frame =
            Frame { sort: FrameSort::Lambda(class, outer), captures: Rc::new(captures.iter().copied().collect()) };
        let (targets, held) = (std::mem::take(&mut self.targets), std::mem::take(&mut self.held));
        let taken = std::mem::replace(&mut self.taken, self.ghosts.iter().map(|g| g.name).collect());
        self.frames.push(frame);
        let mut members = Members::default();
        let mut hidden = self.hidden_of_function(outer, captures, span);
        hidden.extend(of.bound.map(|object| self.bound_param(object, span)));
        members.fields.extend(hidden.into_iter().map(final_field));
        members.methods.push(self.function_constructor(outer, captures, of.bound, span));
        members.methods.push(method(self));
        self.frames.pop();
        (self.targets, self.held) = (targets, held);
        self.taken = taken;
        // Threads share a task that has nothing of one thread but arrays, and these are what needs a guard.
        let is_task = matches!(self.it.last_name(of.ty), "Runnable" | "Callable");
        let confined = of.captures.iter().any(|local| {
            let ty = self.body.locals[local.index()].ty.ty;
            let is_array = matches!(self.it.java.types.shape(ty), Shape::Array(_));
            !(self.it.is_shared_type(ty) || is_task && is_array)
        });
        let shared = !confined && !of.confined && (outer.is_none() || self.it.is_shared(class));
        self.add_function(of, name, shared, members);
    }

    /// Adds the class of a lambda or method reference, with its fields and its one method, below its interface, if that is declared: that
    /// of the method, where the type is a variable.
    fn add_function(&mut self, of: &Function, name: Name, shared: bool, members: Members) {
        let (mut supers, mut confined) = (Vec::new(), false);
        let span = of.span;
        if let Sort::Class(interface) = self.it.sort(of.ty) {
            supers.push(self.plain(of.ty, span));
            confined = !self.it.is_shared(interface);
        } else if let Some(method) = self.interface_method(of.method) {
            let interface = self.it.java.methods[method.index()].class;
            supers.push(self.plain_class(interface, span));
            confined = !self.it.is_shared(interface);
        }
        let ghosts = self.it.ghost_parameters(self.class());
        let ghosts = if self.ghosts.is_empty() { Run::default() } else { ghosts };
        let (fields, methods) = self.it.run_of_members(members);
        let more_supertypes = self.it.run_of_types(&supers);
        let thread_local = confined || !shared;
        // Nothing says that an object of an interface of the library stays in this thread.
        if thread_local && self.interface_method(of.method).is_none() {
            self.it.found.assumptions.add(Assumed::LambdaToUnknown, span);
        }
        let bare = bare_class(name, span, span);
        self.it.classes.push(Class { thread_local, ghosts, more_supertypes, fields, methods, ..bare });
    }

    /// Fields of a lambda's object, and the parameters that are assigned to them.
    fn hidden_of_function(&mut self, outer: Option<Name>, captures: &[(LocalNo, Name)], span: Span) -> Vec<Param> {
        let mut all = Vec::new();
        if let Some(name) = outer {
            all.push(Param { ty: self.plain_class(self.class(), span), name, span });
        }
        for &(local, name) in captures {
            let written = self.body.locals[local.index()].ty;
            all.push(Param { ty: self.ty(written), name, span });
        }
        all
    }

    /// The field of the object in front of `::`, and the parameter that is assigned to it.
    fn bound_param(&mut self, object: ExprNo, span: Span) -> Param {
        let (text, ty) = (self.it.java.sources.at(self.span(object)).to_owned(), self.expression(object).ty);
        self.it.found.origins.captured(BOUND, text.lines().next().unwrap_or_default());
        Param { ty: self.plain(ty, span), name: self.it.intern(BOUND), span }
    }

    /// The object in front of `::`, in the method of the reference.
    pub(super) fn bound_object(&mut self, span: Span) -> ExprId {
        let (this, field) = (self.it.out.this(span), self.it.intern(BOUND));
        self.it.out.field(this, field, span)
    }

    fn function_constructor(
        &mut self,
        outer: Option<Name>,
        captures: &[(LocalNo, Name)],
        bound: Option<ExprNo>,
        span: Span,
    ) -> Method {
        self.from_parameters = captures.iter().copied().collect();
        let mut hidden = self.hidden_of_function(outer, captures, span);
        hidden.extend(bound.map(|object| self.bound_param(object, span)));
        self.from_parameters = FxHashMap::default();
        let params = self.it.out.params(&hidden);
        let all = self.assign_hidden(&hidden, span);
        let body = self.it.out.seq(&all, span);
        let (name, ret) = (self.it.intern(CONSTRUCTOR), self.void(span));
        let (requires, kind) = (List::default(), MethodKind::Constructor);
        self.it.out.method(Head { name, name_span: span, span, params, ret, requires, kind }, body)
    }

    /// The one method of a lambda's class.
    fn function_method(&mut self, lambda: &Lambda, span: Span) -> Method {
        let of_interface = self.interface_method(lambda.method);
        let result = match of_interface {
            Some(m) => self.it.java.methods[m.index()].result.ty,
            None => result_of(lambda),
        };
        let name = self.function_method_name(of_interface);
        let mut params = Vec::new();
        let mut renamed = Vec::new();
        for (i, &local) in lambda.parameters.iter().enumerate() {
            let it = &self.body.locals[local.index()];
            let (own, java, at) = (it.ty.ty, it.name, it.name_span);
            let outside =
                of_interface.and_then(|m| self.it.java.methods[m.index()].parameters.get(i)).map_or(own, |p| p.ty.ty);
            let ty = self.plain(outside, at);
            if of_interface.is_none() {
                self.note_erased(own, at);
            }
            let name = self.it.variant(java, "in");
            params.push(Param { ty, name, span: at });
            renamed.push(Renamed { local, name, ty, outside, own });
        }
        let params = self.it.out.params(&params);
        let ret = self.plain(result, span);
        let body = self.scoped(|code| {
            code.rebind(&renamed, span, |code| {
                code.returning(result, span, |code, tail| code.block(&lambda.body, tail, span))
            })
        });
        let (requires, kind) = (List::default(), MethodKind::Plain);
        self.it.out.method(Head { name, name_span: span, span, params, ret, requires, kind }, body)
    }

    pub(super) fn interface_method(&mut self, method: Option<MethodNo>) -> Option<MethodNo> {
        method.filter(|m| !self.it.is_opaque(self.it.java.methods[m.index()].class))
    }

    pub(super) fn function_method_name(&mut self, method: Option<MethodNo>) -> Name {
        match method {
            Some(method) => self.it.method_name(method),
            None => self.it.intern("apply"),
        }
    }

    /// A function object whose code runs before the call that it is given to returns: as a block, with the locks held there.
    pub(super) fn inlined(&mut self, argument: ExprNo) -> ExprId {
        let span = self.span(argument);
        match &self.expression(argument).kind {
            Kind::Lambda(lambda) => self.inlined_lambda(lambda, span),
            Kind::Reference(reference) => {
                let object = reference.target.filter(|_| !reference.is_super).map(|target| self.expr(target));
                self.referred_here(reference, object, span)
            }
            Kind::Cast { value, .. } => racefree_grammar::stack::deep(|| self.inlined(*value)),
            _ => self.called_function(argument),
        }
    }

    fn inlined_lambda(&mut self, lambda: &Lambda, span: Span) -> ExprId {
        let result = result_of(lambda);
        self.parameters_in(lambda, 0, span, &mut |code| {
            code.returning(result, span, |code, tail| code.block(&lambda.body, tail, span))
        })
    }

    fn parameters_in(
        &mut self,
        lambda: &Lambda,
        i: usize,
        span: Span,
        inner: &mut dyn FnMut(&mut Self) -> ExprId,
    ) -> ExprId {
        let Some(&local) = lambda.parameters.get(i) else { return self.scoped(|code| inner(code)) };
        let (ty, at) = (self.body.locals[local.index()].ty.ty, self.body.locals[local.index()].name_span);
        self.note_erased(ty, at);
        self.it.found.library_received.insert(at);
        let given = self.any(ty, &[], at);
        self.with_local(local, (given, None), span, |code| code.parameters_in(lambda, i + 1, span, inner))
    }
}

/// `Object` if a lambda returns a value, else void.
fn result_of(lambda: &Lambda) -> Ty {
    if lambda.has_value { Ty::UNKNOWN } else { Ty::VOID }
}

/// Names of the methods of the library's functional interfaces that do work.
const RUNS: &[&str] = &["run", "call", "compute", "get", "accept", "apply", "execute", "exec", "test"];

impl Code<'_, '_, '_> {
    /// The method that runs when a function object of a class is called.
    pub(super) fn runs(&mut self, class: ClassNo) -> Option<MethodNo> {
        let above = self.it.above(class);
        for name in RUNS {
            let Some(name) = self.it.java.names.find(name) else { continue };
            for &class in &above {
                if self.it.is_opaque(class) {
                    continue;
                }
                let found = self.it.methods_named(class, name);
                if let Some(&method) = found.iter().find(|m| !self.it.java.methods[m.index()].modifiers.is_static()) {
                    return Some(method);
                }
            }
        }
        None
    }
}
