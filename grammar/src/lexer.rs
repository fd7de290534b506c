//! From text to the tokens that the grammar reads. Four things happen between [`Token`]'s rules and the grammar:
//!
//! - annotation comments (`/*# … */`, `//# …`) are opened up: their contents are tokens like any other;
//! - `no_warn` annotations are taken out, they belong to a line, not to the syntax;
//! - words that are keywords in their places alone are distinguished from names (`contextual`);
//! - a `;` that may be left out is put in ([`Token::AutoSemi`]): after a `}` before what can only be the start of another
//!   expression (an infix operator or `.` continues the expression), and after a `holds` in an annotation comment.

mod java;

use crate::ast::{Dialect, NoWarn, Special};
use crate::contextual::Contextual;
use crate::span::Span;
use crate::token::{Extras, LexError, Token};
use java::JavaWords;
use logos::Logos;

/// A token with its first byte and the one past its last, as the parser wants it.
pub type Spanned = (u32, Token, u32);

/// The tokens of a source text.
pub struct Lexer<'s> {
    source: &'s str,
    raw: logos::Lexer<'s, Token>,
    /// One token read ahead of the output.
    ahead: Option<Spanned>,
    last: Token,
    last_end: u32,
    /// The `new` before the last token, if `last` is its class name.
    after_new: bool,
    /// True if neither of the two below is there: a token is as it looks.
    plain: bool,
    /// Open annotation comments, innermost last: where it starts, and for `//#` where its line ends.
    open: Vec<(u32, Option<u32>)>,
    /// End of the line of the last `//#`.
    line_end: u32,
    /// Rewriting of names and signs into tokens of owners, if the source is of that dialect.
    owners: Option<Box<OwnerWords>>,
    /// Rewriting of names and signs into tokens of the dialect of Java.
    java: Option<JavaWords>,
    /// Number of annotation comments around a `holds` and its lock, if these are the last tokens. Otherwise 0.
    holds_in: usize,
    /// State for contextual keywords; none, in a source without such words.
    contextual: Option<Contextual>,
    /// Annotation comments, in the order in which they end.
    pub annotations: Vec<Span>,
    /// `no_warn` annotations.
    pub no_warns: Vec<NoWarn>,
}

