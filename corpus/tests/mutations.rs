//! Programs that are nearly right: the corpus with a few tokens dropped, doubled, swapped or taken from elsewhere. Nothing
//! may panic, whatever stands there, and the silent checker must find what the one that keeps the derivation finds.

use proptest::prelude::*;
use proptest::test_runner::{Config, FileFailurePersistence, TestRunner};
use racefree_corpus::{plain_entries, program_text};
use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::Extras;
use racefree_java_rules::{check, derive};
use racefree_typeck::Options;
use std::cell::Cell;

/// The tokens of a program as texts.
fn tokens(source: &str) -> Vec<&str> {
    let spans: Vec<_> = Lexer::new(source, Extras::default()).collect();
    spans.into_iter().map(|(start, _, end)| &source[start as usize..end as usize]).filter(|t| !t.is_empty()).collect()
}

#[derive(Clone, Debug)]
enum Edit {
    Drop(usize),
    Double(usize),
    Swap(usize, usize),
    Take(usize, usize, usize),
    /// Puts one name of the program in the place of another.
    Rename(usize, usize),
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic())
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = 0..1_000_000usize;
    prop_oneof![
        5 => (at.clone(), at.clone()).prop_map(|(i, j)| Edit::Rename(i, j)),
        1 => at.clone().prop_map(Edit::Drop),
        1 => at.clone().prop_map(Edit::Double),
        1 => (at.clone(), at.clone()).prop_map(|(i, j)| Edit::Swap(i, j)),
        1 => (at.clone(), at.clone(), at).prop_map(|(i, j, k)| Edit::Take(i, j, k)),
    ]
}

#[test]
fn a_mutated_program_gets_a_verdict_and_its_derivation_the_same() {
    let programs: Vec<Vec<&str>> = plain_entries().iter().map(|e| tokens(program_text(e.source))).collect();
    let programs: Vec<_> = programs.into_iter().filter(|p| p.len() > 3).collect();
    let (parsed, rejected) = (Cell::new(0u32), Cell::new(0u32));
    let cases = std::env::var("RACEFREE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(8_000);
    // What fails is kept here, and tried first the next time.
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/proptest-regressions/mutations.txt");
    let kept = Some(Box::new(FileFailurePersistence::Direct(kept)) as _);
    let mut runner = TestRunner::new(Config { cases, failure_persistence: kept, ..Config::default() });
    let strategy = (0..programs.len(), prop::collection::vec(edit(), 1..3));
    let outcome = runner.run(&strategy, |(which, edits)| {
        let mut program = programs[which].clone();
        for edit in edits {
            let n = program.len();
            if n < 2 {
                break;
            }
            match edit {
                Edit::Drop(i) => {
                    program.remove(i % n);
                }
                Edit::Double(i) => program.insert(i % n, program[i % n]),
                Edit::Swap(i, j) => program.swap(i % n, j % n),
                Edit::Rename(i, j) => {
                    let names: Vec<usize> = (0..n).filter(|&i| is_name(program[i])).collect();
                    if !names.is_empty() {
                        program[names[i % names.len()]] = program[names[j % names.len()]];
                    }
                }
                Edit::Take(i, j, k) => {
                    let other = &programs[j % programs.len()];
                    program[i % n] = other[k % other.len()];
                }
            }
        }
        let source = program.join(" ");
        match racefree_grammar::parse(&source) {
            Err(errors) => prop_assert!(!errors.is_empty()),
            Ok(program) => {
                parsed.set(parsed.get() + 1);
                let options = Options::default();
                let silent = check(&program, &source, &options);
                let (loud, cx) = derive(&program, &source, &options);
                prop_assert_eq!(&silent.errors, &loud.errors);
                prop_assert_eq!(&silent.warnings, &loud.warnings);
                let tree = cx.heard;
                let holds = tree.root().is_some_and(|root| tree.node(root).holds);
                prop_assert_eq!(holds, silent.errors.is_empty() && silent.silenced.is_empty(), "{}", source);
                rejected.set(rejected.get() + u32::from(!silent.is_ok()));
            }
        }
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
    assert!(parsed.get() * 10 > cases, "only {} of {cases} mutated programs parsed", parsed.get());
    assert!(rejected.get() * 4 > parsed.get(), "only {} of {} were rejected", rejected.get(), parsed.get());
}
