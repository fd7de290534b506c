//! Sequences and expressions by recursive descent.

use super::*;

impl<I: Tokens> Descent<'_, I> {
    // Sequences.

    pub(super) fn block(&mut self) -> Parsed<ExprId> {
        let start = self.start;
        self.bump();
        if self.takes(Token::CloseBrace) {
            return Ok(self.builder.expr(self.since(start), Expr::Unit));
        }
        let e = self.seq()?;
        self.expect(Token::CloseBrace)?;
        Ok(e)
    }

    pub(super) fn seq(&mut self) -> Parsed<ExprId> {
        let mut n = 0;
        loop {
            if self.at(Token::Holds) {
                let start = self.start;
                self.bump();
                let lock = self.lock()?;
                self.builder.holds(self.since(start), lock);
            } else {
                let (e, sort) = self.any()?;
                match sort {
                    Sort::Open if n == 0 => return Ok(e),
                    Sort::Open => {
                        self.builder.push(e);
                        return Ok(self.builder.seq(n + 1));
                    }
                    Sort::Matched | Sort::Unmatched => self.builder.push(e),
                }
            }
            n += 1;
            let separated = self.takes(Token::Semi) || self.takes(Token::AutoSemi);
            let ends =
                matches!(self.token, None | Some(Token::CloseBrace | Token::CloseParen | Token::In | Token::Comma));
            if ends || !separated {
                return Ok(self.builder.seq(n));
            }
        }
    }

    // Expressions, loosest first.

    pub(super) fn closed(&mut self) -> Parsed<ExprId> {
        match self.any()? {
            (_, Sort::Open) => Err(Left),
            (e, _) => Ok(e),
        }
    }

    /// What may nest without end.
    #[inline(always)]
    pub(super) fn inside<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.level += 1;
        if self.level.is_multiple_of(LEVELS) {
            if self.level > self.most {
                return Err(Left);
            }
            let read = deep(|| read(self));
            self.level -= 1;
            return read;
        }
        let read = read(self);
        self.level -= 1;
        read
    }

    #[inline(always)]
    fn any(&mut self) -> Parsed<(ExprId, Sort)> {
        self.inside(Self::expression)
    }

    fn expression(&mut self) -> Parsed<(ExprId, Sort)> {
        let start = self.start;
        match self.token {
            Some(Token::Synchronized) => {
                self.bump();
                let (lock, _) = self.any()?;
                self.expect(Token::In)?;
                let (body, sort) = self.any()?;
                Ok((self.builder.expr(self.since(start), Expr::Sync { lock, body }), sort))
            }
            Some(Token::Fork) => self.prefix(start, Expr::Fork),
            Some(Token::Atomic) => self.prefix(start, Expr::Atomic),
            Some(Token::Print) => self.prefix(start, Expr::Print),
            Some(Token::Assert) => self.prefix(start, Expr::Assert),
            Some(Token::If) => self.branches(start),
            Some(Token::While) => {
                self.bump();
                let cond = self.condition()?;
                let (body, sort) = self.any()?;
                Ok((self.builder.expr(self.since(start), Expr::While { cond, body }), sort))
            }
            Some(Token::Let) => {
                self.bump();
                let ty = self.ty()?;
                let var = self.name()?;
                self.expect(Token::Assign)?;
                let (bound, _) = self.any()?;
                self.expect(Token::In)?;
                let body = self.seq()?;
                Ok((self.builder.expr(self.since(start), Expr::Let { ty, var, bound, body }), Sort::Open))
            }
            _ => {
                let row = self.infix()?;
                if !self.takes(Token::Assign) {
                    return Ok((self.builder.infix(row), Sort::Matched));
                }
                let (value, sort) = self.any()?;
                Ok((self.builder.assign(self.since(start), row, value), sort))
            }
        }
    }

    fn prefix(&mut self, start: u32, form: fn(ExprId) -> Expr) -> Parsed<(ExprId, Sort)> {
        self.bump();
        let (body, sort) = self.any()?;
        Ok((self.builder.expr(self.since(start), form(body)), sort))
    }

    fn condition(&mut self) -> Parsed<ExprId> {
        self.expect(Token::OpenParen)?;
        let cond = self.seq()?;
        self.expect(Token::CloseParen)?;
        Ok(cond)
    }

    fn branches(&mut self, start: u32) -> Parsed<(ExprId, Sort)> {
        self.bump();
        let cond = self.condition()?;
        let (then, mut sort) = self.any()?;
        let mut otherwise = None;
        if sort == Sort::Matched && self.takes(Token::Else) {
            let (e, of_else) = self.any()?;
            (otherwise, sort) = (Some(e), of_else);
        } else if sort == Sort::Matched {
            sort = Sort::Unmatched;
        }
        Ok((self.builder.expr(self.since(start), Expr::If { cond, then, otherwise }), sort))
    }

    fn infix(&mut self) -> Parsed<Row> {
        let start = self.start;
        let first = self.operand()?;
        let mut row = Row::start(start, first, self.last_end);
        while let Some(op) = self.token.and_then(operator) {
            self.bump();
            let start = self.start;
            let e = self.operand()?;
            row = self.builder.operand(row, op, start, e, self.last_end);
        }
        Ok(row)
    }

    fn operand(&mut self) -> Parsed<ExprId> {
        let start = self.start;
        match self.token {
            Some(Token::Minus) => {
                self.bump();
                let e = self.inside(Self::operand)?;
                Ok(self.builder.negate(self.since(start), e))
            }
            Some(Token::Not) => {
                self.bump();
                let e = self.inside(Self::operand)?;
                Ok(self.builder.expr(self.since(start), Expr::Unary(UnOp::Not, e)))
            }
            _ => self.postfix(),
        }
    }

    fn postfix(&mut self) -> Parsed<ExprId> {
        let start = self.start;
        let mut e = self.primary()?;
        loop {
            match self.token {
                Some(Token::Dot) => {
                    self.bump();
                    let name = self.name()?;
                    if self.takes(Token::OpenParen) {
                        let n = self.call_arguments()?;
                        e = self.builder.call(self.since(start), e, name, n);
                    } else {
                        e = self.builder.expr(self.since(start), Expr::Field { recv: e, field: name });
                    }
                }
                Some(Token::Move) => {
                    self.bump();
                    e = self.builder.moved(self.since(start), e);
                }
                _ => return Ok(e),
            }
        }
    }

    /// The arguments of a call, its `(` passed: pushed, and how many.
    fn call_arguments(&mut self) -> Parsed<u32> {
        let mut n = 0;
        if self.takes(Token::CloseParen) {
            return Ok(n);
        }
        loop {
            let (e, _) = self.any()?;
            self.builder.push(e);
            n += 1;
            if !self.takes(Token::Comma) {
                self.expect(Token::CloseParen)?;
                return Ok(n);
            }
        }
    }

    fn primary(&mut self) -> Parsed<ExprId> {
        let start = self.start;
        let expr = match self.token {
            Some(Token::Ident(name)) => Expr::Var(name),
            Some(Token::This) => Expr::Var(Name::THIS),
            Some(Token::Number(n)) => {
                self.bump();
                return Ok(self.builder.number(self.since(start), n));
            }
            Some(Token::Text(text)) => Expr::Str(text),
            Some(Token::True) => Expr::Bool(true),
            Some(Token::False) => Expr::Bool(false),
            Some(Token::Null) => Expr::Null,
            Some(Token::New) => {
                self.bump();
                let name = self.name()?;
                let args = if self.takes(Token::OpenArgs) { self.arguments()? } else { List::default() };
                return Ok(self.builder.new_object(self.since(start), name, args));
            }
            Some(Token::OpenParen) => {
                self.bump();
                let e = self.seq()?;
                self.expect(Token::CloseParen)?;
                return Ok(e);
            }
            Some(Token::OpenBrace) => return self.block(),
            _ => return Err(Left),
        };
        self.bump();
        Ok(self.builder.expr(self.since(start), expr))
    }
}
