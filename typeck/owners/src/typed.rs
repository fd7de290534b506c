//! The typed program: for each expression its type, and the environment and the locks held where it is; and what the formal
//! owners of a member stand for where it is used. Systems that build on this one ask for it; `check` keeps none of it.

use crate::Eprfj;
use crate::giving::Value;
use crate::owner::{Owner, Theta, Ty};
use crate::reading::single;
use crate::signature::FieldType;
use crate::system::judged;
use crate::typing::{EnvId, Judgment, LocksId, Typing};
use racefree_grammar::ast::{Expr, ExprId, Program, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Paths;
use racefree_kernel::listener::Listener;
use racefree_kernel::{Options, Report};
use racefree_program::{ClassId, FieldId, MethodId, Resolved};
use std::cell::RefCell;

/// Judgment of an expression: P; E; D; ls ⊢ e : t \[owned\].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// E
    pub env: EnvId,
    /// ls
    pub locks: LocksId,
    /// t
    pub ty: Ty,
    /// Held by nothing else.
    pub owned: bool,
}

/// The judgments about expressions, by expression.
struct Points(Vec<Option<Point>>);

impl Listener<Eprfj> for Points {
    fn concludes(&mut self, judgment: &Judgment) {
        if let Judgment::Expr(env, locks, e, ty, owned) = *judgment {
            self.0[e.index()] = Some(Point { env, locks, ty, owned });
        }
    }
}

/// A program with its types. What is asked of it may make new types and paths, so it is asked by `&mut`.
pub struct Typed<'p>(Typing<'p>, Points);

/// Type checks a program and keeps its types.
pub fn typed<'p>(program: &'p Program, source: &str, options: &'p Options) -> (Report, Typed<'p>) {
    let points = RefCell::new(Points(vec![None; program.exprs.len()]));
    let (report, typing) = judged(program, source, options, Some(&points));
    (report, Typed(typing, points.into_inner()))
}

