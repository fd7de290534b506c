//! Sentences for errors: what is wrong, what was compared with what, and an edit that would help. They are made from the data of
//! a [`Failure`] alone, when an error is shown.
//!
//! | module | what its sentences are about |
//! | --- | --- |
//! | `classes` | classes, fields, methods, overriding, sharing |
//! | `types` | types, final expressions |
//! | `expressions` | members, values, operators, forks |
//! | `locks` | a lock that is needed and not held |
//!
//! `fixes` makes repairs of the same data, as edits of the source.

mod classes;
mod expressions;
mod fixes;
mod locks;
mod types;

pub(crate) use fixes::Parents;
pub(crate) use locks::NAMED;

use crate::Sentences;
use crate::cx::Cx;
use crate::error::{Asker, At, Cause, TypeError, Warning, Why};
use crate::locks::IdleHolds;
use crate::reading::Failure;
use crate::terms::Bound;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{Expr, ExprId, Program};
use racefree_grammar::fix::{Edit, Fix};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root};
use racefree_grammar::span::Span;
use racefree_kernel::condition::Metavariable;
use racefree_kernel::{PremiseId, report};
use std::rc::Rc;

/// `1 parameter`, `2 parameters`.
fn count(n: usize, of: &str) -> String {
    format!("{n} {of}{}", if n == 1 { "" } else { "s" })
}

/// The candidate that differs from `text` by one or two letters, if there is one; capitals count as small letters.
fn similar<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let most = if text.len() < 4 { 1 } else { 2 };
    let small = text.to_ascii_lowercase();
    candidates
        .filter(|&c| c != text && c.len().abs_diff(text.len()) <= most)
        .take(10_000)
        .map(|c| (strsim::levenshtein(&small, &c.to_ascii_lowercase()), c))
        .filter(|&(d, _)| d <= most)
        .min_by_key(|&(d, _)| d)
        .map(|(_, c)| c)
}

/// Returns true if a text is a word with one letter too many, too few or another, or with two that changed places.
fn misspells(text: &str, word: &str) -> bool {
    text.len() > 2 && strsim::damerau_levenshtein(text, word) <= 1
}

/// Returns true for two ways of writing the same words: `max_speed`, `maxSpeed`.
fn same_words(a: &str, b: &str) -> bool {
    a.replace('_', "").eq_ignore_ascii_case(&b.replace('_', ""))
}

/// A repair that writes a similar name: sure if it is the only one that is misspelt so, capitals and `_` left out.
fn renamed<'a>(text: &str, near: &str, mut others: impl Iterator<Item = &'a str>, fix: Fix) -> Fix {
    let close = |name: &str| misspells(text, name) || same_words(text, name);
    Fix { sure: close(near) && !others.any(|other| other != near && other != text && close(other)), ..fix }
}

impl<'p> Cx<'p, ()> {
    /// An error in words.
    pub(crate) fn type_error(&mut self, failure: &Failure, parents: &Parents) -> TypeError {
        let Failure { premise, span, at, cause } = failure;
        let mut said = self.sentences(*at, cause);
        let mut because: Vec<_> = cause.premise.map(|below| (below, said.message.clone())).into_iter().collect();
        for cause in cause.chain().skip(1) {
            let below = self.sentences(*at, cause);
            match cause.premise {
                Some(premise) => because.push((premise, below.message)),
                None => said.notes.push(below.message),
            }
            said.related.extend(below.related);
            said.notes.extend(below.notes);
            said.help = said.help.or(below.help);
            if said.label.is_empty() {
                said.label = below.label;
            }
        }
        // Without its source a program is judged for the verdict alone.
        let (fixes, origin) = match self.source.is_empty() {
            true => (Vec::new(), None),
            false => {
                let fixes = if self.options.without_repairs { Vec::new() } else { self.fixes(failure, parents) };
                (fixes, self.origin(failure, &said.message, parents))
            }
        };
        TypeError { fixes, origin, because, ..said.into_error(*premise, *span) }
    }

    /// A needless `holds` in words.
    pub(crate) fn warning(&self, idle: IdleHolds) -> Warning {
        let text = self.show_path(idle.lock);
        let why = match idle.anyway {
            true => format!("`{text}` is held here anyway"),
            false => format!("nothing in the rest of the block needs `{text}` to be held"),
        };
        let message = format!("`holds {text}` is needless: {why}");
        let fixes = vec![Fix::new("remove it", vec![self.without_holds(idle.span)])];
        Warning { kind: "needless_holds", span: idle.span, message, idle_holds: idle.anyway, fixes }
    }

    /// Removes a `holds`, with its `;` or the comment that it is in.
    fn without_holds(&self, span: Span) -> Edit {
        let whole = report::with_comment(span, self.program, self.source);
        let end = self.past_semicolon(whole.end).unwrap_or(whole.end);
        Edit::remove(Span::new(whole.start, end), self.source)
    }

