//! Programs as trees that own their parts, for making, editing and reducing them. Names are numbers: their texts come from
//! short rows of letters, so that programs are small to read, and variables of different scopes bear the same names often.

use racefree_grammar::Program;
use racefree_grammar::ast::{self, BinOp, Expr, ExprId, List, Run, TypeId, TypeKind};
use racefree_grammar::lexer::Lexer;
use racefree_grammar::name::Name;
use racefree_grammar::printer;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_grammar::token::Extras;

/// A variable, parameter or ghost. [`THIS`] is `this`.
pub type Var = u8;
/// A field name.
pub type Fd = u8;
/// A method name.
pub type Mn = u8;
/// A class: [`OBJECT`], [`STRING`], or one of the program, by name.
pub type Cn = u8;

/// `this`
pub const THIS: Var = 0;
/// What stands for an expression that is no path where a path was needed. It is in no program.
pub const NO_PATH: Var = u8::MAX;
/// `Object`
pub const OBJECT: Cn = 0;
/// `String`
pub const STRING: Cn = 1;
/// The first class name of the program.
pub const FIRST: Cn = 2;

/// `x.fd₁…fdₙ`
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Path {
    /// `x`
    pub root: Var,
    /// `fd₁…fdₙ`
    pub fields: Vec<Fd>,
}

impl Path {
    /// `x`
    pub fn var(root: Var) -> Path {
        Path { root, fields: Vec::new() }
    }

    /// `path.fd`
    #[must_use]
    pub fn field(&self, fd: Fd) -> Path {
        let mut path = self.clone();
        path.fields.push(fd);
        path
    }

    /// As an expression.
    pub fn expr(&self) -> E {
        self.fields.iter().fold(E::Var(self.root), |e, &fd| E::Field(Box::new(e), fd))
    }
}

/// `t`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum T {
    /// `int`
    Int,
    /// `boolean`
    Bool,
    /// `void`
    Void,
    /// The type of `null`; it is not written.
    Null,
    /// `cn<l*>`
    Class(Cn, Vec<Path>),
}

impl T {
    /// A class without ghosts.
    pub fn plain(c: Cn) -> T {
        T::Class(c, Vec::new())
    }
}

/// `e`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // as in the grammar
pub enum E {
    Var(Var),
    Int(i32),
    Bool(bool),
    Null,
    Str(u8),
    Unit,
    New(T),
    Field(Box<E>, Fd),
    Assign(Box<E>, Fd, Box<E>),
    Call(Box<E>, Mn, Vec<E>),
    Let(T, Var, Box<E>, Box<E>),
    Sync(Box<E>, Box<E>),
    Fork(Box<E>),
    Seq(Vec<E>),
    If(Box<E>, Box<E>, Option<Box<E>>),
    While(Box<E>, Box<E>),
    Print(Box<E>),
    Bin(BinOp, Box<E>, Box<E>),
}

impl E {
    /// The expression as a path, if it is one.
    pub fn path(&self) -> Option<Path> {
        match self {
            E::Var(x) => Some(Path::var(*x)),
            E::Field(e, fd) => {
                let mut path = e.path()?;
                path.fields.push(*fd);
                Some(path)
            }
            _ => None,
        }
    }

    /// The expressions right below.
    pub fn children(&self) -> Vec<&E> {
        match self {
            E::Var(_) | E::Int(_) | E::Bool(_) | E::Null | E::Str(_) | E::Unit | E::New(_) => Vec::new(),
            E::Field(a, _) | E::Fork(a) | E::Print(a) => vec![a],
            E::Assign(a, _, b) | E::Let(_, _, a, b) | E::Sync(a, b) | E::While(a, b) | E::Bin(_, a, b) => vec![a, b],
            E::Call(a, _, args) => std::iter::once(&**a).chain(args).collect(),
            E::Seq(list) => list.iter().collect(),
            E::If(a, b, c) => [Some(a), Some(b), c.as_ref()].into_iter().flatten().map(|e| &**e).collect(),
        }
    }

