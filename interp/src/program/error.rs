//! Errors for which a program cannot run: scope, arity and class hierarchy (calculus, section 8).

use racefree_grammar::span::Span;
use racefree_program::{Problem, Resolved, SuperProblem};

/// The kinds of errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind {
    /// A variable or a class that is not there.
    Scope,
    /// A wrong number of arguments or ghost arguments.
    Arity,
    /// The classes do not form a hierarchy, or a class has a member twice.
    Hierarchy,
    /// An open program.
    NoMain,
    /// Larger than the machine can number, or not made by the grammar; or a form of the dialect of Java.
    Form,
}

/// An error for which a program cannot run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CannotRun {
    /// The kind of error.
    pub kind: Kind,
    /// The rule and premise of section 5 that it breaks, if there is one.
    pub rule: &'static str,
    /// A sentence without its full stop.
    pub message: String,
    /// Its place.
    pub span: Span,
}

impl CannotRun {
    pub(crate) fn new(kind: Kind, rule: &'static str, message: impl Into<String>, span: Span) -> CannotRun {
        CannotRun { kind, rule, message: message.into(), span }
    }

    /// Returns the error for a problem of the declarations; none, if it is reported where the type is resolved.
    pub(crate) fn of(problem: Problem, resolved: &Resolved<'_>) -> Option<CannotRun> {
        let program = resolved.program;
        let span = problem.span(resolved);
        let class = |class| program.text(resolved.get(class).name);
        let (rule, message) = match problem {
            Problem::ClassAgain { class: c, .. } => {
                ("PROG/class-once", format!("class `{}` is declared more than once", class(c)))
            }
            Problem::Superclass { class: c, problem } => match problem {
                SuperProblem::IsString => ("CLASS3/super-not-string", "`String` cannot be extended".to_owned()),
                SuperProblem::Unknown => {
                    let name = resolved.superclass_name(c).map_or("", |name| program.text(name));
                    ("CLASS3/super-known", format!("there is no class `{name}` to extend"))
                }
                SuperProblem::NoClass => ("CLASS3/super-known", "only a class can be extended".to_owned()),
                SuperProblem::Cycle => ("PROG/acyclic", format!("class `{}` inherits from itself", class(c))),
                SuperProblem::Arity | SuperProblem::NoInterface => return None,
            },
            // Of a program that was refused.
            Problem::Supertype { .. } => return None,
            Problem::FieldAgain { again: f, .. } | Problem::FieldInherited { field: f, .. } => {
                let name = program.text(program.fields[f.index()].name);
                ("PROG/fields-once", format!("the class has a field `{name}` already, declared or inherited"))
            }
            Problem::MethodAgain { again, .. } => {
                let name = program.text(program.methods[again as usize].name);
                ("PROG/methods-once", format!("the class has two methods `{name}`"))
            }
        };
        Some(CannotRun::new(Kind::Hierarchy, rule, message, span))
    }
}

/// Returns the errors of classes, then of fields. Errors of methods are reported class by class, behind the header.
pub(crate) fn of_declarations(resolved: &Resolved<'_>) -> Vec<CannotRun> {
    let mut problems = resolved.problems();
    let part = |p: &Problem| match p {
        Problem::ClassAgain { .. } => 0,
        Problem::Superclass { problem: SuperProblem::Cycle, .. } => 2,
        Problem::Superclass { .. } | Problem::Supertype { .. } => 1,
        Problem::FieldAgain { .. } | Problem::FieldInherited { .. } => 3,
        Problem::MethodAgain { .. } => 4,
    };
    problems.retain(|p| part(p) < 4);
    problems.sort_by_key(|p| (part(p), if part(p) == 3 { p.span(resolved) } else { Span::NONE }));
    let mut errors: Vec<CannotRun> = problems.into_iter().filter_map(|p| CannotRun::of(p, resolved)).collect();
    // A field that is declared twice may be inherited as well.
    errors.dedup();
    errors
}

impl std::fmt::Display for CannotRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CannotRun {}
