//! Size of the call graph for a larger k, by what k = 0 knows: a method has a context for each object that it is called on, and a site makes one
//! object for each object whose methods it stands in, of as many sites as k allows.

use crate::facts::{BodyId, BodyKind, Facts};
use crate::points::{InstId, Points};
use rustc_hash::FxHashMap;

/// Roughly the number of bodies in contexts for a k, by the relations for k = 0.
pub(crate) fn contexts(facts: &Facts<'_>, points: &Points, k: u32) -> u64 {
    let this = |i: InstId| {
        let body = points.inst(i).body;
        points.slot(i, facts.this_of(body).and_then(|v| facts.var(v).slot))
    };
    let by_body: FxHashMap<BodyId, InstId> = points.inst_ids().map(|i| (points.inst(i).body, i)).collect();
    // Strings with the site of each object in front, of one site and more.
    let mut strings: Vec<u64> = vec![1; points.objects.len()];
    let all = |i: InstId, strings: &[u64]| this(i).iter().fold(0u64, |n, h| n.saturating_add(strings[h.index()]));
    for _ in 1..k {
        let longer = points.made.iter().map(|made| {
            let maker = made.map(|made| points.inst(made.by.0).body).and_then(|body| by_body.get(&body));
            maker.map_or(1, |&i| all(i, &strings).max(1))
        });
        strings = longer.collect();
    }
    let of = |i| match facts.body(points.inst(i).body).kind {
        BodyKind::Main => 1,
        BodyKind::Method(_) | BodyKind::Init(_) | BodyKind::Fork(_) => all(i, &strings).max(1),
    };
    points.inst_ids().fold(0u64, |n, i| n.saturating_add(of(i)))
}
