//! Sentences about premises and failing fields.

use crate::clauses::Instance;
use racefree_grammar::Program;
use racefree_grammar::span::Span;
use racefree_java_rules::Java;
use racefree_kernel::{PremiseId, System};
use racefree_typeck::rules::{
    exp_assign, exp_fork2, exp_holds, exp_invoke, exp_ref, exp_sync, field, local_class, shareable,
    shareable_final_field, shareable_guarded_field,
};

/// Demand of a premise at a place, in a sentence.
pub fn instance(program: &Program, source: &str, instance: &Instance) -> String {
    let text = shown(instance.span, source);
    match instance.premise {
        exp_ref::GUARD_HELD | exp_assign::GUARD_HELD => format!("the guard of the field must be held for `{text}`"),
        exp_invoke::REQUIRES_HELD => format!("what the method requires must be held for `{text}`"),
        shareable::GUARDED_OR_FINAL => {
            // Fields are in the order of the text.
            let at = program.fields.partition_point(|f| f.span.start < instance.span.start);
            let name = program.fields.get(at).map_or("", |f| program.text(f.name));
            format!("`{name}` must be guarded or final, or its class thread-local")
        }
        shareable_guarded_field::FIELD_TYPE | shareable_final_field::FIELD_TYPE => {
            format!("a shared object must not hold a thread-local one: `{text}`")
        }
        exp_fork2::FV_SHARED => format!("`{text}` is used by a new thread, so its class must be shared"),
        exp_sync::LOCK_FINAL | exp_holds::LOCK_FINAL | field::GUARD_FINAL => {
            format!("the lock `{text}` must be a final expression")
        }
        local_class::OVERRIDE => format!("a thread-local class must not override a shared class's method: `{text}`"),
        premise => {
            let why = Java.book().premise(premise).why.trim_end_matches('.');
            let (first, rest) = why.split_at(why.chars().next().map_or(0, char::len_utf8));
            format!("`{text}`: {}{rest}", first.to_lowercase())
        }
    }
}

/// `RULE/premise`
pub fn name(premise: PremiseId) -> String {
    Java.book().premise_name(premise)
}

fn shown(span: Span, source: &str) -> String {
    let words: Vec<&str> = span.text(source).split_whitespace().collect();
    let text = words.join(" ");
    if text.chars().count() > 60 { format!("{}…", text.chars().take(59).collect::<String>()) } else { text }
}

/// Why a field fails, in a sentence.
pub fn reason(reason: &str) -> &str {
    match reason {
        "read-only" => {
            "read-only: it is not written any more once a second thread uses the object, which no annotation says"
        }
        "one-thread" => "one-thread: each object is used by one thread alone, but its class is shared",
        "handed-over" => "handed-over: the object is passed from thread to thread, its protection changes in time",
        "unnamed-lock" => "unnamed-lock: one lock is always held, but no final path leads to it",
        "other-name" => "other-name: the lock is held under a name that the checker cannot equate with the guard",
        "not-seen" => "not-seen: no run accessed it",
        "no-common-lock" => "no-common-lock: no lock is held at every access",
        other => other,
    }
}

/// Fact that a type system would need to see that a field with this reason is protected.
pub fn would_have_to_know(reason: &str) -> Option<&'static str> {
    Some(match reason {
        "read-only" => {
            "a type system would have to know that the field is not written any more once a second thread uses the object"
        }
        "one-thread" => "a type system would have to know that each object stays with one thread",
        "handed-over" => "a type system would have to know when the object is handed over to another thread",
        "unnamed-lock" => "a type system would have to know which object the lock is, to which no final path leads",
        "other-name" => "a type system would have to know that two names stand for one object",
        _ => return None,
    })
}

/// Lines with code: neither blank nor comment alone.
pub fn lines_of_code(source: &str) -> usize {
    let mut lines: Vec<u32> = Vec::new();
    let index = racefree_grammar::span::LineIndex::new(source);
    for (_, span) in crate::erase::tokens(source, racefree_grammar::ast::Dialect::Base) {
        let line = index.line(span.start);
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    lines.len()
}
