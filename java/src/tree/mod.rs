//! The attributed Java tree: declarations here, code in [`body`]. Every name in it is resolved, or says what is known of it.
//!
//! Spans are of the virtual text of a run ([`crate::sources::Sources`]). Annotations are kept as they are written, as [`Note`]s.

pub mod body;
mod expressions;
mod patterns;
mod statements;
pub mod uses;

use crate::types::{Ty, VarNo};
use racefree_grammar::Span;
use racefree_grammar::name::Name;

racefree_grammar::index! {
    /// A file, of the table of files.
    FileNo;
    /// A class, interface, enum, record or annotation type that some text declares: in [`Java::classes`](crate::Java::classes).
    ClassNo;
    /// A field, enum constants and record components included: in [`Java::fields`](crate::Java::fields).
    FieldNo;
    /// A method or constructor: in [`Java::methods`](crate::Java::methods).
    MethodNo;
    /// An initialiser block: in [`Java::initializers`](crate::Java::initializers).
    InitializerNo;
}

/// The sort of a class declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKind {
    /// `class`
    Class,
    /// `interface`
    Interface,
    /// `enum`
    Enum,
    /// `record`
    Record,
    /// `@interface`
    Annotation,
}

impl ClassKind {
    /// Returns true for interfaces, annotation types among them.
    pub(crate) fn is_interface(self) -> bool {
        matches!(self, ClassKind::Interface | ClassKind::Annotation)
    }
}

/// The place where a class is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nesting {
    /// In a file.
    Top,
    /// A member of another class.
    Member,
    /// In a block.
    Local,
    /// The body of `new C(…) {…}`, or of an enum constant.
    Anonymous,
}

/// The sort of text that declares something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A file that is checked.
    Source,
    /// A file found under a source path, read for its signatures alone.
    Library,
    /// A stub file: Java without bodies.
    Stub,
}

/// A set of modifiers, as far as they matter here. What interfaces, enums and records imply is in it (`public static final` of a field of an interface, `static` of a
/// nested enum, `abstract` of a method of an interface without a body).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Modifiers(pub u16);

macro_rules! modifiers {
    ($($constant:ident $text:literal $bit:literal $has:ident;)*) => {
        impl Modifiers {
            $(
                #[doc = concat!("`", $text, "`")]
                pub const $constant: Modifiers = Modifiers(1 << $bit);

                #[doc = concat!("Returns true if `", $text, "` is among them.")]
                pub fn $has(self) -> bool {
                    self.has(Modifiers::$constant)
                }
            )*

            /// The modifier of a keyword.
            pub fn of(text: &str) -> Option<Modifiers> {
                match text {
                    $($text => Some(Modifiers::$constant),)*
                    _ => None,
                }
            }
        }
    };
}

modifiers! {
    PUBLIC "public" 0 is_public;
    PROTECTED "protected" 1 is_protected;
    PRIVATE "private" 2 is_private;
    STATIC "static" 3 is_static;
    FINAL "final" 4 is_final;
    ABSTRACT "abstract" 5 is_abstract;
    SYNCHRONIZED "synchronized" 6 is_synchronized;
    VOLATILE "volatile" 7 is_volatile;
    DEFAULT "default" 8 is_default;
}

impl Modifiers {
    /// Returns true if all of `other` are among these.
    pub fn has(self, other: Modifiers) -> bool {
        self.0 & other.0 == other.0
    }

    /// These and the other ones.
    pub fn with(self, other: Modifiers) -> Modifiers {
        Modifiers(self.0 | other.0)
    }
}

/// An annotation as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// The whole of it: a comment with its marks, or `@Name(…)`.
    pub span: Span,
    /// Its sort.
    pub kind: NoteKind,
}

/// The sort of an annotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteKind {
    /// A comment `/*# … */` or `//# …`.
    Comment,
    /// `@name(arguments)`.
    Annotation {
        /// The last part of its name.
        name: Name,
        /// The text between the brackets; empty at the name's end if there are none.
        arguments: Span,
    },
}

/// A type where it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// The type.
    pub ty: Ty,
    /// Its text; [`Span::NONE`] where no type is written (`var`, a constructor's result, a lambda's parameter).
    pub span: Span,
    /// Offset of the next token behind it: annotation comments from [`Span::start`] up to here belong to the type, by
    /// [`Java::comments`](crate::Java::comments).
    pub until: u32,
}

impl Written {
    /// A type that is not written.
    pub(crate) fn implied(ty: Ty) -> Written {
        Written { ty, span: Span::NONE, until: 0 }
    }
}

