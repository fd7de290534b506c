//! From a tree to the tables of the grammar's [`Program`].

use super::{BUILT_IN, Class, E, EQUALS, FIRST, OBJECT, Path, STRING, T, THIS, Tree};
use racefree_grammar::Program;
use racefree_grammar::ast::{self, Expr, ExprId, List, Run, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;

/// Text of the names.
pub(super) const VARS: [&str; 10] = ["x", "y", "z", "u", "v", "w", "a", "b", "c", "d"];
pub(super) const FIELDS: [&str; 8] = ["f", "g", "h", "k", "l", "i", "j", "e"];
pub(super) const METHODS: [&str; 8] = ["m", "n", "p", "q", "r", "s", "t", "o"];
/// Contents of string literals.
pub(super) const STRINGS: [&str; 4] = ["", "a", "b", "ab"];

fn text(row: &[&str], i: usize) -> String {
    match row.get(i) {
        Some(name) => (*name).to_owned(),
        None => format!("{}{}", row[i % row.len()], i / row.len()),
    }
}

/// Makes the tables of a [`Program`].
pub(super) struct Builder {
    p: Program,
    names: [Option<Name>; 256],
    /// Elements of lists that are being made.
    pending: Vec<ExprId>,
}

#[derive(Clone, Copy)]
enum Sort {
    Var,
    Field,
    Method,
    Class,
}

impl Builder {
    pub(super) fn new() -> Builder {
        // Most trees need no more, and tables that grow are copied.
        let p = Program {
            exprs: Vec::with_capacity(64),
            spans: Vec::with_capacity(64),
            lists: Vec::with_capacity(32),
            types: Vec::with_capacity(32),
            ..Program::default()
        };
        Builder { p, names: [None; 256], pending: Vec::new() }
    }

    fn name(&mut self, sort: Sort, i: u8) -> Name {
        let slot = sort as usize * 64 + (i as usize & 63);
        if let Some(name) = self.names[slot]
            && i < 64
        {
            return name;
        }
        let name = match (sort, i) {
            (Sort::Var, THIS) => Name::THIS,
            (Sort::Class, OBJECT) => Name::OBJECT,
            (Sort::Class, STRING) => Name::STRING,
            (Sort::Var, i) => match VARS.get(i as usize - 1) {
                Some(text) => self.p.names.intern(text),
                None => self.p.names.intern(&text(&VARS, i as usize - 1)),
            },
            (Sort::Field, i) => match FIELDS.get(i as usize) {
                Some(text) => self.p.names.intern(text),
                None => self.p.names.intern(&text(&FIELDS, i as usize)),
            },
            (Sort::Method, EQUALS..) => {
                return self.p.names.intern(BUILT_IN.get((i - EQUALS) as usize).unwrap_or(&BUILT_IN[0]));
            }
            (Sort::Method, i) => match METHODS.get(i as usize) {
                Some(text) => self.p.names.intern(text),
                None => self.p.names.intern(&text(&METHODS, i as usize)),
            },
            (Sort::Class, i) => {
                let i = i - FIRST;
                let letter = (b'A' + i % 26) as char;
                if i < 26 {
                    let mut buffer = [0; 4];
                    self.p.names.intern(letter.encode_utf8(&mut buffer))
                } else {
                    self.p.names.intern(&format!("{letter}{}", i / 26))
                }
            }
        };
        self.names[slot] = Some(name);
        name
    }

    fn add(&mut self, e: Expr) -> ExprId {
        self.p.add(e, Span::NONE)
    }

    fn path(&mut self, path: &Path) -> ExprId {
        let root = self.name(Sort::Var, path.root);
        let mut e = self.add(Expr::Var(root));
        for &fd in &path.fields {
            let field = self.name(Sort::Field, fd);
            e = self.add(Expr::Field { recv: e, field });
        }
        e
    }

    fn list(&mut self, from: usize) -> List {
        let list = self.p.add_list(&self.pending[from..]);
        self.pending.truncate(from);
        list
    }

    fn paths(&mut self, paths: &[Path]) -> List {
        let from = self.pending.len();
        for path in paths {
            let e = self.path(path);
            self.pending.push(e);
        }
        self.list(from)
    }

    fn ty(&mut self, t: &T) -> TypeId {
        let kind = match t {
            T::Int => TypeKind::Int,
            T::Bool => TypeKind::Boolean,
            T::Void => TypeKind::Void,
            T::Null => TypeKind::Class { name: Name::OBJECT, args: List::default() },
            T::Class(c, args) => {
                let name = self.name(Sort::Class, *c);
                TypeKind::Class { name, args: self.paths(args) }
            }
        };
        self.p.add_type(kind, Span::NONE)
    }

    fn expr(&mut self, e: &E) -> ExprId {
        deep(|| self.expr_here(e))
    }

    fn expr_here(&mut self, e: &E) -> ExprId {
        let new = match e {
            E::Var(x) => Expr::Var(self.name(Sort::Var, *x)),
            E::Int(n) => Expr::Int(*n),
            E::Bool(b) => Expr::Bool(*b),
            E::Null => Expr::Null,
            E::Str(s) => {
                let text = STRINGS[*s as usize % STRINGS.len()];
                Expr::Str(self.p.names.intern(text))
            }
            E::Unit => Expr::Unit,
            E::New(t) => Expr::New(self.ty(t)),
            E::Field(e, fd) => {
                let recv = self.expr(e);
                Expr::Field { recv, field: self.name(Sort::Field, *fd) }
            }
            E::Assign(e, fd, value) => {
                let recv = self.expr(e);
                let field = self.name(Sort::Field, *fd);
                Expr::Assign { recv, field, value: self.expr(value) }
            }
            E::Call(e, mn, args) => {
                let recv = self.expr(e);
                let from = self.pending.len();
                for arg in args {
                    let arg = self.expr(arg);
                    self.pending.push(arg);
                }
                let args = self.list(from);
                Expr::Call { recv, method: self.name(Sort::Method, *mn), args }
            }
            E::Let(t, x, bound, body) => {
                let ty = self.ty(t);
                let var = self.name(Sort::Var, *x);
                let bound = self.expr(bound);
                Expr::Let { ty, var, bound, body: self.expr(body) }
            }
            E::Sync(lock, body) => {
                let lock = self.expr(lock);
                Expr::Sync { lock, body: self.expr(body) }
            }
            E::Fork(body) => Expr::Fork(self.expr(body)),
            E::Seq(list) => {
                let from = self.pending.len();
                for e in list {
                    let e = self.expr(e);
                    self.pending.push(e);
                }
                match list.len() {
                    0 => Expr::Unit,
                    1 => return self.pending.pop().unwrap_or(ExprId(0)),
                    _ => Expr::Seq(self.list(from)),
                }
            }
            E::If(cond, then, otherwise) => {
                let (cond, then) = (self.expr(cond), self.expr(then));
                Expr::If { cond, then, otherwise: otherwise.as_ref().map(|e| self.expr(e)) }
            }
            E::While(cond, body) => {
                let cond = self.expr(cond);
                Expr::While { cond, body: self.expr(body) }
            }
            E::Print(e) => Expr::Print(self.expr(e)),
            E::Assert(e) => Expr::Assert(self.expr(e)),
            E::Holds(e) => Expr::Holds(self.expr(e)),
            E::Un(op, e) => Expr::Unary(*op, self.expr(e)),
            E::Bin(op, left, right) => {
                let left = self.expr(left);
                Expr::Binary(*op, left, self.expr(right))
            }
        };
        self.add(new)
    }

    pub(super) fn program(mut self, tree: &Tree) -> Program {
        for class in &tree.classes {
            self.class(class);
        }
        let main = self.expr(&tree.main);
        self.p.main = Some(main);
        self.p
    }

    fn class(&mut self, class: &Class) {
        let start = |n: usize| n as u32;
        let name = self.name(Sort::Class, class.name);
        let ghosts = start(self.p.ghosts.len());
        for (t, x) in &class.ghosts {
            let (ty, name) = (self.ty(t), self.name(Sort::Var, *x));
            self.p.ghosts.push(ast::Ghost { ty, name, span: Span::NONE });
        }
        let extends = match &class.sup {
            T::Class(OBJECT, _) => None,
            t => Some(self.ty(t)),
        };
        let fields = start(self.p.fields.len());
        for f in &class.fields {
            let (ty, name) = (self.ty(&f.ty), self.name(Sort::Field, f.name));
            let guard = f.guard.as_ref().map(|l| self.path(l));
            let init = f.init.as_ref().map(|e| self.expr(e));
            let field =
                ast::Field { is_final: f.is_final, ty, name, name_span: Span::NONE, guard, init, span: Span::NONE };
            self.p.fields.push(field);
        }
        let methods = start(self.p.methods.len());
        for m in &class.methods {
            let (ret, name) = (self.ty(&m.ret), self.name(Sort::Method, m.name));
            let first = start(self.p.params.len());
            for (t, x) in &m.params {
                let (ty, name) = (self.ty(t), self.name(Sort::Var, *x));
                self.p.params.push(ast::Param { ty, name, span: Span::NONE });
            }
            let params = Run { start: first, end: start(self.p.params.len()) };
            let requires = self.paths(&m.requires);
            let body = self.expr(&m.body);
            let synchronized = matches!(&m.body, E::Sync(lock, _) if **lock == E::Var(THIS));
            let method = ast::Method {
                synchronized,
                ret,
                name,
                name_span: Span::NONE,
                params,
                requires,
                body,
                span: Span::NONE,
            };
            self.p.methods.push(method);
        }
        let class = ast::Class {
            name,
            name_span: Span::NONE,
            span: Span::NONE,
            thread_local: class.local,
            ghosts: Run { start: ghosts, end: start(self.p.ghosts.len()) },
            extends,
            guard: None,
            fields: Run { start: fields, end: start(self.p.fields.len()) },
            methods: Run { start: methods, end: start(self.p.methods.len()) },
        };
        self.p.classes.push(class);
    }
}
