//! Locks and types as values, for the invariants of states (`soundness-tests/tests/support/preservation`).

use crate::env::EnvId;
use crate::locks::LocksId;
use crate::typed::{Point, Points};
use crate::types::{ClassId, Ty};
use crate::{Base, Cx, Judgment, Language, Options};
use racefree_grammar::ast::{Expr, ExprId, Ghost, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_kernel::listener::Listener;
use racefree_kernel::{PremiseId, RuleId};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::iter;

/// `l`: x.fd₁…fdₙ, or the same from an expression that is no path. Such a one is equal to itself alone; it is in no lock set
/// and in no well-formed type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// x
    pub root: Root,
    /// fd₁…fdₙ
    pub fields: Vec<Name>,
}

/// `cn`: a class of the program, by its position, or a predefined one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cn {
    /// `Object`
    Object,
    /// `String`
    String,
    /// One that the program declares. Two of one name are two classes; the name means the first.
    Declared(usize),
}

/// `t`
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `int`
    Int,
    /// `boolean`
    Boolean,
    /// `void`
    Void,
    /// The type of `null`.
    Null,
    /// `cn<l*>`
    Class(Cn, Vec<Lock>),
    /// A type left unknown by an error. It agrees with every type, so that nothing follows from the error.
    Unknown,
}

/// `t x` or `ghost t x`
#[derive(Clone, Debug)]
pub struct Bound {
    /// t
    pub ty: Type,
    /// x
    pub x: Name,
    /// True for a ghost.
    pub ghost: bool,
}

/// An expression's judgment P; E; ls ⊢ e : t with the least t.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Variables of E that are free in e.
    pub env: Vec<Bound>,
    /// ls
    pub locks: Vec<Lock>,
    /// t
    pub ty: Type,
}

/// The judgments of all expressions that run, if ⊢ P : t for some t. Locks that are taken run too, and so does a `holds`.
pub fn standings(program: &Program, options: &Options) -> Option<BTreeMap<ExprId, Standing>> {
    let running = RefCell::new(Running { points: Points::new(program), ..Running::default() });
    let (report, cx) = Language::CALCULUS.judge(program, "", options, Some(&running));
    if !report.errors.is_empty() || !report.silenced.is_empty() {
        return None;
    }
    let mut cx = cx.with(running.into_inner());
    let mut all = BTreeMap::new();
    for e in (0..program.exprs.len() as u32).map(ExprId::new) {
        let Some(Point { env, locks, ty, .. }) = of_block(program, e, |e| cx.heard.points.get(e)) else { continue };
        all.insert(e, Standing::new(&cx, e, (env, locks), ty));
        if let Expr::Sync { lock, .. } = program.expr(e) {
            for l in iter::successors(Some(lock), |&l| receiver(program, l)) {
                let path = cx.types.paths.of_expr(program, l);
                if let Some(&t) = cx.heard.finals.get(&(env, path)) {
                    all.insert(l, Standing::new(&cx, l, (env, locks), t));
                }
            }
        }
        if let Expr::Seq(list) = program.expr(e) {
            for (&holds, i) in program.list(list).iter().zip(list.start..) {
                let rest = cx.heard.rests.get(&i).copied();
                let at = if i == list.start { Some((env, locks)) } else { rest };
                if let (Expr::Holds(_), Some(at)) = (program.expr(holds), at) {
                    all.insert(holds, Standing::new(&cx, holds, at, Ty::VOID));
                }
            }
        }
    }
    Some(all)
}

/// The point of an expression; of a block of one expression, that of the expression.
fn of_block(program: &Program, e: ExprId, point: impl Fn(ExprId) -> Option<Point>) -> Option<Point> {
    let only = |&e: &ExprId| match program.expr(e) {
        Expr::Seq(list) if list.len == 1 => Some(program.list(list)[0]),
        _ => None,
    };
    iter::successors(Some(e), only).find_map(point)
}

/// e of e.fd
fn receiver(program: &Program, l: ExprId) -> Option<ExprId> {
    if let Expr::Field { recv, .. } = program.expr(l) { Some(recv) } else { None }
}

/// Listener to what runs: points, types of final expressions, and where each rest of a block is.
#[derive(Default)]
struct Running {
    points: Points,
    finals: FxHashMap<(EnvId, Path), Ty>,
    rests: FxHashMap<u32, (EnvId, LocksId)>,
}

impl Listener<Base> for Running {
    fn opens(&mut self, rule: RuleId) {
        self.points.opens(rule);
    }

