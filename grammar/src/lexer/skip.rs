//! Passing over blocks without reading them, and coming back to them.

use super::{Lexer, Spanned};
use crate::name::Names;
use crate::token::Token;
use logos::Logos;

impl<'s> Lexer<'s> {
    /// Passes over the rest of the block whose `{` was given out last; where its `}` ends. It is a guess, which proves right where the
    /// block, read from its `{`, ends at that place. None in an annotation comment, and in the dialect of owners.
    pub(crate) fn skip_block(&mut self) -> Option<u32> {
        if self.owners.is_some() || self.ahead.is_some() || !self.open.is_empty() {
            return None;
        }
        let start = self.last_end as usize;
        let length = length(&self.source.as_bytes()[start..])?;
        self.raw.bump(length);
        (self.last, self.last_end, self.after_new) = (Token::CloseBrace, (start + length) as u32, false);
        if let Some(contextual) = &mut self.contextual {
            contextual.pass_block(self.source, self.last_end);
        }
        Some(self.last_end)
    }

    /// The same source from its start again, with what was found in it so far; none if an annotation comment is open.
    pub(crate) fn again(self) -> Option<Lexer<'s>> {
        let raw = Token::lexer_with_extras(self.source, self.raw.extras);
        let lexer = Lexer { raw, ahead: None, last: Token::Semi, last_end: 0, after_new: false, line_end: 0, ..self };
        lexer.open.is_empty().then_some(lexer)
    }

    /// Goes on further on, before the body of a method or else where no class is begun; none, if an annotation comment is open here.
    pub(crate) fn go_to(&mut self, place: u32, body: bool) -> Option<()> {
        if self.ahead.is_some() || !self.open.is_empty() {
            return None;
        }
        self.raw.bump((place as usize).checked_sub(self.raw.span().end)?);
        (self.last, self.last_end, self.after_new) = (Token::Semi, place, false);
        if let Some(contextual) = &mut self.contextual {
            contextual.go_to(body);
        }
        Some(())
    }

    /// The tokens from here to the one that ends at a place.
    pub(crate) fn up_to(&mut self, end: u32) -> UpTo<'_, 's> {
        UpTo { lexer: self, end }
    }

    /// The names met so far.
    pub(crate) fn names(&mut self) -> &mut Names {
        &mut self.raw.extras.names
    }
}

/// The tokens up to the one that ends at a place.
pub(crate) struct UpTo<'l, 's> {
    lexer: &'l mut Lexer<'s>,
    end: u32,
}

impl UpTo<'_, '_> {
    /// [`Lexer::skip_block`].
    pub(crate) fn skip_block(&mut self) -> Option<u32> {
        self.lexer.skip_block()
    }
}

impl Iterator for UpTo<'_, '_> {
    type Item = Spanned;

    #[inline]
    fn next(&mut self) -> Option<Spanned> {
        if self.lexer.last_end < self.end { self.lexer.next() } else { None }
    }
}

/// So many bytes are looked at together, where there is nothing but brackets to see.
const CHUNK: usize = 64;

/// The length of the rest of a block, its `}` included; comments and strings are passed over.
fn length(text: &[u8]) -> Option<usize> {
    let (mut at, mut open) = (0, 1);
    loop {
        // As long as the bytes ahead cannot close the block.
        while let Some(chunk) = text.get(at..at + CHUNK) {
            let count = |wanted: fn(u8) -> bool| chunk.iter().map(|&b| u8::from(wanted(b))).sum::<u8>();
            let closed = usize::from(count(|b| b == b'}'));
            if closed >= open || count(|b| matches!(b, b'/' | b'"' | b'\'')) > 0 {
                break;
            }
            open = open - closed + usize::from(count(|b| b == b'{'));
            at += CHUNK;
        }
        let end = text.len().min(at + CHUNK);
        while at < end {
            match text[at] {
                b'{' => open += 1,
                b'}' => {
                    open -= 1;
                    if open == 0 {
                        return Some(at + 1);
                    }
                }
                b'"' => at += string(&text[at..])?,
                b'\'' => return None,
                b'/' => at += comment(&text[at..])?,
                _ => {}
            }
            at += 1;
        }
        if at >= text.len() {
            return None;
        }
    }
}

/// How many bytes of a string literal there are before its last.
fn string(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        match text.get(at)? {
            b'"' => return Some(at),
            b'\n' => return None,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// How many bytes of what a `/` begins there are before its last; an annotation comment is no comment.
fn comment(text: &[u8]) -> Option<usize> {
    match text.get(1..3) {
        Some(b"/#" | b"*#") => Some(2),
        Some([b'/', _]) => Some(memchr::memchr(b'\n', text)?),
        Some([b'*', _]) => {
            let (mut at, mut open) = (2, 1);
            loop {
                at += memchr::memchr2(b'*', b'/', &text[at..])?;
                match text.get(at..at + 2)? {
                    b"*/" => (open, at) = (open - 1, at + 2),
                    b"/*" => (open, at) = (open + 1, at + 2),
                    _ => at += 1,
                }
                if open == 0 {
                    return Some(at - 1);
                }
            }
        }
        _ => Some(0),
    }
}
