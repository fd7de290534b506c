//! \[EXP REF\], \[EXP TAKE\], \[EXP ASSIGN\], \[EXP INVOKE\]: members of objects, and what θ makes of their declarations.

use crate::expressions::{Found, class_of};
use crate::judgments::Value;
use crate::owner::{Owner, Theta, Ty};
use crate::rules::{exp_assign, exp_invoke, exp_ref, exp_take};
use crate::signature::{FieldType, Signature};
use crate::typing::{Asked, Blamed, IN_SEQUENCE, IN_TWO_STEPS, Judgment, Mode, Typing};
use racefree_grammar::ast::{ExprId, List};
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_kernel::{Evidence, PremiseId, Recorder};
use racefree_program::{ClassId, FieldId, MethodId};

/// θ, in the steps in which it is carried out: one, but in the literal readings.
type Steps = Vec<Theta>;

/// A field at a receiver.
struct At {
    id: FieldId,
    declared: FieldType,
    steps: Steps,
    /// θt
    ty: Ty,
}

impl<R: Recorder<Judgment>> Typing<'_, R> {
    /// The class of a receiver, if it has members: of anything else it is an error to ask for one.
    fn receiver(&mut self, premise: PremiseId, value: &Value, what: &str) -> Option<ClassId> {
        match value.ty {
            Ty::Class(class, _) => Some(class),
            Ty::Error => None,
            t => {
                self.recorder.evidence(Evidence::Fails);
                let text = format!("this is of type `{}`, which has no {what}", self.show(t));
                self.report(self.program.span(value.at), vec![(premise, text)]);
                None
            }
        }
    }

    /// The field of a receiver.
    fn field_at(&mut self, [known, field]: [PremiseId; 2], e: ExprId, recv: Value, fd: Name) -> Option<At> {
        let Ty::Class(class, owners) = recv.ty else { return None };
        let found = self.resolved.field(class, fd);
        let excused = found.is_some() || self.resolved.get(class).broken;
        self.check(known, self.program.span(e), |it| {
            it.side(known, excused, |it| format!("`{}` has no field `{}`", it.show(recv.ty), it.program.text(fd)))
        });
        let (of, id) = found?;
        self.premise(field);
        self.field_in(class, of, id);
        let declared = self.field_type(of, id);
        let seen = self.seen_as(class, owners, of)?;
        let mut theta = self.instance(of, seen);
        let this = self.paths.of_expr(self.program, recv.at);
        let mut steps = Vec::new();
        if self.options.reads(IN_SEQUENCE) {
            let mut first = Theta::default();
            first.vars.add(Name::THIS, this);
            steps.push(first);
            for (f, o) in theta.formals() {
                let mut one = Theta::default();
                one.add(f, o);
                steps.push(one);
            }
        } else {
            theta.vars.add(Name::THIS, this);
            steps.push(theta);
        }
        let ty = self.put_all(declared.ty, &steps);
        Some(At { id, declared, steps, ty })
    }

    fn put_all(&mut self, t: Ty, steps: &[Theta]) -> Ty {
        steps.iter().fold(t, |t, theta| self.put(t, theta))
    }

    fn lock_at(&mut self, l: Owner, steps: &[Theta]) -> Owner {
        steps.iter().fold(l, |l, theta| theta.apply(l, &mut self.paths))
    }

    /// θl ∈ ls as the premise of an access or a call.
    fn guard_held(&mut self, premise: PremiseId, e: ExprId, what: &str, l: Owner, mode: Mode, steps: &[Theta]) {
        let span = self.program.span(e);
        let lock = self.lock_at(l, steps);
        let errors = self.errors.len();
        let held = self.check(premise, span, |it| it.held(lock, mode, |it| it.not_held(lock, mode, what)));
        if !held {
            let note = self.by_steps(l, lock, steps);
            let help = self.remedy(lock, mode);
            if let Some(error) = self.errors.get_mut(errors) {
                error.notes.push(note);
                error.help = Some(help);
            }
        }
    }

    fn not_held(&self, l: Owner, mode: Mode, what: &str) -> String {
        use racefree_grammar::ast::Special;
        let lock = self.show_owner(l);
        match l {
            Owner::Other(_) => format!("{what} belongs to another thread (`{lock}`), not to this one"),
            Owner::Special(Special::Readonly) if mode == Mode::Write => {
                format!("{what} is `readonly`: it is never written")
            }
            _ => format!("{what} needs the lock `{lock}`, which is not held here"),
        }
    }

    /// The substitution by its steps: what the lock is declared as, what is put in, what that gives.
    fn by_steps(&self, l: Owner, lock: Owner, steps: &[Theta]) -> String {
        let mut put: Vec<String> = Vec::new();
        for theta in steps {
            let formals =
                theta.formals().filter(|(f, _)| matches!(l, Owner::Formal(g) | Owner::Qualified(g, _) if g == *f));
            put.extend(formals.map(|(f, o)| format!("{}/{}", self.show_owner(o), self.show_owner(Owner::Formal(f)))));
            if let Owner::Path(p) | Owner::Qualified(_, p) = l
                && let racefree_grammar::path::Root::Var(x) = self.paths.root(p)
                && let Some(path) = theta.vars.get(x)
            {
                put.push(format!("{}/{}", self.show_path(path), self.program.text(x)));
            }
        }
        format!("`{}` [{}] = `{}`", self.show_owner(l), put.join(", "), self.show_owner(lock))
    }

    fn remedy(&self, lock: Owner, mode: Mode) -> String {
        let text = self.show_owner(lock);
        match lock {
            Owner::Path(_) => {
                format!("write `synchronized {text} in …` around it, or `requires {text}` if callers hold it")
            }
            Owner::Formal(_) | Owner::Qualified(..) => {
                let clause = if mode == Mode::Read { "reads" } else { "requires" };
                format!("write `{clause} {text}` in the head of the method, so that callers hold it")
            }
            Owner::Other(_) => "use an object of the new thread, or one that is protected by a lock".to_owned(),
            Owner::Special(_) => "make a new object, or do not write to this one".to_owned(),
        }
    }

    pub(crate) fn exp_ref(&mut self, e: ExprId, recv: ExprId, fd: Name) -> Found {
        self.recorder.open(exp_ref::RULE);
        let value = self.part(exp_ref::RECEIVER, recv);
        self.receiver(exp_ref::RECEIVER, &value, "fields");
        let premises = [exp_ref::FIELD_KNOWN, exp_ref::FIELD];
        let Some(At { id, declared, steps, ty }) = self.field_at(premises, e, value, fd) else {
            return (Ty::Error, true);
        };
        let name = format!("`{}`", self.program.text(fd));
        match declared.guard {
            Some(l) if !self.program.fields[id.index()].is_final => {
                self.about = vec![Blamed::Field(id)];
                self.guard_held(exp_ref::GUARD_HELD, e, &name, l, Mode::Read, &steps);
            }
            _ => {
                self.check(exp_ref::GUARD_HELD, self.program.span(e), |_| Ok(()));
            }
        }
        let span = self.program.span(e);
        let unique = self.is_unique(declared.ty);
        self.about = class_of(declared.ty).into_iter().collect();
        self.check(exp_ref::BORROW, span, |it| {
            it.side(exp_ref::BORROW, !unique, |it| {
                let text = it.text_of(e);
                format!("{name} holds the one reference to its object: write `{text}--` to take it out")
            })
        });
        self.about_type(ty);
        self.check(exp_ref::TYPE, span, |it| it.well_formed(ty));
        (ty, false)
    }

    pub(crate) fn exp_take(&mut self, e: ExprId, recv: ExprId, fd: Name) -> Found {
        self.recorder.open(exp_take::RULE);
        let value = self.part(exp_take::RECEIVER, recv);
        self.receiver(exp_take::RECEIVER, &value, "fields");
        let premises = [exp_take::FIELD_KNOWN, exp_take::FIELD];
        let Some(At { id, declared, steps, ty }) = self.field_at(premises, e, value, fd) else {
            return (Ty::Error, true);
        };
        let (span, name) = (self.program.span(e), format!("`{}`", self.program.text(fd)));
        let unique = self.is_unique(declared.ty) || declared.ty == Ty::Error;
        self.about = class_of(declared.ty).into_iter().collect();
        self.check(exp_take::UNIQUE, span, |it| {
            it.side(exp_take::UNIQUE, unique, |it| {
                format!(
                    "{name} is declared as `{}`: only what is `unique` is taken; leave the `--` out",
                    it.show(declared.ty)
                )
            })
        });
        let is_final = self.program.fields[id.index()].is_final;
        self.check(exp_take::NOT_FINAL, span, |it| {
            it.side(exp_take::NOT_FINAL, !is_final, |_| format!("{name} is final, and a take would set it to null"))
        });
        self.about_type(ty);
        self.check(exp_take::TYPE, span, |it| it.well_formed(ty));
        self.writes(exp_take::GUARD_HELD, e, &name, id, declared, &steps);
        (ty, true)
    }

    /// The premise `guard-held` of what writes a field.
    fn writes(&mut self, premise: PremiseId, e: ExprId, name: &str, id: FieldId, declared: FieldType, steps: &[Theta]) {
        match declared.guard.or(declared.write_guard) {
            Some(l) => {
                self.about = vec![Blamed::Field(id)];
                self.guard_held(premise, e, name, l, Mode::Write, steps);
            }
            None => {
                self.check(premise, self.program.span(e), |_| Ok(()));
            }
        }
    }

    pub(crate) fn exp_assign(&mut self, e: ExprId, recv: ExprId, fd: Name, value: ExprId) -> Found {
        self.recorder.open(exp_assign::RULE);
        let to = self.part(exp_assign::RECEIVER, recv);
        self.receiver(exp_assign::RECEIVER, &to, "fields");
        let premises = [exp_assign::FIELD_KNOWN, exp_assign::FIELD];
        let Some(At { id, declared, steps, ty }) = self.field_at(premises, e, to, fd) else {
            self.part(exp_assign::VALUE, value);
            return (Ty::Error, true);
        };
        let (span, name) = (self.program.span(e), format!("`{}`", self.program.text(fd)));
        let is_final = self.program.fields[id.index()].is_final;
        self.check(exp_assign::NOT_FINAL, span, |it| {
            it.side(exp_assign::NOT_FINAL, !is_final, |_| format!("{name} is final: its initialiser alone sets it"))
        });
        let from = self.expect(exp_assign::VALUE, value, ty, |_| format!("{name} cannot hold this"));
        self.about_type(ty);
        self.check(exp_assign::TYPE, span, |it| it.well_formed(ty));
        self.writes(exp_assign::GUARD_HELD, e, &name, id, declared, &steps);
        let moved = if self.is_unique(to.ty) { self.moves_one_of(&from, recv) } else { None };
        self.about_type(to.ty);
        self.check(exp_assign::APART, span, |it| it.apart(exp_assign::APART, moved));
        (if self.is_unique(ty) { Ty::Void } else { ty }, true)
    }

    /// A variable of e that another expression moves.
    fn moves_one_of(&self, other: &Value, e: ExprId) -> Option<Name> {
        let (from, to) = other.moved;
        let moved = self.moved.get(from..to.min(self.moved.len()))?;
        if moved.is_empty() {
            return None;
        }
        let variables = self.code_variables(e);
        moved.iter().map(|&b| self.bindings[b as usize].name).find(|x| variables.contains(x))
    }

    fn apart(&mut self, premise: PremiseId, moved: Option<Name>) -> Asked {
        self.side(premise, moved.is_none(), |it| {
            let x = moved.map_or("", |x| it.program.text(x));
            format!("`{x}` is used before it is moved here, and what it denotes is still needed")
        })
    }

    pub(crate) fn exp_invoke(&mut self, e: ExprId, recv: ExprId, mn: Name, args: List) -> Found {
        self.recorder.open(exp_invoke::RULE);
        let to = self.part(exp_invoke::RECEIVER, recv);
        let class = self.receiver(exp_invoke::RECEIVER, &to, "methods");
        let (name, span) = (self.program.text(mn), self.program.span(e));
        let found = class.and_then(|class| {
            let found = self.resolved.method(class, mn);
            let excused = found.is_some() || self.resolved.get(class).broken;
            self.check(exp_invoke::METHOD_KNOWN, span, |it| {
                it.side(exp_invoke::METHOD_KNOWN, excused, |it| format!("`{}` has no method `{name}`", it.show(to.ty)))
            });
            Some((class, found?))
        });
        let mut values = vec![to];
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
        self.invoke(e, name, (class, of, m), &signature, &values)
    }

    /// The premises of a call whose receiver and arguments are judged.
    fn invoke(
        &mut self,
        e: ExprId,
        name: &str,
        (class, of, m): (ClassId, ClassId, MethodId),
        signature: &Signature,
        values: &[Value],
    ) -> Found {
        let span = self.program.span(e);
        // e₀ seen as B<…>
        let mut values = values.to_vec();
        if let Ty::Class(_, owners) = values[0].ty
            && class != of
            && let Some(seen) = self.seen_as(class, owners, of)
        {
            values[0].ty = Ty::Class(of, seen);
        }
        let declared: Vec<Ty> = std::iter::once(signature.this).chain(signature.params.iter().map(|p| p.0)).collect();
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
            let what = if j == 0 { format!("the `this` of `{name}`") } else { format!("parameter {j} of `{name}`") };
            self.receives(premise, value, wanted, |_| format!("{what} cannot be this"));
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
        for &f in &signature.formals {
            sigma.add(f, Owner::THIS_THREAD);
        }
        sigma
    }

    /// What is known of σ from the types alone.
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
        let unique = |f: &&Name| sigma.get(**f) == Some(Owner::UNIQUE);
        let mentions = |t: Ty, f: Name| match t {
            Ty::Class(_, owners) => {
                let of = |o: &Owner| matches!(o, Owner::Formal(g) | Owner::Qualified(g, _) if *g == f);
                self.lists.get(owners).iter().any(of)
            }
            _ => false,
        };
        let several =
            |f: &&Name| declared.iter().filter(|t| mentions(**t, **f)).count() > 1 || mentions(signature.ret, **f);
        signature.formals.iter().filter(unique).find(several).copied()
    }

    /// θ of a call.
    fn call_steps(&mut self, mut sigma: Theta, signature: &Signature, values: &[Value]) -> Steps {
        let path = |it: &mut Self, value: &Value| it.paths.of_expr(it.program, value.at);
        let this = path(self, &values[0]);
        let named: Vec<(Name, Path)> = signature
            .params
            .iter()
            .zip(&values[1..])
            .filter_map(|((_, x), value)| Some(((*x)?, path(self, value))))
            .collect();
        if self.options.reads(IN_TWO_STEPS) {
            let (mut of_this, mut of_params) = (Theta::default(), Theta::default());
            of_this.vars.add(Name::THIS, this);
            named.into_iter().for_each(|(x, path)| of_params.vars.add(x, path));
            return vec![sigma, of_this, of_params];
        }
        sigma.vars.add(Name::THIS, this);
        named.into_iter().for_each(|(x, path)| sigma.vars.add(x, path));
        vec![sigma]
    }

    /// Whether an argument is lent: tⱼ's first owner is a formal, sⱼ is unique, sⱼ <: θtⱼ.
    fn is_lent(&mut self, declared: Ty, value: Value, wanted: Ty) -> bool {
        let formal =
            matches!(declared, Ty::Class(_, owners) if matches!(self.lists.first(owners), Some(Owner::Formal(_))));
        formal && self.is_unique(value.ty) && self.not_below(value.ty, wanted).is_none()
    }

    fn requires_held(&mut self, e: ExprId, name: &str, m: MethodId, signature: &Signature, steps: &[Theta]) {
        let what = format!("`{name}`");
        for &(l, mode) in &signature.locks {
            let lock = self.lock_at(l, steps);
            let held = self.ls.iter().any(|&(other, of)| of >= mode && self.same(lock, other));
            if !held && !self.is_off(exp_invoke::REQUIRES_HELD) {
                if let MethodId::Declared(m) = m {
                    self.about = vec![Blamed::Method(m)];
                }
                return self.guard_held(exp_invoke::REQUIRES_HELD, e, &what, l, mode, steps);
            }
        }
        match signature.locks.last() {
            Some(&(l, mode)) => self.guard_held(exp_invoke::REQUIRES_HELD, e, &what, l, mode, steps),
            None => {
                self.check(exp_invoke::REQUIRES_HELD, self.program.span(e), |_| Ok(()));
            }
        }
    }
}
