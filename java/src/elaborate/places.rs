//! Places of errors about declarations, as rccjava has them: a class or method begins with its first modifier or annotation, a field with its
//! type.

use super::{Elaborated, Elaborator};
use crate::annotations::{Place, read_comment};
use crate::tree::{ClassNo, FieldNo, MethodNo, Nesting};
use racefree_grammar::Span;

/// The premise whose errors stand at the name of the method: rccjava looks at it where it reads the clause, and not the declaration.
const AT_NAME: &str = "PROG/override-requires";

impl Elaborated {
    /// The place of an error, by its premise and the place that the base gives it.
    pub fn place(&self, premise: &str, span: Span) -> Span {
        self.first_modifiers.get(&span.start).copied().filter(|_| premise != AT_NAME).unwrap_or(span)
    }
}

impl Elaborator<'_> {
    /// Notes the first modifier of a class. One that is inside another has lost its modifiers there when it is read, and begins with its
    /// keyword.
    pub(super) fn place_class(&mut self, class: ClassNo) {
        let it = &self.java.classes[class.index()];
        if !self.options.at_modifiers || it.nesting != Nesting::Top {
            return;
        }
        let first = self.first_modifier(it.span);
        let places = it.interfaces.iter().map(|written| written.span.start).chain([it.name_span.start]);
        self.found.first_modifiers.extend(places.map(|at| (at, first)));
    }

    pub(super) fn place_method(&mut self, method: MethodNo) {
        if self.options.at_modifiers {
            let it = &self.java.methods[method.index()];
            self.found.first_modifiers.insert(it.name_span.start, self.first_modifier(it.span));
        }
    }

    pub(super) fn place_field(&mut self, field: FieldNo) {
        if self.options.at_modifiers {
            let it = &self.java.fields[field.index()];
            self.found.first_modifiers.insert(it.name_span.start, it.ty.span);
        }
    }

    /// The place of an error about an annotation that cannot stand on a declaration.
    pub(super) fn misplaced(&self, on: Place, declaration: Span, annotation: Span) -> Span {
        let begins = self.options.at_modifiers && matches!(on, Place::Class | Place::Method);
        if begins { self.first_modifier(declaration) } else { annotation }
    }

    /// The first word of a declaration: a modifier, or that of an annotation comment in front of it.
    fn first_modifier(&self, declaration: Span) -> Span {
        let from = self.java.lead(declaration.start);
        if let [comment, ..] = self.java.comments(from, declaration.start) {
            let (read, _) = read_comment(self.java.sources.at(comment.span), comment.span.start);
            return read.first().map_or(comment.span, |annotation| annotation.span);
        }
        let text = self.java.sources.at(declaration);
        let word = text.find(char::is_whitespace).unwrap_or(text.len());
        Span::new(declaration.start, declaration.start + word as u32)
    }
}
