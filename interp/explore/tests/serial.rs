//! Serializability: the summary in states, the runs of dpor and every run by the definition agree on the blocks through which cycles
//! are closed; the outcomes of serial runs are those of the definition.

use crate::definition::{Serializability, serializability};
use crate::support;

use racefree_explore::{Algorithm, Exploration, Options, explore, harm, shortest};
use racefree_grammar::ast::ExprId;
use racefree_interp::drive::{Key, RunOptions, replay};
use racefree_interp::lower;
use racefree_interp::machine::Lowered;
use racefree_interp::monitor::{Monitor, MonitorSet};
use racefree_interp::serial::Graph;
use std::collections::BTreeSet;
use std::sync::Arc;
use support::options;

fn watching(algorithm: Algorithm, graph: Graph) -> Options {
    let monitors = MonitorSet::NONE.with(Monitor::Serializable);
    Options { monitors, graph, ..options(algorithm) }
}

/// The blocks through which cycles are closed.
fn blocks(result: &Exploration) -> BTreeSet<ExprId> {
    let block = |key: &Key| match key {
        Key::Monitor(Monitor::Serializable, site) => site.as_expr(),
        _ => None,
    };
    result.found.iter().filter_map(|f| block(&f.key)).collect()
}

#[derive(Default, Debug)]
struct Count {
    programs: u32,
    closed: u32,
    parted: u32,
    only_closed: u32,
    defined: u32,
    harmful: u32,
    harmless: u32,
    /// An outcome of a run without a cycle, and of no serial one.
    missing: u32,
}

fn check(name: &str, program: &Arc<Lowered>, count: &mut Count) {
    for graph in [Graph::All, Graph::Alone] {
        let of = |algorithm| explore(program, &watching(algorithm, graph));
        let (states, dpor) = (of(Algorithm::States), of(Algorithm::Dpor));
        // What is said is so.
        for result in [&states, &dpor] {
            for found in result.found.iter().filter(|f| matches!(f.key, Key::Monitor(..))) {
                let run =
                    RunOptions { monitors: MonitorSet::NONE.with(Monitor::Serializable), ..RunOptions::default() };
                let shown = replay(program, &run, &found.schedule);
                let shows = |key: &Key| shown.findings().iter().any(|f| f.key() == *key);
                assert!(graph == Graph::Alone || shows(&found.key), "{name}: {} {:?}", result.algorithm, found.key);
            }
        }
        if !(states.complete() && dpor.complete()) {
            return;
        }
        assert_eq!(blocks(&states), blocks(&dpor), "{name}: states and dpor, {graph:?}");
        let all = blocks(&states);
        if graph == Graph::All {
            count.programs += 1;
            count.closed += u32::from(!all.is_empty());
            let keys: Vec<Key> = states.found.iter().map(|f| f.key.clone()).collect();
            for witness in shortest(program, &watching(Algorithm::States, graph), &keys) {
                let run =
                    RunOptions { monitors: MonitorSet::NONE.with(Monitor::Serializable), ..RunOptions::default() };
                let shown = replay(program, &run, &witness.schedule);
                let monitor = matches!(witness.key, Key::Monitor(..));
                assert!(
                    !monitor || shown.findings().iter().any(|f| f.key() == witness.key),
                    "{name}: {:?}",
                    witness.key
                );
            }
        } else {
            count.parted += u32::from(!all.is_empty());
        }
        if let Some(plain) = serializability(program, &options(Algorithm::Plain), 100) {
            defined(name, program, &plain, &all, graph, count);
        }
    }
}

fn defined(
    name: &str,
    program: &Arc<Lowered>,
    plain: &Serializability,
    all: &BTreeSet<ExprId>,
    graph: Graph,
    count: &mut Count,
) {
    match graph {
        Graph::All => assert_eq!(all, &plain.closed, "{name}: the definition"),
        Graph::Alone => assert_eq!(all, &plain.parted, "{name}: the definition, each alone"),
    }
    if graph == Graph::Alone {
        return;
    }
    count.defined += 1;
    count.only_closed += u32::from(plain.parted.len() < plain.closed.len());
    for serial in [false, true] {
        let (outcomes, cut) = harm::outcomes(program, &options(Algorithm::States), serial);
        assert_eq!(cut, None, "{name}");
        let words = |o: &racefree_explore::Outcome| (o.heap.clone(), o.threads.clone());
        let fast: BTreeSet<_> = outcomes.iter().map(words).collect();
        let slow: BTreeSet<_> = if serial { &plain.acyclic } else { &plain.outcomes }.iter().map(words).collect();
        assert_eq!(fast, slow, "{name}: outcomes, serial: {serial}");
    }
    assert!(plain.serial.is_subset(&plain.acyclic), "{name}: serial runs close no cycle");
    count.missing += u32::from(plain.serial != plain.acyclic);
    let harmful = !plain.outcomes.is_subset(&plain.acyclic);
    assert!(!(harmful && all.is_empty()), "{name}: serializable runs have the outcomes of serial ones");
    *(if harmful { &mut count.harmful } else { &mut count.harmless }) += u32::from(!all.is_empty());
}

