//! Statements: see [`super::body`].

use super::body::{ExprNo, LocalNo, StmtNo};
use super::expressions::{Callee, Switch};
use super::patterns::PatternVariable;
use super::{ClassNo, MethodNo, Note, Written};
use racefree_grammar::Span;
use racefree_grammar::name::Name;

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its text.
    pub span: Span,
    /// Its form.
    pub form: Form,
    /// Variables of the patterns in its own expressions, in the order of the text; those of statements in it are theirs.
    pub tested: Vec<Tested>,
}

/// A variable of a pattern: it has the value of an expression, if that is of a type.
#[derive(Clone, Debug)]
pub struct Tested {
    /// The variable.
    pub variable: PatternVariable,
    /// The value.
    pub value: ExprNo,
}

/// The form of a statement. `for (;;)` and its like have no test.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // the parts are named as in Java
pub enum Form {
    /// One variable of a declaration; `int a, b` are two.
    Local {
        local: LocalNo,
        value: Option<ExprNo>,
    },
    /// A local class: [`Body::classes`](super::body::Body::classes) has what it captures.
    Class(ClassNo),
    Expression(ExprNo),
    Block(Vec<StmtNo>),
    If {
        test: ExprNo,
        yes: StmtNo,
        no: Option<StmtNo>,
    },
    While {
        test: ExprNo,
        body: StmtNo,
    },
    DoWhile {
        body: StmtNo,
        test: ExprNo,
    },
    For {
        init: Vec<StmtNo>,
        test: Option<ExprNo>,
        update: Vec<ExprNo>,
        body: StmtNo,
    },
    /// Over an array if the type of `over` is one; else `iterator`, `hasNext` and `next` are called: the first is `iterator`, if it is declared.
    ForEach {
        local: LocalNo,
        over: ExprNo,
        iterator: Option<MethodNo>,
        body: StmtNo,
    },
    Labeled {
        label: Name,
        body: StmtNo,
    },
    Break(Option<Name>),
    Continue(Option<Name>),
    /// Also the value of a switch in a case `-> e`.
    Yield(ExprNo),
    Return(Option<ExprNo>),
    Throw(ExprNo),
    Synchronized {
        lock: ExprNo,
        body: Vec<StmtNo>,
    },
    Try {
        resources: Vec<ResourceOf>,
        body: Vec<StmtNo>,
        catches: Vec<Catch>,
        finally: Option<Vec<StmtNo>>,
    },
    /// A switch as a statement.
    Switch(Switch),
    Assert {
        test: ExprNo,
        message: Option<ExprNo>,
    },
    /// `this(…)` or `super(…)`, first in a constructor.
    Delegate {
        up: bool,
        outer: Option<ExprNo>,
        callee: Callee,
        arguments: Vec<ExprNo>,
        spread: Option<u32>,
    },
    /// An annotation comment between statements (`holds`, `no_warn`).
    Note(Note),
    Empty,
    /// Syntax that is damaged or not understood.
    NotUnderstood,
}

/// A resource of a try statement.
#[derive(Clone, Debug)]
pub struct ResourceOf {
    /// The variable that it declares, if it does.
    pub local: Option<LocalNo>,
    /// Its value.
    pub value: ExprNo,
    /// The method `close` that is called, if it is declared.
    pub close: Option<MethodNo>,
}

/// A catch clause.
#[derive(Clone, Debug)]
pub struct Catch {
    /// Its variable; its type is the nearest common class of all the types.
    pub local: LocalNo,
    /// The types that it catches.
    pub types: Vec<Written>,
    /// Its statements.
    pub body: Vec<StmtNo>,
    /// Its text.
    pub span: Span,
}
