//! Expressions, and conversions of their values.

use super::code::Code;
use super::types::Sort;
use crate::tree::Written;
use crate::tree::body::{ExprNo, Kind, Literal, Operator, number};
use crate::types::{Primitive, Shape, Ty};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId, Extended, TypeId};
use racefree_grammar::stack::deep;

impl Code<'_, '_, '_> {
    /// An expression: its value has the sort of its Java type.
    pub(super) fn expr(&mut self, e: ExprNo) -> ExprId {
        deep(|| self.kind(e, None, false))
    }

    /// An expression whose value nobody wants.
    pub(super) fn effect(&mut self, e: ExprNo) -> ExprId {
        deep(|| self.kind(e, None, true))
    }

    /// The value of an expression where one of a type is expected.
    pub(super) fn value(&mut self, e: ExprNo, to: Ty) -> ExprId {
        if self.is_description(e, to) {
            return self.described(e);
        }
        let made = self.expr(e);
        let made = self.checked_cast(made, e, to);
        let span = self.span(e);
        self.convert(made, self.expression(e).ty, to, span)
    }

    /// The same, where the type is written: what has no locks of its own takes those.
    pub(super) fn value_as(&mut self, e: ExprNo, to: Ty, wanted: TypeId) -> ExprId {
        let span = self.span(e);
        if self.is_description(e, to) {
            return self.described(e);
        }
        let made = deep(|| self.kind(e, Some(wanted), false));
        let made = self.checked_cast(made, e, to);
        let from = self.expression(e).ty;
        if self.it.options.run {
            return self.converted_to_run(made, from, to, span);
        }
        self.note_parallel(from, to, span);
        if self.needs_no_conversion(from, to) {
            // A value from outside has the locks that are wanted.
            let outside = matches!(self.it.out.program.expr(made), Expr::Extended(Extended::Any { .. }));
            let known = self.it.sort(from) == self.it.sort(to) && self.says_locks(wanted);
            return if outside && known { self.it.out.any(wanted, &[made], span) } else { made };
        }
        self.converted(made, from, to, wanted, span)
    }

    fn kind(&mut self, e: ExprNo, wanted: Option<TypeId>, discarded: bool) -> ExprId {
        let expression = self.expression(e);
        let (span, ty) = (expression.span, expression.ty);
        if let Some(text) = self.constant_text(e) {
            return text;
        }
        match &expression.kind {
            Kind::Literal(literal) => self.literal(*literal, ty, span),
            Kind::This { class } => self.this_of(*class, span),
            Kind::Local(local) => self.local(*local, span),
            Kind::Field { target, field, name_span } => {
                self.note_passed(*field, *name_span);
                self.read_field(*target, *field, ty, span)
            }
            Kind::Length(array) => {
                let array = self.expr(*array);
                self.it.out.length(array, span)
            }
            Kind::ExternalField { .. } | Kind::Unresolved { .. } | Kind::NotUnderstood if self.it.options.run => {
                self.refused_name(expression)
            }
            Kind::ExternalField { target, owner, name } => {
                self.note_field(target.is_some() && self.it.is_unknown(*owner), *name, false, span);
                let why = self.of_library(*owner, *name, false);
                self.external(target.as_slice(), ty, why, span)
            }
            Kind::ClassConstant(written) => {
                let made = self.class_constant(*written, span);
                // Of the library that declares `Class` itself.
                if !self.it.options.run && matches!(self.it.sort(ty), Sort::Class(_)) {
                    self.any(ty, &[made], span)
                } else {
                    made
                }
            }
            Kind::Call(call) => {
                self.drops = discarded;
                self.call(call, ty, span)
            }
            Kind::New(new) => self.new_object(new, ty, wanted, span),
            Kind::NewArray { element, lengths, elements } => {
                self.new_array(*element, lengths, elements.as_deref(), ty, wanted, span)
            }
            Kind::Element { array, index } => self.read_element(*array, *index, ty, span),
            Kind::Assign { target, .. } if self.assigned_before.contains(&e) => self.expr(*target),
            Kind::Assign { target, value } => self.assignment(*target, *value, span),
            Kind::Compound { target, operator, value } => self.compound(*target, *operator, *value, ty, span),
            Kind::Step { target, up, prefix } => self.step(*target, *up, *prefix || discarded, ty, span),
            Kind::Unary { operator, operand } => self.unary(*operator, *operand, ty, span),
            Kind::Binary { operator, left, right } => {
                if matches!(operator, Operator::Equal | Operator::NotEqual) {
                    [left, right].into_iter().for_each(|operand| self.keeps_contents(*operand));
                }
                self.binary(*operator, *left, *right, ty, span)
            }
            Kind::Conditional { test, yes, no } => {
                let cond = self.value(*test, Ty::BOOLEAN);
                let then = self.branch_value(*yes, ty);
                let otherwise = self.branch_value(*no, ty);
                self.it.out.branch(cond, then, Some(otherwise), span)
            }
            // `(T[]) new Object[n]`: an array of its own, which has the locks that are wanted.
            Kind::Cast { value, .. } if wanted.is_some() && self.is_array_of(*value, ty) => {
                self.kind(*value, wanted, discarded)
            }
            Kind::Cast { ty: written, value } => self.cast(*written, *value, span),
            Kind::InstanceOf { value, pattern } => self.instance_of(*value, pattern, span),
            Kind::Switch(switch) => self.switch_value(switch, ty, span),
            Kind::Lambda(lambda) => self.lambda(lambda, ty, span),
            Kind::Reference(reference) => self.reference(reference, ty, span),
            Kind::Unresolved { target, name } => {
                self.note_field(target.is_some(), *name, false, span);
                self.external(target.as_slice(), ty, Assumed::Unresolved, span)
            }
            Kind::NotUnderstood => self.external(&[], ty, Assumed::NotUnderstood, span),
        }
    }

    /// The value of a branch, of the class that the whole has: two classes may have no nearest one above both.
    pub(super) fn branch_value(&mut self, e: ExprNo, ty: Ty) -> ExprId {
        let made = self.value(e, ty);
        let (own, to) = (self.it.sort(self.expression(e).ty), self.it.sort(ty));
        match to {
            Sort::Class(class) if own != to && matches!(own, Sort::Class(_)) && self.it.ghosts_of(class).is_empty() => {
                let span = self.span(e);
                let ty = self.plain(ty, span);
                self.it.out.cast(ty, made, span)
            }
            Sort::Array(element) if matches!(own, Sort::Array(own) if self.it.sort(own) != self.it.sort(element)) => {
                let span = self.span(e);
                let ty = self.plain(ty, span);
                self.with_variable("value", ty, made, span, |code, name| code.it.out.var(name, span))
            }
            _ => made,
        }
    }

    /// A value that the sources do not define.
    pub(super) fn external(&mut self, operands: &[ExprNo], ty: Ty, why: Assumed, span: Span) -> ExprId {
        self.it.found.assumptions.add(why, span);
        let operands: Vec<ExprId> = operands.iter().map(|e| self.expr(*e)).collect();
        self.any(ty, &operands, span)
    }

    /// `any t (e…)`
    pub(super) fn any(&mut self, ty: Ty, operands: &[ExprId], span: Span) -> ExprId {
        let ty = self.plain(ty, span);
        self.it.out.any(ty, operands, span)
    }

    fn literal(&mut self, literal: Literal, ty: Ty, span: Span) -> ExprId {
        let text = self.it.java.sources.at(span);
        if self.it.options.run {
            let text = text.to_owned();
            match literal {
                Literal::Number if number(&text).is_none() || self.primitive_type(ty) != Some(Primitive::Int) => {
                    return self.number_to_run(&text, ty, span);
                }
                Literal::Character => return self.character_to_run(&text, ty, span),
                Literal::Text => return self.string_to_run(&text, ty, span),
                Literal::Null | Literal::Boolean(_) | Literal::Number => {}
            }
        }
        let text = self.it.java.sources.at(span);
        match literal {
            Literal::Null => self.it.out.null(span),
            Literal::Boolean(value) => self.it.out.boolean(value, span),
            Literal::Number => match number(text) {
                Some(value) => self.it.out.int(value, span),
                None => self.any(ty, &[], span),
            },
            Literal::Character => {
                let mut inner = text.trim_matches('\'').chars();
                match (inner.next(), inner.next()) {
                    (Some(c), None) => self.it.out.int(c as i32, span),
                    _ => self.any(ty, &[], span),
                }
            }
            Literal::Text => {
                let inner = text.trim_matches('"').to_owned();
                let name = self.it.intern(&inner);
                self.it.out.expr(Expr::Str(name), span)
            }
        }
    }

    /// `C.class`: the object of a declared class, or some object.
    pub(super) fn class_constant(&mut self, written: Written, span: Span) -> ExprId {
        match self.it.java.types.shape(written.ty) {
            Shape::Class(class, _) => self.it.class_object(class, span),
            Shape::External(name, _) => self.it.external_class_object(name, span),
            _ => self.any(Ty::UNKNOWN, &[], span),
        }
    }

    fn cast(&mut self, written: Written, value: ExprNo, span: Span) -> ExprId {
        let made = self.expr(value);
        let from = self.expression(value).ty;
        let (own, to) = (self.it.sort(from), self.it.sort(written.ty));
        let is_value = |sort: Sort| matches!(sort, Sort::Int | Sort::Boolean);
        if !self.it.options.run && (own == to && is_value(own) || to == Sort::Object && !is_value(own)) {
            // The locks in it mean nothing, but are no error.
            self.ty(written);
            return made;
        }
        let ty = self.ty(written);
        if self.it.options.run {
            return self.cast_to_run(made, (from, written.ty), ty, span);
        }
        let ty = self.with_locks_of_value(ty, written.ty, value, span);
        // A value from outside is what the cast says it is, also behind a use of the contents that it comes from.
        let program = &self.it.out.program;
        let mut last = made;
        while let Expr::Seq(list) = program.expr(last)
            && let Some(&value) = program.list(list).last()
        {
            last = value;
        }
        let external = matches!(program.expr(last), Expr::Extended(Extended::Any { .. }));
        if is_value(own) || is_value(to) || external {
            self.note_erased(written.ty, span);
            return self.it.out.any(ty, &[made], span);
        }
        self.it.out.cast(ty, made, span)
    }

    /// `e instanceof t`, of which nothing is known where t is external.
    pub(super) fn is_instance(&mut self, value: ExprId, written: Written, span: Span) -> ExprId {
        match self.it.sort(written.ty) {
            Sort::Class(_) | Sort::Text => {
                let ty = self.plain(written.ty, written.span);
                self.it.out.instance_of(ty, value, span)
            }
            Sort::Array(_) if self.it.options.run => {
                let ty = self.plain(written.ty, written.span);
                self.it.out.instance_of(ty, value, span)
            }
            Sort::Object if self.it.options.run && written.ty == self.it.java.known.object => {
                let ty = self.it.out.object(span);
                self.it.out.instance_of(ty, value, span)
            }
            Sort::Int | Sort::Boolean | Sort::Void | Sort::Object | Sort::Array(_) => {
                self.any(Ty::BOOLEAN, &[value], span)
            }
        }
    }

    /// Returns true if values of a type are ones of another in the calculus too.
    fn needs_no_conversion(&mut self, from: Ty, to: Ty) -> bool {
        if from == to || matches!(self.it.java.types.shape(from), Shape::Null) {
            return true;
        }
        match (self.it.sort(from), self.it.sort(to)) {
            (Sort::Class(from), Sort::Class(to)) => self.it.is_below(from, to),
            (Sort::Class(_) | Sort::Text | Sort::Array(_), Sort::Object) | (_, Sort::Void) => true,
            (Sort::Array(from), Sort::Array(to)) => {
                // A method for all types of elements is erased to one of shared ones: that is trusted, and counted.
                let alike = self.it.is_shared_type(from) == self.it.is_shared_type(to);
                self.it.sort(from) == self.it.sort(to) || alike && deep(|| self.needs_no_conversion(from, to))
            }
            (from, to) => from == to,
        }
    }

    /// A value of a type as one of another: boxes are external, and what type arguments say of a class is taken on trust.
    pub(super) fn convert(&mut self, value: ExprId, from: Ty, to: Ty, span: Span) -> ExprId {
        if self.it.options.run {
            return self.converted_to_run(value, from, to, span);
        }
        self.note_parallel(from, to, span);
        if self.needs_no_conversion(from, to) {
            return value;
        }
        let wanted = self.plain(to, span);
        self.converted(value, from, to, wanted, span)
    }

    /// Returns true for a new array that is one of a type without a change.
    fn is_array_of(&mut self, e: ExprNo, ty: Ty) -> bool {
        let is_new = matches!(self.expression(e).kind, Kind::NewArray { .. });
        is_new && !self.it.options.run && self.needs_no_conversion(self.expression(e).ty, ty)
    }

    /// A value from outside the sources as one of a type: that it is of this thread nobody knows.
    pub(super) fn note_erased(&mut self, ty: Ty, span: Span) {
        if !self.it.is_shared_type(ty) {
            self.it.found.assumptions.add(Assumed::Erased, span);
        }
    }

    /// A parallel stream as one of another type: where its stages run is forgotten.
    fn note_parallel(&mut self, from: Ty, to: Ty, span: Span) {
        let (from, to) = (self.it.java.types.class(from), self.it.java.types.class(to));
        let Some(class) = from.filter(|_| from != to) else { return };
        if self.it.text(self.it.java.classes[class.index()].qualified).starts_with("java.util.stream.Parallel") {
            self.it.found.assumptions.add(Assumed::LambdaToUnknown, span);
        }
    }

    fn converted(&mut self, value: ExprId, from: Ty, to: Ty, wanted: TypeId, span: Span) -> ExprId {
        let (own, target) = (self.it.sort(from), self.it.sort(to));
        let is_value = |sort: Sort| matches!(sort, Sort::Int | Sort::Boolean | Sort::Void);
        if is_value(own) || is_value(target) {
            return self.it.out.any(wanted, &[value], span);
        }
        self.it.found.assumptions.add(Assumed::Erased, span);
        match target {
            // A path stays one.
            Sort::Class(class) if self.it.is_shared(class) => self.it.out.cast(wanted, value, span),
            _ => self.it.out.any(wanted, &[value], span),
        }
    }

    /// A value as one of a class that was tested, or is implied by a type argument.
    pub(super) fn downcast(&mut self, value: ExprId, from: Ty, to: Ty, wanted: TypeId, span: Span) -> ExprId {
        if self.it.options.run || self.needs_no_conversion(from, to) {
            return value;
        }
        let external = matches!(self.it.out.program.expr(value), Expr::Extended(Extended::Any { .. }));
        match self.it.sort(to) {
            Sort::Class(_) | Sort::Text | Sort::Array(_) if !external => self.it.out.cast(wanted, value, span),
            _ => self.it.out.any(wanted, &[value], span),
        }
    }

    /// The type of a variable that writes none: that of its value, with its locks.
    pub(super) fn type_of_value(&mut self, value: ExprNo, ty: Ty, span: Span) -> TypeId {
        match &self.expression(value).kind {
            Kind::New(new) if new.anonymous.is_none() => self.ty(new.written),
            Kind::Cast { ty: written, value } => {
                let (written, value) = (*written, *value);
                let own = self.ty(written);
                self.with_locks_of_value(own, written.ty, value, span)
            }
            Kind::Conditional { yes, no, .. } => self.with_locks_of_all(&[*yes, *no], ty, span),
            Kind::Switch(switch) => self.with_locks_of_all(&self.yields_of(switch), ty, span),
            Kind::Element { array, .. } => {
                let array = *array;
                self.element_type(array, span).unwrap_or_else(|| self.plain(ty, span))
            }
            Kind::Local(local) => match self.variables.get(local) {
                Some(variable) => variable.ty,
                None => self.plain(ty, span),
            },
            Kind::Field { field, target, .. } => {
                let it = &self.it.java.fields[field.index()];
                let (class, declared) = (it.class, it.ty.ty);
                // Of an object around the code too: its locks are those of its class.
                let around = target.is_some_and(
                    |target| matches!(self.expression(target).kind, Kind::This { class: of, .. } if of == class),
                );
                let (field, target) = (*field, *target);
                if self.it.sort(declared) != self.it.sort(ty) {
                    return self.plain(ty, span);
                }
                let of_class = self.it.ghosts_of(class);
                let (before, ghosts) = (self.text_of.replace(class), std::mem::replace(&mut self.ghosts, of_class));
                let found = self.field_type(field);
                (self.text_of, self.ghosts) = (before, ghosts);
                match target {
                    Some(target) if !around => {
                        self.seen_from(found, class, target, span).unwrap_or_else(|| self.plain(ty, span))
                    }
                    Some(_) => found,
                    None => self.plain(ty, span),
                }
            }
            _ => self.plain(ty, span),
        }
    }
}
