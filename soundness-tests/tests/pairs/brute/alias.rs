//! Section 3: every reached body is evaluated, in every context, until nothing changes.

use super::syntax::{Binding, Body, Ghost, Means, Syntax};
use racefree_grammar::ast::{BinOp, Expr, ExprId, TypeKind};
use racefree_grammar::name::Name;
use racefree_program::{ClassId, MethodId, Predefined};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Made {
    At(ExprId),
    Literal(Name),
}

/// An object, or a context: a string of sites.
pub type Obj = Vec<Made>;
pub type Set = BTreeSet<Obj>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Key {
    Field(Name),
    Ghost(Ghost),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Edge {
    Call,
    New,
    Fork,
}

/// (b,c)
pub type Inst = (Body, Obj);

/// The relations; `==` is how a fixpoint is known.
#[derive(Clone, PartialEq, Default)]
pub struct Alias {
    pub k: usize,
    pub dead: bool,
    pub reach: BTreeSet<Inst>,
    pub node: BTreeMap<(ExprId, Obj), Set>,
    pub var: BTreeMap<(Binding, Obj), Set>,
    pub heap: BTreeMap<(Obj, Key), Set>,
    /// CE
    pub edges: BTreeSet<(ExprId, Obj, Body, Obj, Edge)>,
    pub made: BTreeSet<(Obj, ExprId, Obj)>,
    /// What reading a ghost reads.
    pub reads: BTreeMap<(Obj, Ghost), BTreeSet<(Obj, Name)>>,
}

pub fn alias(s: &Syntax<'_>, k: usize, dead: bool) -> Alias {
    let mut a = Alias { k, dead, ..Alias::default() };
    if s.root.contains_key(&Body::Main) {
        a.reach.insert((Body::Main, Vec::new()));
    }
    loop {
        let before = a.clone();
        for (b, c) in before.reach.iter() {
            let result = s.root.get(b).map(|&e| a.eval(s, e, c)).unwrap_or_default();
            if let Body::Init(f) = *b {
                let key = Key::Field(s.program.fields[f].name);
                for h in a.of_var(Binding::Formal(*b, 0), c) {
                    a.heap.entry((h, key)).or_default().extend(result.iter().cloned());
                }
            }
        }
        if a == before {
            return a;
        }
    }
}

impl Alias {
    pub fn of_var(&self, v: Binding, c: &Obj) -> Set {
        self.var.get(&(v, c.clone())).cloned().unwrap_or_default()
    }

    pub fn of(&self, n: ExprId, c: &Obj) -> Set {
        self.node.get(&(n, c.clone())).cloned().unwrap_or_default()
    }

    /// Live(n,c): it has been evaluated.
    pub fn live(&self, n: ExprId, c: &Obj) -> bool {
        self.node.contains_key(&(n, c.clone()))
    }

    pub fn field(&self, h: &Obj, key: Key) -> Set {
        self.heap.get(&(h.clone(), key)).cloned().unwrap_or_default()
    }

    fn heap(&self, n: ExprId, c: &Obj) -> Obj {
        std::iter::once(Made::At(n)).chain(c.iter().copied()).take(self.k.max(1)).collect()
    }

    fn ctx(&self, h: &Obj) -> Obj {
        if self.k == 0 { Vec::new() } else { h.clone() }
    }

    /// cls(h)
    pub fn class(&self, s: &Syntax<'_>, h: &Obj) -> ClassId {
        let Some(Made::At(n)) = h.first() else { return ClassId::STRING };
        let Expr::New(ty) = s.program.expr(*n) else { return ClassId::STRING };
        let TypeKind::Class { name, .. } = s.program.ty(ty).kind else { return ClassId::OBJECT };
        s.resolved.find(name).unwrap_or(ClassId::OBJECT)
    }

    pub fn has(&self, s: &Syntax<'_>, h: &Obj, f: Name) -> bool {
        s.has(self.class(s, h), f).is_some()
    }

    fn make(&mut self, n: ExprId, c: &Obj) -> Obj {
        let h = self.heap(n, c);
        self.made.insert((h.clone(), n, c.clone()));
        h
    }

    fn enter(&mut self, n: ExprId, c: &Obj, b: Body, to: Obj, edge: Edge) {
        self.edges.insert((n, c.clone(), b, to.clone(), edge));
        self.reach.insert((b, to));
    }

    /// What an expression may be, and all that follows from its being evaluated in a context.
    fn eval(&mut self, s: &Syntax<'_>, e: ExprId, c: &Obj) -> Set {
        let p = s.program;
        let is_string = |a: &Alias, set: &Set| set.iter().any(|h| a.class(s, h) == ClassId::STRING);
        let set: Set = match p.expr(e) {
            Expr::Var(_) => match s.means.get(&e) {
                Some(Means::Var(v)) => self.of_var(*v, c),
                Some(Means::Ghost(g)) => {
                    let this = s.this(s.nodes[&e].body).map(|v| self.of_var(v, c)).unwrap_or_default();
                    this.iter().flat_map(|h| self.field(h, Key::Ghost(*g))).collect()
                }
                None => Set::new(),
            },
            Expr::Str(text) => Set::from([vec![Made::Literal(text)]]),
            Expr::New(ty) => self.new_object(s, e, ty, c),
            Expr::Field { recv, field } => {
                let of = self.eval(s, recv, c);
                of.iter().flat_map(|h| self.field(h, Key::Field(field))).collect()
            }
            Expr::Assign { recv, field, value } => {
                let of = self.eval(s, recv, c);
                let value = self.eval(s, value, c);
                for h in of.into_iter().filter(|h| self.has(s, h, field)).collect::<Vec<_>>() {
                    self.heap.entry((h, Key::Field(field))).or_default().extend(value.iter().cloned());
                }
                value
            }
            Expr::Call { recv, method, args } => {
                let of = self.eval(s, recv, c);
                let args: Vec<Set> = p.list(args).iter().map(|&a| self.eval(s, a, c)).collect();
                let mut result = Set::new();
                for h in of {
                    match s.resolved.method(self.class(s, &h), method).map(|m| m.1) {
                        Some(MethodId::Declared(m)) => {
                            let (b, to) = (Body::Method(m as usize), self.ctx(&h));
                            self.enter(e, c, b, to.clone(), Edge::Call);
                            self.var.entry((Binding::Formal(b, 0), to.clone())).or_default().insert(h);
                            let formals = p.params_of(&p.methods[m as usize]).len();
                            for (j, a) in args.iter().enumerate().take(formals) {
                                let y = Binding::Formal(b, j + 1);
                                self.var.entry((y, to.clone())).or_default().extend(a.iter().cloned());
                            }
                            result.extend(self.of(p.methods[m as usize].body, &to));
                        }
                        Some(MethodId::Predefined(Predefined::Substring | Predefined::Concat)) => {
                            result.insert(self.make(e, c));
                        }
                        Some(MethodId::Predefined(_)) | None => {}
                    }
                }
                result
            }
            Expr::Let { bound, body, .. } => {
                let bound = self.eval(s, bound, c);
                self.var.entry((Binding::Let(e), c.clone())).or_default().extend(bound);
                self.eval(s, body, c)
            }
            Expr::Sync { lock, body } => {
                let lock = self.eval(s, lock, c);
                if self.dead && lock.is_empty() { Set::new() } else { self.eval(s, body, c) }
            }
            Expr::Fork(_) => {
                self.enter(e, c, Body::Fork(e), c.clone(), Edge::Fork);
                Set::new()
            }
            Expr::Seq(list) => p.list(list).iter().fold(Set::new(), |_, &x| self.eval(s, x, c)),
            Expr::If { cond, then, otherwise } => {
                self.eval(s, cond, c);
                let mut both = self.eval(s, then, c);
                both.extend(otherwise.map(|o| self.eval(s, o, c)).unwrap_or_default());
                both
            }
            Expr::While { cond, body } => {
                self.eval(s, cond, c);
                self.eval(s, body, c);
                Set::new()
            }
            Expr::Print(of) | Expr::Assert(of) | Expr::Unary(_, of) => {
                self.eval(s, of, c);
                Set::new()
            }
            Expr::Atomic(of) => self.eval(s, of, c),
            Expr::Binary(op, l, r) => {
                let (l, r) = (self.eval(s, l, c), self.eval(s, r, c));
                match op {
                    BinOp::Add if is_string(self, &l) && is_string(self, &r) => Set::from([self.make(e, c)]),
                    BinOp::And | BinOp::Or => r,
                    _ => Set::new(),
                }
            }
            Expr::Int(_)
            | Expr::Bool(_)
            | Expr::Null
            | Expr::Unit
            | Expr::Holds(_)
            | Expr::Special(_)
            | Expr::Qualified { .. }
            | Expr::Move(_) => Set::new(),
        };
        self.node.insert((e, c.clone()), set.clone());
        set
    }

    fn new_object(&mut self, s: &Syntax<'_>, e: ExprId, ty: racefree_grammar::ast::TypeId, c: &Obj) -> Set {
        let TypeKind::Class { name, args } = s.program.ty(ty).kind else { return Set::new() };
        let Some(class) = s.resolved.find(name).filter(|&x| x != ClassId::STRING) else { return Set::new() };
        let h = self.make(e, c);
        for f in s.inits(class) {
            let (b, to) = (Body::Init(f), self.ctx(&h));
            self.enter(e, c, b, to.clone(), Edge::New);
            self.var.entry((Binding::Formal(b, 0), to)).or_default().insert(h.clone());
        }
        for (i, &l) in s.program.list(args).iter().enumerate() {
            let (denotes, reads) = self.path(s, l, e, c);
            self.keep(&h, (class, i), denotes, reads);
        }
        // Those of the superclasses, by substitution.
        for at in s.resolved.ancestors(class) {
            let (Some(decl), Some(above)) = (s.resolved.decl(at), s.resolved.get(at).superclass()) else { break };
            let Some(extends) = decl.extends else { continue };
            for (i, &l) in s.program.locks_of(extends).iter().enumerate() {
                let Some((denotes, reads)) = self.substituted(s, l, at, &h) else { continue };
                self.keep(&h, (above, i), denotes, reads);
            }
        }
        Set::from([h])
    }

    fn keep(&mut self, h: &Obj, ghost: Ghost, denotes: Set, reads: BTreeSet<(Obj, Name)>) {
        self.heap.entry((h.clone(), Key::Ghost(ghost))).or_default().extend(denotes);
        self.reads.entry((h.clone(), ghost)).or_default().extend(reads);
    }

    fn of_ghost(&self, these: &Set, ghost: Ghost) -> (Set, BTreeSet<(Obj, Name)>) {
        let reads = |h: &Obj| self.reads.get(&(h.clone(), ghost)).cloned().unwrap_or_default();
        (these.iter().flat_map(|h| self.field(h, Key::Ghost(ghost))).collect(), these.iter().flat_map(reads).collect())
    }

    fn step(&self, s: &Syntax<'_>, from: (Set, BTreeSet<(Obj, Name)>), f: Name) -> (Set, BTreeSet<(Obj, Name)>) {
        let (at, mut reads) = from;
        let at: Vec<Obj> = at.into_iter().filter(|h| self.has(s, h, f)).collect();
        reads.extend(at.iter().map(|h| (h.clone(), f)));
        (at.iter().flat_map(|h| self.field(h, Key::Field(f))).collect(), reads)
    }

    /// What a path in a type of a `new` may denote, and what reading it reads.
    fn path(&self, s: &Syntax<'_>, l: ExprId, at: ExprId, c: &Obj) -> (Set, BTreeSet<(Obj, Name)>) {
        if let Expr::Field { recv, field } = s.program.expr(l) {
            return self.step(s, self.path(s, recv, at, c), field);
        }
        match s.means.get(&l) {
            Some(Means::Var(v)) => (self.of_var(*v, c), BTreeSet::new()),
            Some(Means::Ghost(g)) => {
                let body = s.body_of(at);
                let this = s.this(body).map(|v| self.of_var(v, c)).unwrap_or_default();
                self.of_ghost(&this, *g)
            }
            None => Default::default(),
        }
    }

    fn substituted(&self, s: &Syntax<'_>, l: ExprId, at: ClassId, h: &Obj) -> Option<(Set, BTreeSet<(Obj, Name)>)> {
        match s.program.expr(l) {
            Expr::Field { recv, field } => Some(self.step(s, self.substituted(s, recv, at, h)?, field)),
            Expr::Var(x) => {
                let ghosts = s.program.ghosts_of(&s.resolved.decl(at)?);
                match ghosts.iter().rposition(|g| g.name == x) {
                    Some(i) => Some(self.of_ghost(&Set::from([h.clone()]), (at, i))),
                    None if x == Name::THIS => Some((Set::from([h.clone()]), BTreeSet::new())),
                    None => None,
                }
            }
            _ => None,
        }
    }
}
