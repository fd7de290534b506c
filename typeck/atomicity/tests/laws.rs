//! Section 1: the operations on all atomicities over two locks, and normal forms against truth tables over four.

use racefree_atomicity::algebra::{Algebra, below, join};
use racefree_atomicity::locks::{Lock as Kept, Locks};
use racefree_atomicity::tree::{Tree, Trees};
use racefree_grammar::ast::Basic;
use racefree_grammar::parse;

/// Linear congruential generator (Knuth's constants), enough for these tests.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    fn basic(&mut self) -> Basic {
        Basic::ALL[self.below(7)]
    }
}

const NAMES: [&str; 4] = ["this", "p", "q", "r"];

/// Runs a test with the paths of four locks.
fn with_locks<T>(test: impl FnOnce(&mut Trees<'_>, [Kept; 4]) -> T) -> T {
    let source = "class A { void m(A p, A q, A r) { synchronized this in synchronized p in synchronized q in synchronized r in {} } }";
    let program = parse(source).unwrap_or_default();
    let mut trees = Trees::new(Locks::new(&program), Algebra::default());
    let paths = NAMES.map(|name| {
        let name = program.names.find(name).expect("a name of the program");
        let path = trees.locks.paths.var(name);
        trees.locks.lock(path)
    });
    test(&mut trees, paths)
}

/// The atomicity of a truth table over the first locks: bit i of a row says whether the i-th is held.
fn of_table(trees: &mut Trees<'_>, locks: &[Kept], table: &[Basic]) -> Tree {
    match locks.split_first() {
        None => Tree::basic(table[0]),
        Some((&lock, rest)) => {
            let rows = |bit| table.iter().enumerate().filter(move |(i, _)| i & 1 == bit).map(|(_, &a)| a);
            let (held, unheld): (Vec<Basic>, Vec<Basic>) = (rows(1).collect(), rows(0).collect());
            let (held, unheld) = (of_table(trees, rest, &held), of_table(trees, rest, &unheld));
            trees.test(lock, held, unheld)
        }
    }
}

fn table(trees: &Trees<'_>, locks: &[Kept], a: Tree) -> Vec<Basic> {
    let held = |row: usize| move |l: Kept| locks.iter().position(|&m| m == l).is_some_and(|i| row >> i & 1 == 1);
    (0..1 << locks.len()).map(|row| trees.at(a, held(row))).collect()
}

/// All 7⁴ atomicities over two locks, with their truth tables.
fn all_over_two(trees: &mut Trees<'_>, locks: &[Kept]) -> Vec<(Tree, [Basic; 4])> {
    let mut all = Vec::new();
    for i in 0..7usize.pow(4) {
        let rows = [0, 1, 2, 3].map(|k| Basic::ALL[i / 7usize.pow(k) % 7]);
        all.push((of_table(trees, locks, &rows), rows));
    }
    all
}

#[test]
fn all_operations_are_pointwise_for_all_atomicities_over_two_locks() {
    with_locks(|trees, [a, b, ..]| {
        let (locks, algebra) = ([a, b], Algebra::default());
        let all = all_over_two(trees, &locks);
        let mut distinct: Vec<Tree> = all.iter().map(|a| a.0).collect();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), 7usize.pow(4), "equal for all lock sets is equal as a tree, and only that");
        for (i, &(x, rows)) in all.iter().enumerate() {
            assert_eq!(table(trees, &locks, x), rows);
            let star = trees.star(x);
            assert_eq!(table(trees, &locks, star), rows.map(|a| algebra.star(a)));
            let held = trees.holding(x, a);
            assert_eq!(table(trees, &locks, held), [rows[1], rows[1], rows[3], rows[3]]);
            // Every atomicity against a sixteenth of them, each time another one.
            for &(y, other) in all.iter().skip(i % 16).step_by(16) {
                let of = |f: &dyn Fn(Basic, Basic) -> Basic| [0, 1, 2, 3].map(|k| f(rows[k], other[k]));
                let (then, both) = (trees.then(x, y), trees.join(x, y));
                assert_eq!(table(trees, &locks, then), of(&|a, b| algebra.then(a, b)));
                assert_eq!(table(trees, &locks, both), of(&join));
                assert_eq!(trees.below(x, y), (0..4).all(|k| below(rows[k], other[k])));
            }
        }
    });
}

