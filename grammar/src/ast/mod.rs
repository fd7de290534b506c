//! The syntax tree (calculus, sections 2 and 3): a few flat tables, so that trees of any depth are cheap to make, to walk
//! and to drop. A node names its children by their index; children are before their parents.

mod atom;
mod declarations;
mod expr;
mod extended;
mod id;
mod parts;

pub use atom::{Atom, Basic};
pub use declarations::{Class, Clauses, Field, Formal, Ghost, Method, MethodKind, Owners, Param};
pub use expr::{BinOp, Expr, Special, UnOp};
pub use extended::{Extended, Term, TryParts};
pub use id::{AtomId, ClausesId, ExprId, OwnersId, TypeId};
pub use parts::{Mapper, Parts};

use crate::name::{Name, Names};
use crate::span::Span;

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
    /// Index behind the last entry.
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

    /// Returns true if it is empty.
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
    /// All formal owners; a class owns the run [`Owners::formals`].
    pub formals: Vec<Formal>,
    /// Parts of classes in the dialect of owners alone.
    pub owners: Vec<Owners>,
    /// Rare clauses of methods.
    pub clauses: Vec<Clauses>,
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
    /// Dialect of the source: its words and signs.
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
    /// RaceFreeJava with what Java programs need besides: constructors, interfaces, arrays, exceptions ([`Extended`]).
    Java,
}

impl Dialect {
    /// The dialect that a source says it is in: that of owners by a line `//! system: owners` in its header, that of Java by
    /// `//! dialect: java`.
    pub fn of(source: &str) -> Dialect {
        let header = source.lines().map_while(|line| line.strip_prefix("//!"));
        for (key, value) in header.filter_map(|line| line.trim().split_once(':')) {
            match (key, value.trim()) {
                ("system", name) if name.split('+').next() == Some("owners") => return Dialect::Owners,
                ("dialect", "java") => return Dialect::Java,
                _ => {}
            }
        }
        Dialect::Base
    }

    /// The dialect of a source that is read as one of this dialect: the header of a program of the base may say that it is one of
    /// Java.
    pub fn of_source(self, source: &str) -> Dialect {
        if self == Dialect::Base && Dialect::of(source) == Dialect::Java { Dialect::Java } else { self }
    }
}

/// `t ::= c | int`, with the types of the example language; `c ::= cn<l*>`.
#[derive(Clone, Copy, Debug)]
pub struct TypeExpr {
    /// Form of the type.
    pub kind: TypeKind,
    /// Place of the type.
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
    /// `t[]<l*>` (dialect of Java; [`Program::add_array`]).
    Array {
        /// `t`.
        elem: TypeId,
        /// All locks in it: those of `t`, then the guards of the elements.
        locks: List,
        /// Number of the guards.
        guards: u32,
    },
}

/// A `no_warn` annotation (calculus, section 7): silences errors whose main place is on its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoWarn {
    /// Place of the name.
    pub span: Span,
    /// The kinds it silences; none means every kind.
    pub kinds: Vec<String>,
}

impl Program {
    /// The expression of an id.
    #[inline]
    pub fn expr(&self, e: ExprId) -> Expr {
        self.exprs[e.index()]
    }

    /// Place of an expression.
    #[inline]
    pub fn span(&self, e: ExprId) -> Span {
        self.spans[e.index()]
    }

    /// The elements of a list.
    #[inline]
    pub fn list(&self, list: List) -> &[ExprId] {
        &self.lists[list.start as usize..(list.start + list.len) as usize]
    }

    /// The written type of an id.
    #[inline]
    pub fn ty(&self, t: TypeId) -> TypeExpr {
        self.types[t.index()]
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
        &self.formals[self.owners_of(class).formals.indices()]
    }

    /// Parts of a class in the dialect of owners.
    pub fn owners_of(&self, class: &Class) -> Owners {
        class.owners.map_or_else(Owners::default, |owners| self.owners[owners.index()])
    }

