//! From the syntax tree to the facts: one walk through each body, in evaluation order. Variables become bindings, nodes
//! that always have the same value share a slot, and the uses that decide which accesses are fresh are noted on the
//! way.

mod expressions;
mod names;

use super::fresh::{Notes, Use};
use super::{
    Access, AccessId, Body, BodyId, BodyKind, Facts, Kind, LoopId, Node, Region, RegionId, Site, Slot, Target, Var,
    VarId, place,
};
use crate::budget::{Phase, Watch};
use crate::java::Contents;
use crate::options::Options;
use racefree_grammar::ast::{Expr, ExprId, Program, TypeKind};
use racefree_grammar::name::Name;
use racefree_program::{ClassId, FieldId, Resolved};
use rustc_hash::{FxHashMap, FxHashSet};

/// A body on the way through it.
struct Frame {
    body: BodyId,
    /// Number of nodes passed so far.
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
    /// The fields that paths in types name: a ghost variable in code may read them.
    path_fields: Vec<Name>,
    /// A `holds` is believed.
    holds: bool,
    watch: Watch,
    /// Constructors of a program in Java, by name.
    constructors: FxHashMap<Name, usize>,
}

/// The facts of a program.
pub(super) fn facts<'p>(program: &'p Program, options: &Options) -> Facts<'p> {
    let nothing = Node { body: None, order: 0, region: RegionId(0), outermost_loop: None, slot: None, var: None };
    let facts = Facts {
        resolved: Resolved::new(program),
        bodies: Vec::new(),
        main: None,
        methods: vec![BodyId(0); program.methods.len()],
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
        only: Vec::new(),
        cells: FxHashSet::default(),
        callbacks: FxHashSet::default(),
        casts: FxHashSet::default(),
        type_vars: FxHashMap::default(),
        quiet: FxHashSet::default(),
        loud: FxHashSet::default(),
        contents: Contents::of(program),
        constructing: FxHashSet::default(),
    };
    options.watch.enter(Phase::Facts);
    let mut walk = Walk {
        program,
        facts,
        frames: Vec::new(),
        scope: vec![None; program.names.len()],
        class: None,
        notes: Notes::new(options.mistake),
        captured: FxHashSet::default(),
        path_fields: path_fields(program),
        holds: options.hints.holds,
        watch: options.watch.clone(),
        constructors: crate::java::constructors(program),
    };
    walk.program();
    let Walk { mut facts, notes, constructors, .. } = walk;
    notes.finish(&mut facts, &constructors, &options.watch);
    crate::java::publish(&mut facts);
    sort_accesses(&mut facts);
    facts
}

/// The fields that lock paths in written types name.
fn path_fields(program: &Program) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    for t in program.types.iter() {
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
            constructs: false,
        });
        self.notes.init_write(f, self.facts.accesses.len() - 1);
    }

    fn method(&mut self, m: usize) {
        let method = &self.program.methods[m];
        let b = self.begin(BodyKind::Method(m as u32), None, Some(method.body));
        self.facts.methods[m] = b;
        if crate::java::is_callback(self.program, method.name) {
            self.facts.callbacks.insert(b);
        }
        let mut names = vec![Name::THIS];
        names.extend(self.program.params_of(method).iter().map(|p| p.name));
        self.formals(b, &names);
        for (i, p) in self.program.params_of(method).iter().enumerate() {
            self.facts.only[b.index()][i + 1] = self.facts.only(p.ty);
        }
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
        self.facts.only.push(Vec::new());
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
            let constructor = matches!(self.facts.body(b).kind, BodyKind::Method(m)
                if self.constructors.get(&self.program.methods[m as usize].name) == Some(&(m as usize)));
            if i == 0 && (constructor || matches!(self.facts.body(b).kind, BodyKind::Init(_))) {
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
        self.facts.only[b.index()].push(None);
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
}
