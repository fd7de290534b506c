//! Paths in scope, and the lock expressions and types made of them.

use super::Generator;
use super::world::{Scope, Theta, subst};
use crate::tree::{Cn, E, FIRST, OBJECT, Path, T, THIS};
use racefree_kernel::PremiseId;
use racefree_typeck::rules::{exp_sync, exp_var, type_c};

/// A path in scope.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The path.
    pub path: Path,
    /// Its type.
    pub ty: T,
    /// Whether every step is a final field.
    pub is_final: bool,
    /// Whether it starts from a ghost.
    pub ghost: bool,
    /// The locks that reading it needs and that are not held.
    pub needs: Vec<Path>,
}

impl Generator<'_, '_> {
    /// All paths in scope of at most `steps` fields.
    pub fn reaches(&self, scope: &Scope, steps: usize) -> Vec<Reach> {
        let mut all: Vec<Reach> = Vec::new();
        for (i, b) in scope.vars.iter().enumerate() {
            if scope.vars[i + 1..].iter().any(|later| later.name == b.name) {
                continue;
            }
            let (path, ty, ghost) = (Path::var(b.name), b.ty.clone(), b.ghost);
            all.push(Reach { path, ty, is_final: true, ghost, needs: Vec::new() });
        }
        let mut from = 0;
        for _ in 0..steps {
            let to = all.len();
            for i in from..to {
                for fd in self.w.fields(&all[i].ty) {
                    let Some((at, field)) = self.w.field(&all[i].ty, fd) else { continue };
                    let this = [(THIS, all[i].path.clone())];
                    let mut needs = all[i].needs.clone();
                    if let Some(guard) = &field.guard {
                        let guard = self.w.instance_path(&at, &this, guard);
                        if !scope.holds(&guard) && !needs.contains(&guard) {
                            needs.push(guard);
                        }
                    }
                    let reach = Reach {
                        path: all[i].path.field(fd),
                        ty: self.w.instance(&at, &this, &field.ty),
                        is_final: all[i].is_final && field.is_final,
                        ghost: all[i].ghost,
                        needs,
                    };
                    all.push(reach);
                }
            }
            from = to;
        }
        all
    }

    /// The paths that code can read, here or with more locks taken first. A type that means nothing here excludes a path.
    pub fn readable(&mut self, scope: &Scope, steps: usize) -> Vec<Reach> {
        let ghosts_too = self.w.free.off(exp_var::NOT_GHOST);
        let mut all = self.reaches(scope, steps);
        all.retain(|r| {
            (!r.ghost || ghosts_too)
                && (r.path.fields.is_empty() || self.w.well_formed(scope, &r.ty) || self.leaky())
                && r.needs.iter().all(|l| self.lockable(scope, l))
        });
        all
    }

    /// Whether a path is not likely to denote null: the fields on it are of no class, or begin with an object.
    pub fn sure(&self, scope: &Scope, path: &Path) -> bool {
        let Some(root) = scope.get(path.root) else { return false };
        let mut t = root.ty.clone();
        for &fd in &path.fields {
            let Some((_, field)) = self.w.field(&t, fd) else { return false };
            if matches!(field.ty, T::Class(..)) && matches!(field.init, None | Some(E::Null)) {
                return false;
            }
            t = field.ty.clone();
        }
        true
    }

    /// Of receivers, those that are not likely to be null, if there are any; most of the time.
    pub fn prefer_sure(&mut self, scope: &Scope, receivers: &mut Vec<Reach>) {
        let doubtful: Vec<bool> = receivers.iter().map(|r| !self.sure(scope, &r.path)).collect();
        if doubtful.contains(&true) && doubtful.contains(&false) && self.c.percent(85) {
            let mut at = 0;
            receivers.retain(|_| {
                at += 1;
                !doubtful[at - 1]
            });
        }
    }

    /// Whether the type of a member may be ill formed.
    fn leaky(&self) -> bool {
        use racefree_typeck::rules::exp_ref;
        self.w.free.off(exp_ref::TYPE)
    }

    /// Whether code can lock a path.
    pub fn lockable(&self, scope: &Scope, l: &Path) -> bool {
        let Some(root) = scope.get(l.root) else { return false };
        if root.ghost && !self.w.free.off(exp_sync::LOCK_REAL) {
            return false;
        }
        match self.w.final_path(scope, l) {
            Some(t) => matches!(t, T::Class(..)),
            None => self.w.free.off(exp_sync::LOCK_FINAL),
        }
    }

    /// A lock expression; with the premise `site` off, perhaps one that is not final.
    pub fn lock(&mut self, scope: &Scope, site: PremiseId) -> Option<Path> {
        let wild = self.tempted(site);
        let mut all = self.reaches(scope, 1);
        all.retain(|r| {
            matches!(r.ty, T::Class(..)) && (r.is_final || self.w.final_path(scope, &r.path).is_some()) != wild
        });
        self.c.pick(&all).map(|r| r.path.clone())
    }

    /// A class type with arguments from the scope, the class being below `limit`. With the premise `site` off, perhaps one
    /// that is ill formed.
    pub fn class_type(&mut self, scope: &Scope, site: PremiseId, limit: Cn) -> T {
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
        T::plain(OBJECT)
    }

    /// cn<l*> with arguments from the scope, if there are any that fit; `ill`: any path will do.
    pub fn class_with_arguments(&mut self, scope: &Scope, c: Cn, ill: bool) -> Option<T> {
        if c >= FIRST && self.w.class(c).is_none() {
            return None;
        }
        let ghosts: Vec<_> = self.w.class(c).map(|c| c.ghosts.clone()).unwrap_or_default();
        let mut args: Vec<Path> = Vec::new();
        let mut theta: Theta = Vec::new();
        if ghosts.is_empty() {
            return Some(T::Class(c, args));
        }
        let reaches = self.reaches(scope, 1);
        for (t, x) in &ghosts {
            let t = subst(t, &theta);
            let (not_final, any_type) = (ill || self.tempted(type_c::ARG_FINAL), ill || self.tempted(type_c::ARG_TYPE));
            let fits: Vec<&Reach> = reaches
                .iter()
                .filter(|r| matches!(r.ty, T::Class(..)))
                .filter(|r| match (not_final, any_type) {
                    (true, true) => !r.is_final || !self.w.subtype(&r.ty, &t) || r.path.root == THIS,
                    (true, false) => !r.is_final && self.w.subtype(&r.ty, &t),
                    (false, true) => self.w.final_path(scope, &r.path).is_some() && !self.w.subtype(&r.ty, &t),
                    (false, false) => self.w.final_path(scope, &r.path).is_some_and(|s| self.w.subtype(&s, &t)),
                })
                .collect();
            let path = self.c.pick(&fits)?.path.clone();
            theta.push((*x, path.clone()));
            args.push(path);
        }
        Some(T::Class(c, args))
    }

    /// A name for a new variable: one that is not in scope, unless shadowing is allowed.
    pub fn fresh(&mut self, scope: &Scope, premise: PremiseId) -> u8 {
        if self.tempted(premise) {
            let names: Vec<u8> = scope.vars.iter().map(|b| b.name).filter(|&x| x != THIS).collect();
            if let Some(&x) = self.c.pick(&names) {
                return x;
            }
        }
        (1..u8::MAX - 1).find(|x| scope.get(*x).is_none() && !scope.hidden.contains(x)).unwrap_or(u8::MAX - 1)
    }
}
