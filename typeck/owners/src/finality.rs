//! P; E ⊢final p : t.

use crate::owner::Ty;
use crate::rules::{final_ref, final_var};
use crate::typing::{Asked, Judgment, Typing};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_grammar::stack::deep;
use racefree_kernel::{Evidence, PremiseId, Recorder};

impl<R: Recorder<Judgment>> Typing<'_, R> {
    /// P; E ⊢final p : c, for some class type c
    pub(crate) fn final_lock(&mut self, premise: PremiseId, p: Path) -> Asked {
        match self.final_path(p)? {
            Ty::Class(..) | Ty::Error => Ok(()),
            t => {
                let text =
                    format!("`{}` is of type `{}`, and only an object has a lock", self.show_path(p), self.show(t));
                self.fails(premise, text)
            }
        }
    }

    /// \[FINAL VAR\], \[FINAL REF\]: P; E ⊢final p : t
    pub(crate) fn final_path(&mut self, p: Path) -> Asked<Ty> {
        let key = (self.env, self.level, p);
        if !R::RECORDS
            && matches!(self.paths.step(p), Step::Field(..))
            && let Some(known) = self.known_finals.get(&key)
        {
            return known.clone();
        }
        let found = deep(|| match self.paths.step(p) {
            Step::Root(Root::Var(x)) => self.final_var(p, x),
            Step::Root(Root::Expr(_) | Root::Open(_)) => {
                let text = format!("`{}` is no path of final fields: what it denotes may change", self.show_path(p));
                Err(vec![(final_var::IN_SCOPE, text)])
            }
            Step::Field(before, fd) => self.final_ref(p, before, fd),
        });
        // An answer found while another path is asked for may depend on that path, and is not kept.
        if !R::RECORDS && self.finals.is_empty() && matches!(self.paths.step(p), Step::Field(..)) {
            self.known_finals.insert(key, found.clone());
        }
        found
    }

    fn final_var(&mut self, p: Path, x: Name) -> Asked<Ty> {
        self.recorder.open(final_var::RULE);
        let binding = self.binding(x);
        let asked = self.side(final_var::IN_SCOPE, binding.is_some(), |it| {
            let (name, formal) = (it.program.text(x), it.is_formal(x));
            match formal {
                true => format!(
                    "`{name}` is a formal owner, and no path: after `$` comes `this`, a parameter, or a path from one"
                ),
                false => format!("there is no variable or formal owner `{name}` here"),
            }
        });
        let t = binding.map_or(Ty::Error, |b| self.type_of(b));
        self.recorder.close(|| Judgment::Final(self.env, p, t));
        asked.map(|()| t)
    }

    fn final_ref(&mut self, p: Path, before: Path, fd: Name) -> Asked<Ty> {
        self.recorder.open(final_ref::RULE);
        let found = self.final_field(p, before, fd);
        let t = found.as_ref().map_or(Ty::Error, |&t| t);
        self.recorder.close(|| Judgment::Final(self.env, p, t));
        found
    }

    fn final_field(&mut self, p: Path, before: Path, fd: Name) -> Asked<Ty> {
        let receiver = self.ask(final_ref::RECEIVER, |it| it.final_path(before).map(Some))?.unwrap_or(Ty::Error);
        let name = |it: &Self| it.program.text(fd).to_owned();
        let (Ty::Class(class, owners), false) = (receiver, receiver == Ty::STRING) else {
            if receiver == Ty::Error {
                return Ok(Ty::Error);
            }
            let text =
                format!("`{}` is of type `{}`, which has no fields", self.show_path(before), self.show(receiver));
            self.recorder.premise(final_ref::FIELD);
            self.recorder.evidence(Evidence::Fails);
            return Err(vec![(final_ref::FIELD, text)]);
        };
        let Some((of, f)) = self.resolved.field(class, fd) else {
            if self.resolved.get(class).broken() {
                return Ok(Ty::Error);
            }
            let text = format!("`{}` has no field `{}`", self.show(receiver), name(self));
            self.recorder.premise(final_ref::FIELD);
            self.recorder.evidence(Evidence::Fails);
            return Err(vec![(final_ref::FIELD, text)]);
        };
        self.recorder.premise(final_ref::FIELD);
        self.field_in(class, of, f);
        let is_final = self.program.fields[f.index()].is_final;
        self.side(final_ref::FINAL, is_final, |it| {
            format!("the field `{}` is not final: it may denote one object now and another later", name(it))
        })?;
        let declared = self.field_type(of, f).ty;
        let Some(seen) = self.seen_as(class, owners, of) else { return Ok(Ty::Error) };
        let mut theta = self.instance(of, seen);
        theta.vars.add(Name::THIS, before);
        let t = self.put(declared, &theta);
        if matches!(t, Ty::Class(..)) {
            let again = self.finals.contains(&p) || self.finals.len() > 200;
            self.finals.push(p);
            let asked = self.ask(final_ref::TYPE, |it| {
                if again {
                    let text = format!("the type of `{}` depends on itself", it.show_path(p));
                    return Err(vec![(final_ref::TYPE, text)]);
                }
                it.well_formed(t)
            });
            self.finals.pop();
            asked?;
        }
        Ok(t)
    }
}
