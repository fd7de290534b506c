//! The grammar (`grammar.lalrpop`) by recursive descent: the same productions, and what they build in the same order, but without a table
//! to look at for each token and each of the ten productions that a variable is an argument by. What it takes is what the grammar takes
//! (`tests/descent.rs`); what it does not take is said by the grammar, and so is what nests too deeply for recursion.

mod declarations;
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

/// Parses a class; there are no other tokens. How many expressions the bodies of its methods have.
pub(crate) fn class(builder: &mut Builder, tokens: impl Tokens, most: u32) -> Parsed<usize> {
    let mut parser = Descent::new(builder, tokens, most);
    parser.class()?;
    if parser.token.is_none() { Ok(parser.in_bodies) } else { Err(Left) }
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
    /// How many expressions are in bodies of methods.
    in_bodies: usize,
}

impl<'b, I: Tokens> Descent<'b, I> {
    fn new(builder: &'b mut Builder, tokens: I, most: u32) -> Descent<'b, I> {
        let mut parser =
            Descent { tokens, builder, token: None, start: 0, end: 0, last_end: 0, level: 0, most, in_bodies: 0 };
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
