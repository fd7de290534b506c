//! Method references: objects of a class of their own, as lambdas are.

use super::code::Code;
use super::emit::Head;
use super::functions::Function;
use super::types::Sort;
use crate::tree::ClassNo;
use crate::tree::body::{Callee, ExprNo, Kind, LocalNo, Reference};
use crate::types::{List as TypeList, Ty};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{ExprId, List, Method, MethodKind};

impl Code<'_, '_, '_> {
    /// A method reference as an object: of its method nothing is known but that it holds no lock.
    pub(super) fn reference(&mut self, reference: &Reference, ty: Ty, span: Span) -> ExprId {
        let class = self.class_made(reference);
        let uses_this = match reference.target {
            Some(target) => self.is_this(target),
            None => class.is_some_and(|class| self.it.java.classes[class.index()].has_outer_instance),
        };
        let captured = class.map_or_else(Vec::new, |class| self.it.captures_of(class, self.body));
        let mut captures: Vec<LocalNo> = captured.into_iter().map(|(local, _)| local).collect();
        captures.extend(self.variable_in_front(reference).filter(|local| !captures.contains(local)));
        let of = reference.target.filter(|t| !self.is_this(*t)).map(|t| self.expression(t).ty);
        let confined = of.is_some_and(|ty| !self.it.is_shared_type(ty));
        let bound = self.object_in_front(reference);
        let of = Function { ty, method: reference.method, uses_this, captures, bound, confined, span };
        self.function(of, |code| code.reference_method(reference, span))
    }

    /// The variable in front of `::`.
    fn variable_in_front(&self, reference: &Reference) -> Option<LocalNo> {
        match self.expression(reference.target.filter(|_| !reference.is_super)?).kind {
            Kind::Local(local) => Some(local),
            _ => None,
        }
    }

    /// The object in front of `::` that is no variable and not `this`: what it is may change.
    fn object_in_front(&self, reference: &Reference) -> Option<ExprNo> {
        let target = reference.target.filter(|target| !reference.is_super && !self.is_this(*target))?;
        self.variable_in_front(reference).is_none().then_some(target)
    }

    fn is_this(&self, target: ExprNo) -> bool {
        matches!(self.expression(target).kind, Kind::This { .. })
    }

    /// The class of the sources whose objects a constructor reference makes.
    fn class_made(&mut self, reference: &Reference) -> Option<ClassNo> {
        let class = match reference.callee {
            Callee::Declared(method) if reference.is_new => self.it.java.methods[method.index()].class,
            Callee::Implied(class) if reference.is_new => class,
            _ => return None,
        };
        (!self.it.is_opaque(class)).then_some(class)
    }

    /// The one method of a method reference's class.
    fn reference_method(&mut self, reference: &Reference, span: Span) -> Method {
        let of_interface = self.interface_method(reference.method);
        if of_interface.is_none() {
            self.it.found.library_references.insert(span);
        }
        let types = of_interface.map_or_else(Vec::new, |m| self.it.java.parameter_types(m));
        let params = self.fresh_params(&types, span);
        let given: Vec<(ExprId, Ty)> =
            params.iter().zip(types).map(|(param, ty)| (self.it.out.var(param.name, span), ty)).collect();
        let params = self.it.out.params(&params);
        let result = of_interface.map_or(Ty::VOID, |m| self.it.java.methods[m.index()].result.ty);
        let object = reference.target.filter(|_| !reference.is_super).map(|target| match self.is_this(target) {
            true => self.expr(target),
            false if self.object_in_front(reference).is_some() => self.bound_object(span),
            false => self.expr(target),
        });
        let call = self.referred(reference, object, &given, span);
        let body = if self.it.sort(result) == Sort::Void {
            call
        } else {
            let own = self.result_of_referred(reference);
            self.convert(call, own, result, span)
        };
        let ret = self.plain(result, span);
        let name = self.function_method_name(of_interface);
        let (requires, kind) = (List::default(), MethodKind::Plain);
        self.it.out.method(Head { name, name_span: span, span, params, ret, requires, kind }, body)
    }

    /// The type of the call that a method reference stands for, in the calculus: nothing that is outside the sources has a value.
    fn result_of_referred(&mut self, reference: &Reference) -> Ty {
        if let Some(class) = self.class_made(reference) {
            return self.it.java.class_type(class, TypeList::EMPTY);
        }
        match reference.callee {
            Callee::Declared(method) if self.it.options.run => self.it.java.methods[method.index()].result.ty,
            Callee::External { owner } if self.it.options.run && reference.is_new => owner,
            Callee::Declared(method) if !self.it.is_opaque(self.it.java.methods[method.index()].class) => {
                let over = self.it.outermost(method).unwrap_or(method);
                self.it.java.methods[over.index()].result.ty
            }
            _ => Ty::VOID,
        }
    }

    /// The same where the reference stands, with the use of the object in front of it if that is of the library.
    pub(super) fn referred_here(&mut self, reference: &Reference, object: Option<ExprId>, span: Span) -> ExprId {
        let target = reference.target.filter(|_| self.is_of_library(reference.callee));
        let used = target.and_then(|target| self.use_by_call(target, reference.name));
        let made = self.referred(reference, object, &[], span);
        self.it.out.after(used, made, span)
    }

    /// The call that a method reference stands for, of the object in front of it and the arguments that its interface's method is given. The
    /// first is the object, if there is no other.
    pub(super) fn referred(
        &mut self,
        reference: &Reference,
        object: Option<ExprId>,
        given: &[(ExprId, Ty)],
        span: Span,
    ) -> ExprId {
        self.it.found.library_received.insert(span);
        if self.is_of_library(reference.callee) {
            let of = reference.target.map(|e| self.expression(e).ty).or(reference.written.map(|written| written.ty));
            self.note_given_back(reference.name, of, span);
        }
        if let Some(class) = self.class_made(reference) {
            return self.referred_constructor(class, reference, given, span);
        }
        if let Some(made) = self.starts_referred(reference, object, given, span) {
            return made;
        }
        let method = match reference.callee {
            Callee::Declared(method) if self.it.options.run => method,
            Callee::Declared(method) if !self.it.is_opaque(self.it.java.methods[method.index()].class) => method,
            Callee::External { owner }
                if self.it.options.run && reference.is_new && matches!(self.it.sort(owner), Sort::Array(_)) =>
            {
                let (array, length) = (self.plain(owner, span), given.first().map(|given| given.0));
                let length = length.unwrap_or_else(|| self.it.out.int(0, span));
                return self.it.out.new_array(array, length, span);
            }
            callee => {
                let unknown = matches!(callee, Callee::Missing { .. } | Callee::Unresolved);
                let why = if unknown { Assumed::Unresolved } else { Assumed::ExternalMember };
                self.it.found.assumptions.add(why, span);
                let operands = self.operands_referred(reference, object, given, span);
                return self.any(Ty::VOID, &operands, span);
            }
        };
        let it = &self.it.java.methods[method.index()];
        let (class, is_static) = (it.class, it.modifiers.is_static());
        let (receiver, given) = match given {
            _ if is_static => (self.it.class_object(class, span), given),
            [(object, ty), rest @ ..] if reference.target.is_none() => {
                let to = self.it.java.class_type(class, TypeList::EMPTY);
                (self.convert(*object, *ty, to, span), rest)
            }
            _ => (self.referred_object(reference, object, class, span), given),
        };
        let args = self.arguments_of(reference.callee, given, span);
        if let Some(made) = self.referred_to_run(method, receiver, &args, span) {
            return made;
        }
        if is_static {
            self.it.want(class);
        }
        let name = self.it.method_name(method);
        self.it.out.call(receiver, name, &args, span)
    }

    fn referred_constructor(
        &mut self,
        class: ClassNo,
        reference: &Reference,
        given: &[(ExprId, Ty)],
        span: Span,
    ) -> ExprId {
        let ty = self.plain_class(class, span);
        if !self.it.builds(class) {
            self.it.want(class);
            return self.it.out.expr(racefree_grammar::ast::Expr::New(ty), span);
        }
        let name = self.it.name_of_constructor(reference.callee.method());
        let mut args = self.hidden_arguments(class, None, span);
        args.extend(self.arguments_of(reference.callee, given, span));
        self.it.out.make(ty, name, &args, span)
    }

    /// Arguments for the parameters of a method, as far as they are given; nothing is known of others.
    fn arguments_of(&mut self, callee: Callee, given: &[(ExprId, Ty)], span: Span) -> Vec<ExprId> {
        let types = callee.method().map_or_else(Vec::new, |m| self.it.java.parameter_types(m));
        let argument = |(i, to): (usize, Ty)| match given.get(i) {
            Some(&(value, from)) => self.convert(value, from, to, span),
            None => self.any(to, &[], span),
        };
        types.into_iter().enumerate().map(argument).collect()
    }

    fn referred_object(&mut self, reference: &Reference, object: Option<ExprId>, class: ClassNo, span: Span) -> ExprId {
        match (reference.target, object) {
            (Some(target), None) => self.super_receiver(target, class),
            (Some(target), Some(object)) => self.as_receiver(object, target, class),
            (None, _) => {
                let ty = self.it.java.class_type(class, TypeList::EMPTY);
                self.any(ty, &[], span)
            }
        }
    }
}
