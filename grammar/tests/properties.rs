//! Properties of the printer and the parser, over syntax trees of every form.

use crate::open::{FORMS, forms, programs, programs_in};
use proptest::prelude::*;
use racefree_grammar::ast::{Dialect, Expr, Program};
use racefree_grammar::printer;
use racefree_grammar::span::LineIndex;
use racefree_grammar::token::Token;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use crate::common;
use crate::noise;
use common::{cases, report, runner};
use noise::noise;

fn parsed(source: &str) -> Result<Program, TestCaseError> {
    racefree_grammar::parse(source).map_err(|e| TestCaseError::fail(format!("does not parse: {e:?}\n{source}")))
}

#[test]
fn what_is_printed_parses_to_the_same_syntax() {
    let seen: RefCell<BTreeMap<&str, usize>> = RefCell::default();
    let checked = Cell::new(0);
    let result = runner().run(&programs(), |program| {
        let text = printer::print(&program);
        let again = parsed(&text)?;
        prop_assert!(program.same_syntax(&again), "printed as\n{text}\nwhich is\n{}", printer::print(&again));
        prop_assert!(again.same_syntax(&program));
        let formatted = printer::format(&text).map_err(|e| TestCaseError::fail(format!("{e:?}")))?;
        prop_assert_eq!(&formatted, &text, "what is printed is in the canonical layout");
        for (form, n) in forms(&program) {
            *seen.borrow_mut().entry(form).or_default() += n;
        }
        checked.set(checked.get() + 1);
        Ok(())
    });
    report(result);
    assert!(checked.get() >= cases(), "those that failed once are tried as well");
    for (form, _) in FORMS {
        assert!(seen.borrow()[form] >= 5, "the form `{form}` was hardly exercised: {:?}", seen.borrow());
    }
}

#[test]
fn the_dialect_of_owners_is_printed_and_parsed_alike() {
    let (moves, qualified) = (Cell::new(0), Cell::new(0));
    let result = runner().run(&programs_in(Dialect::Owners), |program| {
        let text = format!("//! system: owners\n{}", printer::print(&program));
        let again = parsed(&text)?;
        prop_assert!(program.same_syntax(&again), "printed as\n{text}\nwhich is\n{}", printer::print(&again));
        let formatted = printer::format(&text).map_err(|e| TestCaseError::fail(format!("{e:?}")))?;
        prop_assert_eq!(&printer::format(&formatted).ok(), &Some(formatted.clone()), "{}", &text);
        prop_assert!(parsed(&formatted)?.same_syntax(&program), "{text}\nis formatted as\n{formatted}");
        let count = |has: fn(&Expr) -> bool| program.exprs.iter().filter(|e| has(e)).count();
        moves.set(moves.get() + count(|e| matches!(e, Expr::Move(_))));
        qualified.set(qualified.get() + count(|e| matches!(e, Expr::Qualified { .. })));
        Ok(())
    });
    report(result);
    assert!(moves.get() > 20 && qualified.get() > 20, "{} moves, {} f$p", moves.get(), qualified.get());
}

/// What a formatter must not lose, read off a source.
#[derive(Debug, PartialEq)]
struct Kept {
    comments: Vec<String>,
    /// Every token that the printer neither adds nor leaves out, whether it is in an annotation comment, and what is
    /// silenced on its line.
    tokens: Vec<(String, bool, Option<Vec<String>>)>,
}

fn kept(source: &str) -> Result<Kept, TestCaseError> {
    let options = racefree_grammar::Options { comments: true, ..Default::default() };
    let program = racefree_grammar::parse_with(source, options)
        .map_err(|e| TestCaseError::fail(format!("does not parse: {e:?}\n{source}")))?;
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let comments = program.comments.iter().map(|span| words(span.text(source))).collect();
    let lines = LineIndex::new(source);
    let lexer = racefree_grammar::lexer::Lexer::new(source, Default::default());
    let mut tokens = Vec::new();
    for (start, token, end) in lexer {
        use Token::*;
        if matches!(token, Semi | AutoSemi | OpenBrace | CloseBrace | OpenParen | CloseParen) {
            continue;
        }
        let annotated = program.annotations.iter().any(|a| a.start <= start && end <= a.end);
        let mut silenced: Option<Vec<String>> = None;
        for no_warn in program.no_warns.iter().filter(|n| lines.line(n.span.start) == lines.line(start)) {
            let kinds = silenced.get_or_insert_default();
            kinds.extend(no_warn.kinds.iter().cloned());
            if no_warn.kinds.is_empty() {
                kinds.push("*".to_owned());
            }
        }
        let text = match token {
            Text(name) => racefree_grammar::token::quoted(program.text(name)),
            Number(n) => n.to_string(),
            _ => source[start as usize..end as usize].to_owned(),
        };
        tokens.push((text, annotated, silenced));
    }
    Ok(Kept { comments, tokens })
}

#[test]
fn formatting_keeps_the_syntax_the_comments_and_the_annotations() {
    let (checked, comments, annotated, silenced) = (Cell::new(0u32), Cell::new(0), Cell::new(0), Cell::new(0));
    let strategy = (programs(), prop::collection::vec(any::<u8>(), 0..900));
    let result = runner().run(&strategy, |(program, choices)| {
        let source = noise(&printer::print(&program), &choices);
        // A few annotation comments change what a `;` may be left out after; those sources are others.
        let Ok(again) = racefree_grammar::parse(&source) else { return Ok(()) };
        if !again.same_syntax(&program) {
            return Ok(());
        }
        let formatted = printer::format(&source).map_err(|e| TestCaseError::fail(format!("{e:?}\n{source}")))?;
        prop_assert!(parsed(&formatted)?.same_syntax(&program), "{source}\nis formatted as\n{formatted}");
        let twice = printer::format(&formatted).map_err(|e| TestCaseError::fail(format!("{e:?}\n{formatted}")))?;
        prop_assert_eq!(&twice, &formatted, "not idempotent:\n{}\n", source);
        let (before, after) = (kept(&source)?, kept(&formatted)?);
        prop_assert_eq!(&before.comments, &after.comments, "{}\nis formatted as\n{}", source, formatted);
        prop_assert_eq!(before.tokens.len(), after.tokens.len());
        for (a, b) in before.tokens.iter().zip(&after.tokens) {
            prop_assert_eq!((&a.0, a.1), (&b.0, b.1), "{}\nis formatted as\n{}", source, formatted);
            for kind in a.2.iter().flatten() {
                let still = b.2.as_ref().is_some_and(|kinds| kinds.contains(kind) || kinds.contains(&"*".to_owned()));
                prop_assert!(still, "`{}` is no longer silenced\n{source}\nis formatted as\n{formatted}", a.0);
            }
        }
        checked.set(checked.get() + 1);
        comments.set(comments.get() + before.comments.len());
        annotated.set(annotated.get() + before.tokens.iter().filter(|t| t.1).count());
        silenced.set(silenced.get() + before.tokens.iter().filter(|t| t.2.is_some()).count());
        Ok(())
    });
    report(result);
    assert!(checked.get() > cases() / 3 * 2, "only {} sources were checked", checked.get());
    assert!(comments.get() > 2 * cases() as usize, "only {} comments", comments.get());
    assert!(annotated.get() > cases() as usize, "only {} annotated tokens", annotated.get());
    assert!(silenced.get() > cases() as usize, "only {} silenced tokens", silenced.get());
}