    /// The expressions right below, to change.
    pub fn children_mut(&mut self) -> Vec<&mut E> {
        match self {
            E::Var(_) | E::Int(_) | E::Bool(_) | E::Null | E::Str(_) | E::Unit | E::New(_) => Vec::new(),
            E::Field(a, _) | E::Fork(a) | E::Print(a) => vec![a],
            E::Assign(a, _, b) | E::Let(_, _, a, b) | E::Sync(a, b) | E::While(a, b) | E::Bin(_, a, b) => vec![a, b],
            E::Call(a, _, args) => std::iter::once(&mut **a).chain(args).collect(),
            E::Seq(list) => list.iter_mut().collect(),
            E::If(a, b, c) => [Some(a), Some(b), c.as_mut()].into_iter().flatten().map(|e| &mut **e).collect(),
        }
    }

    /// How many expressions it is made of.
    pub fn size(&self) -> usize {
        deep(|| 1 + self.children().into_iter().map(E::size).sum::<usize>())
    }

    /// Calls `f` with every expression, from the outside in.
    pub fn walk<'e>(&'e self, f: &mut dyn FnMut(&'e E)) {
        f(self);
        for child in self.children() {
            deep(|| child.walk(f));
        }
    }

    /// Calls `f` with every expression, from the outside in, to change it.
    pub fn walk_mut(&mut self, f: &mut dyn FnMut(&mut E)) {
        f(self);
        for child in self.children_mut() {
            deep(|| child.walk_mut(f));
        }
    }
}

/// A class.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Class {
    /// Its name.
    pub name: Cn,
    /// Declared `thread_local`.
    pub local: bool,
    /// `ghost t x`
    pub ghosts: Vec<(T, Var)>,
    /// The superclass.
    pub sup: T,
    /// The fields.
    pub fields: Vec<Field>,
    /// The methods.
    pub methods: Vec<Method>,
}

/// A field.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// Declared `final`.
    pub is_final: bool,
    /// Its type.
    pub ty: T,
    /// Its name.
    pub name: Fd,
    /// Its guard.
    pub guard: Option<Path>,
    /// Its initialiser.
    pub init: Option<E>,
}

/// A method.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Method {
    /// The result type.
    pub ret: T,
    /// Its name.
    pub name: Mn,
    /// The parameters.
    pub params: Vec<(T, Var)>,
    /// The requires set.
    pub requires: Vec<Path>,
    /// The body.
    pub body: E,
}

/// A program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tree {
    /// The classes.
    pub classes: Vec<Class>,
    /// The main expression.
    pub main: E,
}

impl Tree {
    /// Every expression that stands by itself: initialisers, bodies, the main expression.
    pub fn roots_mut(&mut self) -> Vec<&mut E> {
        let mut roots = Vec::new();
        for class in &mut self.classes {
            roots.extend(class.fields.iter_mut().filter_map(|f| f.init.as_mut()));
            roots.extend(class.methods.iter_mut().map(|m| &mut m.body));
        }
        roots.push(&mut self.main);
        roots
    }

    /// Likewise.
    pub fn roots(&self) -> Vec<&E> {
        let mut roots = Vec::new();
        for class in &self.classes {
            roots.extend(class.fields.iter().filter_map(|f| f.init.as_ref()));
            roots.extend(class.methods.iter().map(|m| &m.body));
        }
        roots.push(&self.main);
        roots
    }

    /// How many expressions and declarations it is made of.
    pub fn size(&self) -> usize {
        let members = self.classes.iter().map(|c| 1 + c.ghosts.len() + c.fields.len() + c.methods.len()).sum::<usize>();
        members + self.roots().into_iter().map(E::size).sum::<usize>()
    }

