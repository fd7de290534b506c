//! Premises split into parts, by the error in the type or the lock that a premise is about.

use crate::variant::{self, Part, Variant};
use racefree_grammar::ast::Dialect;
use racefree_kernel::System;

/// The premises that ask whether a type or a lock is well formed.
const SPLIT: [&str; 17] = [
    "CLASS3/ghost-type",
    "CLASS3/super-type",
    "LOCAL CLASS/ghost-type",
    "LOCAL CLASS/super-type",
    "ENV X/type",
    "ENV GHOST/type",
    "TYPE C/arg-final",
    "FIELD/type",
    "FIELD/guard-final",
    "METHOD/return-type",
    "METHOD/requires-final",
    "EXP NEW/type",
    "EXP REF/type",
    "EXP ASSIGN/type",
    "EXP INVOKE/args",
    "EXP INVOKE/type",
    "EXP SYNC/lock-final",
];

/// Every part of every premise that can be split.
pub fn parts(system: &dyn System) -> Vec<Variant> {
    let mut parts = Vec::new();
    if !system.has_annotations() || system.dialect() != Dialect::Base {
        // Without locks in types there is one reason for an ill-formed type; and errors about owners have no parts.
        return parts;
    }
    for premise in SPLIT.iter().filter_map(|name| variant::premise(system, name).ok()) {
        for &part in Part::ALL {
            parts.push(Variant::of_premises(&[premise]).part(part));
        }
    }
    parts
}
