//! Classes that are shared between threads, and those that are not: as they say, or else as section 6.2 of the paper guesses.

use super::Elaborator;
use crate::annotations::{Clause, read_comment};
use crate::tree::{ClassKind, ClassNo, FieldNo, Member, Origin};
use crate::types::{Shape, Ty};
use racefree_grammar::Span;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashMap;

impl Elaborator<'_> {
    /// Returns true if a class is shared.
    pub(super) fn is_shared(&mut self, class: ClassNo) -> bool {
        if let Some(&known) = self.shared.get(&class) {
            return known;
        }
        // A class that is asked for while it is decided says nothing about itself.
        self.shared.insert(class, true);
        let before = self.taken_for_shared.len();
        let shared = self.decided(class);
        self.shared.insert(class, shared);
        if shared {
            self.taken_for_shared.push(class);
        } else {
            // Answers that may rest on what was taken of this class are found anew.
            for other in self.taken_for_shared.drain(before..) {
                self.shared.remove(&other);
            }
        }
        shared
    }

    fn decided(&mut self, class: ClassNo) -> bool {
        let is_thread = self.is_thread(class);
        let head = self.class_head(class);
        if let Some((shared, span)) = head.shared {
            if !shared && is_thread {
                self.problem("JAVA ANNOTATION/sharing", span, "a thread is shared by the thread that starts it");
            }
            return shared || is_thread;
        }
        let it = &self.java.classes[class.index()];
        let kind = it.kind;
        // Above all enums and records.
        if matches!(self.text(it.qualified), "java.lang.Enum" | "java.lang.Record") {
            return true;
        }
        if self.options.default_shared || is_thread || kind.is_interface() {
            return true;
        }
        let it = &self.java.classes[class.index()];
        if !self.options.guesses_as_paper && self.java.forked.contains(&it.name_span.start) {
            return true;
        }
        let around = it.outer.filter(|_| it.has_outer_instance);
        if around.is_some_and(|outer| !self.is_shared(outer)) {
            return false;
        }
        if self.is_annotated(class) {
            return true;
        }
        if matches!(kind, ClassKind::Enum | ClassKind::Record) && self.has_shared_fields(class) {
            return true;
        }
        !self.options.guesses_as_paper && (self.locks_itself(class) || self.is_fixed(class))
    }

    /// Returns true if all instance fields of a class, and of those above and below it that say nothing else, are final or volatile, with
    /// shared types. One below it that changes would be thread-local below a shared one; that is so if another one there is shared.
    fn is_fixed(&mut self, class: ClassNo) -> bool {
        self.superclass(class).is_none_or(|above| self.is_opaque(above) || self.is_shared(above))
            && deep(|| self.is_fixed_below(class))
    }

    fn is_fixed_below(&mut self, class: ClassNo) -> bool {
        self.java.ensure_members(class);
        let is_fixed = |f: &FieldNo| {
            let it = &self.java.fields[f.index()];
            it.modifiers.is_final() || it.modifiers.is_volatile() || it.component
        };
        let fields = self.instance_fields(class);
        // A list in a final field changes, though the field does not.
        if !fields.iter().all(is_fixed)
            || !self.has_shared_fields(class)
            || fields.into_iter().any(|f| self.changes_inside(f))
        {
            return false;
        }
        let (mut all, mut some) = (true, false);
        for below in self.classes_below(class) {
            let said = self.class_head(below).shared.map(|(shared, _)| shared);
            let known =
                said.unwrap_or_else(|| self.is_thread(below) || self.is_annotated(below) || self.locks_itself(below));
            some |= known;
            all &= known || said.is_none() && deep(|| self.is_fixed_below(below));
        }
        // A shared class is below no thread-local one.
        all || some
    }

    /// Classes of the sources whose superclass is a class, but those that stand in code: they are not read yet.
    fn classes_below(&mut self, class: ClassNo) -> Vec<ClassNo> {
        if self.below.is_none() {
            let mut all: FxHashMap<ClassNo, Vec<ClassNo>> = FxHashMap::default();
            for i in 0..self.java.classes.len() {
                let below = ClassNo(i as u32);
                if self.java.classes[i].origin == Origin::Source && !self.java.is_inner(below) {
                    self.java.ensure_header(below);
                    if let Some(above) = self.superclass(below) {
                        all.entry(above).or_default().push(below);
                    }
                }
            }
            self.below = Some(all);
        }
        self.below.as_ref().and_then(|all| all.get(&class)).cloned().unwrap_or_default()
    }

    /// Returns true if all instance fields have shared types.
    fn has_shared_fields(&mut self, class: ClassNo) -> bool {
        let fields = self.instance_fields(class);
        fields.into_iter().all(|f| self.tables.contains(&f) || self.is_shared_type(self.java.fields[f.index()].ty.ty))
    }

    fn instance_fields(&self, class: ClassNo) -> Vec<FieldNo> {
        let of = |member: &Member| match *member {
            Member::Field(f) if !self.java.fields[f.index()].modifiers.is_static() => Some(f),
            _ => None,
        };
        self.java.classes[class.index()].members.iter().filter_map(of).collect()
    }

    /// Returns true if an anonymous class has no state of its own that changes.
    pub(super) fn is_stateless(&mut self, class: ClassNo) -> bool {
        let above = self.java.classes[class.index()].superclass;
        let confined = above.is_some_and(|above| !self.is_shared_type(above.ty));
        let is_final = |f: &FieldNo| self.java.fields[f.index()].modifiers.is_final();
        !confined && self.instance_fields(class).iter().all(is_final) && self.has_shared_fields(class)
    }

    /// Returns true if values of a type may be seen by several threads. An array's guards are not part of its Java type: without them it
    /// is no such value.
    pub(super) fn is_shared_type(&mut self, ty: Ty) -> bool {
        let erased = self.java.types.erased(ty);
        match self.java.types.shape(erased) {
            Shape::Class(class, _) => self.is_opaque(class) || self.is_shared(class),
            Shape::Array(_) => false,
            _ => true,
        }
    }

    /// Returns true for `Thread`, tasks that fork, and what is below them.
    pub(super) fn is_thread(&mut self, class: ClassNo) -> bool {
        self.above(class).into_iter().any(|above| {
            let it = &self.java.classes[above.index()];
            let external = it.superclass.and_then(|w| match self.java.types.shape(w.ty) {
                Shape::External(name, _) => Some(name),
                _ => None,
            });
            let names = [Some(it.qualified), external];
            names.into_iter().flatten().any(|name| {
                let name = self.text(name);
                matches!(name, "java.lang.Thread" | "java.util.concurrent.ForkJoinTask")
                    || name == "Thread" && it.origin == Origin::Source && external.is_some()
            })
        })
    }

    /// Returns true if a class has a guard or a requires clause, or a synchronized method.
    pub(super) fn is_annotated(&mut self, class: ClassNo) -> bool {
        if !self.class_head(class).guards.is_empty() {
            return true;
        }
        self.java.classes[class.index()].members.clone().into_iter().any(|member| match member {
            Member::Field(f) => {
                let written = self.java.fields[f.index()].ty;
                !self.field_head(f).guards.is_empty() || self.has_element_guards(written.span.start, written.until)
            }
            Member::Method(m) => {
                let modifiers = self.java.methods[m.index()].modifiers;
                modifiers.is_synchronized() && !modifiers.is_static() || !self.method_head(m).requires.is_empty()
            }
            Member::Initializer(_) => false,
        })
    }

    /// Returns true if a type that is written between two offsets has guards of elements in it.
    pub(super) fn has_element_guards(&self, from: u32, to: u32) -> bool {
        self.java.comments(from, to).iter().any(|note| {
            let (read, _) = read_comment(self.java.sources.at(note.span), note.span.start);
            read.iter().any(|a| matches!(a.clause, Clause::Elements(_)))
        })
    }

    /// Returns true for a class of a stub or library that says nothing of locks and threads: it is as good as external.
    pub(super) fn is_opaque(&mut self, class: ClassNo) -> bool {
        let known = [self.java.known.object, self.java.known.string];
        // Predefined in the calculus, even when the library itself is looked at.
        if known.iter().any(|ty| self.java.types.class(*ty) == Some(class)) {
            return true;
        }
        if self.has_code(class) {
            return false;
        }
        let head = self.class_head(class);
        head.shared.is_none() && head.ghosts.is_empty() && !self.is_annotated(class)
    }

    /// Takes note of a class of a stub or library that the program needs.
    pub(super) fn want(&mut self, class: ClassNo) {
        if self.java.classes[class.index()].origin != Origin::Source && !self.made.contains(&class) {
            self.wanted.push(class);
        }
    }

    /// The text of the first name in a place, for messages.
    pub(super) fn word_at(&self, span: Span) -> String {
        self.java.sources.at(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
