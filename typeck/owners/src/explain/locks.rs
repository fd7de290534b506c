//! Sentences about a lock that is needed and not held: which, by what substitution, and how to hold it.

use crate::error::NotHeld;
use crate::owner::{Owner, Theta};
use crate::rules::exp_invoke;
use crate::typing::{Mode, Typing};
use racefree_grammar::ast::Special;
use racefree_grammar::path::Root;
use racefree_kernel::PremiseId;
use racefree_typeck::Sentences;

impl Typing<'_> {
    pub(super) fn not_held(&self, missing: &NotHeld, premise: PremiseId) -> Sentences {
        let (what, lock) = (self.program.text(missing.member), self.show_owner(missing.lock));
        let message = match missing.lock {
            Owner::Other(_) => format!("`{what}` belongs to another thread (`{lock}`), not to this one"),
            Owner::Special(Special::Readonly) if premise == exp_invoke::REQUIRES_HELD => {
                format!("`{what}` writes to its object, and that is `readonly`: it is never written")
            }
            Owner::Special(Special::Readonly) if missing.mode == Mode::Write => {
                format!("`{what}` is `readonly`: it is never written")
            }
            Owner::Special(_) | Owner::Formal(_) | Owner::Path(_) | Owner::Qualified(..) => {
                format!("`{what}` needs the lock `{lock}`, which is not held here")
            }
        };
        let note = self.by_steps(missing.declared, missing.lock, &missing.steps);
        Sentences::new(message).note(note).help(self.remedy(missing))
    }

    /// The substitution by its steps: what the lock is declared as, what is put in, what that gives.
    fn by_steps(&self, l: Owner, lock: Owner, steps: &[Theta]) -> String {
        let mut put: Vec<String> = Vec::new();
        for theta in steps {
            let formals = theta.formals().filter(|(f, _)| l.formal() == Some(*f));
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

    /// True if a lock is a path from a variable.
    pub(super) fn is_named(&self, lock: Owner) -> bool {
        matches!(lock, Owner::Path(p) if matches!(self.paths.root(p), Root::Var(_)))
    }

    fn remedy(&self, missing: &NotHeld) -> String {
        let text = self.show_owner(missing.clause);
        match missing.lock {
            Owner::Path(_) if !self.is_named(missing.lock) => {
                "bind the object to a variable first, and lock that".to_owned()
            }
            Owner::Path(_) => {
                format!("write `synchronized {text} in …` around it, or `requires {text}` if callers hold it")
            }
            Owner::Formal(_) | Owner::Qualified(..) => {
                let clause = if missing.mode == Mode::Read { "reads" } else { "requires" };
                format!("write `{clause} {text}` in the head of the method, so that callers hold it")
            }
            Owner::Other(_) => "use an object of the new thread, or one that is protected by a lock".to_owned(),
            Owner::Special(_) => "make a new object, or do not write to this one".to_owned(),
        }
    }
}