/// How many generated programs; `RACEFREE_PROGRAMS` for more.
fn programs() -> u64 {
    std::env::var("RACEFREE_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(200)
}

#[test]
fn summary_graph_and_definition_agree() {
    let mut count = Count::default();
    for seed in 0..programs() {
        let Ok(program) = lower(racefree_grammar::parse(&racefree_generate::ill_typed::source(seed)).unwrap()) else {
            continue;
        };
        if program.has_blocks {
            check(&format!("seed {seed}"), &program, &mut count);
        }
    }
    assert!(u64::from(count.programs) > programs() / 10, "{count:?}");
}

/// Small programs about a few fields, two locks and two or three threads, some of whose parts are blocks.
#[test]
fn small_programs_agree() {
    let mut count = Count::default();
    let mut stream = racefree_interp::schedule::Stream::new(1);
    for number in 0..programs() / 2 {
        let mut part = || {
            let mut steps = Vec::new();
            for _ in 0..1 + stream.below(2) {
                let cell = ["c.x", "c.y", "d.x"][stream.below(3) as usize];
                let step = match stream.below(3) {
                    0 => format!("{cell} = {}", stream.below(3)),
                    1 => format!("{cell} = {cell} + 1"),
                    _ => format!("c.z = {cell}"),
                };
                let lock = ["c", "d"][stream.below(2) as usize];
                steps.push(if stream.one_in(2) {
                    format!("synchronized {lock} in {step}")
                } else {
                    format!("({step})")
                });
            }
            let all = steps.join("; ");
            if stream.one_in(3) { all } else { format!("atomic {{ {all}; 0 }}") }
        };
        let (a, b) = (part(), part());
        // Now and then a third thread, of one step.
        let c = if number % 3 == 0 { "fork { c.x = 5; 0 };" } else { "" };
        let source = format!(
            "class C {{ int x int y int z }} let C c = new C in let C d = new C in {{ fork {{ {a}; 0 }}; {c} {b}; 0 }}"
        );
        let program = support::program(&source);
        if program.has_blocks {
            check(&format!("{number}: {source}"), &program, &mut count);
        }
    }
    assert_eq!(count.missing, 0, "runs without a cycle are equivalent to serial ones");
    assert!(count.closed > 20 && count.defined > 20 && count.harmful > 0 && count.harmless > 0, "{count:?}");
}

/// Section 8's last programs: a program that spins is decided by states, and neither of two blocks need be parted.
#[test]
fn known_programs() {
    let of = |source: &str, graph| {
        let program = support::program(source);
        blocks(&explore(&program, &watching(Algorithm::States, graph))).len()
    };
    let spins = "class C { boolean go int n guarded_by this } let C c = new C in {
        fork { while (!c.go) {}; synchronized c in c.n = c.n + 1; 0 };
        c.go = true; atomic { synchronized c in c.n = c.n + 1; synchronized c in c.n = c.n + 1 }; 0 }";
    assert_eq!(of(spins, Graph::All), 1);
    assert_eq!(of(spins, Graph::Alone), 1);
    let crossed = "class V { int x int y int r int s } let V v = new V in {
        fork { atomic { v.x = 1; v.r = v.y }; 0 }; atomic { v.y = 1; v.s = v.x }; 0 }";
    assert_eq!(of(crossed, Graph::All), 2);
    assert_eq!(of(crossed, Graph::Alone), 0);
    assert!(matches!(harm::harm(&support::program(crossed), &options(Algorithm::States)), harm::Harm::Done(_)));
}

/// What programs of the corpus say of their blocks: whether they are serializable and, if not, whether that does harm.
/// Programs of the papers, whether their blocks are serializable, and whether it does harm if not.
const PAPERS: [(&str, &str, Option<&str>); 6] = [
    ("papers/bank.rfj", "no", Some("yes")),
    ("papers/bank-repaired.rfj", "yes", None),
    ("papers/vector-copy.rfj", "no", Some("yes")),
    ("papers/vector-copy-repaired.rfj", "yes", None),
    ("papers/string-buffer-append.rfj", "no", Some("yes")),
    ("papers/string-buffer-append-repaired.rfj", "yes", None),
];

#[test]
fn headers_of_blocks_hold() {
    let (mut seen, mut complaints) = (0, Vec::new());
    for entry in racefree_corpus::entries() {
        let header = entry.header();
        let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
        let Ok(program) = lower(program) else { continue };
        let known = PAPERS.iter().find(|known| entry.path.ends_with(known.0)).map(|known| (Some(known.1), known.2));
        let said = (header.claim("serializable"), header.claim("harm"));
        let Some(said) = said.0.is_some().then_some(said).or(known) else { continue };
        seen += 1;
        let budget = racefree_explore::Budget { states: 200_000, ..racefree_explore::Budget::default() };
        let options = Options { budget, ..watching(Algorithm::States, Graph::All) };
        let result = explore(&program, &options);
        let serializable = match (blocks(&result).is_empty(), result.complete()) {
            (true, true) => "yes",
            (true, false) => "unknown",
            (false, _) => "no",
        };
        let harm = match harm::harm(&program, &options) {
            _ if serializable == "yes" => None,
            harm::Harm::Done(_) => Some("yes"),
            harm::Harm::None => Some("no"),
            harm::Harm::Unknown(_) => Some("unknown"),
        };
        if !program.has_blocks || said != (Some(serializable), harm) {
            complaints.push(format!("{}: serializable: {serializable} harm: {}", entry.path, harm.unwrap_or("-")));
        }
    }
    assert!(seen >= PAPERS.len(), "{seen}");
    assert!(complaints.is_empty(), "{} of {seen} programs:\n{}", complaints.len(), complaints.join("\n"));
}
