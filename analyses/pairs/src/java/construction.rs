//! Construction of an object, step by step: a constructor that hands its object on (to a method, to an inner object) before it makes an
//! access has given it to no other thread yet, unless what ran until then stores it in an object from elsewhere, or starts a thread that has it.

use crate::facts::{BodyKind, Facts, Site, VarId};
use crate::objects::ObjId;
use crate::points::{EdgeKind, InstId, Points};
use crate::stages::Here;
use racefree_grammar::ast::{Expr, ExprId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// Maximum of bodies that a constructor enters and that are looked at.
const MOST: usize = 500;

/// An access in a context, and the object.
type Asked = (InstId, Option<Site>, ObjId);

/// Accesses of an object that its constructor makes: true if no other thread has it yet.
#[derive(Default)]
pub(crate) struct Construction {
    known: RefCell<FxHashMap<Asked, bool>>,
}

impl Construction {
    /// True if no other thread has an object when its constructor makes an access.
    pub(crate) fn is_private(&self, facts: &Facts<'_>, points: &Points, here: &Here, h: ObjId) -> bool {
        let access = facts.access(here.access);
        if !access.constructs {
            return false;
        }
        // Most constructors give nothing away until their end.
        let is_kept = |site| {
            let key = (here.inst, site, h);
            if let Some(&known) = self.known.borrow().get(&key) {
                return known;
            }
            let kept = Extent::until(facts, points, here.inst, site, h).is_some_and(|extent| !extent.gives_away(h));
            self.known.borrow_mut().insert(key, kept);
            kept
        };
        is_kept(None) || is_kept(Some(access.site))
    }
}

/// Steps from the beginning of a construction to one of its accesses: nodes in contexts.
struct Extent<'a, 'p> {
    facts: &'a Facts<'p>,
    points: &'a Points,
    steps: Vec<(InstId, ExprId)>,
    insts: FxHashSet<InstId>,
    /// Objects that the constructor is given.
    given: Vec<ObjId>,
}

impl<'a, 'p> Extent<'a, 'p> {
    /// The steps before an access of a constructor or an initialiser, or to its end; none, if they are too many.
    fn until(
        facts: &'a Facts<'p>,
        points: &'a Points,
        i: InstId,
        site: Option<Site>,
        h: ObjId,
    ) -> Option<Extent<'a, 'p>> {
        let body = points.inst(i).body;
        let mut extent = Extent { facts, points, steps: Vec::new(), insts: FxHashSet::default(), given: Vec::new() };
        let mut todo: Vec<InstId> = Vec::new();
        let end = match site {
            None => Some((u32::MAX, None)),
            Some(Site::Expr(n)) => Some((facts.node(n).order, facts.node(n).outermost_loop)),
            Some(Site::Field(_)) => None,
        };
        if let Some((at, around)) = end {
            let before = |n: ExprId| {
                let node = facts.node(n);
                node.order < at || (around.is_some() && node.outermost_loop == around)
            };
            extent.add(i, &before);
            let edges = points.edges_out_of(i).filter(|e| e.kind != EdgeKind::Fork && before(e.node));
            todo.extend(edges.map(|e| e.to));
            let formals = facts.body(body).formals.iter().skip(1);
            extent.given = formals.flat_map(|&v| points.slot(i, facts.var(v).slot)).copied().collect();
        }
        // The initialisers of its fields come first.
        let context = points.context_of(h);
        let inits = facts.inits_of(points.objects.class(h)).into_iter();
        todo.extend(inits.filter_map(|b| points.by_key.get(&(b, context)).copied()));
        while let Some(to) = todo.pop() {
            if !extent.insts.insert(to) {
                continue;
            }
            if extent.insts.len() > MOST {
                return None;
            }
            extent.add(to, &|_| true);
            todo.extend(points.edges_out_of(to).filter(|e| e.kind != EdgeKind::Fork).map(|e| e.to));
        }
        Some(extent)
    }

    fn add(&mut self, i: InstId, runs: &dyn Fn(ExprId) -> bool) {
        let (facts, points) = (self.facts, self.points);
        let regions = facts.body(points.inst(i).body).regions.iter();
        let live = regions.filter(|&&r| points.live(facts, i, r));
        let nodes = live.flat_map(|&r| facts.region(r).nodes.iter().copied());
        self.steps.extend(nodes.filter(|&n| runs(n)).map(|n| (i, n)));
    }

    fn of(&self, i: InstId, n: ExprId) -> &'a [ObjId] {
        self.points.node(self.facts, i, n)
    }

    /// True if some step stores the object, or what has it, in an object from elsewhere, or starts a thread that has it.
    fn gives_away(&self, h: ObjId) -> bool {
        let own = self.own(h);
        let mut having: FxHashSet<ObjId> = std::iter::once(h).collect();
        loop {
            let size = having.len();
            for &(i, n) in &self.steps {
                match self.facts.program().expr(n) {
                    Expr::Assign { recv, value, .. } if self.of(i, value).iter().any(|h| having.contains(h)) => {
                        // Nobody else has an object that is under construction here.
                        if !self.is_this(i, recv) && self.of(i, recv).iter().any(|of| !own.contains(of)) {
                            return true;
                        }
                        having.extend(self.of(i, recv));
                    }
                    Expr::Fork(_) => {
                        let captured = self.facts.captured.get(&n).map_or(&[][..], |all| all);
                        let has =
                            |v: &VarId| self.points.slot(i, self.facts.var(*v).slot).iter().any(|h| having.contains(h));
                        if captured.iter().any(has) {
                            return true;
                        }
                    }
                    _ => {}
                }
            }
            if having.len() == size {
                return false;
            }
        }
    }

    /// The object, and those that are made here, unless they come from elsewhere too.
    fn own(&self, h: ObjId) -> FxHashSet<ObjId> {
        let made = self.steps.iter().filter(|&&(_, n)| matches!(self.facts.program().expr(n), Expr::New(_)));
        let steps: FxHashSet<(InstId, ExprId)> = self.steps.iter().copied().collect();
        let is_here = |h: &ObjId| {
            let made = self.points.made.get(h.index()).copied().flatten();
            made.is_some_and(|made| !made.several && steps.contains(&made.by))
        };
        let mut own: FxHashSet<ObjId> = made.flat_map(|&(i, n)| self.of(i, n)).copied().filter(is_here).collect();
        own.insert(h);
        own.retain(|h| !self.given.contains(h));
        loop {
            let size = own.len();
            for &(i, n) in &self.steps {
                if let Expr::Field { recv, .. } = self.facts.program().expr(n)
                    && !self.is_this(i, recv)
                    && self.of(i, recv).iter().any(|of| !own.contains(of))
                {
                    for of in self.of(i, n) {
                        own.remove(of);
                    }
                }
            }
            if own.len() == size {
                return own;
            }
        }
    }

    /// True for `this` in code that constructs it.
    fn is_this(&self, i: InstId, n: ExprId) -> bool {
        let body = self.points.inst(i).body;
        let formal = self.facts.body(body).formals.first().copied();
        !matches!(self.facts.body(body).kind, BodyKind::Fork(_))
            && self.facts.constructing.contains(&body)
            && self.facts.node(n).var == formal
            && formal.is_some()
    }
}