impl<'s> Lexer<'s> {
    /// Starts at the beginning of `source`. `extras` may hold a name table to add to.
    pub fn new(source: &'s str, extras: Extras) -> Lexer<'s> {
        let contextual = Contextual::of(source);
        Lexer {
            source,
            raw: Token::lexer_with_extras(source, extras),
            ahead: None,
            last: Token::Semi,
            last_end: 0,
            after_new: false,
            plain: contextual.is_none(),
            open: Vec::new(),
            line_end: 0,
            owners: None,
            java: None,
            holds_in: 0,
            contextual,
            annotations: Vec::new(),
            no_warns: Vec::new(),
        }
    }

    /// Starts at the beginning of `source`, which is of a dialect.
    pub fn of(source: &'s str, mut extras: Extras, dialect: Dialect) -> Lexer<'s> {
        let dialect = dialect.of_source(source);
        let owners = (dialect == Dialect::Owners).then(|| {
            extras.names.intern("thisOwner");
            Box::default()
        });
        let java = (dialect == Dialect::Java).then(|| {
            ["constructor", "static"].iter().for_each(|name| _ = extras.names.intern(name));
            JavaWords::default()
        });
        let lexer = Lexer::new(source, extras);
        Lexer { plain: lexer.plain && dialect == Dialect::Base, owners, java, ..lexer }
    }

    /// The names, errors and comments found, once all tokens were taken. Unclosed annotation comments are errors.
    pub fn finish(mut self) -> (Extras, Vec<Span>, Vec<NoWarn>) {
        let mut extras = self.raw.extras;
        for (start, end) in self.open {
            match end {
                Some(end) => self.annotations.push(Span::new(start, end)),
                None => extras.errors.push((Span::new(start, start + 3), LexError::OpenComment)),
            }
        }
        self.annotations.sort();
        (extras, self.annotations, self.no_warns)
    }

    /// The next token of the dialect.
    #[inline]
    fn raw(&mut self) -> Option<Spanned> {
        match self.owners.take() {
            None => match self.java {
                None => self.scanned(),
                Some(mut java) => {
                    let token = java.next(self);
                    self.java = Some(java);
                    token
                }
            },
            Some(mut owners) => {
                let token = owners.next(self);
                self.owners = Some(owners);
                token
            }
        }
    }

    /// The next token of `logos`; characters that start none are reported and passed over.
    #[inline(always)]
    fn scanned(&mut self) -> Option<Spanned> {
        loop {
            let token = self.raw.next()?;
            let range = self.raw.span();
            let (start, end) = (range.start as u32, range.end as u32);
            match token {
                Ok(Token::Comment) => {}
                Ok(token) => return Some((start, token, end)),
                Err(()) => {
                    if let Some(token) = self.sign(start, end) {
                        return Some((start, token, self.raw.span().end as u32));
                    }
                }
            }
        }
    }

    /// Token for characters unknown to `logos`: a sign of their context, or an error.
    #[cold]
    fn sign(&mut self, start: u32, end: u32) -> Option<Token> {
        let sign = self.contextual.as_ref().and_then(|c| c.sign(self.raw.slice())).or_else(|| self.java_sign());
        if sign.is_none() {
            let errors = &mut self.raw.extras.errors;
            match errors.last_mut() {
                Some((span, LexError::Character)) if span.end == start => span.end = end,
                _ => errors.push((Span::new(start, end), LexError::Character)),
            }
            // The comment of another language: its words are no tokens, or each would be an error.
            let rest = self.raw.remainder();
            if self.raw.slice() == "#" && rest.starts_with([' ', '#', '!']) {
                self.raw.bump(rest.find('\n').unwrap_or(rest.len()));
            }
        }
        sign
    }

    fn read_ahead(&mut self) -> Option<Spanned> {
        if self.ahead.is_none() {
            self.ahead = self.raw();
        }
        self.ahead
    }

    /// Ends the innermost annotation comment; true if a `;` must stand for the one left out after its `holds`.
    fn close_annotation(&mut self, end: u32) -> bool {
        if let Some((start, _)) = self.open.pop() {
            self.annotations.push(Span::new(start, end));
        }
        if self.holds_in <= self.open.len() {
            return false;
        }
        self.holds_in = 0;
        let complete = matches!(self.last, Token::This | Token::Ident(_));
        complete && !matches!(self.read_ahead(), Some((_, Token::Semi, _)))
    }

    /// Reads the kinds of a `no_warn` that was just taken.
    fn no_warn(&mut self, start: u32, mut end: u32) {
        let mut kinds = Vec::new();
        let line_end = self.open.last().and_then(|o| o.1).unwrap_or(u32::MAX);
        while let Some((s, Token::Ident(_), e)) = self.read_ahead() {
            if s >= line_end {
                break;
            }
            kinds.push(self.source[s as usize..e as usize].to_owned());
            end = e;
            self.ahead = None;
            match self.read_ahead() {
                Some((s, Token::Comma, _)) if s < line_end => self.ahead = None,
                _ => break,
            }
        }
        if self.open.is_empty() {
            self.raw.extras.errors.push((Span::new(start, end), LexError::NoWarnOutside));
        } else {
            self.no_warns.push(NoWarn { span: Span::new(start, end), kinds });
        }
    }

    fn give(&mut self, (start, token, end): Spanned) -> Option<Spanned> {
        let token = match &mut self.contextual {
            Some(contextual) => {
                let token = if self.after_new && matches!(token, Token::Lt) { Token::OpenArgs } else { token };
                contextual.read(self.source, self.last, (start, token, end))
            }
            None => token,
        };
        Some(self.plain((start, token, end)))
    }

    /// Returns a token as it looks.
    #[inline(always)]
    fn plain(&mut self, (start, token, end): Spanned) -> Spanned {
        let token = if self.after_new && matches!(token, Token::Lt) { Token::OpenArgs } else { token };
        self.after_new = matches!(self.last, Token::New) && matches!(token, Token::Ident(_));
        self.last = token;
        self.last_end = end;
        (start, token, end)
    }
}

impl Iterator for Lexer<'_> {
    type Item = Spanned;

    #[inline]
    fn next(&mut self) -> Option<Spanned> {
        // The common case, kept short: no annotation comment is open, no `;` may be missing, and no word is contextual.
        if self.plain && self.ahead.is_none() && !matches!(self.last, Token::CloseBrace) && self.open.is_empty() {
            let next = self.scanned()?;
            if !next.1.is_of_annotations() {
                return Some(self.plain(next));
            }
            self.ahead = Some(next);
        }
        self.next_anywhere()
    }
}

impl Lexer<'_> {
    /// The next token, wherever it is.
    fn next_anywhere(&mut self) -> Option<Spanned> {
        loop {
            let next = match self.ahead.take() {
                Some(token) => Some(token),
                None => self.raw(),
            };
            if let Some(&(_, Some(line_end))) = self.open.last()
                && next.is_none_or(|(start, ..)| start >= line_end)
            {
                self.ahead = next;
                if self.close_annotation(line_end) {
                    return self.give((self.last_end, Token::AutoSemi, self.last_end));
                }
                next?;
                continue;
            }
            let (start, token, end) = next?;
            match token {
                Token::OpenAnnotation => self.open.push((start, None)),
                Token::LineAnnotation => {
                    if self.line_end < end {
                        let rest = &self.source.as_bytes()[end as usize..];
                        self.line_end = end + memchr::memchr(b'\n', rest).unwrap_or(rest.len()) as u32;
                    }
                    self.open.push((start, Some(self.line_end)));
                }
                Token::CloseAnnotation if !matches!(self.open.last(), Some((_, None))) => {
                    self.raw.extras.errors.push((Span::new(start, end), LexError::StrayClose));
                }
                Token::CloseAnnotation => {
                    if self.close_annotation(end) {
                        return self.give((self.last_end, Token::AutoSemi, self.last_end));
                    }
                }
                Token::NoWarn => self.no_warn(start, end),
                _ if self.last == Token::CloseBrace && token.starts_expression() => {
                    self.ahead = next;
                    return self.give((self.last_end, Token::AutoSemi, self.last_end));
                }
                _ => {
                    let path = matches!(token, Token::This | Token::Ident(_) | Token::Dot);
                    if token == Token::Holds {
                        self.holds_in = self.open.len();
                    } else if !path {
                        self.holds_in = 0;
                    }
                    return self.give((start, token, end));
                }
            }
        }
    }
}

