//! From the syntax tree to the facts: one walk through each body, in evaluation order. Variables become bindings, nodes that
//! always have the same value share a slot, and what is needed to say which accesses are fresh is noted on the way.

use super::fresh::{Leak, Notes, Use};
use super::{
    Access, AccessId, Body, BodyId, BodyKind, Facts, GhostVar, Kind, LoopId, Node, Region, RegionId, Site, Slot,
    Target, TypeVar, Var, VarId, place,
};
use crate::options::Mistake;
use racefree_grammar::ast::{BinOp, Expr, ExprId, List, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use racefree_program::{ClassId, FieldId, Resolved};
use rustc_hash::{FxHashMap, FxHashSet};

/// A body on the way through it.
struct Frame {
    body: BodyId,
    /// How many nodes have been passed.
    order: u32,
    region: RegionId,
    /// The loops around, outermost first.
    loops: Vec<LoopId>,
    /// The `fork` that it is the body of.
    fork: Option<ExprId>,
}

struct Walk<'p> {
    program: &'p Program,
    facts: Facts<'p>,
    frames: Vec<Frame>,
    /// The innermost binding of each name, with the number of the frame that it is in.
    scope: Vec<Option<(VarId, usize)>>,
    class: Option<ClassId>,
    notes: Notes,
    captured: FxHashSet<(ExprId, VarId)>,
    /// The fields that paths in types name: what a ghost variable in code may read.
    path_fields: Vec<Name>,
}

/// The facts of a program.
pub(super) fn facts(program: &Program, mistake: Option<Mistake>) -> Facts<'_> {
    let nothing = Node { body: None, order: 0, region: RegionId(0), outermost_loop: None, slot: None, var: None };
    let facts = Facts {
        resolved: Resolved::new(program),
        bodies: Vec::new(),
        main: None,
        methods: Vec::new(),
        inits: vec![BodyId(0); program.fields.len()],
        forks: FxHashMap::default(),
        vars: Vec::new(),
        regions: Vec::new(),
        nodes: vec![nothing; program.exprs.len()],
        loops: Vec::new(),
        accesses: Vec::new(),
        accesses_of: Vec::new(),
        captured: FxHashMap::default(),
        captured_ghosts: FxHashMap::default(),
        ghosts: FxHashMap::default(),
        users: Vec::new(),
        type_vars: FxHashMap::default(),
    };
    let mut walk = Walk {
        program,
        facts,
        frames: Vec::new(),
        scope: vec![None; program.names.len()],
        class: None,
        notes: Notes::new(mistake),
        captured: FxHashSet::default(),
        path_fields: path_fields(program),
    };
    walk.program();
    let Walk { mut facts, notes, .. } = walk;
    notes.finish(&mut facts);
    sort_accesses(&mut facts);
    facts
}

