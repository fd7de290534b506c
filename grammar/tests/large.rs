//! The syntax errors of a large source are found without the pieces that are right: they are what is said of the whole.

use crate::fuzz::{Change, changed, corpus};
use racefree_grammar::ast::Dialect;
use racefree_grammar::parser::errors_in_pieces;
use racefree_grammar::{Options, parse_with, printer};

const BASE: Options = Options { comments: false, dialect: Some(Dialect::Base), depth: None };

/// Words of Java: whether they are slips depends on what is declared anywhere.
const WORDS: [&str; 8] = ["return", "break", "continue", "super", "uardedBy", "guardedby", "threadLocal", "System"];

/// So large a source is taken apart.
const LARGE: usize = 110_000;

#[test]
fn errors_are_those_of_the_whole() {
    let sources = corpus();
    let classes = |source: &String| {
        let mut program = parse_with(source, BASE).ok()?;
        program.main = None;
        Some(printer::print(&program))
    };
    let plain = sources.iter().filter_map(classes).filter(|text| !WORDS.iter().any(|word| text.contains(word)));
    let mut right: Vec<String> = plain.collect();
    while right.iter().map(String::len).sum::<usize>() < LARGE {
        right.extend_from_within(..);
    }
    let (mut same, mut left) = (0, 0);
    for (i, source) in sources.iter().enumerate().skip(1).step_by(5) {
        let token = ["}", "{", "(", ";", "/*", "\"", "class", "*/", "1 +", "§"][i % 10];
        let changes =
            [Change::Delete(i * 37, i % 4), Change::Insert(i * 91, token), Change::Move(i * 53, i * 71, i % 8)];
        let wrong = changed(source, &changes[..1 + i % 3]);
        let at = i % (right.len() + 1);
        let text = [&right[..at], &[wrong], &right[at..]].concat().join("\n");
        match errors_in_pieces(&text, Dialect::Base, [200, 5_000][i % 2]) {
            Some(errors) => {
                let whole = parse_with(&text, BASE).err().unwrap_or_default();
                assert_eq!(
                    format!("{errors:#?}"),
                    format!("{whole:#?}"),
                    "{}\nand\n{text}",
                    changed(source, &changes[..1 + i % 3])
                );
                same += 1;
            }
            None => left += u32::from(parse_with(&text, BASE).is_err()),
        }
    }
    assert!(same > 60 && left < 10, "{same} {left}");
}
