//! Errors that become assumptions: what Java promises, and what is known of its threads, is more than the rules can see.

use super::handed::{Handed, VALUES, has_elements_of_one_thread, is_of_one_thread};
use super::shown::shows_filled_objects;
use racefree_grammar::Span;
use racefree_java::Java;
use racefree_java::elaborate::Elaborated;
use racefree_java::world::Assumed;
use racefree_java_rules::rules::exp_assign::EARLY;
use racefree_java_rules::rules::shareable_volatile_field;
use racefree_kernel::{Report, TypeError};
use racefree_typeck::rules::{exp_assign, exp_fork2, exp_invoke, exp_ref, shareable, shareable_final_field};

/// Takes errors of the premise `early` as assumptions. Java assigns a final field once, so it never names two locks; and every
/// constructor that uses `this` before it has set them all would have one. A table that nobody writes is shared, though its type is one that only
/// one thread has.
pub(super) fn trust(report: &mut Report, java: &Java, elaborated: &mut Elaborated) {
    let late = report.errors.extract_if(.., |error| error.premise == EARLY);
    late.for_each(|error| elaborated.assumptions.add(Assumed::FinalLate, error.span));
    let lacks_lock = |error: &TypeError| {
        [exp_ref::GUARD_HELD, exp_assign::GUARD_HELD, exp_invoke::REQUIRES_HELD].contains(&error.premise)
    };
    let alone = report.errors.extract_if(.., |error| lacks_lock(error) && elaborated.is_alone(error.span));
    let alone: Vec<Span> = alone.map(|error| error.span).collect();
    alone.into_iter().for_each(|span| elaborated.assumptions.add(Assumed::Alone, span));
    let is_ordered = |error: &TypeError| {
        let mut of = elaborated.ordered.iter().filter(|of| of.within.contains(error.span));
        of.any(|of| of.held.iter().any(|lock| error.message.starts_with(&format!("`{lock}` must be held"))))
    };
    let ordered = report.errors.extract_if(.., |error| lacks_lock(error) && is_ordered(error));
    let ordered: Vec<Span> = ordered.map(|error| error.span).collect();
    ordered.into_iter().for_each(|span| elaborated.assumptions.add(Assumed::OrderedLocks, span));
    let threads = Handed::new(elaborated);
    let text = java.sources.text();
    let handed = report.errors.extract_if(.., |error| {
        error.premise == shareable::GUARDED_OR_FINAL && is_of_one_thread(&threads, text, error.span)
    });
    let mut apart: Vec<Span> = handed.map(|error| error.span).collect();
    let is_table = |error: &TypeError| {
        error.premise == shareable_final_field::FIELD_TYPE && elaborated.tables.contains(&error.span.start)
    };
    report.errors.retain(|error| !is_table(error));
    let of_tasks = report.errors.extract_if(.., |error| {
        // The error about another thing that a class in code captures stands at the same place.
        [exp_fork2::FV_SHARED, shareable_final_field::FIELD_TYPE].contains(&error.premise)
            && elaborated.apart.contains(&error.span.start)
            && error.message.ends_with("[]`")
    });
    apart.extend(of_tasks.map(|error| error.span));
    let own = report.errors.extract_if(.., |error| {
        let of_values = VALUES.iter().any(|ty| error.message.contains(&format!("`{ty}[]`")));
        [exp_fork2::FV_SHARED, shareable_final_field::FIELD_TYPE].contains(&error.premise)
            && of_values
            && has_elements_of_one_thread(&threads, text, error.span)
    });
    apart.extend(own.map(|error| error.span));
    let shown = report.errors.extract_if(.., |error| {
        [shareable_final_field::FIELD_TYPE, shareable_volatile_field::FIELD_TYPE].contains(&error.premise)
            && shows_filled_objects(elaborated, text, error.span)
    });
    apart.extend(shown.map(|error| error.span));
    apart.into_iter().for_each(|span| elaborated.assumptions.add(Assumed::Alone, span));
}
