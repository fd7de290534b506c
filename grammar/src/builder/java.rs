//! Actions for productions of the dialect of Java.

use super::{Builder, OperandRow};
use crate::ast::*;
use crate::error::Slip;
use crate::name::Name;
use crate::span::Span;

/// Greatest number of dimensions of an array, as in Java.
const MOST_DIMENSIONS: usize = 255;

impl Builder {
    /// Adds a form of the dialect.
    pub fn extended(&mut self, span: Span, form: Extended) -> ExprId {
        self.expr(span, Expr::Extended(form))
    }

    /// `new c(e*)`, `n` arguments pushed.
    pub fn make(&mut self, span: Span, ty: TypeId, name: Option<Name>, n: u32) -> ExprId {
        let args = self.list(n);
        self.extended(span, Extended::Make { ty, constructor: name.unwrap_or(Name::CONSTRUCTOR), args })
    }

    /// `super(e*)` or `this(e*)`, `n` arguments pushed.
    pub fn delegate(&mut self, span: Span, up: bool, name: Option<Name>, n: u32) -> ExprId {
        let args = self.list(n);
        self.extended(span, Extended::Delegate { up, constructor: name.unwrap_or(Name::CONSTRUCTOR), args })
    }

    /// `any t (e*)`, `n` operands pushed.
    pub fn any(&mut self, span: Span, ty: TypeId, n: u32) -> ExprId {
        let args = self.list(n);
        self.extended(span, Extended::Any { ty, args })
    }

    /// `e instanceof t`
    pub fn instance_of(&mut self, span: Span, row: OperandRow, ty: TypeId) -> ExprId {
        let value = self.infix(row);
        self.extended(span, Extended::InstanceOf { ty, value })
    }

    /// `C.class`, of which `C` was read as a variable. It has the name of the class until all names are there.
    pub fn class_constant(&mut self, span: Span, class: ExprId) -> ExprId {
        let Expr::Var(name) = self.program.expr(class) else {
            self.slips.push((span, Slip::ClassOfValue));
            return class;
        };
        self.program.exprs[class.index()] = Expr::Extended(Extended::ClassConst(name));
        self.program.spans[class.index()] = span;
        class
    }

    /// `t[]<l*>`, `n` guards pushed.
    pub fn array(&mut self, span: Span, elem: TypeId, n: u32) -> TypeId {
        let guards = self.list(n);
        let guards = self.program.list(guards).to_vec();
        let inner = |&t: &TypeId| match self.program.ty(t).kind {
            TypeKind::Array { elem, .. } => Some(elem),
            TypeKind::Int | TypeKind::Boolean | TypeKind::Void | TypeKind::Class { .. } => None,
        };
        if std::iter::successors(Some(elem), inner).count() > MOST_DIMENSIONS {
            self.slips.push((span, Slip::TooDeep(MOST_DIMENSIONS as u32)));
            return elem;
        }
        self.program.add_array(elem, &guards, span)
    }

    /// Another supertype, added just now.
    pub fn supertypes(&mut self, before: Option<Run>, ty: TypeId) -> Run {
        Run { start: before.map_or(ty.number(), |run| run.start), end: ty.number() + 1 }
    }

    /// `static { e }`
    pub fn initializer(&mut self, span: Span, word: Span, body: ExprId) {
        self.member(MethodKind::StaticInitializer, span, None, (Name::STATIC, word), None, Some(body));
    }

    /// A constructor, or a method without a body.
    pub fn member(
        &mut self,
        kind: MethodKind,
        span: Span,
        ret: Option<TypeId>,
        name: (Name, Span),
        requires: Option<List>,
        body: Option<ExprId>,
    ) {
        let ret = ret.unwrap_or_else(|| self.program.add_type(TypeKind::Void, name.1));
        let body = body.unwrap_or_else(|| self.expr(Span::new(span.end, span.end), Expr::Unit));
        self.method(span, (None, None), ret, name, (kind, requires, None, None), body);
    }
}
