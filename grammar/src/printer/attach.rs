//! Comments attached to tokens: for each lexeme of the source the token of the output that follows it, and the
//! consequences for the layout, by the numbers of the output's tokens: line breaks forced by comments, and the room
//! that annotation comments take.
//!
//! For a program that was not changed the tokens of the source are those of the output. A token added by a change is no
//! token of the source; the comments before a token that was taken away are attached to the next one.

use super::layout::Piece;
use super::source::Source;
use super::text::TokenText;
use crate::span::Span;
use crate::token::Token;
use rustc_hash::FxHashMap;

/// Greatest distance at which the next common token is looked for.
const LOOK_AHEAD: usize = 256;

/// `/*# ` and ` */`.
const AROUND: u32 = 7;

/// Words that, added in front of a declaration, belong to it: what is before it is before them.
const LEADING: [&str; 4] = ["thread_local", "final", "atomic", "synchronized"];

/// The first and last token of the output in a pair of brackets.
type Around = (u32, u32);

/// See the module.
pub(super) struct Attached {
    /// Lexeme of the source for each token of the output.
    pub(super) lexeme: Vec<Option<u32>>,
    /// Of each token of the output, the end of its attached lexemes; they begin at the end of those of the token
    /// before. One more, for lexemes behind the last token.
    pub(super) end: Vec<u32>,
    /// Annotation comment around each token of the output, 0 for none.
    pub(super) annotation: Vec<u32>,
    /// The pairs of loose brackets of the source around the same tokens, from the inside out.
    pub(super) pairs: FxHashMap<Around, Vec<u32>>,
    /// Number of tokens up to this one with an attached comment that ends a line.
    forced: Vec<u32>,
    /// Loose brackets that begin or end with such a comment: curly, round.
    edges: FxHashMap<Around, [bool; 2]>,
    /// Number of characters of the annotation comments that open before the tokens up to this one.
    extra: Vec<u32>,
}

impl Attached {
    /// Attaches the lexemes of a source to the tokens of a program, which was laid out without them.
    pub(super) fn new(source: &Source<'_>, pieces: &[Piece]) -> Attached {
        let printed: Vec<TokenText> = pieces.iter().filter(|p| p.is_fixed()).map(|p| p.text).collect();
        let (lexeme, output) = align(source, &printed);
        let end = ends(source, &printed, &lexeme, &output);
        Attached::aligned(source, lexeme, &output, end)
    }

    /// Attaches the lexemes of a source to the tokens of its own program: they are those of the source, so that the program need not be
    /// laid out.
    pub(super) fn of_unchanged(source: &Source<'_>) -> Attached {
        let output: Vec<u32> = (0..source.fixed.len() as u32).collect();
        let lexeme = source.fixed.iter().map(|&token| Some(token)).collect();
        let mut end = source.fixed.clone();
        end.push(source.lexemes.len() as u32);
        Attached::aligned(source, lexeme, &output, end)
    }

    /// See [`Attached::new`]: `lexeme` and `output` as [`align`] gives them, `end` as [`ends`] does.
    fn aligned(source: &Source<'_>, lexeme: Vec<Option<u32>>, output: &[u32], end: Vec<u32>) -> Attached {
        let printed = lexeme.len();
        let mut attached = Attached {
            end,
            annotation: lexeme.iter().map(|t| t.map_or(0, |t| source.lexemes[t as usize].annotation)).collect(),
            lexeme,
            pairs: FxHashMap::default(),
            forced: vec![0; printed + 1],
            edges: FxHashMap::default(),
            extra: vec![0; printed + 1],
        };
        attached.count(source, output);
        attached.fill_in();
        for i in 0..printed {
            let before = if i == 0 { 0 } else { attached.annotation[i - 1] };
            let opens = attached.annotation[i] != 0 && attached.annotation[i] != before;
            attached.extra[i + 1] = attached.extra[i] + if opens { AROUND } else { 0 };
        }
        attached
    }

    /// Counts the comments that end a line, and puts down the brackets by the tokens in them.
    fn count(&mut self, source: &Source<'_>, output: &[u32]) {
        // Number of comments that end a line, up to each lexeme.
        let mut endings: Vec<u32> = Vec::with_capacity(source.lexemes.len() + 1);
        let mut count = 0;
        for i in 0..source.lexemes.len() {
            endings.push(count);
            count += u32::from(source.ends_line(i));
        }
        endings.push(count);
        let between = |from: u32, to: u32| endings[to as usize] > endings[from as usize];
        let (mut from, mut forced) = (0, 0);
        for (i, &to) in self.end.iter().enumerate() {
            forced += u32::from(between(from, to));
            self.forced[i] = forced;
            from = to;
        }
        for (i, pair) in source.pairs.iter().enumerate().rev().filter(|(_, p)| p.first <= p.last) {
            let around = (output[pair.first as usize], output[pair.last as usize]);
            self.pairs.entry(around).or_default().push(i as u32);
            let (first, last) = (source.fixed[pair.first as usize], source.fixed[pair.last as usize]);
            if between(pair.open, first) || between(last, pair.close) {
                self.edges.entry(around).or_default()[usize::from(!pair.curly)] = true;
            }
        }
    }

