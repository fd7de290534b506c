//! Makes expressions and types of the calculus: one function a form, parts before the whole.

use racefree_grammar::Span;
use racefree_grammar::ast::{
    BinOp, Clauses, Expr, ExprId, Extended, Field, List, Method, MethodKind, Param, Program, Run, TypeId, TypeKind,
    UnOp,
};
use racefree_grammar::name::Name;

/// The program that is made.
#[derive(Default)]
pub(crate) struct Out {
    pub(crate) program: Program,
}

/// A catch clause.
pub(crate) struct CatchClause {
    pub(crate) ty: TypeId,
    pub(crate) var: Name,
    pub(crate) body: ExprId,
    pub(crate) span: Span,
}

/// A variable and its first value.
pub(crate) struct Bound {
    pub(crate) ty: TypeId,
    pub(crate) name: Name,
    pub(crate) value: ExprId,
    /// `let var`
    pub(crate) changes: bool,
}

/// Head of a method.
pub(crate) struct Head {
    pub(crate) name: Name,
    pub(crate) name_span: Span,
    pub(crate) span: Span,
    pub(crate) params: Run,
    pub(crate) ret: TypeId,
    pub(crate) requires: List,
    pub(crate) kind: MethodKind,
}

/// A final field.
pub(crate) fn final_field(name: Name, ty: TypeId, span: Span) -> Field {
    Field {
        is_final: true,
        readonly: false,
        volatile: false,
        ty,
        name,
        name_span: span,
        guard: None,
        more_guards: List::default(),
        write_guard: None,
        init: None,
        span,
    }
}

/// Place of a declaration for messages: from its name on, as modifiers and annotations may stand lines above.
pub(crate) fn from_name(name: Span, whole: Span) -> Span {
    Span::new(name.start, whole.end.max(name.end))
}

impl Out {
    /// A method, which is not synchronized.
    pub(crate) fn method(&mut self, head: Head, body: ExprId) -> Method {
        let Head { name, name_span, span, params, ret, requires, kind } = head;
        let clauses = self.program.add_clauses(Clauses { kind, ..Clauses::default() });
        let span = from_name(name_span, span);
        Method { atomic: false, synchronized: false, ret, name, name_span, params, requires, clauses, body, span }
    }

    pub(crate) fn params(&mut self, params: &[Param]) -> Run {
        let all = &mut self.program.params;
        let start = all.len() as u32;
        all.extend_from_slice(params);
        Run { start, end: all.len() as u32 }
    }

    /// Variables around an expression, the first outermost.
    pub(crate) fn nest(&mut self, bound: Vec<Bound>, body: ExprId, span: Span) -> ExprId {
        bound.into_iter().rev().fold(body, |body, bound| self.binding(bound, body, span))
    }

    pub(crate) fn binding(&mut self, Bound { ty, name, value, changes }: Bound, body: ExprId, span: Span) -> ExprId {
        if changes { self.bind_var(ty, name, value, body, span) } else { self.bind(ty, name, value, body, span) }
    }

    pub(crate) fn expr(&mut self, expr: Expr, span: Span) -> ExprId {
        self.program.add(expr, span)
    }

    fn extended(&mut self, form: Extended, span: Span) -> ExprId {
        self.program.add(Expr::Extended(form), span)
    }

    pub(crate) fn var(&mut self, x: Name, span: Span) -> ExprId {
        self.expr(Expr::Var(x), span)
    }

    pub(crate) fn this(&mut self, span: Span) -> ExprId {
        self.var(Name::THIS, span)
    }

    pub(crate) fn unit(&mut self, span: Span) -> ExprId {
        self.expr(Expr::Unit, span)
    }

    pub(crate) fn null(&mut self, span: Span) -> ExprId {
        self.expr(Expr::Null, span)
    }

    pub(crate) fn int(&mut self, value: i32, span: Span) -> ExprId {
        self.expr(Expr::Int(value), span)
    }

    pub(crate) fn boolean(&mut self, value: bool, span: Span) -> ExprId {
        self.expr(Expr::Bool(value), span)
    }

    pub(crate) fn field(&mut self, recv: ExprId, field: Name, span: Span) -> ExprId {
        self.expr(Expr::Field { recv, field }, span)
    }

    pub(crate) fn assign(&mut self, recv: ExprId, field: Name, value: ExprId, span: Span) -> ExprId {
        self.expr(Expr::Assign { recv, field, value }, span)
    }

    pub(crate) fn call(&mut self, recv: ExprId, method: Name, args: &[ExprId], span: Span) -> ExprId {
        let args = self.program.add_list(args);
        self.expr(Expr::Call { recv, method, args }, span)
    }

    pub(crate) fn bind(&mut self, ty: TypeId, var: Name, bound: ExprId, body: ExprId, span: Span) -> ExprId {
        self.expr(Expr::Let { ty, var, bound, body }, span)
    }

    pub(crate) fn bind_var(&mut self, ty: TypeId, var: Name, bound: ExprId, body: ExprId, span: Span) -> ExprId {
        self.extended(Extended::LetVar { ty, var, bound, body }, span)
    }

    pub(crate) fn set_var(&mut self, var: ExprId, value: ExprId, span: Span) -> ExprId {
        self.extended(Extended::SetVar { var, value }, span)
    }

    pub(crate) fn sync(&mut self, lock: ExprId, body: ExprId, span: Span) -> ExprId {
        self.expr(Expr::Sync { lock, body }, span)
    }

