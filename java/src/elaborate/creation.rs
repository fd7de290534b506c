//! Objects and arrays that are made.

use super::captured::Runs;
use super::code::Code;
use super::naming::CONSTRUCTOR;
use super::types::Sort;
use crate::tree::body::{Callee, ExprNo, Kind, New};
use crate::tree::{ClassNo, MethodNo, Written};
use crate::types::Ty;
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId, TypeId, TypeKind};
use racefree_grammar::name::Name;

impl Code<'_, '_, '_> {
    pub(super) fn new_object(&mut self, new: &New, ty: Ty, wanted: Option<TypeId>, span: Span) -> ExprId {
        if let Some(class) = new.anonymous {
            return self.new_anonymous(class, new, span);
        }
        let method = new.callee.method();
        match self.it.sort(new.written.ty) {
            Sort::Class(class) => {
                let made = self.ty(new.written);
                let made = self.with_locks_of(made, wanted);
                if self.it.options.run && !matches!(new.callee, Callee::Declared(_) | Callee::Implied(_)) {
                    return self.new_to_run(new, ty, span);
                }
                if !matches!(new.callee, Callee::Declared(_) | Callee::Implied(_)) {
                    self.it.found.assumptions.add(Assumed::Unresolved, new.written.span);
                    let operands: Vec<ExprId> = new.arguments.iter().map(|e| self.expr(*e)).collect();
                    return self.it.out.any(made, &operands, span);
                }
                if !self.it.builds(class) {
                    self.it.want(class);
                    let all: Vec<ExprId> = new.arguments.iter().map(|e| self.effect(*e)).collect();
                    let made = self.it.out.expr(Expr::New(made), span);
                    return self.it.out.after(all, made, span);
                }
                let name = self.it.name_of_constructor(method);
                let hidden = self.hidden_arguments(class, new.outer, span);
                self.make(made, name, hidden, method, new, span)
            }
            _ => self.new_external(new, method, ty, span),
        }
    }

    /// A type that writes no locks takes those of the type that is wanted, if it is one of the same class: `new C<>()`.
    fn with_locks_of(&mut self, made: TypeId, wanted: Option<TypeId>) -> TypeId {
        let Some(wanted) = wanted else { return made };
        let program = &self.it.out.program;
        let (TypeKind::Class { name, args }, TypeKind::Class { name: other, .. }) =
            (program.ty(made).kind, program.ty(wanted).kind)
        else {
            return made;
        };
        let is_unknown = |e: &ExprId| matches!(program.expr(*e), Expr::Extended(_));
        let unwritten = args.len > 0 && program.list(args).iter().all(is_unknown);
        if unwritten && name == other { wanted } else { made }
    }

    /// Calls a constructor: arguments that Java does not show come first.
    fn make(
        &mut self,
        ty: TypeId,
        name: Name,
        mut args: Vec<ExprId>,
        method: Option<MethodNo>,
        new: &New,
        span: Span,
    ) -> ExprId {
        let (all, own) = self.arguments(method, &new.arguments, new.spread);
        args.extend(own);
        let made = self.it.out.make(ty, name, &args, span);
        self.it.out.after(all, made, span)
    }

    fn new_anonymous(&mut self, class: ClassNo, new: &New, span: Span) -> ExprId {
        let frames = self.frames.clone();
        if let [monitor, ..] = new.arguments[..]
            && let Kind::Field { target, .. } = self.expression(monitor).kind
            && target.is_none_or(|target| matches!(self.expression(target).kind, Kind::This { .. }))
        {
            self.it.first_arguments.insert(class, monitor);
        }
        self.it.local_class(class, self.body, &frames);
        let ty = self.plain_class(class, new.written.span);
        let name = self.it.intern(CONSTRUCTOR);
        // The locks behind the name are those of the superclass.
        let method = new.callee.method();
        let declared = method.is_some_and(|m| !self.it.is_opaque(self.it.java.methods[m.index()].class));
        let mut hidden = self.hidden_arguments(class, None, span);
        let mut all = Vec::new();
        match self.it.outer_above(class, new, self.body) {
            Some(outer) => hidden.push(self.expr(outer)),
            None => {
                let outer = new.outer.filter(|outer| !matches!(self.expression(*outer).kind, Kind::This { .. }));
                all.extend(outer.map(|outer| self.effect(outer)));
            }
        }
        if declared {
            // Its own constructor hands the arguments on.
            return self.make(ty, name, hidden, method, new, span);
        }
        if matches!(new.callee, Callee::Missing { .. } | Callee::Unresolved) {
            self.it.found.assumptions.add(Assumed::Unresolved, new.written.span);
        }
        all.extend(new.arguments.iter().map(|e| self.effect(*e)));
        if let Some(method) = method {
            hidden.extend(self.placeholders(method, span));
        }
        let made = self.it.out.make(ty, name, &hidden, span);
        self.it.out.after(all, made, span)
    }

    /// Arguments of which nothing is known, for the parameters of a method.
    pub(super) fn placeholders(&mut self, method: MethodNo, span: Span) -> Vec<ExprId> {
        let types = self.it.java.parameter_types(method);
        types.into_iter().map(|ty| self.any(ty, &[], span)).collect()
    }

    /// An object of a class of the library.
    fn new_external(&mut self, new: &New, method: Option<MethodNo>, ty: Ty, span: Span) -> ExprId {
        if self.it.options.run {
            return self.new_to_run(new, ty, span);
        }
        self.it.found.assumptions.add(Assumed::ExternalType, new.written.span);
        // Annotations in it mean nothing, but are no error.
        self.ty(new.written);
        let head = method.map(|m| self.it.method_head(m));
        let (mut all, mut operands) = (Vec::new(), Vec::new());
        for (i, &argument) in new.arguments.iter().enumerate() {
            let marks = head.as_ref().and_then(|head| head.parameters.get(i)).copied().unwrap_or_default();
            match self.run_here(argument, marks, Runs::Beside) {
                Some(runs) => all.push(runs),
                None => {
                    all.extend(self.use_by_copy(argument, new));
                    operands.push(self.given_outside(argument));
                }
            }
        }
        self.note_made(new, &operands, span);
        let made = self.any(ty, &operands, span);
        self.it.out.after(all, made, span)
    }

    pub(super) fn new_array(
        &mut self,
        element: Written,
        lengths: &[ExprNo],
        elements: Option<&[ExprNo]>,
        ty: Ty,
        wanted: Option<TypeId>,
        span: Span,
    ) -> ExprId {
        let until = self.end_of_brackets(span, elements.is_some());
        let says = element.span != Span::NONE && !self.it.java.comments(element.span.start, until).is_empty();
        let made = match wanted {
            Some(wanted) if !self.it.options.run && !says && self.inner_type(wanted).is_some() => wanted,
            _ if element.span == Span::NONE => self.plain(ty, span),
            _ => self.ty_between(ty, element.span, until),
        };
        if let Some(elements) = elements {
            let inner = self.inner_type(made);
            let of = match self.it.sort(ty) {
                Sort::Array(of) => of,
                _ => Ty::UNKNOWN,
            };
            let values: Vec<ExprId> = elements
                .iter()
                .map(|&e| match inner {
                    Some(inner) => self.element_as(e, of, inner),
                    None => self.expr(e),
                })
                .collect();
            return if self.it.options.run {
                self.filled(ty, &values, span)
            } else {
                self.it.out.any(made, &values, span)
            };
        }
        let Some((first, rest)) = lengths.split_first() else { return self.any(ty, &[], span) };
        let length = self.value(*first, Ty::INT);
        if self.it.options.run && !rest.is_empty() {
            let rest: Vec<ExprId> = rest.iter().map(|e| self.value(*e, Ty::INT)).collect();
            let array = self.it.out.new_array(made, length, span);
            let all: Vec<ExprId> = [array].into_iter().chain(rest).collect();
            return self.it.primitive("nested", &all, span);
        }
        let rest: Vec<ExprId> = rest.iter().map(|e| self.effect(*e)).collect();
        let made = self.it.out.new_array(made, length, span);
        self.it.out.after(rest, made, span)
    }

    /// The first value of an element: one whose type may name locks is a variable of the element's type.
    pub(super) fn element_as(&mut self, e: ExprNo, of: Ty, inner: TypeId) -> ExprId {
        let (value, span) = (self.value_as(e, of, inner), self.span(e));
        let names_locks = match self.it.sort(of) {
            Sort::Array(_) => true,
            _ => self.says_locks(inner),
        };
        let is_array = matches!(self.expression(e).kind, Kind::NewArray { .. });
        if !names_locks || is_array {
            return value;
        }
        self.with_variable("element", inner, value, span, |code, name| code.it.out.var(name, span))
    }

    /// End of the brackets of `new t[…]…`: before the elements, if they are given.
    fn end_of_brackets(&self, span: Span, has_elements: bool) -> u32 {
        let (text, mut at) = (self.it.java.sources.text().as_bytes(), span.start);
        // Braces of annotation comments come before it.
        while has_elements && at < span.end && text[at as usize] != b'{' {
            at = self.it.java.next_token(at + 1);
        }
        if has_elements { at.min(span.end) } else { span.end }
    }
}
