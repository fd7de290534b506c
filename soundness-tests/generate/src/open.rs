//! Programs of any syntax: every form, every dialect. They are right as syntax, and nothing more: their names are declared
//! nowhere, and their types fit together by chance alone.

use crate::Choices;
use racefree_grammar::Span;
use racefree_grammar::ast::*;
use racefree_grammar::name::Name;

/// The program of a dialect that a row of choices makes.
pub fn program(dialect: Dialect, choices: Choices<'_>) -> Program {
    let program = Program { dialect, ..Program::default() };
    let mut make = Maker { choices, program, depth: 0 };
    make.program();
    make.program
}

const VARIABLES: &[&str] = &["x", "y", "other", "count1", "_a$b", "atomic", "held"];
const MEMBERS: &[&str] =
    &["lock", "f", "deposit", "balance", "next", "atomic", "atomicity", "left", "a_rather_long_name_for_a_member"];
const CLASSES: &[&str] = &["Object", "String", "A", "Account", "Node", "atomic"];
const TEXTS: &[&str] = &[
    "",
    "a",
    "a \"quoted\" \\ text",
    "line\nline\ttab\r",
    "/* no comment */ // nor this",
    "/*# nor this */",
    "\u{0}\u{8}\u{c}\u{7f}",
    "äöü ☃ 𝄞",
    "a text that is long enough to make its line too wide for anything else to stand beside it on that line",
];
const NUMBERS: &[i32] = &[0, 1, 7, 42, -1, -5, 1_000_000, i32::MAX, i32::MIN, i32::MIN + 1];

/// Maximum depth of a tree.
const DEEPEST: u32 = 14;

struct Maker<'c> {
    choices: Choices<'c>,
    program: Program,
    depth: u32,
}

