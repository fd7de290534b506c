//! The syntax tree (calculus, sections 2 and 3): a few flat tables, so that trees of any depth are cheap to make, to walk
//! and to drop. A node names its children by their index; children stand before their parents.

mod atom;
mod expr;
mod parts;

pub use atom::{Atom, AtomId, Basic};
pub use expr::{BinOp, Expr, Special, UnOp};
pub use parts::{Mapper, Parts};

use crate::name::{Name, Names};
use crate::span::Span;

/// Index of an [`Expr`] in [`Program::exprs`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExprId(pub u32);

/// Index of a [`TypeExpr`] in [`Program::types`]: one written occurrence of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(pub u32);

/// A run of expressions: `len` entries of [`Program::lists`] from `start` on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct List {
    /// First entry.
    pub start: u32,
    /// Number of entries.
    pub len: u32,
}

/// A run of entries of a table of the program (fields, methods, params, ghosts).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// First entry.
    pub start: u32,
    /// One past the last entry.
    pub end: u32,
}

impl Run {
    /// The indices.
    pub fn indices(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Number of entries.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// `P ::= defn* e`: a whole source file.
///
/// Two programs are equal as syntax when [`Program::same_syntax`] says so; spans and the order of tables do not count.
#[derive(Clone, Default)]
pub struct Program {
    /// `defn*`, in source order.
    pub classes: Vec<Class>,
    /// All fields; a class owns the run [`Class::fields`].
    pub fields: Vec<Field>,
    /// All methods; a class owns the run [`Class::methods`].
    pub methods: Vec<Method>,
    /// All method parameters; a method owns the run [`Method::params`].
    pub params: Vec<Param>,
    /// All ghost parameters; a class owns the run [`Class::ghosts`].
    pub ghosts: Vec<Ghost>,
    /// All formal owners; a class owns the run [`Class::formals`].
    pub formals: Vec<Formal>,
    /// All expressions, lock expressions among them.
    pub exprs: Vec<Expr>,
    /// The place of each expression, brackets around it not included.
    pub spans: Vec<Span>,
    /// The elements of argument lists, sequences, ghost arguments and requires clauses.
    pub lists: Vec<ExprId>,
    /// All written types.
    pub types: Vec<TypeExpr>,
    /// The atomicities that methods declare, and their parts.
    pub atoms: Vec<Atom>,
    /// The main expression; an open program has none.
    pub main: Option<ExprId>,
    /// Which words and signs the source has.
    pub dialect: Dialect,
    /// Names and literal texts.
    pub names: Names,
    /// The `no_warn` annotations, in source order.
    pub no_warns: Vec<NoWarn>,
    /// The annotation comments, in source order, from `/*#` or `//#` to their end.
    pub annotations: Vec<Span>,
    /// The other comments, in source order; kept only when asked for ([`crate::parser::Options::comments`]).
    pub comments: Vec<Span>,
}

/// The words and signs of a source: one grammar reads all, and a dialect says which tokens there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Dialect {
    /// ConcurrentJava and RaceFreeJava.
    #[default]
    Base,
    /// EPRFJ: formal and special owners, moves.
    Owners,
}

impl Dialect {
    /// The dialect that a source says it is in: that of owners by a line `//! system: owners` in its header.
    pub fn of(source: &str) -> Dialect {
        let mut header = source.lines().map_while(|line| line.strip_prefix("//!"));
        match header.find_map(|line| line.trim().strip_prefix("system:")) {
            Some(name) if name.trim().split('+').next() == Some("owners") => Dialect::Owners,
            _ => Dialect::Base,
        }
    }
}

/// `defn ::= [thread_local] class cn<garg*> extends c { field* meth* }`
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// The class name.
    pub name: Name,
    /// Where the name stands.
    pub name_span: Span,
    /// From the first keyword to the closing brace.
    pub span: Span,
    /// Declared `thread_local`.
    pub thread_local: bool,
    /// `garg*`, a run of [`Program::ghosts`].
    pub ghosts: Run,
    /// The formal owners, a run of [`Program::formals`] (dialect of owners: one at least).
    pub formals: Run,
    /// The formals of the clause `where f != self, …`, as variables (dialect of owners).
    pub not_self: List,
    /// The superclass; not written means `Object`.
    pub extends: Option<TypeId>,
    /// A class-level `guarded_by l`: the guard of every field that is not final and has none of its own.
    pub guard: Option<ExprId>,
    /// `field*`, a run of [`Program::fields`].
    pub fields: Run,
    /// `meth*`, a run of [`Program::methods`].
    pub methods: Run,
}

