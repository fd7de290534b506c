//! Paths in scope, and the lock expressions and types made of them.

use super::Generator;
use super::scope::{Binding, Scope};
use super::world::{Names, Theta, subst};
use crate::tree::{Args, ClassName, CopyVec, Expr, FIRST, Field, OBJECT, Path, THIS, Type, Var};
use racefree_kernel::PremiseId;
use racefree_typeck::rules::{exp_ref, exp_sync, exp_var, final_ref, type_c};
use smallvec::SmallVec;

/// A path in scope.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// The path.
    pub path: Path,
    /// Its type.
    pub ty: Type,
    /// True if every step is a final field.
    pub is_final: bool,
    /// True if it starts from a ghost.
    pub ghost: bool,
    /// The locks that reading it needs and that are not held.
    pub needs: CopyVec<Path, 2>,
}

/// Returns true if values of a type can be locked.
pub fn is_class(t: &Type) -> bool {
    matches!(t, Type::Class(..))
}

impl Generator<'_, '_> {
    /// The paths in scope of at most `steps` fields whose types are wanted.
    pub fn reaches(&self, scope: &Scope, steps: usize, wanted: impl Fn(&Type) -> bool) -> Vec<Reach> {
        // A path is worth while if it is wanted, or if a longer one may be.
        let worth = |t: &Type, step: usize| wanted(t) || step < steps && self.w.has_fields(t);
        let mut all = Vec::with_capacity(16);
        for (i, b) in scope.vars.iter().enumerate() {
            if !worth(&b.ty, 0) || scope.vars[i + 1..].iter().any(|later| later.name == b.name) {
                continue;
            }
            let (path, ty, ghost) = (Path::var(b.name), b.ty, b.ghost);
            all.push(Reach { path, ty, is_final: true, ghost, needs: CopyVec::new() });
        }
        let mut from = 0;
        for step in 1..=steps {
            let to = all.len();
            for at in from..to {
                let before = all[at];
                if !is_class(&before.ty) {
                    continue;
                }
                let this = [(THIS, before.path)];
                self.w.each_field(&before.ty, |at, field| {
                    let ty = self.w.instance(at, &this, &field.ty);
                    if worth(&ty, step) {
                        all.push(self.longer(scope, &before, &this, at, field, ty));
                    }
                });
            }
            from = to;
        }
        all.retain(|r| wanted(&r.ty));
        all
    }

    /// A path that is longer by a field, which `at` declares and which is of type `ty` there.
    fn longer(&self, scope: &Scope, before: &Reach, this: &[(Var, Path)], at: &Type, field: &Field, ty: Type) -> Reach {
        let mut needs = before.needs;
        if let Some(guard) = &field.guard {
            let guard = self.w.instance_path(at, this, guard);
            if !scope.holds(&guard) && !needs.contains(&guard) {
                needs.push(guard);
            }
        }
        let is_final = before.is_final && field.is_final;
        Reach { path: before.path.field(field.name), ty, is_final, ghost: before.ghost, needs }
    }

    /// A path that code can read, of at most one field.
    pub fn readable_path(&self, scope: &Scope, path: &Path) -> Option<Reach> {
        let Binding { ty, ghost, .. } = *scope.get(path.root)?;
        let mut reach = Reach { path: Path::var(path.root), ty, is_final: true, ghost, needs: CopyVec::new() };
        match path.fields[..] {
            [] => {}
            [fd] => {
                let (at, field) = self.w.field(&reach.ty, fd)?;
                let this = [(THIS, reach.path)];
                let ty = self.w.instance(&at, &this, &field.ty);
                reach = self.longer(scope, &reach, &this, &at, field, ty);
            }
            _ => return None,
        }
        self.is_readable(scope, &reach).then_some(reach)
    }

    /// The paths of types that are wanted that code can read, here or with more locks taken first. A type that means nothing here
    /// excludes a path.
    pub fn readable(&self, scope: &Scope, steps: usize, wanted: impl Fn(&Type) -> bool) -> Vec<Reach> {
        let mut all = self.reaches(scope, steps, wanted);
        all.retain(|r| self.is_readable(scope, r));
        all
    }

    /// Returns true if a path is unlikely to denote null: the fields on it are of no class, or begin with an object.
    pub fn sure(&self, scope: &Scope, path: &Path) -> bool {
        let Some(root) = scope.get(path.root) else { return false };
        let mut t = root.ty;
        for &fd in &path.fields {
            let Some((_, field)) = self.w.field(&t, fd) else { return false };
            if matches!(field.ty, Type::Class(..)) && matches!(field.init, None | Some(Expr::Null)) {
                return false;
            }
            t = field.ty;
        }
        true
    }

    /// Keeps the receivers that are unlikely to be null, if there are any; most of the time.
    pub fn prefer_sure(&mut self, scope: &Scope, receivers: &mut Vec<Reach>) {
        let doubtful: SmallVec<[bool; 14]> = receivers.iter().map(|r| !self.sure(scope, &r.path)).collect();
        if doubtful.contains(&true) && doubtful.contains(&false) && self.c.percent(85) {
            let mut at = 0;
            receivers.retain(|_| {
                at += 1;
                !doubtful[at - 1]
            });
        }
    }

