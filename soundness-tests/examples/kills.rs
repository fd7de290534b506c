//! scratch
use racefree_soundness::{hunt::Hunt, variant};
use std::time::{Duration, Instant};
fn main() {
    let arg = |i: usize| std::env::args().nth(i);
    let secs: f64 = arg(1).and_then(|s| s.parse().ok()).unwrap_or(2.0);
    let seeds: u64 = arg(2).and_then(|s| s.parse().ok()).unwrap_or(1);
    let filter = arg(3).unwrap_or_default();
    let show = arg(4).is_some();
    let mut all = variant::all();
    if !filter.is_empty() { all.retain(|v| v.name.contains(&filter)); if all.is_empty() { all.push(variant::find(&filter).unwrap()); } }
    for v in all {
        let rules = v.rules().unwrap();
        let mut times = Vec::new();
        let mut last = None;
        let mut eff = Default::default();
        for seed in 0..seeds {
            let t = Instant::now();
            let mut h = Hunt::new(&rules, seed);
            let k = h.run(Duration::from_secs_f64(secs));
            eff = h.effort;
            if let Some(k) = k { times.push(t.elapsed().as_secs_f64()); 
              if last.as_ref().is_none_or(|l: &racefree_soundness::hunt::Kill| k.tree.tokens() < l.tree.tokens()) { last = Some(k); } }
        }
        times.sort_by(f64::total_cmp);
        let kind = last.as_ref().map(|k| format!("{} {:?} {}tok", k.kind.name(), k.found.key, k.tree.tokens())).unwrap_or_default();
        println!("{:40} {}/{} med {:.3} max {:.3} {kind} {:?}", v.name, times.len(), seeds, times.get(times.len() / 2).copied().unwrap_or(f64::NAN), times.last().copied().unwrap_or(f64::NAN), eff);
        if show && let Some(k) = &last { println!("{}", k.tree.source()); }
    }
}
