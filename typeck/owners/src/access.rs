//! \[EXP REF\], \[EXP TAKE\], \[EXP ASSIGN\], \[EXP INVOKE\]: members of objects, and what θ makes of their declarations.

use crate::edits::{Hint, Missing};
use crate::expressions::{Found, class_of};
use crate::judgments::Value;
use crate::owner::{Owner, Theta, Ty};
use crate::rules::{exp_assign, exp_invoke, exp_ref, exp_take};
use crate::signature::FieldType;
use crate::typing::{Asked, Blamed, IN_SEQUENCE, Judgment, Mode, Typing};
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Root, Step};
use racefree_kernel::{Evidence, PremiseId, Recorder};
use racefree_program::{ClassId, FieldId};
use smallvec::{SmallVec, smallvec};

/// θ, in the steps in which it is carried out: one, but in the literal readings.
pub(crate) type Steps = SmallVec<[Theta; 1]>;

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
    pub(crate) fn receiver(&mut self, premise: PremiseId, value: &Value, what: &str) -> Option<ClassId> {
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
        let excused = found.is_some() || self.resolved.get(class).broken();
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
        let mut steps = Steps::new();
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

    pub(crate) fn put_all(&mut self, t: Ty, steps: &[Theta]) -> Ty {
        steps.iter().fold(t, |t, theta| self.put(t, theta))
    }

    pub(crate) fn lock_at(&mut self, l: Owner, steps: &[Theta]) -> Owner {
        steps.iter().fold(l, |l, theta| theta.apply(l, &mut self.paths))
    }

    /// θl ∈ ls as the premise of an access or a call.
    pub(crate) fn guard_held(
        &mut self,
        premise: PremiseId,
        e: ExprId,
        what: &str,
        l: Owner,
        mode: Mode,
        steps: &[Theta],
    ) {
        let span = self.program.span(e);
        let lock = self.lock_at(l, steps);
        let errors = self.errors.len();
        let held = self.check(premise, span, |it| it.held(lock, mode, |it| it.not_held(premise, lock, mode, what)));
        if !held {
            let note = self.by_steps(l, lock, steps);
            let help = self.remedy(lock, mode);
            let hint = self.missing(e, lock, mode);
            if let Some(error) = self.errors.get_mut(errors) {
                error.notes.push(note);
                error.help = Some(help);
                self.hints.extend(hint.map(|missing| (errors, Hint::Lock(missing))));
            }
        }
    }

    fn not_held(&self, premise: PremiseId, l: Owner, mode: Mode, what: &str) -> String {
        use racefree_grammar::ast::Special;
        let lock = self.show_owner(l);
        match l {
            Owner::Other(_) => format!("`{what}` belongs to another thread (`{lock}`), not to this one"),
            Owner::Special(Special::Readonly) if premise == exp_invoke::REQUIRES_HELD => {
                format!("`{what}` writes to its object, and that is `readonly`: it is never written")
            }
            Owner::Special(Special::Readonly) if mode == Mode::Write => {
                format!("`{what}` is `readonly`: it is never written")
            }
            _ => format!("`{what}` needs the lock `{lock}`, which is not held here"),
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
                && let Root::Var(x) = self.paths.root(p)
                && let Some(path) = theta.vars.get(x)
            {
                put.push(format!("{}/{}", self.show_path(path), self.program.text(x)));
            }
        }
        format!("`{}` [{}] = `{}`", self.show_owner(l), put.join(", "), self.show_owner(lock))
    }

    /// A lock that some clause or `synchronized` would put into the lock set.
    fn missing(&self, at: ExprId, lock: Owner, mode: Mode) -> Option<Missing> {
        let path = self.is_named(lock);
        let held = |f| self.ls.iter().any(|&(l, of)| of >= mode && matches!(l, Owner::Qualified(g, _) if g == f));
        let one = match lock {
            Owner::Qualified(f, _) if self.class_formals.contains(&f) && held(f) => Some(f),
            _ => None,
        };
        let named = path || matches!(lock, Owner::Formal(_) | Owner::Qualified(..));
        let lock = self.clause_text(lock);
        named.then_some(Missing { at, lock, path, mode, forked: self.level > 0, one })
    }

    /// True if a lock is a path from a variable.
    fn is_named(&self, lock: Owner) -> bool {
        matches!(lock, Owner::Path(p) if matches!(self.paths.root(p), Root::Var(_)))
    }

    /// A lock as a clause says it: a formal of the class alone is `f$this`.
    fn clause_text(&self, lock: Owner) -> String {
        match lock {
            Owner::Qualified(f, p)
                if self.class_formals.contains(&f) && self.paths.step(p) == Step::Root(Root::Var(Name::THIS)) =>
            {
                self.show_owner(Owner::Formal(f))
            }
            lock => self.show_owner(lock),
        }
    }

    fn remedy(&self, lock: Owner, mode: Mode) -> String {
        let text = self.clause_text(lock);
        match lock {
            Owner::Path(_) if !self.is_named(lock) => "bind the object to a variable first, and lock that".to_owned(),
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
        let name = self.program.text(fd);
        match declared.guard {
            Some(l) if !self.program.fields[id.index()].is_final => {
                self.about = smallvec![Blamed::Field(id)];
                self.guard_held(exp_ref::GUARD_HELD, e, name, l, Mode::Read, &steps);
            }
            _ => {
                self.check(exp_ref::GUARD_HELD, self.program.span(e), |_| Ok(()));
            }
        }
        let span = self.program.span(e);
        let unique = self.is_unique(declared.ty);
        self.about = class_of(declared.ty).into_iter().collect();
        self.hint = unique.then_some(Hint::Keeps(e));
        self.check(exp_ref::BORROW, span, |it| {
            it.side(exp_ref::BORROW, !unique, |it| {
                let text = it.text_of(e);
                format!("`{name}` holds the one reference to its object: write `{text}--` to take it out")
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
        let (span, name) = (self.program.span(e), self.program.text(fd));
        let unique = self.is_unique(declared.ty) || declared.ty == Ty::Error;
        self.about = class_of(declared.ty).into_iter().collect();
        self.hint = (!unique).then_some(Hint::Moves(e));
        self.check(exp_take::UNIQUE, span, |it| {
            it.side(exp_take::UNIQUE, unique, |it| {
                format!(
                    "`{name}` is declared as `{}`: only what is `unique` is taken; leave the `--` out",
                    it.show(declared.ty)
                )
            })
        });
        let is_final = self.program.fields[id.index()].is_final;
        self.check(exp_take::NOT_FINAL, span, |it| {
            it.side(exp_take::NOT_FINAL, !is_final, |_| format!("`{name}` is final, and a take would set it to null"))
        });
        self.about_type(ty);
        self.check(exp_take::TYPE, span, |it| it.well_formed(ty));
        self.writes(exp_take::GUARD_HELD, e, name, id, declared, &steps);
        (ty, true)
    }

    /// The premise `guard-held` of what writes a field.
    fn writes(&mut self, premise: PremiseId, e: ExprId, name: &str, id: FieldId, declared: FieldType, steps: &[Theta]) {
        match declared.guard.or(declared.write_guard) {
            Some(l) => {
                self.about = smallvec![Blamed::Field(id)];
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
        let (span, name) = (self.program.span(e), self.program.text(fd));
        let is_final = self.program.fields[id.index()].is_final;
        self.check(exp_assign::NOT_FINAL, span, |it| {
            it.side(exp_assign::NOT_FINAL, !is_final, |_| format!("`{name}` is final: its initialiser alone sets it"))
        });
        let from = self.expect(exp_assign::VALUE, value, ty, |_| format!("`{name}` cannot hold this"));
        self.about_type(ty);
        self.check(exp_assign::TYPE, span, |it| it.well_formed(ty));
        self.writes(exp_assign::GUARD_HELD, e, name, id, declared, &steps);
        let moved = if self.is_unique(to.ty) { self.moves_one_of(&from, recv) } else { None };
        self.about_type(to.ty);
        self.check(exp_assign::APART, span, |it| it.apart(exp_assign::APART, moved));
        (if self.is_unique(ty) { Ty::Void } else { ty }, true)
    }

    /// A variable of e that another expression moves.
    pub(crate) fn moves_one_of(&self, other: &Value, e: ExprId) -> Option<Name> {
        let (from, to) = other.moved;
        let moved = self.moved.get(from..to.min(self.moved.len()))?;
        if moved.is_empty() {
            return None;
        }
        let variables = self.code_variables(e);
        moved.iter().map(|&b| self.bindings[b as usize].name).find(|x| variables.contains(x))
    }

    pub(crate) fn apart(&mut self, premise: PremiseId, moved: Option<Name>) -> Asked {
        self.side(premise, moved.is_none(), |it| {
            let x = moved.map_or("", |x| it.program.text(x));
            format!("`{x}` is used before it is moved here, and what it denotes is still needed")
        })
    }
}
