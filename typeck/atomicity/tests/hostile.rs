//! Odd, huge and nested programs: an answer comes, and it is the right one.

use racefree_atomicity::{Analysis, analyse, check, summary};
use racefree_grammar::parse;
use racefree_kernel::Options;

fn analysed(source: &str) -> Analysis {
    let program = parse(source).unwrap_or_else(|errors| panic!("{errors:?}"));
    analyse(&program, source, &Options::default())
}

fn of(analysis: &Analysis, name: &str) -> String {
    let method = analysis.methods.iter().find(|m| m.name == name).unwrap_or_else(|| panic!("{name}"));
    method.atomicity.to_string()
}

const C: &str = "class C { int n guarded_by this  synchronized int inc() { this.n = this.n + 1 } }";

/// A method with a body.
fn row(body: &str) -> String {
    format!("{C} class Row {{ void row(C c, boolean b) {{ {body} }} }}")
}

#[test]
fn nothing_and_classes_alone() {
    assert!(analysed("").errors.is_empty());
    let library = analysed(C);
    assert!(library.errors.is_empty() && library.threads.is_empty());
    assert_eq!(of(&library, "C.inc"), "(held this ? mover : atomic)");
}

#[test]
fn loops_in_loops_are_gone_through_as_often_as_needed() {
    let depth = 60;
    let source = row(&format!("{}c.inc(){}", "while (b) { ".repeat(depth), " }".repeat(depth)));
    let analysis = analysed(&source);
    assert_eq!(of(&analysis, "Row.row"), "(held c ? mover : cmpd)");
    let row = &analysis.methods[1];
    assert_eq!((row.cuts.places.len(), row.cuts.pieces.len()), (1, 2), "{:?}", row.cuts);
    let claimed = source.replace("void row", "atomic void row");
    let blame = analysed(&claimed).claims[0].blame.clone().expect("a blame");
    assert!(blame.second.again && blame.first.is_some());
}

#[test]
fn claims_in_claims_and_locks_in_locks() {
    let depth = 3_000;
    let source = row(&format!("{}c.inc() + c.inc(){}", "atomic { ".repeat(depth), " }".repeat(depth)));
    let analysis = analysed(&source);
    assert_eq!(analysis.claims.len(), depth);
    assert!(analysis.claims.iter().all(|claim| claim.holds != Some(true)));
    assert!(analysis.claims[0].blame.is_some());
    let source = row(&format!("{}c.n", "synchronized c in ".repeat(depth)));
    assert_eq!(of(&analysed(&source), "Row.row"), "(held c ? mover : atomic)");
}

#[test]
fn many_variables_and_many_locks() {
    let lets: String = (1..3_000).map(|i| format!("let C x{i} = x{} in ", i - 1)).collect();
    let source = row(&format!("let C x0 = c in {lets} x2999.inc()"));
    assert_eq!(of(&analysed(&source), "Row.row"), "(held c ? mover : atomic)");
    let params: Vec<String> = (0..200).map(|i| format!("C c{i}")).collect();
    let calls: Vec<String> = (0..200).map(|i| format!("c{i}.inc()")).collect();
    let source = format!("{C} class Row {{ void row({}) {{ {} }} }}", params.join(", "), calls.join("; "));
    let analysis = analysed(&source);
    assert!(analysis.widened > 0 && of(&analysis, "Row.row").len() < 5_000);
}

#[test]
fn many_methods_in_a_row_and_in_a_circle() {
    let chain: String = (0..5_000).map(|i| format!("int m{i}() {{ this.m{}() + this.inc() }} ", i + 1)).collect();
    let source = format!("{} {chain} int m5000() {{ 0 }} }}", C.trim_end_matches('}'));
    let analysis = analysed(&source);
    assert_eq!(of(&analysis, "C.m4999"), "(held this ? mover : atomic)");
    assert_eq!(of(&analysis, "C.m0"), "(held this ? mover : cmpd)");
    assert_eq!(analysis.rounds, 1);
    // All but the last one or two depend on the guard, and are one cluster with one lowest method.
    assert_eq!(analysis.clusters.len(), 1, "{:?}", analysis.clusters.iter().map(|c| &c.report).collect::<Vec<_>>());
    assert_eq!(analysis.clusters[0].report, ["C.m4998"]);
    let circle: String =
        (0..1_000).map(|i| format!("int m{i}() {{ this.m{}() + this.inc() }} ", (i + 1) % 1_000)).collect();
    let source = format!("{} {circle} }}", C.trim_end_matches('}'));
    let analysis = analysed(&source);
    assert_eq!(of(&analysis, "C.m0"), "(held this ? mover : cmpd)");
    assert_eq!(analysis.clusters[0].report.len(), 1_000, "of a cycle all");
}

#[test]
fn the_summary_counts_what_the_analysis_lists() {
    for source in [C.to_owned(), row("c.inc(); c.inc()"), row("atomic { fork { c.n }; c.inc(); c.inc() }")] {
        let program = parse(&source).unwrap_or_default();
        let (all, short) = (analysed(&source), summary(&program, &source, &Options::default()));
        assert_eq!((short.methods, short.atomic_everywhere), (all.methods.len(), all.atomic_everywhere));
        assert_eq!((short.claims, short.errors.len()), (all.claims.len(), all.errors.len()));
        assert_eq!(check(&program, &source, &Options::default()).errors.len(), short.report.errors.len());
    }
}
