//! The engines agree, event by event: the fast machine and the reference engine.

use racefree_interp::detect::plain::about;
use racefree_interp::machine::{Every, Machine};
use racefree_interp::options::Limits;
use racefree_interp::reduction::{Execution, Names};
use racefree_interp::schedule::Stream;
use racefree_interp::{Event, EventKind, Locks, Lowered, ObjectId, Observer, Semantics, Status, ThreadId, View, lower};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many programs; `RACEFREE_PROGRAMS` for more.
fn programs() -> u64 {
    std::env::var("RACEFREE_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(500)
}

/// Steps per schedule.
const STEPS: usize = 250;

#[derive(Default)]
struct Last(Vec<Event>);

impl Observer for Last {
    fn event(&mut self, _: View<'_>, event: &Event) {
        self.0.push(*event);
    }
}

fn compile(source: &str) -> Option<Arc<Lowered>> {
    let program = racefree_grammar::parse(source).unwrap_or_else(|e| panic!("{e:?}\n{source}"));
    lower(program).ok()
}

/// One schedule, drawn from `seed`, in both engines; counts the kinds of events seen.
fn together(source: &str, program: &Arc<Lowered>, semantics: Semantics, seed: u64, kinds: &mut BTreeMap<String, u64>) {
    let mut stream = Stream::new(seed);
    let mut machine = Machine::new(program.clone(), semantics, Limits::default());
    let mut last = Last::default();
    machine.start::<Every, _>(&mut last);
    let reference = Execution::new(&program.tables, semantics);
    let mut state = reference.first();
    let mut step = 0;
    while step < STEPS {
        let threads = machine.state().threads.len();
        assert_eq!(threads, state.threads.len());
        let statuses: Vec<Status> = (0..threads).map(|t| machine.status(ThreadId(t as u32))).collect();
        for (t, status) in statuses.iter().enumerate() {
            let at = || format!("thread {t} at step {step} of schedule {seed} of\n{source}");
            assert_eq!(*status, reference.status(&state, ThreadId(t as u32)), "{}", at());
            if *status == Status::Ready {
                let i = ThreadId(t as u32);
                assert_eq!(machine.next_access(i), reference.next_access(&state, i), "{}", at());
            }
        }
        if !about::races(&reference, &state).is_empty() {
            *kinds.entry("race".to_owned()).or_default() += 1;
        }
        let ready: Vec<usize> = (0..threads).filter(|&t| statuses[t] == Status::Ready).collect();
        for s in &statuses {
            let name = match s {
                Status::Blocked { .. } => "blocked",
                Status::Waiting { .. } => "waiting",
                Status::Stuck => "stuck",
                Status::Ended(_) => "ended",
                Status::Ready | Status::Finished(_) => continue,
            };
            *kinds.entry(name.to_owned()).or_default() += 1;
        }
        if ready.is_empty() {
            break;
        }
        // Threads go on for a while, so that they get somewhere.
        let thread = ThreadId(ready[stream.below(ready.len() as u32) as usize] as u32);
        for _ in 0..1 + stream.below(6) {
            if machine.status(thread) != Status::Ready {
                break;
            }
            step += 1;
            last.0.clear();
            assert!(machine.step(thread, &mut last));
            let (next, event) = reference.step(&state, thread).expect("the reference engine can step");
            state = next;
            let context = || format!("thread {thread} at step {step} of schedule {seed} of\n{source}");
            assert_eq!(last.0, [event], "{}", context());
            *kinds.entry(event.kind.name().to_owned()).or_default() += 1;
            if let EventKind::Throw { exception } = event.kind {
                *kinds.entry(exception.to_string()).or_default() += 1;
            }
        }
    }
    let output: Vec<String> = state.output.iter().map(|&(_, v)| reference.show_value(&state, v)).collect();
    assert_eq!(machine.output(), output);
    let names = Names::of(&reference, &state);
    for o in (0..state.heap.len() as u32).map(ObjectId).filter(|o| state.heap[o.index()].text.is_none()) {
        assert_eq!(names.object(o), machine.object_name(o));
    }
    for t in (0..state.threads.len() as u32).map(ThreadId) {
        // Terms can always be shown, and have a redex unless they are values.
        let term = reference.term(&state, &names, t);
        assert_eq!(term.parts().concat(), term.text);
        assert_eq!(term.redex.is_some(), reference.redex(&state, t).is_some());
        let short = term.abridged(40);
        assert!(short.text.chars().count() <= 44 && short.redex.is_some() == term.redex.is_some(), "{}", short.text);
    }
}

#[test]
fn the_engines_agree() {
    let mut kinds = BTreeMap::new();
    let mut ran = 0;
    for seed in 0..programs() {
        let source = racefree_generate::ill_typed::source(seed);
        let Some(program) = compile(&source) else { continue };
        ran += 1;
        let semantics = match seed % 8 {
            5 => Semantics { locks: Locks::Binary, ..Semantics::default() },
            6 => Semantics { null_lock_is_free: true, ..Semantics::default() },
            7 => Semantics { inner_release_frees: true, ..Semantics::default() },
            _ => Semantics::default(),
        };
        for schedule in 0..3 {
            together(&source, &program, semantics, seed * 3 + schedule, &mut kinds);
        }
    }
    assert!(ran * 10 >= programs() * 9, "only {ran} of {} programs can run", programs());
    let wanted = "alloc init-write read write call acquire release fork print assert throw - race blocked stuck ended \
        NullPointer DivisionByZero AssertionFailed IndexOutOfRange";
    for kind in wanted.split(' ') {
        assert!(kinds.get(kind).is_some_and(|&n| n > programs() / 100), "{kind} is rare: {kinds:?}");
    }
}
