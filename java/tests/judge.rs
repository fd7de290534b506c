//! Java source, elaborated and judged by the base system.

use racefree_grammar::Span;
use racefree_java::Java;
use racefree_java::elaborate::{Elaborated, Options, elaborate};
use racefree_java::sources::Sources;
use racefree_java::tree::Origin;
use racefree_kernel::Options as Rules;
use racefree_systems::{BASE, premise_name};

/// An error: `RULE/premise`, and its place in the text of the run.
pub(crate) type Found = (String, Span);

/// An error with its message, by which two at one place are told apart.
type Said = (String, Span, String);

/// What is known of a source.
pub(crate) struct Judged {
    pub(crate) elaborated: Elaborated,
    pub(crate) found: Vec<Found>,
}

/// Reads and elaborates files, each with its origin.
pub(crate) fn elaborated(files: &[(&str, &[u8], Origin)], options: Options) -> (Java, Elaborated) {
    let mut sources = Sources::default();
    for (name, bytes, origin) in files {
        sources.add((*name).to_owned(), bytes, *origin).expect("short");
    }
    for (name, text) in racefree_java::world::STUBS {
        sources.add((*name).to_owned(), text.as_bytes(), Origin::Stub).expect("short");
    }
    let mut java = Java::read(sources, None, 1);
    let elaborated = elaborate(&mut java, options);
    (java, elaborated)
}

/// Judges a file.
pub(crate) fn judge(source: &str, options: Options, rules: &Rules) -> Judged {
    judge_all(&[("Test.java", source.as_bytes(), Origin::Source)], options, rules)
}

/// Judges files.
pub(crate) fn judge_all(files: &[(&str, &[u8], Origin)], options: Options, rules: &Rules) -> Judged {
    let (java, elaborated) = elaborated(files, options);
    let text = java.sources.text();
    let report = BASE.check(&elaborated.program, text, rules);
    // Late final fields are an assumption, and arrays that nobody writes are shared.
    let is_table = |e: &racefree_kernel::TypeError| {
        e.premise == racefree_typeck::rules::shareable_final_field::FIELD_TYPE
            && elaborated.tables.contains(&e.span.start)
    };
    let errors = report
        .errors
        .iter()
        .flat_map(|e| e.all())
        .filter(|e| e.premise != racefree_java_rules::rules::exp_assign::EARLY && !is_table(e));
    let of_rules = errors.map(|e| (premise_name(e.premise), e.span, e.message.clone()));
    let own = elaborated.problems.iter().map(|p| (p.premise.to_owned(), p.span, p.message.clone()));
    let silenced = |found: &Said| elaborated.is_suppressed(&found.0, found.1);
    // An initialiser is part of each constructor: what is wrong with it is said once.
    let mut said: Vec<Said> = of_rules.chain(own).filter(|f| !silenced(f)).collect();
    said.sort_by_key(|(premise, span, message)| (span.start, span.end, premise.clone(), message.clone()));
    said.dedup();
    let found = said
        .into_iter()
        .map(|(premise, span, _)| {
            let at = elaborated.place(&premise, span);
            (premise, at)
        })
        .collect();
    Judged { elaborated, found }
}
