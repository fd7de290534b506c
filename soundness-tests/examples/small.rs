//! scratch
use racefree_soundness::{hunt::Hunt, judge::Kind, reduce, variant};
use std::time::{Duration, Instant};
fn main() {
    let arg = |i: usize| std::env::args().nth(i);
    let secs: f64 = arg(1).and_then(|s| s.parse().ok()).unwrap_or(2.0);
    let filter = arg(2).unwrap_or_default();
    let race = arg(3).is_some();
    let mut all = variant::all();
    if !filter.is_empty() { all.retain(|v| v.name.contains(&filter)); if all.is_empty() { all.push(variant::find(&filter).unwrap()); } }
    for v in all {
        let rules = v.rules().unwrap();
        let mut best: Option<racefree_soundness::tree::Tree> = None;
        let t = Instant::now();
        for seed in 0..3 {
            let mut h = Hunt::new(&rules, seed);
            let Some(k) = h.run(Duration::from_secs_f64(secs)) else { continue };
            let mut n = 0;
            let (tree, done) = reduce::smallest(&k.tree, &rules.options, &mut |t| { n += 1; h.still(t).is_some_and(|k| !race || k == Kind::Race) }, seed, Duration::from_secs_f64(secs));
            println!("   {} -> {} ({} real) {done} {n}\n{}", k.tree.tokens(), reduce::cost(&tree).tokens, tree.tokens(), tree.source());
            if best.as_ref().is_none_or(|b| reduce::cost(&tree) < reduce::cost(b)) { best = Some(tree); }
        }
        let Some(tree) = best else { println!("{}: none", v.name); continue };
        println!("{}: {} {:?}\n{}", v.name, reduce::cost(&tree).tokens, t.elapsed(), tree.source());
    }
}
