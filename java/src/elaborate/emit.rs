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

/// The final field that a constructor assigns a parameter to.
pub(crate) fn final_field(Param { ty, name, span }: Param) -> Field {
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

    pub(crate) fn this(&mut self, span: Span) -> ExprId {
        self.var(Name::THIS, span)
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

    /// A sequence that ends with an expression.
    pub(crate) fn after(&mut self, before: impl IntoIterator<Item = ExprId>, last: ExprId, span: Span) -> ExprId {
        let all: Vec<ExprId> = before.into_iter().chain([last]).collect();
        self.seq(&all, span)
    }

    pub(crate) fn unary(&mut self, op: UnOp, operand: ExprId, span: Span) -> ExprId {
        // A literal has its sign.
        match (op, self.program.expr(operand)) {
            (UnOp::Neg, Expr::Int(value)) => self.int(value.wrapping_neg(), span),
            _ => self.expr(Expr::Unary(op, operand), span),
        }
    }

    pub(crate) fn attempt(
        &mut self,
        body: ExprId,
        catches: &[CatchClause],
        finally: Option<ExprId>,
        span: Span,
    ) -> ExprId {
        let clause = |c: &CatchClause| (Extended::Catch { ty: c.ty, var: c.var, body: c.body }, c.span);
        let catches: Vec<_> =
            catches.iter().map(clause).map(|(form, span)| self.expr(Expr::Extended(form), span)).collect();
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

/// Forms that are made of their parts as they are; `[…]` is a list of expressions.
macro_rules! forms {
    ($($name:ident($($part:ident: $ty:ty),*) $([$list:ident])? => $form:expr;)*) => {
        impl Out { $(
            pub(crate) fn $name(&mut self, $($part: $ty,)* $($list: &[ExprId],)? span: Span) -> ExprId {
                $(let $list = self.program.add_list($list);)?
                self.expr($form, span)
            }
        )* }
    };
}

forms! {
    unit() => Expr::Unit;
    null() => Expr::Null;
    int(value: i32) => Expr::Int(value);
    boolean(value: bool) => Expr::Bool(value);
    var(x: Name) => Expr::Var(x);
    field(recv: ExprId, field: Name) => Expr::Field { recv, field };
    assign(recv: ExprId, field: Name, value: ExprId) => Expr::Assign { recv, field, value };
    call(recv: ExprId, method: Name) [args] => Expr::Call { recv, method, args };
    bind(ty: TypeId, var: Name, bound: ExprId, body: ExprId) => Expr::Let { ty, var, bound, body };
    bind_var(ty: TypeId, var: Name, bound: ExprId, body: ExprId) => Expr::Extended(Extended::LetVar { ty, var, bound, body });
    set_var(var: ExprId, value: ExprId) => Expr::Extended(Extended::SetVar { var, value });
    sync(lock: ExprId, body: ExprId) => Expr::Sync { lock, body };
    locked(lock: ExprId, body: ExprId) => Expr::Extended(Extended::Locked { lock, body });
    fork(body: ExprId) => Expr::Fork(body);
    branch(cond: ExprId, then: ExprId, otherwise: Option<ExprId>) => Expr::If { cond, then, otherwise };
    repeat(cond: ExprId, body: ExprId) => Expr::While { cond, body };
    assert(cond: ExprId) => Expr::Assert(cond);
    holds(lock: ExprId) => Expr::Holds(lock);
    binary(op: BinOp, left: ExprId, right: ExprId) => Expr::Binary(op, left, right);
    constant(name: Name) => Expr::Extended(Extended::ClassConst(name));
    make(ty: TypeId, constructor: Name) [args] => Expr::Extended(Extended::Make { ty, constructor, args });
    delegate(up: bool, constructor: Name) [args] => Expr::Extended(Extended::Delegate { up, constructor, args });
    any(ty: TypeId) [args] => Expr::Extended(Extended::Any { ty, args });
    cast(ty: TypeId, value: ExprId) => Expr::Extended(Extended::Cast { ty, value });
    instance_of(ty: TypeId, value: ExprId) => Expr::Extended(Extended::InstanceOf { ty, value });
    new_array(ty: TypeId, length: ExprId) => Expr::Extended(Extended::NewArray { ty, length });
    element(array: ExprId, index: ExprId) => Expr::Extended(Extended::Element { array, index });
    set_element(array: ExprId, index: ExprId, value: ExprId) => Expr::Extended(Extended::SetElement { array, index, value });
    length(array: ExprId) => Expr::Extended(Extended::Length(array));
    label(ty: Option<TypeId>, label: Name, body: ExprId) => Expr::Extended(Extended::Label { ty, label, body });
    exit(label: Name, value: Option<ExprId>) => Expr::Extended(Extended::Exit { label, value });
    throw(value: ExprId) => Expr::Extended(Extended::Throw(value));
}