impl<'p> Typed<'p> {
    /// Classes and members.
    pub fn resolved(&self) -> &Resolved<'p> {
        &self.0.resolved
    }

    /// The table that owners refer to.
    pub fn paths(&self) -> &Paths {
        &self.0.paths
    }

    /// Returns the judgment of an expression; none if it is no code, such as a guard.
    pub fn point(&self, e: ExprId) -> Option<Point> {
        self.1.0[single(self.0.program, e).index()]
    }

    /// The class of an expression's type.
    pub fn class_of(&self, e: ExprId) -> Option<ClassId> {
        self.point(e)?.ty.class()
    }

    /// The locks held at a point, those of ls₀ left out.
    pub fn locks(&self, point: Point) -> impl Iterator<Item = Owner> {
        let taken: Vec<Owner> = self.0.taken(point.locks).map(|(lock, _)| lock).collect();
        taken.into_iter().rev()
    }

    /// The environment at a point as text, the variable bound first in front.
    pub fn env_text(&self, point: Point) -> String {
        let bindings = self.0.env(point.env);
        let mut texts: Vec<String> =
            bindings.map(|b| format!("{} {}", self.0.show(b.ty), self.0.program.text(b.name))).collect();
        texts.reverse();
        texts.join(", ")
    }

    /// The type and the guards of a field, in the formals of its class.
    pub fn field(&self, f: FieldId) -> FieldType {
        self.0.field_types[f.index()]
    }

    /// True if the declared type of a field is `c<unique, …>`.
    pub fn is_unique(&self, f: FieldId) -> bool {
        self.0.is_unique(self.field(f).ty)
    }

    /// The locks of `requires` and `reads`, as they are meant.
    pub fn requires(&mut self, class: ClassId, m: u32) -> Vec<Owner> {
        self.0.signature(class, MethodId::Declared(m)).locks.iter().map(|&(lock, _)| lock).collect()
    }

    /// A lock that is written among the members of a class: a formal alone is `f$this`, or in the head of a method `f$x`.
    pub fn lock(&mut self, class: ClassId, method: Option<u32>, l: ExprId, variable: &dyn Fn(Name) -> bool) -> Owner {
        let lock = self.0.read_owner(l, &|_, x| !variable(x));
        let (Owner::Formal(f), this) = (lock, self.0.paths.var(Name::THIS)) else { return lock };
        let qualified = Owner::Qualified(f, this);
        let Some(m) = method else { return qualified };
        let head = self.0.signature(class, MethodId::Declared(m));
        self.0.qualified(class, &head, lock).unwrap_or(qualified)
    }

    /// The formals that are never `self` in a class, or in one of its methods (D-O13).
    pub fn not_self(&mut self, class: ClassId, method: Option<u32>) -> Vec<Name> {
        self.0.enter(Some(class));
        if let Some(m) = method {
            let head = self.0.signature(class, MethodId::Declared(m));
            self.0.enter_method(&self.0.program.methods[m as usize], &head);
        }
        self.0.formals_of(class).iter().copied().filter(|&f| self.0.is_not_self(f)).collect()
    }

    /// [oᵢ/fᵢ] for the formals of `of`, as the type of an expression has them.
    pub fn instance(&mut self, e: ExprId, of: ClassId) -> Theta {
        let seen = match self.point(e).map(|point| point.ty) {
            Some(Ty::Class(class, owners)) => self.0.seen_as(class, owners, of),
            _ => None,
        };
        seen.map_or_else(Theta::default, |seen| self.0.instance(of, seen))
    }

    /// A guard that `of` declares, as it is called at a receiver.
    pub fn at(&mut self, recv: ExprId, of: ClassId, guard: Owner) -> Owner {
        let recv_path = self.0.paths.of_expr(self.0.program, recv);
        let theta = self.instance(recv, of).with(Name::THIS, recv_path);
        theta.apply(guard, &mut self.0.paths)
    }

    /// [oᵢ/fᵢ] for a type that is written where some names are variables.
    pub fn written(&mut self, ty: TypeId, variable: &dyn Fn(Name) -> bool) -> Theta {
        match self.0.read_type(ty, &|_, x| !variable(x)) {
            Ty::Class(class, owners) => self.0.instance(class, owners),
            _ => Theta::default(),
        }
    }

    /// σ of a call that runs a method of `of`, as far as the types of the receiver and the arguments say: `of` is the class that the
    /// method is found in, or a subclass of the receiver's. A formal of a parameter of which nothing is known (`null`) is `thisThread`.
    pub fn sigma(&mut self, recv: ExprId, args: &[ExprId], of: ClassId, m: u32) -> Theta {
        let signature = self.0.signature(of, MethodId::Declared(m));
        let mut declared: Vec<Ty> = signature.types().collect();
        let value = |it: &Self, at: ExprId| {
            let (ty, owned) = it.point(at).map_or((Ty::Error, true), |point| (point.ty, point.owned));
            Value { at, ty, owned, moved: (0, 0) }
        };
        let mut values: Vec<Value> = std::iter::once(&recv).chain(args).map(|&at| value(self, at)).collect();
        if let (Ty::Class(static_class, owners), Ty::Class(this, own)) = (values[0].ty, signature.this) {
            if let Some(seen) = self.0.seen_as(static_class, owners, of) {
                values[0].ty = Ty::Class(of, seen);
            } else if let Some(seen) = self.0.seen_as(this, own, static_class) {
                // The method of a subclass: its `this` as one of the receiver's class.
                declared[0] = Ty::Class(static_class, seen);
            }
        }
        let mut sigma = self.0.matched(&signature, &declared, &values);
        for &t in &declared[1..] {
            let owners = self.0.owners_of(t);
            owners.iter().filter_map(|o| o.formal()).for_each(|f| sigma.add(f, Owner::THIS_THREAD));
        }
        sigma
    }

    /// Returns the substitution of an overridden method's formals by those of the one that overrides it; none if their
    /// types differ.
    pub fn renamed(&mut self, class: ClassId, m: u32, owner: ClassId, over: u32) -> Option<Theta> {
        let ours = self.0.signature(class, MethodId::Declared(m));
        let theirs = self.0.signature(owner, MethodId::Declared(over));
        self.0.enter(Some(class));
        self.0.enter_method(&self.0.program.methods[m as usize], &ours);
        self.0.matches(class, owner, &ours, &theirs)
    }

    /// True if an expression is a string.
    pub fn is_string(&self, e: ExprId) -> bool {
        self.point(e).is_some_and(|point| point.ty == Ty::STRING)
    }

    /// The text of an owner or lock.
    pub fn show_owner(&self, o: Owner) -> String {
        self.0.show_owner(o)
    }

    /// The receiver and the name of the field that an access or a take uses.
    pub fn access(&self, e: ExprId) -> Option<(ExprId, Name)> {
        match self.0.program.expr(e) {
            Expr::Field { recv, field } | Expr::Assign { recv, field, .. } => Some((recv, field)),
            Expr::Move(of) => match self.0.program.expr(of) {
                Expr::Field { recv, field } => Some((recv, field)),
                _ => None,
            },
            _ => None,
        }
    }
}
