//! Classes that lock their objects, by their text: code that locks `this`, or a field of it, means the object for several threads.

use super::Elaborator;
use super::fixed::ClassesAround;
use super::operations::is_taking;
use crate::syntax::{At, NodeKind, Role, Syntax};
use crate::tree::{ClassNo, FileNo};
use racefree_grammar::stack::deep;
use rustc_hash::FxHashSet;

impl Elaborator<'_> {
    /// Returns true for a class of which some code locks `this`, or a path from it.
    pub(super) fn locks_itself(&mut self, class: ClassNo) -> bool {
        if self.locking.is_none() {
            let found = self.find_locking();
            self.locking = Some(found);
        }
        self.locking.as_ref().is_some_and(|locking| locking.contains(&class))
    }

    fn find_locking(&mut self) -> FxHashSet<ClassNo> {
        let mut found = FxHashSet::default();
        let classes = self.classes_by_place();
        let mut rest = &classes[..];
        while let Some(&(file, ..)) = rest.first() {
            let (own, others) = rest.split_at(rest.partition_point(|(of, ..)| *of == file));
            rest = others;
            self.find_locking_in(file, own, &mut found);
        }
        found
    }

    fn find_locking_in(&mut self, file: FileNo, classes: &[(FileNo, At, ClassNo)], found: &mut FxHashSet<ClassNo>) {
        let syntax = self.java.syntax(file);
        let mut walk = ClassesAround::new(classes);
        for i in 0..syntax.nodes.len() as u32 {
            let at = At(i);
            if !matches!(syntax.kind(at), NodeKind::Synchronized | NodeKind::MethodInvocation) {
                continue;
            }
            let around = walk.at(&syntax, at).to_vec();
            let path = match syntax.kind(at) {
                NodeKind::Synchronized => syntax.part(at, NodeKind::Parenthesized),
                NodeKind::MethodInvocation => self.taken_by(&syntax, at),
                _ => None,
            };
            let implied =
                path.is_none() && syntax.kind(at) == NodeKind::MethodInvocation && self.takes_implied(&syntax, at);
            if implied && let Some(&(_, class)) = around.last() {
                // `lock()` of a class that is a lock itself.
                let ty = self.java.this_type(class);
                if self.is_explicit_lock(ty) {
                    found.insert(class);
                }
            }
            if let Some(path) = path {
                found.extend(self.object_of(&syntax, path, &around));
            }
        }
    }

    /// The lock that a call takes: `l` of `l.lock()`.
    fn taken_by(&self, syntax: &Syntax, at: At) -> Option<At> {
        let name = syntax.child(at, Role::Name)?;
        let object = syntax.child(at, Role::Object)?;
        is_taking(self.java.sources.at(syntax.span(name))).then_some(object)
    }

    fn takes_implied(&self, syntax: &Syntax, at: At) -> bool {
        let name = syntax.child(at, Role::Name).filter(|_| syntax.child(at, Role::Object).is_none());
        name.is_some_and(|name| is_taking(self.java.sources.at(syntax.span(name))))
    }

    /// The class of whose object a path begins: `this`, `C.this`, a field.
    fn object_of(&mut self, syntax: &Syntax, path: At, around: &[(u32, ClassNo)]) -> Option<ClassNo> {
        match syntax.kind(path) {
            NodeKind::Parenthesized => deep(|| self.object_of(syntax, syntax.first(path)?, around)),
            NodeKind::Cast => deep(|| self.object_of(syntax, syntax.child(path, Role::Value)?, around)),
            NodeKind::This => around.last().map(|(_, class)| *class),
            NodeKind::FieldAccess => {
                let object = syntax.child(path, Role::Object)?;
                let field = syntax.child(path, Role::Field);
                if field.is_some_and(|field| self.java.sources.at(syntax.span(field)) == "this") {
                    let name =
                        self.java.names.find(&crate::spelling::escaped(self.java.sources.at(syntax.span(object))))?;
                    let of = |(_, class): &&(u32, ClassNo)| self.java.classes[class.index()].name == name;
                    return around.iter().rev().find(of).map(|(_, class)| *class);
                }
                deep(|| self.object_of(syntax, object, around))
            }
            // `rw` of `rw.readLock()`.
            NodeKind::MethodInvocation => deep(|| self.object_of(syntax, syntax.child(path, Role::Object)?, around)),
            NodeKind::Identifier => {
                let name = self.java.names.find(&crate::spelling::escaped(self.java.sources.at(syntax.span(path))))?;
                for &(_, class) in around.iter().rev() {
                    self.java.ensure_members(class);
                    if let Some(field) = self.java.field_of(class, name) {
                        let is_static = self.java.fields[field.index()].modifiers.is_static();
                        return (!is_static).then_some(class);
                    }
                }
                None
            }
            _ => None,
        }
    }
}