    /// The formals of the clause `where f != self, …` of a class, as variables.
    pub fn not_self_of(&self, class: &Class) -> &[ExprId] {
        self.list(self.owners_of(class).not_self)
    }

    /// Number of parameters of a class's types: ghosts or formal owners.
    pub fn parameters_of(&self, class: &Class) -> usize {
        class.ghosts.len() + self.owners_of(class).formals.len()
    }

    /// Rare clauses of a method.
    pub fn clauses_of(&self, method: &Method) -> Clauses {
        method.clauses.map_or_else(Clauses::default, |clauses| self.clauses[clauses.index()])
    }

    /// Sort of a method.
    #[inline]
    pub fn kind_of(&self, method: &Method) -> MethodKind {
        method.clauses.map_or(MethodKind::Plain, |clauses| self.clauses[clauses.index()].kind)
    }

    /// The guard of a field: its own, or the class-level one if the field is not final and has none for writes. The first, if
    /// it has several.
    pub fn guard_of(&self, class: &Class, field: &Field) -> Option<ExprId> {
        field.guard.or(if field.takes_class_guard() { class.guard } else { None })
    }

    /// All guards of a field.
    pub fn guards_of(&self, class: &Class, field: &Field) -> impl Iterator<Item = ExprId> + '_ {
        let first = self.guard_of(class, field);
        let more = if field.guard.is_some() { field.more_guards } else { class.more_guards };
        let more = if first.is_some() { self.list(more) } else { &[] };
        first.into_iter().chain(more.iter().copied())
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

    /// Place of a claim about atomicity, or of a guard for writes alone, if there is one: words that the system `atomicity` judges.
    pub fn claim(&self) -> Option<Span> {
        let method = |m: &Method| m.atomic || self.clauses_of(m).atomicity.is_some();
        let block = |e: &Expr| matches!(e, Expr::Atomic(_));
        let methods = self.methods.iter().find(|m| method(m)).map(|m| m.name_span);
        let fields = || self.fields.iter().find(|f| f.write_guard.is_some()).map(|f| f.name_span);
        let blocks = || self.exprs.iter().position(block).map(|at| self.spans[at]);
        methods.or_else(fields).or_else(blocks)
    }

    /// The atomicity of an id.
    pub fn atom(&self, a: AtomId) -> Atom {
        self.atoms[a.index()]
    }

    /// Adds the parts of a class in the dialect of owners alone, unless they are empty.
    pub fn add_owners(&mut self, owners: Owners) -> Option<OwnersId> {
        if owners.formals.is_empty() && owners.not_self.len == 0 {
            return None;
        }
        self.owners.push(owners);
        Some(OwnersId::new(self.owners.len() as u32 - 1))
    }

    /// Adds what few methods have, if it is something.
    pub fn add_clauses(&mut self, clauses: Clauses) -> Option<ClausesId> {
        // A list without elements starts anywhere.
        let plain = clauses.kind == MethodKind::Plain;
        if plain && clauses.receiver.is_none() && clauses.reads.len == 0 && clauses.atomicity.is_none() {
            return None;
        }
        self.clauses.push(clauses);
        Some(ClausesId::new(self.clauses.len() as u32 - 1))
    }

    /// Adds an atomicity.
    pub fn add_atom(&mut self, atom: Atom) -> AtomId {
        self.atoms.push(atom);
        AtomId::new(self.atoms.len() as u32 - 1)
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        self.names.text(name)
    }

    /// Adds an expression.
    #[inline]
    pub fn add(&mut self, expr: Expr, span: Span) -> ExprId {
        let id = ExprId::new(self.exprs.len() as u32);
        self.exprs.push(expr);
        self.spans.push(span);
        id
    }

    /// Adds a written type.
    #[inline]
    pub fn add_type(&mut self, kind: TypeKind, span: Span) -> TypeId {
        let id = TypeId::new(self.types.len() as u32);
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
