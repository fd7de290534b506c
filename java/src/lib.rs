//! Java source, read as programs of the calculus.
//!
//! | module | contents |
//! | --- | --- |
//! | [`annotations`] | annotations as they are written, their places |
//! | [`elaborate`] | Java as a program of the calculus |
//! | [`kinds`], [`profile`] | rccjava's kinds of errors, sets of options |
//! | [`origins`] | names of that program as Java has them |
//! | [`sources`] | the virtual text of a run, and its table of files |
//! | [`parse`], `syntax` | text to syntax |
//! | [`types`] | types, interned |
//! | [`tree`] | the attributed tree: declarations, code |

pub mod annotations;
mod attribute;
pub mod declare;
pub mod elaborate;
pub mod kinds;
mod lookup;
pub mod origins;
pub mod parse;
pub mod profile;
mod relations;
pub mod sources;
mod syntax;
pub mod tree;
pub mod types;
pub mod world;

use racefree_grammar::Span;
use racefree_grammar::name::{Name, Names};
use sources::Sources;
use tree::body::{Body, LocalNo};
use tree::{Class, ClassNo, Field, FieldNo, Initializer, Method, MethodNo, Note};
use types::Types;

/// All that a run has read: declarations, their types, and the code, which is attributed when it is asked for.
#[derive(Default)]
pub struct Java {
    /// The text.
    pub sources: Sources,
    /// Names of everything.
    pub names: Names,
    /// Types.
    pub types: Types,
    /// Classes. Those of [`tree::Origin::Library`] may be added while code is attributed.
    pub classes: Vec<Class>,
    /// Fields.
    pub fields: Vec<Field>,
    /// Methods.
    pub methods: Vec<Method>,
    /// Initialiser blocks.
    pub initializers: Vec<Initializer>,
    /// All annotation comments, by place: [`Java::comments`].
    comments: Vec<Note>,
    /// Problems of the declarations and the syntax, in the order in which they were found.
    pub problems: Vec<declare::Problem>,
    tables: declare::Tables,
    known: relations::Known,
}

/// A lock as a path, as section 3 of the specification has it: a root, and fields from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LockPath {
    /// Its first part.
    pub root: LockRoot,
    /// The parts behind it.
    pub steps: Vec<LockStep>,
}

/// The first part of a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LockRoot {
    /// The `this` of a class: the one of the scope, or one around it.
    This(ClassNo),
    /// `C.class` of a declared class, or a static field's class in front of it.
    ClassObject(ClassNo),
    /// `C.class` of an external class.
    ExternalClass(Name),
    /// A parameter, by position, of the method of the scope.
    Parameter(u32),
    /// A local variable.
    Local(LocalNo),
    /// `itself`: the value of the field that is annotated.
    Itself,
}

/// A step of a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LockStep {
    /// A field. A static one follows [`LockRoot::ClassObject`] of the class that declares it.
    Field(FieldNo),
    /// A call without arguments.
    Call(MethodNo),
    /// A field or method of an external class.
    External(Name),
}

/// The scope of a lock's text.
#[derive(Clone, Copy, Debug)]
pub struct LockScope<'b> {
    /// The class in which it stands.
    pub class: ClassNo,
    /// The method, whose parameters are in scope.
    pub method: Option<MethodNo>,
    /// The body, with the locals in scope.
    pub locals: Option<(&'b Body, &'b [LocalNo])>,
    /// The scope is static: `this` means nothing.
    pub is_static: bool,
}

/// The reason why a text is no lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoLock {
    /// It is no path.
    Syntax,
    /// The first name means nothing there.
    UnknownName {
        /// Its place within the text.
        span: Span,
    },
    /// The type of what is before it has no such member.
    NoMember {
        /// Its place within the text.
        span: Span,
    },
    /// There is no `this` there, or no object of that class around it.
    NoThis {
        /// Its place within the text.
        span: Span,
    },
}
