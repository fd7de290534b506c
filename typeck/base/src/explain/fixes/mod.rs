//! Repairs of type errors as edits of the source, made from the same data as the sentences. They are proposals, the likeliest first;
//! what is shown of them is decided where they can be tried out.
//!
//! | module | what its repairs change |
//! | --- | --- |
//! | `locks` | what is held: `synchronized`, `requires`, one name for one object |
//! | `names` | variables and classes that are not there |
//! | `members` | fields and methods that are not there, and arguments |
//! | `declarations` | modifiers and clauses of classes, fields and methods |
//! | `values` | types that do not agree |
//! | `syntax` | where things are in the source |

mod declarations;
mod locks;
mod members;
mod names;
mod syntax;
mod values;

use crate::cx::Cx;
use crate::error::{Cause, Lacking, Why};
use crate::reading::Failure;
use racefree_grammar::ast::Expr;
use racefree_grammar::ast::ExprId;
use racefree_grammar::fix::Fix;
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;

pub(crate) use racefree_grammar::parents::Parents;
use racefree_kernel::report::Origin;

/// Maximum number of repairs proposed for an error.
const MOST: usize = 24;

/// True if proposing repairs scans the program. For the common errors, about locks, it does not.
fn searches(why: &Why) -> bool {
    match why {
        Why::GuardNotHeld { .. } | Why::RequiresNotHeld(_) | Why::Unguarded(_) | Why::Reported => false,
        Why::Of(reason) => reason.lacks().is_none(),
        _ => true,
    }
}

