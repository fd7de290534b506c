//! Cycles of states that a fair run can go round for ever: a thread that can go on in one of their states makes a step in one of them (strong
//! fairness). A thread that looks at a flag while another one can set it goes round no such cycle; two that make way for each other do.

/// A transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) thread: u32,
}

/// A way round through all that is done in a cycle.
#[derive(Debug)]
pub(crate) struct Cycle {
    /// The state that it begins and ends with.
    pub(crate) first: u32,
    /// The thread of each transition.
    pub(crate) threads: Vec<u32>,
}

/// No part of the graph: of states that are left out.
const NONE: u32 = u32::MAX;

/// States and their transitions, which are sorted by the states that they begin with.
struct Graph<'e> {
    edges: &'e [Edge],
    /// The first transition of each state.
    begins: Vec<u32>,
    /// The part that each state is in.
    part: Vec<u32>,
}

/// The greatest fair cycles of a graph, the one with the first state first. Each is strongly connected, and so is what is left of such a part
/// without the states in which a thread can go on that makes no step in it.
pub(crate) fn fair_cycles(count: usize, edges: &[Edge]) -> Vec<Cycle> {
    debug_assert!(edges.is_sorted_by_key(|edge| edge.from), "transitions stand in the order of their states");
    let begins = (0..=count as u32).map(|state| edges.partition_point(|edge| edge.from < state) as u32).collect();
    let mut graph = Graph { edges, begins, part: vec![0; count] };
    let (mut parts, mut open, mut cycles) = (1, vec![(0..count as u32).collect::<Vec<u32>>()], Vec::new());
    while let Some(states) = open.pop() {
        for component in graph.components(&states) {
            component.iter().for_each(|&state| graph.part[state as usize] = parts);
            parts += 1;
            let steps: Vec<u32> = graph.inside(&component).map(|edge| edge.thread).collect();
            if steps.is_empty() {
                continue;
            }
            let starved = |state: &u32| graph.of(*state).iter().any(|edge| !steps.contains(&edge.thread));
            let (out, rest): (Vec<u32>, Vec<u32>) = component.into_iter().partition(starved);
            if out.is_empty() {
                cycles.push(graph.round(&rest, steps));
            } else {
                out.iter().for_each(|&state| graph.part[state as usize] = NONE);
                open.push(rest);
            }
        }
    }
    cycles.sort_by_key(|cycle| cycle.first);
    cycles
}

impl Graph<'_> {
    fn of(&self, state: u32) -> &[Edge] {
        &self.edges[self.begins[state as usize] as usize..self.begins[state as usize + 1] as usize]
    }

    /// Transitions from one of these states, which are a part, to another.
    fn inside<'s>(&'s self, states: &'s [u32]) -> impl Iterator<Item = &'s Edge> {
        let within = |edge: &&Edge| self.part[edge.from as usize] == self.part[edge.to as usize];
        states.iter().flat_map(|&state| self.of(state)).filter(within)
    }

    /// Strongly connected components of a part (Tarjan, without recursion: a path can be as long as there are states).
    fn components(&self, states: &[u32]) -> Vec<Vec<u32>> {
        let mut numbers: Vec<u32> = Vec::new();
        numbers.resize(self.part.len(), NONE);
        let mut lowest = numbers.clone();
        let (mut next, mut path, mut all) = (0, Vec::new(), Vec::new());
        for &root in states {
            if numbers[root as usize] != NONE {
                continue;
            }
            let mut calls = vec![(root, 0)];
            while let Some((state, edge)) = calls.pop() {
                if edge == 0 {
                    (numbers[state as usize], lowest[state as usize]) = (next, next);
                    next += 1;
                    path.push(state);
                }
                let Some(&Edge { to, .. }) = self.of(state).get(edge) else {
                    if lowest[state as usize] == numbers[state as usize] {
                        let at = path.iter().rposition(|&s| s == state).unwrap_or(0);
                        let component = path.split_off(at);
                        component.iter().for_each(|&s| lowest[s as usize] = NONE);
                        all.push(component);
                    }
                    if let Some(&(before, _)) = calls.last() {
                        lowest[before as usize] = lowest[before as usize].min(lowest[state as usize]);
                    }
                    continue;
                };
                calls.push((state, edge + 1));
                if self.part[to as usize] != self.part[state as usize] {
                    continue;
                }
                if numbers[to as usize] == NONE {
                    calls.push((to, 0));
                } else if lowest[to as usize] != NONE {
                    lowest[state as usize] = lowest[state as usize].min(numbers[to as usize]);
                }
            }
        }
        all
    }

    /// A way round from the first of these states, with a step of each thread.
    fn round(&self, states: &[u32], mut left: Vec<u32>) -> Cycle {
        left.sort_unstable();
        left.dedup();
        let first = states.iter().copied().min().unwrap_or(0);
        let (mut at, mut threads) = (first, Vec::new());
        while !left.is_empty() || at != first {
            let way = self.way(at, |edge| if left.is_empty() { edge.to == first } else { left.contains(&edge.thread) });
            let Some(last) = way.last() else { break };
            at = last.to;
            left.retain(|thread| way.iter().all(|edge| edge.thread != *thread));
            threads.extend(way.iter().map(|edge| edge.thread));
        }
        Cycle { first, threads }
    }

    /// The shortest way within the part of a state that ends with such a transition.
    fn way(&self, from: u32, ends: impl Fn(&Edge) -> bool) -> Vec<Edge> {
        let mut met: Vec<(u32, Option<(usize, Edge)>)> = vec![(from, None)];
        let mut known = rustc_hash::FxHashSet::from_iter([from]);
        let mut next = 0;
        while let Some(&(state, _)) = met.get(next) {
            for &edge in self.of(state) {
                if self.part[edge.to as usize] != self.part[state as usize] {
                    continue;
                }
                if ends(&edge) {
                    let (mut way, mut before) = (vec![edge], Some(next));
                    while let Some((at, edge)) = before.and_then(|at| met[at].1) {
                        way.push(edge);
                        before = Some(at);
                    }
                    way.reverse();
                    return way;
                }
                if known.insert(edge.to) {
                    met.push((edge.to, Some((next, edge))));
                }
            }
            next += 1;
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{Edge, fair_cycles};

    fn cycles(count: usize, edges: &[(u32, u32, u32)]) -> Vec<(u32, Vec<u32>)> {
        let edges: Vec<Edge> = edges.iter().map(|&(from, to, thread)| Edge { from, to, thread }).collect();
        fair_cycles(count, &edges).into_iter().map(|cycle| (cycle.first, cycle.threads)).collect()
    }

    #[test]
    fn a_thread_that_looks_at_a_flag_waits_for_who_sets_it() {
        assert_eq!(cycles(3, &[(0, 0, 1), (0, 1, 2), (1, 2, 1)]), []);
        assert_eq!(cycles(2, &[(0, 0, 1), (0, 1, 1)]), [(0, vec![1])]);
    }

    #[test]
    fn two_that_make_way_go_round() {
        assert_eq!(cycles(4, &[(0, 1, 1), (1, 2, 2), (1, 3, 1), (2, 0, 1)]), [(0, vec![1, 2, 1])]);
    }

    #[test]
    fn what_keeps_a_third_from_its_turn_is_left_out() {
        // Thread 3 can go on in 1, and goes on for good; between 2 and 3 it cannot.
        let edges = [(0, 1, 1), (1, 0, 2), (1, 2, 1), (1, 4, 3), (2, 3, 1), (3, 2, 2), (3, 1, 1)];
        assert_eq!(cycles(5, &edges), [(2, vec![1, 2])]);
    }
}