    /// Returns true if attached comments do not affect the layout.
    pub(super) fn is_light(&self) -> bool {
        let none = |counts: &[u32]| counts.last().is_none_or(|&n| n == 0);
        none(&self.forced) && none(&self.extra) && self.edges.is_empty()
    }

    /// Tokens added between two tokens of one annotation comment are in it too.
    fn fill_in(&mut self) {
        let mut last = 0;
        let mut start = 0;
        for i in 0..self.annotation.len() {
            if self.lexeme[i].is_none() {
                continue;
            }
            if self.annotation[i] == last {
                self.annotation[start..i].fill(last);
            }
            (last, start) = (self.annotation[i], i + 1);
        }
    }

    /// Returns true if a comment ends a line somewhere between two tokens.
    pub(super) fn forced(&self, first: u32, last: u32) -> bool {
        last > first && self.forced[last as usize] > self.forced[first as usize]
    }

    /// Returns true for curly, and for round brackets, if the source has such brackets around these tokens that begin
    /// or end with a comment which ends a line.
    pub(super) fn edges(&self, first: u32, last: u32) -> [bool; 2] {
        self.edges.get(&(first, last)).copied().unwrap_or_default()
    }

    /// The room that annotation comments take which open among these tokens.
    pub(super) fn extra(&self, first: u32, end: u32) -> u32 {
        self.extra[end as usize] - self.extra[first as usize]
    }
}

/// Matches tokens: of each of the output, the lexeme of the source that it is; of each of the source, the token of the output,
/// or the next that there is.
fn align(source: &Source<'_>, printed: &[TokenText]) -> (Vec<Option<u32>>, Vec<u32>) {
    let spans = source.fixed.iter().map(|&i| source.lexemes[i as usize].span);
    let written: Vec<(Token, Span)> = source.tokens.iter().copied().zip(spans).collect();
    let same = |i: usize, j: usize| is(printed[i], written[j], source.text);
    let mut lexeme = vec![None; printed.len()];
    let mut output = Vec::with_capacity(written.len());
    let (mut i, mut j) = (0, 0);
    while j < written.len() {
        if i < printed.len() && same(i, j) {
            lexeme[i] = Some(source.fixed[j]);
            output.push(i as u32);
            (i, j) = (i + 1, j + 1);
            continue;
        }
        let added = (i + 1..printed.len()).take(LOOK_AHEAD).position(|i| same(i, j));
        let removed = (j + 1..written.len()).take(LOOK_AHEAD).position(|j| i < printed.len() && same(i, j));
        match (added, removed) {
            (Some(added), removed) if removed.is_none_or(|removed| added <= removed) => i += added + 1,
            (None, None) if i < printed.len() => {
                output.push(i as u32);
                (i, j) = (i + 1, j + 1);
            }
            _ => {
                output.push(i as u32);
                j += 1;
            }
        }
    }
    (lexeme, output)
}

/// Ends of the lexemes attached to each token of the output.
fn ends(source: &Source<'_>, printed: &[TokenText], lexeme: &[Option<u32>], output: &[u32]) -> Vec<u32> {
    let leads =
        |i: usize| lexeme[i].is_none() && matches!(printed[i], TokenText::Fixed(word) if LEADING.contains(&word));
    let mut end = vec![0; printed.len() + 1];
    let kept = output.iter().zip(&source.fixed).filter(|(i, token)| lexeme.get(**i as usize) == Some(&Some(**token)));
    for (&before, &token) in kept {
        let mut before = before as usize;
        while before > 0 && leads(before - 1) {
            before -= 1;
        }
        end[before] = token;
    }
    for i in 1..end.len() {
        end[i] = end[i].max(end[i - 1]);
    }
    end[printed.len()] = source.lexemes.len() as u32;
    end
}

/// Returns true if a token of the output is the one of the source.
fn is(printed: TokenText, (token, span): (Token, Span), source: &str) -> bool {
    match (printed, token) {
        (TokenText::Name(a), Token::Ident(b)) | (TokenText::Quoted(a), Token::Text(b)) => a == b,
        (TokenText::Name(_), Token::This) => true,
        (TokenText::Number(a), Token::Number(b)) => a == b,
        (TokenText::Fixed(text), _) => span.text(source) == text,
        _ => false,
    }
}
