//! Sentences about classes, members, types, owners and paths.

use crate::typing::Typing;
use racefree_grammar::ast::{Class, TypeId};
use racefree_grammar::name::Name;
use racefree_program::{ClassId, FieldId, Problem, SuperProblem};

impl Typing<'_> {
    pub(super) fn problem(&self, problem: Problem) -> String {
        let name = |class| self.program.text(self.resolved.get(class).name);
        let member = |f: FieldId| self.program.text(self.program.fields[f.index()].name);
        match problem {
            Problem::ClassAgain { class, .. } => format!("there is another class `{}`", name(class)),
            Problem::Superclass { class, problem: SuperProblem::Cycle } => {
                format!("class `{}` inherits from itself", name(class))
            }
            Problem::Superclass { class, .. } | Problem::Supertype { class, .. } => {
                format!("class `{}` has no superclass", name(class))
            }
            Problem::FieldAgain { again, .. } => format!("the field `{}` is declared twice", member(again)),
            Problem::FieldInherited { field, owner, .. } => {
                format!("the field `{}` is inherited from class `{}` already", member(field), name(owner))
            }
            Problem::MethodAgain { again, .. } => {
                let mn = self.program.text(self.program.methods[again as usize].name);
                format!("the method `{mn}` is declared twice; there is no overloading")
            }
        }
    }

    pub(super) fn overrides_other(&self, m: u32, owner: ClassId, differs: &str) -> String {
        let mn = self.program.text(self.program.methods[m as usize].name);
        let owner = self.program.text(self.resolved.get(owner).name);
        format!("`{mn}` {differs} than the method of `{owner}` that it overrides")
    }

    pub(super) fn unguarded(&self, id: FieldId, only_writes: bool) -> String {
        let fd = self.program.text(self.program.fields[id.index()].name);
        if only_writes {
            return format!(
                "reads of `{fd}` need no lock, so they can race with a write; `--racy-fields` lets that through"
            );
        }
        let owner = self.first_formal(id);
        format!("`{fd}` is not final and has no guard: write `guarded_by {owner}`, or another lock")
    }

    /// The formal for the owner of the objects of the class that declares a field.
    pub(super) fn first_formal(&self, id: FieldId) -> &str {
        let declares = |c: &&Class| c.fields.indices().contains(&id.index());
        let class = self.program.classes.iter().find(declares);
        let first = class.and_then(|class| self.program.formals_of(class).first());
        first.map_or("thisOwner", |f| self.program.text(f.name))
    }

    /// The class of a written type, the number of owners that it takes, and that of those it is given.
    pub(super) fn arities(&self, ty: TypeId) -> (&str, usize, usize) {
        let class = self.resolved.class_of_type(ty).unwrap_or(ClassId::OBJECT);
        (self.program.text(self.resolved.get(class).name), self.arity(class), self.program.locks_of(ty).len())
    }

    pub(super) fn wrong_arity(&self, ty: TypeId) -> String {
        let (class, wants, has) = self.arities(ty);
        let example = match wants {
            0 => class.to_owned(),
            1 => format!("{class}<self>"),
            n => format!("{class}<self{}>", ", …".repeat(n - 1)),
        };
        match has {
            0 => format!("this `{class}` has no owner: who protects it? Write `{example}` or another owner"),
            _ => format!("`{class}` takes {wants} owner{}, and is given {has}", if wants == 1 { "" } else { "s" }),
        }
    }

    pub(super) fn unqualified(&self, f: Name, params: usize) -> String {
        let (f, how) = (self.program.text(f), if params == 0 { "no parameter has" } else { "several parameters have" });
        format!("{how} `{f}` as first owner: if it is `self`, whose? Write `{f}$x` for the parameter that is meant")
    }

    pub(super) fn path_not_in_scope(&self, x: Name, formal: bool) -> String {
        let name = self.program.text(x);
        match formal {
            true => format!(
                "`{name}` is a formal owner, and no path: after `$` comes `this`, a parameter, or a path from one"
            ),
            false => format!("there is no variable or formal owner `{name}` here"),
        }
    }
}
