//! The state graph has the states and transitions that the search over states has, and the way to each state can be gone.
#![allow(missing_docs, clippy::unwrap_used)]

use crate::support;

use racefree_explore::{Algorithm, End, Graph, explore, graph, graph_from};
use racefree_interp::drive::{Key, RunOptions, replay};
use support::options;

#[test]
fn it_has_the_states_that_the_search_has() {
    let (mut whole, mut cut) = (0, 0);
    for entry in racefree_corpus::entries() {
        let Ok(parsed) = racefree_grammar::parse(entry.source) else { continue };
        let Ok(program) = racefree_interp::lower(parsed) else { continue };
        let options = options(Algorithm::States);
        let states = explore(&program, &options);
        let drawn = graph(&program, &options, 300);
        let name = entry.path;
        for node in &drawn.nodes {
            let run = replay(&program, &RunOptions::default(), &node.schedule);
            assert_eq!(run.replay_error, None, "{name}: {:?}", node.schedule);
        }
        if !drawn.complete {
            cut += 1;
            assert!(drawn.nodes.iter().any(|n| !n.expanded), "{name}: cut, and no state says so");
            continue;
        }
        whole += 1;
        // Of programs with forms of Java the graph has a state for each step that others can see, and the search needs fewer.
        if program.on_reference() {
            assert!(drawn.nodes.len() as u64 >= states.states, "{name}: states");
        } else {
            assert_eq!(drawn.nodes.len() as u64, states.states, "{name}: states");
            assert_eq!(drawn.edges.len() as u64, states.transitions, "{name}: transitions");
            let finals = drawn.nodes.iter().filter(|n| n.end != End::Open).count() as u64;
            assert_eq!(finals, states.executions, "{name}: final states");
        }
        let mut races: Vec<&Key> = drawn.nodes.iter().flat_map(|n| &n.races).map(|r| &r.0).collect();
        races.sort();
        races.dedup();
        assert_eq!(races, states.races().map(|f| &f.key).collect::<Vec<_>>(), "{name}: races");
        let deadlock = states.found.iter().any(|f| matches!(f.key, Key::Deadlock(_)));
        assert_eq!(drawn.nodes.iter().any(|n| !n.cycles.is_empty()), deadlock, "{name}: deadlocks");
        let middle = drawn.nodes.len() / 2;
        let after = graph_from(&program, &options, &drawn.nodes[middle].schedule, 300);
        assert_eq!(after.nodes.len(), reached(&drawn, middle), "{name}: what follows state {middle}");
    }
    assert!(whole > 200 && cut > 0, "{whole} {cut}");
}

/// How many states can be reached from a state.
fn reached(graph: &Graph, from: usize) -> usize {
    let (mut seen, mut todo) = (vec![false; graph.nodes.len()], vec![from]);
    while let Some(node) = todo.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            todo.extend(graph.edges.iter().filter(|e| e.from == node).map(|e| e.to));
        }
    }
    seen.iter().filter(|&&s| s).count()
}
