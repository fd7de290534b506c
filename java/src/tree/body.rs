//! Code: statements and expressions in which every name is resolved.
//!
//! A [`Body`] is the code of one member of a class that is no local one, together with that of all the local and anonymous classes in it, since
//! these see its locals. Locals are numbered through the whole of it.

use super::{ClassNo, FieldNo, Member, MethodNo, Note, Written};
use crate::types::Ty;
use racefree_grammar::Span;
use racefree_grammar::name::Name;

racefree_grammar::index! {
    /// A local variable, in [`Body::locals`].
    LocalNo;
    /// An expression, in [`Body::expressions`].
    ExprNo;
    /// A statement, in [`Body::statements`].
    StmtNo;
}

/// The code of a member, and of the classes in it.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// All expressions; parts come before the whole.
    pub expressions: Vec<Expression>,
    /// All statements; parts come before the whole.
    pub statements: Vec<Statement>,
    /// Parameters, locals, pattern variables.
    pub locals: Vec<Local>,
    /// The pieces of code: first that of the member, then those of the members of local and anonymous classes, in the order of the text.
    pub parts: Vec<Part>,
    /// Local and anonymous classes in it, with the variables that each captures.
    pub classes: Vec<Captured>,
}

/// The code of one member.
#[derive(Clone, Debug)]
pub struct Part {
    /// The member.
    pub member: Member,
    /// Its class, of which `this` is.
    pub class: ClassNo,
    /// Returns true if there is no `this`.
    pub is_static: bool,
    /// A method's parameters.
    pub parameters: Vec<LocalNo>,
    /// The statements of a method or an initialiser; a field has [`Part::value`] instead.
    pub block: Vec<StmtNo>,
    /// A field's initialiser: an array initialiser is a [`Kind::NewArray`], an enum constant's a [`Kind::New`].
    pub value: Option<ExprNo>,
}

/// A local or anonymous class, and its captured variables.
#[derive(Clone, Debug)]
pub struct Captured {
    /// The class.
    pub class: ClassNo,
    /// Variables of the code around it that it, or a class in it, uses, or that the local classes it makes capture; each once.
    pub locals: Vec<LocalNo>,
}

/// A local variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name.
    pub name: Name,
    /// Its type; [`Written::span`] is [`Span::NONE`] for `var` and parameters of a lambda that write none.
    pub ty: Written,
    /// Its name where it is declared.
    pub name_span: Span,
    /// Its sort.
    pub sort: LocalSort,
    /// Returns true if `final` is written, or implied (resources).
    pub is_final: bool,
    /// Returns true if it is final, or assigned once: by its declaration, or once before every use.
    pub effectively_final: bool,
    /// Returns true if a lambda or a class within the code that declares it uses it.
    pub captured: bool,
    /// Annotations among its modifiers and behind its declarator.
    pub notes: Vec<Note>,
    /// The part that declares it, in [`Body::parts`].
    pub part: u32,
}

/// The sort of a local variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalSort {
    /// Of a method or constructor.
    Parameter,
    /// Of a lambda.
    LambdaParameter,
    /// Declared by a statement.
    Variable,
    /// Of a `for (T x : e)`.
    Each,
    /// Of a try with resources.
    Resource,
    /// Of a catch clause.
    Caught,
    /// Of a pattern. It can be declared in front of the statement of the innermost list of statements that holds the pattern: every use is there or
    /// in a later statement of that list.
    Pattern,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expression {
    /// Its text, without brackets around it. What is implied (`this` in front of a field's name) has an empty span where it would stand.
    pub span: Span,
    /// Its type, with type arguments; [`crate::types::Types::erased`] gives it without them.
    pub ty: Ty,
    /// Its form.
    pub kind: Kind,
}

