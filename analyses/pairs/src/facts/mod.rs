//! Facts of the syntax (section 2): bodies, nodes, bindings, accesses. Every other relation is derived from these.

mod access;
mod fresh;
mod walk;

pub use access::{Access, Kind, Site, Target};

use crate::java::Contents;
use crate::options::Options;
use racefree_grammar::ast::{Dialect, ExprId, Program, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_program::{ClassId, FieldId, Resolved};
use rustc_hash::{FxHashMap, FxHashSet};

racefree_grammar::index! {
    /// A body: the main expression, a method, the initialiser of a field, or the expression of a `fork`.
    BodyId;
    /// A binding: a formal of a method or initialiser, or a `let`.
    VarId;
    /// The part of a body that runs under the same `synchronized` expressions of that body.
    RegionId;
    /// A `while`.
    LoopId;
    /// An access.
    AccessId;
}

/// Kind of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyKind {
    /// The main expression.
    Main,
    /// A method, by its index in [`Program::methods`].
    Method(u32),
    /// The initialiser of a field, also of one that is declared without.
    Init(FieldId),
    /// The expression of a `fork`, by the `fork`.
    Fork(ExprId),
}

/// A body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its kind.
    pub kind: BodyKind,
    /// The class that declares it.
    pub class: Option<ClassId>,
    /// The body around a fork.
    pub outer: Option<BodyId>,
    /// The expression; a field without initialiser has none.
    pub root: Option<ExprId>,
    /// Its formals: `this`, then the parameters. None in the main expression and in forks.
    pub formals: Vec<VarId>,
    /// Number of its slots: a formal is the slot of its number.
    pub slots: u32,
    /// Number of its nodes; an init-write stands behind them all.
    pub nodes: u32,
    /// Its regions, the outermost first.
    pub regions: Vec<RegionId>,
}

/// A place for the objects that nodes and variables may be: nodes that always have the same value share one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    /// The body that it belongs to.
    pub body: BodyId,
    /// Its number there.
    pub index: u32,
}

/// A variable.
#[derive(Clone, Copy, Debug)]
pub struct Var {
    /// Its name.
    pub name: Name,
    /// The body that binds it.
    pub body: BodyId,
    /// The slot of its objects; none, if its value is never an object.
    pub slot: Option<Slot>,
    /// The expression that a `let` binds it to; none for formals.
    pub bound: Option<ExprId>,
    /// Its position among the formals.
    pub formal: Option<u32>,
}

/// Part of a body.
#[derive(Clone, Debug)]
pub struct Region {
    /// The body.
    pub body: BodyId,
    /// The region around it; none for the outermost one.
    pub outer: Option<RegionId>,
    /// The lock that is held in it.
    pub lock: Option<ExprId>,
    /// The `synchronized` that it is the body of; none for the code behind a `holds` that is believed.
    pub sync: Option<ExprId>,
    /// The nodes that a rule is about: `new`, literals, loads, stores, calls, forks, joins.
    pub nodes: Vec<ExprId>,
    /// The regions directly in it.
    pub inner: Vec<RegionId>,
    /// Its number among the regions of its body.
    pub number: u32,
}

/// A ghost variable in code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GhostVar {
    /// The class that declares it.
    pub class: ClassId,
    /// Its position among the ghosts of the class.
    pub index: u32,
}

/// Facts of a node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// In(n,b); none for nodes that are no code, such as lock expressions in annotations.
    pub body: Option<BodyId>,
    /// Its place in the evaluation order of its body.
    pub order: u32,
    /// Its region.
    pub region: RegionId,
    /// The outermost `while` of its body around it.
    pub outermost_loop: Option<LoopId>,
    /// The slot of its objects; none, if its value is never an object.
    pub slot: Option<Slot>,
    /// The variable that it is a use of.
    pub var: Option<VarId>,
}

