//! Expressions that are no calls, and what types their values have.

use super::Attributor;
use crate::Java;
use crate::syntax::{At, NodeKind, Role, Syntax};
use crate::tree::body::{ExprNo, Kind as Is, Literal, Operator};
use crate::tree::{ClassKind, Written};
use crate::types::{Primitive, Shape, Ty};
use racefree_grammar::Span;
use racefree_grammar::stack::deep;

impl Attributor<'_, '_> {
    /// An expression, where a value of a type is wanted; [`Ty::UNKNOWN`] if of any.
    pub(super) fn value(&mut self, at: At, want: Ty) -> ExprNo {
        deep(|| self.value_at(at, want))
    }

    fn value_at(&mut self, at: At, want: Ty) -> ExprNo {
        let (syntax, span) = (self.syntax, self.span(at));
        if let Some((literal, ty)) = self.java.literal(syntax, at) {
            return self.push(span, ty, Is::Literal(literal));
        }
        match syntax.kind(at) {
            NodeKind::Identifier => self.variable(at),
            NodeKind::This => self.this(span, self.here().class),
            NodeKind::FieldAccess => self.field_access(at),
            NodeKind::MethodInvocation => self.call(at, want),
            NodeKind::ObjectCreation => self.creation(at, want),
            NodeKind::Parenthesized | NodeKind::Unary | NodeKind::Binary | NodeKind::Instanceof | NodeKind::Ternary => {
                self.condition_at(at, want).0
            }
            NodeKind::Assignment => self.assignment(at),
            NodeKind::Update => self.step(at),
            NodeKind::ArrayAccess => self.element(at),
            NodeKind::Cast => self.cast(at),
            NodeKind::Lambda => self.lambda(at, want).0,
            NodeKind::MethodReference => self.reference(at, want).0,
            NodeKind::ArrayCreation => self.new_array(at),
            NodeKind::ArrayInitializer => self.array_initializer(at, want, span),
            NodeKind::ClassLiteral => self.class_literal(at),
            NodeKind::Switch => {
                let (switch, _, ty) = self.switch(at, Some(want));
                let is_own = want == Ty::UNKNOWN || self.java.types.open(want).holes;
                let is_own = is_own || matches!(self.java.types.shape(ty), Shape::Primitive(_));
                let ty = if is_own { ty } else { want };
                self.push(span, ty, Is::Switch(Box::new(switch)))
            }
            // Annotations of members of annotation types, and their lists, are no code.
            _ => self.push(span, Ty::UNKNOWN, Is::NotUnderstood),
        }
    }

    /// The type of an operand that is a number: at least `int`.
    pub(super) fn promoted(&mut self, ty: Ty) -> Ty {
        let ty = self.found(ty);
        let ty = self.java.unboxed(ty);
        match self.java.types.shape(ty) {
            Shape::Primitive(Primitive::Byte | Primitive::Short | Primitive::Char) => Ty::INT,
            Shape::Variable(_) => {
                let bound = self.java.types.erased(ty);
                self.java.unboxed(bound)
            }
            _ => ty,
        }
    }

    pub(super) fn binary_type(&mut self, operator: Operator, left: Ty, right: Ty) -> Ty {
        match operator {
            Operator::Less
            | Operator::LessOrEqual
            | Operator::Greater
            | Operator::GreaterOrEqual
            | Operator::Equal
            | Operator::NotEqual
            | Operator::And
            | Operator::Or => Ty::BOOLEAN,
            Operator::ShiftLeft | Operator::ShiftRight | Operator::ShiftRightUnsigned => self.promoted(left),
            Operator::Add if left == self.java.known.string || right == self.java.known.string => {
                self.java.known.string
            }
            _ => {
                let (left, right) = (self.promoted(left), self.promoted(right));
                let numbers = [left, right].map(|ty| matches!(self.java.types.shape(ty), Shape::Primitive(_)));
                match (operator, numbers) {
                    (_, [true, true]) => self.java.common(left, right),
                    // An operand that is no number makes it a string.
                    (Operator::Add, _) if left != Ty::UNKNOWN && right != Ty::UNKNOWN => self.java.known.string,
                    (Operator::Add, _) => Ty::UNKNOWN,
                    (_, [true, false]) => left,
                    (_, [false, true]) => right,
                    _ => Ty::UNKNOWN,
                }
            }
        }
    }

