//! The source that a program was parsed from, as a row of lexemes: tokens that the printer prints again one by one
//! (*fixed* ones), brackets and `;` that it may leave out or put in (*loose* ones), and comments.

use crate::ast::{Expr, Program};
use crate::lexer::Spanned;
use crate::span::{LineIndex, Span};
use crate::token::Token;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;

/// A lexeme in a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LexemeKind {
    /// The fixed token of this number.
    Fixed(u32),
    /// A loose opening bracket, the number of its pair.
    Open(u32),
    /// A loose closing bracket, the number of its pair.
    Close(u32),
    /// A `;`.
    Semi,
    /// An ordinary comment.
    Comment,
    /// A `no_warn` on a line without tokens, the number of the line.
    NoWarn(u32),
}

/// A lexeme and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme {
    pub(super) span: Span,
    pub(super) kind: LexemeKind,
    /// True if a line ends between the lexeme before and this one.
    pub(super) line_before: bool,
    /// True if there is an empty line between the lexeme before and this one.
    pub(super) blank_before: bool,
    /// The annotation comment that it is in, 0 for none.
    pub(super) annotation: u32,
}

/// A pair of loose brackets: the lexemes that open and close it, and the first and last fixed token between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct BracketPair {
    pub(super) open: u32,
    pub(super) close: u32,
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) curly: bool,
}

/// A source, taken apart.
pub(super) struct Source<'s> {
    pub(super) text: &'s str,
    pub(super) lexemes: Vec<Lexeme>,
    /// The lexeme that each fixed token is.
    pub(super) fixed: Vec<u32>,
    /// The fixed tokens themselves.
    pub(super) tokens: Vec<Token>,
    pub(super) pairs: Vec<BracketPair>,
    /// The kinds that are silenced on a line; an empty list means all.
    pub(super) no_warns: FxHashMap<u32, Vec<String>>,
    lines: OnceCell<LineIndex>,
}