/// The form of an expression. Brackets leave no trace.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A literal.
    Literal(Literal),
    /// The object of this class that the code belongs to: `this`, `C.this`, `super`, or implied.
    This {
        /// The class whose `this` it is: the part's own, or one around it.
        class: ClassNo,
        /// The way it is written.
        written: ThisForm,
    },
    /// A local variable, captured or not.
    Local(LocalNo),
    /// A field that some text declares. The target of an instance field is always there; one of a static field is there if it is an expression.
    Field {
        /// The object.
        target: Option<ExprNo>,
        /// The field.
        field: FieldNo,
        /// Its name in the text.
        name_span: Span,
    },
    /// `a.length` of an array.
    Length(ExprNo),
    /// A field of an external class.
    ExternalField {
        /// The object; none, if it is static.
        target: Option<ExprNo>,
        /// The type in which it was looked up.
        owner: Ty,
        /// Its name.
        name: Name,
    },
    /// `C.class`.
    ClassConstant(Written),
    /// A method call.
    Call(Box<Call>),
    /// `new C(…)`, with or without a body.
    New(Box<New>),
    /// `new t[e]…[]…`, `new t[] {…}`, and `{…}` where an array is expected.
    NewArray {
        /// The type of the elements as it is written in front of all dimensions.
        element: Written,
        /// Lengths that are given.
        lengths: Vec<ExprNo>,
        /// Elements that are given.
        elements: Option<Vec<ExprNo>>,
    },
    /// `a[i]`.
    Element {
        /// The array.
        array: ExprNo,
        /// The index.
        index: ExprNo,
    },
    /// `x = e`; the target is a local, a field, an element, or something not resolved.
    Assign {
        /// The variable.
        target: ExprNo,
        /// The value.
        value: ExprNo,
    },
    /// `x += e` and its like.
    Compound {
        /// The variable.
        target: ExprNo,
        /// The operator without `=`.
        operator: Operator,
        /// The right side.
        value: ExprNo,
    },
    /// `x++`, `--x` and their like.
    Step {
        /// The variable.
        target: ExprNo,
        /// `++` rather than `--`.
        up: bool,
        /// The operator stands in front: the value is the new one.
        prefix: bool,
    },
    /// `-e`, `+e`, `!e`, `~e`.
    Unary {
        /// The operator.
        operator: Operator,
        /// The operand.
        operand: ExprNo,
    },
    /// `a + b` and its like.
    Binary {
        /// The operator.
        operator: Operator,
        /// The left side.
        left: ExprNo,
        /// The right side.
        right: ExprNo,
    },
    /// `a ? b : c`.
    Conditional {
        /// The condition.
        test: ExprNo,
        /// If it is true.
        yes: ExprNo,
        /// If not.
        no: ExprNo,
    },
    /// `(t) e`.
    Cast {
        /// The type; of an intersection its first.
        ty: Written,
        /// The value.
        value: ExprNo,
    },
    /// `e instanceof pattern`.
    InstanceOf {
        /// The value.
        value: ExprNo,
        /// The type or pattern.
        pattern: Pattern,
    },
    /// A switch that has a value.
    Switch(Box<Switch>),
    /// A lambda.
    Lambda(Box<Lambda>),
    /// `e::m`, `T::m`, `T::new`.
    Reference(Box<Reference>),
    /// A name that nothing declares, or a member that a declared type does not have.
    Unresolved {
        /// The object, if there is one.
        target: Option<ExprNo>,
        /// The name.
        name: Name,
    },
    /// A name of a type or package where an expression should be, or syntax that is damaged or not understood.
    NotUnderstood,
}

/// A literal; its text is that of the expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Literal {
    /// `null`
    Null,
    /// `true`, `false`
    Boolean(bool),
    /// A number; the type of the expression says which sort.
    Number,
    /// A character.
    Character,
    /// A string, or text block.
    Text,
}

/// The way in which `this` is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThisForm {
    /// Not at all.
    Implied,
    /// `this`
    This,
    /// `C.this`
    Qualified,
    /// `super`, `C.super`: members are looked up in the superclass, or in the interface `C`.
    Super,
}

/// The operator of an expression, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names are the operators'
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitOr,
    BitXor,
    And,
    Or,
    Not,
    Complement,
}

