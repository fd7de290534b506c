//! θ: what is put in for ghosts, formal owners and variables.

use super::atomicities::{Lock, Put};
use racefree_grammar::ast::Program;
use racefree_grammar::name::Name;

/// What a formal owner stands for.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// `self`
    Own,
    /// g
    Formal(String),
    /// Whatever it is qualified by.
    Is(Put),
}

/// [o/f], [p/x], put in at once.
#[derive(Clone, Default, Debug)]
pub(super) struct Step {
    pub(super) formals: Vec<(String, Meaning)>,
    pub(super) vars: Vec<(Name, Vec<String>)>,
}

impl Step {
    /// θp
    pub(super) fn path(&self, program: &Program, p: &[String]) -> Vec<String> {
        match self.vars.iter().find(|(x, _)| p.first().is_some_and(|y| program.text(*x) == y)) {
            Some((_, put)) => [put, &p[1..]].concat(),
            None => p.to_vec(),
        }
    }

    /// `θ(f$p) = θp if θf = self; g$θp if θf = g; θf otherwise`
    pub(super) fn of(&self, program: &Program, l: &Lock) -> Put {
        let path = self.path(program, &l.path);
        let Some(f) = &l.owner else { return Put::Lock(Lock::path(path)) };
        match self.formals.iter().find(|(g, _)| g == f).map(|(_, meaning)| meaning) {
            None => Put::Lock(Lock { owner: Some(f.clone()), path }),
            Some(Meaning::Formal(g)) => Put::Lock(Lock { owner: Some(g.clone()), path }),
            Some(Meaning::Own) if path.is_empty() => Put::Either,
            Some(Meaning::Own) => Put::Lock(Lock::path(path)),
            Some(Meaning::Is(put)) => put.clone(),
        }
    }

    /// Whether something is put in for what a lock starts with.
    fn puts(&self, program: &Program, l: &Lock) -> bool {
        match &l.owner {
            Some(f) => self.formals.iter().any(|(g, _)| g == f),
            None => self.vars.iter().any(|(x, _)| program.text(*x) == l.path[0]),
        }
    }
}

/// θ: at once, or by the literal reading of D-A10 in two steps.
#[derive(Clone, Default)]
pub(super) struct Theta(pub(super) Vec<Step>);

impl Theta {
    /// Whether something is put in for what a lock starts with, in one of the steps.
    pub(super) fn puts(&self, program: &Program, l: &Lock) -> bool {
        self.0.iter().any(|step| step.puts(program, l))
    }

    /// θl
    pub(super) fn of(&self, program: &Program, l: &Lock) -> Put {
        self.0.iter().fold(Put::Lock(l.clone()), |put, step| match put {
            Put::Lock(l) => step.of(program, &l),
            put => put,
        })
    }
}