    /// Whether it is right as syntax: what is made, extended or a ghost is of a class, and `void` is a method's result alone.
    pub fn is_syntax(&self) -> bool {
        let class = |t: &T| matches!(t, T::Class(..));
        let value = |t: &T| {
            !matches!(t, T::Void | T::Null | T::Class(OBJECT | STRING, _))
                || matches!(t, T::Class(_, a) if a.is_empty())
        };
        let mut ok = self.classes.iter().all(|c| {
            c.ghosts.iter().all(|(t, _)| class(t) && value(t))
                && class(&c.sup)
                && value(&c.sup)
                && c.fields.iter().all(|f| value(&f.ty))
                && c.methods
                    .iter()
                    .all(|m| (m.ret == T::Void || value(&m.ret)) && m.params.iter().all(|(t, _)| value(t)))
        });
        for root in self.roots() {
            root.walk(&mut |e| match e {
                E::New(t) => ok &= class(t) && value(t),
                E::Let(t, ..) => ok &= value(t),
                E::Var(x) => ok &= *x != NO_PATH,
                _ => {}
            });
        }
        ok
    }

    /// As source text with as few tokens as there can be: what may be left out is.
    pub fn compact(&self) -> String {
        let program = self.program();
        let mut text = printer::print(&program);
        let same = |text: &str| racefree_grammar::parse(text).is_ok_and(|p| p.same_syntax(&program));
        if !same(&text) {
            return text;
        }
        let mut at = 0;
        while let Some(i) = text[at..].find([';', '(', '{']).map(|i| at + i) {
            at = i + 1;
            let mut shorter = text.clone();
            let close = match &text[i..=i] {
                "(" => closing(&text, i, '(', ')'),
                "{" => closing(&text, i, '{', '}'),
                _ => Some(i),
            };
            let Some(close) = close else { continue };
            if close > i {
                shorter.replace_range(close..=close, "");
            }
            shorter.replace_range(i..=i, "");
            if same(&shorter) && tokens(&shorter) < tokens(&text) {
                text = shorter;
                at = i;
            }
        }
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|l| !l.is_empty()).collect();
        lines.join("\n") + "\n"
    }

    /// As a syntax tree of the grammar.
    pub fn program(&self) -> Program {
        Builder::new().program(self)
    }

    /// As source text.
    pub fn source(&self) -> String {
        printer::print(&self.program())
    }

    /// How many tokens its source has.
    pub fn tokens(&self) -> usize {
        tokens(&self.source())
    }
}

/// The bracket that closes the one at `open`.
fn closing(text: &str, open: usize, opens: char, closes: char) -> Option<usize> {
    let mut depth = 0;
    for (i, c) in text[open..].char_indices() {
        if c == opens {
            depth += 1;
        } else if c == closes {
            depth -= 1;
            if depth == 0 {
                return Some(open + i);
            }
        }
    }
    None
}

/// How many tokens a source has, by the grammar's lexer.
pub fn tokens(source: &str) -> usize {
    Lexer::new(source, Extras::default()).filter(|(start, _, end)| start < end).count()
}

/// Text of the names.
const VARS: [&str; 10] = ["x", "y", "z", "u", "v", "w", "a", "b", "c", "d"];
const FIELDS: [&str; 8] = ["f", "g", "h", "k", "l", "i", "j", "e"];
const METHODS: [&str; 8] = ["m", "n", "p", "q", "r", "s", "t", "o"];

fn text(row: &[&str], i: usize) -> String {
    match row.get(i) {
        Some(name) => (*name).to_owned(),
        None => format!("{}{}", row[i % row.len()], i / row.len()),
    }
}

/// Makes the tables of a [`Program`].
struct Builder {
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
    fn new() -> Builder {
        Builder { p: Program::default(), names: [None; 256], pending: Vec::new() }
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
                let text = ["", "a", "b", "ab"][*s as usize % 4];
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
            E::Bin(op, left, right) => {
                let left = self.expr(left);
                Expr::Binary(*op, left, self.expr(right))
            }
        };
        self.add(new)
    }

    fn program(mut self, tree: &Tree) -> Program {
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
