//! Edits composed do what they do one after the other.

use racefree_grammar::Span;
use racefree_grammar::fix::{Edit, apply, compose};

fn edit(start: u32, end: u32, text: &str) -> Edit {
    Edit { span: Span::new(start, end), text: text.to_owned() }
}

#[test]
fn many_edits_are_composed() {
    let source = "ab".repeat(500);
    let first: Vec<Edit> = (0..500).map(|i| edit(2 * i, 2 * i + 1, "xyz")).collect();
    let middle = apply(&source, &first).unwrap();
    let second: Vec<Edit> = (0..500).map(|i| edit(4 * i + 1, 4 * i + 2, "")).collect();
    let both = compose(&first, &second);
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
                    let both = compose(first, &second);
                    assert_eq!(apply(source, &both).as_deref(), Some(&*wanted), "{first:?} then {second:?}: {both:?}");
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 1000);
}
