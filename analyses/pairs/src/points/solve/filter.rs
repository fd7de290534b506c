//! Types that Java checks: a variable, a parameter or a field of a class of the sources has objects of that class alone, and one of a type outside
//! of them none that cannot have it. What the sources do not have may be of any class: an object from outside, a function, and an object of a class below one that neither they nor Java's library have.

use super::{Owner, Solver};
use crate::facts::Facts;
use crate::objects::{ObjId, Objects};
use crate::points::FieldKey;
use racefree_program::ClassId;
use rustc_hash::FxHashMap;

/// The filter of a slot that takes every object.
pub(super) const ANY: u32 = u32::MAX;

/// Filters by class.
#[derive(Default)]
pub(super) struct Filters {
    by_class: FxHashMap<ClassId, u32>,
    all: Vec<Filter>,
}

/// The objects that have a class.
struct Filter {
    /// By class: true, if its objects have it.
    classes: Vec<bool>,
    /// A bit for each object that is known, in blocks of 64.
    blocks: Vec<u64>,
    known: u32,
}

impl Filters {
    /// The filter for a class.
    pub(super) fn of(&mut self, facts: &Facts<'_>, class: Option<ClassId>) -> u32 {
        let Some(class) = class else { return ANY };
        let Filters { by_class, all } = self;
        *by_class.entry(class).or_insert_with(|| {
            let classes = facts.resolved.iter().map(|(of, _)| crate::java::takes(facts, of, class)).collect();
            all.push(Filter { classes, blocks: Vec::new(), known: 0 });
            all.len() as u32 - 1
        })
    }

    /// The objects that a slot with a filter takes, in blocks; none for every one.
    pub(super) fn blocks(&mut self, filter: u32, objects: &Objects) -> Option<&[u64]> {
        let filter = self.all.get_mut(filter as usize)?;
        filter.blocks.resize(objects.len().div_ceil(64), 0);
        for h in filter.known..objects.len() as u32 {
            let takes = filter.classes[objects.class(ObjId(h)).index()];
            filter.blocks[h as usize / 64] |= u64::from(takes) << (h % 64);
        }
        filter.known = objects.len() as u32;
        Some(&filter.blocks)
    }
}

impl Solver<'_, '_> {
    /// The class of the objects in a slot of a body.
    pub(super) fn filter(&mut self, owner: Owner) -> u32 {
        let body = self.points.insts.get(owner.inst.index()).map(|i| i.body);
        let class = body.and_then(|b| self.facts.only[b.index()][owner.index as usize]);
        self.filters.of(self.facts, class)
    }

    /// The class of the objects in a field.
    pub(super) fn field_filter(&mut self, h: ObjId, f: FieldKey) -> u32 {
        let field = f.name().and_then(|f| self.facts.has(self.points.objects.class(h), f));
        let class = field.and_then(|f| self.facts.only(self.facts.program().fields[f.index()].ty));
        self.filters.of(self.facts, class)
    }
}
