//! Conversion of a tree into the tables of the grammar's [`Program`].

use super::{
    BUILT_IN, Class, ClassName, EQUALS, Expr, FIRST, FieldName, MethodName, OBJECT, Owner, Path, STRING, THIS, Tree,
    Type, Var,
};
use racefree_grammar::Program;
use racefree_grammar::ast::{self, ExprId, List, Run, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use smallvec::SmallVec;

/// Text of the names.
pub(super) const VARS: [&str; 10] = ["x", "y", "z", "u", "v", "w", "a", "b", "c", "d"];
pub(super) const FIELDS: [&str; 8] = ["f", "g", "h", "k", "l", "i", "j", "e"];
pub(super) const METHODS: [&str; 8] = ["m", "n", "p", "q", "r", "s", "t", "o"];
/// Contents of string literals.
pub(super) const STRINGS: [&str; 4] = ["", "a", "b", "ab"];

pub(super) const CLASSES: [&str; 26] = [
    "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W",
    "X", "Y", "Z",
];

/// Makes the tables of a [`Program`].
pub(super) struct Builder {
    pub(super) p: Program,
    /// Elements of lists that are being made.
    pending: SmallVec<[ExprId; 16]>,
}

impl Builder {
    pub(super) fn new() -> Builder {
        // Most trees need no more, and tables that grow are copied.
        let p = Program {
            exprs: Vec::with_capacity(48),
            spans: Vec::with_capacity(64),
            lists: Vec::with_capacity(32),
            types: Vec::with_capacity(32),
            ..Program::default()
        };
        Builder { p, pending: SmallVec::new() }
    }

    /// The name of a number: those of a row come first, then the same with numbers behind them.
    fn name(&mut self, row: &[&str], i: u8) -> Name {
        let (i, n) = (usize::from(i), row.len());
        match row.get(i) {
            Some(name) => self.p.names.intern(name),
            None => self.p.names.intern(&format!("{}{}", row[i % n], i / n)),
        }
    }

    pub(super) fn var(&mut self, x: Var) -> Name {
        if x == THIS { Name::THIS } else { self.name(&VARS, x - 1) }
    }

    pub(super) fn field(&mut self, fd: FieldName) -> Name {
        self.name(&FIELDS, fd)
    }

    pub(super) fn method(&mut self, mn: MethodName) -> Name {
        match mn.checked_sub(EQUALS) {
            Some(i) => self.p.names.intern(BUILT_IN.get(usize::from(i)).unwrap_or(&BUILT_IN[0])),
            None => self.name(&METHODS, mn),
        }
    }

    fn class_name(&mut self, c: ClassName) -> Name {
        match c {
            OBJECT => Name::OBJECT,
            STRING => Name::STRING,
            c => self.name(&CLASSES, c - FIRST),
        }
    }

    pub(super) fn add(&mut self, e: ast::Expr) -> ExprId {
        self.p.add(e, Span::NONE)
    }

    pub(super) fn path(&mut self, path: &Path) -> ExprId {
        match path.owner() {
            Owner::Special(special) => return self.add(ast::Expr::Special(special)),
            Owner::Qualified(formal, path) => {
                let (formal, path) = (self.var(formal), self.path(&path));
                return self.add(ast::Expr::Qualified { formal, path });
            }
            Owner::Path(_) => {}
        }
        let root = self.var(path.root);
        let mut e = self.add(ast::Expr::Var(root));
        for &fd in &path.fields {
            let field = self.field(fd);
            e = self.add(ast::Expr::Field { recv: e, field });
        }
        e
    }

    pub(super) fn exprs(&mut self, list: &[Expr]) -> List {
        let from = self.pending.len();
        for e in list {
            let e = self.expr(e);
            self.pending.push(e);
        }
        self.list(from)
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

    pub(super) fn ty(&mut self, t: &Type) -> TypeId {
        let kind = match t {
            Type::Int => TypeKind::Int,
            Type::Bool => TypeKind::Boolean,
            Type::Void => TypeKind::Void,
            Type::Null => TypeKind::Class { name: Name::OBJECT, args: List::default() },
            Type::Class(c, args) => {
                let name = self.class_name(*c);
                TypeKind::Class { name, args: self.paths(args) }
            }
        };
        self.p.add_type(kind, Span::NONE)
    }

    pub(super) fn program(mut self, tree: &Tree) -> Program {
        self.p.dialect = tree.dialect;
        for class in &tree.classes {
            self.class(class);
        }
        let main = self.expr(&tree.main);
        self.p.main = Some(main);
        self.p
    }

    fn class(&mut self, class: &Class) {
        let start = |n: usize| n as u32;
        let name = self.class_name(class.name);
        let ghosts = start(self.p.ghosts.len());
        for (t, x) in &class.ghosts {
            let (ty, name) = (self.ty(t), self.var(*x));
            self.p.ghosts.push(ast::Ghost { ty, name, span: Span::NONE });
        }
        let owners = self.owners(class);
        let extends = match &class.sup {
            Type::Class(OBJECT, _) => None,
            t => Some(self.ty(t)),
        };
        let fields = start(self.p.fields.len());
        for f in &class.fields {
            let (ty, name) = (self.ty(&f.ty), self.field(f.name));
            let guard = f.guard.as_ref().map(|l| self.path(l));
            let (guard, write_guard) = if f.write { (None, guard) } else { (guard, None) };
            let init = f.init.as_ref().map(|e| self.expr(e));
            let (name_span, span) = (Span::NONE, Span::NONE);
            let is_final = f.is_final;
            self.p.fields.push(ast::Field {
                is_final,
                readonly: false,
                volatile: false,
                ty,
                name,
                name_span,
                guard,
                more_guards: List::default(),
                write_guard,
                init,
                span,
            });
        }
        let methods = start(self.p.methods.len());
        for m in &class.methods {
            let (ret, name) = (self.ty(&m.ret), self.method(m.name));
            let first = start(self.p.params.len());
            for (t, x) in &m.params {
                let (ty, name) = (self.ty(t), self.var(*x));
                self.p.params.push(ast::Param { ty, name, span: Span::NONE });
            }
            let params = Run { start: first, end: start(self.p.params.len()) };
            let (requires, reads) = (self.paths(&m.requires), self.paths(&m.reads));
            let body = self.expr(&m.body);
            let atomic = matches!(m.body, Expr::Atomic(_));
            let body_of = |e: &Expr| matches!(e, Expr::Sync(lock, _) if **lock == Expr::Var(THIS));
            let synchronized = match &m.body {
                Expr::Atomic(inner) => body_of(inner),
                body => body_of(body),
            };
            let atomicity = m.declared.as_ref().map(|a| self.declared(a));
            let clauses = self.p.add_clauses(ast::Clauses { reads, atomicity, ..ast::Clauses::default() });
            let method = ast::Method {
                atomic,
                synchronized,
                ret,
                name,
                name_span: Span::NONE,
                params,
                requires,
                clauses,
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
            owners,
            extends,
            guard: None,
            more_guards: List::default(),
            interface: false,
            more_supertypes: Run::default(),
            fields: Run { start: fields, end: start(self.p.fields.len()) },
            methods: Run { start: methods, end: start(self.p.methods.len()) },
        };
        self.p.classes.push(class);
    }

    /// Formal owners of a class, at least one in the dialect of owners, and its clause `where`.
    fn owners(&mut self, class: &Class) -> Option<ast::OwnersId> {
        let start = self.p.formals.len() as u32;
        for &(f, _) in &class.formals {
            let name = self.var(f);
            self.p.formals.push(ast::Formal { name, span: Span::NONE, implied: false });
        }
        let not_self: Vec<Path> =
            class.formals.iter().filter(|(_, clause)| *clause).map(|(f, _)| Path::var(*f)).collect();
        let not_self = self.paths(&not_self);
        let formals = Run { start, end: self.p.formals.len() as u32 };
        self.p.add_owners(ast::Owners { formals, not_self })
    }
}
