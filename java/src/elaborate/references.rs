//! Method references: objects of a class of their own, as lambdas are.

use super::classes::Members;
use super::code::Code;
use super::emit::Head;
use super::naming::CONSTRUCTOR;
use super::types::Sort;
use crate::tree::ClassNo;
use crate::tree::body::{Callee, Reference};
use crate::types::{List as TypeList, Ty};
use racefree_grammar::Span;
use racefree_grammar::ast::{ExprId, List, MethodKind};

impl Code<'_, '_, '_> {
    /// A method reference as an object: of its method nothing is known but that it holds no lock.
    pub(super) fn reference(&mut self, reference: &Reference, ty: Ty, span: Span) -> ExprId {
        let target = reference.target.filter(|t| !self.is_path(*t)).map(|t| self.effect(t));
        if !self.it.functions.contains_key(&span) {
            self.reference_class(reference, ty, span);
        }
        let name = self.it.functions[&span];
        let ty = self.function_type(name, span);
        let constructor = self.it.intern(CONSTRUCTOR);
        let made = self.it.out.make(ty, constructor, &[], span);
        self.it.out.after(target, made, span)
    }

    fn reference_class(&mut self, reference: &Reference, ty: Ty, span: Span) {
        let name = self.function_name(span);
        let of_interface = self.interface_method(reference.method);
        let mut members = Members::default();
        members.methods.push(self.function_constructor(None, &[], span));
        let given = of_interface.map_or_else(Vec::new, |m| self.it.java.parameter_types(m));
        let params = self.fresh_params(&given, span);
        let params = self.it.out.params(&params);
        let result = of_interface.map_or(Ty::VOID, |m| self.it.java.methods[m.index()].result.ty);
        let target = reference.target.map(|t| self.expression(t).ty);
        let call = self.referred(
            reference,
            |code, class| {
                let ty = target.unwrap_or_else(|| code.it.java.class_type(class, TypeList::EMPTY));
                code.any(ty, &[], span)
            },
            span,
        );
        let body = if self.it.sort(result) == Sort::Void {
            call
        } else {
            let value = self.any(result, &[], span);
            self.it.out.seq(&[call, value], span)
        };
        let ret = self.plain(result, span);
        let name_of = self.function_method_name(of_interface);
        let (requires, kind) = (List::default(), MethodKind::Plain);
        let head = Head { name: name_of, name_span: span, span, params, ret, requires, kind };
        members.methods.push(self.it.out.method(head, body));
        let shared = target.is_none_or(|ty| self.it.is_shared_type(ty));
        self.add_function((name, span), ty, shared, members);
    }

    /// The call that a method reference stands for, of arguments of which nothing is known.
    pub(super) fn referred(
        &mut self,
        reference: &Reference,
        receiver: impl FnOnce(&mut Self, ClassNo) -> ExprId,
        span: Span,
    ) -> ExprId {
        let Callee::Declared(method) = reference.callee else { return self.it.out.unit(span) };
        let it = &self.it.java.methods[method.index()];
        let (class, is_static) = (it.class, it.modifiers.is_static());
        if self.it.is_opaque(class) || reference.is_new {
            return self.it.out.unit(span);
        }
        let receiver = if is_static { self.it.class_object(class, span) } else { receiver(self, class) };
        let args = self.placeholders(method, span);
        let name = self.it.method_name(method);
        self.it.out.call(receiver, name, &args, span)
    }

    pub(super) fn referred_object(&mut self, reference: &Reference, class: ClassNo, span: Span) -> ExprId {
        match reference.target {
            Some(target) => self.receiver(target, class),
            None => {
                let ty = self.it.java.class_type(class, TypeList::EMPTY);
                self.any(ty, &[], span)
            }
        }
    }
}
