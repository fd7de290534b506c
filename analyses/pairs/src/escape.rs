//! Section 5, Esc: the least set with VP(v,c,·) ⊆ Esc for Captured(n,v) of each reached fork, closed under HP, hidden fields
//! included.

use crate::facts::{BodyKind, Facts, VarId};
use crate::objects::ObjId;
use crate::options::{Mistake, Options};
use crate::points::{FieldKey, GhostReads, Points};

/// The objects that more than one thread may know.
pub struct Escape {
    escaped: Vec<bool>,
}

impl Escape {
    /// Derives Esc.
    pub fn new(facts: &Facts<'_>, points: &Points, reads: &GhostReads, options: &Options) -> Escape {
        let mut escape = Escape { escaped: vec![false; points.objects.len()] };
        let mut todo: Vec<ObjId> = Vec::new();
        // Every thread can name a class.
        let constants: Vec<ObjId> =
            (0..points.objects.len() as u32).map(ObjId).filter(|&h| points.objects.is_constant(h)).collect();
        escape.add(&constants, &mut todo);
        for i in points.inst_ids().take_while(|_| !options.watch.over()) {
            let inst = points.inst(i);
            let (BodyKind::Fork(n), Some(outer)) = (facts.body(inst.body).kind, inst.outer) else { continue };
            // A variable of outside that an inner fork captures is captured by the outer one too.
            let own = |v: &&VarId| facts.var(**v).body == points.inst(outer).body;
            for &v in facts.captured.get(&n).map_or(&[][..], |v| v).iter().filter(own) {
                escape.add(points.slot(outer, facts.var(v).slot), &mut todo);
            }
            let this = facts.this_of(inst.body).and_then(|v| facts.var(v).slot);
            for &ghost in facts.captured_ghosts.get(&n).map_or(&[][..], |g| g) {
                let key = FieldKey::ghost(facts, ghost);
                for &h in points.slot(outer, this) {
                    escape.add(points.field(h, key), &mut todo);
                    let read: Vec<ObjId> = reads.of(h, key).iter().map(|r| r.0).collect();
                    escape.add(&read, &mut todo);
                }
            }
        }
        if options.errs(Mistake::EscapeWithoutFields) {
            return escape;
        }
        while let Some(h) = todo.pop() {
            for (_, set) in points.fields(h).take_while(|_| !options.watch.over()) {
                escape.add(set, &mut todo);
            }
            if !facts.ghosts.is_empty() {
                let read: Vec<ObjId> = reads.objects(h).collect();
                escape.add(&read, &mut todo);
            }
        }
        escape
    }

    fn add(&mut self, objects: &[ObjId], todo: &mut Vec<ObjId>) {
        for &h in objects {
            if !std::mem::replace(&mut self.escaped[h.index()], true) {
                todo.push(h);
            }
        }
    }

    /// h ∈ Esc
    #[inline]
    pub fn has(&self, h: ObjId) -> bool {
        self.escaped[h.index()]
    }

    /// Number of objects that escape.
    pub fn count(&self) -> usize {
        self.escaped.iter().filter(|&&e| e).count()
    }
}
