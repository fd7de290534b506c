//! The laws of the basic atomicities.

use Basic::{Atomic, Cmpd, Const, Error, Left, Mover, Right};
use racefree_atomicity::algebra::{Algebra, below, join};
use racefree_grammar::ast::Basic;

const ALL: [Basic; 7] = Basic::ALL;

#[test]
fn the_table_of_section_1() {
    let rows = [
        (Const, [Const, Mover, Left, Right, Atomic, Const]),
        (Mover, [Mover, Mover, Left, Right, Atomic, Mover]),
        (Left, [Left, Left, Left, Cmpd, Cmpd, Left]),
        (Right, [Right, Right, Atomic, Right, Atomic, Right]),
        (Atomic, [Atomic, Atomic, Atomic, Cmpd, Cmpd, Cmpd]),
    ];
    let algebra = Algebra::default();
    for (a, row) in rows {
        for (b, expected) in [Const, Mover, Left, Right, Atomic].into_iter().zip(row) {
            assert_eq!(algebra.then(a, b), expected, "{a:?}; {b:?}");
        }
        assert_eq!(algebra.star(a), row[5], "{a:?}*");
    }
}

#[test]
fn the_laws_of_section_1() {
    let algebra = Algebra::default();
    let then = |a, b| algebra.then(a, b);
    for a in ALL {
        assert_eq!((then(Const, a), then(a, Const)), (a, a), "unit");
        assert_eq!((join(a, a), join(Const, a), join(Error, a)), (a, a, Error));
        for b in ALL {
            assert_eq!(join(a, b), join(b, a));
            assert!(below(a, join(a, b)), "an upper bound");
            assert!(below(a, then(a, b)) && below(b, then(a, b)), "a ⊑ a;b");
            for c in ALL {
                assert!(!(below(a, c) && below(b, c)) || below(join(a, b), c), "the least one");
                assert_eq!(then(then(a, b), c), then(a, then(b, c)), "associative");
                assert_eq!(then(join(a, b), c), join(then(a, c), then(b, c)), "distributes from the right");
                assert_eq!(then(c, join(a, b)), join(then(c, a), then(c, b)), "distributes from the left");
                assert!(!below(a, b) || below(then(a, c), then(b, c)) && below(then(c, a), then(c, b)), "monotone");
            }
        }
        let star = algebra.star(a);
        let closed = |x: Basic| below(a, x) && below(then(x, a), x);
        assert!(closed(star), "{a:?}*");
        assert!(ALL.into_iter().filter(|&x| closed(x)).all(|x| below(star, x)), "{a:?}* is the least");
    }
}

#[test]
fn without_left_and_right_it_is_the_papers_table() {
    let papers = [Const, Mover, Atomic, Cmpd, Error];
    for (a, b) in papers.iter().flat_map(|&a| papers.map(|b| (a, b))) {
        let expected = match (a, b) {
            (Error, _) | (_, Error) => Error,
            (Cmpd, _) | (_, Cmpd) | (Atomic, Atomic) => Cmpd,
            _ => join(a, b),
        };
        assert_eq!(Algebra::default().then(a, b), expected);
    }
}
