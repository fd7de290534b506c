//! Matching of brackets in a token list where some may be missing or superfluous.
//!
//! The tokens are looked at class by class (the word `class` is nowhere else, so it closes whatever is open). Where
//! a class has a `{` or a `}` too many, the indentation tells which one: a `}` that starts its line belongs to a `{`
//! whose line is indented as far.

use crate::lexer::Spanned;
use crate::repair::STEPS;
use crate::span::Span;
use crate::token::Token;
use std::cell::Cell;
use std::ops::Range;

/// Marker for no partner.
const NONE: u32 = u32::MAX;

/// The brackets of a token list.
pub(crate) struct Brackets<'s> {
    source: &'s str,
    /// For an opening bracket, the token that ends its contents: the closing one or, if that is missing, the token
    /// where it was missed ([`NONE`] for a `(` that is never closed). For a closing bracket, the opening one.
    partner: Vec<u32>,
    /// Each `{` that is never closed.
    pub(crate) unclosed: Vec<usize>,
    /// Each `}` that closes nothing.
    pub(crate) stray: Vec<usize>,
    /// The `class` words (or `thread_local` before one) with which a class starts.
    pub(crate) classes: Vec<usize>,
    /// Tokens that repairs may still look at, in a large source.
    pub(crate) steps: Cell<u32>,
}

/// Numbers of missing and superfluous `}` for which the indentation may still be asked.
struct Budget<'l> {
    lines: &'l Lines,
    unclosed: usize,
    stray: usize,
}

/// Greatest number of open brackets compared with the indentation of a `}`.
const LOOK_BACK: usize = 64;

