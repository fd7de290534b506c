//! Section 3 in Datalog. Each rule is one of the specification; the comment above it says which.

use crate::Obj;
use crate::convert;
use ascent::ascent_run;
use racefree_grammar::ast::{BinOp, Expr, ExprId, TypeKind};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_pairs::facts::{BodyId, Callee, Facts, GhostVar, RegionId, TypeVar, VarId};
use racefree_pairs::options::{Options, Refinement};
use racefree_pairs::points::{EdgeKind, FieldKey, Points};
use racefree_program::{ClassId, Predefined};

/// What VP is of: a node or a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Of {
    /// A node.
    Node(ExprId),
    /// A variable.
    Var(VarId),
}

use Of::{Node as N, Var as V};

/// The relations of section 2, as tables.
#[derive(Default)]
struct Tables {
    region: Vec<(ExprId, RegionId)>,
    use_: Vec<(ExprId, VarId)>,
    let_: Vec<(VarId, ExprId)>,
    flow: Vec<(ExprId, ExprId)>,
    new: Vec<(ExprId, ClassId)>,
    lit: Vec<(ExprId, Name)>,
    cat: Vec<(ExprId, ExprId, ExprId)>,
    load: Vec<(ExprId, ExprId, Name)>,
    store: Vec<(ExprId, ExprId, Name, ExprId)>,
    call: Vec<(ExprId, ExprId, Name)>,
    arg: Vec<(ExprId, usize, ExprId)>,
    fork: Vec<(ExprId, BodyId)>,
    ghost_use: Vec<(ExprId, VarId, FieldKey)>,
    /// The ghost arguments of a `new`.
    new_arg: Vec<(ExprId, FieldKey, ExprId)>,
    /// Paths in types that are a variable or a ghost, and those with a last field.
    path_var: Vec<(ExprId, VarId)>,
    path_ghost: Vec<(ExprId, VarId, FieldKey)>,
    path_field: Vec<(ExprId, ExprId, Name)>,
}

fn tables(facts: &Facts<'_>) -> Tables {
    let program = facts.program();
    let mut t = Tables::default();
    for (i, node) in facts.nodes.iter().enumerate() {
        let n = ExprId::new(i as u32);
        let Some(body) = node.body else { continue };
        t.region.push((n, node.region));
        match program.expr(n) {
            Expr::Var(_) => match (facts.ghosts.get(&n), node.var, facts.this_of(body)) {
                (Some(&g), _, Some(this)) => t.ghost_use.push((n, this, FieldKey::ghost(facts, g))),
                (None, Some(v), _) => t.use_.push((n, v)),
                _ => {}
            },
            Expr::Str(text) => t.lit.push((n, text)),
            Expr::New(ty) => {
                let TypeKind::Class { name, args } = program.ty(ty).kind else { continue };
                let Some(class) = facts.resolved.find(name).filter(|&c| c != ClassId::STRING) else { continue };
                t.new.push((n, class));
                for (index, &l) in program.list(args).iter().enumerate() {
                    let ghost = FieldKey::ghost(facts, GhostVar { class, index: index as u32 });
                    t.new_arg.push((n, ghost, l));
                    let mut at = l;
                    while let Expr::Field { recv, field } = program.expr(at) {
                        t.path_field.push((at, recv, field));
                        at = recv;
                    }
                    match (facts.type_vars.get(&at), facts.this_of(body)) {
                        (Some(&TypeVar::Var(v)), _) => t.path_var.push((at, v)),
                        (Some(&TypeVar::Ghost(g)), Some(this)) => {
                            t.path_ghost.push((at, this, FieldKey::ghost(facts, g)));
                        }
                        _ => {}
                    }
                }
            }
            Expr::Field { recv, field } => t.load.push((n, recv, field)),
            Expr::Assign { recv, field, value } => {
                t.store.push((n, recv, field, value));
                t.flow.push((value, n));
            }
            Expr::Call { recv, method, args } => {
                t.call.push((n, recv, method));
                t.arg.extend(program.list(args).iter().enumerate().map(|(j, &a)| (n, j + 1, a)));
            }
            Expr::Let { bound, body, .. } => {
                t.let_.extend(node.var.map(|v| (v, bound)));
                t.flow.push((body, n));
            }
            Expr::Sync { body, .. } | Expr::Atomic(body) => t.flow.push((body, n)),
            Expr::Seq(list) => t.flow.extend(program.list(list).last().map(|&e| (e, n))),
            Expr::If { then, otherwise, .. } => {
                t.flow.push((then, n));
                t.flow.extend(otherwise.map(|e| (e, n)));
            }
            // `true && e` is `e`.
            Expr::Binary(BinOp::And | BinOp::Or, _, right) => t.flow.push((right, n)),
            Expr::Binary(BinOp::Add, a, b) => t.cat.push((n, a, b)),
            Expr::Fork(_) => t.fork.extend(facts.forks.get(&n).map(|&b| (n, b))),
            Expr::While { .. } | forms!(literal | operator | owned | extended) => {}
        }
    }
    t
}

