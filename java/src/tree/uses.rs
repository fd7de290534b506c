//! Uses of names in code, and what is known of each.

use super::body::{Callee, Expression, Kind};
use crate::types::Ty;
use racefree_grammar::Span;
use std::collections::BTreeMap;

/// A use that is resolved to a declaration.
pub const DECLARED: &str = "declared";
/// A use of something that the sources do not declare.
pub const EXTERNAL: &str = "external";

/// Number of uses by sort, of those of what the sources declare or may declare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// Resolved uses.
    pub resolved: usize,
    /// All of them.
    pub all: usize,
}

/// Counts uses by their sort. A name that means nothing may be that of a field.
pub fn count(expressions: &[Expression], counts: &mut BTreeMap<&'static str, Resolved>) {
    let counted = |(sort, known, _): &(&str, &str, Span)| *known != EXTERNAL && *sort != "syntax";
    for (sort, known, _) in expressions.iter().filter_map(use_of).filter(counted) {
        let of = counts.entry(if sort == "names" { "fields" } else { sort }).or_default();
        of.all += 1;
        of.resolved += usize::from(known == DECLARED);
    }
}

/// The sort of a use, what is known of the name, and its place.
pub fn use_of(e: &Expression) -> Option<(&'static str, &'static str, Span)> {
    let known = |ty| if ty == Ty::UNKNOWN { "of an unknown type" } else { EXTERNAL };
    let callee = |callee| match callee {
        Callee::Declared(_) | Callee::Implied(_) => DECLARED,
        Callee::External { owner } => known(owner),
        Callee::Missing { .. } | Callee::Unresolved => "unresolved",
    };
    Some(match &e.kind {
        Kind::Field { .. } => ("fields", DECLARED, e.span),
        Kind::ExternalField { owner, .. } => ("fields", known(*owner), e.span),
        Kind::Unresolved { target: Some(_), .. } => ("fields", "unresolved", e.span),
        Kind::Unresolved { .. } => ("names", "unresolved", e.span),
        Kind::NotUnderstood => ("syntax", "not understood", e.span),
        Kind::Call(call) => ("calls", callee(call.callee), call.name_span),
        Kind::New(new) => ("creations", callee(new.callee), e.span),
        Kind::Reference(reference) => ("references", callee(reference.callee), e.span),
        _ => return None,
    })
}
