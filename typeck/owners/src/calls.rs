//! \[EXP INVOKE\]: σ and θ of a call, what is lent, what is required.

use crate::access::Steps;
use crate::expressions::{Found, class_of};
use crate::judgments::Value;
use crate::owner::{Owner, Theta, Ty};
use crate::rules::exp_invoke;
use crate::signature::Signature;
use crate::typing::{Blamed, IN_TWO_STEPS, Judgment, Mode, Typing};
use racefree_grammar::ast::{ExprId, List};
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_kernel::Recorder;
use racefree_program::{ClassId, MethodId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

/// From so many comparisons on locks are hashed.
const MANY_LOCKS: usize = 4096;

impl<R: Recorder<Judgment>> Typing<'_, R> {
    pub(crate) fn exp_invoke(&mut self, e: ExprId, recv: ExprId, mn: Name, args: List) -> Found {
        self.recorder.open(exp_invoke::RULE);
        let to = self.part(exp_invoke::RECEIVER, recv);
        let class = self.receiver(exp_invoke::RECEIVER, &to, "methods");
        let (name, span) = (self.program.text(mn), self.program.span(e));
        let found = class.and_then(|class| {
            let found = self.resolved.method(class, mn);
            let excused = found.is_some() || self.resolved.get(class).broken();
            self.check(exp_invoke::METHOD_KNOWN, span, |it| {
                it.side(exp_invoke::METHOD_KNOWN, excused, |it| format!("`{}` has no method `{name}`", it.show(to.ty)))
            });
            Some((class, found?))
        });
        let mut values: SmallVec<[Value; 4]> = smallvec![to];
        let Some((class, (of, m))) = found else {
            for i in 0..args.len as usize {
                self.part(exp_invoke::VALUES, self.program.list(args)[i]);
            }
            return (Ty::Error, true);
        };
        self.premise(exp_invoke::METHOD);
        self.method_in(class, of, m);
        let signature = self.signature(of, m);
        let (wanted, given) = (signature.params.len(), args.len as usize);
        self.check(exp_invoke::ARITY, span, |it| {
            it.side(exp_invoke::ARITY, wanted == given, |_| {
                format!("`{name}` takes {wanted} arguments, and is given {given}")
            })
        });
        for i in 0..given {
            let value = self.part(exp_invoke::VALUES, self.program.list(args)[i]);
            values.push(value);
        }
        self.invoke(e, name, (class, of, m), &signature, values)
    }

    /// The premises of a call whose receiver and arguments are judged.
    fn invoke(
        &mut self,
        e: ExprId,
        name: &str,
        (class, of, m): (ClassId, ClassId, MethodId),
        signature: &Signature,
        mut values: SmallVec<[Value; 4]>,
    ) -> Found {
        let span = self.program.span(e);
        // e₀ seen as B<…>
        if let Ty::Class(_, owners) = values[0].ty
            && class != of
            && let Some(seen) = self.seen_as(class, owners, of)
        {
            values[0].ty = Ty::Class(of, seen);
        }
        let declared: SmallVec<[Ty; 4]> =
            std::iter::once(signature.this).chain(signature.params.iter().map(|p| p.0)).collect();
        let sigma = self.sigma(signature, &declared, &values);
        let twice = self.unique_twice(signature, &declared, &sigma);
        self.about = values.iter().filter_map(|value| class_of(value.ty)).collect();
        self.check(exp_invoke::UNIQUE_ONCE, span, |it| {
            it.side(exp_invoke::UNIQUE_ONCE, twice.is_none(), |it| {
                let f = twice.map_or(String::new(), |f| it.show_owner(Owner::Formal(f)));
                format!("`{f}` stands for `unique` in this call, and `{name}` uses it in more than one place")
            })
        });
        let steps = self.call_steps(sigma, signature, &values);
        for (j, (&value, &t)) in values.iter().zip(&declared).enumerate() {
            let premise = if j == 0 { exp_invoke::RECEIVER_OWNERS } else { exp_invoke::ARGS };
            let wanted = self.put_all(t, &steps);
            if self.is_lent(t, value, wanted) {
                self.premise(premise);
                self.recorder.holds();
                continue;
            }
            self.receives(premise, value, wanted, |_| match j {
                0 => format!("the `this` of `{name}` cannot be this"),
                j => format!("parameter {j} of `{name}` cannot be this"),
            });
        }
        self.requires_held(e, name, m, signature, &steps);
        let ret = self.put_all(signature.ret, &steps);
        self.about_type(ret);
        if ret == Ty::Void {
            self.check(exp_invoke::TYPE, span, |_| Ok(()));
        } else {
            self.check(exp_invoke::TYPE, span, |it| it.well_formed(ret));
        }
        let mut moved = None;
        for (i, value) in values.iter().enumerate() {
            if self.is_unique(value.ty) && !value.owned {
                moved = moved.or(values[i + 1..].iter().find_map(|later| self.moves_one_of(later, value.at)));
            }
        }
        self.about = values.iter().filter_map(|value| class_of(value.ty)).collect();
        self.check(exp_invoke::APART, span, |it| it.apart(exp_invoke::APART, moved));
        (ret, self.is_unique(signature.ret) || !self.is_unique(ret))
    }

    /// σ: what each formal of the method's types stands for, by matching them with the arguments', the owned unique ones last.
    fn sigma(&mut self, signature: &Signature, declared: &[Ty], values: &[Value]) -> Theta {
        let mut sigma = self.matched(signature, declared, values);
        for &f in signature.formals.iter() {
            sigma.add(f, Owner::THIS_THREAD);
        }
        sigma
    }

    /// Returns the part of σ that follows from the types alone.
    pub(crate) fn matched(&mut self, signature: &Signature, declared: &[Ty], values: &[Value]) -> Theta {
        let mut sigma = Theta::default();
        for last in [false, true] {
            for (&t, value) in declared.iter().zip(values) {
                if (self.is_unique(value.ty) && value.owned) != last {
                    continue;
                }
                let (Ty::Class(c, wants), Ty::Class(d, has)) = (t, value.ty) else { continue };
                let Some(seen) = self.seen_as(d, has, c) else { continue };
                let (wants, seen) = (self.lists.get(wants), self.lists.get(seen));
                for (&o, &given) in wants.iter().zip(seen.iter()) {
                    if let Owner::Formal(f) = o
                        && signature.formals.contains(&f)
                    {
                        sigma.add(f, given);
                    }
                }
            }
        }
        sigma
    }

    /// A formal that stands for `unique` in several places.
    fn unique_twice(&self, signature: &Signature, declared: &[Ty], sigma: &Theta) -> Option<Name> {
        if !signature.formals.iter().any(|&f| sigma.get(f) == Some(Owner::UNIQUE)) {
            return None;
        }
        // The type that mentions a formal; of two, or the result's, none.
        let mut places: FxHashMap<Name, Option<usize>> = FxHashMap::default();
        for (i, &t) in declared.iter().chain([&signature.ret]).enumerate() {
            let Ty::Class(_, owners) = t else { continue };
            for o in self.lists.get(owners).iter() {
                if let Owner::Formal(f) | Owner::Qualified(f, _) = *o {
                    let place = places.entry(f).or_insert(Some(i));
                    *place = place.filter(|&first| first == i && i < declared.len());
                }
            }
        }
        let several = |f: &&Name| sigma.get(**f) == Some(Owner::UNIQUE) && places.get(f) == Some(&None);
        signature.formals.iter().find(several).copied()
    }

    /// θ of a call.
    fn call_steps(&mut self, mut sigma: Theta, signature: &Signature, values: &[Value]) -> Steps {
        let path = |it: &mut Self, value: &Value| it.paths.of_expr(it.program, value.at);
        let this = path(self, &values[0]);
        let named: SmallVec<[(Name, Path); 4]> = signature
            .params
            .iter()
            .zip(&values[1..])
            .filter_map(|((_, x), value)| Some(((*x)?, path(self, value))))
            .collect();
        if self.options.reads(IN_TWO_STEPS) {
            let (mut of_this, mut of_params) = (Theta::default(), Theta::default());
            of_this.vars.add(Name::THIS, this);
            named.into_iter().for_each(|(x, path)| of_params.vars.add(x, path));
            return SmallVec::from_vec(vec![sigma, of_this, of_params]);
        }
        sigma.vars.add(Name::THIS, this);
        named.into_iter().for_each(|(x, path)| sigma.vars.add(x, path));
        smallvec![sigma]
    }

    /// True if an argument is lent: tⱼ's first owner is a formal, sⱼ is unique, sⱼ <: θtⱼ.
    fn is_lent(&mut self, declared: Ty, value: Value, wanted: Ty) -> bool {
        let formal =
            matches!(declared, Ty::Class(_, owners) if matches!(self.lists.first(owners), Some(Owner::Formal(_))));
        formal && self.is_unique(value.ty) && self.not_below(value.ty, wanted).is_none()
    }

    fn requires_held(&mut self, e: ExprId, name: &str, m: MethodId, signature: &Signature, steps: &[Theta]) {
        // Locks held, hashed if there are many to compare.
        let many = signature.locks.len() * self.ls.len() > MANY_LOCKS;
        let known: FxHashSet<(Owner, Mode)> = match many {
            true => self.ls.iter().flat_map(|&(l, of)| [(self.plain(l), of), (self.plain(l), Mode::Read)]).collect(),
            false => FxHashSet::default(),
        };
        for &(l, mode) in &signature.locks {
            let lock = self.lock_at(l, steps);
            let held = match many {
                true => known.contains(&(self.plain(lock), mode)),
                false => self.ls.iter().any(|&(other, of)| of >= mode && self.same(lock, other)),
            };
            if !held && !self.is_off(exp_invoke::REQUIRES_HELD) {
                if let MethodId::Declared(m) = m {
                    self.about = smallvec![Blamed::Method(m)];
                }
                return self.guard_held(exp_invoke::REQUIRES_HELD, e, name, l, mode, steps);
            }
        }
        match signature.locks.last() {
            Some(&(l, mode)) => self.guard_held(exp_invoke::REQUIRES_HELD, e, name, l, mode, steps),
            None => {
                self.check(exp_invoke::REQUIRES_HELD, self.program.span(e), |_| Ok(()));
            }
        }
    }
}
