//! Edits composed do what they do one after the other.

use crate::common::{report, runner};
use proptest::prelude::*;
use racefree_grammar::Span;
use racefree_grammar::fix::{Edit, apply, compose};
use std::cell::Cell;

fn edit(start: u32, end: u32, text: &str) -> Edit {
    Edit { span: Span::new(start, end), text: text.to_owned() }
}

#[test]
fn many_edits_are_composed() {
    let source = "ab".repeat(500);
    let first: Vec<Edit> = (0..500).map(|i| edit(2 * i, 2 * i + 1, "xyz")).collect();
    let middle = apply(&source, &first).unwrap();
    let second: Vec<Edit> = (0..500).map(|i| edit(4 * i + 1, 4 * i + 2, "")).collect();
    let both = compose(&first, &second).unwrap();
    assert!(both.len() <= 1_000, "{}", both.len());
    assert_eq!(apply(&source, &both), apply(&middle, &second));
}

#[test]
fn composed_edits_do_what_the_two_do_one_after_the_other() {
    let source = "abcdefghij";
    let firsts = [
        vec![],
        vec![edit(2, 4, "XYZ")],
        vec![edit(0, 0, "<<"), edit(5, 7, "")],
        vec![edit(3, 3, "ins"), edit(8, 10, "end")],
        vec![edit(1, 2, ""), edit(2, 3, "QQ"), edit(9, 9, "!")],
    ];
    let mut tried = 0;
    for first in &firsts {
        let middle = apply(source, first).unwrap();
        let n = middle.len() as u32;
        for start in 0..=n {
            for end in start..=n {
                for text in ["", "_", "long one"] {
                    let second = [edit(start, end, text)];
                    let wanted = apply(&middle, &second).unwrap();
                    let both = compose(first, &second).unwrap();
                    assert_eq!(apply(source, &both).as_deref(), Some(&*wanted), "{first:?} then {second:?}: {both:?}");
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 1000);
}

/// Edits of a text from numbers: most of them in order, some that overlap, end before they begin, or lie outside.
fn edits(text: &str, choices: &[(u16, u16, u8)]) -> Vec<Edit> {
    let places: Vec<u32> = (0..=text.len() as u32 + 2).collect();
    let place = |n: u16| places[usize::from(n) % places.len()];
    let mut edits: Vec<Edit> = choices
        .iter()
        .map(|&(a, b, word)| {
            let (a, b) = if word % 16 == 0 { (place(a), place(b)) } else { (place(a.min(b)), place(a.max(b))) };
            let b = if word % 4 == 1 { a } else { b };
            edit(a, b, ["", "x", "\u{e9}", "long one", "\u{4e16}\u{754c}"][usize::from(word) % 5])
        })
        .collect();
    edits.sort();
    edits
}

#[test]
fn random_edits_are_composed_or_refused_as_they_are_applied() {
    let numbers = || prop::collection::vec(any::<(u16, u16, u8)>(), 0..4);
    let (composed, refused) = (Cell::new(0), Cell::new(0));
    let strategy = ("[a-d\u{e9}\u{4e16}]{0,8}", numbers(), numbers());
    report(runner().run(&strategy, |(source, first, second)| {
        let first = edits(&source, &first);
        let middle = apply(&source, &first);
        let second = edits(middle.as_deref().unwrap_or(&source), &second);
        let one_by_one = middle.and_then(|middle| apply(&middle, &second));
        let at_once = compose(&first, &second).and_then(|both| apply(&source, &both));
        match &one_by_one {
            Some(_) => {
                composed.set(composed.get() + 1);
                prop_assert_eq!(&at_once, &one_by_one, "{:?} then {:?}", first, second);
            }
            None => refused.set(refused.get() + 1),
        }
        Ok(())
    }));
    let (composed, refused) = (composed.get(), refused.get());
    assert!(composed > 10 && refused > 10, "{composed} composed, {refused} refused");
}