impl Class {
    /// How many parameters types of the class have: ghosts or formal owners.
    pub fn parameters(&self) -> usize {
        self.ghosts.len() + self.formals.len()
    }
}

/// `garg ::= ghost t x`
#[derive(Clone, Copy, Debug)]
pub struct Ghost {
    /// The type of the lock.
    pub ty: TypeId,
    /// The ghost variable.
    pub name: Name,
    /// `ghost t x`.
    pub span: Span,
}

/// A formal owner of a class (dialect of owners).
#[derive(Clone, Copy, Debug)]
pub struct Formal {
    /// Its name.
    pub name: Name,
    /// Where it stands.
    pub span: Span,
    /// Not written: a class without formals has `<thisOwner>`.
    pub implied: bool,
}

/// `field ::= [final] t fd [guarded_by l | write_guarded_by l] = e`
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Declared `final`.
    pub is_final: bool,
    /// The declared type.
    pub ty: TypeId,
    /// The field name.
    pub name: Name,
    /// Where the name stands.
    pub name_span: Span,
    /// The field's own guard.
    pub guard: Option<ExprId>,
    /// The lock that is held at writes only (`write_guarded_by`). Such a field has no other guard.
    pub write_guard: Option<ExprId>,
    /// The initialiser; not written means 0, false or null, by the type.
    pub init: Option<ExprId>,
    /// The whole declaration.
    pub span: Span,
}

impl Field {
    /// Whether the guard of the class, if it has one, is that of the field.
    pub fn takes_class_guard(&self) -> bool {
        !self.is_final && self.guard.is_none() && self.write_guard.is_none()
    }
}

/// `meth ::= t mn(arg*) requires ls [atomicity a] { e }`
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Written with `atomic`; [`Method::body`] is then the `atomic …` that it abbreviates.
    pub atomic: bool,
    /// Written with `synchronized`; [`Method::body`], but for an `atomic` around it, is then the `synchronized this in …` that it
    /// abbreviates.
    pub synchronized: bool,
    /// The result type.
    pub ret: TypeId,
    /// The method name.
    pub name: Name,
    /// Where the name stands.
    pub name_span: Span,
    /// The declared type of `this`, if it is written as a parameter (dialect of owners).
    pub receiver: Option<TypeId>,
    /// `arg*`, a run of [`Program::params`].
    pub params: Run,
    /// The requires set.
    pub requires: List,
    /// The locks of the clause `reads`: for reading alone (dialect of owners).
    pub reads: List,
    /// The atomicity that callers rely on.
    pub atomicity: Option<AtomId>,
    /// The body; an empty block is [`Expr::Unit`].
    pub body: ExprId,
    /// The whole declaration.
    pub span: Span,
}

/// `arg ::= t x`
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The type.
    pub ty: TypeId,
    /// The variable.
    pub name: Name,
    /// `t x`.
    pub span: Span,
}

/// `t ::= c | int`, with the types of the example language; `c ::= cn<l*>`.
#[derive(Clone, Copy, Debug)]
pub struct TypeExpr {
    /// What type.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeKind {
    /// `int`
    Int,
    /// `boolean`
    Boolean,
    /// `void`
    Void,
    /// `cn<l*>`; `Object` and `String` among them.
    Class {
        /// The class.
        name: Name,
        /// The ghost arguments, a run of [`Program::lists`].
        args: List,
    },
}

/// A `no_warn` annotation (calculus, section 7): silences errors whose main place is on its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoWarn {
    /// Where it stands.
    pub span: Span,
    /// The kinds it silences; none means every kind.
    pub kinds: Vec<String>,
}

