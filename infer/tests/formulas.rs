//! Invariant 7: programs that say 3-SAT formulas (section 3).

use crate::support::*;
use racefree_infer::sat::solver::{L, Solver};
use racefree_infer::{Budget, Settings, Way};
use std::fmt::Write;

type Formula = Vec<[(usize, bool); 3]>;

fn program(vars: usize, formula: &Formula) -> String {
    let ghost = |v: usize, positive: bool| format!("{}{v}", if positive { "p" } else { "n" });
    let mut p = String::new();
    for i in 0..formula.len() {
        let _ = writeln!(p, "class K{i}<ghost Object x, ghost Object y, ghost Object z> {{ int f = 0 }}");
    }
    for v in 0..vars {
        let _ = writeln!(p, "class V{v}<ghost Object x, ghost Object y> {{ int f = 0 }}");
    }
    let ghosts: Vec<String> = (0..vars).map(|v| format!("ghost Object p{v}, ghost Object n{v}")).collect();
    let _ = writeln!(p, "class H<{}> {{", ghosts.join(", "));
    for (i, clause) in formula.iter().enumerate() {
        let args: Vec<String> = clause.iter().map(|&(v, positive)| ghost(v, positive)).collect();
        let args = args.join(", ");
        let _ = writeln!(p, "  final K{i}<{args}> k{i} = new K{i}<{args}>");
    }
    for v in 0..vars {
        let _ = writeln!(p, "  final V{v}<p{v}, n{v}> v{v} = new V{v}<p{v}, n{v}>");
    }
    p += "}\nlet Object a = new Object in let Object b = new Object in let H h = new H in {\n";
    for i in 0..formula.len() {
        let _ = writeln!(p, "  fork {{ synchronized a in h.k{i}.f = 1 }}");
    }
    for v in 0..vars {
        let _ = writeln!(p, "  fork {{ synchronized b in h.v{v}.f = 1 }}");
    }
    p + "}\n"
}

fn satisfiable(vars: usize, formula: &Formula) -> bool {
    let mut solver = Solver::new(vars as u32, &Budget::default());
    for clause in formula {
        let lits: Vec<L> = clause.iter().map(|&(v, positive)| L(2 * v as u32 + u32::from(!positive))).collect();
        solver.add(&lits);
    }
    solver.solve(&[]).expect("no budget")
}

#[test]
fn a_formula_s_program_has_annotations_exactly_if_it_is_satisfiable() {
    let cases = cases(16);
    let mut state = 99u64;
    let mut next = |n: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % n
    };
    let (mut yes, mut no) = (0, 0);
    for case in 0..cases {
        // Up to 30 variables if many are asked for.
        let vars = 3 + case % if cases > 40 { 28 } else { 10 };
        let clauses = vars * (3 + case % 4);
        let formula: Formula = (0..clauses).map(|_| [(); 3].map(|()| (next(vars), next(2) == 0))).collect();
        let text = program(vars, &formula);
        let settings = Settings { ghosts: 0, ..Settings::default() };
        let answer = by(Some(Way::Sat), &text, &settings).expect("an answer");
        let expected = satisfiable(vars, &formula);
        assert_eq!(answer.ok, expected, "{text}\n{}", answer.text);
        if expected { yes += 1 } else { no += 1 }
    }
    assert!(yes > 2 && no > 1, "{yes} {no}");
}