impl<'s> Source<'s> {
    /// Takes a source apart whose program is `program`.
    pub(super) fn new(text: &'s str, tokens: &[Spanned], program: &Program) -> Source<'s> {
        let annotations = outermost(&program.annotations);
        let mut source = Source {
            text,
            lexemes: Vec::with_capacity(tokens.len() + program.comments.len()),
            fixed: Vec::with_capacity(tokens.len()),
            tokens: Vec::with_capacity(tokens.len()),
            pairs: Vec::new(),
            no_warns: FxHashMap::default(),
            lines: OnceCell::new(),
        };
        source.take_lexemes(tokens, &braces(program, tokens), &program.comments);
        if !program.no_warns.is_empty() {
            source.take_no_warns(program);
        }
        source.measure_gaps(&annotations);
        source.pair_up();
        source
    }

    /// The line of a lexeme.
    pub(super) fn line(&self, lexeme: &Lexeme) -> u32 {
        self.line_at(lexeme.span.start)
    }

    fn line_at(&self, place: u32) -> u32 {
        self.lines.get_or_init(|| LineIndex::new(self.text)).line(place)
    }

    /// Takes comments and tokens over as lexemes, those with a fixed `{` or `(` before them distinguished from the loose ones.
    fn take_lexemes(&mut self, tokens: &[Spanned], braces: &[bool], comments: &[Span]) {
        let mut comments = comments.iter().copied().peekable();
        // Open brackets, and whether they are fixed.
        let mut open: Vec<bool> = Vec::new();
        let mut before = Token::Semi;
        for (i, &(start, token, end)) in tokens.iter().enumerate() {
            let next = tokens.get(i + 1).map(|t| t.1);
            let fixed = match token {
                Token::AutoSemi | Token::Semi => false,
                Token::OpenBrace => {
                    open.push(braces[i]);
                    braces[i]
                }
                Token::OpenCall => {
                    open.push(true);
                    true
                }
                Token::OpenParen => {
                    let declared = matches!(before, Token::Atomicity | Token::Question | Token::Colon);
                    open.push(declared || matches!(before, Token::Ident(_) | Token::If | Token::While));
                    open[open.len() - 1]
                }
                Token::CloseBrace | Token::CloseParen => open.pop().unwrap_or(true),
                // `<>` is left out.
                Token::Lt | Token::OpenArgs => next != Some(Token::Gt),
                Token::Gt => !matches!(before, Token::Lt | Token::OpenArgs),
                _ => true,
            };
            before = token;
            let kind = match token {
                Token::AutoSemi => continue,
                _ if fixed => LexemeKind::Fixed(0),
                Token::Semi => LexemeKind::Semi,
                Token::OpenBrace | Token::OpenParen | Token::Lt | Token::OpenArgs => LexemeKind::Open(0),
                _ => LexemeKind::Close(0),
            };
            if fixed {
                self.tokens.push(token);
            }
            while let Some(comment) = comments.next_if(|comment| comment.start < start) {
                self.push(comment, LexemeKind::Comment);
            }
            self.push(Span::new(start, end), kind);
        }
        comments.for_each(|comment| self.push(comment, LexemeKind::Comment));
    }

    fn push(&mut self, span: Span, kind: LexemeKind) {
        self.lexemes.push(Lexeme { span, kind, line_before: false, blank_before: false, annotation: 0 });
    }

    /// Adds the silenced errors, and the `no_warn`s on lines of their own.
    fn take_no_warns(&mut self, program: &Program) {
        let fixed = self.lexemes.iter().filter(|t| matches!(t.kind, LexemeKind::Fixed(_)));
        let busy: FxHashSet<u32> = fixed.map(|t| self.line(t)).collect();
        let mut last = 0;
        for no_warn in &program.no_warns {
            let line = self.line_at(no_warn.span.start);
            match self.no_warns.get_mut(&line) {
                None => {
                    self.no_warns.insert(line, no_warn.kinds.clone());
                }
                Some(kinds) if kinds.is_empty() || no_warn.kinds.is_empty() => kinds.clear(),
                Some(kinds) => kinds.extend(no_warn.kinds.iter().cloned()),
            }
            if !busy.contains(&line) && line != last {
                self.push(no_warn.span, LexemeKind::NoWarn(line));
                last = line;
            }
        }
        self.lexemes.sort_by_key(|t| t.span.start);
    }

    /// Finds the line ends between the lexemes, and the annotation comments around them.
    fn measure_gaps(&mut self, annotations: &[Span]) {
        let mut end = 0u32;
        let mut annotation = 0;
        for lexeme in &mut self.lexemes {
            let between = &self.text.as_bytes()[end as usize..lexeme.span.start.max(end) as usize];
            // True if the line is empty so far; unknown for the line on which the lexeme before ends. Gaps are short.
            let mut empty = false;
            for byte in between {
                match byte {
                    b'\n' => {
                        lexeme.line_before = true;
                        lexeme.blank_before |= std::mem::replace(&mut empty, true);
                    }
                    byte => empty &= byte.is_ascii_whitespace(),
                }
            }
            if matches!(lexeme.kind, LexemeKind::NoWarn(_)) {
                lexeme.line_before = true;
            }
            end = lexeme.span.end;
            while annotations.get(annotation).is_some_and(|a| a.end <= lexeme.span.start) {
                annotation += 1;
            }
            if annotations.get(annotation).is_some_and(|a| a.start <= lexeme.span.start) {
                lexeme.annotation = annotation as u32 + 1;
            }
        }
    }

    /// Numbers the fixed tokens and the pairs of loose brackets.
    fn pair_up(&mut self) {
        let mut open: Vec<u32> = Vec::new();
        for i in 0..self.lexemes.len() {
            let count = self.fixed.len() as u32;
            match self.lexemes[i].kind {
                LexemeKind::Fixed(_) => {
                    self.lexemes[i].kind = LexemeKind::Fixed(count);
                    self.fixed.push(i as u32);
                }
                LexemeKind::Open(_) => {
                    let pair = self.pairs.len() as u32;
                    self.lexemes[i].kind = LexemeKind::Open(pair);
                    let curly = self.lexemes[i].span.text(self.text) == "{";
                    self.pairs.push(BracketPair { open: i as u32, close: 0, first: count, last: 0, curly });
                    open.push(pair);
                }
                LexemeKind::Close(_) => {
                    let pair = open.pop().unwrap_or(0);
                    self.lexemes[i].kind = LexemeKind::Close(pair);
                    if let Some(pair) = self.pairs.get_mut(pair as usize) {
                        (pair.close, pair.last) = (i as u32, count.wrapping_sub(1));
                    }
                }
                LexemeKind::Semi | LexemeKind::Comment | LexemeKind::NoWarn(_) => {}
            }
        }
    }

    /// Returns true if an empty line before a lexeme is kept: not behind an opening bracket, nor before a closing one.
    pub(super) fn is_blank_before(&self, lexeme: usize) -> bool {
        let Lexeme { blank_before, kind, .. } = self.lexemes[lexeme];
        blank_before
            && !matches!(kind, LexemeKind::Close(_) | LexemeKind::Semi)
            && lexeme.checked_sub(1).is_none_or(|before| !matches!(self.lexemes[before].kind, LexemeKind::Open(_)))
    }

    /// Returns true if only a comment is at this index, and the line ends after it.
    pub(super) fn ends_line(&self, lexeme: usize) -> bool {
        match self.lexemes[lexeme].kind {
            LexemeKind::NoWarn(_) => true,
            LexemeKind::Comment => self.lexemes.get(lexeme + 1).is_none_or(|next| next.line_before),
            _ => false,
        }
    }
}

/// Annotation comments that are in no other; those that overlap are one.
fn outermost(annotations: &[Span]) -> Vec<Span> {
    let mut outer: Vec<Span> = Vec::new();
    for &span in annotations {
        match outer.last_mut() {
            Some(last) if span.start < last.end => *last = last.to(span),
            _ => outer.push(span),
        }
    }
    outer
}

/// Tokens `{` that are always printed: those of classes, of methods, and of `{}` as an expression. (A `{}` that is a
/// method's whole body is not printed: the method's own braces are.)
fn braces(program: &Program, tokens: &[Spanned]) -> Vec<bool> {
    let ends = program.classes.iter().map(|c| c.span.end).chain(program.methods.iter().map(|m| m.span.end));
    let ends: FxHashSet<u32> = ends.collect();
    let units = program.exprs.iter().zip(&program.spans).filter(|(e, _)| **e == Expr::Unit);
    let units: FxHashSet<u32> = units.map(|(_, span)| span.start).collect();
    let bodies = program.methods.iter().map(|method| program.written_body(method));
    let bodies = bodies.filter(|&body| program.expr(body) == Expr::Unit);
    let bodies: FxHashSet<u32> = bodies.map(|body| program.span(body).start).collect();
    let mut fixed = vec![false; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (i, &(start, token, end)) in tokens.iter().enumerate() {
        match token {
            Token::OpenBrace => {
                fixed[i] = units.contains(&start) && !bodies.contains(&start);
                open.push(i);
            }
            Token::CloseBrace => {
                if let Some(i) = open.pop() {
                    fixed[i] |= ends.contains(&end);
                }
            }
            _ => {}
        }
    }
    fixed
}
