//! The simplest search that is right: depth first over the states of the machine, which are told apart by their canonical
//! hash. What all other algorithms are compared with.

use crate::options::Options;
use crate::result::{Cut, Exploration, Found, unsound};
use racefree_interp::drive::Key;
use racefree_interp::event::{Event, EventKind, Site};
use racefree_interp::machine::state::Life;
use racefree_interp::machine::{ATOMS, Lowered, Machine, Pending, Snapshot};
use racefree_interp::monitor::Monitors;
use racefree_interp::observe::{Observer, View};
use racefree_interp::schedule::Schedule;
use racefree_interp::value::{Exception, ThreadId};
use rustc_hash::FxHashSet;
use std::sync::Arc;

#[derive(Default)]
struct Steps {
    made: Vec<(ThreadId, u64)>,
    thrown: Vec<(Exception, Site)>,
}

impl Observer for Steps {
    const LOCAL: bool = false;
    fn event(&mut self, _: View<'_>, event: &Event) {
        if let EventKind::Throw { exception } = event.kind {
            self.thrown.push((exception, event.site));
        }
    }
    fn ran(&mut self, thread: ThreadId, steps: u64) {
        self.made.push((thread, steps));
    }
}

pub fn explore(program: &Arc<Lowered>, options: &Options) -> Exploration {
    let mut result = Exploration {
        algorithm: options.algorithm,
        cut: None,
        executions: 0,
        blocked: 0,
        states: 0,
        transitions: 0,
        steps: 0,
        memory: 0,
        found: Vec::new(),
        outcomes: Vec::new(),
    };
    let mut machine = Machine::new(program.clone(), options.semantics, options.limits);
    let mut obs = (Steps::default(), Monitors::new(options.monitors));
    machine.start::<ATOMS, _>(&mut obs);
    let mut seen = FxHashSet::default();
    let mut stack: Vec<(Snapshot, Schedule)> = Vec::new();
    let mut keys = FxHashSet::default();
    let mut schedule = Schedule::default();
    let visit = |machine: &mut Machine,
                 obs: &mut (Steps, Monitors),
                 schedule: &mut Schedule,
                 result: &mut Exploration,
                 seen: &mut FxHashSet<u128>,
                 keys: &mut FxHashSet<Key>,
                 stack: &mut Vec<(Snapshot, Schedule)>| {
        for (t, n) in obs.0.made.drain(..) {
            schedule.push(t, n);
        }
        let mut add = |key: Key, schedule: Schedule| {
            if keys.insert(key.clone()) {
                result.found.push(Found { key, schedule });
            }
        };
        for (x, site) in obs.0.thrown.drain(..) {
            add(Key::Exception(x, site), schedule.clone());
        }
        for v in obs.1.found() {
            add(Key::Monitor(v.monitor, v.site), schedule.clone());
        }
        if let Some(limit) = machine.state().limit {
            result.cut.get_or_insert(Cut::Limit(limit));
            return;
        }
        if !seen.insert(machine.canonical_hash()) {
            return;
        }
        result.states += 1;
        let n = machine.state().threads.len();
        let pending: Vec<Pending> = (0..n).map(|t| machine.pending(ThreadId(t as u32))).collect();
        for a in 0..n {
            if machine.state().threads[a].life == Life::Stuck {
                let site = program.redex(&machine.state().threads[a]);
                add(Key::Stuck(site), schedule.clone());
            }
            let Pending::Access { object, field, access, site, .. } = pending[a] else { continue };
            for (b, other) in pending.iter().enumerate().skip(a + 1) {
                if let Pending::Access { object: o2, field: f2, access: x2, site: s2, .. } = *other
                    && (o2, f2) == (object, field)
                    && (access.writes() || x2.writes())
                {
                    let mut schedule = schedule.clone();
                    schedule.push(ThreadId(a as u32), 1);
                    schedule.push(ThreadId(b as u32), 1);
                    add(Key::Race(field, site.min(s2), site.max(s2)), schedule);
                }
            }
        }
        for a in 0..n {
            if let Some(cycle) = machine.wait_cycle(ThreadId(a as u32)) {
                let mut sites: Vec<Site> = cycle
                    .iter()
                    .filter_map(|c| match pending[c.0.index()] {
                        Pending::Acquire { site, .. } => Some(site),
                        _ => None,
                    })
                    .collect();
                sites.sort_unstable();
                add(Key::Deadlock(sites), schedule.clone());
            }
        }
        if machine.ready().is_empty() {
            result.executions += 1;
            return;
        }
        let mut snapshot = Snapshot::default();
        machine.snapshot(&mut snapshot);
        stack.push((snapshot, schedule.clone()));
    };
    visit(&mut machine, &mut obs, &mut schedule, &mut result, &mut seen, &mut keys, &mut stack);
    let start = std::time::Instant::now();
    while let Some((snapshot, so_far)) = stack.pop() {
        if result.states > options.budget.states {
            result.cut = Some(Cut::States);
            break;
        }
        if result.steps > options.budget.steps {
            result.cut = Some(Cut::Steps);
            break;
        }
        if options.budget.time.is_some_and(|t| start.elapsed() > t) {
            result.cut = Some(Cut::Time);
            break;
        }
        if options.until_unsound && result.found.iter().any(|f| unsound(&f.key)) {
            result.cut = Some(Cut::Found);
            break;
        }
        machine.restore(&snapshot);
        for thread in machine.ready().to_vec() {
            machine.restore(&snapshot);
            schedule = so_far.clone();
            result.steps += machine.advance::<ATOMS, _>(thread, &mut obs);
            result.transitions += 1;
            visit(&mut machine, &mut obs, &mut schedule, &mut result, &mut seen, &mut keys, &mut stack);
        }
    }
    result.found.sort_by(|a, b| a.key.cmp(&b.key));
    result
}
