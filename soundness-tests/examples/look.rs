//! scratch
use racefree_soundness::generate::{self, Settings};
use racefree_typeck::{Options, check};
use std::collections::BTreeMap;
fn main() {
    let n: u64 = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(1000);
    let show: u64 = std::env::args().nth(2).and_then(|s| s.parse().ok()).unwrap_or(0);
    let s = if std::env::args().nth(3).is_some() { Settings::wide() } else { Settings::small() };
    let options = Options::default();
    let t = std::time::Instant::now();
    let mut k = 0;
    for i in 0..n { k += generate::program(&options, s, i).classes.len(); }
    let gen_ = t.elapsed();
    let t = std::time::Instant::now();
    for i in 0..n { k += generate::program(&options, s, i).program().exprs.len(); }
    let conv = t.elapsed().saturating_sub(gen_);
    let (mut ok, mut toks) = (0, 0);
    let mut why: BTreeMap<String, (u32, String)> = BTreeMap::new();
    let mut time = std::time::Duration::ZERO;
    for i in 0..n {
        let tree = generate::program(&options, s, i);
        let p = tree.program();
        let t = std::time::Instant::now();
        let r = check(&p, "", &options);
        time += t.elapsed();
        if r.is_ok() { ok += 1; if i < show { println!("{}\n-----", tree.source()); } } else {
            let e = &r.errors[0];
            let w = why.entry(racefree_typeck::rules::premise_name(e.premise)).or_default();
            w.0 += 1;
            if w.1.is_empty() { w.1 = format!("{}\n{}", e.message, tree.source()); }
        }
        if i < 2000 { toks += tree.tokens(); }
    }
    println!("{ok} of {n} ok; gen {:?} conv {:?} check {:?} each; mean tokens {} {k}", gen_ / n as u32, conv / n as u32, time / n as u32, toks / 2000.min(n as usize));
    for (w, (n, s)) in why { println!("=== {n} {w}\n{s}"); }
}
