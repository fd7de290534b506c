//! OverridesOK: the types of `this`, of parameters and of the result are those of the overridden method, seen from the overriding
//! one's class; method formals up to renaming.

use super::lookup::Head;
use super::terms::{Owner, Step, Theta, Type};
use super::{Env, Model, only_if};
use crate::rules::prog;
use crate::typing::OWN_FORMALS_NARROWED;
use racefree_grammar::ast::Class;
use racefree_typeck::model::{Cn, Lock};

impl Model<'_> {
    /// OverridesOK
    pub(super) fn overrides_ok(&self, cn: Cn, class: &Class) {
        let Some(superclass) = self.superclass(&self.this_type(cn)) else { return };
        for method in self.program.methods_of(class) {
            let Some((Type::Class(above, _), theirs)) = self.method_in(&superclass, method.name) else { continue };
            let ours = self.head(cn, method);
            let env = self.method_env(&self.formals_env(cn), &ours);
            let theta = self.renamed(&env, cn, above, &ours, &theirs);
            self.premise(prog::OVERRIDE_TYPE, method.span, || only_if(theta.is_some()));
            if let Some(theta) = theta {
                let same = Self::same_locks(&env, &ours, &theirs, &theta);
                self.premise(prog::OVERRIDE_REQUIRES, method.span, || only_if(same));
            }
        }
    }

    /// What their formals and parameters stand for in ours; none if the types are not the same. A `this` that is no object of the class
    /// is an error of its own.
    pub(super) fn renamed(&self, env: &Env, cn: Cn, above: Cn, ours: &Head, theirs: &Head) -> Option<Theta> {
        match &ours.this {
            Type::Class(of, _) if *of != cn => Some(Theta::default()),
            Type::Unknown => Some(Theta::default()),
            _ => self.renaming(env, cn, above, ours, theirs),
        }
    }

    /// θ with θ(their types) = our types, that of `this` seen at the superclass: [x/y] for the parameters; a formal in their type of
    /// `this` is what ours has there, any other is a formal of ours, each another one, and none that our type of `this` has.
    fn renaming(&self, env: &Env, cn: Cn, above: Cn, ours: &Head, theirs: &Head) -> Option<Theta> {
        let this = self.seen_as(&ours.this, above)?;
        if ours.params.len() != theirs.params.len() || !self.is_general(cn, above, ours, theirs) {
            return None;
        }
        let names =
            theirs.params.iter().zip(&ours.params).filter_map(|((_, y), (_, x))| Some(((*y)?, Lock::var((*x)?))));
        let mut step = Step { formals: Vec::new(), vars: names.collect() };
        let mut taken: Vec<&Owner> = ours.this.owners().iter().collect();
        let (this, params) = ([&this], ours.params.iter().map(|(t, _)| t));
        for (j, (s, t)) in theirs.types().zip(this.into_iter().chain(params)).enumerate() {
            for (o, a) in s.owners().iter().zip(t.owners()) {
                let Owner::Formal(f) = *o else { continue };
                if step.formal(f).is_some() || !theirs.formals.contains(&f) {
                    continue;
                }
                let fresh = matches!(a, Owner::Formal(g) if ours.formals.contains(g)) && !taken.contains(&a);
                if j > 0 && !fresh {
                    return None;
                }
                taken.push(a);
                step.formals.push((f, a.clone()));
            }
        }
        let theta = Theta(vec![step]);
        let same = |s: &Type, t: &Type| Self::equal(env, &theta.ty(s), t);
        let params = theirs.params.iter().zip(&ours.params).all(|((s, _), (t, _))| same(s, t));
        (same(&theirs.this, this[0]) && params && same(&theirs.ret, &ours.ret)).then_some(theta)
    }

    /// Whether our `this` can be every object of the class that theirs can be. View cn<f₁…ₙ> at their class: an fᵢ that has to equal an
    /// owner there that is no formal is that in ours, by the equality of the types; every other one is a formal, each another one.
    fn is_general(&self, cn: Cn, above: Cn, ours: &Head, theirs: &Head) -> bool {
        let own = self.this_type(cn);
        let Some(seen) = self.seen_as(&own, above) else { return true };
        let narrowed = self.options.reads(OWN_FORMALS_NARROWED);
        let forced = |f: &Owner| {
            let free = |q: &Owner| matches!(q, Owner::Formal(h) if theirs.formals.contains(h));
            seen.owners().iter().zip(theirs.this.owners()).any(|(g, q)| g == f && !free(q))
        };
        let given = own.owners().iter().zip(ours.this.owners());
        let given = given.filter(|(f, _)| !forced(f) && (!narrowed || seen.owners().contains(f)));
        let given: Vec<&Owner> = given.map(|(_, o)| o).collect();
        let formal = |o: &Owner| matches!(o, Owner::Formal(g) if ours.formals.contains(g));
        given.iter().enumerate().all(|(i, o)| formal(o) && !given[..i].contains(o))
    }

    /// The same type, owners compared by ≡.
    fn equal(env: &Env, s: &Type, t: &Type) -> bool {
        match (s, t) {
            (Type::Unknown, _) | (_, Type::Unknown) => true,
            (Type::Class(c, a), Type::Class(d, b)) => {
                c == d && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Self::same(env, a, b))
            }
            (s, t) => s == t,
        }
    }

    fn same_locks(env: &Env, ours: &Head, theirs: &Head, theta: &Theta) -> bool {
        let put: Vec<_> = theirs.locks.iter().map(|(l, mode)| (theta.owner(l), *mode)).collect();
        let within = |some: &[_], all: &[_]| {
            let is_in = |(l, mode): &(Owner, _)| all.iter().any(|(m, of)| of == mode && Self::same(env, l, m));
            some.iter().all(is_in)
        };
        within(&put, &ours.locks) && within(&ours.locks, &put)
    }
}
