//! Repairs of syntax errors that have no name: one sign more, less, or another one, near the place where the parser stopped. They are
//! offered only if the program then has no error left, so that they make nothing up: no name, no value, no word.

use super::settle::{Outcome, Tried};
use racefree_grammar::Span;
use racefree_grammar::fix::{Edit, Fix};
use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::{Extras, Token};

/// The signs, in the order in which they are tried.
const SIGNS: [&str; 9] = [";", "{", "}", "(", ")", ",", ".", "=", "in"];

/// The repair of one sign near a place.
pub(super) fn near(tried: &mut Tried<'_>, at: Span) -> Vec<Fix> {
    let source = tried.text;
    if tried.budget.is_below(source.len()) {
        return Vec::new();
    }
    let tokens: Vec<(u32, Token, u32)> = Lexer::new(source, Extras::default()).filter(|t| t.0 < t.2).collect();
    let stop = tokens.partition_point(|t| t.0 < at.start);
    let span = |i: usize| tokens.get(i).map(|&(start, _, end)| Span::new(start, end));
    let mut proposals: Vec<(String, Vec<Edit>)> = Vec::new();
    for i in [Some(stop), stop.checked_sub(1), stop.checked_sub(2), Some(stop + 1)].into_iter().flatten() {
        let here = span(i);
        let place = here.map_or(source.trim_end().len() as u32, |here| here.start);
        for sign in SIGNS {
            proposals.push((format!("write `{sign}` here"), vec![Edit::insert(place, format!("{sign} "))]));
        }
        let Some(here) = here else { continue };
        let text = here.text(source);
        let again = span(i + 1).is_some_and(|next| next.text(source) == text);
        if SIGNS.contains(&text) || again {
            proposals.push((format!("remove `{text}`"), vec![Edit::remove(here, source)]));
        }
        if SIGNS.contains(&text) {
            let others = SIGNS.iter().filter(|sign| **sign != text);
            proposals
                .extend(others.map(|sign| (format!("write `{sign}` for `{text}`"), vec![Edit::replace(here, *sign)])));
        }
    }
    for (title, edits) in proposals {
        match tried.one(&Fix::guess(title, edits)) {
            Outcome::Works { fix, hidden: 0 } => return vec![fix],
            Outcome::Works { .. } | Outcome::Fails => {}
            Outcome::Unknown => break,
        }
    }
    Vec::new()
}
