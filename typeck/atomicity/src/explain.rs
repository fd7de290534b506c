//! Sentences for errors: what is wrong, and what would help. They are made from the data of a [`Failure`] alone, when an error is
//! shown.

use crate::checker::{Checker, Claimed, Enclosing};
use crate::error::{Failure, Why};
use crate::tree::Tree;
use racefree_grammar::ast::{Basic, ExprId};
use racefree_kernel::TypeError;
use racefree_program::ClassId;
use racefree_typeck::Sentences;

impl Checker<'_, '_> {
    /// The errors in words.
    pub(crate) fn explain(&mut self, failures: &[Failure]) -> Vec<TypeError> {
        let error = |failure: &Failure| self.why(&failure.cause).into_error(failure.premise, failure.span);
        failures.iter().map(error).collect()
    }

    fn why(&mut self, why: &Why) -> Sentences {
        match *why {
            Why::Unguarded { body, within } => self.unguarded(body, within),
            Why::NotAtomic(ref claim) => self.not_atomic(claim),
            Why::UnguardedType(field, local) => self.unguarded_type(field, local),
            Why::NoLock(m, lock) => self.no_lock(m, lock),
            Why::Exceeds { method, is, declared } => self.exceeds(method, is, declared),
            Why::Breaks { method, over, is, declared } => self.breaks((method, is), (over, declared)),
            Why::Unchecked => Sentences::default(),
        }
    }

    fn unguarded(&mut self, body: ExprId, within: Enclosing) -> Sentences {
        let blame = crate::blame::of_expression(self, within, body, &[]);
        let thread = if self.program.main == Some(body) { "the main thread" } else { "this thread" };
        let said = Sentences::new(format!("{thread} accesses a field without holding its guard"));
        let said = said.label("the atomicity of what it does is error");
        match blame {
            Some(blame) => blame.tell("block", |span| self.place(span), said),
            None => said,
        }
    }

    fn not_atomic(&mut self, claim: &Claimed) -> Sentences {
        let what = match claim.method {
            Some(m) => format!("`{}`", self.method_name(m)),
            None => "this block".to_owned(),
        };
        let said = Sentences::new(format!("{what} is claimed to be atomic, and is {}", claim.atomicity.text()));
        let said = said.label(match claim.atomicity {
            Basic::Error => "an access in it lacks its guard",
            _ => "another thread may come between its steps",
        });
        let what = if claim.method.is_some() { "method" } else { "block" };
        match &claim.blame {
            Some(blame) => blame.tell(what, |span| self.place(span), said),
            None => said,
        }
    }

    fn unguarded_type(&self, f: usize, local: ClassId) -> Sentences {
        let (fd, cn) =
            (self.program.text(self.program.fields[f].name), self.program.text(self.classes().get(local).name));
        let message =
            format!("the unguarded field `{fd}` of a shared class holds an object of the thread_local class `{cn}`");
        let said = Sentences::new(message).label("other threads can reach the object through this field");
        said.help("guard the field, or make its class thread_local")
    }

    fn no_lock(&self, m: u32, lock: ExprId) -> Sentences {
        let (name, text) = (self.method_name(m), self.text(self.program.span(lock)));
        let message = format!("`{name}` declares an atomicity that tests `{text}`, which is no final expression");
        Sentences::new(message).relate(self.program.span(lock), "this is no lock here")
    }

    fn exceeds(&mut self, m: u32, is: Tree, declared: Tree) -> Sentences {
        let (is, says) = (self.trees.show(is, self.source), self.trees.show(declared, self.source));
        let said = Sentences::new(format!("`{}` declares to be {says}, and is {is}", self.method_name(m)));
        said.label("its body is more than it declares").help(format!("declare `atomicity {is}`, or nothing"))
    }

    fn breaks(&mut self, (m, is): (u32, Tree), (over, declared): (u32, Tree)) -> Sentences {
        let (is, says) = (self.trees.show(is, self.source), self.trees.show(declared, self.source));
        let (name, other) = (self.method_name(m), self.method_name(over));
        let said = Sentences::new(format!("`{name}` is {is}, and `{other}`, which it overrides, declares {says}"));
        let said = said.label("callers of the overridden method rely on what it declares");
        said.relate(self.program.methods[over as usize].name_span, format!("`{other}` declares it here"))
    }
}