/// The tokens that the dialect of owners alone has, made of what `logos` gives and of where it is: in the base dialect the
/// same words are names, and `--` is two signs.
#[derive(Default)]
struct OwnerWords {
    /// Output of `logos` beyond the current token.
    ahead: Option<Spanned>,
    /// Parts of a name with `$`, the next one last.
    parts: Vec<Spanned>,
    /// The last three tokens given, the last one last.
    last: [Option<Token>; 3],
    /// Inside `<…>` behind the name of a class that is declared.
    formals: bool,
    /// Inside the parameters of a method.
    params: bool,
}

impl OwnerWords {
    fn next(&mut self, lexer: &mut Lexer<'_>) -> Option<Spanned> {
        let (start, token, end) = self.word(lexer)?;
        let [before, previous, last] = self.last;
        let token = match token {
            Token::Ident(name) if self.formals => Token::Formal(name),
            Token::This
                if self.params
                    && matches!(last, Some(Token::Ident(_) | Token::Gt))
                    && !lexer.contextual.as_ref().is_some_and(Contextual::in_atomicity) =>
            {
                Token::Receiver
            }
            token => token,
        };
        match token {
            Token::Lt => self.formals = matches!((previous, last), (Some(Token::Class), Some(Token::Ident(_)))),
            Token::Gt => self.formals = false,
            // A type, a name and a `(` are in the head of a method alone.
            Token::OpenParen => {
                let ty =
                    matches!(previous, Some(Token::Ident(_) | Token::Gt | Token::Int | Token::Boolean | Token::Void));
                self.params = ty && matches!(last, Some(Token::Ident(_))) && before != Some(Token::Dot);
            }
            Token::CloseParen => self.params = false,
            _ => {}
        }
        self.last = [previous, last, Some(token)];
        Some((start, token, end))
    }

    /// The next token: a name taken apart at its `$`, a reserved word distinguished from a name, `--` put together.
    fn word(&mut self, lexer: &mut Lexer<'_>) -> Option<Spanned> {
        if let Some(part) = self.parts.pop() {
            return Some(part);
        }
        let (start, token, end) = self.ahead.take().or_else(|| lexer.scanned())?;
        let text = &lexer.source[start as usize..end as usize];
        match token {
            Token::Ident(_) if text.as_bytes().contains(&b'$') => {
                self.take_apart(text, start, &mut lexer.raw.extras);
                self.parts.pop()
            }
            Token::Ident(_) => Some((start, reserved(text).unwrap_or(token), end)),
            Token::Minus => {
                self.ahead = lexer.scanned();
                let second = self.ahead.take_if(|(from, ahead, _)| *ahead == Token::Minus && *from == end);
                Some(second.map_or((start, token, end), |(_, _, to)| (start, Token::Move, to)))
            }
            token => Some((start, token, end)),
        }
    }

    fn take_apart(&mut self, text: &str, start: u32, extras: &mut Extras) {
        let mut at = start;
        for (i, piece) in text.split('$').enumerate() {
            if i > 0 {
                self.parts.push((at, Token::Dollar, at + 1));
                at += 1;
            }
            let word = reserved(piece).or_else(|| Token::lexer(piece).next()?.ok());
            let word = word.map(|word| match word {
                Token::Ident(_) => Token::Ident(extras.names.intern(piece)),
                word => word,
            });
            let end = at + piece.len() as u32;
            self.parts.extend(word.map(|word| (at, word, end)));
            at = end;
        }
        self.parts.reverse();
    }
}

/// The token of a word that is reserved in the dialect of owners alone.
fn reserved(text: &str) -> Option<Token> {
    // Most words are none, and are not compared with each.
    if text.len() < 4 || !b"orstuw".contains(&text.as_bytes()[0]) {
        return None;
    }
    Some(match text {
        "otherThread" => Token::OtherThread,
        "reads" => Token::Reads,
        "where" => Token::Where,
        _ => Token::Special(Special::ALL.into_iter().find(|special| special.text() == text)?),
    })
}
