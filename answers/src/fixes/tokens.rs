//! Repairs of syntax errors that have no name: one token more, less, or another one, near the place where the parser stopped. Of
//! those that help, the one is taken after which the type system has least to say.

use super::settle::{Outcome, Tried};
use racefree_grammar::Span;
use racefree_grammar::fix::{Edit, Fix};
use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::{Extras, Token};

/// The tokens that have only one text, in the order in which they are tried.
const WORDS: &str = "; { } ( ) , . = in this class int let new void synchronized fork requires guarded_by extends ghost \
    final boolean thread_local + - * / % < > == != <= >= || && ! if else while print assert holds null true false 0 1";

/// Limit on the names of the program that are tried.
const NAMES: usize = 24;

/// The best repair of one token near a place.
pub(super) fn near(tried: &mut Tried<'_>, at: Span) -> Vec<Fix> {
    let source = tried.text;
    if tried.budget.is_below(source.len()) {
        return Vec::new();
    }
    let tokens: Vec<(u32, Token, u32)> = Lexer::new(source, Extras::default()).filter(|t| t.0 < t.2).collect();
    let stop = tokens.partition_point(|t| t.0 < at.start);
    let mut names: Vec<&str> = Vec::new();
    let mut order: Vec<usize> = (0..tokens.len()).collect();
    order.sort_by_key(|i| i.abs_diff(stop));
    for i in order {
        let (start, token, end) = tokens[i];
        let text = &source[start as usize..end as usize];
        if matches!(token, Token::Ident(_)) && !names.contains(&text) && names.len() < NAMES {
            names.push(text);
        }
    }
    let span = |i: usize| tokens.get(i).map(|&(start, _, end)| Span::new(start, end));
    let mut proposals: Vec<(String, Vec<Edit>)> = Vec::new();
    for i in [Some(stop), stop.checked_sub(1), stop.checked_sub(2), Some(stop + 1)].into_iter().flatten() {
        let here = span(i);
        if let Some(here) = here {
            let text = here.text(source);
            proposals.push((format!("remove `{text}`"), vec![Edit::remove(here, source)]));
            if let Some(next) = span(i + 1) {
                let (first, second) = (text.to_owned(), next.text(source).to_owned());
                let swap = vec![Edit::replace(here, second), Edit::replace(next, first)];
                proposals.push((format!("write `{} {text}`", next.text(source)), swap));
            }
        }
        let place = here.map_or(source.trim_end().len() as u32, |here| here.start);
        for word in WORDS.split(' ').chain(names.iter().copied()) {
            proposals.push((format!("write `{word}` here"), vec![Edit::insert(place, format!("{word} "))]));
        }
        if let Some(here) = here {
            for word in WORDS.split(' ').chain(names.iter().copied()) {
                let title = format!("write `{word}` for `{}`", here.text(source));
                proposals.push((title, vec![Edit::replace(here, word)]));
            }
        }
    }
    let mut best: Option<(usize, Fix)> = None;
    for (title, edits) in proposals {
        match tried.one(&Fix::guess(title, edits)) {
            Outcome::Works { fix, hidden } if best.as_ref().is_none_or(|(least, _)| hidden < *least) => {
                best = Some((hidden, fix));
                if hidden == 0 {
                    break;
                }
            }
            Outcome::Works { .. } | Outcome::Fails => {}
            Outcome::Unknown => break,
        }
    }
    best.map(|(_, fix)| fix).into_iter().collect()
}
