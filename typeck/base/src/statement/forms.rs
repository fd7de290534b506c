//! Parts of the forms and types of languages above the calculus.

use super::syntax::{Part, Slots};
use super::{Notation, Sort};
use crate::types::Ty;
use racefree_grammar::ast::{Extended, Term};
use racefree_kernel::template::Slot;
use std::rc::Rc;

impl<'p> Notation<'_, 'p> {
    /// The parts of a form of a language above the calculus, in the order in which its rule writes them.
    pub(super) fn form_parts(&self, form: Extended) -> Slots<'p> {
        let slot = |term| match term {
            Term::Type(t) => Slot::One(Part::Written(t, Rc::default())),
            Term::Expr(e) => Slot::One(Part::Expr(e)),
            Term::Exprs(list) => Slot::list(self.program.list(list).iter().map(|&e| Part::Expr(e))),
            Term::Variable(x) => self.variable_slot(x),
            Term::Elements => Slot::One(Part::Word(Sort::Member, "elem")),
            Term::Nothing => Slot::Nothing,
        };
        self.program.terms_of(form).into_iter().map(slot).collect()
    }

    /// The elements of an array type, and their guards.
    pub(super) fn array_parts(&self, ty: Ty) -> Slots<'p> {
        let Some((elem, guards)) = self.cx.types.elements(ty) else { return Vec::new() };
        vec![self.ty_slot(elem), Slot::list(guards.iter().map(|&path| Part::Path(path)))]
    }
}
