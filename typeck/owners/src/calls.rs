//! \[EXP INVOKE\]: σ and θ of a call, what is lent, what is required.

use crate::access::{Steps, apart};
use crate::error::{Blamed, Role, Why, class_of, holds};
use crate::expressions::Found;
use crate::giving::Value;
use crate::owner::{Owner, Theta, Ty};
use crate::reading::{Declared, Reading};
use crate::rules::exp_invoke;
use crate::signature::Signature;
use crate::typing::{IN_TWO_STEPS, Mode, Typing};
use racefree_grammar::ast::{ExprId, List};
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_program::MethodId;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

/// A call whose receiver and arguments are judged.
struct Call<'s> {
    /// The call.
    at: ExprId,
    /// Name of the method.
    name: Name,
    method: MethodId,
    signature: &'s Signature,
    /// Types of `this` and of the parameters.
    declared: SmallVec<[Ty; 4]>,
    /// The receiver and the arguments.
    values: SmallVec<[Value; 4]>,
}

impl<'r, 'p: 'r> Reading<'r, 'p> {
    /// \[EXP INVOKE\]
    pub(crate) fn exp_invoke(&mut self, e: ExprId, recv: ExprId, mn: Name, args: List) -> Found {
        let rule = self.of(exp_invoke::RULE, e);
        let (to, class) = self.receiver(&rule, exp_invoke::RECEIVER, recv, "methods");
        let found = class.and_then(|class| {
            let found = self.resolved.method(class, mn);
            let excused = found.is_some() || self.resolved.get(class).broken();
            rule.check(exp_invoke::METHOD_KNOWN, || holds(excused, || Why::NoMethod(to.ty, mn)));
            Some((class, found?))
        });
        let args = self.program.list(args);
        let Some((class, (of, method))) = found else {
            args.iter().for_each(|&arg| _ = self.part(&rule, exp_invoke::VALUES, arg));
            return (Ty::Error, true);
        };
        rule.premise(exp_invoke::METHOD);
        self.method_in(class, of, method);
        let signature = &*self.signature(of, method);
        let (wants, has) = (signature.params.len(), args.len());
        rule.check(exp_invoke::ARITY, || holds(wants == has, || Why::Arguments { method: mn, wants, has }));
        let mut values: SmallVec<[Value; 4]> = smallvec![to];
        for &arg in args {
            values.push(self.part(&rule, exp_invoke::VALUES, arg));
        }
        // e₀ seen as B<…>
        if let Ty::Class(_, owners) = to.ty
            && class != of
            && let Some(seen) = self.seen_as(class, owners, of)
        {
            values[0].ty = Ty::Class(of, seen);
        }
        let declared = signature.types().collect();
        self.invoke(&rule, &Call { at: e, name: mn, method, signature, declared, values })
    }

    /// The premises of a call whose receiver and arguments are judged.
    fn invoke(&mut self, rule: &Declared<'r>, call: &Call<'_>) -> Found {
        let Call { signature, declared, values, .. } = call;
        let classes = || values.iter().filter_map(|value| class_of(value.ty));
        let sigma = self.sigma(signature, declared, values);
        let twice = self.unique_twice(signature, declared, &sigma);
        rule.check(exp_invoke::UNIQUE_ONCE, || match twice {
            None => Ok(()),
            Some(f) => Err(Why::UniqueTwice(f, call.name).cause().blames(classes())),
        });
        let steps = self.call_steps(sigma, signature, values);
        self.passed(rule, call, &steps);
        self.requires_held(rule, call, &steps);
        let ret = self.put_all(signature.ret, &steps);
        rule.check(exp_invoke::TYPE, || match ret {
            Ty::Void => Ok(()),
            ret => self.well_formed(ret).map_err(|cause| cause.confuses(ret)),
        });
        let mut moved = None;
        for (i, value) in values.iter().enumerate() {
            if self.is_unique(value.ty) && !value.owned {
                moved = moved.or(values[i + 1..].iter().find_map(|later| self.moves_one_of(later, value.at)));
            }
        }
        rule.check(exp_invoke::APART, || apart(moved).map_err(|cause| cause.blames(classes())));
        (ret, self.is_unique(signature.ret) || !self.is_unique(ret))
    }

    /// The premises `receiver-owners` and `args`.
    fn passed(&mut self, rule: &Declared<'r>, call: &Call<'_>, steps: &[Theta]) {
        for (j, (&value, &t)) in call.values.iter().zip(&call.declared).enumerate() {
            let (premise, role) = match j {
                0 => (exp_invoke::RECEIVER_OWNERS, Role::This(call.name)),
                j => (exp_invoke::ARGS, Role::Parameter(j, call.name)),
            };
            let wanted = self.put_all(t, steps);
            if self.is_lent(t, value, wanted) {
                rule.premise(premise).holds(true);
            } else {
                self.receives(rule, premise, value, wanted, role);
            }
        }
    }

    /// The premise `requires-held`: of the locks that are not held the first is reported, else the last one.
    fn requires_held(&mut self, rule: &Declared<'r>, call: &Call<'_>, steps: &[Theta]) {
        let locks = &call.signature.locks;
        let held = |l: (Owner, Mode)| [(self.plain(l.0), l.1), (self.plain(l.0), Mode::Read)];
        let held: FxHashSet<(Owner, Mode)> =
            if locks.is_empty() { FxHashSet::default() } else { self.locks().flat_map(held).collect() };
        let missing = |it: &mut Self, &&(l, mode): &&(Owner, Mode)| {
            let lock = it.lock_at(l, steps);
            !held.contains(&(it.plain(lock), mode))
        };
        let told = locks.iter().find(|lock| missing(self, lock)).or(locks.last());
        rule.check(exp_invoke::REQUIRES_HELD, || {
            let Some(&lock) = told else { return Ok(()) };
            self.guard_held((call.at, call.name), lock, steps).map_err(|cause| match call.method {
                MethodId::Declared(m) => cause.blames([Blamed::Method(m)]),
                MethodId::Predefined(_) => cause,
            })
        });
    }
}