    pub(super) fn conditional_type(&mut self, yes_value: ExprNo, no_value: ExprNo, want: Ty) -> Ty {
        let (yes, no) = (self.found(self.ty(yes_value)), self.found(self.ty(no_value)));
        if yes == no {
            return yes;
        }
        if let Some(narrow) = self.narrowed(&[yes_value, no_value]) {
            return narrow;
        }
        let (a, b) = (self.java.unboxed(yes), self.java.unboxed(no));
        if [a, b].iter().all(|ty| matches!(self.java.types.shape(*ty), Shape::Primitive(_))) {
            return self.java.common(a, b);
        }
        if want != Ty::UNKNOWN
            && !matches!(self.java.types.shape(want), Shape::Primitive(_) | Shape::Void)
            && !self.java.types.open(want).holes
        {
            return want;
        }
        match (self.java.types.shape(yes), self.java.types.shape(no)) {
            (Shape::Primitive(_), Shape::Unknown) | (Shape::Unknown, Shape::Primitive(_)) => Ty::UNKNOWN,
            // A number beside `null` is an object.
            (Shape::Null, _) => self.java.boxed(no),
            (_, Shape::Null) => self.java.boxed(yes),
            _ => self.java.common(yes, no),
        }
    }

    fn assignment(&mut self, at: At) -> ExprNo {
        let (syntax, span) = (self.syntax, self.span(at));
        let target = self.operand(syntax.child(at, Role::Left), Ty::UNKNOWN, span);
        let text = syntax.child(at, Role::Operator).map_or("=", |o| self.java.sources.at(self.span(o)));
        let compound = Operator::of(text.trim_end_matches('='));
        let ty = self.ty(target);
        let want = if compound.is_some() { Ty::UNKNOWN } else { self.found(ty) };
        let value = self.operand(syntax.child(at, Role::Right), want, span);
        self.assigned(target, compound.is_some());
        let kind = match compound {
            Some(operator) => Is::Compound { target, operator, value },
            None => Is::Assign { target, value },
        };
        self.push(span, ty, kind)
    }

    fn step(&mut self, at: At) -> ExprNo {
        let (syntax, span) = (self.syntax, self.span(at));
        let target = self.operand(syntax.first(at), Ty::UNKNOWN, span);
        self.assigned(target, true);
        let sign = syntax.part(at, NodeKind::Token).map(|t| self.span(t));
        let up = sign.is_some_and(|s| self.java.sources.at(s) == "++");
        let prefix = sign.is_some_and(|s| s.start == span.start);
        self.push(span, self.ty(target), Is::Step { target, up, prefix })
    }

    fn element(&mut self, at: At) -> ExprNo {
        let (syntax, span) = (self.syntax, self.span(at));
        let array = self.operand(syntax.child(at, Role::Array), Ty::UNKNOWN, span);
        let index = self.operand(syntax.child(at, Role::Index), Ty::INT, span);
        let of = self.found(self.ty(array));
        self.push(span, self.java.types.element(of), Is::Element { array, index })
    }

    fn cast(&mut self, at: At) -> ExprNo {
        let (syntax, span) = (self.syntax, self.span(at));
        let types = syntax.children(at).filter(|c| syntax.node(*c).role == Role::Type);
        let types: Vec<Written> = types.map(|t| self.java.written(&self.scope, syntax, t)).collect();
        let ty = types.first().copied().unwrap_or(Written { ty: Ty::UNKNOWN, span, until: 0 });
        let bounds: Vec<Ty> = types.iter().map(|w| w.ty).collect();
        let all = self.java.types.both(&bounds).unwrap_or(ty.ty);
        let value = self.operand(syntax.child(at, Role::Value), all, span);
        self.push(span, all, Is::Cast { ty, value })
    }

