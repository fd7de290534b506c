//! The grammar (`grammar.lalrpop`) by recursive descent: the same productions, and what they build in the same order, but without a table
//! to look at for each token and each of the ten productions that a variable is an argument by. What it takes is what the grammar takes
//! (`tests/descent.rs`); what it does not take is said by the grammar, and so is what nests too deeply for recursion.

mod expressions;

use crate::ast::{Atom, AtomId, BinOp, Expr, ExprId, List, TypeId, TypeKind, UnOp};
use crate::builder::{Builder, Row};
use crate::lexer::{Lexer, Spanned};
use crate::name::Name;
use crate::span::Span;
use crate::stack::deep;
use crate::token::Token;

/// Why a source is left to the grammar: it is none of its programs, or nests deeply.
#[derive(Debug)]
pub(crate) struct Left;

type Parsed<T> = Result<T, Left>;

/// The expressions as the grammar tells them apart, by what may stand behind them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// An `else` may.
    Matched,
    /// It ends with an `if` without `else`.
    Unmatched,
    /// It ends with a `let`: nothing may.
    Open,
}

/// The stack is looked at once in so many levels.
const LEVELS: u32 = 8;

/// Parses a whole program whose expressions nest at most so deeply.
pub(crate) fn program(builder: &mut Builder, tokens: impl Tokens, most: u32) -> Parsed<()> {
    Descent::new(builder, tokens, most).program()
}

/// Parses the classes of a program, up to its main expression: where that starts, if there is one.
pub(crate) fn classes(builder: &mut Builder, tokens: impl Tokens, most: u32) -> Parsed<Option<u32>> {
    let mut parser = Descent::new(builder, tokens, most);
    parser.classes()?;
    Ok(parser.token.map(|_| parser.start))
}

/// Parses the body of a method, with its braces; there are no other tokens. With where it ends.
pub(crate) fn body(builder: &mut Builder, tokens: impl Tokens, most: u32) -> Parsed<(ExprId, u32)> {
    let mut parser = Descent::new(builder, tokens, most);
    if !parser.at(Token::OpenBrace) {
        return Err(Left);
    }
    let body = parser.block()?;
    if parser.token.is_none() { Ok((body, parser.last_end)) } else { Err(Left) }
}

/// Parses a main expression; there are no other tokens.
pub(crate) fn main(builder: &mut Builder, tokens: impl Tokens, most: u32) -> Parsed<ExprId> {
    let mut parser = Descent::new(builder, tokens, most);
    let main = parser.seq()?;
    if parser.token.is_none() { Ok(main) } else { Err(Left) }
}

/// Where tokens come from.
pub(crate) trait Tokens: Iterator<Item = Spanned> {
    /// The bodies of methods are passed over.
    const HEADS: bool = false;

    /// Passes over the rest of a body, whose `{` starts at a place: where it ends.
    fn pass_body(&mut self, _start: u32) -> Option<u32> {
        None
    }
}

impl Tokens for &mut Lexer<'_> {}
impl Tokens for std::iter::Copied<std::slice::Iter<'_, Spanned>> {}

struct Descent<'b, I> {
    tokens: I,
    builder: &'b mut Builder,
    /// The next token, and its place.
    token: Option<Token>,
    start: u32,
    end: u32,
    /// Where the token before ends.
    last_end: u32,
    /// How many expressions are being read, one in the other.
    level: u32,
    most: u32,
}

