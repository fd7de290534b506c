//! The search over states does not make transitions that close a diamond a second time. It still has the states and transitions of the
//! definition, whether much is independent or little.
#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{self, options, programs};

use programs::{increments, philosophers, readers, sections};
use racefree_explore::plain::{self, Points};
use racefree_explore::{Algorithm, Budget, Options, explore};

/// Threads that each write to an object of its own so often, then read what the first one writes. Between the first half of them and the
/// others so many are forked that end at once.
fn apart(ended: usize, threads: usize, writes: usize) -> String {
    let objects: String = (0..threads).map(|i| format!("let C c{i} = new C in ")).collect();
    let mut forks: Vec<String> =
        (0..threads).map(|i| format!("fork {{ {}c0.x }};\n", format!("c{i}.x = 1; ").repeat(writes))).collect();
    forks.insert(threads / 2, "fork {};\n".repeat(ended));
    format!("class C {{ int x }}\n{objects}{{\n{}0 }}", forks.concat())
}

/// Threads that make objects and fork threads between accesses, some of which depend on each other.
fn making(threads: usize) -> String {
    let fork =
        "fork { c.x = 1; c.own = new C; fork { c.y = 2; c.x }; (let C e = new C in e.x = 3); c.y };\n".repeat(threads);
    format!(
        "class C {{ int x; int y; C own }}\nlet C c = new C in let C d = new C in {{\nfork {{ d.x = 1; d.y = 1; d.x }};\n{fork}0 }}"
    )
}

#[test]
fn all_is_found_and_counted() {
    let mut most = 0;
    for (name, source) in [
        ("apart 0 4 2", apart(0, 4, 2)),
        ("apart 14 4 2", apart(14, 4, 2)),
        ("apart 20 3 3", apart(20, 3, 3)),
        ("readers 6", readers(6)),
        ("philosophers 5", philosophers(5, false)),
        ("sections 3 3", sections(3, 3)),
        ("increments 3 2", increments(3, 2)),
        ("making 2", making(2)),
    ] {
        let program = support::program(&source);
        let large = |algorithm| Options { budget: Budget::default(), ..options(algorithm) };
        let states = explore(&program, &large(Algorithm::States));
        let plain = plain::explore(&program, &large(Algorithm::Plain), Points::Visible);
        assert!(states.complete() && plain.complete(), "{name}: {:?} {:?}", states.cut, plain.cut);
        assert_eq!((states.states, states.transitions), (plain.states, plain.transitions), "{name}");
        assert_eq!((states.executions, states.blocked), (plain.executions, plain.blocked), "{name}");
        assert_eq!(states.outcomes, plain.outcomes, "{name}");
        most = most.max(states.transitions / states.states);
    }
    assert!(most >= 2, "there are few diamonds in these programs");
}
