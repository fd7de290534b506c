//! Conversion of a tree into the tables of the grammar's [`Program`].

use super::{BUILT_IN, Class, Cn, E, EQUALS, FIRST, Fd, Mn, OBJECT, Owner, Path, STRING, T, THIS, Tree, Var};
use racefree_grammar::Program;
use racefree_grammar::ast::{self, Dialect, Expr, ExprId, List, Run, TypeId, TypeKind};
use racefree_grammar::name::{Name, Names};
use racefree_grammar::span::Span;
use smallvec::SmallVec;
use std::sync::OnceLock;

/// Text of the names.
pub(super) const VARS: [&str; 10] = ["x", "y", "z", "u", "v", "w", "a", "b", "c", "d"];
pub(super) const FIELDS: [&str; 8] = ["f", "g", "h", "k", "l", "i", "j", "e"];
pub(super) const METHODS: [&str; 8] = ["m", "n", "p", "q", "r", "s", "t", "o"];
/// Contents of string literals.
pub(super) const STRINGS: [&str; 4] = ["", "a", "b", "ab"];

/// Number of classes with their names in every program, used or not.
const CLASSES: usize = 8;

fn text(row: &[&str], i: usize) -> String {
    match row.get(i) {
        Some(name) => (*name).to_owned(),
        None => format!("{}{}", row[i % row.len()], i / row.len()),
    }
}

fn class_text(i: usize) -> String {
    let letter = (b'A' + (i % 26) as u8) as char;
    if i < 26 { letter.to_string() } else { format!("{letter}{}", i / 26) }
}

/// The names that most programs use, which every one starts with: to look each up anew takes longer than all else.
struct Common {
    names: Names,
    vars: [Name; VARS.len()],
    fields: [Name; FIELDS.len()],
    methods: [Name; METHODS.len()],
    classes: [Name; CLASSES],
}

fn common() -> &'static Common {
    static COMMON: OnceLock<Common> = OnceLock::new();
    COMMON.get_or_init(|| {
        let mut names = Names::default();
        Common {
            vars: VARS.map(|text| names.intern(text)),
            fields: FIELDS.map(|text| names.intern(text)),
            methods: METHODS.map(|text| names.intern(text)),
            classes: std::array::from_fn(|i| names.intern(&class_text(i))),
            names,
        }
    })
}

/// Makes the tables of a [`Program`].
pub(super) struct Builder {
    pub(super) p: Program,
    common: &'static Common,
    /// Elements of lists that are being made.
    pub(super) pending: SmallVec<[ExprId; 16]>,
}

impl Builder {
    pub(super) fn new() -> Builder {
        let common = common();
        // Most trees need no more, and tables that grow are copied.
        let p = Program {
            exprs: Vec::with_capacity(48),
            spans: Vec::with_capacity(64),
            lists: Vec::with_capacity(32),
            types: Vec::with_capacity(32),
            classes: Vec::with_capacity(4),
            fields: Vec::with_capacity(8),
            methods: Vec::with_capacity(2),
            params: Vec::new(),
            ghosts: Vec::new(),
            formals: Vec::new(),
            owners: Vec::new(),
            clauses: Vec::new(),
            atoms: Vec::new(),
            main: None,
            dialect: Dialect::Base,
            names: Names::after(&common.names),
            no_warns: Vec::new(),
            annotations: Vec::new(),
            comments: Vec::new(),
        };
        Builder { p, common, pending: SmallVec::new() }
    }

    pub(super) fn var(&mut self, x: Var) -> Name {
        match x as usize {
            0 => Name::THIS,
            i => match self.common.vars.get(i - 1) {
                Some(name) => *name,
                None => self.p.names.intern(&text(&VARS, i - 1)),
            },
        }
    }

    pub(super) fn field(&mut self, fd: Fd) -> Name {
        match self.common.fields.get(fd as usize) {
            Some(name) => *name,
            None => self.p.names.intern(&text(&FIELDS, fd as usize)),
        }
    }

    pub(super) fn method(&mut self, mn: Mn) -> Name {
        match self.common.methods.get(mn as usize) {
            Some(name) => *name,
            None if mn >= EQUALS => self.p.names.intern(BUILT_IN.get((mn - EQUALS) as usize).unwrap_or(&BUILT_IN[0])),
            None => self.p.names.intern(&text(&METHODS, mn as usize)),
        }
    }

    fn class_name(&mut self, c: Cn) -> Name {
        match c {
            OBJECT => Name::OBJECT,
            STRING => Name::STRING,
            c => match self.common.classes.get((c - FIRST) as usize) {
                Some(name) => *name,
                None => self.p.names.intern(&class_text((c - FIRST) as usize)),
            },
        }
    }

    pub(super) fn add(&mut self, e: Expr) -> ExprId {
        self.p.add(e, Span::NONE)
    }

    pub(super) fn path(&mut self, path: &Path) -> ExprId {
        match path.owner() {
            Owner::Special(special) => return self.add(Expr::Special(special)),
            Owner::Qualified(formal, path) => {
                let (formal, path) = (self.var(formal), self.path(&path));
                return self.add(Expr::Qualified { formal, path });
            }
            Owner::Path(_) => {}
        }
        let root = self.var(path.root);
        let mut e = self.add(Expr::Var(root));
        for &fd in &path.fields {
            let field = self.field(fd);
            e = self.add(Expr::Field { recv: e, field });
        }
        e
    }

    pub(super) fn list(&mut self, from: usize) -> List {
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

    pub(super) fn ty(&mut self, t: &T) -> TypeId {
        let kind = match t {
            T::Int => TypeKind::Int,
            T::Bool => TypeKind::Boolean,
            T::Void => TypeKind::Void,
            T::Null => TypeKind::Class { name: Name::OBJECT, args: List::default() },
            T::Class(c, args) => {
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
            T::Class(OBJECT, _) => None,
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
            let atomic = matches!(m.body, E::Atomic(_));
            let body_of = |e: &E| matches!(e, E::Sync(lock, _) if **lock == E::Var(THIS));
            let synchronized = match &m.body {
                E::Atomic(inner) => body_of(inner),
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
