//! Java source, read as programs of the calculus.
//!
//! | module | contents |
//! | --- | --- |
//! | [`acts`] | what a call of the library is to other threads |
//! | [`blocking`] | calls of the library that block |
//! | [`annotations`] | annotations as they are written, their places |
//! | [`elaborate`] | Java as a program of the calculus |
//! | [`kinds`], [`profile`] | rccjava's kinds of errors, sets of options |
//! | [`origins`] | names of that program as Java has them |
//! | [`sources`] | the virtual text of a run, and its table of files |
//! | [`parse`], `syntax` | text to syntax |
//! | [`declare`] | classes, headers, members; names of types |
//! | [`runtime`] | the library that programs run with |
//! | [`types`], `relations`, `subtyping`, `lookup` | types, interned; supertypes; subtyping; members by name, inherited ones included |
//! | `attribute` | code: names, types and overloads resolved |
//! | `lock` | paths of locks, from the text of an annotation |
//! | [`spelling`] | names of the sources, told from those that are made |
//! | [`standing`] | waits with locks that other threads take |
//! | [`tree`] | the attributed tree: declarations, code |

pub mod acts;
pub mod annotations;
mod attribute;
pub mod blocking;
mod common;
pub mod declare;
pub mod elaborate;
pub mod kinds;
pub mod library;
mod literals;
mod lock;
mod lookup;
pub mod origins;
pub mod parse;
pub mod profile;
mod relations;
mod respelled;
pub mod runtime;
pub mod sources;
pub mod spelling;
pub mod standing;
mod subtyping;
mod syntax;
pub mod tree;
pub mod types;
pub mod world;

pub use lock::{LockPath, LockRoot, LockScope, LockStep, NoLock};

use racefree_grammar::name::Names;
use sources::Sources;
use tree::{Class, Field, Initializer, Method, Note};
use types::Types;

/// Question whether a run is to end, asked between files, declarations and classes. What was made by then is no answer.
#[derive(Clone, Default)]
pub struct Stop(Option<std::sync::Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    /// Asks a function.
    pub fn when(is_over: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Some(std::sync::Arc::new(is_over)))
    }

    /// Returns true if the run is to end.
    pub fn is_over(&self) -> bool {
        self.0.as_ref().is_some_and(|is_over| is_over())
    }
}

/// All that a run has read: declarations, their types, and the code, which is attributed when it is asked for.
#[derive(Clone, Default)]
pub struct Java {
    /// The text.
    pub sources: Sources,
    /// Arguments of `main`, of a program that is to run.
    pub arguments: Vec<String>,
    /// Classes of whose objects another thread gets one, by where their names begin: they are shared, unless they say something else.
    pub forked: std::sync::Arc<std::collections::BTreeSet<u32>>,
    /// Guards of fields that say nothing, by where their names begin: the lock that every access holds.
    pub implied: std::sync::Arc<std::collections::BTreeMap<u32, String>>,
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
    /// Lines of code of each file: those with something besides blanks and comments.
    pub lines: Vec<u32>,
    /// All annotation comments, by place: [`Java::comments`].
    comments: Vec<Note>,
    /// Text that is in no class, and is not looked at.
    outside: Vec<racefree_grammar::Span>,
    /// Problems of the declarations and the syntax, in the order in which they were found.
    pub problems: Vec<declare::Problem>,
    tables: declare::Tables,
    stop: Stop,
    known: relations::Known,
}