/// The fields that lock paths in written types name.
fn path_fields(program: &Program) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    for t in &program.types {
        let TypeKind::Class { args, .. } = t.kind else { continue };
        for &l in program.list(args) {
            let mut at = l;
            while let Expr::Field { recv, field } = program.expr(at) {
                names.push(field);
                at = recv;
            }
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// Numbers the accesses in the order of their places.
fn sort_accesses(facts: &mut Facts<'_>) {
    let program = facts.resolved.program;
    facts.accesses.sort_by_key(|a| {
        let span = place(program, a.site);
        (span.start, span.end, a.kind, a.field)
    });
    facts.accesses_of = vec![Vec::new(); facts.bodies.len()];
    for (i, access) in facts.accesses.iter().enumerate() {
        facts.accesses_of[access.body.index()].push(AccessId(i as u32));
    }
}

impl Walk<'_> {
    fn program(&mut self) {
        if let Some(main) = self.program.main {
            let b = self.begin(BodyKind::Main, None, Some(main));
            self.facts.main = Some(b);
            self.walk_body(b, main);
        }
        let owners: Vec<ClassId> =
            (0..self.program.classes.len()).map(|i| self.facts.resolved.of_declaration(i)).collect();
        for (i, class) in self.program.classes.iter().enumerate() {
            self.class = Some(owners[i]);
            for f in class.fields.indices() {
                self.initialiser(f);
            }
            for m in class.methods.indices() {
                self.method(m);
            }
        }
    }

    fn initialiser(&mut self, f: usize) {
        let init = self.program.fields[f].init;
        let b = self.begin(BodyKind::Init(FieldId(f as u32)), None, init);
        self.facts.inits[f] = b;
        self.formals(b, &[Name::THIS]);
        match init {
            Some(e) => self.walk_body(b, e),
            None => {
                self.frames.pop();
            }
        }
        self.scope[Name::THIS.index()] = None;
        self.facts.accesses.push(Access {
            site: Site::Field(FieldId(f as u32)),
            body: b,
            kind: Kind::Init,
            field: self.program.fields[f].name,
            target: Target::This,
            fresh: false,
        });
        self.notes.init_write(f, self.facts.accesses.len() - 1);
    }

    fn method(&mut self, m: usize) {
        let method = &self.program.methods[m];
        let b = self.begin(BodyKind::Method(m as u32), None, Some(method.body));
        self.facts.methods.push(b);
        let mut names = vec![Name::THIS];
        names.extend(self.program.params_of(method).iter().map(|p| p.name));
        self.formals(b, &names);
        self.walk_body(b, method.body);
        names.iter().for_each(|x| self.scope[x.index()] = None);
    }

    fn begin(&mut self, kind: BodyKind, fork: Option<ExprId>, root: Option<ExprId>) -> BodyId {
        let b = BodyId(self.facts.bodies.len() as u32);
        let outer = self.frames.last().map(|f| f.body);
        self.facts.bodies.push(Body {
            kind,
            class: self.class.filter(|_| kind != BodyKind::Main),
            outer,
            root,
            formals: Vec::new(),
            slots: 0,
            nodes: 0,
            regions: Vec::new(),
        });
        self.facts.users.push(Vec::new());
        self.frames.push(Frame { body: b, order: 0, region: RegionId(0), loops: Vec::new(), fork });
        let region = self.region(b, None, None, None);
        self.frame().region = region;
        b
    }

    fn walk_body(&mut self, b: BodyId, e: ExprId) {
        self.walk(e, Use::Leaks);
        if let Some(frame) = self.frames.pop() {
            self.facts.bodies[b.index()].nodes = frame.order;
        }
    }

    fn formals(&mut self, b: BodyId, names: &[Name]) {
        for (i, &name) in names.iter().enumerate() {
            let slot = self.slot(b);
            let v = self.var(Var { name, body: b, slot: Some(slot), bound: None, formal: Some(i as u32) });
            self.facts.bodies[b.index()].formals.push(v);
            if i == 0 && matches!(self.facts.body(b).kind, BodyKind::Init(_)) {
                self.notes.under_construction(v);
            }
            self.scope[name.index()] = Some((v, self.frames.len() - 1));
        }
    }

    fn region(
        &mut self,
        body: BodyId,
        outer: Option<RegionId>,
        lock: Option<ExprId>,
        sync: Option<ExprId>,
    ) -> RegionId {
        let r = RegionId(self.facts.regions.len() as u32);
        let regions = &mut self.facts.bodies[body.index()].regions;
        let number = regions.len() as u32;
        regions.push(r);
        self.facts.regions.push(Region { body, outer, lock, sync, nodes: Vec::new(), inner: Vec::new(), number });
        if let Some(outer) = outer {
            self.facts.regions[outer.index()].inner.push(r);
        }
        r
    }

    fn slot(&mut self, b: BodyId) -> Slot {
        let body = &mut self.facts.bodies[b.index()];
        body.slots += 1;
        self.facts.users[b.index()].push(Vec::new());
        Slot { body: b, index: body.slots - 1 }
    }

    fn own_slot(&mut self) -> Option<Slot> {
        let b = self.frame().body;
        Some(self.slot(b))
    }

    fn var(&mut self, var: Var) -> VarId {
        self.facts.vars.push(var);
        VarId(self.facts.vars.len() as u32 - 1)
    }

    fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// A rule is about this node.
    fn rule(&mut self, n: ExprId) {
        let region = self.frame().region;
        self.facts.regions[region.index()].nodes.push(n);
    }

    /// The rule of a node looks at the objects of a slot.
    fn uses(&mut self, n: ExprId, slot: Option<Slot>) {
        if let Some(slot) = slot {
            self.facts.users[slot.body.index()][slot.index as usize].push(n);
        }
    }

    /// A node and what it may be; `as_` is what becomes of its value.
    fn walk(&mut self, e: ExprId, as_: Use) -> Option<Slot> {
        deep(|| {
            let (region, outermost_loop) = {
                let frame = self.frame();
                (frame.region, frame.loops.first().copied())
            };
            let slot = self.expression(e, as_);
            let frame = self.frame();
            let (body, order) = (frame.body, frame.order);
            frame.order += 1;
            let node = &mut self.facts.nodes[e.0 as usize];
            *node = Node { body: Some(body), order, region, outermost_loop, slot, var: node.var };
            slot
        })
    }

    fn expression(&mut self, e: ExprId, as_: Use) -> Option<Slot> {
        match self.program.expr(e) {
            Expr::Var(x) => self.variable(e, x, as_),
            Expr::Int(_) | Expr::Bool(_) | Expr::Null | Expr::Unit => None,
            Expr::Str(_) => {
                self.rule(e);
                self.own_slot()
            }
            Expr::New(ty) => {
                self.types(ty);
                self.rule(e);
                self.own_slot()
            }
            Expr::Field { recv, field } => {
                let target = self.walk(recv, Use::Harmless);
                self.rule(e);
                self.uses(e, target);
                self.access(e, Kind::Read, field, recv);
                self.own_slot()
            }
            Expr::Assign { recv, field, value } => {
                let target = self.walk(recv, Use::Harmless);
                let value = self.walk(value, Use::Leaks);
                self.rule(e);
                self.uses(e, target);
                self.access(e, Kind::Write, field, recv);
                value
            }
            Expr::Call { recv, args, .. } => {
                let target = self.walk(recv, Use::Leaks);
                for &a in self.program.list(args) {
                    self.walk(a, Use::Leaks);
                }
                self.rule(e);
                self.uses(e, target);
                self.own_slot()
            }
            Expr::Let { ty, var, bound, body } => self.let_(e, ty, var, bound, body),
            Expr::Sync { lock, body } => self.sync(e, lock, body),
            Expr::Fork(body) => {
                self.fork(e, body);
                None
            }
            Expr::Seq(list) => self.sequence(list),
            Expr::If { cond, then, otherwise } => {
                self.walk(cond, Use::Leaks);
                let a = self.walk(then, Use::Leaks);
                let b = otherwise.and_then(|otherwise| self.walk(otherwise, Use::Leaks));
                match (a, b) {
                    (Some(a), Some(b)) if a != b => {
                        self.rule(e);
                        self.own_slot()
                    }
                    (a, b) => a.or(b),
                }
            }
            Expr::While { cond, body } => {
                self.while_(cond, body);
                None
            }
            Expr::Print(of) => {
                self.walk(of, Use::Harmless);
                None
            }
            Expr::Assert(of) => {
                self.walk(of, Use::Leaks);
                None
            }
            // Its value is that of its body.
            Expr::Atomic(of) => self.walk(of, Use::Leaks),
            Expr::Holds(lock) => {
                self.path(lock, |walk, x, at| walk.mention(x, at));
                None
            }
            Expr::Binary(op, left, right) => self.binary(e, op, left, right),
            Expr::Unary(_, of) => {
                self.walk(of, Use::Leaks);
                None
            }
            // Owners and moves are erased before a program runs.
            Expr::Move(_) | Expr::Special(_) | Expr::Qualified { .. } => None,
        }
    }

    fn binary(&mut self, e: ExprId, op: BinOp, left: ExprId, right: ExprId) -> Option<Slot> {
        let as_ = if matches!(op, BinOp::Eq | BinOp::Ne) { Use::Harmless } else { Use::Leaks };
        let a = self.walk(left, as_);
        let b = self.walk(right, as_);
        match op {
            // `true && e` is `e`, whatever that is.
            BinOp::And | BinOp::Or => b,
            BinOp::Add if a.is_some() && b.is_some() => {
                self.rule(e);
                self.uses(e, a);
                self.uses(e, b);
                self.own_slot()
            }
            _ => None,
        }
    }

    fn sequence(&mut self, list: List) -> Option<Slot> {
        let (last, before) = self.program.list(list).split_last()?;
        for &element in before {
            self.walk(element, Use::Harmless);
        }
        self.walk(*last, Use::Leaks)
    }

    fn let_(&mut self, e: ExprId, ty: TypeId, x: Name, bound: ExprId, scope: ExprId) -> Option<Slot> {
        self.types(ty);
        let slot = self.walk(bound, Use::Leaks);
        let (body, depth) = {
            let frame = self.frame();
            (frame.body, frame.loops.len())
        };
        let v = self.var(Var { name: x, body, slot, bound: Some(bound), formal: None });
        self.facts.nodes[e.0 as usize].var = Some(v);
        if let Expr::New(ty) = self.program.expr(bound)
            && let TypeKind::Class { name, .. } = self.program.ty(ty).kind
            && let Some(class) = self.facts.resolved.find(name)
        {
            self.notes.let_new(v, class, depth);
        }
        let hidden = self.scope[x.index()].replace((v, self.frames.len() - 1));
        let value = self.walk(scope, Use::Leaks);
        self.scope[x.index()] = hidden;
        value
    }

    fn sync(&mut self, e: ExprId, lock: ExprId, body: ExprId) -> Option<Slot> {
        let held = self.walk(lock, Use::Harmless);
        let (b, outer) = {
            let frame = self.frame();
            (frame.body, frame.region)
        };
        let inner = self.region(b, Some(outer), Some(lock), Some(e));
        self.uses(e, held);
        self.frame().region = inner;
        let value = self.walk(body, Use::Leaks);
        let slot = value.and_then(|_| {
            self.rule(e);
            self.own_slot()
        });
        self.frame().region = outer;
        slot
    }

    fn while_(&mut self, cond: ExprId, body: ExprId) {
        let l = LoopId(self.facts.loops.len() as u32);
        let first = self.frame().order;
        self.facts.loops.push((first, first));
        self.frame().loops.push(l);
        self.walk(cond, Use::Leaks);
        self.walk(body, Use::Harmless);
        self.frame().loops.pop();
        self.facts.loops[l.index()].1 = self.frame().order.saturating_sub(1);
    }

    fn fork(&mut self, e: ExprId, body: ExprId) {
        self.rule(e);
        let b = self.begin(BodyKind::Fork(e), Some(e), Some(body));
        self.facts.forks.insert(e, b);
        self.walk_body(b, body);
    }

    fn access(&mut self, e: ExprId, kind: Kind, field: Name, target: ExprId) {
        let body = self.frame().body;
        let access = Access { site: Site::Expr(e), body, kind, field, target: Target::Expr(target), fresh: false };
        self.facts.accesses.push(access);
        let here = self.frames.len() - 1;
        if let Expr::Var(x) = self.program.expr(target)
            && let Some((v, frame)) = self.scope[x.index()]
            && frame == here
        {
            let number = self.facts.accesses.len() - 1;
            self.notes.access(v, number, &self.frames[frame].loops);
        }
    }

    /// A use of a variable, or of a ghost.
    fn variable(&mut self, e: ExprId, x: Name, as_: Use) -> Option<Slot> {
        let Some((v, frame)) = self.scope[x.index()] else { return self.ghost_in_code(e, x) };
        self.facts.nodes[e.0 as usize].var = Some(v);
        let elsewhere = frame + 1 < self.frames.len();
        self.capture(v, frame);
        if as_ == Use::Leaks || elsewhere {
            let Frame { order, loops, .. } = &self.frames[frame];
            self.notes.leak(v, *order, loops, Leak { in_type: false, in_fork: elsewhere });
        }
        self.facts.var(v).slot
    }

    /// The forks between a variable and its use capture it.
    fn capture(&mut self, v: VarId, frame: usize) {
        for inner in self.frames[frame + 1..].iter().rev() {
            let Some(fork) = inner.fork else { continue };
            if !self.captured.insert((fork, v)) {
                return;
            }
            self.facts.captured.entry(fork).or_default().push(v);
        }
    }

    fn capture_ghost(&mut self, ghost: GhostVar) {
        for inner in self.frames.iter().rev() {
            let Some(fork) = inner.fork else { return };
            let ghosts = self.facts.captured_ghosts.entry(fork).or_default();
            if ghosts.contains(&ghost) {
                return;
            }
            ghosts.push(ghost);
        }
    }

    fn ghost_of(&self, x: Name) -> Option<GhostVar> {
        let class = self.class?;
        let declared = self.facts.resolved.decl(class)?;
        let ghosts = self.program.ghosts_of(declared);
        self.facts.this_of(self.frames.last()?.body)?;
        ghosts.iter().rposition(|g| g.name == x).map(|i| GhostVar { class, index: i as u32 })
    }

    /// A ghost variable in code reads the fields of its path, whatever they are.
    fn ghost_in_code(&mut self, e: ExprId, x: Name) -> Option<Slot> {
        let ghost = self.ghost_of(x)?;
        self.capture_ghost(ghost);
        self.facts.ghosts.insert(e, ghost);
        self.rule(e);
        let body = self.frame().body;
        if let Some(this) = self.facts.this_of(body) {
            let slot = self.facts.var(this).slot;
            self.uses(e, slot);
        }
        for i in 0..self.path_fields.len() {
            let (field, target) = (self.path_fields[i], Target::Ghost(ghost));
            self.facts.accesses.push(Access {
                site: Site::Expr(e),
                body,
                kind: Kind::Read,
                field,
                target,
                fresh: false,
            });
        }
        self.own_slot()
    }

    /// The variables in a written type.
    fn types(&mut self, ty: TypeId) {
        for i in 0..self.program.locks_of(ty).len() {
            let l = self.program.locks_of(ty)[i];
            self.path(l, |walk, x, at| {
                if let Some((v, frame)) = walk.scope[x.index()] {
                    let Frame { order, loops, .. } = &walk.frames[frame];
                    let in_fork = frame + 1 < walk.frames.len();
                    walk.notes.leak(v, *order, loops, Leak { in_type: true, in_fork });
                }
                walk.mention(x, at);
            });
        }
    }

    /// A variable that is named and not evaluated.
    fn mention(&mut self, x: Name, at: ExprId) {
        if let Some((v, frame)) = self.scope[x.index()] {
            self.capture(v, frame);
            self.facts.type_vars.insert(at, TypeVar::Var(v));
        } else if let Some(ghost) = self.ghost_of(x) {
            self.capture_ghost(ghost);
            self.facts.type_vars.insert(at, TypeVar::Ghost(ghost));
        }
    }

    /// The variable that a path starts with.
    fn path(&mut self, l: ExprId, tell: impl FnOnce(&mut Self, Name, ExprId)) {
        let mut at = l;
        loop {
            match self.program.expr(at) {
                Expr::Field { recv, .. } => at = recv,
                Expr::Var(x) => return tell(self, x, at),
                _ => return,
            }
        }
    }
}