#[test]
fn the_laws_hold_for_atomicities_over_two_locks() {
    with_locks(|trees, [a, b, ..]| {
        let all = all_over_two(trees, &[a, b]);
        let mut random = Random(1);
        for _ in 0..60_000 {
            let [x, y, z] = [(); 3].map(|()| all[random.below(all.len())].0);
            let (xy, yz) = (trees.then(x, y), trees.then(y, z));
            assert_eq!(trees.then(xy, z), trees.then(x, yz), "associative");
            let (sum, xz) = (trees.join(x, y), trees.then(x, z));
            let (left, right) = (trees.then(sum, z), trees.join(xz, yz));
            assert_eq!(left, right, "distributes from the right");
            let (zx, zy) = (trees.then(z, x), trees.then(z, y));
            let (left, right) = (trees.then(z, sum), trees.join(zx, zy));
            assert_eq!(left, right, "distributes from the left");
            assert!(trees.below(x, xy) && trees.below(y, xy), "a ⊑ a;b");
            assert!(!trees.below(x, y) || trees.below(xz, yz) && trees.below(zx, zy), "monotone");
            let star = trees.star(x);
            let turn = trees.then(star, x);
            assert!(trees.below(Tree::CONST, star) && trees.below(x, star) && trees.below(turn, star), "{x:?}*");
            if trees.below(Tree::CONST, y) && trees.below(x, y) && trees.below(xy, y) {
                assert!(trees.below(star, y), "the least");
            }
        }
        for &(x, _) in &all {
            assert_eq!((trees.then(Tree::CONST, x), trees.then(x, Tree::CONST)), (x, x), "unit");
        }
    });
}

/// A tree by random operations, and its truth table by the same operations row by row.
fn random_tree(trees: &mut Trees<'_>, paths: &[Kept; 4], random: &mut Random, depth: usize) -> (Tree, Vec<Basic>) {
    let algebra = Algebra::default();
    if depth == 0 || random.below(6) == 0 {
        let basic = random.basic();
        return (Tree::basic(basic), vec![basic; 16]);
    }
    let (x, a) = random_tree(trees, paths, random, depth - 1);
    let (y, b) = random_tree(trees, paths, random, depth - 1);
    let i = random.below(4);
    let rows = |of: &dyn Fn(usize) -> Basic| (0..16).map(of).collect();
    match random.below(6) {
        0 => (trees.then(x, y), rows(&|row| algebra.then(a[row], b[row]))),
        1 => (trees.join(x, y), rows(&|row| join(a[row], b[row]))),
        2 => (trees.star(x), rows(&|row| algebra.star(a[row]))),
        3 => (trees.holding(x, paths[i]), rows(&|row| a[row | 1 << i])),
        _ => (trees.test(paths[i], x, y), rows(&|row| if row >> i & 1 == 1 { a[row] } else { b[row] })),
    }
}

#[test]
fn normal_forms_are_equal_exactly_if_truth_tables_are() {
    with_locks(|trees, paths| {
        let mut random = Random(7);
        let (mut equal, mut found) = (0, Vec::new());
        for round in 0..6_000 {
            let depth = 1 + round % 6;
            let (tree, rows) = random_tree(trees, &paths, &mut random, depth);
            assert_eq!(table(trees, &paths, tree), rows);
            assert_eq!(of_table(trees, &paths, &rows), tree, "one normal form");
            found.push((tree, rows));
        }
        for _ in 0..40_000 {
            let (i, j) = (random.below(found.len()), random.below(found.len()));
            let ((x, of_x), (y, of_y)) = (&found[i], &found[j]);
            equal += u32::from(x == y);
            assert_eq!(x == y, of_x == of_y);
            let in_every_row = of_x.iter().zip(of_y).all(|(&a, &b)| below(a, b));
            assert_eq!(trees.below(*x, *y), in_every_row);
        }
        assert!(equal > 500, "{equal} pairs were equal");
    });
}
