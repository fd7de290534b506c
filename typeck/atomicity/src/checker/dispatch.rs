//! The methods that a call may run.

use super::{Checker, Overriding};
use racefree_grammar::ast::{Dialect, ExprId, MethodKind};
use racefree_grammar::name::Name;
use racefree_program::{ClassId, MethodId};
use std::rc::Rc;

impl Checker<'_, '_> {
    /// The methods besides the one found that a call may run: those of its name in the subclasses of the receiver's static class. Java's
    /// `super.m()` runs the one found.
    pub(crate) fn overriding(&self, recv: ExprId, found: MethodId) -> Overriding {
        let own = self.within.method().map(|m| self.owners[m as usize]);
        let is_super = own.is_some_and(|own| self.classes().super_of(self.program, own, recv).is_some());
        let class = self.types.class_of(recv).filter(|_| !is_super);
        let name = match found {
            MethodId::Declared(m) => Some(self.program.methods[m as usize].name),
            MethodId::Predefined(m) => self.program.names.find(m.name()),
        };
        class.zip(name).map_or_else(|| Rc::from([]), |(class, name)| self.declared_below(class, name))
    }

    /// The methods of a name that objects of the subclasses of a class have, but for the one that objects of the class have.
    pub(crate) fn declared_below(&self, class: ClassId, name: Name) -> Overriding {
        if self.program.dialect == Dialect::Java {
            if let Some(known) = self.below.borrow().get(&(class, name)) {
                return known.clone();
            }
            let found = self.in_subtypes(class, name);
            self.below.borrow_mut().insert((class, name), found.clone());
            return found;
        }
        let end = self.classes().get(class).end();
        let Some(all) = self.by_name.get(&name).filter(|_| end.0 > class.0 + 1) else { return Rc::from([]) };
        all[all.partition_point(|(c, _)| *c <= class)..all.partition_point(|(c, _)| *c < end)].into()
    }

    /// The same where a class has several supertypes: a method may come from a class beside them.
    fn in_subtypes(&self, class: ClassId, name: Name) -> Overriding {
        let classes = self.classes();
        let of = |class| match classes.method(class, name) {
            Some((owner, MethodId::Declared(m))) => Some((owner, m)),
            Some((_, MethodId::Predefined(_))) | None => None,
        };
        let own = of(class);
        let below = classes.iter().map(|(id, _)| id).filter(|&id| id != class && classes.below(id, class));
        let has_body = |m: u32| self.program.kind_of(&self.program.methods[m as usize]) != MethodKind::Abstract;
        let mut found: Vec<_> =
            below.filter_map(of).filter(|&(_, m)| Some(m) != own.map(|own| own.1) && has_body(m)).collect();
        found.sort_unstable();
        found.dedup();
        found.into()
    }
}