    pub(crate) fn locked(&mut self, lock: ExprId, body: ExprId, span: Span) -> ExprId {
        self.extended(Extended::Locked { lock, body }, span)
    }

    pub(crate) fn fork(&mut self, body: ExprId, span: Span) -> ExprId {
        self.expr(Expr::Fork(body), span)
    }

    /// A sequence; of one element it is that element, of none it is `{}`.
    pub(crate) fn seq(&mut self, elements: &[ExprId], span: Span) -> ExprId {
        match elements {
            [] => self.unit(span),
            &[one] if !matches!(self.program.expr(one), Expr::Holds(_)) => one,
            _ => {
                let list = self.program.add_list(elements);
                self.expr(Expr::Seq(list), span)
            }
        }
    }

    pub(crate) fn branch(&mut self, cond: ExprId, then: ExprId, otherwise: Option<ExprId>, span: Span) -> ExprId {
        self.expr(Expr::If { cond, then, otherwise }, span)
    }

    pub(crate) fn repeat(&mut self, cond: ExprId, body: ExprId, span: Span) -> ExprId {
        self.expr(Expr::While { cond, body }, span)
    }

    pub(crate) fn assert(&mut self, cond: ExprId, span: Span) -> ExprId {
        self.expr(Expr::Assert(cond), span)
    }

    pub(crate) fn holds(&mut self, lock: ExprId, span: Span) -> ExprId {
        self.expr(Expr::Holds(lock), span)
    }

    pub(crate) fn binary(&mut self, op: BinOp, left: ExprId, right: ExprId, span: Span) -> ExprId {
        self.expr(Expr::Binary(op, left, right), span)
    }

    pub(crate) fn unary(&mut self, op: UnOp, operand: ExprId, span: Span) -> ExprId {
        // A literal has its sign.
        match (op, self.program.expr(operand)) {
            (UnOp::Neg, Expr::Int(value)) => self.int(value.wrapping_neg(), span),
            _ => self.expr(Expr::Unary(op, operand), span),
        }
    }

    pub(crate) fn constant(&mut self, name: Name, span: Span) -> ExprId {
        self.extended(Extended::ClassConst(name), span)
    }

    pub(crate) fn make(&mut self, ty: TypeId, constructor: Name, args: &[ExprId], span: Span) -> ExprId {
        let args = self.program.add_list(args);
        self.extended(Extended::Make { ty, constructor, args }, span)
    }

    pub(crate) fn delegate(&mut self, up: bool, constructor: Name, args: &[ExprId], span: Span) -> ExprId {
        let args = self.program.add_list(args);
        self.extended(Extended::Delegate { up, constructor, args }, span)
    }

    pub(crate) fn any(&mut self, ty: TypeId, args: &[ExprId], span: Span) -> ExprId {
        let args = self.program.add_list(args);
        self.extended(Extended::Any { ty, args }, span)
    }

    pub(crate) fn cast(&mut self, ty: TypeId, value: ExprId, span: Span) -> ExprId {
        self.extended(Extended::Cast { ty, value }, span)
    }

    pub(crate) fn instance_of(&mut self, ty: TypeId, value: ExprId, span: Span) -> ExprId {
        self.extended(Extended::InstanceOf { ty, value }, span)
    }

    pub(crate) fn new_array(&mut self, ty: TypeId, length: ExprId, span: Span) -> ExprId {
        self.extended(Extended::NewArray { ty, length }, span)
    }

    pub(crate) fn element(&mut self, array: ExprId, index: ExprId, span: Span) -> ExprId {
        self.extended(Extended::Element { array, index }, span)
    }

    pub(crate) fn set_element(&mut self, array: ExprId, index: ExprId, value: ExprId, span: Span) -> ExprId {
        self.extended(Extended::SetElement { array, index, value }, span)
    }

    pub(crate) fn length(&mut self, array: ExprId, span: Span) -> ExprId {
        self.extended(Extended::Length(array), span)
    }

    pub(crate) fn label(&mut self, ty: Option<TypeId>, label: Name, body: ExprId, span: Span) -> ExprId {
        self.extended(Extended::Label { ty, label, body }, span)
    }

    pub(crate) fn exit(&mut self, label: Name, value: Option<ExprId>, span: Span) -> ExprId {
        self.extended(Extended::Exit { label, value }, span)
    }

    pub(crate) fn throw(&mut self, value: ExprId, span: Span) -> ExprId {
        self.extended(Extended::Throw(value), span)
    }

    pub(crate) fn attempt(
        &mut self,
        body: ExprId,
        catches: &[CatchClause],
        finally: Option<ExprId>,
        span: Span,
    ) -> ExprId {
        let clause = |c: &CatchClause| (Extended::Catch { ty: c.ty, var: c.var, body: c.body }, c.span);
        let catches: Vec<_> = catches.iter().map(clause).map(|(form, span)| self.extended(form, span)).collect();
        self.program.add_try(body, &catches, finally, span)
    }

    pub(crate) fn ty(&mut self, kind: TypeKind, span: Span) -> TypeId {
        self.program.add_type(kind, span)
    }

    pub(crate) fn class_type(&mut self, name: Name, args: &[ExprId], span: Span) -> TypeId {
        let args = self.program.add_list(args);
        self.ty(TypeKind::Class { name, args }, span)
    }

    pub(crate) fn object(&mut self, span: Span) -> TypeId {
        self.class_type(Name::OBJECT, &[], span)
    }
}