impl Typing<'_> {
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
            for f in self.owners_of(t).iter().filter_map(|o| o.formal()) {
                let place = places.entry(f).or_insert(Some(i));
                *place = place.filter(|&first| first == i && i < declared.len());
            }
        }
        let several = |f: &&Name| sigma.get(**f) == Some(Owner::UNIQUE) && places.get(f) == Some(&None);
        signature.formals.iter().find(several).copied()
    }

    /// θ of a call.
    fn call_steps(&mut self, sigma: Theta, signature: &Signature, values: &[Value]) -> Steps {
        let path = |it: &mut Self, value: &Value| it.paths.of_expr(it.program, value.at);
        let this = path(self, &values[0]);
        let named: SmallVec<[(Name, Path); 4]> = signature
            .params
            .iter()
            .zip(&values[1..])
            .filter_map(|((_, x), value)| Some(((*x)?, path(self, value))))
            .collect();
        if self.options.reads(IN_TWO_STEPS) {
            let of_params = named.into_iter().fold(Theta::default(), |theta, (x, path)| theta.with(x, path));
            return SmallVec::from_vec(vec![sigma, Theta::default().with(Name::THIS, this), of_params]);
        }
        smallvec![named.into_iter().fold(sigma.with(Name::THIS, this), |theta, (x, path)| theta.with(x, path))]
    }

    /// True if an argument is lent: tⱼ's first owner is a formal, sⱼ is unique, sⱼ <: θtⱼ.
    fn is_lent(&mut self, declared: Ty, value: Value, wanted: Ty) -> bool {
        let formal = matches!(self.first_owner(declared), Some(Owner::Formal(_)));
        formal && self.is_unique(value.ty) && self.not_below(value.ty, wanted).is_none()
    }
}
