//! Section 4, the first half: the bodies that are entered more than once in a run, and the abstract objects that are
//! one concrete object.
//!
//! ```text
//! Many(b,c') :- CE(n,c,b,c',_), CE(n2,c2,b,c',_), (n,c) ≠ (n2,c2).     Many(b,c') :- CE(n,c,b,c',_), Loop(n).
//! Many(b,c') :- CE(n,c,b,c',_), In(n,b2), Many(b2,c).
//! Unique(h): a literal; or one (n,c) alone makes h, not Loop(n), not Many(In(n),c)
//! ```

use crate::facts::Facts;
use crate::objects::{Maker, ObjId};
use crate::options::{Mistake, Options};
use crate::points::{InstId, Points};

/// Bodies that are entered more than once.
pub struct Entries {
    many: Vec<bool>,
    sites_are_unique: bool,
}

impl Entries {
    /// Derives Many.
    pub fn new(facts: &Facts<'_>, points: &Points, options: &Options) -> Entries {
        let mut many = vec![false; points.insts.len()];
        let mut todo: Vec<InstId> = Vec::new();
        for i in points.inst_ids().take_while(|_| !options.watch.over()) {
            let into = points.edges_into(i);
            let looped = |&e: &u32| facts.node(points.edges[e as usize].node).outermost_loop.is_some();
            if into.len() > 1 || into.iter().any(looped) {
                many[i.index()] = true;
                todo.push(i);
            }
        }
        while let Some(i) = todo.pop() {
            for edge in points.edges_out_of(i).take_while(|_| !options.watch.over()) {
                let to = edge.to;
                if !std::mem::replace(&mut many[to.index()], true) {
                    todo.push(to);
                }
            }
        }
        if options.errs(Mistake::BodiesEnteredOnce) {
            many.iter_mut().for_each(|m| *m = false);
        }
        Entries { many, sites_are_unique: options.errs(Mistake::SitesAreUnique) }
    }

    /// Many(b,c)
    #[inline]
    pub fn many(&self, i: InstId) -> bool {
        self.many[i.index()]
    }

    /// Unique(h)
    pub fn unique(&self, facts: &Facts<'_>, points: &Points, h: ObjId) -> bool {
        match points.objects.maker(h) {
            Maker::Literal(_) => true,
            Maker::Node(_) if self.sites_are_unique => true,
            Maker::Node(_) => points.made[h.index()].is_some_and(|made| {
                let (i, n) = made.by;
                !made.several && facts.node(n).outermost_loop.is_none() && !self.many(i)
            }),
        }
    }
}