impl Cx<'_, ()> {
    /// Repairs of an error.
    pub(super) fn fixes(&mut self, failure: &Failure, parents: &Parents) -> Vec<Fix> {
        let mut fixes = Vec::new();
        // Deeper causes are more exact.
        let chain: Vec<&Cause> = failure.cause.chain().collect();
        for cause in chain.into_iter().rev() {
            self.fixes_of(failure, &cause.why, parents, &mut fixes);
        }
        let mut seen: Vec<Vec<racefree_grammar::Edit>> = Vec::new();
        fixes.retain(|fix: &Fix| {
            let new = !fix.edits.is_empty() && !seen.contains(&fix.edits);
            seen.push(fix.edits.clone());
            new
        });
        fixes.truncate(MOST);
        fixes
    }

    fn fixes_of(&mut self, failure: &Failure, why: &Why, parents: &Parents, fixes: &mut Vec<Fix>) {
        let (at, span) = (failure.at, failure.span);
        if searches(why) && !parents.may_search() {
            return;
        }
        match *why {
            Why::Reported
            | Why::Circular(_)
            | Why::GhostNotFinal(_)
            | Why::NoMembers { .. }
            | Why::SideCondition { .. } => {}
            Why::GuardNotHeld { access, missing, .. } => {
                self.hold(at, access, &[missing.lock], missing, parents, fixes);
            }
            Why::Of(ref reason) => {
                if let Some((needed, locks, missing)) = reason.lacks() {
                    self.hold(at, needed, &locks, missing, parents, fixes);
                }
            }
            Why::TypeOfPath(path) => self.bind_receiver(failure, path, parents, fixes),
            Why::Declared(problem) => self.fix_declared(problem, fixes),
            Why::BadOverride { method, over, ref difference, .. } => {
                self.fix_override(method, over, difference, fixes);
            }
            Why::UnknownSuper(ty) => self.fix_unknown_super(ty, fixes),
            Why::StringSuper => self.drop_super(span, fixes),
            Why::LocalSuper { class, super_ty } => self.fix_local_super(class, super_ty, fixes),
            Why::Unguarded(field) => self.fix_unguarded(field, parents, fixes),
            Why::LocalField { field, ty } => self.fix_local_field(field, ty, fixes),
            Why::OverridesShared { method, owner, .. } => self.fix_overrides_shared(method, owner, fixes),
            Why::NotInScope(name) => self.fix_not_in_scope(failure, name, fixes),
            Why::NotFresh { name, .. } => self.fix_not_fresh(span, name, fixes),
            Why::GhostRuns { name, .. } => self.fix_ghost_runs(at, span, name, parents, fixes),
            Why::OnlyResult => self.fix_only_result(span, fixes),
            Why::NoClass(name) => self.fix_no_class(span, name, fixes),
            Why::GhostArity { class, .. } | Why::GhostType { class, .. } => {
                self.fix_ghost_arguments(at, span, class, fixes);
            }
            Why::NotFinal { path, owner, field } => self.fix_not_final(failure, (path, owner, field), parents, fixes),
            Why::NotAPath { path, lock } => match lock {
                Some(lock) => self.bind_lock(lock, parents, fixes),
                None => self.bind_receiver(failure, path, parents, fixes),
            },
            Why::LockNotObject { lock, .. } => self.lock_the_object(lock, parents, fixes),
            Why::NoField { class, field } => self.fix_no_field(span, class, field, fixes),
            Why::NoMethod { class, method } => self.fix_no_method(span, class, method, fixes),
            Why::WrongArity { method, .. } => self.fix_arity(span, method, fixes),
            Why::AssignsFinal(field) => self.fix_assigns_final(field, fixes),
            Why::WrongType { expr, found, wanted, role } => {
                self.fix_wrong_type(failure, expr, (found, wanted), role, parents, fixes);
            }
            Why::RequiresNotHeld(Lacking { call, ref locks, missing, .. }) => {
                self.hold(at, call, locks, missing, parents, fixes);
            }
            Why::NotShared { ty, fork, name, .. } => self.fix_not_shared(ty, fork, name, parents, fixes),
            Why::NewString => {
                fixes.push(Fix::new(
                    "strings are literals: write the empty one, `\"\"`",
                    vec![self.replaced(span, "\"\"")],
                ));
            }
            Why::Operands { op, left, right } => self.fix_operands(span, op, (left, right), parents, fixes),
            Why::Operand { found, .. } => self.fix_operand(span, found, fixes),
            Why::Condition { expr, ty, .. } => self.fix_condition(expr, ty, fixes),
            Why::NoValue(e) => {
                let here = self.program.span(e);
                if let Some(print) = parents.of(e).filter(|&p| matches!(self.program.expr(p), Expr::Print(_))) {
                    let gone = Span::new(self.program.span(print).start, here.start);
                    fixes.push(Fix::new("write it without `print`", vec![self.replaced(gone, "")]));
                }
            }
        }
    }

    fn place_of_statement(&self, parents: &Parents, e: ExprId) -> Span {
        self.program.span(parents.statement(self.program, e))
    }

    fn listed(&self, locks: &[Path]) -> String {
        locks.iter().map(|&l| self.show_path(l)).collect::<Vec<_>>().join(", ")
    }

    /// Origin of an error, if other errors can have the same.
    pub(super) fn origin(&mut self, failure: &Failure, message: &str, parents: &Parents) -> Option<Origin> {
        let origin = |span: Span, what: &str| Some(Origin { span, what: what.to_owned() });
        for cause in failure.cause.chain() {
            match cause.why {
                // A field that is meant to be a lock, and can be assigned.
                Why::NotFinal { field, .. } | Why::Unguarded(field) => {
                    return origin(self.program.fields[field as usize].span, "open");
                }
                Why::GuardNotHeld { access, missing, .. } => {
                    return origin(self.place_of_statement(parents, access), &self.show_path(missing.lock));
                }
                Why::RequiresNotHeld(Lacking { call, ref locks, .. }) => {
                    return origin(self.place_of_statement(parents, call), &self.listed(locks));
                }
                Why::Of(ref reason) => {
                    if let Some((needed, locks, _)) = reason.lacks() {
                        return origin(self.place_of_statement(parents, needed), &self.listed(&locks));
                    }
                }
                _ => {}
            }
        }
        // A type that is written twice in a let.
        let of_type = |why: &Why| {
            matches!(
                why,
                Why::NoClass(_)
                    | Why::GhostArity { .. }
                    | Why::GhostType { .. }
                    | Why::NotInScope(_)
                    | Why::NotAPath { .. }
            )
        };
        if !failure.cause.chain().any(|cause| of_type(&cause.why)) {
            return None;
        }
        let whole = self.let_with_type(failure.span)?;
        origin(self.program.span(whole), message)
    }
}