impl Maker<'_> {
    /// A number below `n`.
    fn choose(&mut self, n: usize) -> usize {
        self.choices.below(n)
    }

    fn one_of<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.choose(from.len())]
    }

    fn name(&mut self, from: &[&str]) -> Name {
        let text = self.one_of(from);
        if self.owners() && text.contains('$') {
            return self.program.names.intern(&text.replace('$', "S"));
        }
        self.program.names.intern(text)
    }

    fn add(&mut self, e: Expr) -> ExprId {
        self.program.add(e, Span::NONE)
    }

    fn program(&mut self) {
        for _ in 0..self.choose(4) {
            self.class();
        }
        if self.choose(5) < 4 {
            self.program.main = Some(self.contents());
        }
    }

    fn owners(&self) -> bool {
        self.program.dialect == Dialect::Owners
    }

    fn class(&mut self) {
        let formals = self.program.formals.len() as u32;
        let (ghosts, fields) = (self.program.ghosts.len() as u32, self.program.fields.len() as u32);
        let methods = self.program.methods.len() as u32;
        let name = self.name(&CLASSES[2..]);
        let parameters = self.choose(6).saturating_sub(3);
        if self.owners() {
            for _ in 0..parameters.max(1) {
                let implied = parameters == 0;
                let name = if implied { self.program.names.intern("thisOwner") } else { self.name(VARIABLES) };
                self.program.formals.push(Formal { name, span: Span::NONE, implied });
            }
        }
        for _ in 0..if self.owners() { 0 } else { parameters } {
            let (ty, name) = (self.class_type(), self.name(VARIABLES));
            self.program.ghosts.push(Ghost { ty, name, span: Span::NONE });
        }
        let extends = (self.choose(3) == 1).then(|| self.class_type());
        let guard = (self.choose(5) == 1).then(|| self.path());
        for _ in 0..self.choose(5) {
            self.field();
        }
        for _ in 0..self.choose(4) {
            self.method();
        }
        let mut not_self = List::default();
        if self.owners() && self.choose(3) == 1 {
            let name = self.name(VARIABLES);
            let formal = self.add(Expr::Var(name));
            not_self = self.program.add_list(&[formal]);
        }
        let formals = Run { start: formals, end: self.program.formals.len() as u32 };
        let owners = self.program.add_owners(Owners { formals, not_self });
        let class = Class {
            name,
            name_span: Span::NONE,
            span: Span::NONE,
            thread_local: !self.owners() && self.choose(4) == 1,
            ghosts: Run { start: ghosts, end: self.program.ghosts.len() as u32 },
            owners,
            extends,
            guard,
            more_guards: List::default(),
            interface: false,
            more_supertypes: Run::default(),
            fields: Run { start: fields, end: self.program.fields.len() as u32 },
            methods: Run { start: methods, end: self.program.methods.len() as u32 },
        };
        self.program.classes.push(class);
    }

    fn field(&mut self) {
        let guard = self.choose(5);
        let field = Field {
            is_final: self.choose(3) == 1,
            readonly: false,
            volatile: false,
            ty: self.ty(),
            name: self.name(MEMBERS),
            name_span: Span::NONE,
            guard: (guard == 1).then(|| self.path()),
            more_guards: List::default(),
            write_guard: (guard == 2).then(|| self.path()),
            init: (self.choose(3) > 0).then(|| self.expr()),
            span: Span::NONE,
        };
        self.program.fields.push(field);
    }

    fn method(&mut self) {
        let start = self.program.params.len() as u32;
        let (ret, name) = (self.ty(), self.name(MEMBERS));
        for _ in 0..self.choose(6).saturating_sub(2) {
            let (ty, name) = (self.ty(), self.name(VARIABLES));
            self.program.params.push(Param { ty, name, span: Span::NONE });
        }
        let locks: Vec<ExprId> = (0..self.choose(5).saturating_sub(2)).map(|_| self.path()).collect();
        let requires = self.program.add_list(&locks);
        let mut reads = List::default();
        let mut receiver = None;
        if self.owners() {
            let locks: Vec<ExprId> = (0..self.choose(5).saturating_sub(3)).map(|_| self.path()).collect();
            reads = self.program.add_list(&locks);
            receiver = (self.choose(3) == 1).then(|| self.class_type());
        }
        let modifiers = self.choose(8);
        let (atomic, synchronized) = (modifiers > 5, modifiers % 4 == 1);
        let atomicity = (self.choose(5) == 1).then(|| self.atomicity());
        let mut body = self.contents();
        if synchronized {
            let lock = self.add(Expr::Var(Name::THIS));
            body = self.add(Expr::Sync { lock, body });
        }
        let params = Run { start, end: self.program.params.len() as u32 };
        if atomic {
            body = self.add(Expr::Atomic(body));
        }
        let (name_span, span) = (Span::NONE, Span::NONE);
        let clauses = self.program.add_clauses(Clauses { receiver, reads, atomicity, ..Clauses::default() });
        self.program.methods.push(Method {
            atomic,
            synchronized,
            ret,
            name,
            name_span,
            params,
            requires,
            clauses,
            body,
            span,
        });
    }

    /// A declared atomicity.
    fn atomicity(&mut self) -> AtomId {
        let atom = match self.choose(10) {
            basic @ 0..7 => Atom::Basic(Basic::ALL[basic]),
            _ => Atom::Held { lock: self.path(), then: self.atomicity(), otherwise: self.atomicity() },
        };
        self.program.add_atom(atom)
    }

    fn ty(&mut self) -> TypeId {
        let kind = match self.choose(5) {
            0 => TypeKind::Int,
            1 => TypeKind::Boolean,
            2 => TypeKind::Void,
            _ => return self.class_type(),
        };
        self.program.add_type(kind, Span::NONE)
    }

    fn class_type(&mut self) -> TypeId {
        let name = self.name(CLASSES);
        let args: Vec<ExprId> = (0..self.choose(5).saturating_sub(2)).map(|_| self.path()).collect();
        let args = self.program.add_list(&args);
        self.program.add_type(TypeKind::Class { name, args }, Span::NONE)
    }

    /// A lock expression.
    fn path(&mut self) -> ExprId {
        if self.owners() {
            match self.choose(4) {
                0 => {
                    let special = self.one_of(&Special::ALL);
                    return self.add(Expr::Special(special));
                }
                1 => {
                    let (formal, path) = (self.name(VARIABLES), self.plain_path());
                    return self.add(Expr::Qualified { formal, path });
                }
                _ => {}
            }
        }
        self.plain_path()
    }

    fn plain_path(&mut self) -> ExprId {
        let root = self.variable();
        let mut path = self.add(Expr::Var(root));
        for _ in 0..self.choose(4).saturating_sub(1) {
            let field = self.name(MEMBERS);
            path = self.add(Expr::Field { recv: path, field });
        }
        path
    }

    fn variable(&mut self) -> Name {
        if self.choose(2) == 0 { Name::THIS } else { self.name(VARIABLES) }
    }

    /// Contents of a block: any expression, `{}`, a sequence or a `holds` alone.
    fn contents(&mut self) -> ExprId {
        match self.choose(8) {
            0..=2 => self.sequence(),
            3 => {
                let lock = self.path();
                let holds = self.add(Expr::Holds(lock));
                let list = self.program.add_list(&[holds]);
                self.add(Expr::Seq(list))
            }
            _ => self.expr(),
        }
    }

    fn sequence(&mut self) -> ExprId {
        let mut elements = Vec::new();
        for _ in 0..2 + self.choose(3) {
            let element = match self.choose(8) {
                7 => {
                    let lock = self.path();
                    self.add(Expr::Holds(lock))
                }
                6 => self.contents(),
                _ => self.expr(),
            };
            elements.push(element);
        }
        let list = self.program.add_list(&elements);
        self.add(Expr::Seq(list))
    }

    fn expr(&mut self) -> ExprId {
        self.depth += 1;
        let e = if self.depth > DEEPEST { self.atom() } else { self.form() };
        self.depth -= 1;
        e
    }

    fn atom(&mut self) -> ExprId {
        let e = match self.choose(8) {
            0..=2 => Expr::Var(self.variable()),
            3 => Expr::Int(self.one_of(NUMBERS)),
            4 => Expr::Bool(self.choose(2) == 0),
            5 => Expr::Null,
            6 => Expr::Str(self.name(TEXTS)),
            _ => Expr::Unit,
        };
        self.add(e)
    }

    fn form(&mut self) -> ExprId {
        let e = match self.choose(23) {
            0 if self.owners() => {
                let recv = self.expr();
                let field = self.name(MEMBERS);
                let root = self.name(VARIABLES);
                let taken = if self.choose(2) == 0 { Expr::Var(root) } else { Expr::Field { recv, field } };
                Expr::Move(self.add(taken))
            }
            0..=3 => return self.atom(),
            4 => Expr::New(self.class_type()),
            5 => Expr::Field { recv: self.expr(), field: self.name(MEMBERS) },
            6 => Expr::Assign { recv: self.expr(), field: self.name(MEMBERS), value: self.expr() },
            7 | 8 => {
                let recv = self.expr();
                let args: Vec<ExprId> = (0..self.choose(4)).map(|_| self.contents_or_value()).collect();
                Expr::Call { recv, method: self.name(MEMBERS), args: self.program.add_list(&args) }
            }
            9 => Expr::Let { ty: self.ty(), var: self.name(VARIABLES), bound: self.expr(), body: self.contents() },
            10 => Expr::Sync { lock: self.expr(), body: self.contents() },
            11 => Expr::Fork(self.contents()),
            12 => return self.contents(),
            22 => Expr::Atomic(self.contents()),
            13 => Expr::If { cond: self.contents(), then: self.contents(), otherwise: None },
            14 | 15 => Expr::If { cond: self.expr(), then: self.contents(), otherwise: Some(self.contents()) },
            16 => Expr::While { cond: self.expr(), body: self.contents() },
            17 => Expr::Print(self.contents_or_value()),
            18 => Expr::Assert(self.expr()),
            19 | 20 => Expr::Binary(self.one_of(&BinOp::ALL), self.expr(), self.expr()),
            _ => {
                let e = self.expr();
                // A minus before a literal is its sign.
                let literal = matches!(self.program.expr(e), Expr::Int(0..));
                let op = if self.choose(2) == 0 && !literal { UnOp::Neg } else { UnOp::Not };
                Expr::Unary(op, e)
            }
        };
        self.add(e)
    }

    fn contents_or_value(&mut self) -> ExprId {
        if self.choose(4) == 0 { self.contents() } else { self.expr() }
    }
}
