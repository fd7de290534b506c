//! Over types against races, and over the dialect of Java: ghosts are variables, whose paths types say.

use super::{Guard, Types};
use crate::locks::{Lock, Locks};
use crate::theta::Mapping;
use racefree_grammar::ast::{Dialect, Expr, ExprId, Extended, List, MethodKind, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Substitution};
use racefree_java_rules::Fresh;
use racefree_java_rules::rules::exp_locked;
use racefree_kernel::{PremiseId, TypeError};
use racefree_program::{ClassId, MethodId, Resolved};
use racefree_typeck::Typed;
use racefree_typeck::rules::{exp_assign, exp_ref, exp_sync, shareable};
use racefree_typeck::typed::Member;
use racefree_typeck::types::Ty;
use smallvec::SmallVec;

/// The premises of the base whose failure is tolerated.
pub(crate) const TOLERATED: [PremiseId; 3] = [exp_ref::GUARD_HELD, exp_assign::GUARD_HELD, shareable::GUARDED_OR_FINAL];

/// The premises whose failure is tolerated in the dialect of Java besides: a block whose lock has no name takes some lock, which decides no test.
const TOLERATED_OF_JAVA: [PremiseId; 2] = [exp_sync::LOCK_FINAL, exp_locked::LOCK_FINAL];

pub(crate) struct OverBase<'p> {
    typed: Typed<'p>,
    /// The class that each method is in.
    owners: Vec<ClassId>,
    /// Accesses in constructors while nobody else has the object; none in a program of the calculus.
    fresh: Option<Fresh>,
}

