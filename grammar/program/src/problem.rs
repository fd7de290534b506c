//! The predicates of section 4 that types have no part in: ClassOnce, WFClasses, FieldsOnce, MethodsOncePerClass. What breaks
//! them is data; OverridesOK compares types and belongs to the rules.

use crate::classes::ClassId;
use crate::members::{FieldId, Resolved};
use racefree_grammar::ast::TypeId;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use rustc_hash::FxHashMap;

/// Problem with the superclass of a class (WFClasses). `Object` is its superclass then.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SuperProblem {
    /// No class of that name.
    Unknown,
    /// `String`.
    IsString,
    /// A type that is no class.
    NoClass,
    /// Too many or too few ghost arguments.
    Arity,
    /// The class inherits from itself, and is the first in the program of those on the cycle.
    Cycle,
    /// A further supertype that is no interface.
    NoInterface,
}

/// Problem with a class or its members.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Problem {
    /// ClassOnce: its name is that of `first`, which comes before it or is predefined.
    ClassAgain {
        /// The later class.
        class: ClassId,
        /// The class that the name means.
        first: ClassId,
    },
    /// WFClasses
    Superclass {
        /// The class.
        class: ClassId,
        /// The problem.
        problem: SuperProblem,
    },
    /// WFClasses, of a further supertype.
    Supertype {
        /// The class.
        class: ClassId,
        /// The type that it names.
        ty: TypeId,
        /// The problem.
        problem: SuperProblem,
    },
    /// FieldsOnce: a class declares two fields of a name.
    FieldAgain {
        /// The first of the name.
        first: FieldId,
        /// A later one.
        again: FieldId,
    },
    /// FieldsOnce: a class declares a field of a name that it inherits.
    FieldInherited {
        /// The field that it declares.
        field: FieldId,
        /// The superclass that declares one.
        owner: ClassId,
        /// The one that it inherits.
        inherited: FieldId,
    },
    /// MethodsOncePerClass: a class declares two methods of a name; by index.
    MethodAgain {
        /// The first of the name.
        first: u32,
        /// A later one.
        again: u32,
    },
}

impl Problem {
    /// The name that is wrong: of the class, field or method, or the written superclass.
    pub fn span(self, resolved: &Resolved<'_>) -> Span {
        let program = resolved.program;
        match self {
            Problem::ClassAgain { class, .. } | Problem::Superclass { class, problem: SuperProblem::Cycle } => {
                resolved.decl(class).map_or(Span::NONE, |c| c.name_span)
            }
            Problem::Superclass { class, .. } => {
                resolved.decl(class).and_then(|c| c.extends).map_or(Span::NONE, |t| program.ty(t).span)
            }
            Problem::Supertype { ty, .. } => program.ty(ty).span,
            Problem::FieldAgain { again: f, .. } | Problem::FieldInherited { field: f, .. } => {
                program.fields[f.index()].name_span
            }
            Problem::MethodAgain { again, .. } => program.methods[again as usize].name_span,
        }
    }
}

impl Resolved<'_> {
    /// Returns the problems of a class: its name, its superclass, its fields, its methods, the fields that it inherits,
    /// in this order.
    pub fn problems_of(&self, class: ClassId) -> Vec<Problem> {
        // Without a problem, there is no allocation.
        let mut found = Vec::new();
        let Some(decl) = self.decl(class) else { return found };
        if let Some(first) = self.find(decl.name).filter(|&first| first != class) {
            found.push(Problem::ClassAgain { class, first });
        }
        let info = self.get(class);
        found.extend(self.problem(class).map(|problem| Problem::Superclass { class, problem }));
        let supertypes = self.problems_of_supertypes(class);
        found.extend(supertypes.map(|(ty, problem)| Problem::Supertype { class, ty, problem }));
        let (fields, methods) = (self.program.fields_of(&decl), self.program.methods_of(&decl));
        let nth = |start: u32, i: usize| start + i as u32;
        let again = repeated(fields.len(), |i| fields[i].name).into_iter();
        found.extend(again.map(|(a, b)| Problem::FieldAgain {
            first: FieldId(nth(decl.fields.start, a)),
            again: FieldId(nth(decl.fields.start, b)),
        }));
        let again = repeated(methods.len(), |i| methods[i].name).into_iter();
        found.extend(again.map(|(a, b)| Problem::MethodAgain {
            first: nth(decl.methods.start, a),
            again: nth(decl.methods.start, b),
        }));
        if let Some(superclass) = info.superclass().filter(|&c| c != ClassId::OBJECT) {
            for (i, field) in fields.iter().enumerate() {
                if let Some((owner, inherited)) = self.field(superclass, field.name) {
                    let field = FieldId(nth(decl.fields.start, i));
                    found.push(Problem::FieldInherited { field, owner, inherited });
                }
            }
        }
        found
    }

    /// Everything that is wrong, class by class in the order of the program.
    pub fn problems(&self) -> Vec<Problem> {
        (0..self.program.classes.len()).flat_map(|i| self.problems_of(self.of_declaration(i))).collect()
    }
}

/// The pairs (first, again) of positions below `n` with equal names, `again` being every later one.
pub fn repeated(n: usize, name: impl Fn(usize) -> Name) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    if n <= 16 {
        for again in 1..n {
            if let Some(first) = (0..again).find(|&i| name(i) == name(again)) {
                found.push((first, again));
            }
        }
    } else {
        let mut seen = FxHashMap::default();
        for i in 0..n {
            let first = *seen.entry(name(i)).or_insert(i);
            if first != i {
                found.push((first, i));
            }
        }
    }
    found
}
