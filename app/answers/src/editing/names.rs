//! Names of a program: each occurrence with the declaration that it stands for, in code, in annotations and in types.
//!
//! A member is found by the class of its receiver alone, which the declared types say: so names are resolved in every system, and in
//! programs with type errors as far as they go. Where a program is well typed, this is the member that the typing rules find; a test
//! holds the two together on the corpus.

use super::walk::Walk;
use racefree_grammar::ast::{ExprId, Program};
use racefree_grammar::span::Span;
use racefree_program::{ClassId, Resolved};

/// A declaration, by its index in its table of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Entity {
    /// A class.
    Class(u32),
    /// A ghost parameter of a class.
    Ghost(u32),
    /// A formal owner of a class.
    Formal(u32),
    /// A field.
    Field(u32),
    /// A method.
    Method(u32),
    /// A parameter of a method.
    Param(u32),
    /// The variable of a `let`.
    Let(ExprId),
}

/// An occurrence of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// Place of the name.
    pub span: Span,
    /// Meaning of the name.
    pub entity: Entity,
    /// True where the name is declared.
    pub declares: bool,
}

/// The names of a program, resolved.
#[derive(Debug, Default)]
pub struct Names {
    /// All occurrences, in source order.
    pub occurrences: Vec<Occurrence>,
    /// For each method the first one that it overrides, is overridden by, or shares an overridden method with; itself, if there is none.
    families: Vec<u32>,
    /// For each method, true if its family overrides a predefined method.
    predefined: Vec<bool>,
    /// The class of each expression's declared type, by expression.
    pub(super) classes: Vec<Option<ClassId>>,
}

impl Names {
    /// Resolves the names of a program that `source` was parsed to.
    pub fn new(program: &Program, source: &str) -> Names {
        let resolved = Resolved::new(program);
        let (families, predefined) = families(&resolved);
        let (mut occurrences, classes) = Walk::new(&resolved, source).all();
        occurrences.sort_by_key(|o| (o.span, !o.declares));
        occurrences.dedup_by_key(|o| o.span);
        Names { occurrences, families, predefined, classes }
    }

    /// The name at a place; where two meet, the one that begins there.
    pub fn at(&self, offset: u32) -> Option<Occurrence> {
        let behind = self.occurrences.partition_point(|o| o.span.start <= offset);
        self.occurrences[..behind].last().filter(|o| offset <= o.span.end).copied()
    }

    /// The representative of a entity: methods that override one another are one.
    pub fn canonical(&self, entity: Entity) -> Entity {
        match entity {
            Entity::Method(m) => Entity::Method(self.families[m as usize]),
            other => other,
        }
    }

    /// All occurrences of a entity, of overriding and overridden methods too.
    pub fn of(&self, entity: Entity) -> impl Iterator<Item = Occurrence> + '_ {
        let one = self.canonical(entity);
        self.occurrences.iter().filter(move |o| self.canonical(o.entity) == one).copied()
    }

    /// The place where a entity is declared; of a method, that one alone.
    pub fn declaration(&self, entity: Entity) -> Option<Span> {
        self.occurrences.iter().find(|o| o.declares && o.entity == entity).map(|o| o.span)
    }

    /// True of a method that overrides a method of `Object` or `String`, whose name is not the program's to choose.
    pub fn is_predefined(&self, entity: Entity) -> bool {
        matches!(entity, Entity::Method(m) if self.predefined[m as usize])
    }

    pub(super) fn families(&self) -> &[u32] {
        &self.families
    }
}

/// The family of each method, and whether it overrides a predefined one.
fn families(resolved: &Resolved<'_>) -> (Vec<u32>, Vec<bool>) {
    let program = resolved.program;
    let mut of: Vec<u32> = (0..program.methods.len() as u32).collect();
    let mut predefined = vec![false; of.len()];
    fn root(of: &[u32], mut m: u32) -> u32 {
        while of[m as usize] != m {
            m = of[m as usize];
        }
        m
    }
    for (i, class) in program.classes.iter().enumerate() {
        let id = resolved.of_declaration(i);
        let above = resolved.get(id).superclass();
        for m in class.methods.indices() {
            let name = program.methods[m].name;
            let overridden = above.and_then(|above| resolved.method(above, name));
            match overridden {
                Some((_, racefree_program::MethodId::Declared(other))) => {
                    let (a, b) = (root(&of, m as u32), root(&of, other));
                    of[a.max(b) as usize] = a.min(b);
                }
                Some((_, racefree_program::MethodId::Predefined(_))) => predefined[m] = true,
                None => {}
            }
        }
    }
    let roots: Vec<u32> = (0..of.len() as u32).map(|m| root(&of, m)).collect();
    for m in 0..roots.len() {
        if predefined[m] {
            predefined[roots[m] as usize] = true;
        }
    }
    let predefined = roots.iter().map(|&r| predefined[r as usize]).collect();
    (roots, predefined)
}

/// Name of a entity.
pub fn name_of(program: &Program, entity: Entity) -> &str {
    let name = match entity {
        Entity::Class(i) => program.classes[i as usize].name,
        Entity::Ghost(i) => program.ghosts[i as usize].name,
        Entity::Formal(i) => program.formals[i as usize].name,
        Entity::Field(i) => program.fields[i as usize].name,
        Entity::Method(i) => program.methods[i as usize].name,
        Entity::Param(i) => program.params[i as usize].name,
        Entity::Let(e) => match program.expr(e) {
            racefree_grammar::ast::Expr::Let { var, .. } => var,
            _ => return "",
        },
    };
    program.text(name)
}