/// The method or constructor that is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// One that some text declares.
    Declared(MethodNo),
    /// The constructor of a declared class that writes none.
    Implied(ClassNo),
    /// A member of an external class, or perhaps of one above a declared class.
    External {
        /// The type in which it was looked up.
        owner: Ty,
    },
    /// A member that a declared type does not have, or one of several that the arguments do not decide.
    Unresolved,
}

/// A method call.
#[derive(Clone, Debug)]
pub struct Call {
    /// The object. Always there for an instance method that is declared; one of a static method is there if it is an expression.
    pub target: Option<ExprNo>,
    /// Returns true for `super.m(…)`: not overridden.
    pub is_super: bool,
    /// The method's name.
    pub name: Name,
    /// Its place.
    pub name_span: Span,
    /// The method.
    pub callee: Callee,
    /// The arguments.
    pub arguments: Vec<ExprNo>,
    /// The number of the first argument that goes into the array of a method with a variable number of arguments, if they are passed so.
    pub spread: Option<u32>,
}

/// The making of an object.
#[derive(Clone, Debug)]
pub struct New {
    /// The type behind `new`; the expression's type is the anonymous class, if there is one.
    pub written: Written,
    /// The constructor: of the superclass, if there is an anonymous class. [`Callee::Implied`] of an interface there.
    pub callee: Callee,
    /// The enclosing instance, written (`o.new C()`) or implied, if the class has one.
    pub outer: Option<ExprNo>,
    /// The arguments.
    pub arguments: Vec<ExprNo>,
    /// As in [`Call::spread`].
    pub spread: Option<u32>,
    /// The class of the body.
    pub anonymous: Option<ClassNo>,
}

/// A pattern.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// A type, with a variable or without.
    Type {
        /// The type.
        ty: Written,
        /// The variable.
        local: Option<LocalNo>,
    },
    /// `C(p, …)`.
    Record {
        /// The record's type.
        ty: Written,
        /// Patterns of its components, with the accessors that are called if the record is declared.
        components: Vec<(Option<MethodNo>, Pattern)>,
    },
    /// Syntax that is not understood.
    NotUnderstood(Span),
}

/// A switch, statement or expression.
#[derive(Clone, Debug)]
pub struct Switch {
    /// The value.
    pub value: ExprNo,
    /// Its cases.
    pub cases: Vec<Case>,
    /// Cases are written with `->`: no case runs on into the next one.
    pub arrows: bool,
}

/// A case of a switch.
#[derive(Clone, Debug)]
pub struct Case {
    /// Constants: enum constants are fields.
    pub constants: Vec<ExprNo>,
    /// Patterns.
    pub patterns: Vec<Pattern>,
    /// `default` is among the labels.
    pub is_default: bool,
    /// The condition behind `when`.
    pub guard: Option<ExprNo>,
    /// Its statements. `-> e` of a switch that has a value is one [`Form::Yield`].
    pub body: Vec<StmtNo>,
    /// Its text.
    pub span: Span,
}

/// A lambda.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// The method of the functional interface, if that is declared; the type of the expression is the interface.
    pub method: Option<MethodNo>,
    /// Its parameters.
    pub parameters: Vec<LocalNo>,
    /// Its body; one of an expression is [`Form::Return`] or, if the method has no result, [`Form::Expression`].
    pub body: Vec<StmtNo>,
    /// Variables of the code around it that it, or what stands in it, uses; each once.
    pub captures: Vec<LocalNo>,
    /// It uses `this`, itself or by a member.
    pub uses_this: bool,
}

/// A method reference.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The method of the functional interface, if that is declared.
    pub method: Option<MethodNo>,
    /// The object in front of `::`, if it is an expression.
    pub target: Option<ExprNo>,
    /// The type in front of `::`, if it is one.
    pub written: Option<Written>,
    /// The method that is called. A [`Callee::Declared`] instance method without a target takes its object from the first argument.
    pub callee: Callee,
    /// `super::m`.
    pub is_super: bool,
    /// `T::new` (of a class, or an array).
    pub is_new: bool,
    /// The name behind `::`; `new` for a constructor.
    pub name: Name,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its text.
    pub span: Span,
    /// Its form.
    pub form: Form,
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
    /// A local class: [`Body::classes`] has what it captures.
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
