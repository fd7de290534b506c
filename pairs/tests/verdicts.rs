//! The table of section 13, and the totals of section 7, on the corpus.

use racefree_pairs::{Mode, Options, Refinement, Stage, analyse};

/// The pairs after each stage.
fn stages(source: &str, options: &Options) -> Vec<u64> {
    let program = racefree_grammar::parse(source).unwrap_or_else(|e| panic!("{e:?}"));
    analyse(&program, None, options).stages.iter().map(|c| c.pairs).collect()
}

fn entry(path: &str) -> &'static str {
    let found = racefree_corpus::entries().into_iter().find(|e| e.path == path);
    found.unwrap_or_else(|| panic!("{path} is not in the corpus")).source
}

#[test]
fn every_row_of_the_table_of_closed_programs() {
    let paper = Options { mode: Mode::Paper, ..Options::default() };
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
        println!("{path}: {:?} {:?}", stages(source, &Options::default()), stages(source, &paper));
        println!("   wanted {sound_wanted:?} {paper_wanted:?}");
    }
}

#[test]
fn totals() {
    let runs = |source: &str| {
        let program = racefree_grammar::parse(source).ok()?;
        racefree_interp::machine::lower(program).ok()
    };
    let mut all: Vec<(&str, &str)> = racefree_corpus::entries().iter().map(|e| (e.path, e.source)).collect();
    all.retain(|(path, s)| runs(s).is_some() && !path.starts_with("concurrent-java"));
    println!("{} programs", all.len());
    let mut show = |name: &str, options: &Options| {
        let mut sum = [0; 5];
        for (_, source) in &all {
            for (s, n) in sum.iter_mut().zip(stages(source, options)) {
                *s += n;
            }
        }
        println!("{name}: {sum:?}");
    };
    show("sound", &Options::default());
    for off in Refinement::ALL {
        show(off.name(), &Options { off: vec![off], ..Options::default() });
    }
    for k in 0..3 {
        show(&format!("k={k}"), &Options { k: [k; 4], ..Options::default() });
    }
    show("paper", &Options { mode: Mode::Paper, ..Options::default() });
    let _ = Stage::ALL;
}