    fn new_array(&mut self, at: At) -> ExprNo {
        let (syntax, span) = (self.syntax, self.span(at));
        let Some(type_at) = syntax.child(at, Role::Type) else { return self.operand(None, Ty::UNKNOWN, span) };
        let element = self.java.written(&self.scope, syntax, type_at);
        let (mut lengths, mut dimensions) = (Vec::new(), 0);
        for part in syntax.children(at) {
            match syntax.kind(part) {
                NodeKind::DimensionsExpr => {
                    dimensions += 1;
                    let length = syntax
                        .children(part)
                        .find(|c| !matches!(syntax.kind(*c), NodeKind::Annotation | NodeKind::MarkerAnnotation));
                    lengths.push(self.operand(length, Ty::INT, span));
                }
                NodeKind::Dimensions => dimensions += self.java.dimensions(self.span(part)),
                _ => {}
            }
        }
        let ty = self.java.array_of(element.ty, dimensions);
        let elements = syntax.child(at, Role::Value).map(|v| self.elements(v, ty));
        self.push(span, ty, Is::NewArray { element, lengths, elements })
    }

    fn elements(&mut self, at: At, array: Ty) -> Vec<ExprNo> {
        let element = self.java.types.element(array);
        let syntax = self.syntax;
        syntax.parts(at).map(|part| self.value(part, element)).collect()
    }

    fn array_initializer(&mut self, at: At, want: Ty, span: Span) -> ExprNo {
        let elements = Some(self.elements(at, want));
        let mut innermost = want;
        while let Shape::Array(element) = self.java.types.shape(innermost) {
            innermost = element;
        }
        let element = Written::implied(innermost);
        self.push(span, want, Is::NewArray { element, lengths: Vec::new(), elements })
    }

    fn class_literal(&mut self, at: At) -> ExprNo {
        let (syntax, span) = (self.syntax, self.span(at));
        let Some(type_at) = syntax.first(at) else { return self.operand(None, Ty::UNKNOWN, span) };
        let written = self.java.written(&self.scope, syntax, type_at);
        let of = self.java.boxed(written.ty);
        let ty = self.class_of(of);
        self.push(span, ty, Is::ClassConstant(written))
    }

    /// `Class<T>`
    pub(super) fn class_of(&mut self, ty: Ty) -> Ty {
        let of = [ty];
        self.java.lang_of("Class", if ty == Ty::UNKNOWN || ty == Ty::VOID { &[] } else { &of })
    }

    /// The class above the one around the place: a class is in front of its interfaces.
    pub(super) fn superclass(&mut self, class: crate::tree::ClassNo) -> Ty {
        self.java.ensure_header(class);
        let supers = &self.java.tables.infos[class.index()].supers;
        let is_class = |ty: &&Ty| match self.java.types.shape(**ty) {
            Shape::Class(c, _) => self.java.classes[c.index()].kind != ClassKind::Interface,
            _ => true,
        };
        supers.iter().find(is_class).or(supers.first()).copied().unwrap_or(self.java.known.object)
    }
}

impl Java {
    /// The literal that a node is, and its type.
    pub(crate) fn literal(&self, syntax: &Syntax, at: At) -> Option<(Literal, Ty)> {
        let ends_with = |letters: [char; 2]| self.sources.at(syntax.span(at)).ends_with(letters);
        Some(match syntax.kind(at) {
            NodeKind::Null => (Literal::Null, Ty::NULL),
            NodeKind::True => (Literal::Boolean(true), Ty::BOOLEAN),
            NodeKind::False => (Literal::Boolean(false), Ty::BOOLEAN),
            NodeKind::Character => (Literal::Character, Ty::CHAR),
            NodeKind::String => (Literal::Text, self.known.string),
            NodeKind::DecimalInteger | NodeKind::HexInteger | NodeKind::OctalInteger | NodeKind::BinaryInteger => {
                (Literal::Number, if ends_with(['l', 'L']) { Ty::LONG } else { Ty::INT })
            }
            NodeKind::DecimalFloat | NodeKind::HexFloat => {
                (Literal::Number, if ends_with(['f', 'F']) { Ty::FLOAT } else { Ty::DOUBLE })
            }
            _ => return None,
        })
    }
}
