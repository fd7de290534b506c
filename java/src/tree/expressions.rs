//! Expressions: see [`super::body`].

use super::body::{ExprNo, LocalNo, StmtNo, Tested};
use super::patterns::Pattern;
use super::{ClassNo, FieldNo, MethodNo, Written};
use crate::types::Ty;
use racefree_grammar::Span;
use racefree_grammar::name::Name;

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

impl Kind {
    /// The expressions in it that are evaluated, in order; those in statements are theirs, and a lambda's are evaluated elsewhere.
    pub(crate) fn parts(&self) -> Vec<ExprNo> {
        match self {
            Kind::Field { target, .. } | Kind::ExternalField { target, .. } | Kind::Unresolved { target, .. } => {
                target.iter().copied().collect()
            }
            Kind::Length(e)
            | Kind::Step { target: e, .. }
            | Kind::Unary { operand: e, .. }
            | Kind::Cast { value: e, .. }
            | Kind::InstanceOf { value: e, .. } => vec![*e],
            Kind::Call(call) => call.target.iter().chain(&call.arguments).copied().collect(),
            Kind::New(new) => new.outer.iter().chain(&new.arguments).copied().collect(),
            Kind::NewArray { lengths, elements, .. } => {
                lengths.iter().chain(elements.iter().flatten()).copied().collect()
            }
            Kind::Element { array: a, index: b }
            | Kind::Assign { target: a, value: b }
            | Kind::Compound { target: a, value: b, .. }
            | Kind::Binary { left: a, right: b, .. } => vec![*a, *b],
            Kind::Conditional { test, yes, no } => vec![*test, *yes, *no],
            Kind::Switch(switch) => vec![switch.value],
            Kind::Reference(reference) => reference.target.iter().copied().collect(),
            Kind::Literal(_)
            | Kind::This { .. }
            | Kind::Local(_)
            | Kind::ClassConstant(_)
            | Kind::Lambda(_)
            | Kind::NotUnderstood => Vec::new(),
        }
    }
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

macro_rules! operators {
    ($($name:ident $text:literal)*) => {
        /// The operator of an expression, as it is written.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)] // the names are the operators'
        pub enum Operator { $($name,)* }

        impl Operator {
            /// The operator of a text.
            pub(crate) fn of(text: &str) -> Option<Operator> {
                match text {
                    $($text => Some(Operator::$name),)*
                    _ => None,
                }
            }
        }
    };
}

operators! {
    Add "+" Subtract "-" Multiply "*" Divide "/" Remainder "%" ShiftLeft "<<" ShiftRight ">>" ShiftRightUnsigned ">>>"
    Less "<" LessOrEqual "<=" Greater ">" GreaterOrEqual ">=" Equal "==" NotEqual "!="
    BitAnd "&" BitOr "|" BitXor "^" And "&&" Or "||" Not "!" Complement "~"
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
    /// A member that a declared type does not have, or none that takes as many arguments.
    Missing {
        /// The type in which it was looked up; unknown, if the classes around and imports were.
        owner: Ty,
    },
    /// One of several, of which the arguments do not decide.
    Unresolved,
}

impl Callee {
    /// The method or constructor, if some text declares it.
    pub fn method(self) -> Option<MethodNo> {
        match self {
            Callee::Declared(method) => Some(method),
            Callee::Implied(_) | Callee::External { .. } | Callee::Missing { .. } | Callee::Unresolved => None,
        }
    }
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
    /// Variables of the patterns in it.
    pub tested: Vec<Tested>,
    /// Its statements. `-> e` of a switch that has a value is one [`Form::Yield`](super::body::Form::Yield).
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
    /// Its body; one of an expression is [`Form::Return`](super::body::Form::Return) or, if the method has no result, [`Form::Expression`](super::body::Form::Expression).
    pub body: Vec<StmtNo>,
    /// Variables of the code around it that it, or what stands in it, uses; each once.
    pub captures: Vec<LocalNo>,
    /// It uses `this`, itself or by a member.
    pub uses_this: bool,
    /// It returns a value.
    pub has_value: bool,
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
    /// The method that is called; `T[]::new` has the array type as an external owner. A [`Callee::Declared`] instance method without a target takes its object from the first argument.
    pub callee: Callee,
    /// True for `super::m`.
    pub is_super: bool,
    /// `T::new` (of a class, or an array).
    pub is_new: bool,
    /// The name behind `::`; `new` for a constructor.
    pub name: Name,
}

/// A number literal of 32 bits; none for one that is larger or has a fraction.
pub(crate) fn number(text: &str) -> Option<i32> {
    let plain = text.replace('_', "").to_lowercase();
    let plain = plain.trim_end_matches('l');
    let (digits, radix) = match plain.as_bytes() {
        [b'0', b'x', ..] => (&plain[2..], 16),
        [b'0', b'b', ..] => (&plain[2..], 2),
        [b'0', _, ..] if plain.bytes().all(|c| c.is_ascii_digit()) => (&plain[1..], 8),
        _ => (plain, 10),
    };
    if radix == 10 { digits.parse().ok() } else { u32::from_str_radix(digits, radix).ok().map(|value| value as i32) }
}