    /// Sentences on one cause, without those below it.
    fn sentences(&mut self, at: At, cause: &Cause) -> Sentences {
        let said = self.why(at, &cause.why);
        match cause.asked_by {
            Some(Asker::Subclass) if cause.chain().any(|c| matches!(c.why, Why::NotInScope(Name::THIS))) => said.note(
                "`this` is not in scope in the superclass (D1): the subtyping would be used where `this` is another object",
            ),
            Some(Asker::Member { used, receiver, ty }) => self.type_of_member(said, cause, (used, receiver), ty),
            _ => said,
        }
    }

    fn why(&mut self, at: At, why: &Why) -> Sentences {
        match *why {
            Why::Reported => Sentences::default(),
            Why::Declared(problem) => self.declared(problem),
            Why::BadOverride { class, method, owner, over, ref difference } => {
                self.bad_override((class, method), (owner, over), difference)
            }
            Why::UnknownSuper(ty) => self.unknown_super(ty),
            Why::StringSuper => Sentences::new("`String` cannot be extended"),
            Why::LocalSuper { class, super_ty } => self.local_super(class, super_ty),
            Why::Unguarded(field) => self.unguarded(field),
            Why::LocalField { field, ty } => self.local_field(field, ty),
            Why::OverridesShared { method, owner, over } => self.overrides_shared(method, owner, over),
            Why::NotInScope(name) => self.not_in_scope(at, name),
            Why::NotFresh { name, first } => self.not_fresh(name, first),
            Why::GhostRuns { name, declared } => self.ghost_runs(name, declared),
            Why::OnlyResult => Sentences::new("`void` is only the result type of a method")
                .help("a variable or field needs a type that has values: `int`, `boolean`, or a class"),
            Why::NoClass(name) => self.no_class(name),
            Why::GhostArity { class, given } => self.ghost_arity(class, given),
            Why::GhostNotFinal(path) => {
                Sentences::new(format!("the ghost argument `{}` is not a final expression here", self.show_path(path)))
            }
            Why::GhostType { class, ghost, arg, found, wanted } => self.ghost_type(class, ghost, arg, (found, wanted)),
            Why::NotFinal { path, owner, field } => self.not_final(path, owner, field),
            Why::TypeOfPath(path) => {
                Sentences::new(format!("the type of `{}` is not well formed here", self.show_path(path)))
            }
            Why::Circular(path) => Sentences::new(format!("the type of `{}` depends on itself", self.show_path(path)))
                .note("a derivation is finite: the types of final fields may not mention each other in a circle"),
            Why::NotAPath { path, lock } => self.not_a_path(path, lock),
            Why::LockNotObject { lock, ty } => {
                let (text, ty) = (self.excerpt(lock), self.show(ty));
                Sentences::new(format!("`{text}` is of type `{ty}`, and only objects are locks"))
            }
            Why::NoMembers { receiver, ty, what } => {
                let (text, ty) = (self.excerpt(receiver), self.show(ty));
                Sentences::new(format!("`{text}` is of type `{ty}`, which has no {what}"))
            }
            Why::NoField { class, field } => self.no_field(class, field),
            Why::NoMethod { class, method } => self.no_method(class, method),
            Why::WrongArity { method, name, given } => self.wrong_arity(method, name, given),
            Why::AssignsFinal(field) => self.assigns_final(field),
            Why::WrongType { expr, found, wanted, role } => self.wrong_type(expr, (found, wanted), role),
            Why::GuardNotHeld { access, receiver, found, missing, write } => {
                self.guard_not_held(at, (access, receiver), found, missing, write)
            }
            Why::RequiresNotHeld(ref lacking) => self.call_without(at, lacking),
            Why::NotShared { name, ty, declared, fork } => self.not_shared(name, ty, declared, fork),
            Why::NewString => Sentences::new("`new String` is not possible: strings come from literals and operations")
                .help("write a string literal, such as `\"\"`"),
            Why::Operands { op, left, right } => self.operands(op, left, right),
            Why::Operand { op, wanted, found } => {
                let (wanted, found) = (self.show(wanted), self.show(found));
                Sentences::new(format!("`{}` takes one `{wanted}`, not `{found}`", op.text()))
            }
            Why::Condition { form, expr, ty } => self.condition_is_none(form, expr, ty),
            Why::SideCondition { premise, ref bound } => self.side_condition(premise, bound),
            Why::Of(ref reason) => Rc::clone(reason).sentences(self, at),
            Why::NoValue(e) => Sentences::new(format!("`{}` has no value that could be printed", self.excerpt(e))),
        }
    }

