//! Code: statements and expressions in which every name is resolved.
//!
//! A [`Body`] is the code of one member of a class that is no local one, together with that of all the local and anonymous classes in it, since
//! these see its locals. Locals are numbered through the whole of it.

pub use super::expressions::*;
pub use super::patterns::*;
pub use super::statements::*;
use super::{ClassNo, FieldNo, Member, Note, Written};
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
    /// Calls whose overload depends on what is not known.
    pub guessed: Vec<Span>,
    /// Local and anonymous classes in it, with the variables that each captures.
    pub classes: Vec<Captured>,
}

impl Body {
    /// Returns true for code with a part that was not understood.
    pub fn is_damaged(&self) -> bool {
        self.expressions.iter().any(|e| matches!(e.kind, Kind::NotUnderstood))
            || self.statements.iter().any(|s| matches!(s.form, Form::NotUnderstood))
    }

    /// The value that statements return, if they are one `return`, in braces or not.
    pub fn only_return(&self, statements: &[StmtNo]) -> Option<ExprNo> {
        let mut statements = statements;
        while let [only] = statements {
            match &self.statements[only.index()].form {
                Form::Block(all) => statements = all,
                Form::Return(value) => return *value,
                _ => return None,
            }
        }
        None
    }

    /// The values that this code gives a field: by its initialiser, and by assignments.
    pub fn values_of(&self, field: FieldNo) -> impl Iterator<Item = ExprNo> {
        let own = self.parts.iter().find(|part| part.member == Member::Field(field)).and_then(|part| part.value);
        let assigned = self.expressions.iter().filter_map(move |e| match e.kind {
            Kind::Assign { target, value } => match self.expressions[target.index()].kind {
                Kind::Field { field: of, .. } if of == field => Some(value),
                _ => None,
            },
            _ => None,
        });
        own.into_iter().chain(assigned)
    }
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
    /// Variables of the patterns in the value.
    pub tested: Vec<Tested>,
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
    /// Returns true if `final` is written, or implied (resources).
    pub is_final: bool,
    /// Returns true if it is final, or assigned once: by its declaration, or once before every use.
    pub effectively_final: bool,
    /// The only value that it is given, if it is effectively final and code gives it one: by its declaration, or an assignment.
    pub value: Option<ExprNo>,
    /// Returns true if a lambda or a class within the code that declares it uses it.
    pub captured: bool,
    /// Annotations among its modifiers and behind its declarator.
    pub notes: Vec<Note>,
    /// The part that declares it, in [`Body::parts`].
    pub part: u32,
}