impl<'s> Brackets<'s> {
    /// Matches the brackets of all tokens.
    pub(crate) fn new(source: &'s str, tokens: &[Spanned]) -> Brackets<'s> {
        let classes = classes(tokens);
        let partner = vec![NONE; tokens.len()];
        let steps = Cell::new(STEPS);
        let mut found = Brackets { source, partner, unclosed: vec![], stray: vec![], classes, steps };
        let whole = 0..tokens.len();
        found.pair(tokens, whole, None);
        if found.unclosed.is_empty() && found.stray.is_empty() {
            return found;
        }
        let lines = Lines::new(source);
        let mut starts: Vec<usize> = [0].into_iter().chain(found.classes.iter().copied()).collect();
        starts.dedup();
        let ends: Vec<usize> = starts.iter().skip(1).copied().chain([tokens.len()]).collect();
        found.unclosed.clear();
        found.stray.clear();
        for (start, end) in starts.into_iter().zip(ends) {
            let before = (found.unclosed.len(), found.stray.len());
            found.pair(tokens, start..end, None);
            let unclosed = found.unclosed.split_off(before.0).len();
            let stray = found.stray.split_off(before.1).len();
            found.pair(tokens, start..end, Some(Budget { lines: &lines, unclosed, stray }));
        }
        found.unclosed.sort_unstable();
        found
    }

    /// The token that ends the contents of the `{` or `(` at `open`, if any does.
    pub(crate) fn end(&self, open: usize) -> Option<usize> {
        self.partner.get(open).filter(|&&p| p != NONE).map(|&p| p as usize)
    }

    /// The first token after a bracketed group (or after a `(` that is never closed).
    pub(crate) fn after(&self, open: usize) -> usize {
        match self.end(open) {
            Some(end) if self.closes(end, open) => end + 1,
            Some(end) => end,
            None => open + 1,
        }
    }

    /// Returns true if token `close` is the bracket that closes `open`.
    pub(crate) fn closes(&self, close: usize, open: usize) -> bool {
        self.partner.get(close).is_some_and(|&p| p == open as u32)
    }

    /// Returns true if a `)` or `}` closes something.
    pub(crate) fn is_paired(&self, close: usize) -> bool {
        self.partner.get(close).is_some_and(|&p| p != NONE)
    }

    /// Pairs the brackets of one piece.
    fn pair(&mut self, tokens: &[Spanned], piece: Range<usize>, mut budget: Option<Budget<'_>>) {
        self.partner[piece.clone()].fill(NONE);
        let mut open: Vec<usize> = Vec::new();
        for i in piece.clone() {
            match tokens[i].1 {
                Token::OpenBrace | Token::OpenParen => open.push(i),
                Token::CloseParen => {
                    if let Some(o) = open.pop_if(|o| tokens[*o].1 == Token::OpenParen) {
                        self.join(o, i);
                    }
                }
                // Among arguments there is no `;`: the `(` of a call is not closed by a `)` further on.
                Token::Semi => while open.pop_if(|o| self.is_call(tokens, *o)).is_some() {},
                Token::CloseBrace => {
                    drop_parens(&mut open, tokens);
                    if let Some(budget) = &mut budget
                        && self.repaired(tokens, i, &mut open, budget)
                    {
                        continue;
                    }
                    match open.pop() {
                        Some(o) => self.join(o, i),
                        None => self.stray.push(i),
                    }
                }
                _ => {}
            }
        }
        let lines = budget.as_ref().map(|budget| budget.lines);
        let begins = open.first().zip(lines);
        let main = begins.and_then(|(&o, lines)| main_expression(tokens, o..piece.end, lines));
        for o in open {
            if tokens[o].1 == Token::OpenBrace {
                self.partner[o] = main.filter(|&main| main > o).unwrap_or(piece.end) as u32;
                self.unclosed.push(o);
            }
        }
    }

    /// Returns true if a bracket opens the arguments of a call.
    fn is_call(&self, tokens: &[Spanned], open: usize) -> bool {
        let Some((start, Token::Ident(_), end)) = open.checked_sub(1).map(|before| tokens[before]) else {
            return false;
        };
        // (In `for (…; …; …)`, which is no call, there would be.)
        tokens[open].1 == Token::OpenParen && Span::new(start, end).text(self.source) != "for"
    }

    /// Asks the indentation of the `}` at `i`: gives up the open `{` that it shows to be unclosed, and says whether it
    /// shows that the `}` itself closes nothing.
    fn repaired(&mut self, tokens: &[Spanned], i: usize, open: &mut Vec<usize>, budget: &mut Budget<'_>) -> bool {
        let (column, true) = budget.lines.indentation(tokens[i].0) else { return false };
        let depth_of = |o: usize| budget.lines.indentation(tokens[o].0).0;
        let Some(&innermost) = open.last() else { return false };
        if column > depth_of(innermost) && budget.stray > 0 {
            budget.stray -= 1;
            self.stray.push(i);
            return true;
        }
        let near = open.iter().rev().take(LOOK_BACK);
        let mine = near.clone().position(|&o| tokens[o].1 == Token::OpenBrace && depth_of(o) == column);
        let mut given_up = Vec::new();
        for &o in near.take(mine.unwrap_or(0)) {
            if budget.unclosed == 0 {
                break;
            }
            if tokens[o].1 == Token::OpenBrace {
                budget.unclosed -= 1;
                self.unclosed.push(o);
                self.partner[o] = next_member(tokens, o..i, budget.lines).unwrap_or(i) as u32;
                given_up.push(o);
            }
        }
        while open.pop_if(|o| given_up.contains(o)).is_some() {
            drop_parens(open, tokens);
        }
        false
    }

    fn join(&mut self, open: usize, close: usize) {
        self.partner[open] = close as u32;
        self.partner[close] = open as u32;
    }
}

/// The first token in a range, behind its `{`, that begins a member of a class at the indentation of that brace: the block ends before it.
fn next_member(tokens: &[Spanned], range: Range<usize>, lines: &Lines) -> Option<usize> {
    use Token::*;
    let (column, _) = lines.indentation(tokens[range.start].0);
    let begins = |j: usize| match (tokens[j].1, tokens.get(j + 1).map(|t| t.1)) {
        (Final, _) | (Int | Boolean | Void, Some(Ident(_))) => true,
        (Synchronized, next) => matches!(next, Some(Int | Boolean | Void)),
        _ => false,
    };
    let mut near = (range.start + 1..range.end).take(2_000);
    near.find(|&j| begins(j) && lines.indentation(tokens[j].0) == (column, true))
}

/// The first token in a range, behind its `{`, that begins the main expression: at the beginning of a line, with a word that begins no
/// member.
fn main_expression(tokens: &[Spanned], range: Range<usize>, lines: &Lines) -> Option<usize> {
    use Token::*;
    let begins = |j: usize| matches!(tokens[j].1, Let | Fork | Print | While | If | Assert);
    (range.start + 1..range.end).find(|&j| begins(j) && lines.indentation(tokens[j].0) == (0, true))
}

/// Gives up the innermost open `(`: none of them is closed.
fn drop_parens(open: &mut Vec<usize>, tokens: &[Spanned]) {
    while open.pop_if(|o| tokens[*o].1 == Token::OpenParen).is_some() {}
}

/// Starts of classes: at `class` and a name, unless that is a slip such as `int class` or `x.class`.
fn classes(tokens: &[Spanned]) -> Vec<usize> {
    let mut starts = Vec::new();
    for (i, (_, token, _)) in tokens.iter().enumerate() {
        let before = i.checked_sub(1).map(|b| tokens[b].1);
        let slip = matches!(before, Some(Token::Dot | Token::Int | Token::Boolean | Token::Void));
        if *token == Token::Class && !slip {
            starts.push(if before == Some(Token::ThreadLocal) { i - 1 } else { i });
        }
    }
    starts
}

/// Indentation of the lines of a source.
struct Lines {
    /// Start and number of leading blanks of each line.
    lines: Vec<(u32, u32)>,
}

impl Lines {
    fn new(source: &str) -> Lines {
        let bytes = source.as_bytes();
        let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', bytes).map(|i| i + 1));
        let blanks = |start: usize| bytes[start..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count() as u32;
        Lines { lines: starts.map(|s| (s as u32, blanks(s))).collect() }
    }

    /// Indentation of the line of a byte offset; true if only blanks are before the offset.
    fn indentation(&self, offset: u32) -> (u32, bool) {
        let (start, blanks) = self.lines[self.lines.partition_point(|l| l.0 <= offset) - 1];
        (blanks, offset - start == blanks)
    }
}
