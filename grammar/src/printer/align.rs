//! Which token of the output is which token of the source. For a program that was not changed this is one to one; what
//! was added to a changed one has no place in the source.

use super::layout::Layout;
use super::parts::Text;
use super::source::Source;
use crate::ast::Program;
use crate::span::Span;
use crate::token::Token;

/// No such token.
pub(super) const NONE: u32 = u32::MAX;

/// How far ahead the next common token is looked for.
const LOOK_AHEAD: usize = 256;

/// The fixed tokens of a source and those of the output, matched.
pub(super) struct Origins {
    /// Of each token of the output, the token of the source, or [`NONE`].
    pub(super) source: Vec<u32>,
    /// Of each token of the source, the token of the output, or the next that there is. One more, for the end.
    pub(super) output: Vec<u32>,
    /// Of each token of the source, the token of the output before which what stands before it goes: words added in
    /// front of a declaration belong to it.
    pub(super) gap: Vec<u32>,
}

/// Matches the tokens of a source with those of a program.
pub(super) fn origins(source: &Source<'_>, program: &Program) -> Origins {
    let printed: Vec<Text> =
        Layout::new(program, None).program().iter().filter(|p| p.is_fixed()).map(|p| p.text).collect();
    let spans = source.fixed.iter().map(|&i| source.things[i as usize].span);
    let written: Vec<(Token, Span)> = source.tokens.iter().copied().zip(spans).collect();
    let same = |i: usize, j: usize| is(printed[i], written[j], source.text);
    let mut origins =
        Origins { source: vec![NONE; printed.len()], output: Vec::with_capacity(written.len() + 1), gap: Vec::new() };
    let (mut i, mut j) = (0, 0);
    while j < written.len() {
        if i < printed.len() && same(i, j) {
            origins.source[i] = j as u32;
            origins.output.push(i as u32);
            (i, j) = (i + 1, j + 1);
            continue;
        }
        let added = (i + 1..printed.len()).take(LOOK_AHEAD).position(|i| same(i, j));
        let removed = (j + 1..written.len()).take(LOOK_AHEAD).position(|j| i < printed.len() && same(i, j));
        match (added, removed) {
            (Some(added), removed) if removed.is_none_or(|removed| added <= removed) => i += added + 1,
            (None, None) if i < printed.len() => {
                origins.output.push(i as u32);
                (i, j) = (i + 1, j + 1);
            }
            _ => {
                origins.output.push(i as u32);
                j += 1;
            }
        }
    }
    origins.output.push(printed.len() as u32);
    let leads = |i: u32| {
        let i = i as usize;
        let text = printed[i];
        let words = ["thread_local", "final", "synchronized"];
        origins.source[i] == NONE && matches!(text, Text::Fixed(word) if words.contains(&word))
    };
    for &i in &origins.output[..written.len()] {
        let mut gap = i;
        while gap > 0 && leads(gap - 1) {
            gap -= 1;
        }
        origins.gap.push(gap);
    }
    origins.gap.push(printed.len() as u32);
    origins
}

/// Whether a token of the output is the one of the source.
fn is(printed: Text, (token, span): (Token, Span), source: &str) -> bool {
    match (printed, token) {
        (Text::Name(a), Token::Ident(b)) | (Text::Quoted(a), Token::Text(b)) => a == b,
        (Text::Name(_), Token::This) => true,
        (Text::Number(a), Token::Number(b)) => a == b,
        (Text::Fixed(text), _) => span.text(source) == text,
        _ => false,
    }
}
