//! Test-case reduction, a form of delta debugging: a program shrinks while a predicate holds. Every edit that shrinks
//! it is tried and judged, until none helps. Then other edits are tried before those.

mod combined;
mod edits;
mod names;
mod paths;
mod size;
mod walks;

pub use edits::candidates;
pub use size::tokens;

use crate::generate::{Choices, Maker, Settings};
use crate::tree::{THIS, Tree};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Cost of a program: tokens, then the numbers that stand for names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cost {
    /// Tokens of the source without the `;` that may be left out.
    pub tokens: usize,
    /// Sum of the names: least if they are the first that there are.
    names: usize,
}

/// The cost of a program.
pub fn cost(tree: &Tree) -> Cost {
    let mut names = 0;
    for class in &tree.classes {
        names += class.name as usize + class.ghosts.iter().map(|(_, x)| *x as usize).sum::<usize>();
        names += class.fields.iter().map(|f| f.name as usize).sum::<usize>();
        for m in &class.methods {
            names += m.name as usize + m.params.iter().map(|(_, x)| *x as usize).sum::<usize>();
        }
    }
    for root in tree.roots() {
        root.walk(&mut |e| {
            names += e.var().filter(|&x| x != THIS).map_or(0, usize::from) + e.field().map_or(0, usize::from);
        });
    }
    Cost { tokens: tokens(tree), names }
}

/// Greatest growth in tokens by the first of two edits: `new A<x>` in the place of `null`.
const MORE: usize = 4;

/// A smaller program for which `keeps` still holds, such that no single edit makes it smaller, nor two of which the
/// first adds at most four tokens. Returns true beside it if it finished in time: only then is it *1-minimal*.
pub fn minimal(tree: &Tree, keeps: &mut dyn FnMut(&Tree) -> bool, until: Instant) -> (Tree, bool) {
    let mut best = tree.clone();
    loop {
        let least = cost(&best);
        let mut step = smaller(&best, least, keeps, &mut |_| true, until);
        if step == Ok(None) {
            step = by_two_steps(&best, least, keeps, until);
        }
        match step {
            Ok(Some(tree)) => best = tree,
            Ok(None) => return (best, true),
            Err(TimeIsUp) => return (best, false),
        }
    }
}

/// Time long enough to prove that a small program is 1-minimal.
pub const PROOF: Duration = Duration::from_secs(60);

/// There is no more time.
#[derive(PartialEq)]
struct TimeIsUp;

/// A program one edit from this one that costs less than `least`, the cheapest for which `keeps` holds. Only `new`
/// programs are looked at.
fn smaller(
    tree: &Tree,
    least: Cost,
    keeps: &mut dyn FnMut(&Tree) -> bool,
    new: &mut dyn FnMut(&Tree) -> bool,
    until: Instant,
) -> Result<Option<Tree>, TimeIsUp> {
    let all = candidates(tree).into_iter().map(|t| (cost(&t), t));
    let mut better: Vec<(Cost, Tree)> = all.filter(|(c, t)| *c < least && t.is_syntax() && new(t)).collect();
    better.sort_by_key(|(c, _)| *c);
    for (_, tree) in better {
        if Instant::now() > until {
            return Err(TimeIsUp);
        }
        if keeps(&tree) {
            return Ok(Some(tree));
        }
    }
    Ok(None)
}

/// A program of fewer tokens, two edits from this one; the first edit makes it a little larger, or no smaller, and
/// preserves the predicate.
fn by_two_steps(
    tree: &Tree,
    least: Cost,
    keeps: &mut dyn FnMut(&Tree) -> bool,
    until: Instant,
) -> Result<Option<Tree>, TimeIsUp> {
    let fewer = Cost { names: 0, ..least };
    let mut seen: FxHashSet<Tree> = FxHashSet::default();
    for first in candidates(tree) {
        let size = tokens(&first);
        if size < least.tokens || size > least.tokens + MORE || !first.is_syntax() || !seen.insert(first.clone()) {
            continue;
        }
        if Instant::now() > until {
            return Err(TimeIsUp);
        }
        if keeps(&first)
            && let Some(second) = smaller(&first, fewer, keeps, &mut |t| seen.insert(t.clone()), until)?
        {
            return Ok(Some(second));
        }
    }
    Ok(None)
}

/// Goes through programs that are no larger, or by a token only, and for which `keeps` holds too, each one edit from another, until
/// a smaller one is found.
fn plateau(tree: &Tree, keeps: &mut dyn FnMut(&Tree) -> bool, until: Instant) -> Option<Tree> {
    let least = tokens(tree);
    let mut seen: FxHashSet<Tree> = FxHashSet::default();
    seen.insert(tree.clone());
    let mut level = VecDeque::from([tree.clone()]);
    let mut above = VecDeque::new();
    while let Some(from) = level.pop_front().or_else(|| above.pop_front()) {
        for tree in candidates(&from) {
            let size = tokens(&tree);
            if size > least + 1 || seen.contains(&tree) || !tree.is_syntax() {
                continue;
            }
            if Instant::now() > until {
                return None;
            }
            seen.insert(tree.clone());
            if keeps(&tree) {
                match size {
                    size if size < least => return Some(tree),
                    size if size == least => level.push_back(tree),
                    _ => above.push_back(tree),
                }
            }
        }
    }
    None
}

/// Goes on from a 1-minimal program for some time: through programs that are no larger, then a random change or an edit that makes it no smaller, then down again.
pub fn smallest(
    tree: &Tree,
    maker: &Maker,
    keeps: &mut dyn FnMut(&Tree) -> bool,
    seed: u64,
    (time, proof): (Duration, Duration),
) -> (Tree, bool) {
    let until = Instant::now() + time;
    let (mut best, mut done) = minimal(tree, keeps, until);
    let mut least = cost(&best);
    let start = Instant::now();
    let half = start + until.saturating_duration_since(start) / 2;
    while Instant::now() < half {
        let Some(smaller) = plateau(&best, keeps, half) else { break };
        (best, done) = minimal(&smaller, keeps, until);
        least = cost(&best);
    }
    let mut round = 0;
    while Instant::now() < until {
        round += 1;
        let mut c = Choices::seeded(seed.wrapping_add(round));
        let mut changed = best.clone();
        for k in 0..1 + c.below(3) as u64 {
            changed = if c.percent(60) {
                let all = candidates(&changed);
                c.pick(&all).cloned().unwrap_or(changed)
            } else {
                let choices = Choices::seeded(seed.rotate_left(21).wrapping_add(round * 4 + k));
                maker.edited(&changed, Settings { depth: 1, ..Settings::small() }, choices)
            };
        }
        if cost(&changed).tokens > least.tokens + 14 || !changed.is_syntax() || !keeps(&changed) {
            continue;
        }
        let (down, at_the_end) = minimal(&changed, keeps, until);
        let cost = cost(&down);
        if cost < least || at_the_end && cost == least && c.percent(50) {
            (best, least, done) = (down, cost, at_the_end);
        }
    }
    if !done {
        // Time for the last proof that nothing single helps.
        return minimal(&best, keeps, Instant::now() + proof);
    }
    (best, done)
}
