//! Section 2: what the syntax says.

use racefree_grammar::ast::{BinOp, Expr, ExprId, List, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_program::{ClassId, FieldId, Resolved};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Body {
    Main,
    Method(usize),
    Init(usize),
    Fork(ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Binding {
    Formal(Body, usize),
    Let(ExprId),
}

/// A ghost: the class that declares it, and its number there.
pub type Ghost = (ClassId, usize);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Means {
    Var(Binding),
    Ghost(Ghost),
}

#[derive(Clone, Debug)]
pub struct Node {
    pub body: Body,
    pub order: usize,
    /// The loops of its body around it, outermost first.
    pub loops: Vec<ExprId>,
    /// The locks of its body around it.
    pub locks: Vec<ExprId>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Site {
    Expr(ExprId),
    Field(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Expr(ExprId),
    This,
    Ghost(Ghost),
}

#[derive(Clone, Debug)]
pub struct Access {
    pub site: Site,
    pub body: Body,
    pub writes: bool,
    pub field: Name,
    pub target: Target,
    pub fresh: bool,
}

/// Something that happens to the object of a variable, in the body that binds it.
struct Happens {
    order: usize,
    loops: Vec<ExprId>,
}

pub struct Syntax<'p> {
    pub resolved: Resolved<'p>,
    pub program: &'p Program,
    pub nodes: BTreeMap<ExprId, Node>,
    /// What each variable means, in code and in types.
    pub means: BTreeMap<ExprId, Means>,
    /// The body that each `let` is in.
    lets: BTreeMap<ExprId, Body>,
    pub root: BTreeMap<Body, ExprId>,
    /// The body around a fork's.
    pub outer: BTreeMap<Body, Body>,
    pub captured: BTreeMap<ExprId, BTreeSet<Means>>,
    pub accesses: Vec<Access>,
    pub ghosts_run: bool,
    /// First and last place of what a loop repeats.
    pub repeated: BTreeMap<ExprId, (usize, usize)>,
    // On the way:
    scope: Vec<(Name, Binding)>,
    class: Option<ClassId>,
    frames: Vec<Frame>,
    leaks: Vec<(Binding, Happens, bool)>,
    uses: Vec<(Binding, usize)>,
}

struct Frame {
    body: Body,
    order: usize,
    loops: Vec<ExprId>,
    locks: Vec<ExprId>,
}

pub fn syntax(program: &Program) -> Syntax<'_> {
    let mut s = Syntax {
        resolved: Resolved::new(program),
        program,
        nodes: BTreeMap::new(),
        means: BTreeMap::new(),
        lets: BTreeMap::new(),
        root: BTreeMap::new(),
        outer: BTreeMap::new(),
        captured: BTreeMap::new(),
        accesses: Vec::new(),
        ghosts_run: false,
        repeated: BTreeMap::new(),
        scope: Vec::new(),
        class: None,
        frames: Vec::new(),
        leaks: Vec::new(),
        uses: Vec::new(),
    };
    if let Some(main) = program.main {
        s.body(Body::Main, Some(main), &[]);
    }
    for (i, class) in program.classes.iter().enumerate() {
        s.class = Some(s.resolved.of_declaration(i));
        for f in class.fields.indices() {
            let body = Body::Init(f);
            s.body(body, program.fields[f].init, &[Name::THIS]);
            let field = program.fields[f].name;
            let access = Access { site: Site::Field(f), body, writes: true, field, target: Target::This, fresh: false };
            s.accesses.push(access);
        }
        for m in class.methods.indices() {
            let method = &program.methods[m];
            let mut formals = vec![Name::THIS];
            formals.extend(program.params_of(method).iter().map(|p| p.name));
            s.body(Body::Method(m), Some(method.body), &formals);
        }
    }
    s.fresh();
    s
}

impl Syntax<'_> {
    fn body(&mut self, body: Body, e: Option<ExprId>, formals: &[Name]) {
        let depth = self.scope.len();
        self.scope.extend(formals.iter().enumerate().map(|(j, &x)| (x, Binding::Formal(body, j))));
        self.frames.push(Frame { body, order: 0, loops: Vec::new(), locks: Vec::new() });
        if let Some(e) = e {
            self.root.insert(body, e);
            self.walk(e, true);
        }
        self.frames.pop();
        self.scope.truncate(depth);
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("in a body")
    }

    /// `this` of the class around.
    pub fn this(&self, mut body: Body) -> Option<Binding> {
        while let Some(&outer) = self.outer.get(&body) {
            body = outer;
        }
        (body != Body::Main).then_some(Binding::Formal(body, 0))
    }

    fn all(&mut self, list: List) {
        for &e in self.program.list(list) {
            self.walk(e, true);
        }
    }

    /// `leaks`: what stands around it does not keep the value to itself.
    fn walk(&mut self, e: ExprId, leaks: bool) {
        let (around, loops, locks) = {
            let f = self.frame();
            (f.body, f.loops.clone(), f.locks.clone())
        };
        match self.program.expr(e) {
            Expr::Var(x) => self.use_of(e, x, leaks),
            Expr::Int(_) | Expr::Bool(_) | Expr::Null | Expr::Unit | Expr::Str(_) => {}
            Expr::New(ty) => self.named(ty),
            Expr::Field { recv, field } => {
                self.walk(recv, false);
                self.access(e, around, false, field, recv);
            }
            Expr::Assign { recv, field, value } => {
                self.walk(recv, false);
                self.walk(value, true);
                self.access(e, around, true, field, recv);
            }
            Expr::Call { recv, args, .. } => {
                self.walk(recv, true);
                self.all(args);
            }
            Expr::Let { ty, var, bound, body } => {
                self.named(ty);
                self.walk(bound, true);
                self.lets.insert(e, around);
                self.scope.push((var, Binding::Let(e)));
                self.walk(body, true);
                self.scope.pop();
            }
            Expr::Sync { lock, body } => {
                self.walk(lock, false);
                self.frame().locks.insert(0, lock);
                self.walk(body, true);
                self.frame().locks.remove(0);
            }
            Expr::Fork(inner) => {
                self.outer.insert(Body::Fork(e), around);
                self.body(Body::Fork(e), Some(inner), &[]);
            }
            Expr::Seq(list) => {
                let elements = self.program.list(list).to_vec();
                for (i, &x) in elements.iter().enumerate() {
                    self.walk(x, i + 1 == elements.len());
                }
            }
            Expr::If { cond, then, otherwise } => {
                self.walk(cond, true);
                self.walk(then, true);
                if let Some(otherwise) = otherwise {
                    self.walk(otherwise, true);
                }
            }
            Expr::While { cond, body } => {
                let first = self.frame().order;
                self.frame().loops.push(e);
                self.walk(cond, true);
                self.walk(body, false);
                self.frame().loops.pop();
                let last = self.frame().order - 1;
                self.repeated.insert(e, (first, last));
            }
            Expr::Print(of) => self.walk(of, false),
            Expr::Assert(of) | Expr::Unary(_, of) | Expr::Atomic(of) => self.walk(of, true),
            Expr::Holds(l) => self.path(l, false),
            Expr::Binary(op, a, b) => {
                let compared = matches!(op, BinOp::Eq | BinOp::Ne);
                self.walk(a, !compared);
                self.walk(b, !compared);
            }
            Expr::Move(_) | Expr::Special(_) | Expr::Qualified { .. } => {}
        }
        let order = self.frame().order;
        self.frame().order += 1;
        self.nodes.insert(e, Node { body: around, order, loops, locks });
    }

    fn access(&mut self, e: ExprId, body: Body, writes: bool, field: Name, target: ExprId) {
        let access = Access { site: Site::Expr(e), body, writes, field, target: Target::Expr(target), fresh: false };
        if let Some(&Means::Var(x)) = self.means.get(&target)
            && let Expr::Var(_) = self.program.expr(target)
        {
            self.uses.push((x, self.accesses.len()));
        }
        self.accesses.push(access);
    }

    fn binding(&self, x: Name) -> Option<Binding> {
        self.scope.iter().rev().find(|b| b.0 == x).map(|b| b.1)
    }

    fn ghost(&self, x: Name) -> Option<Ghost> {
        let class = self.class?;
        self.this(self.frames.last()?.body)?;
        let ghosts = self.program.ghosts_of(&self.resolved.decl(class)?);
        ghosts.iter().rposition(|g| g.name == x).map(|i| (class, i))
    }

    /// The forks between a binding and its use capture it.
    fn capture(&mut self, means: Means) {
        let home = match means {
            Means::Var(x) => Some(self.home(x)),
            Means::Ghost(_) => None,
        };
        for f in self.frames.iter().rev() {
            if Some(f.body) == home {
                break;
            }
            if let Body::Fork(fork) = f.body {
                self.captured.entry(fork).or_default().insert(means);
            }
        }
    }

    /// The body that binds a variable.
    pub fn home(&self, x: Binding) -> Body {
        match x {
            Binding::Formal(b, _) => b,
            Binding::Let(e) => self.lets[&e],
        }
    }

    fn use_of(&mut self, e: ExprId, x: Name, leaks: bool) {
        if let Some(b) = self.binding(x) {
            self.means.insert(e, Means::Var(b));
            self.capture(Means::Var(b));
            self.leak(b, leaks, false);
        } else if let Some(g) = self.ghost(x) {
            self.means.insert(e, Means::Ghost(g));
            self.capture(Means::Ghost(g));
            self.ghosts_run = true;
            let body = self.frame().body;
            for field in self.path_fields() {
                let target = Target::Ghost(g);
                self.accesses.push(Access { site: Site::Expr(e), body, writes: false, field, target, fresh: false });
            }
        }
    }

    /// The fields that paths in types read: any of them may be in a ghost's.
    fn path_fields(&self) -> BTreeSet<Name> {
        let mut all = BTreeSet::new();
        for t in self.program.types.iter() {
            let TypeKind::Class { args, .. } = t.kind else { continue };
            for &l in self.program.list(args) {
                let mut at = l;
                while let Expr::Field { recv, field } = self.program.expr(at) {
                    all.insert(field);
                    at = recv;
                }
            }
        }
        all
    }

    fn named(&mut self, ty: TypeId) {
        for l in self.program.locks_of(ty).to_vec() {
            self.path(l, true);
        }
    }

    fn path(&mut self, l: ExprId, in_type: bool) {
        let mut at = l;
        while let Expr::Field { recv, .. } = self.program.expr(at) {
            at = recv;
        }
        let Expr::Var(x) = self.program.expr(at) else { return };
        let means = self.binding(x).map(Means::Var).or_else(|| self.ghost(x).map(Means::Ghost));
        let Some(means) = means else { return };
        self.means.insert(at, means);
        self.capture(means);
        if let Means::Var(b) = means
            && in_type
        {
            self.leak(b, true, true);
        }
    }

    /// A use; one in a fork leaks whatever it is, at the place of the fork.
    fn leak(&mut self, b: Binding, leaks: bool, in_type: bool) {
        let home = self.home(b);
        let Some(at) = self.frames.iter().rposition(|f| f.body == home) else { return };
        if leaks || at + 1 < self.frames.len() {
            let f = &self.frames[at];
            self.leaks.push((b, Happens { order: f.order, loops: f.loops.clone() }, in_type));
        }
    }

    /// Fresh: (a) and (b) of section 5.
    fn fresh(&mut self) {
        let ghosts_run = self.ghosts_run;
        let leaks = |b: Binding| self.leaks.iter().filter(move |l| l.0 == b && (!l.2 || ghosts_run));
        let mut leaky: BTreeMap<usize, bool> = BTreeMap::new();
        let init_leaks = |f: usize| leaks(Binding::Formal(Body::Init(f), 0)).next().is_some();
        for (class, _) in self.resolved.iter() {
            let mut any = false;
            for f in self.inits(class) {
                any |= init_leaks(f);
                let own = self.resolved.decl(class).is_some_and(|c| c.fields.indices().contains(&f));
                if own {
                    leaky.insert(f, any);
                }
            }
        }
        let mut fresh = BTreeSet::new();
        for (i, a) in self.accesses.iter().enumerate() {
            if let Site::Field(f) = a.site
                && !leaky[&f]
            {
                fresh.insert(i);
            }
        }
        for &(x, i) in &self.uses {
            let a = &self.accesses[i];
            let Site::Expr(n) = a.site else { continue };
            match x {
                Binding::Formal(Body::Init(f), 0) if a.body == Body::Init(f) && !leaky[&f] => {
                    fresh.insert(i);
                }
                Binding::Let(l) if self.nodes[&l].body == a.body => {
                    let Expr::Let { bound, .. } = self.program.expr(l) else { continue };
                    let Expr::New(ty) = self.program.expr(bound) else { continue };
                    let TypeKind::Class { name, .. } = self.program.ty(ty).kind else { continue };
                    let Some(class) = self.resolved.find(name) else { continue };
                    if self.inits(class).into_iter().any(init_leaks) {
                        continue;
                    }
                    let around = &self.nodes[&l].loops;
                    let inside = |loops: &[ExprId]| -> Vec<ExprId> {
                        loops.iter().copied().filter(|w| !around.contains(w)).collect()
                    };
                    let (order, loops) = (self.nodes[&n].order, inside(&self.nodes[&n].loops));
                    let before = |h: &Happens| h.order < order || inside(&h.loops).iter().any(|w| loops.contains(w));
                    if !leaks(x).any(|l| before(&l.1)) {
                        fresh.insert(i);
                    }
                }
                _ => {}
            }
        }
        for i in fresh {
            self.accesses[i].fresh = true;
        }
    }

    /// Inits(C,·), superclasses first.
    pub fn inits(&self, class: ClassId) -> Vec<usize> {
        let mut chain: Vec<ClassId> = self.resolved.ancestors(class).collect();
        chain.reverse();
        chain.into_iter().filter_map(|c| self.resolved.decl(c)).flat_map(|c| c.fields.indices()).collect()
    }

    pub fn body_of(&self, e: ExprId) -> Body {
        self.nodes[&e].body
    }

    pub fn has(&self, class: ClassId, f: Name) -> Option<FieldId> {
        self.resolved.field(class, f).map(|f| f.1)
    }
}
