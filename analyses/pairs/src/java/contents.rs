//! Contents of the objects of fields: the elaborated program has a pseudo-field beside a field, which stands for what is inside its object.
//! This analysis has the objects themselves wherever the sources make them, and their contents are fields of theirs: of such objects the
//! pseudo-field says nothing more.

use super::own::{ALONE, AROUND, STATE};
use crate::facts::Facts;
use crate::objects::ObjId;
use crate::points::{FieldKey, Points};
use racefree_grammar::ast::{Dialect, Program};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_program::FieldId;
use rustc_hash::FxHashMap;

/// Beginning of the names of pseudo-fields.
const CONTENTS: &str = "contents$";

/// The pseudo-fields of a program.
#[derive(Default)]
pub struct Contents {
    /// By pseudo-field, the field whose object it is about.
    of: FxHashMap<FieldId, Name>,
    /// Fields that have the contents of an object, and the field of the object that a wrapper is around.
    states: [Option<Name>; 2],
    around: Option<Name>,
}

impl Contents {
    /// Finds the pseudo-fields: each has the place of the field that it is about.
    pub(crate) fn of(program: &Program) -> Contents {
        if program.dialect != Dialect::Java {
            return Contents::default();
        }
        let mut of = FxHashMap::default();
        for class in program.classes.iter().filter(|c| c.name_span != Span::NONE) {
            let name = |f: usize| program.fields[f].name;
            let is_pseudo = |f: &usize| program.text(name(*f)).starts_with(CONTENTS);
            let mut at: FxHashMap<Span, usize> = FxHashMap::default();
            at.extend(class.fields.indices().filter(|f| !is_pseudo(f)).map(|f| (program.fields[f].name_span, f)));
            for f in class.fields.indices().filter(is_pseudo) {
                if let Some(&field) = at.get(&program.fields[f].name_span) {
                    of.insert(FieldId(f as u32), name(field));
                }
            }
        }
        let find = |name| program.names.find(name);
        Contents { of, states: [find(STATE), find(ALONE)], around: find(AROUND) }
    }

    /// True if each object that a pseudo-field may be about has its contents as a field of its own.
    pub(crate) fn are_fields(&self, facts: &Facts<'_>, points: &Points, h: ObjId, pseudo: FieldId) -> bool {
        let Some(&field) = self.of.get(&pseudo) else { return false };
        self.all(facts, points, points.field(h, FieldKey::field(field)))
    }

    fn all(&self, facts: &Facts<'_>, points: &Points, objects: &[ObjId]) -> bool {
        // The translation's own fields stand at no place.
        let has = |h: ObjId, name: Option<Name>| {
            let field = name.and_then(|name| facts.has(points.objects.class(h), name));
            field.is_some_and(|f| facts.program().fields[f.index()].name_span == Span::NONE)
        };
        let contents = |&h: &ObjId| {
            let around =
                self.around.filter(|_| has(h, self.around)).map(|field| points.field(h, FieldKey::field(field)));
            match around {
                // No wrapper is around a wrapper whose contents are not known.
                Some(inner) => !inner.is_empty() && inner.iter().all(|&h| self.states.iter().any(|&s| has(h, s))),
                None => self.states.iter().any(|&state| has(h, state)),
            }
        };
        !objects.is_empty() && objects.iter().all(contents)
    }
}
