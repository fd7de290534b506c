//! P; E ⊢final p : t.

use crate::error::{Outcome, Why, holds};
use crate::owner::Ty;
use crate::reading::{Asked, Reading, asks, require};
use crate::rules::{final_ref, final_var};
use crate::typing::Judgment;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_grammar::stack::deep;

impl Reading<'_, '_> {
    /// P; E ⊢final p : c, for some class type c
    pub(crate) fn final_lock(&mut self, p: Path) -> Outcome {
        match self.final_path(p)? {
            Ty::Class(..) | Ty::Error => Ok(()),
            t @ (Ty::Int | Ty::Boolean | Ty::Void | Ty::Null) => Err(Why::NotObject(p, t).cause()),
        }
    }

    /// P; E ⊢final p : t; derived once for each E.
    pub(crate) fn final_path(&mut self, p: Path) -> Outcome<Ty> {
        let (env, key) = (self.env, (self.env, self.level, p));
        let kept = matches!(self.paths.step(p), Step::Field(..));
        if let Some(known) = self.known_finals.get(&key).filter(|_| kept) {
            let judgment = Judgment::Final(env, p, known.as_ref().map_or(Ty::Error, |&t| t));
            if self.listeners.recalls(&judgment) {
                return known.clone();
            }
        }
        let found = deep(|| match self.paths.step(p) {
            Step::Root(Root::Var(x)) => self.final_var(p, x),
            Step::Root(Root::Expr(_) | Root::Open(_)) => Err(Why::NotAPath(p).cause().under(final_var::IN_SCOPE)),
            Step::Field(before, fd) => self.final_ref(p, before, fd),
        });
        // An answer found while another path is asked for may depend on that path, and is not kept.
        if self.finals.is_empty() && kept {
            self.known_finals.insert(key, found.clone());
        }
        found
    }

    /// \[FINAL VAR\]
    fn final_var(&mut self, p: Path, x: Name) -> Outcome<Ty> {
        let rule = self.rule(final_var::RULE);
        let (binding, formal) = (self.binding(x), self.is_formal(x));
        let in_scope = || holds(binding.is_some(), || Why::PathNotInScope { name: x, formal });
        let asked = asks(&rule, final_var::IN_SCOPE, in_scope);
        let t = binding.map_or(Ty::Error, |b| self.type_of(b));
        rule.concludes_as(Judgment::Final(self.env, p, t), asked.map(|()| t))
    }

    /// \[FINAL REF\]
    fn final_ref(&mut self, p: Path, before: Path, fd: Name) -> Outcome<Ty> {
        let env = self.env;
        let rule = self.rule(final_ref::RULE);
        rule.asked(
            |t| Judgment::Final(env, p, t.copied().unwrap_or_default()),
            |rule| {
                let receiver = require(rule, final_ref::RECEIVER, || self.final_path(before))?.unwrap_or_default();
                self.final_field(rule, p, (before, receiver), fd)
            },
        )
    }

    /// The premises of \[FINAL REF\] after the receiver.
    fn final_field(&mut self, rule: &Asked<'_>, p: Path, (before, receiver): (Path, Ty), fd: Name) -> Outcome<Ty> {
        let none = |why: Why| require(rule, final_ref::FIELD, || Err(why.cause())).map(Option::unwrap_or_default);
        let (class, owners) = match receiver {
            Ty::Error => return Ok(Ty::Error),
            Ty::Class(class, owners) if receiver != Ty::STRING => (class, owners),
            Ty::Class(..) | Ty::Int | Ty::Boolean | Ty::Void | Ty::Null => {
                return none(Why::NoFields(before, receiver));
            }
        };
        let (of, f) = match self.resolved.field(class, fd) {
            Some(found) => found,
            None if self.resolved.get(class).broken() => return Ok(Ty::Error),
            None => return none(Why::NoField(receiver, fd)),
        };
        rule.premise(final_ref::FIELD);
        self.field_in(class, of, f);
        let is_final = self.program.fields[f.index()].is_final;
        asks(rule, final_ref::FINAL, || holds(is_final, || Why::NotFinal(fd)))?;
        let declared = self.field_types[f.index()].ty;
        let Some(seen) = self.seen_as(class, owners, of) else { return Ok(Ty::Error) };
        let theta = self.instance(of, seen).with(Name::THIS, before);
        let t = self.put(declared, &theta);
        if matches!(t, Ty::Class(..)) {
            let again = self.finals.contains(&p) || self.finals.len() > 200;
            self.finals.push(p);
            let asked = asks(rule, final_ref::TYPE, || match again {
                true => Err(Why::Circular(p).cause()),
                false => self.well_formed(t),
            });
            self.finals.pop();
            asked?;
        }
        Ok(t)
    }
}
