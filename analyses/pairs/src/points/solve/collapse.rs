//! Slots that are copied in a circle have the same objects: they become one. Circles are looked for when about as much was propagated as a look
//! at all copies costs, so that looking takes a part of the time.

use super::filter::ANY;
use super::flows::{Flow, Members};
use super::{FEW, Objs, Solver};
use rustc_hash::FxHashSet;

/// Least number of steps between two looks.
const LEAST: u64 = 1 << 15;

/// Rules that do not know some objects of their slots yet.
#[derive(Default)]
struct Unseen {
    flows: Vec<(Flow, Objs)>,
    others: Vec<(u32, Objs)>,
}

/// State of the search for circles, by slot.
struct Search {
    /// Number in the order in which slots are met, from one; none yet, if it is zero.
    met: Vec<u32>,
    /// The first slot in that order that it leads back to.
    low: Vec<u32>,
    open: Vec<bool>,
    stack: Vec<u32>,
    circles: Vec<Vec<u32>>,
}

impl Solver<'_, '_> {
    /// Looks for circles, if it is time.
    pub(super) fn look_for_circles(&mut self) {
        if self.eager || self.since > LEAST.max(2 * (self.ways + self.sets.len()) as u64) {
            self.since = 0;
            self.collapse();
        }
    }

    fn collapse(&mut self) {
        let circles = self.circles();
        let mut unseen = Unseen::default();
        let ones: Vec<u32> = circles.iter().map(|circle| self.join(circle, &mut unseen)).collect();
        self.compact();
        self.work.clear();
        self.work.extend((0..self.sets.len() as u32).filter(|&slot| !self.new[slot as usize].is_empty()));
        for one in ones {
            if self.watch.over() {
                return;
            }
            for c in 0..self.copies[one as usize].len() {
                let to = self.copies[one as usize][c];
                self.copy_set(one, to);
            }
        }
        for (flow, objects) in unseen.flows {
            self.carry(flow, &objects);
        }
        for (slot, objects) in unseen.others {
            self.rules_of(slot, &objects, false);
        }
    }

    /// Copies the objects of a slot to another one.
    pub(super) fn copy_set(&mut self, from: u32, to: u32) {
        self.since += 1;
        let all = self.sets[from as usize].clone();
        self.add_all(to, &all);
    }

    /// Makes the slots of a circle one, which has been propagated; what the rules of each do not know comes to `unseen`.
    fn join(&mut self, circle: &[u32], unseen: &mut Unseen) -> u32 {
        let blocks = |slot: &u32| self.pool.blocks(&self.sets[*slot as usize]).blocks();
        let one = circle.iter().copied().max_by_key(blocks).unwrap_or_default();
        let mut all = self.sets[one as usize].clone();
        for &slot in circle {
            self.pool.add(&mut all, &self.sets[slot as usize], (ANY, None));
        }
        let (mut joined, mut flows) = (Members::default(), FxHashSet::default());
        for &slot in circle {
            if self.watch.over() {
                return one;
            }
            let of = self.members.remove(&slot).unwrap_or_else(|| self.member(slot));
            of.all.iter().for_each(|&member| self.points.joined[member as usize] = one);
            joined.all.extend(of.all);
            // The objects that its rules do not know.
            let pending = std::mem::take(&mut self.new[slot as usize]);
            let set = std::mem::take(&mut self.sets[slot as usize]);
            let mut new = self.pool.without(&all, &set);
            self.pool.add(&mut new, &pending, (ANY, None));
            let new = self.pool.numbered(new);
            for flow in of.flows.into_iter().map(|flow| self.joined_flow(flow)) {
                // Another slot's rule has been applied to the objects that it knew, and will be to all others.
                if flows.insert(flow) && !new.all.is_empty() {
                    unseen.flows.push((flow, new.clone()));
                }
            }
            if !new.all.is_empty() {
                unseen.others.extend(of.others.iter().map(|&member| (member, new.clone())));
            }
            joined.others.extend(of.others);
            if slot != one {
                let copies = std::mem::take(&mut self.copies[slot as usize]);
                self.copies[one as usize].extend(copies);
            }
        }
        joined.flows.extend(flows);
        self.members.insert(one, joined);
        self.sets[one as usize] = all;
        one
    }

    fn joined_flow(&self, flow: Flow) -> Flow {
        Flow { slot: self.points.joined[flow.slot as usize], ..flow }
    }

    /// Leaves out copies that have become the same, or copies of a slot to itself. Copies in `many` of slots that are no more do no harm, as long as
    /// they are not most of them.
    fn compact(&mut self) {
        let renewed = self.many.len() > 4 * self.ways;
        if renewed {
            self.many.clear();
        }
        self.ways = 0;
        for from in 0..self.copies.len() {
            let joined = &self.points.joined;
            let copies = &mut self.copies[from];
            if renewed
                || copies.iter().any(|&to| joined[to as usize] != to)
                || self.members.contains_key(&(from as u32))
            {
                copies.iter_mut().for_each(|to| *to = joined[*to as usize]);
                copies.retain(|to| *to as usize != from);
                copies.sort_unstable();
                copies.dedup();
                if copies.len() > FEW {
                    self.many.extend(copies.iter().map(|&to| (from as u32, to)));
                }
            }
            self.ways += copies.len();
        }
    }

    /// The circles of slots with the same filter: Tarjan's strongly connected components, of two slots at least.
    fn circles(&self) -> Vec<Vec<u32>> {
        let n = self.sets.len();
        let (met, low, open) = (vec![0; n], vec![0; n], vec![false; n]);
        let mut search = Search { met, low, open, stack: Vec::new(), circles: Vec::new() };
        let mut number = 0;
        let mut way: Vec<(u32, usize)> = Vec::new();
        for root in 0..n as u32 {
            if self.watch.over() {
                return Vec::new();
            }
            if search.met[root as usize] > 0 || self.copies[root as usize].is_empty() {
                continue;
            }
            way.push((root, 0));
            while let Some((v, at)) = way.last_mut() {
                if self.watch.over() {
                    return Vec::new();
                }
                let (v, from) = (*v, *v as usize);
                if *at == 0 {
                    number += 1;
                    (search.met[from], search.low[from], search.open[from]) = (number, number, true);
                    search.stack.push(v);
                }
                let copies = self.copies[from][*at..].iter();
                let mut next = None;
                for &to in copies {
                    *at += 1;
                    let to = self.points.joined[to as usize];
                    if self.takes[to as usize] != self.takes[from] {
                        continue;
                    }
                    if search.met[to as usize] == 0 {
                        next = Some(to);
                        break;
                    }
                    if search.open[to as usize] {
                        search.low[from] = search.low[from].min(search.met[to as usize]);
                    }
                }
                match next {
                    Some(to) => way.push((to, 0)),
                    None => {
                        way.pop();
                        search.leave(v);
                        if let Some(&(before, _)) = way.last() {
                            search.low[before as usize] = search.low[before as usize].min(search.low[from]);
                        }
                    }
                }
            }
        }
        search.circles
    }
}

impl Search {
    /// A slot that all was met from; if it leads to none before it, what is open behind it is its circle.
    fn leave(&mut self, v: u32) {
        if self.low[v as usize] != self.met[v as usize] {
            return;
        }
        let start = self.stack.iter().rposition(|&slot| slot == v).unwrap_or(self.stack.len());
        let circle = self.stack.split_off(start);
        circle.iter().for_each(|&slot| self.open[slot as usize] = false);
        if circle.len() > 1 {
            self.circles.push(circle);
        }
    }
}