/// A class, interface, enum, record or annotation type.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its simple name; the empty name of an anonymous class.
    pub name: Name,
    /// Its name with package and enclosing classes, `p.A.B`; of local classes `p.A.1B`, of anonymous ones `p.A.1`, by number in the file.
    pub qualified: Name,
    /// Its sort.
    pub kind: ClassKind,
    /// Its place.
    pub nesting: Nesting,
    /// The sort of its text.
    pub origin: Origin,
    /// Its modifiers.
    pub modifiers: Modifiers,
    /// The class around it.
    pub outer: Option<ClassNo>,
    /// Returns true if it has an enclosing instance: an inner class that does not stand in static code.
    pub has_outer_instance: bool,
    /// Its file.
    pub file: FileNo,
    /// Its own type parameters.
    pub parameters: Vec<VarNo>,
    /// Its superclass as it is written, or implied (`Object` is nothing; an enum's and a record's are nothing too). Of an anonymous class: the class
    /// or interface behind `new`.
    pub superclass: Option<Written>,
    /// Its interfaces, of an interface those that it extends.
    pub interfaces: Vec<Written>,
    /// Members in the order of the text, without classes.
    pub members: Vec<Member>,
    /// Member classes, in the order of the text.
    pub classes: Vec<ClassNo>,
    /// Annotations among the modifiers and between the name and the body.
    pub notes: Vec<Note>,
    /// The whole declaration.
    pub span: Span,
    /// Its name; of an anonymous class the type behind `new`.
    pub name_span: Span,
    /// The body, with its braces.
    pub body: Span,
    /// Members that are left out, since their syntax is damaged or not understood.
    pub damaged: u32,
    /// Returns true if some class above it is external: members that are not found may be there.
    pub external_above: bool,
}

/// A member of a class that is no class. Also the name of a piece of code: a method's body, a field's initialiser, an initialiser block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Member {
    /// A field.
    Field(FieldNo),
    /// A method or constructor.
    Method(MethodNo),
    /// An initialiser block, static or not.
    Initializer(InitializerNo),
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// The class that declares it.
    pub class: ClassNo,
    /// Its modifiers.
    pub modifiers: Modifiers,
    /// Its type. The dimensions behind the name are in it.
    pub ty: Written,
    /// Annotations among the modifiers, behind the declarator up to `;`, and behind that up to the end of the line.
    pub notes: Vec<Note>,
    /// The declaration, up to `;`. All the fields of one declaration share it.
    pub span: Span,
    /// Its name.
    pub name_span: Span,
    /// Returns true if it has an initialiser, enum constants included.
    pub initialized: bool,
    /// Returns true if that is a literal.
    pub literal: bool,
    /// Returns true if it is a record's component: there is an accessor, and the constructor assigns it, written or not.
    pub component: bool,
}

/// A method or constructor. A class without a constructor has none here; a record has an accessor for each component, and a canonical constructor,
/// written or implied; an enum has `values()`, `valueOf(String)`, and annotation types have their elements.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its name; a constructor's is its class's.
    pub name: Name,
    /// The class that declares it.
    pub class: ClassNo,
    /// Its modifiers.
    pub modifiers: Modifiers,
    /// Its own type parameters.
    pub variables: Vec<VarNo>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Returns true if the last parameter is `T… p`; its type is then an array.
    pub varargs: bool,
    /// Its result; a constructor's is `void`.
    pub result: Written,
    /// Annotations among the modifiers, between the parameters and the body, and for a method without a body behind it up to the end of the line.
    pub notes: Vec<Note>,
    /// The whole declaration; what is implied has the span of what implies it.
    pub span: Span,
    /// Its name.
    pub name_span: Span,
    /// Its sort.
    pub kind: MethodKind,
    /// Returns true if it has a body in the text.
    pub has_body: bool,
}

/// The sort of a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodKind {
    /// A method.
    Plain,
    /// A constructor.
    Constructor,
    /// A record's constructor without parameters of its own: fields are assigned from the parameters behind its body.
    Compact,
    /// A record's accessor that is not written: it returns the field.
    Accessor(FieldNo),
    /// A record's canonical constructor that is not written: it assigns the fields in order.
    Canonical,
    /// `values()`, `valueOf(String)` of an enum.
    OfEnum,
}

impl MethodKind {
    /// Returns true for a constructor.
    pub fn constructs(self) -> bool {
        matches!(self, MethodKind::Constructor | MethodKind::Compact | MethodKind::Canonical)
    }
}

/// A parameter of a method.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Written,
    /// Returns true if it is declared `final`.
    pub is_final: bool,
    /// Annotations among its modifiers and behind it.
    pub notes: Vec<Note>,
    /// Its name.
    pub name_span: Span,
}

/// An initialiser block.
#[derive(Clone, Debug)]
pub struct Initializer {
    /// Its class.
    pub class: ClassNo,
    /// Returns true for `static {…}`.
    pub is_static: bool,
}
