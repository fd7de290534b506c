//! Taking the tokens of a file apart into pieces: heads of classes, members, statements.

use super::Found;
use super::piece::Follow;
use crate::fix::Edit;
use crate::site::{PieceKind, Site};
use crate::slips;
use crate::span::Span;
use crate::token::Token;
use crate::words;
use std::ops::Range;

impl Found<'_> {
    /// `Program ::= Class* Seq?`
    pub(super) fn file(&mut self) {
        let mut i = 0;
        while i < self.tokens.len() {
            if self.is_class(i) {
                i = self.class(i);
                continue;
            }
            let start = i;
            while i < self.tokens.len() && !self.is_class(i) {
                i = if self.token(i) == Some(Token::OpenBrace) { self.brackets.after(i) } else { i + 1 };
            }
            self.section = self.errors.len();
            if i == self.tokens.len() {
                self.blocks(std::iter::once(start..i).collect());
            } else {
                self.between_classes(start..i);
            }
        }
    }

    /// Reports one error for code before a class that is no class: the first that can be named.
    fn between_classes(&mut self, range: Range<usize>) {
        let before = self.errors.len();
        self.blocks(std::iter::once(range.clone()).collect());
        if self.errors.len() == before
            && let Some(i) = range.clone().find(|&i| self.token(i) != Some(Token::CloseBrace))
        {
            let site = Site::new(self.text, range, i, &[], PieceKind::Statement);
            self.errors.push(words::between_classes(&site));
        }
    }

    /// The class that starts at `i`; gives what comes after it.
    fn class(&mut self, i: usize) -> usize {
        self.section = self.errors.len();
        let head = (i + 1..self.tokens.len())
            .take_while(|&j| !matches!(self.token(j), Some(Token::OpenBrace | Token::CloseBrace | Token::Semi)))
            .take_while(|&j| !self.is_class(j));
        let end = head.last().unwrap_or(i) + 1;
        let before = self.errors.len();
        self.piece(i..end, PieceKind::Head);
        if self.token(end) != Some(Token::OpenBrace) {
            if self.errors.len() == before {
                let site = Site::new(self.text, i..end, end, &[], PieceKind::Head);
                self.errors.push(slips::classes::no_body(&site));
            }
            return if self.token(end) == Some(Token::Semi) { end + 1 } else { end };
        }
        let close = self.brackets.end(end).unwrap_or(self.tokens.len());
        self.members(end + 1..close);
        let next = self.brackets.after(end);
        match self.token(next) {
            Some(Token::AutoSemi) => next + 1,
            Some(Token::Semi) => {
                let edit = self.text.remove(next..next + 1);
                self.error(self.span(next), "no `;` stands after a class", "remove it", vec![edit]);
                next + 1
            }
            _ => next,
        }
    }

    /// The members of a class, cut apart where one can end and another start.
    fn members(&mut self, range: Range<usize>) {
        let mut start = range.start;
        let mut i = start;
        while i < range.end {
            if self.is_class(i) {
                let edits = self.out_of_the_class(i);
                self.error(
                    self.span(i),
                    "a class stands inside another class",
                    "classes do not nest: write one after the other",
                    edits,
                );
                let section = self.section;
                i = self.class(i).min(range.end);
                (start, self.section) = (i, section);
                continue;
            }
            let token = self.tokens[i].1;
            let next = match token {
                Token::OpenBrace | Token::OpenParen => self.brackets.after(i),
                _ => i + 1,
            };
            // A word alone is more likely a modifier of what comes after it than a member of its own.
            let whole = next > start + 1 && self.ends_member(next - 1) && !self.only_modifiers(start..next);
            let ends =
                matches!(token, Token::Semi | Token::AutoSemi) || next < range.end && self.starts_member(next) && whole;
            if ends {
                self.member(start..next.min(range.end));
                start = next;
            }
            i = next;
        }
        self.member(start..range.end);
    }

    /// True if token `i` can only be the first of a member, if the one before it can end one.
    fn starts_member(&self, i: usize) -> bool {
        use Token::*;
        match self.token(i) {
            Some(Final | Int | Boolean | Void | Synchronized | Class | ThreadLocal) => true,
            // A constructor, or a method without its type.
            Some(Ident(_)) => self.token(i + 1) == Some(OpenParen) && self.begins_line(i),
            // It belongs to a method, whose head it may follow.
            Some(Requires) => self.token(i - 1) != Some(CloseParen) && self.begins_line(i),
            _ => false,
        }
    }

    fn begins_line(&self, i: usize) -> bool {
        let between = |before| Span::new(self.text.span(before).end, self.text.span(i).start);
        i.checked_sub(1).is_some_and(|before| between(before).text(self.text.source).contains('\n'))
    }

    /// True if all tokens are modifiers of Java, which belong to the next declaration.
    fn only_modifiers(&self, range: Range<usize>) -> bool {
        let text = self.text;
        range.into_iter().all(|i| text.name(i).is_some_and(slips::java::is_modifier))
    }

    fn ends_member(&self, i: usize) -> bool {
        use Token::*;
        matches!(
            self.token(i),
            Some(Ident(_) | Number(_) | Text(_) | This | True | False | Null | Gt | CloseParen | CloseBrace)
        )
    }

    fn member(&mut self, range: Range<usize>) {
        match range.len() {
            0 => {}
            1 if self.token(range.start) == Some(Token::AutoSemi) => {}
            _ => {
                if let Some(main) = slips::threads::entry(self.text, range.clone()) {
                    self.main_method(range, main);
                    return;
                }
                let blocks = self.piece(range, PieceKind::Member);
                self.blocks(blocks);
            }
        }
    }

    /// `public static void main(String[] args) { … }`: one error for its head, and those of its body.
    fn main_method(&mut self, range: Range<usize>, main: usize) {
        let text = self.text;
        let error = slips::threads::no_main(text, range.clone(), main);
        let open = text.find(main, |t| t == Token::OpenBrace).filter(|open| range.contains(open));
        self.errors.push(error);
        let Some(open) = open else { return };
        self.skipped.push(self.span(range.start).to(self.span(open)));
        let end = self.brackets.end(open).unwrap_or(range.end).min(range.end);
        if open + 1 < end {
            self.blocks(std::iter::once(open + 1..end).collect());
        }
    }

    /// Moves the class at token `i` behind the one that it is in.
    fn out_of_the_class(&self, i: usize) -> Vec<Edit> {
        let text = self.text;
        let moved = || {
            let outer = text.open_around(i)?;
            let close = text.close(outer)?;
            let open = (i..close).find(|&j| text.is(j, Token::OpenBrace))?;
            let end = text.close(open)? + 1;
            let class = text.text_of(i..end);
            Some(vec![text.remove(i..end), text.behind(close, format!("\n{class}"))])
        };
        moved().unwrap_or_default()
    }

    /// Statements, and those in the blocks inside them.
    fn blocks(&mut self, mut blocks: Vec<Range<usize>>) {
        // Last in, first out; reversed, so that the errors come in the order of the text.
        blocks.reverse();
        while let Some(block) = blocks.pop() {
            let inner = blocks.len();
            self.statements(block, &mut blocks);
            blocks[inner..].reverse();
        }
    }

    /// A sequence, cut apart at its `;`; puts the blocks inside its statements on `blocks`.
    fn statements(&mut self, range: Range<usize>, blocks: &mut Vec<Range<usize>>) {
        self.after = Follow::Nothing;
        let mut start = range.start;
        let mut i = start;
        loop {
            let token = if i < range.end { Some(self.tokens[i].1) } else { None };
            match token {
                Some(bracket @ (Token::OpenBrace | Token::OpenParen)) => {
                    i = self.brackets.after(i).min(range.end);
                    // A declaration as in Java, recognised by its first token, is a statement of its own.
                    let declares = matches!(self.token(i), Some(Token::Int | Token::Boolean | Token::Final));
                    if bracket == Token::OpenBrace && declares && i < range.end {
                        blocks.extend(self.piece(start..i, PieceKind::Statement));
                        start = i;
                    }
                    continue;
                }
                None | Some(Token::Semi | Token::AutoSemi) => {
                    if start < i {
                        blocks.extend(self.piece(start..i, PieceKind::Statement));
                    } else if token == Some(Token::Semi) && !self.enough(i) {
                        let edit = self.text.remove(i..i + 1);
                        self.error(
                            self.span(i),
                            "expected an expression, found `;`",
                            "a `;` stands between two statements; remove this one",
                            vec![edit],
                        );
                    }
                    start = i + 1;
                }
                Some(_) => {}
            }
            if i >= range.end {
                return;
            }
            i += 1;
        }
    }
}
