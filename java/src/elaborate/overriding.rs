//! Overriding: the methods above a method, bridges to those of another name, and methods that code outside the sources calls.

use super::Elaborator;
use super::classes::{Around, Members};
use super::operations::is_operation;
use crate::tree::body::Body;
use crate::tree::{ClassNo, Member, MethodNo, Origin};
use crate::types::{Shape, Ty};
use crate::world::Assumed;
use racefree_grammar::ast::Method;
use std::sync::Arc;

/// Methods of `Object` that may be overridden, without parameters. The calculus has `equals`.
const OF_OBJECT: &[&str] = &["toString", "hashCode", "finalize", "clone"];

impl Elaborator<'_> {
    /// The methods that a method overrides, the nearest first.
    pub(super) fn all_overridden(&mut self, method: MethodNo) -> Arc<[MethodNo]> {
        if let Some(known) = self.naming.overridden.get(&method) {
            return known.clone();
        }
        let it = &self.java.methods[method.index()];
        let overrides = !(self.constructs(method) || it.modifiers.is_static() || it.modifiers.is_private());
        let above = self.java.ancestors(it.class);
        let above = above.iter().skip(1).filter(|_| overrides);
        let all: Arc<[MethodNo]> = above.flat_map(|&(above, seen)| self.overridden_in(method, above, seen)).collect();
        self.naming.overridden.insert(method, all.clone());
        all
    }

    /// The methods of a class, as it is seen, that a method of another class overrides or implements.
    fn overridden_in(&mut self, method: MethodNo, above: ClassNo, seen: Ty) -> Vec<MethodNo> {
        let (name, own) = self.signature(method);
        let mut found = Vec::new();
        for other in self.methods_named(above, name) {
            let head = &self.java.methods[other.index()];
            if head.modifiers.is_static() || head.parameters.len() != own.len() || self.is_hidden(other, method) {
                continue;
            }
            let types = self.java.parameter_types(other);
            let same = own.iter().zip(&types).all(|(own, theirs)| self.erased_as_seen(seen, above, *theirs) == *own);
            // One may have the erasure of the other's parameters.
            if same || own.iter().zip(&types).all(|(own, theirs)| self.java.types.erased(*theirs) == *own) {
                found.push(other);
            }
        }
        found
    }

    /// Returns true if a method does not override another one, whatever its signature: that is private, or of another package alone.
    pub(super) fn is_hidden(&self, other: MethodNo, method: MethodNo) -> bool {
        let [other, method] = [other, method].map(|m| &self.java.methods[m.index()]);
        other.modifiers.is_private() || !self.java.accessible(other.modifiers, other.class, method.class)
    }

    /// The erasure of a type in a method of a class, as it is seen: so are the bounds of the method's own type parameters.
    fn erased_as_seen(&mut self, seen: Ty, above: ClassNo, ty: Ty) -> Ty {
        let mut ty = self.java.member_seen(seen, above, ty);
        // A class may be seen at a type whose bound is a parameter of that class.
        for _ in 0..64 {
            let bound = match self.java.types.shape(ty) {
                Shape::Variable(variable) => self.java.types.variables[variable.index()].bound,
                Shape::Both(list) => self.java.types.items(list)[0],
                _ => break,
            };
            ty = self.java.member_seen(seen, above, bound);
        }
        self.java.types.erased(ty)
    }

    /// Methods of a class in the names of those that its methods, own and inherited ones, implement besides: a method has one name, and
    /// the rules compare what has the same.
    pub(super) fn bridges(&mut self, class: ClassNo, around: &Around<'_>, members: &mut Members) {
        for member in self.java.classes[class.index()].members.clone() {
            let Member::Method(method) = member else { continue };
            for &over in self.all_overridden(method).iter() {
                self.bridge(method, over, around, members);
            }
            self.note_external(class, method);
        }
        if !self.java.classes[class.index()].kind.is_interface() {
            self.inherited_bridges(class, around, members);
        }
    }

    /// A class implements what its interfaces declare with what its superclasses have, which know nothing of them.
    fn inherited_bridges(&mut self, class: ClassNo, around: &Around<'_>, members: &mut Members) {
        let all = self.java.ancestors(class);
        let is_interface = |(above, _): &(ClassNo, Ty)| self.java.classes[above.index()].kind.is_interface();
        let (mut interfaces, classes): (Vec<_>, Vec<_>) = all.iter().skip(1).copied().partition(is_interface);
        if let Some(&(superclass, _)) = classes.first() {
            interfaces.retain(|&(interface, _)| !self.is_below(superclass, interface));
        }
        let mut done: Vec<MethodNo> = Vec::new();
        for (above, _) in classes {
            for member in self.java.classes[above.index()].members.clone() {
                let Member::Method(method) = member else { continue };
                let modifiers = self.java.methods[method.index()].modifiers;
                if !modifiers.is_public() || modifiers.is_static() || self.constructs(method) {
                    continue;
                }
                for &(interface, seen) in &interfaces {
                    for over in self.overridden_in(method, interface, seen) {
                        if done.contains(&over) {
                            continue;
                        }
                        done.push(over);
                        let before = members.methods.len();
                        self.bridge(method, over, around, members);
                        let at = self.java.classes[class.index()].name_span;
                        for made in &mut members.methods[before..] {
                            (made.name_span, made.span) = (at, at);
                        }
                    }
                }
            }
        }
    }

    fn bridge(&mut self, method: MethodNo, over: MethodNo, around: &Around<'_>, members: &mut Members) {
        if [over, method].iter().any(|m| self.is_opaque(self.java.methods[m.index()].class)) {
            return;
        }
        let name = self.method_name(over);
        if name == self.method_name(method) || members.methods.iter().any(|made: &Method| made.name == name) {
            return;
        }
        let outermost = self.outermost(over).unwrap_or(over);
        let made = self.method_as(method, (name, Some(outermost)), &Body::default(), around);
        members.methods.push(made);
    }

    /// A method that code outside the sources calls: without locks, and on an object that it sees as a shared one.
    fn note_external(&mut self, class: ClassNo, method: MethodNo) {
        let it = &self.java.methods[method.index()];
        let (name, span, modifiers) = (it.name, it.name_span, it.modifiers);
        let is_source = self.java.classes[class.index()].origin == Origin::Source;
        if !is_source || modifiers.is_static() || modifiers.is_private() || self.constructs(method) {
            return;
        }
        let over = self.all_overridden(method);
        let text = self.text(name);
        if text == "equals" {
            self.found.overriding.insert(span);
            return;
        }
        let of_object = OF_OBJECT.contains(&text) && self.java.methods[method.index()].parameters.is_empty();
        let known = of_object || over.iter().any(|m| self.is_opaque(self.java.methods[m.index()].class));
        let may_be = over.is_empty()
            && self.java.classes[class.index()].external_above
            && (modifiers.is_public() || modifiers.is_protected());
        if known || may_be || !over.is_empty() {
            self.found.overriding.insert(span);
        }
        if known || may_be {
            self.found.library_overrides.insert(span);
        }
        if (known || may_be) && is_operation(self.text(name)) && self.is_below_lock(class) {
            self.found.assumptions.add(Assumed::ExplicitLock, span);
        }
        let requires = self.method_head(method).requires.first().map(|lock| lock.span);
        match requires {
            Some(at) if known && !self.options.only_annotated => {
                let message = format!(
                    "`{}` requires a lock, and the method that it overrides is not of the sources: it requires none",
                    self.word_at(span)
                );
                self.problem("PROG/override-requires", at, message);
            }
            Some(_) if may_be => self.found.assumptions.add(Assumed::OverridesExternal, span),
            _ if (known || may_be) && !self.is_shared(class) => {
                self.found.assumptions.add(Assumed::OverridesExternal, span);
            }
            _ => {}
        }
    }

    /// Returns true for a class below a lock of the library: its methods may be no mutual exclusion.
    fn is_below_lock(&mut self, class: ClassNo) -> bool {
        self.above(class).into_iter().any(|above| {
            let it = &self.java.classes[above.index()];
            it.superclass.iter().chain(&it.interfaces).any(|written| self.is_explicit_lock(written.ty))
        })
    }
}