/// The facts of a program.
pub struct Facts<'p> {
    /// The program, with members to be looked up.
    pub resolved: Resolved<'p>,
    /// All bodies; the main expression is the first, if there is one.
    pub bodies: Vec<Body>,
    /// The main expression.
    pub main: Option<BodyId>,
    /// For each method of [`Program::methods`], its body.
    pub methods: Vec<BodyId>,
    /// For each field of [`Program::fields`], its initialiser.
    pub inits: Vec<BodyId>,
    /// For each fork, its body.
    pub forks: FxHashMap<ExprId, BodyId>,
    /// All variables.
    pub vars: Vec<Var>,
    /// All regions.
    pub regions: Vec<Region>,
    /// Nodes by expression.
    pub nodes: Vec<Node>,
    /// For each `while`, its body's part of the evaluation order: first and last.
    pub loops: Vec<(u32, u32)>,
    /// All accesses, in the order of their places.
    pub accesses: Vec<Access>,
    /// The accesses of each body.
    pub accesses_of: Vec<Vec<AccessId>>,
    /// Captured(n,v): the variables that are free in a fork, those in types included.
    pub captured: FxHashMap<ExprId, Vec<VarId>>,
    /// The ghost variables that are free in a fork.
    pub captured_ghosts: FxHashMap<ExprId, Vec<GhostVar>>,
    /// Ghost variables in code.
    pub ghosts: FxHashMap<ExprId, GhostVar>,
    /// By node: the nodes whose rules look at the objects of a slot, by slot of a body.
    pub users: Vec<Vec<Vec<ExprId>>>,
    /// By slot of a body: the class that its objects have, if a type that Java checks says so.
    pub only: Vec<Vec<Option<ClassId>>>,
    /// Stores to the cells of variables of Java: what is stored is the variable's.
    pub cells: FxHashSet<ExprId>,
    /// Methods by which the library calls those of an object.
    pub callbacks: FxHashSet<BodyId>,
    /// Calls that give back their object, if it is of a class.
    pub casts: FxHashSet<ExprId>,
    /// Meanings of the variables named in types; only those of `new` types.
    pub type_vars: FxHashMap<ExprId, TypeVar>,
    /// Fields that never race: of Java, volatile ones, and final ones that are assigned while no other thread has the object.
    pub quiet: FxHashSet<FieldId>,
    /// Names of the other fields of such a program.
    pub loud: FxHashSet<Name>,
    /// Pseudo-fields of Java.
    pub(crate) contents: Contents,
    /// Constructors and initialisers, of a program that was Java.
    pub(crate) constructing: FxHashSet<BodyId>,
}

/// Meaning of a variable in a written type.
#[derive(Clone, Copy, Debug)]
pub enum TypeVar {
    /// A variable.
    Var(VarId),
    /// A ghost of the class that the type stands in.
    Ghost(GhostVar),
}

