//! Tests of the exercises.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stderr)]
use racefree_exercises::{Budget, file, mutants, ready};
use racefree_explore::SystemHost;
use std::sync::Arc;

#[test]
fn show() {
    let desk = Budget::default().desk(Arc::new(SystemHost));
    for f in file::all() {
        match ready::lint(&desk, f.name, f.text) {
            Err(e) => eprintln!("== {}: {e}", f.name),
            Ok(l) => {
                eprintln!("== {}: {}\n{}---\n{}", f.name, l.par, l.ready.sheet(), l.answer);
                for m in mutants::mutants(&l.ready, &l.answer, 4) {
                    let g = l.ready.grade(&desk, m.handed.as_bytes());
                    eprintln!("   {:?} {:?} [{}] {}", g.verdict, g.parts, m.place, ready::said(&g));
                }
            }
        }
    }
}