impl<'b, I: Tokens> Descent<'b, I> {
    fn new(builder: &'b mut Builder, tokens: I, most: u32) -> Descent<'b, I> {
        let mut parser = Descent { tokens, builder, token: None, start: 0, end: 0, last_end: 0, level: 0, most };
        parser.bump();
        parser
    }

    // Tokens.

    #[inline(always)]
    fn bump(&mut self) {
        self.last_end = self.end;
        match self.tokens.next() {
            Some((start, token, end)) => (self.start, self.token, self.end) = (start, Some(token), end),
            None => (self.start, self.token) = (self.end, None),
        }
    }

    #[inline(always)]
    fn at(&self, token: Token) -> bool {
        self.token == Some(token)
    }

    /// Passes a token if it comes next.
    #[inline(always)]
    fn takes(&mut self, token: Token) -> bool {
        let there = self.at(token);
        if there {
            self.bump();
        }
        there
    }

    #[inline(always)]
    fn expect(&mut self, token: Token) -> Parsed<()> {
        if self.takes(token) { Ok(()) } else { Err(Left) }
    }

    #[inline(always)]
    fn name(&mut self) -> Parsed<Name> {
        match self.token {
            Some(Token::Ident(name)) => {
                self.bump();
                Ok(name)
            }
            _ => Err(Left),
        }
    }

    /// From a place to the end of the token before.
    #[inline(always)]
    fn since(&self, start: u32) -> Span {
        Span::new(start, self.last_end)
    }

    /// A declared name with its place.
    fn id(&mut self) -> Parsed<(Name, Span)> {
        let start = self.start;
        Ok((self.name()?, self.since(start)))
    }

    /// A word with its place, if it comes next.
    fn word(&mut self, token: Token) -> Option<Span> {
        let start = self.start;
        self.takes(token).then(|| self.since(start))
    }

    // Declarations.

    fn program(&mut self) -> Parsed<()> {
        self.classes()?;
        let main = if self.token.is_some() { Some(self.seq()?) } else { None };
        self.builder.program.main = main;
        if self.token.is_none() { Ok(()) } else { Err(Left) }
    }

    fn classes(&mut self) -> Parsed<()> {
        while matches!(self.token, Some(Token::Class | Token::ThreadLocal)) {
            self.class()?;
        }
        Ok(())
    }

    fn class(&mut self) -> Parsed<()> {
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
        let body = if I::HEADS { self.passed_body()? } else { Some(self.block()?) };
        let span = self.since(start);
        self.end();
        self.builder.method(span, words, ty, name, (requires, reads, atomicity), body);
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

    fn atomicity(&mut self) -> Parsed<AtomId> {
        if let Some(Token::Atom(basic)) = self.token {
            self.bump();
            return Ok(self.builder.program.add_atom(Atom::Basic(basic)));
        }
        self.expect(Token::OpenParen)?;
        self.expect(Token::Held)?;
        let lock = self.lock()?;
        self.expect(Token::Question)?;
        let then = self.inside(Self::atomicity)?;
        self.expect(Token::Colon)?;
        let otherwise = self.inside(Self::atomicity)?;
        self.expect(Token::CloseParen)?;
        Ok(self.builder.program.add_atom(Atom::Held { lock, then, otherwise }))
    }

    // Types and locks.

    fn ty(&mut self) -> Parsed<TypeId> {
        let kind = match self.token {
            Some(Token::Int) => TypeKind::Int,
            Some(Token::Boolean) => TypeKind::Boolean,
            Some(Token::Void) => TypeKind::Void,
            _ => return self.class_type(),
        };
        let start = self.start;
        self.bump();
        Ok(self.builder.ty(self.since(start), kind))
    }

    fn class_type(&mut self) -> Parsed<TypeId> {
        let start = self.start;
        let name = self.name()?;
        let args = if self.takes(Token::Lt) { self.arguments()? } else { List::default() };
        Ok(self.builder.ty(self.since(start), TypeKind::Class { name, args }))
    }

    /// The locks between `<` and `>`, the former passed.
    fn arguments(&mut self) -> Parsed<List> {
        if self.takes(Token::Gt) {
            return Ok(List::default());
        }
        let locks = self.list_of(Self::lock)?;
        self.expect(Token::Gt)?;
        Ok(locks)
    }

    /// One or more expressions, as a list.
    fn list_of(&mut self, one: fn(&mut Self) -> Parsed<ExprId>) -> Parsed<List> {
        let mut n = 0;
        loop {
            let e = one(self)?;
            self.builder.push(e);
            n += 1;
            if !self.takes(Token::Comma) {
                return Ok(self.builder.list(n));
            }
        }
    }

    fn lock(&mut self) -> Parsed<ExprId> {
        let start = self.start;
        match self.token {
            Some(Token::Special(special)) => {
                self.bump();
                return Ok(self.builder.lock(self.since(start), Expr::Special(special)));
            }
            Some(Token::Ident(formal)) => {
                self.bump();
                if self.takes(Token::Dollar) {
                    let path = self.path()?;
                    return Ok(self.builder.lock(self.since(start), Expr::Qualified { formal, path }));
                }
                let e = self.builder.lock(self.since(start), Expr::Var(formal));
                return self.fields(start, e);
            }
            _ => {}
        }
        self.path()
    }

    fn path(&mut self) -> Parsed<ExprId> {
        let start = self.start;
        let name = match self.token {
            Some(Token::This) => Name::THIS,
            Some(Token::Ident(name)) => name,
            _ => return Err(Left),
        };
        self.bump();
        let e = self.builder.lock(self.since(start), Expr::Var(name));
        self.fields(start, e)
    }

    fn fields(&mut self, start: u32, mut e: ExprId) -> Parsed<ExprId> {
        while self.takes(Token::Dot) {
            let field = self.name()?;
            e = self.builder.lock(self.since(start), Expr::Field { recv: e, field });
        }
        Ok(e)
    }
}

/// The binary operator that a token is.
#[inline(always)]
fn operator(token: Token) -> Option<BinOp> {
    Some(match token {
        Token::Or => BinOp::Or,
        Token::And => BinOp::And,
        Token::Eq => BinOp::Eq,
        Token::Ne => BinOp::Ne,
        Token::Lt => BinOp::Lt,
        Token::Le => BinOp::Le,
        Token::Gt => BinOp::Gt,
        Token::Ge => BinOp::Ge,
        Token::Plus => BinOp::Add,
        Token::Minus => BinOp::Sub,
        Token::Star => BinOp::Mul,
        Token::Slash => BinOp::Div,
        Token::Percent => BinOp::Rem,
        _ => return None,
    })
}
