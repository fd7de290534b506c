//! Actions of the grammar's productions: they add to the tables of a [`Program`].

mod declarations;
mod java;

use crate::ast::*;
use crate::error::Slip;
use crate::name::Name;
use crate::span::Span;
pub use declarations::{FieldWords, Guards};
use smallvec::SmallVec;

/// The deepest nesting of expressions that is taken; a deeper one is a syntax error.
pub const MAX_DEPTH: u32 = 250_000;

/// A program being built, and the elements of lists not finished yet.
#[derive(Default)]
pub struct Builder {
    /// Finished part of the program.
    pub program: Program,
    /// Errors that the tokens' order does not show, such as an assignment to a variable.
    pub slips: Vec<(Span, Slip)>,
    /// Elements of unfinished lists; inner lists are finished before outer ones go on.
    pending: Vec<ExprId>,
    /// Operators and operands of unfinished rows, and where the operands start and end.
    rows: Vec<(BinOp, ExprId, u32, u32)>,
    /// Number of expressions in finished declarations.
    finished: u32,
    /// Numbers of ghosts, fields and methods in finished classes.
    of_classes: [u32; 3],
    /// 2147483648, which is a literal only behind a minus.
    too_large: Option<ExprId>,
    /// Bound on the nesting of expressions.
    most: u32,
    deepest_reported: bool,
    /// The type of `this` in the head of a method that is not finished.
    receiver: Option<TypeId>,
}

/// Places of `atomic` and `synchronized` before a method, if present.
pub type Modifiers = (Option<Span>, Option<Span>);

/// A row of operands with binary operators between them; those after the first are with the builder.
#[derive(Clone, Copy)]
pub struct OperandRow {
    first: ExprId,
    start: u32,
    end: u32,
    more: u32,
}

impl OperandRow {
    /// A row of one operand.
    pub fn start(start: u32, first: ExprId, end: u32) -> OperandRow {
        OperandRow { first, start, end, more: 0 }
    }
}

impl Builder {
    /// Builds a program of a dialect, whose expressions nest at most so deeply.
    pub fn new(dialect: Dialect, most: u32) -> Builder {
        let mut builder = Builder { program: Program { dialect, ..Program::default() }, most, ..Builder::default() };
        builder.finish_members();
        builder
    }

    /// Reports a construct that the dialect replaces by another one.
    fn foreign(&mut self, span: Span, word: &'static str) {
        if self.program.dialect == Dialect::Owners {
            self.slips.push((span, Slip::NotOfOwners(word)));
        }
    }

    /// Adds an expression, whose parts are finished.
    #[inline]
    pub fn expr(&mut self, span: Span, expr: Expr) -> ExprId {
        self.program.add(expr, span)
    }

    /// A declaration is finished: its expressions must not nest too deeply, which only many can.
    #[inline]
    fn finish_declaration(&mut self) {
        let end = self.program.exprs.len() as u32;
        if end - self.finished > self.most {
            self.measure_depth();
        }
        self.finished = end;
    }

    /// All ghosts, fields and methods are of classes that are finished.
    #[inline]
    pub(crate) fn finish_members(&mut self) {
        let Program { ghosts, fields, methods, .. } = &self.program;
        self.of_classes = [ghosts.len(), fields.len(), methods.len()].map(|len| len as u32);
    }

    #[cold]
    fn measure_depth(&mut self) {
        let first = self.finished as usize;
        let mut nesting = Nesting { program: &self.program, first, depth: Vec::new(), most: 0 };
        for (&expr, &span) in self.program.exprs.iter().zip(&self.program.spans).skip(first) {
            nesting.most = 0;
            expr.map(&mut nesting);
            nesting.depth.push(nesting.most + 1);
            if nesting.most >= self.most && !self.deepest_reported {
                self.deepest_reported = true;
                self.slips.push((span, Slip::TooDeep(self.most)));
            }
        }
    }

    /// An unsigned literal of 2147483648 that no minus came for is an error. Called when the next token cannot be its sign.
    fn settle(&mut self) {
        if let Some(e) = self.too_large.take() {
            self.slips.push((self.program.span(e), Slip::OutOfRange));
        }
    }

    // Lists.

    /// Puts an element on the stack of unfinished lists.
    #[inline]
    pub fn push(&mut self, e: ExprId) {
        self.pending.push(e);
    }

    /// Makes a list of the last `n` elements pushed.
    pub fn list(&mut self, n: u32) -> List {
        let from = self.pending.len() - n as usize;
        let list = self.program.add_list(&self.pending[from..]);
        self.pending.truncate(from);
        list
    }

    // Expressions.

    /// `x--`, `e.fd--`
    pub fn moved(&mut self, span: Span, e: ExprId) -> ExprId {
        match self.program.expr(e) {
            Expr::Var(x) if x != Name::THIS => {}
            Expr::Field { .. } => {}
            Expr::Var(_) => self.slips.push((span, Slip::MovedThis)),
            _ => self.slips.push((span, Slip::MovedValue)),
        }
        self.expr(span, Expr::Move(e))
    }

    /// An integer literal without its sign.
    pub fn number(&mut self, span: Span, magnitude: u32) -> ExprId {
        self.settle();
        let e = self.expr(span, Expr::Int(magnitude as i32));
        if magnitude > i32::MAX as u32 {
            self.too_large = Some(e);
        }
        e
    }

    /// `new cn<l*>`
    pub fn new_object(&mut self, span: Span, name: Name, args: List) -> ExprId {
        let ty = self.program.add_type(TypeKind::Class { name, args }, span);
        self.expr(span, Expr::New(ty))
    }

