//! Slips that the grammar lets pass, because a word that it does not know is a name to it: `return;` is a variable, and
//! `guardedBy lock` declares a field. They are slips only where nothing of that name is declared.

use crate::ast::{Expr, Program, TypeKind};
use crate::error::SyntaxError;
use crate::name::{Name, Names};

use super::{classes, java};

/// Words of Java that look like undeclared variables.
const VARIABLES: &[&str] = &["return", "break", "continue", "super"];
/// Words of Java that look like undeclared types.
const TYPES: &[&str] = &["guardedBy", "GuardedBy", "guardedby", "threadLocal"];

/// What a name can be declared as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Class,
    Variable,
}

/// Those of the words above that occur in a source.
pub(crate) struct Words {
    variables: Vec<(Name, &'static str)>,
    types: Vec<(Name, &'static str)>,
}

impl Words {
    /// Looks the words up; those that `declared` accepts are names of the program's own.
    pub(crate) fn new(names: &Names, declared: impl Fn(Name, Sort) -> bool) -> Words {
        let known = |words: &'static [&'static str], sort: Sort| {
            let found = words.iter().filter_map(|w| Some((names.find(w)?, *w)));
            found.filter(|&(name, _)| !declared(name, sort)).collect()
        };
        Words { variables: known(VARIABLES, Sort::Variable), types: known(TYPES, Sort::Class) }
    }

    /// The slips in a program, or in a piece of one.
    pub(crate) fn slips(&self, program: &Program, errors: &mut Vec<SyntaxError>) {
        for &(name, word) in &self.variables {
            let (message, help) = java::foreign_word(word).unwrap_or_default();
            let uses = program.exprs.iter().zip(&program.spans).filter(|(e, _)| **e == Expr::Var(name));
            errors.extend(uses.map(|(_, &span)| SyntaxError::new(span, message.clone(), Some(help.to_owned()))));
        }
        for &(name, word) in &self.types {
            let right = classes::meant(word).unwrap_or(word);
            let uses = program.types.iter().filter(|t| matches!(t.kind, TypeKind::Class { name: n, .. } if n == name));
            errors.extend(uses.map(|ty| {
                let message = format!("`{word}` is no word of the language");
                SyntaxError::new(ty.span, message, Some(format!("write `{right}`")))
            }));
        }
    }
}

/// Whether a program declares a class, or a variable, of this name.
pub(crate) fn declares(program: &Program, name: Name, sort: Sort) -> bool {
    if sort == Sort::Class {
        return program.classes.iter().any(|c| c.name == name);
    }
    program.params.iter().any(|p| p.name == name)
        || program.ghosts.iter().any(|g| g.name == name)
        || program.exprs.iter().any(|e| matches!(e, Expr::Let { var, .. } if *var == name))
}