impl Program {
    /// An empty program, in the memory of this one.
    pub(crate) fn emptied(mut self) -> Program {
        let Program { classes, fields, methods, params, ghosts, formals, exprs, spans, lists, types, .. } = &mut self;
        classes.clear();
        fields.clear();
        methods.clear();
        params.clear();
        ghosts.clear();
        formals.clear();
        exprs.clear();
        spans.clear();
        lists.clear();
        types.clear();
        let Program { atoms, main, dialect, names, no_warns, annotations, comments, .. } = &mut self;
        atoms.clear();
        (*main, *dialect) = (None, Dialect::default());
        names.clear();
        no_warns.clear();
        annotations.clear();
        comments.clear();
        self
    }

    /// The expression of an id.
    #[inline]
    pub fn expr(&self, e: ExprId) -> Expr {
        self.exprs[e.0 as usize]
    }

    /// Where an expression stands.
    #[inline]
    pub fn span(&self, e: ExprId) -> Span {
        self.spans[e.0 as usize]
    }

    /// The elements of a list.
    #[inline]
    pub fn list(&self, list: List) -> &[ExprId] {
        &self.lists[list.start as usize..(list.start + list.len) as usize]
    }

    /// The written type of an id.
    #[inline]
    pub fn ty(&self, t: TypeId) -> TypeExpr {
        self.types[t.0 as usize]
    }

    /// The fields that a class declares.
    pub fn fields_of(&self, class: &Class) -> &[Field] {
        &self.fields[class.fields.indices()]
    }

    /// The methods that a class declares.
    pub fn methods_of(&self, class: &Class) -> &[Method] {
        &self.methods[class.methods.indices()]
    }

    /// The parameters of a method.
    pub fn params_of(&self, method: &Method) -> &[Param] {
        &self.params[method.params.indices()]
    }

    /// The ghost parameters of a class.
    pub fn ghosts_of(&self, class: &Class) -> &[Ghost] {
        &self.ghosts[class.ghosts.indices()]
    }

    /// The formal owners of a class.
    pub fn formals_of(&self, class: &Class) -> &[Formal] {
        &self.formals[class.formals.indices()]
    }

    /// The guard of a field: its own, or the class-level one if the field is not final and has none for writes.
    pub fn guard_of(&self, class: &Class, field: &Field) -> Option<ExprId> {
        field.guard.or(if field.takes_class_guard() { class.guard } else { None })
    }

    /// The body of a method as it is written between its braces: without what `atomic` and `synchronized` stand for.
    pub fn written_body(&self, method: &Method) -> ExprId {
        let mut body = method.body;
        if method.atomic
            && let Expr::Atomic(inner) = self.expr(body)
        {
            body = inner;
        }
        if method.synchronized
            && let Expr::Sync { body: inner, .. } = self.expr(body)
        {
            body = inner;
        }
        body
    }

    /// The atomicity of an id.
    pub fn atom(&self, a: AtomId) -> Atom {
        self.atoms[a.0 as usize]
    }

    /// Adds an atomicity.
    pub fn add_atom(&mut self, atom: Atom) -> AtomId {
        self.atoms.push(atom);
        AtomId(self.atoms.len() as u32 - 1)
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        self.names.text(name)
    }

    /// Adds an expression.
    #[inline]
    pub fn add(&mut self, expr: Expr, span: Span) -> ExprId {
        let id = ExprId(self.exprs.len() as u32);
        self.exprs.push(expr);
        self.spans.push(span);
        id
    }

    /// Adds a written type.
    #[inline]
    pub fn add_type(&mut self, kind: TypeKind, span: Span) -> TypeId {
        let id = TypeId(self.types.len() as u32);
        self.types.push(TypeExpr { kind, span });
        id
    }

    /// Adds a list.
    pub fn add_list(&mut self, elements: &[ExprId]) -> List {
        let start = self.lists.len() as u32;
        self.lists.extend_from_slice(elements);
        List { start, len: elements.len() as u32 }
    }
}