    /// `e.mn(e*)`, `n` arguments pushed.
    pub fn call(&mut self, span: Span, recv: ExprId, method: Name, n: u32) -> ExprId {
        let args = self.list(n);
        self.expr(span, Expr::Call { recv, method, args })
    }

    /// `- e`; on a literal it is the literal's sign.
    pub fn negate(&mut self, span: Span, e: ExprId) -> ExprId {
        if let Expr::Int(n) = self.program.expr(e)
            && (n >= 0 || self.too_large == Some(e))
        {
            self.too_large = None;
            self.program.exprs[e.index()] = Expr::Int(n.wrapping_neg());
            self.program.spans[e.index()] = span;
            return e;
        }
        self.expr(span, Expr::Unary(UnOp::Neg, e))
    }

    /// Another operator and operand of a row.
    pub fn operand(&mut self, row: OperandRow, op: BinOp, start: u32, e: ExprId, end: u32) -> OperandRow {
        self.rows.push((op, e, start, end));
        OperandRow { more: row.more + 1, ..row }
    }

    /// Groups a row by the strength of its operators, all left associative.
    #[inline]
    pub fn infix(&mut self, row: OperandRow) -> ExprId {
        if row.more == 0 { row.first } else { self.group(row) }
    }

    fn group(&mut self, row: OperandRow) -> ExprId {
        let from = self.rows.len() - row.more as usize;
        // Operands still waiting for a right side, with the operator between them and the next: one a level at most.
        let mut waiting: SmallVec<[(ExprId, u32, BinOp); 6]> = SmallVec::new();
        let (mut right, mut start, mut end) = (row.first, row.start, row.end);
        for i in from..self.rows.len() {
            let (op, e, e_start, e_end) = self.rows[i];
            while let Some(&(left, left_start, before)) = waiting.last()
                && before.level() >= op.level()
            {
                waiting.pop();
                right = self.expr(Span::new(left_start, end), Expr::Binary(before, left, right));
                start = left_start;
            }
            waiting.push((right, start, op));
            (right, start, end) = (e, e_start, e_end);
        }
        while let Some((left, left_start, op)) = waiting.pop() {
            right = self.expr(Span::new(left_start, end), Expr::Binary(op, left, right));
        }
        self.rows.truncate(from);
        right
    }

    /// `e.fd = e'`
    pub fn assign(&mut self, span: Span, to: OperandRow, value: ExprId) -> ExprId {
        let to = self.infix(to);
        let (recv, field) = match self.program.expr(to) {
            Expr::Field { recv, field } => (recv, field),
            Expr::Extended(Extended::Element { array, index }) => {
                return self.extended(span, Extended::SetElement { array, index, value });
            }
            Expr::Var(x) if self.program.dialect == Dialect::Java && x != Name::THIS => {
                return self.extended(span, Extended::SetVar { var: to, value });
            }
            Expr::Var(x) => {
                self.slips.push((self.program.span(to), Slip::AssignedVariable(x)));
                (to, x)
            }
            other => {
                let slip = self.declared(other).unwrap_or(Slip::AssignedValue);
                self.slips.push((self.program.span(to), slip));
                (to, Name::THIS)
            }
        };
        self.expr(span, Expr::Assign { recv, field, value })
    }

    /// `C<l> x`, read as two comparisons, is meant to declare a variable.
    fn declared(&self, to: Expr) -> Option<Slip> {
        let Expr::Binary(BinOp::Gt, left, x) = to else { return None };
        let (Expr::Binary(BinOp::Lt, class, _), Expr::Var(x)) = (self.program.expr(left), self.program.expr(x)) else {
            return None;
        };
        let Expr::Var(class) = self.program.expr(class) else { return None };
        Some(Slip::Declared(class, x))
    }

    /// `holds l`, an element of a sequence.
    pub fn holds(&mut self, span: Span, lock: ExprId) {
        let e = self.expr(span, Expr::Holds(lock));
        self.push(e);
    }

    /// The last `n` elements pushed, as a sequence; a single one stands for itself, but a `holds` needs its block.
    pub fn seq(&mut self, n: u32) -> ExprId {
        let last = self.pending[self.pending.len() - 1];
        if n == 1 && !matches!(self.program.expr(last), Expr::Holds(_)) {
            self.pending.pop();
            return last;
        }
        let list = self.list(n);
        let elements = self.program.list(list);
        let span = self.program.span(elements[0]).to(self.program.span(last));
        self.expr(span, Expr::Seq(list))
    }

    /// Ends the building.
    pub fn finish(mut self) -> (Program, Vec<(Span, Slip)>) {
        self.settle();
        self.finish_declaration();
        (self.program, self.slips)
    }
}

/// Nesting of the expressions of one declaration: children are before their parents.
struct Nesting<'p> {
    program: &'p Program,
    first: usize,
    /// The depth of each expression from the first on.
    depth: Vec<u32>,
    /// Depth of the deepest part of the current expression.
    most: u32,
}

impl Mapper for Nesting<'_> {
    fn ty(&mut self, t: TypeId) -> TypeId {
        self.program.locks_of(t).iter().for_each(|&l| _ = self.child(l));
        t
    }

    fn child(&mut self, e: ExprId) -> ExprId {
        self.most = self.most.max(self.depth[e.index() - self.first]);
        e
    }

    fn list(&mut self, list: List) -> List {
        self.program.list(list).iter().for_each(|&e| _ = self.child(e));
        list
    }
}
