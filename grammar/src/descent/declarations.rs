//! Classes and their members.

use super::{Descent, Left, Parsed, Tokens};
use crate::ast::{Expr, ExprId, TypeId};
use crate::name::Name;
use crate::span::Span;
use crate::token::Token;

impl<I: Tokens> Descent<'_, I> {
    pub(super) fn program(&mut self) -> Parsed<()> {
        self.classes()?;
        let main = if self.token.is_some() { Some(self.seq()?) } else { None };
        self.builder.program.main = main;
        if self.token.is_none() { Ok(()) } else { Err(Left) }
    }

    pub(super) fn classes(&mut self) -> Parsed<()> {
        while matches!(self.token, Some(Token::Class | Token::ThreadLocal)) {
            self.class()?;
        }
        Ok(())
    }

    pub(super) fn class(&mut self) -> Parsed<()> {
        let start = self.start;
        let local = self.takes(Token::ThreadLocal);
        self.expect(Token::Class)?;
        let name = self.id()?;
        if self.takes(Token::Lt) && !self.takes(Token::Gt) {
            self.comma(Token::Gt, Self::ghost)?;
        }
        let extends = if self.takes(Token::Extends) { Some(self.class_type()?) } else { None };
        let guard = if self.takes(Token::GuardedBy) { Some(self.lock()?) } else { None };
        let not_self = if self.takes(Token::Where) { Some(self.list_of(Self::distinct)?) } else { None };
        self.expect(Token::OpenBrace)?;
        while !self.takes(Token::CloseBrace) {
            self.member()?;
        }
        let span = self.since(start);
        self.takes(Token::AutoSemi);
        self.builder.class(span, local, name, extends, guard, not_self);
        Ok(())
    }

    /// One or more declarations, up to the token that closes them.
    fn comma(&mut self, close: Token, one: fn(&mut Self) -> Parsed<()>) -> Parsed<()> {
        one(self)?;
        while self.takes(Token::Comma) {
            one(self)?;
        }
        self.expect(close)
    }

    fn ghost(&mut self) -> Parsed<()> {
        let start = self.start;
        if let Some(Token::Formal(name)) = self.token {
            self.bump();
            self.builder.formal(self.since(start), name);
            return Ok(());
        }
        self.expect(Token::Ghost)?;
        let ty = self.class_type()?;
        let name = self.name()?;
        self.builder.ghost(self.since(start), ty, name);
        Ok(())
    }

    fn distinct(&mut self) -> Parsed<ExprId> {
        let (formal, span) = self.id()?;
        let from = self.start;
        self.expect(Token::Ne)?;
        let Some(Token::Special(special)) = self.token else { return Err(Left) };
        self.bump();
        self.builder.distinct(self.since(from), special);
        Ok(self.builder.expr(span, Expr::Var(formal)))
    }

    fn member(&mut self) -> Parsed<()> {
        let start = self.start;
        let is_final = self.takes(Token::Final);
        let atomic = self.word(Token::Atomic);
        let synchronized = self.word(Token::Synchronized);
        let ty = self.ty()?;
        let name = self.id()?;
        let has_words = atomic.is_some() || synchronized.is_some();
        match self.takes(Token::OpenParen) {
            true if is_final => Err(Left),
            false if has_words => Err(Left),
            true => self.method(start, (atomic, synchronized), ty, name),
            false => self.field(start, is_final, ty, name),
        }
    }

    fn field(&mut self, start: u32, is_final: bool, ty: TypeId, name: (Name, Span)) -> Parsed<()> {
        let guards = match self.token {
            Some(Token::GuardedBy) => {
                self.bump();
                Some((Some(self.lock()?), None))
            }
            Some(Token::WriteGuardedBy) => {
                self.bump();
                Some((None, Some(self.lock()?)))
            }
            _ => None,
        };
        let init = if self.takes(Token::Assign) { Some(self.closed()?) } else { None };
        let span = self.since(start);
        self.end();
        self.builder.field(span, is_final, ty, name, guards, init);
        Ok(())
    }

    fn method(
        &mut self,
        start: u32,
        words: (Option<Span>, Option<Span>),
        ty: TypeId,
        name: (Name, Span),
    ) -> Parsed<()> {
        if !self.takes(Token::CloseParen) {
            self.comma(Token::CloseParen, Self::param)?;
        }
        let requires = if self.takes(Token::Requires) { Some(self.list_of(Self::lock)?) } else { None };
        let reads = if self.takes(Token::Reads) { Some(self.list_of(Self::lock)?) } else { None };
        let atomicity = if self.takes(Token::Atomicity) { Some(self.atomicity()?) } else { None };
        if !self.at(Token::OpenBrace) {
            return Err(Left);
        }
        let before = self.builder.program.exprs.len();
        let body = if I::HEADS { self.passed_body()? } else { Some(self.block()?) };
        let span = self.since(start);
        self.end();
        self.builder.method(span, words, ty, name, (requires, reads, atomicity), body);
        self.in_bodies += self.builder.program.exprs.len() - before;
        Ok(())
    }

    fn passed_body(&mut self) -> Parsed<Option<ExprId>> {
        self.end = self.tokens.pass_body(self.start).ok_or(Left)?;
        self.bump();
        Ok(None)
    }

    /// The `;` behind a member.
    fn end(&mut self) {
        let _ = self.takes(Token::Semi) || self.takes(Token::AutoSemi);
    }

    fn param(&mut self) -> Parsed<()> {
        let start = self.start;
        let ty = self.ty()?;
        match self.token {
            Some(Token::Ident(name)) => {
                self.bump();
                self.builder.param(self.since(start), ty, name);
            }
            Some(Token::Receiver) => {
                self.bump();
                self.builder.receiver(self.since(start), ty);
            }
            _ => return Err(Left),
        }
        Ok(())
    }
}