impl<'p> OverBase<'p> {
    pub(crate) fn new(typed: Typed<'p>) -> OverBase<'p> {
        let classes = &typed.cx().classes;
        let fresh = (classes.program.dialect == Dialect::Java).then(|| Fresh::of(classes));
        OverBase { owners: classes.classes_of_methods(), fresh, typed }
    }

    fn member(&self, e: ExprId) -> Option<Member> {
        self.typed.point(e)?.member
    }

    /// [lᵢ/xᵢ] for arguments of a class.
    fn ghosts(&self, class: ClassId, args: impl IntoIterator<Item = Path>) -> Mapping {
        let mut vars = Substitution::default();
        if let Some(decl) = self.classes().decl(class) {
            for (ghost, arg) in self.classes().program.ghosts_of(&decl).iter().zip(args) {
                vars.add(ghost.name, arg);
            }
        }
        Mapping { vars, ..Mapping::default() }
    }

    /// [lᵢ/xᵢ] for a type cn<l₁…ₙ>.
    fn ghosts_of(&self, locks: &mut Locks<'p>, at: Ty) -> Mapping {
        let types = &self.typed.cx().types;
        let Some(class) = types.class_of(at).filter(|_| types.has_args(at)) else { return Mapping::default() };
        let args: Vec<Path> = types.args(at).iter().map(|&arg| locks.from(&types.paths, arg)).collect();
        self.ghosts(class, args)
    }

    /// The arguments of a written type.
    fn written_args(&self, locks: &mut Locks<'p>, ty: TypeId) -> Vec<Path> {
        self.classes().program.locks_of(ty).iter().map(|&arg| locks.of(arg)).collect()
    }

    /// The arguments of a superclass, over the ghosts of a class.
    fn superclass_args(&self, locks: &mut Locks<'p>, class: ClassId, top: ClassId) -> Vec<Path> {
        let (mut seen, mut below): (Option<Vec<Path>>, ClassId) = (None, class);
        while below != top {
            let Some((decl, above)) = self.classes().decl(below).zip(self.classes().get(below).superclass()) else {
                return Vec::new();
            };
            let mut args = decl.extends.map_or_else(Vec::new, |ty| self.written_args(locks, ty));
            if let Some(put) = seen.take() {
                let ghosts = self.ghosts(below, put);
                args.iter_mut().for_each(|l| *l = locks.paths.substitute(*l, &ghosts.vars));
            }
            (seen, below) = (Some(args), above);
        }
        seen.unwrap_or_default()
    }

    /// The ghosts of a subclass, and paths from them, that stand for a ghost of a class, at a type of that class with these arguments.
    fn ghosts_at(&self, locks: &mut Locks<'p>, class: ClassId, top: ClassId, args: &[Path]) -> Mapping {
        let mut step = Mapping::default();
        for (over, &arg) in self.superclass_args(locks, class, top).into_iter().zip(args) {
            // A superclass must not mention `this` (D1); where one does, `this` is no ghost all the same.
            match locks.paths.root(over) {
                Root::Var(Name::THIS) | Root::Expr(_) | Root::Open(_) => {}
                Root::Var(x) if locks.paths.len(over) == 0 => step.vars.add(x, arg),
                Root::Var(_) => step.paths.push((over, arg)),
            }
        }
        step
    }
}

impl<'p> Types<'p> for OverBase<'p> {
    fn classes(&self) -> &Resolved<'p> {
        &self.typed.cx().classes
    }

    fn class_of(&self, e: ExprId) -> Option<ClassId> {
        self.typed.cx().types.class_of(self.typed.point(e)?.ty)
    }

    fn is_string(&self, e: ExprId) -> bool {
        self.typed.point(e).is_some_and(|point| point.ty == Ty::STRING)
    }

    fn field(&self, e: ExprId) -> Option<(u32, ClassId)> {
        match self.member(e)? {
            Member::Field(f, at) => Some((f, self.typed.cx().types.class_of(at)?)),
            Member::Method(..) => None,
        }
    }

    fn method(&self, e: ExprId) -> Option<MethodId> {
        match self.member(e)? {
            Member::Method(m, _) => Some(m),
            Member::Field(..) => None,
        }
    }

    fn guards(&self, locks: &mut Locks<'p>, class: ClassId, field: u32) -> SmallVec<[Guard; 1]> {
        let program = self.classes().program;
        let field = &program.fields[field as usize];
        let Some(decl) = self.classes().decl(class) else { return SmallVec::new() };
        let all = program.guards_of(&decl, field).map(|l| Guard { lock: locks.written(l), only_writes: false });
        let mut all: SmallVec<[Guard; 1]> = all.collect();
        if let Some(l) = field.write_guard.filter(|_| all.is_empty()) {
            all.push(Guard { lock: locks.written(l), only_writes: true });
        }
        all
    }

    fn elements(&self, locks: &mut Locks<'p>, array: ExprId) -> Vec<Lock> {
        let types = &self.typed.cx().types;
        let of = self.typed.point(array).and_then(|point| types.elements(point.ty));
        let guards = of.map_or(&[][..], |(_, guards)| guards);
        let guards: Vec<Path> = guards.iter().map(|&guard| locks.from(&types.paths, guard)).collect();
        guards.into_iter().map(|path| locks.lock(path)).collect()
    }

    fn is_fresh(&self, access: ExprId, recv: ExprId, method: Option<u32>) -> bool {
        let (Some(fresh), Some(m)) = (&self.fresh, method) else { return false };
        let program = self.classes().program;
        match program.kind_of(&program.methods[m as usize]) {
            MethodKind::Constructor => fresh.at(access),
            MethodKind::StaticInitializer => {
                let own = program.text(self.classes().get(self.owners[m as usize]).name);
                match program.expr(recv) {
                    Expr::Var(x) => x == Name::THIS,
                    Expr::Extended(Extended::ClassConst(x)) => {
                        program.class_of_constant(x).is_some_and(|of| own.strip_suffix("$class") == Some(of))
                    }
                    _ => false,
                }
            }
            MethodKind::Plain | MethodKind::Abstract => false,
        }
    }

    fn of_access(&self, locks: &mut Locks<'p>, e: ExprId, _: ExprId) -> Mapping {
        match self.member(e) {
            Some(Member::Field(_, at)) => self.ghosts_of(locks, at),
            _ => Mapping::default(),
        }
    }

    fn of_call(&self, locks: &mut Locks<'p>, e: ExprId, recv: ExprId, _: List, m: u32) -> Mapping {
        if let Some(Member::Method(found, at)) = self.member(e)
            && found == MethodId::Declared(m)
        {
            return self.ghosts_of(locks, at);
        }
        // A method of a subclass of the receiver's static class: its ghosts that stand for one of that class.
        let types = &self.typed.cx().types;
        let Some(at) = self.typed.point(recv).map(|point| point.ty) else { return Mapping::default() };
        let Some(top) = types.class_of(at) else { return Mapping::default() };
        let args: Vec<Path> = types.args(at).iter().map(|&l| locks.from(&types.paths, l)).collect();
        self.ghosts_at(locks, self.owners[m as usize], top, &args)
    }

    fn of_written(&self, locks: &mut Locks<'p>, ty: TypeId, _: &dyn Fn(Name) -> bool) -> Mapping {
        let Some(class) = self.classes().class_of_type(ty) else { return Mapping::default() };
        self.ghosts(class, self.written_args(locks, ty))
    }

    fn of_overridden(&self, locks: &mut Locks<'p>, m: u32, over: u32) -> Mapping {
        let (class, owner) = (self.owners[m as usize], self.owners[over as usize]);
        let args = self.superclass_args(locks, class, owner);
        self.ghosts(owner, args)
    }

    fn of_overriding(&self, locks: &mut Locks<'p>, m: u32, over: u32) -> Mapping {
        let (subclass, class) = (self.owners[m as usize], self.owners[over as usize]);
        let ghosts = self.classes().decl(class).map_or(&[][..], |decl| self.classes().program.ghosts_of(&decl));
        let args: Vec<Path> = ghosts.iter().map(|ghost| locks.paths.var(ghost.name)).collect();
        self.ghosts_at(locks, subclass, class, &args)
    }

    fn written(
        &self,
        locks: &mut Locks<'p>,
        _: Option<(ClassId, Option<u32>)>,
        l: ExprId,
        _: &dyn Fn(Name) -> bool,
    ) -> Lock {
        locks.written(l)
    }

    fn locks_at(&self, locks: &mut Locks<'p>, e: ExprId) -> Vec<Lock> {
        let Some(point) = self.typed.point(e) else { return Vec::new() };
        let paths = &self.typed.cx().types.paths;
        let held = self.typed.locks(point).map(|held| locks.from(paths, held.lock));
        held.collect::<Vec<_>>().into_iter().map(|path| locks.lock(path)).collect()
    }

    fn requires(&self, locks: &mut Locks<'p>, m: u32) -> Vec<Lock> {
        let program = self.classes().program;
        let requires = program.list(program.methods[m as usize].requires);
        requires.iter().map(|&l| locks.written(l)).collect()
    }

    fn not_self(&self, _: ClassId, _: Option<u32>) -> Vec<Name> {
        Vec::new()
    }

    fn tolerates(&self, error: &TypeError) -> bool {
        let of_java = self.fresh.is_some() && TOLERATED_OF_JAVA.contains(&error.premise);
        of_java || TOLERATED.contains(&error.premise)
    }

    fn context(&self, e: ExprId, source: &str) -> Option<(String, String)> {
        let (point, program) = (self.typed.point(e)?, self.classes().program);
        let cx = self.typed.cx();
        let scope = self.typed.env(point);
        let mut env: Vec<String> = scope.map(|b| format!("{} {}", cx.show(b.ty), program.text(b.name))).collect();
        env.reverse();
        let locks: Vec<String> =
            self.typed.locks(point).map(|held| cx.types.paths.text(held.lock, program, source)).collect();
        Some((env.join(", "), locks.join(", ")))
    }
}