impl<'p> Facts<'p> {
    /// Reads a program. Unbound names give no facts: the caller reports what a program cannot run for.
    pub fn new(program: &'p Program) -> Facts<'p> {
        Facts::by(program, &Options::default())
    }

    /// Reads a program under options: a `holds` is believed, or there is a deliberate mistake.
    pub fn by(program: &'p Program, options: &Options) -> Facts<'p> {
        walk::facts(program, options)
    }

    /// The syntax tree.
    pub fn program(&self) -> &'p Program {
        self.resolved.program
    }

    /// A body.
    #[inline]
    pub fn body(&self, b: BodyId) -> &Body {
        &self.bodies[b.index()]
    }

    /// A variable.
    #[inline]
    pub fn var(&self, v: VarId) -> &Var {
        &self.vars[v.index()]
    }

    /// A node.
    #[inline]
    pub fn node(&self, n: ExprId) -> &Node {
        &self.nodes[n.index()]
    }

    /// A region.
    #[inline]
    pub fn region(&self, r: RegionId) -> &Region {
        &self.regions[r.index()]
    }

    /// An access.
    #[inline]
    pub fn access(&self, e: AccessId) -> &Access {
        &self.accesses[e.index()]
    }

    /// The variable that a use of one means, also in a path that is named and not evaluated.
    pub fn meant(&self, n: ExprId) -> Option<VarId> {
        self.node(n).var.or(match self.type_vars.get(&n) {
            Some(&TypeVar::Var(v)) => Some(v),
            _ => None,
        })
    }

    /// Every access.
    pub fn access_ids(&self) -> impl Iterator<Item = AccessId> + use<> {
        (0..self.accesses.len() as u32).map(AccessId)
    }

    /// Returns the place of an access in the source: an init-write stands at the name of its field.
    pub fn place(&self, e: AccessId) -> Span {
        place(self.program(), self.access(e).site)
    }

    /// The regions from one outwards.
    pub fn regions_out(&self, r: RegionId) -> impl Iterator<Item = &Region> {
        std::iter::successors(Some(self.region(r)), |r| r.outer.map(|o| self.region(o)))
    }

    /// The locks of the `synchronized` expressions around a region, in its body, innermost first.
    pub fn locks_around(&self, r: RegionId) -> impl Iterator<Item = ExprId> {
        self.regions_out(r).filter_map(|r| r.lock)
    }

    /// The region that an access is in.
    pub fn region_of(&self, e: AccessId) -> RegionId {
        let access = self.access(e);
        match access.site {
            Site::Expr(n) => self.node(n).region,
            Site::Field(_) => self.body(access.body).regions[0],
        }
    }

    /// Inits(C,b): the initialisers for an object of a class, superclasses first.
    pub fn inits_of(&self, class: ClassId) -> Vec<BodyId> {
        let chain: Vec<ClassId> = self.resolved.ancestors(class).collect();
        let fields = chain.into_iter().rev().filter_map(|c| self.resolved.decl(c)).flat_map(|c| c.fields.indices());
        fields.map(|f| self.inits[f]).collect()
    }

    /// Has(C,f): the field of a name that objects of a class have.
    #[inline]
    pub fn has(&self, class: ClassId, field: Name) -> Option<FieldId> {
        self.resolved.field(class, field).map(|(_, f)| f)
    }

    /// The class of the sources that a written type names, or the marker of one outside of them, in a program whose values have their types: of Java.
    pub fn only(&self, ty: TypeId) -> Option<ClassId> {
        let class = self.resolved.class_of_type(ty).filter(|_| self.program().dialect == Dialect::Java)?;
        let tells = |c: &racefree_grammar::ast::Class| {
            c.name_span != Span::NONE || crate::java::is_marker(self.program().text(c.name))
        };
        self.resolved.decl(class).filter(tells)?;
        (!crate::java::is_foreign(self, class)).then_some(class)
    }

    /// True for a load from the cell of a variable of Java: it is the variable.
    pub fn is_of_cell(&self, n: ExprId, recv: ExprId) -> bool {
        self.node(n).slot.is_some() && self.node(n).slot == self.node(recv).slot
    }

    /// False for the name of fields that never race.
    pub fn races(&self, field: Name) -> bool {
        self.loud.contains(&field)
    }

    /// The class of the object that has a class's static members, by the constant's name.
    pub fn statics(&self, constant: Name) -> ClassId {
        let program = self.program();
        let class = program.class_of_constant(constant).map(|c| format!("{c}$class"));
        let name = class.and_then(|class| program.names.find(&class));
        name.and_then(|name| self.resolved.find(name)).unwrap_or(ClassId::OBJECT)
    }

    /// Target(C,mn,b): the body of the method of a name, or a predefined method, which has none.
    pub fn target(&self, class: ClassId, method: Name) -> Option<Callee> {
        Some(match self.resolved.method(class, method)?.1 {
            racefree_program::MethodId::Declared(m) => Callee::Body(self.methods[m as usize]),
            racefree_program::MethodId::Predefined(m) => Callee::Predefined(m),
        })
    }

    /// Returns `this` of the body around.
    pub fn this_of(&self, mut b: BodyId) -> Option<VarId> {
        while let Some(outer) = self.body(b).outer {
            b = outer;
        }
        self.body(b).formals.first().copied()
    }
}

/// Callee of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A method of the program.
    Body(BodyId),
    /// One of `Object` or `String`.
    Predefined(racefree_program::Predefined),
}

/// Returns the place of an access in the source.
pub(crate) fn place(program: &Program, site: Site) -> Span {
    match site {
        Site::Expr(n) => program.span(n),
        Site::Field(f) => program.fields[f.index()].name_span,
    }
}
