//! Serializability: on line at every step as the definition has it, what was saved as what went on, Atomizer, and Velodrome's examples.

// What was counted is worth reading.
#![allow(clippy::print_stdout)]

use racefree_interp::drive::drive;
use racefree_interp::event::Event;
use racefree_interp::machine::{Coarse, Every, Machine};
use racefree_interp::monitor::Serializable;
use racefree_interp::observe::{Observer, View};
use racefree_interp::schedule::Random;
use racefree_interp::serial::atomizer::{self, Atomizer};
use racefree_interp::serial::{Act, Graph, Numbers, Online, Step, plain};
use racefree_interp::{Limits, Lowered, Semantics, lower};
use std::sync::Arc;

/// Keeps the events of a run.
#[derive(Default)]
pub struct Events(pub Vec<Event>);

impl Observer for Events {
    fn event(&mut self, _: View<'_>, event: &Event) {
        self.0.push(*event);
    }
}

/// How many programs; `RACEFREE_PROGRAMS` for more.
pub fn programs() -> u64 {
    std::env::var("RACEFREE_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(400)
}

/// The steps of a run, as far as transactions go.
pub fn steps(events: &[Event]) -> Vec<Step> {
    let mut numbers = Numbers::default();
    events.iter().filter_map(|event| numbers.step(event)).collect()
}

/// What each step closes, on line; now and then what is known is saved, and goes on from there in another place.
fn online(steps: &[Step], graph: Graph, save: usize) -> Vec<(usize, racefree_grammar::ast::ExprId)> {
    let mut now = Online::new(graph);
    let mut closed = Vec::new();
    for (at, &step) in steps.iter().enumerate() {
        closed.extend(now.step(step).map(|block| (at, block)));
        if save > 0 && at % save == 0 {
            let mut words = Vec::new();
            now.save(&mut words);
            let mut other = Online::new(graph);
            other.step(Step {
                thread: racefree_interp::ThreadId(3),
                act: Act::Begin(racefree_grammar::ast::ExprId::new(0)),
            });
            other.load(&words);
            let mut again = Vec::new();
            other.save(&mut again);
            assert!(words == again, "what was saved is there again");
            now = other;
        }
    }
    closed
}

fn check(steps: &[Step]) -> (usize, usize) {
    let closings = plain::closings(steps);
    let partings = plain::partings(steps);
    for save in [0, 1, 3] {
        assert_eq!(online(steps, Graph::All, save), closings, "{steps:?}");
        assert_eq!(online(steps, Graph::Alone, save), partings, "{steps:?}");
    }
    for parted in &partings {
        assert!(closings.contains(parted), "what parts a block closes a cycle: {steps:?}");
    }
    (closings.len(), partings.len())
}

#[test]
fn online_is_the_definition_on_runs() {
    let (mut closing, mut parting, mut blocks, mut alarms, mut silent) = (0, 0, 0, 0, 0);
    for seed in 0..programs() {
        let Ok(program) =
            lower(racefree_grammar::parse(&racefree_generate::ill_typed::source(seed)).expect("it parses"))
        else {
            continue;
        };
        if !program.has_blocks {
            continue;
        }
        let limits = Limits { steps: 300, ..Limits::default() };
        let mut machine = Machine::new(program, Semantics::default(), limits);
        for schedule in 0..4 {
            machine.reset();
            let mut both = (Events::default(), Serializable::new(Graph::All));
            drive::<Every, _, _>(&mut machine, &mut Random::new(seed * 4 + schedule), &mut both);
            let (Events(events), monitor) = both;
            let steps = steps(&events);
            let (closings, partings) = check(&steps);
            // The monitor is told of accesses and orders, and says each block once.
            let mut first: Vec<_> = Vec::new();
            for (_, block) in plain::closings(&steps) {
                if !first.contains(&block) {
                    first.push(block);
                }
            }
            assert_eq!(monitor.found().iter().filter_map(|f| f.site.as_expr()).collect::<Vec<_>>(), first);
            closing += usize::from(closings > 0);
            parting += usize::from(partings > 0);
            blocks += usize::from(steps.iter().any(|s| matches!(s.act, Act::Begin(_))));
            let offline = atomizer::alarms(&events, Atomizer::Offline);
            assert!(closings == 0 || !offline.is_empty(), "a run with a cycle has an alarm off line: seed {seed}");
            *(if offline.is_empty() { &mut silent } else { &mut alarms }) += usize::from(closings == 0);
        }
    }
    println!(
        "{blocks} runs with blocks, {closing} with a cycle, {parting} with a parted block; without: {alarms}, {silent}"
    );
    assert!(blocks as u64 > programs() / 2 && silent as u64 > programs() / 10, "{blocks} {silent}");
}

/// Runs of a few threads over a few cells and locks, which meet much more often than those of programs.
pub fn made(seed: u64) -> Vec<Step> {
    use racefree_interp::ThreadId;
    use racefree_interp::schedule::Stream;
    use racefree_interp::serial::{Cell, Lock};
    let mut stream = Stream::new(seed);
    let (threads, cells) = (2 + stream.below(3), 1 + stream.below(4));
    let mut depth = vec![0u32; threads as usize];
    let mut holds: Vec<Vec<u32>> = vec![Vec::new(); threads as usize];
    let mut alive: Vec<u32> = vec![0];
    let mut steps = Vec::new();
    for at in 0..20 + stream.below(40) {
        let thread = alive[stream.below(alive.len() as u32) as usize];
        let t = thread as usize;
        let act = match stream.below(12) {
            0 | 1 if depth[t] < 2 => {
                depth[t] += 1;
                Act::Begin(racefree_grammar::ast::ExprId::new(at))
            }
            2 if depth[t] > 0 => {
                depth[t] -= 1;
                Act::End
            }
            3 => {
                let lock = stream.below(2);
                if holds.iter().any(|held| held.contains(&lock)) {
                    continue;
                }
                holds[t].push(lock);
                Act::Acquire(Lock(lock))
            }
            4 => match holds[t].pop() {
                Some(lock) => Act::Release(Lock(lock)),
                None => continue,
            },
            5 if (alive.len() as u32) < threads => {
                let child = alive.len() as u32;
                alive.push(child);
                Act::Fork(ThreadId(child))
            }
            6..=8 => Act::Write(Cell(stream.below(cells))),
            _ => Act::Read(Cell(stream.below(cells))),
        };
        steps.push(Step { thread: ThreadId(thread), act });
    }
    steps
}

#[test]
fn online_is_the_definition_on_made_runs() {
    let (mut closing, mut parting, mut only) = (0, 0, 0);
    for seed in 0..programs() * 5 {
        let (closings, partings) = check(&made(seed));
        closing += u64::from(closings > 0);
        parting += u64::from(partings > 0);
        only += u64::from(closings > partings);
    }
    println!("{closing} with a cycle, {parting} with a parted block, {only} with cycles that part none");
    assert!(closing > programs() && parting > programs() && only > programs() / 2, "{closing} {parting} {only}");
}

/// More than 64 threads.
#[test]
fn many_threads() {
    use racefree_interp::ThreadId;
    use racefree_interp::serial::Cell;
    let step = |thread: u32, act| Step { thread: ThreadId(thread), act };
    let mut steps: Vec<Step> = (1..200).map(|t| step(0, Act::Fork(ThreadId(t)))).collect();
    for t in 1..200 {
        steps.push(step(t, Act::Begin(racefree_grammar::ast::ExprId::new(t))));
        steps.push(step(t, Act::Read(Cell(t - 1))));
        steps.push(step(t, Act::Write(Cell(t))));
    }
    steps.push(step(1, Act::Write(Cell(199))));
    assert_eq!(online(&steps, Graph::All, 0), plain::closings(&steps));
    assert_eq!(online(&steps, Graph::All, 1), plain::closings(&steps));
    assert_eq!(plain::closings(&steps).len(), 1);
}

fn program(source: &str) -> Arc<Lowered> {
    lower(racefree_grammar::parse(source).expect("it parses")).expect("it runs")
}

/// Runs under random schedules: whether some run closes a cycle, and some does not.
fn both(source: &str) -> (bool, bool) {
    let mut machine = Machine::new(program(source), Semantics::default(), Limits::default());
    let (mut yes, mut no) = (false, false);
    for seed in 0..200 {
        machine.reset();
        let mut monitor = Serializable::new(Graph::All);
        drive::<Coarse, _, _>(&mut machine, &mut Random::new(seed), &mut monitor);
        *(if monitor.found().is_empty() { &mut yes } else { &mut no }) = true;
    }
    (yes, no)
}

#[test]
fn small_programs() {
    let bank = |deposit: &str| {
        format!(
            "class A {{ int b guarded_by this
               synchronized int read() {{ this.b }} synchronized int write(int n) {{ this.b = n }} int deposit(int n) {{ {deposit} }} }}
             let A a = new A in {{ fork {{ a.deposit(1) }}; a.deposit(2) }}"
        )
    };
    assert_eq!(both(&bank("atomic { this.write(this.read() + n) }")), (true, true));
    assert_eq!(both(&bank("synchronized this in atomic { this.write(this.read() + n) }")), (true, false));
    // The parent waits for nothing: a fork is a step of the block, what the thread does is not.
    assert_eq!(both("class C { int x } let C c = new C in atomic { fork { c.x = 1 }; 0 }"), (true, false));
    assert_eq!(both("class C { int x } let C c = new C in atomic { fork { c.x = 1 }; c.x }"), (true, true));
    // A throw ends the block.
    assert_eq!(
        both("class C { int x } let C c = new C in { fork { c.x = 1 }; fork { atomic { 1 / 0 } }; c.x }"),
        (true, false)
    );
}
