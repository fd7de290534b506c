//! Objects by their classes: of many objects, a call or a field looks at the classes that have it.

use super::blocks::Blocks;
use super::{FEW, Solver};
use crate::facts::{Callee, Facts};
use crate::objects::{ObjId, Objects};
use racefree_grammar::name::Name;
use racefree_program::ClassId;
use rustc_hash::FxHashMap;

/// Objects by their classes.
#[derive(Default)]
pub(super) struct Sorts {
    known: u32,
    /// The objects of each class that has some, in the order of the first one.
    of: Vec<(ClassId, Blocks)>,
    numbers: FxHashMap<ClassId, usize>,
    /// By method: the classes that have it, by number, of those that were looked at.
    methods: FxHashMap<Name, (usize, Vec<(usize, Callee)>)>,
    /// By field: the objects that have it, of those that were looked at.
    fields: FxHashMap<Name, (u32, Blocks)>,
}

impl Sorts {
    /// Looks at the objects that have come since.
    fn look(&mut self, objects: &Objects) {
        for h in (self.known..objects.len() as u32).map(ObjId) {
            let class = objects.class(h);
            let number = *self.numbers.entry(class).or_insert(self.of.len());
            if number == self.of.len() {
                self.of.push((class, Blocks::default()));
            }
            self.of[number].1.insert(h);
        }
        self.known = objects.len() as u32;
    }

    /// The classes that have a method, by number.
    fn with_method(&mut self, facts: &Facts<'_>, method: Name) -> &[(usize, Callee)] {
        let (known, with) = self.methods.entry(method).or_default();
        let new = (*known..self.of.len()).filter_map(|c| Some((c, facts.target(self.of[c].0, method)?)));
        with.extend(new);
        *known = self.of.len();
        with
    }

    /// The objects that have a field.
    fn with_field(&mut self, facts: &Facts<'_>, objects: &Objects, field: Name) -> &Blocks {
        let (known, with) = self.fields.entry(field).or_default();
        let mut last: Option<(ClassId, bool)> = None;
        for h in (*known..self.known).map(ObjId) {
            let class = objects.class(h);
            let (_, has) = match last {
                Some(same) if same.0 == class => same,
                _ => *last.insert((class, facts.has(class, field).is_some())),
            };
            if has {
                with.insert(h);
            }
        }
        *known = self.known;
        with
    }
}

impl Solver<'_, '_> {
    /// The targets of a call among some objects, with those that have them.
    pub(super) fn targets(&mut self, objects: &Blocks, method: Name) -> Vec<(Callee, Blocks)> {
        let (facts, all) = (self.facts, &self.points.objects);
        let mut found: Vec<(Callee, Blocks)> = Vec::new();
        let mut put = |target: Callee, of: &Blocks| match found.last_mut().filter(|last| last.0 == target) {
            Some(last) => {
                last.1.add(of, None);
            }
            None => found.push((target, of.clone())),
        };
        if objects.len() <= FEW {
            let mut known: Option<(ClassId, Option<Callee>)> = None;
            for h in objects.iter() {
                let class = all.class(h);
                let (_, target) = match known {
                    Some(same) if same.0 == class => same,
                    _ => *known.insert((class, facts.target(class, method))),
                };
                if let Some(target) = target {
                    let mut one = Blocks::default();
                    one.insert(h);
                    put(target, &one);
                }
            }
            return found;
        }
        self.sorts.look(all);
        let with = self.sorts.with_method(facts, method).to_vec();
        for (class, target) in with {
            let of = objects.and(&self.sorts.of[class].1);
            if !of.is_empty() {
                put(target, &of);
            }
        }
        found
    }

    /// The objects that have a field.
    pub(super) fn having(&mut self, objects: &Blocks, field: Name) -> Blocks {
        let (facts, all) = (self.facts, &self.points.objects);
        if objects.len() > FEW {
            self.sorts.look(all);
            return objects.and(self.sorts.with_field(facts, all, field));
        }
        let mut found = Blocks::default();
        for h in objects.iter().filter(|&h| facts.has(all.class(h), field).is_some()) {
            found.insert(h);
        }
        found
    }
}
