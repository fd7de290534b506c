//! The forms of expressions, and the operators.

use super::{ExprId, Extended, List, TypeId};
use crate::name::Name;

/// Expressions `e` (and lock expressions `l`, which are those made of `Var` and `Field` alone).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Expr {
    /// `x`, or `this` ([`Name::THIS`]).
    Var(Name),
    /// An integer literal, negative ones included: `-5` is a literal.
    Int(i32),
    /// `true`, `false`
    Bool(bool),
    /// `null`
    Null,
    /// A string literal, its contents interned, escapes resolved.
    Str(Name),
    /// `{}`: the empty block, a void value.
    Unit,
    /// `new c`
    New(TypeId),
    /// `e.fd`
    Field {
        /// The receiver `e`.
        recv: ExprId,
        /// The field.
        field: Name,
    },
    /// `e.fd = e'`
    Assign {
        /// The receiver `e`.
        recv: ExprId,
        /// The field.
        field: Name,
        /// The new value `e'`.
        value: ExprId,
    },
    /// `e.mn(e*)`
    Call {
        /// The receiver `e`.
        recv: ExprId,
        /// The method.
        method: Name,
        /// The arguments.
        args: List,
    },
    /// `let t x = e in e`
    Let {
        /// `t`.
        ty: TypeId,
        /// `x`.
        var: Name,
        /// Value of `x`.
        bound: ExprId,
        /// The scope of `x`.
        body: ExprId,
    },
    /// `synchronized e in e`
    Sync {
        /// The lock.
        lock: ExprId,
        /// Body, run with the lock held.
        body: ExprId,
    },
    /// `fork e`
    Fork(ExprId),
    /// `atomic e`: claimed to run as if no step of another thread came between its own.
    Atomic(ExprId),
    /// `e; e; …`, two elements or more (one, if that is a `holds`).
    Seq(List),
    /// `if (e) e [else e]`
    If {
        /// The condition.
        cond: ExprId,
        /// Taken when true.
        then: ExprId,
        /// Taken when false.
        otherwise: Option<ExprId>,
    },
    /// `while (e) e`
    While {
        /// The condition.
        cond: ExprId,
        /// The body.
        body: ExprId,
    },
    /// `print e`
    Print(ExprId),
    /// `assert e`
    Assert(ExprId),
    /// `holds l`: an element of a sequence; `l` is assumed held in the rest of it.
    Holds(ExprId),
    /// `e op e`
    Binary(BinOp, ExprId, ExprId),
    /// `op e`
    Unary(UnOp, ExprId),
    /// `x--`, a move, or `e.fd--`, a take: the operand is a [`Expr::Var`] or a [`Expr::Field`] (dialect of owners).
    Move(ExprId),
    /// A special owner, in a type or a lock (dialect of owners).
    Special(Special),
    /// `f$p`: a formal owner, which is the path if it stands for `self` (dialect of owners).
    Qualified {
        /// `f`.
        formal: Name,
        /// `p`.
        path: ExprId,
    },
    /// A form of the dialect of Java.
    Extended(Extended),
}

/// The special owners: how an object is protected that no lock of its own name guards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Special {
    /// Own lock: the object guards itself.
    Own,
    /// Current thread: the object belongs to the thread that names it.
    ThisThread,
    /// Read only: the object is never written.
    Readonly,
    /// There is one reference to it.
    Unique,
}

impl Special {
    /// All of them.
    pub const ALL: [Special; 4] = [Special::Own, Special::ThisThread, Special::Readonly, Special::Unique];

    /// Keyword of the owner.
    pub fn text(self) -> &'static str {
        match self {
            Special::Own => "self",
            Special::ThisThread => "thisThread",
            Special::Readonly => "readonly",
            Special::Unique => "unique",
        }
    }
}

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs)]
pub enum BinOp {
    Or,
    And,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

impl BinOp {
    /// Every operator, loosest first.
    pub const ALL: [BinOp; 13] = {
        use BinOp::*;
        [Or, And, Eq, Ne, Lt, Le, Gt, Ge, Add, Sub, Mul, Div, Rem]
    };

    /// Sign of the operator.
    pub fn text(self) -> &'static str {
        use BinOp::*;
        match self {
            Or => "||",
            And => "&&",
            Eq => "==",
            Ne => "!=",
            Lt => "<",
            Le => "<=",
            Gt => ">",
            Ge => ">=",
            Add => "+",
            Sub => "-",
            Mul => "*",
            Div => "/",
            Rem => "%",
        }
    }

    /// Binding strength, 1 (`||`) to 6 (`*`); all are left associative.
    pub fn level(self) -> u8 {
        use BinOp::*;
        match self {
            Or => 1,
            And => 2,
            Eq | Ne => 3,
            Lt | Le | Gt | Ge => 4,
            Add | Sub => 5,
            Mul | Div | Rem => 6,
        }
    }
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum UnOp {
    /// `-`; never on an integer literal, which is [`Expr::Int`] with its sign.
    Neg,
    /// `!`
    Not,
}

impl UnOp {
    /// Sign of the operator.
    pub fn text(self) -> &'static str {
        match self {
            UnOp::Neg => "-",
            UnOp::Not => "!",
        }
    }
}

/// Pattern of the forms of expressions in some groups. A look at a few forms names these, and the groups that it has nothing to do with; a
/// new form joins a group here or is a group, so every match stays without a catch-all.
///
/// | group | forms |
/// | --- | --- |
/// | `literal` | values as they are written |
/// | `member` | the fields and methods of an object: read, assigned, called |
/// | `block` | what has statements in it |
/// | `operator` | what computes from the values of its operands, or checks them |
/// | `owned` | forms of the systems of owners |
/// | `extended` | forms of the dialect of Java |
#[macro_export]
macro_rules! forms {
    (literal) => {
        $crate::ast::Expr::Int(_)
            | $crate::ast::Expr::Bool(_)
            | $crate::ast::Expr::Null
            | $crate::ast::Expr::Str(_)
            | $crate::ast::Expr::Unit
    };
    (member) => {
        $crate::ast::Expr::Field { .. } | $crate::ast::Expr::Assign { .. } | $crate::ast::Expr::Call { .. }
    };
    (block) => {
        $crate::ast::Expr::Let { .. }
            | $crate::ast::Expr::Sync { .. }
            | $crate::ast::Expr::Fork(_)
            | $crate::ast::Expr::Atomic(_)
            | $crate::ast::Expr::Seq(_)
            | $crate::ast::Expr::If { .. }
            | $crate::ast::Expr::While { .. }
    };
    (operator) => {
        $crate::ast::Expr::Print(_)
            | $crate::ast::Expr::Assert(_)
            | $crate::ast::Expr::Holds(_)
            | $crate::ast::Expr::Binary(..)
            | $crate::ast::Expr::Unary(..)
    };
    (owned) => {
        $crate::ast::Expr::Special(_) | $crate::ast::Expr::Qualified { .. } | $crate::ast::Expr::Move(_)
    };
    (extended) => {
        $crate::ast::Expr::Extended(_)
    };
    ($group:ident $(| $more:ident)+) => {
        $crate::forms!($group) $(| $crate::forms!($more))+
    };
}
