//! The end of a run: it is counted, and the runs that could have happened instead are asked for.

use super::Dpor;
use super::run::{EventId, Run, Sequence};
use super::wakeup::{Action, WakeupTree, WakeupTrees};
use crate::result::Cut;
use crate::space::Kind;
use crate::state::{Turn, cycles};
use racefree_interp::drive::Key;
use racefree_interp::options::Limit;

impl Dpor<'_> {
    /// The run cannot go on: counts it, and asks for the runs that could have happened instead.
    pub(super) fn finish(&mut self, depth: usize, limit: bool) {
        let mut turns = std::mem::take(&mut self.turns);
        let state = std::mem::take(&mut self.frames[depth].state);
        self.space.turns(&state, &mut turns);
        turns.iter().for_each(|turn: &Turn| self.ending(turn));
        if let Some(each) = &self.options.each {
            each.tell(&self.run.choices(self.first), limit);
        }
        if limit {
            self.found.cut.get_or_insert(Cut::Limit(Limit::Steps));
        } else {
            self.found.counts.executions += 1;
            self.found.counts.blocked += u64::from(turns.iter().any(|t| t.step.kind == Kind::Blocked));
            if self.options.outcomes || self.options.ends {
                self.found.outcomes.add(&state);
            }
        }
        self.frames[depth].state = state;
        if self.frames[depth].closes {
            self.closings();
        }
        let (run, first, found) = (&self.run, self.first, &mut self.found);
        cycles(&turns, |threads, sites| {
            let way = || run.path(first, Run::until(run.next())).schedule(&threads);
            found.note(&Key::Deadlock(sites), way);
        });
        // Long runs have many races, and each is computed anew.
        self.cost += (depth * depth / 1024) as u32;
        let mut v = std::mem::take(&mut self.v);
        for event in Run::until(self.run.next()) {
            for number in self.run.races_of(event) {
                let earlier = self.run.race(number);
                self.run.reversal(earlier, event, &mut v);
                self.insert(earlier, &mut v);
            }
        }
        for turn in turns.iter().filter(|t| t.step.kind == Kind::Blocked) {
            let action = Action { thread: turn.name, kind: Kind::Acquire, target: turn.step.target };
            if let Some(earlier) = self.run.blocked_reversal(action, &mut v) {
                self.insert(earlier, &mut v);
            }
        }
        (self.v, self.turns) = (v, turns);
    }

    /// Notes the errors of a thread that cannot go on, perhaps in the local steps that it has put off.
    fn ending(&mut self, Turn { name, step, .. }: &Turn) {
        if step.extra.is_none() || !matches!(step.kind, Kind::Stuck | Kind::Limit) {
            return;
        }
        let Some(extra) = &self.space.extra(step).cloned() else { return };
        if let Some(limit) = extra.limit {
            self.found.cut.get_or_insert(Cut::Limit(limit));
        }
        for key in &extra.wrong {
            self.found
                .note(key, || self.run.path(self.first, Run::until(self.run.next())).wrong(*name, step, Some(extra)));
        }
    }

    /// Asks for a run that begins with `v` at the state before event `at`, unless there is one already.
    #[inline]
    fn insert(&mut self, at: EventId, v: &mut Sequence) {
        let frame = &mut self.frames[at.index()];
        let run = &self.run;
        if frame.sleep.iter().any(|&a| run.begins(v, a)) {
            return;
        }
        run.fill(v);
        insert(&mut self.nodes, &mut frame.tree, run, v);
    }
}

/// Adds a sequence to a wakeup tree, unless a sequence in the tree leads to an equivalent run.
fn insert(nodes: &mut WakeupTrees, roots: &mut WakeupTree, run: &Run, v: &mut Sequence) {
    let (mut parent, mut at) = (None, *roots);
    while let Some(node) = at.get() {
        match run.weak_initial(v, nodes.action(node)) {
            None => at = nodes.next(node),
            Some(initial) => {
                v.remove(initial);
                if nodes.child(node).is_none() || v.is_empty() {
                    return;
                }
                (parent, at) = (Some(node), nodes.child(node));
            }
        }
    }
    for action in run.actions(v) {
        parent = Some(nodes.append(parent, roots, action));
    }
}
