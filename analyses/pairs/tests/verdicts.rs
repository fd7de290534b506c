//! The table of section 13, and the totals of section 7, on the corpus.

use crate::support::{closed_programs, entry, left, of_interface, stages};
use racefree_pairs::{Mode, Options, Refinement};

fn paper() -> Options {
    Options { mode: Mode::Paper, ..Options::default() }
}

#[test]
fn every_row_of_the_table_of_closed_programs() {
    for (path, sound_wanted, paper_wanted) in [
        ("naik-2006/running-example.rfj", [5, 2, 1, 1, 1], [5, 2, 2, 2, 1]),
        ("naik-2006/jdbf.rfj", [38, 14, 14, 14, 5], [38, 14, 14, 14, 5]),
        ("naik-2006/jdbf-fixed.rfj", [38, 14, 14, 14, 0], [38, 14, 14, 14, 0]),
        ("naik-2006/tsp-min-tour.rfj", [12, 9, 2, 2, 2], [12, 5, 5, 2, 2]),
        ("naik-2006/tsp-workers.rfj", [10, 4, 2, 2, 0], [10, 4, 4, 4, 2]),
        ("naik-2006/fork-join.rfj", [10, 2, 2, 2, 1], [10, 4, 4, 4, 2]),
        ("naik-2006/hashtable-key-set.rfj", [7, 3, 3, 3, 3], [7, 3, 3, 3, 3]),
        ("naik-2006/same-site-locks.rfj", [5, 2, 2, 2, 2], [5, 2, 2, 2, 0]),
        ("flanagan-freund-2000/vector.rfj", [60, 8, 8, 2, 1], [60, 33, 33, 33, 2]),
        ("flanagan-freund-2000/dictionary.rfj", [35, 29, 29, 16, 0], [35, 16, 16, 16, 0]),
        ("flanagan-freund-2000/crawler.rfj", [41, 34, 34, 9, 0], [41, 17, 17, 9, 0]),
        ("flanagan-freund-2000/account-unlocked.rfj", [5, 2, 2, 2, 2], [5, 2, 2, 2, 2]),
    ] {
        let source = entry(path);
        assert_eq!(stages(source, &Options::default()), sound_wanted, "{path}, sound");
        assert_eq!(stages(source, &paper()), paper_wanted, "{path}, paper");
    }
}

#[test]
fn the_pairs_that_are_left() {
    let sound = Options::default();
    for (path, wanted) in [
        ("naik-2006/running-example.rfj", &["read 16, write 18"][..]),
        ("naik-2006/tsp-min-tour.rfj", &["read 20, write 20", "write 20, write 20"]),
        ("naik-2006/fork-join.rfj", &["write 25, read 26"]),
        ("naik-2006/hashtable-key-set.rfj", &["read 18, write 18", "write 18, write 18", "write 18, read 18"]),
        ("naik-2006/same-site-locks.rfj", &["write 18, write 18", "write 18, read 18"]),
        ("flanagan-freund-2000/vector.rfj", &["write 48, read 57"]),
        ("flanagan-freund-2000/account-unlocked.rfj", &["write 15, write 15", "write 15, read 15"]),
        (
            "naik-2006/jdbf.rfj",
            &[
                "read 28, write 29",
                "read 28, write 36",
                "write 29, write 29",
                "write 29, write 36",
                "write 36, write 36",
            ],
        ),
    ] {
        assert_eq!(left(entry(path), &sound), wanted, "{path}");
    }
    let paper = paper();
    assert_eq!(left(entry("naik-2006/running-example.rfj"), &paper), ["read 16, write 18"]);
    assert_eq!(left(entry("naik-2006/same-site-locks.rfj"), &paper), [""; 0]);
    assert_eq!(left(entry("naik-2006/tsp-workers.rfj"), &paper), ["write 22, write 22", "write 22, read 22"]);
    assert_eq!(left(entry("naik-2006/fork-join.rfj"), &paper), ["write 25, write 25", "write 25, read 26"]);
    assert_eq!(left(entry("flanagan-freund-2000/vector.rfj"), &paper), ["write 37, read 57", "write 48, read 57"]);
}

#[test]
fn every_row_of_the_table_of_open_programs() {
    let one = |mode| Options { mode, k: [1; 4], ..Options::default() };
    let figure_4 = entry("naik-2006/running-example-open.rfj");
    let sound = of_interface(figure_4, &["A.get", "A.inc"], &one(Mode::Sound));
    assert_eq!(sound.iter().map(|c| c.pairs).collect::<Vec<_>>(), [5, 5, 4, 2, 1]);
    let paper = of_interface(figure_4, &["A.get", "A.inc"], &one(Mode::Paper));
    assert_eq!(paper.iter().map(|c| c.pairs).collect::<Vec<_>>(), [5, 2, 2, 2, 1]);
    assert_eq!(paper[1..].iter().map(|c| c.tuples).collect::<Vec<_>>(), [6, 3, 2, 1]);
    for mode in [Mode::Sound, Mode::Paper] {
        let options = Options { mode, ..Options::default() };
        let counts = of_interface(entry("naik-2006/figure-2-open.rfj"), &["Database"], &options);
        assert_eq!(counts[4].pairs, 2, "figure 2, {}", mode.name());
        let counts = of_interface(entry("naik-2006/jdbf-open.rfj"), &["Database"], &options);
        assert_eq!(counts.iter().map(|c| c.pairs).collect::<Vec<_>>(), [38, 14, 14, 14, 5], "{}", mode.name());
    }
}

/// What each refinement is worth on the papers' closed programs, in pairs after each stage.
#[test]
fn what_each_refinement_is_worth() {
    let programs = closed_programs();
    let total = |options: &Options| {
        let mut sum = [0; 5];
        for source in &programs {
            for (s, n) in sum.iter_mut().zip(stages(source, options)) {
                *s += n;
            }
        }
        sum
    };
    let all = total(&Options::default());
    let without = |off| total(&Options { off: vec![off], ..Options::default() });
    // The first stage at which something is lost without the refinement.
    for (off, stage) in [
        (Refinement::Once, 1),
        (Refinement::Clock, 1),
        (Refinement::Dead, 1),
        (Refinement::Fresh, 3),
        (Refinement::Unique, 4),
        (Refinement::Relative, 4),
    ] {
        let without = without(off);
        assert_eq!(without[..stage], all[..stage], "{}", off.name());
        assert!(without[stage..].iter().zip(&all[stage..]).all(|(w, a)| w >= a), "{}", off.name());
        assert!(without[stage] > all[stage], "{}: {without:?}, {all:?}", off.name());
    }
    let zero = total(&Options { k: [0; 4], ..Options::default() });
    assert!(zero.iter().zip(&all).all(|(z, a)| z >= a) && zero[2] > all[2], "{zero:?}, {all:?}");
    assert!(total(&paper())[4] > all[4]);
}