    fn subsumes(&mut self, rule: RuleId, premise: PremiseId) {
        self.points.subsumes(rule, premise);
    }

    fn concludes(&mut self, judgment: &Judgment) {
        self.points.concludes(judgment);
        match *judgment {
            Judgment::Final(env, l, t) => drop(self.finals.insert((env, l), t)),
            Judgment::Rest { env, locks, first, .. } => drop(self.rests.insert(first, (env, locks))),
            _ => {}
        }
    }

    fn recalls(&mut self, judgment: &Judgment) -> bool {
        !matches!(*judgment, Judgment::Final(env, l, _) if !self.finals.contains_key(&(env, l)))
    }
}

impl Standing {
    fn new<R>(cx: &Cx<'_, R>, e: ExprId, (env, locks): (EnvId, LocksId), t: Ty) -> Standing {
        let free = cx.program.free_variables(e);
        let bound = cx.env.bindings(env).filter(|b| free.contains(&b.name));
        Standing {
            env: bound.map(|b| Bound { ty: Type::of(cx, b.ty), x: b.name, ghost: b.ghost }).collect(),
            locks: cx.locks.elements(locks).map(|held| Lock::of_path(cx, held.lock)).collect(),
            ty: Type::of(cx, t),
        }
    }
}

impl Lock {
    /// The lock `x`.
    pub fn var(x: Name) -> Lock {
        Lock { root: Root::Var(x), fields: Vec::new() }
    }

    /// An expression as a lock.
    pub fn of(program: &Program, e: ExprId) -> Lock {
        match program.expr(e) {
            Expr::Var(x) => Lock::var(x),
            Expr::Field { recv, field } => Lock::of(program, recv).field(field),
            _ => Lock { root: Root::Expr(e), fields: Vec::new() },
        }
    }

    fn of_path<R>(cx: &Cx<'_, R>, path: Path) -> Lock {
        match cx.types.paths.step(path) {
            Step::Root(root) => Lock { root, fields: Vec::new() },
            Step::Field(before, fd) => Lock::of_path(cx, before).field(fd),
        }
    }

    fn field(mut self, fd: Name) -> Lock {
        self.fields.push(fd);
        self
    }
}

impl Cn {
    /// The class that a name means: the first that is declared with it.
    pub fn of(program: &Program, name: Name) -> Option<Cn> {
        match name {
            Name::OBJECT => Some(Cn::Object),
            Name::STRING => Some(Cn::String),
            name => program.classes.iter().position(|c| c.name == name).map(Cn::Declared),
        }
    }

    /// `ghost tᵢ xᵢ`
    fn ghosts(self, program: &Program) -> &[Ghost] {
        match self {
            Cn::Object | Cn::String => &[],
            Cn::Declared(i) => program.ghosts_of(&program.classes[i]),
        }
    }

    /// Its name.
    pub fn name(self, program: &Program) -> Name {
        match self {
            Cn::Object => Name::OBJECT,
            Cn::String => Name::STRING,
            Cn::Declared(i) => program.classes[i].name,
        }
    }
}

impl Type {
    /// A type as it is written; unknown if it means nothing, since its class is not declared or has other ghosts.
    pub fn written(program: &Program, t: TypeId) -> Type {
        match program.ty(t).kind {
            TypeKind::Int => Type::Int,
            TypeKind::Boolean => Type::Boolean,
            TypeKind::Void => Type::Void,
            TypeKind::Class { name, args } => match Cn::of(program, name) {
                Some(cn) if cn.ghosts(program).len() == args.len as usize => {
                    Type::Class(cn, program.list(args).iter().map(|&l| Lock::of(program, l)).collect())
                }
                _ => Type::Unknown,
            },
            TypeKind::Array { .. } => Type::Unknown,
        }
    }

    fn of<R>(cx: &Cx<'_, R>, t: Ty) -> Type {
        let class = match (t, cx.types.class_of(t)) {
            (_, Some(class)) => class,
            (Ty::INT, None) => return Type::Int,
            (Ty::BOOLEAN, None) => return Type::Boolean,
            (Ty::VOID, None) => return Type::Void,
            (Ty::NULL, None) => return Type::Null,
            (_, None) => return Type::Unknown,
        };
        let cn = match class {
            ClassId::OBJECT => Cn::Object,
            ClassId::STRING => Cn::String,
            class => cx.classes.declared(class).map_or(Cn::Object, |i| Cn::Declared(i as usize)),
        };
        Type::Class(cn, cx.types.args(t).iter().map(|&l| Lock::of_path(cx, l)).collect())
    }
}
