//! The relations that Datalog gives, in the form that the later sections read.

use crate::Obj;
use crate::alias::Of;
use racefree_grammar::ast::ExprId;
use racefree_pairs::facts::{BodyId, BodyKind, Facts, RegionId};
use racefree_pairs::objects::{ObjId, Objects};
use racefree_pairs::points::{Edge, EdgeKind, FieldKey, Inst, InstId, Made, ObjSet, Points};
use racefree_program::ClassId;
use rustc_hash::FxHashMap;

/// What was derived.
pub(super) struct Solved {
    pub reach: Vec<(BodyId, Obj)>,
    pub live: Vec<(RegionId, Obj)>,
    pub vp: Vec<(Of, Obj, Obj)>,
    pub hp: Vec<(Obj, FieldKey, Obj)>,
    pub ce: Vec<(ExprId, Obj, BodyId, Obj, EdgeKind)>,
    pub made: Vec<(Obj, ExprId, Obj)>,
}

/// The relations as [`Points`].
pub(super) fn points(facts: &Facts<'_>, k: u32, mut solved: Solved) -> Points {
    let mut points = Points::new(k);
    // Main first; a fork after the body around it.
    let depth = |b: BodyId| std::iter::successors(Some(b), |&b| facts.body(b).outer).count();
    solved.reach.sort_by_key(|(b, c)| (Some(*b) != facts.main, depth(*b), *b, c.clone()));
    for (b, c) in &solved.reach {
        let context = intern(facts, &mut points.objects, c);
        let outer = match facts.body(*b).kind {
            BodyKind::Fork(_) => facts.body(*b).outer.and_then(|o| points.by_key.get(&(o, context)).copied()),
            _ => None,
        };
        let base = points.sets.len() as u32;
        points.sets.resize(points.sets.len() + facts.body(*b).slots as usize, ObjSet::new());
        let i = InstId(points.insts.len() as u32);
        points.insts.push(Inst::new(facts, *b, context, outer, base));
        points.by_key.insert((*b, context), i);
    }
    let inst = |points: &mut Points, b: BodyId, c: &Obj| {
        let context = intern(facts, &mut points.objects, c);
        points.by_key.get(&(b, context)).copied()
    };
    for (r, c) in &solved.live {
        if let Some(i) = inst(&mut points, facts.region(*r).body, c) {
            points.insts[i.index()].live[facts.region(*r).number as usize] = true;
        }
    }
    for (of, c, h) in &solved.vp {
        let (body, slot) = match *of {
            Of::Node(n) => (facts.node(n).body, facts.node(n).slot),
            Of::Var(v) => (Some(facts.var(v).body), facts.var(v).slot),
        };
        let (Some(body), Some(slot)) = (body, slot) else { continue };
        if let Some(i) = inst(&mut points, body, c) {
            let (h, at) = (intern(facts, &mut points.objects, h), points.place(i, slot));
            points.sets[at].push(h);
        }
    }
    let mut heap: FxHashMap<(ObjId, FieldKey), u32> = FxHashMap::default();
    for (h, f, g) in &solved.hp {
        let (h, g) = (intern(facts, &mut points.objects, h), intern(facts, &mut points.objects, g));
        let slot = *heap.entry((h, *f)).or_insert_with(|| {
            points.sets.push(ObjSet::new());
            let slot = points.sets.len() as u32 - 1;
            let fields = points.fields_mut(h);
            fields.insert(fields.partition_point(|g| g.0 < *f), (*f, slot));
            slot
        });
        points.sets[slot as usize].push(g);
    }
    for set in &mut points.sets {
        set.sort_unstable();
        set.dedup();
    }
    for (n, c, b, d, kind) in &solved.ce {
        let from = facts.node(*n).body.and_then(|from| inst(&mut points, from, c));
        if let (Some(from), Some(to)) = (from, inst(&mut points, *b, d)) {
            points.edges.push(Edge { from, node: *n, to, kind: *kind });
        }
    }
    for (h, n, c) in &solved.made {
        // A string was cut where the object's is not the whole of the site and its context.
        points.objects.cut |= h.sites.len() != c.sites.len() + 1;
        let h = intern(facts, &mut points.objects, h);
        points.made.resize(points.made.len().max(h.index() + 1), None);
        let Some(by) = facts.node(*n).body.and_then(|b| inst(&mut points, b, c)) else { continue };
        match &mut points.made[h.index()] {
            Some(made) => made.several |= made.by != (by, *n),
            made => *made = Some(Made { by: (by, *n), several: false }),
        }
    }
    points.finish();
    points
}

fn intern(facts: &Facts<'_>, objects: &mut Objects, h: &Obj) -> ObjId {
    if let Some(text) = h.literal {
        return objects.literal(text);
    }
    let mut id = ObjId::EMPTY;
    let cut = objects.cut;
    for &n in h.sites.iter().rev() {
        id = objects.heap(n, id, class(facts, n));
    }
    objects.cut = cut;
    id
}

fn class(facts: &Facts<'_>, n: ExprId) -> ClassId {
    use racefree_grammar::ast::{Expr, TypeKind};
    let program = facts.program();
    match program.expr(n) {
        Expr::New(ty) => match program.ty(ty).kind {
            TypeKind::Class { name, .. } => facts.resolved.find(name).unwrap_or(ClassId::OBJECT),
            _ => ClassId::OBJECT,
        },
        _ => ClassId::STRING,
    }
}