    fn is_readable(&self, scope: &Scope, r: &Reach) -> bool {
        (!r.ghost || self.w.off(exp_var::NOT_GHOST))
            && (r.path.fields.is_empty() || self.w.well_formed(scope, &r.ty) || self.w.off(exp_ref::TYPE))
            && r.needs.iter().all(|l| self.lockable(scope, l))
    }

    /// P; E ⊢final l : t, for a path in scope.
    pub fn final_type(&self, scope: &Scope, r: &Reach) -> Option<Type> {
        match self.w.off(final_ref::FINAL) {
            false => r.is_final.then_some(r.ty),
            true => self.w.final_path(scope, &r.path),
        }
    }

    /// Returns true if code can lock a path.
    pub fn lockable(&self, scope: &Scope, l: &Path) -> bool {
        let Some(root) = scope.get(l.root) else { return false };
        if root.ghost && !self.w.off(exp_sync::LOCK_REAL) {
            return false;
        }
        if l.fields.is_empty() {
            return is_class(&root.ty);
        }
        match self.w.final_path(scope, l) {
            Some(t) => is_class(&t),
            None => self.w.off(exp_sync::LOCK_FINAL),
        }
    }

    /// A name that is not in scope, and is perhaps a variable's elsewhere (D13).
    fn nobody(&mut self, scope: &Scope) -> Option<Path> {
        let names: Names = (1..5).filter(|&x| scope.get(x).is_none()).collect();
        self.c.pick(&names).map(|&x| Path::var(x))
    }

    /// A lock expression; with the premise `site` off, perhaps one that is not final, or not in scope.
    pub fn lock(&mut self, scope: &Scope, site: PremiseId) -> Option<Path> {
        let wild = self.tempted(site);
        if wild && self.c.percent(40) {
            return self.nobody(scope);
        }
        let mut all = self.reaches(scope, 1, is_class);
        all.retain(|r| self.final_type(scope, r).is_some() != wild);
        self.c.pick(&all).map(|r| r.path)
    }

    /// A class type with arguments from the scope, the class being below `limit`. With the premise `site` off, perhaps one
    /// that is ill formed.
    pub fn class_type(&mut self, scope: &Scope, site: PremiseId, limit: ClassName) -> Type {
        let declared = self.w.classes.iter().filter(|c| c.name < limit).count();
        for _ in 0..2 {
            let c = match self.c.below(declared * 3 + 1) {
                0 => OBJECT,
                n => self.w.classes.iter().filter(|c| c.name < limit).nth((n - 1) / 3).map_or(OBJECT, |c| c.name),
            };
            let ill = self.tempted(site);
            if let Some(t) = self.class_with_arguments(scope, c, ill) {
                return t;
            }
        }
        Type::plain(OBJECT)
    }

    /// cn<l*> with arguments from the scope, if there are any that fit; `ill`: any path will do, and names that are not in scope.
    pub fn class_with_arguments(&mut self, scope: &Scope, c: ClassName, ill: bool) -> Option<Type> {
        if c >= FIRST && self.w.class(c).is_none() {
            return None;
        }
        let ghosts: SmallVec<[(Type, Var); 2]> = self.w.class(c).map(|c| c.ghosts[..].into()).unwrap_or_default();
        let mut args = Args::new();
        let mut theta = Theta::new();
        if ghosts.is_empty() {
            return Some(Type::Class(c, args));
        }
        let reaches = self.reaches(scope, 1, is_class);
        for (t, x) in &ghosts {
            let t = subst(t, &theta);
            if ill && self.c.percent(25) {
                let path = self.nobody(scope)?;
                theta.push((*x, path));
                args.push(path);
                continue;
            }
            let (not_final, any_type) = (ill || self.tempted(type_c::ARG_FINAL), ill || self.tempted(type_c::ARG_TYPE));
            let fits: SmallVec<[u16; 14]> = (reaches.iter().zip(0..))
                .filter(|(r, _)| match (not_final, any_type) {
                    (true, true) => !r.is_final || !self.w.subtype(&r.ty, &t) || r.path.root == THIS,
                    (true, false) => !r.is_final && self.w.subtype(&r.ty, &t),
                    (false, true) => self.final_type(scope, r).is_some() && !self.w.subtype(&r.ty, &t),
                    (false, false) => self.final_type(scope, r).is_some_and(|s| self.w.subtype(&s, &t)),
                })
                .map(|(_, at)| at)
                .collect();
            let path = reaches[*self.c.pick(&fits)? as usize].path;
            theta.push((*x, path));
            args.push(path);
        }
        Some(Type::Class(c, args))
    }

    /// A name for a new variable: one that is not in scope, unless shadowing is allowed.
    pub fn fresh(&mut self, scope: &Scope, premise: PremiseId) -> u8 {
        if self.tempted(premise) {
            let names: Names = scope.vars.iter().map(|b| b.name).filter(|&x| x != THIS).collect();
            if let Some(&x) = self.c.pick(&names) {
                return x;
            }
        }
        (1..u8::MAX - 1).find(|x| scope.get(*x).is_none() && !scope.hidden.contains(x)).unwrap_or(u8::MAX - 1)
    }
}