/// What the superclasses' ghosts of an object are, by substitution: for each the class that gives the path, the ghost, and the
/// path with its root.
fn super_args(facts: &Facts<'_>, class: ClassId) -> Vec<(FieldKey, Option<FieldKey>, Vec<Name>)> {
    let program = facts.program();
    let mut all = Vec::new();
    for at in facts.resolved.ancestors(class) {
        let (Some(decl), Some(above)) = (facts.resolved.decl(at), facts.resolved.get(at).superclass()) else { break };
        for (index, &l) in decl.extends.map_or(&[][..], |t| program.locks_of(t)).iter().enumerate() {
            let mut fields = Vec::new();
            let mut root = l;
            while let Expr::Field { recv, field } = program.expr(root) {
                fields.insert(0, field);
                root = recv;
            }
            let Expr::Var(x) = program.expr(root) else { continue };
            let ghost = program.ghosts_of(&decl).iter().rposition(|g| g.name == x);
            let from = ghost.map(|g| FieldKey::ghost(facts, GhostVar { class: at, index: g as u32 }));
            if from.is_some() || x == Name::THIS {
                let to = FieldKey::ghost(facts, GhostVar { class: above, index: index as u32 });
                all.push((to, from, fields));
            }
        }
    }
    all
}

/// The relations of section 3 for one k.
pub fn solve(facts: &Facts<'_>, k: u32, options: &Options) -> Points {
    let t = tables(facts);
    let program = facts.program();
    let dead = options.on(Refinement::Dead);
    let ctx = |h: &Obj| if k == 0 { Obj::empty() } else { h.clone() };
    let heap = |n: &ExprId, c: &Obj| Obj::heap(*n, c, k);
    // cls(h)
    let cls = |h: &Obj| match h.sites.first().map(|&n| program.expr(n)) {
        Some(Expr::New(ty)) => match program.ty(ty).kind {
            TypeKind::Class { name, .. } => facts.resolved.find(name).unwrap_or(ClassId::OBJECT),
            _ => ClassId::OBJECT,
        },
        _ => ClassId::STRING,
    };
    let has = |h: &Obj, f: &Name| facts.has(cls(h), *f).is_some();
    let body = |h: &Obj, mn: &Name| match facts.target(cls(h), *mn) {
        Some(Callee::Body(b)) => Some(b),
        _ => None,
    };
    let makes_string = |h: &Obj, mn: &Name| {
        let made = [Predefined::Substring, Predefined::Concat];
        matches!(facts.target(cls(h), *mn), Some(Callee::Predefined(m)) if made.contains(&m))
    };
    let y = |b: &BodyId, j: usize| facts.body(*b).formals.get(j).copied();
    let result = |b: &BodyId| facts.body(*b).root;
    let field = |b: &BodyId| match facts.body(*b).kind {
        racefree_pairs::facts::BodyKind::Init(f) => Some(FieldKey::field(program.fields[f.index()].name)),
        _ => None,
    };
    let regions: Vec<(RegionId, RegionId, ExprId)> = (0..facts.regions.len() as u32)
        .map(RegionId)
        .filter_map(|r| Some((r, facts.region(r).outer?, facts.region(r).lock?)))
        .collect();
    let solved = ascent_run! {
        struct Alias;
        relation region(ExprId, RegionId) = t.region;
        relation uses(ExprId, VarId) = t.use_;
        relation lets(VarId, ExprId) = t.let_;
        relation flow(ExprId, ExprId) = t.flow;
        relation new(ExprId, ClassId) = t.new;
        relation lit(ExprId, Name) = t.lit;
        relation cat(ExprId, ExprId, ExprId) = t.cat;
        relation load(ExprId, ExprId, Name) = t.load;
        relation store(ExprId, ExprId, Name, ExprId) = t.store;
        relation call(ExprId, ExprId, Name) = t.call;
        relation arg(ExprId, usize, ExprId) = t.arg;
        relation fork(ExprId, BodyId) = t.fork;
        relation ghost_use(ExprId, VarId, FieldKey) = t.ghost_use;
        relation new_arg(ExprId, FieldKey, ExprId) = t.new_arg;
        relation path_var(ExprId, VarId) = t.path_var;
        relation path_ghost(ExprId, VarId, FieldKey) = t.path_ghost;
        relation path_field(ExprId, ExprId, Name) = t.path_field;
        relation inner(RegionId, RegionId, ExprId) = regions;

        relation reach(BodyId, Obj);
        relation live_region(RegionId, Obj);
        relation live(ExprId, Obj);
        relation vp(Of, Obj, Obj);
        relation hp(Obj, FieldKey, Obj);
        relation ce(ExprId, Obj, BodyId, Obj, EdgeKind);
        relation made(Obj, ExprId, Obj);
        relation path(ExprId, Obj, Obj);

        // Reach(main,ε).     Reach(b,c') :- CE(_,_,b,c',_).
        reach(main, Obj::empty()) <-- if let Some(main) = facts.main;
        reach(b, c) <-- ce(_, _, b, c, _);

        // Live(n,c): Reach(In(n),c), and each lock around n in its body may be some object.
        live_region(facts.body(*b).regions[0], c) <-- reach(b, c);
        live_region(r, c) <-- inner(r, outer, _), live_region(outer, c), if !dead || facts.region(*r).sync.is_none();
        live_region(r, c) <-- inner(r, outer, l), live_region(outer, c), vp(N(*l), c, _);
        live(n, c) <-- region(n, r), live_region(r, c);

        // VP(n,c,heap(n,c)) :- New(n,_).   VP(n,c,lit(t)) :- Lit(n,t).   VP(n,c,heap(n,c)) :- Cat(n).
        made(heap(n, c), n, c) <-- new(n, _), live(n, c);
        made(heap(n, c), n, c) <--
            cat(n, a, b), live(n, c), vp(N(*a), c, h), if cls(h) == ClassId::STRING,
            vp(N(*b), c, g), if cls(g) == ClassId::STRING;
        made(heap(n, c), n, c) <-- call(n, m, mn), live(n, c), vp(N(*m), c, h), if makes_string(h, mn);
        vp(N(*n), c, h) <-- made(h, n, c);
        vp(N(*n), c, Obj::literal(*text)) <-- lit(n, text), live(n, c);

        // VP(v,c,h) :- Let(v,m), VP(m,c,h).   VP(n,c,h) :- Use(n,v), VP(v,c,h).   VP(n,c,h) :- Flow(m,n), VP(m,c,h).
        vp(V(*v), c, h) <-- lets(v, m), vp(N(*m), c, h);
        vp(N(*n), c, h) <-- uses(n, v), live(n, c), vp(V(*v), c, h);
        vp(N(*n), c, h) <-- flow(m, n), live(n, c), vp(N(*m), c, h);

        // VP(n,c,h') :- Load(n,m,f), VP(m,c,h), HP(h,f,h').
        vp(N(*n), c, g) <-- load(n, m, f), live(n, c), vp(N(*m), c, h), hp(h, FieldKey::field(*f), g);
        // HP(h,f,h') :- Store(_,m,f,r), VP(m,c,h), Has(cls(h),f), VP(r,c,h').
        hp(h, FieldKey::field(*f), g) <--
            store(n, m, f, r), live(n, c), vp(N(*m), c, h), if has(h, f), vp(N(*r), c, g);

        // CE(n,c,b,ctx(h),call), VP(y0(b),ctx(h),h) :- Call(n,m,mn), VP(m,c,h), Target(cls(h),mn,b).
        ce(n, c, b, ctx(h), EdgeKind::Call) <--
            call(n, m, mn), live(n, c), vp(N(*m), c, h), if let Some(b) = body(h, mn);
        vp(V(this), ctx(h), h) <--
            call(n, m, mn), live(n, c), vp(N(*m), c, h), if let Some(b) = body(h, mn), if let Some(this) = y(&b, 0);
        // VP(yj(b),c',h') :- CE(n,c,b,c',call), Arg(n,j,a), VP(a,c,h').
        vp(V(v), d, h) <--
            ce(n, c, b, d, EdgeKind::Call), arg(n, j, a), if let Some(v) = y(b, *j), vp(N(*a), c, h);
        // VP(n,c,h') :- CE(n,c,b,c',call), Result(b,r), VP(r,c',h').
        vp(N(*n), c, h) <-- ce(n, c, b, d, EdgeKind::Call), if let Some(r) = result(b), vp(N(r), d, h);

        // CE(n,c,b,ctx(h),new), VP(this(b),ctx(h),h) :- New(n,C), h = heap(n,c), Inits(C,b).
        ce(n, c, b, ctx(&heap(n, c)), EdgeKind::New) <--
            new(n, class), live(n, c), for b in facts.inits_of(*class);
        vp(V(this), ctx(&heap(n, c)), heap(n, c)) <--
            new(n, class), live(n, c), for b in facts.inits_of(*class), if let Some(this) = y(&b, 0);
        // HP(h,f,h') :- initialiser b of f, VP(this(b),c,h), Result(b,r), VP(r,c,h').
        hp(h, f, g) <--
            reach(b, c), if let Some(f) = field(b), if let Some(this) = y(b, 0), if let Some(r) = result(b),
            vp(V(this), c, h), vp(N(r), c, g);
        // CE(n,c,b,c,fork) :- Fork(n,b).
        ce(n, c, b, c, EdgeKind::Fork) <-- fork(n, b), live(n, c);

        // An object keeps for each ghost what its path may denote.
        path(l, c, h) <-- path_var(l, v), vp(V(*v), c, h);
        path(l, c, g) <-- path_ghost(l, v, f), vp(V(*v), c, h), hp(h, f, g);
        path(l, c, g) <-- path_field(l, m, f), path(m, c, h), hp(h, FieldKey::field(*f), g);
        hp(heap(n, c), f, g) <-- new_arg(n, f, l), live(n, c), path(l, c, g);
        // Those of its superclasses, by substitution.
        relation super_path(Obj, FieldKey, usize, Obj);
        super_path(h, to, 0, h) <-- made(h, _, _), for (to, from, _) in super_args(facts, cls(h)), if from.is_none();
        super_path(h, to, 0, g) <--
            made(h, _, _), for (to, from, _) in super_args(facts, cls(h)), if let Some(f) = from, hp(h, f, g);
        super_path(h, to, i + 1, g) <--
            super_path(h, to, i, m), for (other, _, fields) in super_args(facts, cls(h)), if other == *to,
            if let Some(f) = fields.get(*i).copied(), hp(m, FieldKey::field(f), g);
        hp(h, to, g) <--
            super_path(h, to, i, g), for (other, _, fields) in super_args(facts, cls(h)),
            if other == *to && fields.len() == *i;
        // A ghost in code yields what it may denote.
        vp(N(*n), c, g) <-- ghost_use(n, v, f), live(n, c), vp(V(*v), c, h), hp(h, f, g);
    };
    convert::points(
        facts,
        k,
        convert::Solved {
            reach: solved.reach,
            live: solved.live_region,
            vp: solved.vp,
            hp: solved.hp,
            ce: solved.ce,
            made: solved.made,
        },
    )
}