    /// A premise that a variant has of its own does not hold: its sentence, and what it is about here.
    fn side_condition(&mut self, premise: PremiseId, bound: &[(Metavariable, Bound)]) -> Sentences {
        let declared = crate::rules::BOOK.premise(premise);
        let message = match declared.why {
            "" => format!("the variant demands: {}", declared.statement),
            sentence => sentence.trim_end_matches('.').to_owned(),
        };
        let mut stands: Vec<String> = Vec::new();
        for (x, bound) in bound {
            let text = match bound {
                Bound::Nothing => "is not there".to_owned(),
                Bound::Word(there) => if *there { "is declared" } else { "is not declared" }.to_owned(),
                Bound::Lock(l) => format!("is `{}`", self.show_path(*l)),
                Bound::Type(t) => format!("is `{}`", self.show(*t)),
                Bound::Expression(e) => format!("is `{}`", self.excerpt(*e)),
                Bound::Variable(name) => format!("is `{}`", self.name(*name)),
                Bound::Locks(ls) if ls.is_empty() => "is empty".to_owned(),
                Bound::Locks(ls) => {
                    let ls: Vec<String> = ls.iter().take(NAMED).map(|l| self.show_path(*l)).collect();
                    format!("is {{{}}}", ls.join(", "))
                }
            };
            stands.push(format!("{} {text}", x.written));
        }
        let said = Sentences::new(message).label(format!("{} does not hold", declared.name));
        let said = said.note(format!("a premise of the variant: {}", declared.statement));
        if stands.is_empty() { said } else { said.note(format!("here {}", stands.join(", "))) }
    }

    // Names of things.

    /// Place where the class of a type is declared.
    fn class_span(&self, ty: Ty) -> Span {
        self.types.class_of(ty).and_then(|c| self.classes.decl(c)).map_or(Span::NONE, |c| c.name_span)
    }

    /// The name of a class.
    pub fn class_name(&self, class: ClassId) -> &'p str {
        self.name(self.classes.get(class).name)
    }

    /// The class with a name that is similar to this text.
    fn similar_class(&self, text: &str) -> Option<&'p str> {
        similar(text, self.program.classes.iter().map(|c| self.name(c.name)))
    }

    /// The text of a lock expression.
    pub fn show_path(&self, path: Path) -> String {
        self.types.paths.text(path, self.program, self.source)
    }

    /// The expression that a path starts with, if that is no variable.
    fn code_in(&self, path: Path) -> Option<ExprId> {
        match self.types.paths.root(path) {
            Root::Expr(e) => Some(e),
            Root::Var(_) | Root::Open(_) => None,
        }
    }

    /// Returns true for a variable.
    fn is_variable(&self, e: ExprId) -> bool {
        matches!(self.program.expr(e), Expr::Var(_))
    }

    /// The source text of an expression, on one line and not too long.
    pub fn excerpt(&self, e: ExprId) -> String {
        self.excerpt_at(self.program.span(e))
    }

    /// That of what is at a place.
    pub fn excerpt_at(&self, place: Span) -> String {
        let text = place.text(self.source);
        let mut out = String::new();
        for word in text.split_whitespace() {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(word);
            if out.len() > 60 {
                let cut = (0..=57).rev().find(|&i| out.is_char_boundary(i)).unwrap_or(0);
                out.truncate(cut);
                out.push('…');
                break;
            }
        }
        out
    }
}

/// Warnings about forks of a value: a thread evaluates its expression, and a variable, a field or a new object does nothing.
pub(crate) fn idle_forks(program: &Program) -> Vec<Warning> {
    let has_run = program.methods.iter().any(|m| program.text(m.name) == "run" && m.params.is_empty());
    let idle = |e: &Expr| match *e {
        Expr::Fork(body) => {
            matches!(program.expr(body), Expr::Var(_) | Expr::Field { .. } | Expr::New(_)).then_some(body)
        }
        _ => None,
    };
    let warning = |body: ExprId| {
        let span = program.span(body);
        let (what, call) = match program.expr(body) {
            Expr::Var(x) => (format!("`{}`", program.text(x)), format!("`fork {{ {}.run() }}`", program.text(x))),
            _ => ("it".to_owned(), "its `run()`".to_owned()),
        };
        let title = format!("call its method: {call}");
        let mut message = format!("this thread does nothing: a fork evaluates its expression, and {what} is a value");
        if has_run {
            message.push_str(&format!(". Is {call} meant?"));
        }
        let run = Fix::guess(title, vec![Edit::insert(span.end, ".run()")]);
        Warning {
            kind: "idle_fork",
            span,
            message,
            idle_holds: false,
            fixes: has_run.then_some(run).into_iter().collect(),
        }
    };
    program.exprs.iter().filter_map(idle).map(warning).collect()
}
