//! Near misses: a program with one edit, by its tokens.

use crate::Choices;
use racefree_grammar::ast::Dialect;
use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::{Extras, Token};

/// A program with an edit: another owner, a `--` dropped or added, two arguments swapped, a statement in a fork, a lock dropped,
/// `requires` for `reads`, a write by another thread that holds nothing. None, if there is no place for the edit.
pub fn near_miss(source: &str, choices: &mut Choices<'_>) -> Option<String> {
    let tokens: Vec<(u32, Token, u32)> = Lexer::of(source, Extras::default(), Dialect::Owners).collect();
    let text = |i: usize| &source[tokens[i].0 as usize..tokens[i].2 as usize];
    let places = |fits: &dyn Fn(usize) -> bool| (0..tokens.len()).filter(|&i| fits(i)).collect::<Vec<_>>();
    let put = |i: usize, to: &str| {
        let (start, end) = (tokens[i].0 as usize, tokens[i].2 as usize);
        format!("{}{to}{}", &source[..start], &source[end..])
    };
    let pick =
        |from: Vec<usize>, choices: &mut Choices<'_>| (!from.is_empty()).then(|| from[choices.below(from.len())]);
    match choices.below(10) {
        0 | 1 => {
            let i = pick(places(&|i| matches!(tokens[i].1, Token::Special(_))), choices)?;
            let to = choices.one_of(&["self", "thisThread", "readonly", "unique", "l"]);
            Some(put(i, to))
        }
        2 => Some(put(pick(places(&|i| tokens[i].1 == Token::Move), choices)?, "")),
        3 => {
            let name = |i: usize| matches!(tokens[i].1, Token::Ident(_)) && text(i).starts_with('v');
            let ends =
                |i: usize| matches!(tokens.get(i + 1), Some((_, Token::CloseParen | Token::In | Token::Semi, _)));
            let i = pick(places(&|i| name(i) && ends(i)), choices)?;
            Some(put(i, &format!("{}--", text(i))))
        }
        4 => {
            // Two owners of a type, or two arguments.
            let owner = |i: usize| matches!(tokens[i].1, Token::Special(_) | Token::Ident(_));
            let comma =
                |i: usize| tokens[i].1 == Token::Comma && i > 0 && owner(i - 1) && i + 1 < tokens.len() && owner(i + 1);
            let i = pick(places(&comma), choices)?;
            let (a, b) = (tokens[i - 1], tokens[i + 1]);
            let (first, second) = (text(i - 1), text(i + 1));
            Some(format!("{}{second}, {first}{}", &source[..a.0 as usize], &source[b.2 as usize..]))
        }
        5 => {
            // synchronized x in { … }: the lock dropped, or a thread in its place.
            let i = pick(places(&|i| tokens[i].1 == Token::Synchronized), choices)?;
            let at = (i..tokens.len()).find(|&j| tokens[j].1 == Token::In)?;
            let instead = if choices.percent(40) { "fork" } else { "" };
            Some(format!("{}{instead}{}", &source[..tokens[i].0 as usize], &source[tokens[at].2 as usize..]))
        }
        6 => {
            let i = pick(places(&|i| matches!(tokens[i].1, Token::Reads | Token::Requires)), choices)?;
            Some(put(i, if tokens[i].1 == Token::Reads { "requires" } else { "reads" }))
        }
        7 => {
            let i = pick(places(&|i| tokens[i].1 == Token::Fork), choices)?;
            Some(put(i, ""))
        }
        _ => {
            // A `let` of a cell, and the name that it declares.
            let declares = |at: usize| {
                let line = source[..at].rsplit('\n').next()?;
                let declared = &line[line.rfind("let T<").or(line.rfind("let S<"))?..];
                Some(declared.split_once("> ")?.1.split_once(' ')?.0)
            };
            let ends: Vec<usize> = source.match_indices(" in {\n").map(|(at, _)| at).collect();
            let mut ends: Vec<usize> = ends.into_iter().filter(|&at| declares(at).is_some()).collect();
            // A variable used under its lock is preferred.
            let used = |at: &usize| declares(*at).is_some_and(|x| source.contains(&format!("synchronized {x} in")));
            if ends.iter().any(used) {
                ends.retain(used);
            }
            let at = pick(ends, choices)?;
            let (name, at) = (declares(at)?, at + " in {\n".len());
            Some(format!("{}fork {name}.x = 5;\n{}", &source[..at], &source[at..]))
        }
    }
}
