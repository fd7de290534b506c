//! What is read by recursive descent is what the grammar reads: the same sources, and the same tables of the same programs.

use crate::common::{report, runner};
use crate::fuzz::{changed, changes, corpus};
use crate::noise::noise;
use proptest::prelude::*;
use proptest::sample::select;
use racefree_grammar::arbitrary::programs_in;
use racefree_grammar::ast::{Dialect, Program};
use racefree_grammar::parser::parse_by_grammar;
use racefree_grammar::{Options, parse_with, printer};
use std::cell::Cell;

/// All tables of a program, as text.
fn tables(program: &Program) -> String {
    let Program { classes, fields, methods, params, ghosts, formals, exprs, spans, lists, types, atoms, .. } = program;
    let Program { main, no_warns, annotations, .. } = program;
    let declared = format!("{classes:?}\n{fields:?}\n{methods:?}\n{params:?}\n{ghosts:?}\n{formals:?}\n{atoms:?}");
    format!("{declared}\n{exprs:?}\n{spans:?}\n{lists:?}\n{types:?}\n{main:?}\n{no_warns:?}\n{annotations:?}")
}

/// Parses a source in both ways; whether it is a program.
fn both(source: &str, dialect: Dialect) -> Result<bool, TestCaseError> {
    let options = Options { dialect: Some(dialect), ..Options::default() };
    match (parse_with(source, options), parse_by_grammar(source, options)) {
        (Ok(fast), Ok(defined)) => {
            prop_assert_eq!(tables(&fast), tables(&defined), "{}", source);
            Ok(true)
        }
        (Err(fast), Err(defined)) => {
            prop_assert_eq!(fast, defined, "{}", source);
            Ok(false)
        }
        (fast, defined) => {
            let why = format!("{:?} but by the grammar {:?}\n{source}", fast.err(), defined.err());
            Err(TestCaseError::fail(why))
        }
    }
}

#[test]
fn the_corpus_is_read_alike() {
    let sources = corpus();
    let accepted = sources.iter().filter(|s| both(s, Dialect::of(s)).unwrap_or_else(|e| panic!("{e}"))).count();
    assert!(accepted > sources.len() / 2, "{accepted} of {}", sources.len());
}

#[test]
fn changed_sources_are_read_alike() {
    let [accepted, refused] = [Cell::new(0), Cell::new(0)];
    let strategy = (select(corpus()), changes());
    let result = runner().run(&strategy, |(source, changes)| {
        let count = if both(&changed(&source, &changes), Dialect::of(&source))? { &accepted } else { &refused };
        count.set(count.get() + 1);
        Ok(())
    });
    report(result);
    assert!(accepted.get() > 20 && refused.get() > 100, "{accepted:?} {refused:?}");
}

#[test]
fn changed_trees_of_both_dialects_are_read_alike() {
    for dialect in [Dialect::Base, Dialect::Owners] {
        let strategy = (programs_in(dialect), prop::collection::vec(any::<u8>(), 0..60), changes());
        let result = runner().run(&strategy, |(program, choices, changes)| {
            let text = noise(&printer::print(&program), &choices);
            both(&text, dialect)?;
            both(&changed(&text, &changes), dialect).map(|_| ())
        });
        report(result);
    }
}

#[test]
fn what_nests_deeply_is_read_alike() {
    for depth in [100, 20_000, 70_000, 260_000] {
        for (open, inside, close) in [
            ("(", "1", ")"),
            ("!", "true", ""),
            ("let int x = 1 in ", "x", ""),
            ("- ", "x", ""),
            ("1 + ", "1", ""),
            ("", "x", ".f"),
        ] {
            let source = format!("{}{inside}{}", open.repeat(depth), close.repeat(depth));
            both(&source, Dialect::Base).unwrap_or_else(|e| panic!("{open}: {}", &e.to_string()[..200]));
        }
    }
}
