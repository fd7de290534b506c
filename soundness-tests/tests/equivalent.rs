//! Programs that mean the same to the rules have the same errors, in every system: what a checker remembers on its way through a program
//! must not depend on that way. Nor does an exploration depend on steps that other threads cannot see.

use crate::support::{cases, every, seed, settings};
use racefree_corpus::entries;
use racefree_explore::{Algorithm, Budget, Options};
use racefree_generate::owners;
use racefree_grammar::Program;
use racefree_grammar::ast::{Expr, ExprId, Extended, List, TypeExpr, TypeId, TypeKind};
use racefree_grammar::forms;
use racefree_grammar::span::Span;
use racefree_interp::options::Limits;
use racefree_java::Java;
use racefree_java::elaborate::elaborate;
use racefree_java::sources::Sources;
use racefree_java::tree::Origin;
use racefree_kernel::System;
use racefree_soundness::generate::{Choices, Maker};
use racefree_soundness::judge::Judge;
use racefree_soundness::variant::Rules;
use racefree_systems::{BASE, SYSTEMS};
use std::collections::{BTreeMap, BTreeSet};

fn add(program: &mut Program, expr: Expr) -> ExprId {
    program.exprs.push(expr);
    program.spans.push(Span::NONE);
    ExprId::new(program.exprs.len() as u32 - 1)
}

/// `if (c) e else e'` becomes `if (c) e' else e`: no rule looks at the value of c.
fn other_branch_first(program: &mut Program) {
    for e in &mut program.exprs {
        if let Expr::If { then, otherwise: Some(otherwise), .. } = e {
            std::mem::swap(then, otherwise);
        }
    }
}

/// The last class, field and method come first.
fn last_declaration_first(program: &mut Program) {
    program.classes.reverse();
    for class in &program.classes {
        program.fields[class.fields.indices()].reverse();
        program.methods[class.methods.indices()].reverse();
    }
}

/// `if (true) e else e`
fn in_both_branches(program: &mut Program, e: ExprId) -> Expr {
    let cond = add(program, Expr::Bool(true));
    Expr::If { cond, then: e, otherwise: Some(e) }
}

/// `{}; e`
fn behind_nothing(program: &mut Program, e: ExprId) -> Expr {
    let start = program.lists.len() as u32;
    let nothing = add(program, Expr::Unit);
    program.lists.extend([nothing, e]);
    Expr::Seq(List { start, len: 2 })
}

/// `let int unused = 0 in e`
fn behind_a_variable(program: &mut Program, body: ExprId) -> Expr {
    let var = program.names.intern("unused");
    let ty = TypeId::new(program.types.len() as u32);
    program.types.push(TypeExpr { kind: TypeKind::Int, span: Span::NONE });
    let bound = add(program, Expr::Int(0));
    Expr::Let { ty, var, bound, body }
}

type Change = (&'static str, fn(&mut Program));
/// Changes of a whole program.
const WHOLE: [Change; 2] =
    [("the other branch first", other_branch_first), ("the last declaration first", last_declaration_first)];
type ChangeAt = (&'static str, fn(&mut Program, ExprId) -> Expr);
/// Changes of an expression whose value is that of what it is in, or dropped.
const AT: [ChangeAt; 3] = [
    ("in both branches", in_both_branches),
    ("behind nothing", behind_nothing),
    ("behind a variable", behind_a_variable),
];

/// Expressions that may become others of the same value: bodies, branches and elements of sequences.
fn places(program: &Program) -> Vec<ExprId> {
    let mut places: Vec<ExprId> = program.methods.iter().map(|m| m.body).chain(program.main).collect();
    for &e in &program.exprs {
        match e {
            Expr::Let { body, .. } | Expr::Sync { body, .. } | Expr::While { body, .. } | Expr::Fork(body) => {
                places.push(body);
            }
            Expr::If { then, otherwise, .. } => places.extend(otherwise.into_iter().chain([then])),
            Expr::Seq(list) => places.extend(program.list(list)),
            Expr::Extended(
                Extended::LetVar { body, .. }
                | Extended::Label { body, .. }
                | Extended::Locked { body, .. }
                | Extended::Catch { body, .. },
            ) => places.push(body),
            Expr::Extended(Extended::Try { parts, finally }) => {
                let parts = program.parts_of_try(parts, finally);
                places.extend(parts.finally.into_iter().chain([parts.body]));
            }
            // `atomic` is a claim that a method's body makes as a whole.
            Expr::Atomic(_)
            | Expr::Var(_)
            | Expr::New(_)
            | Expr::Extended(_)
            | forms!(literal | member | operator | owned) => {}
        }
    }
    places.retain(|&e| !matches!(program.expr(e), Expr::Holds(_)));
    places
}

/// Programs, errors and differences.
#[derive(Default, Debug)]
struct Seen {
    programs: usize,
    wrong: usize,
    changed: usize,
    differences: BTreeMap<String, String>,
}

impl Seen {
    fn look(&mut self, system: &dyn System, program: &Program, from: &str) {
        let options = racefree_typeck::Options::default();
        let failures = |program: &Program| -> BTreeSet<String> {
            system.failures(program, &options).into_iter().map(|(id, _)| racefree_systems::premise_name(id)).collect()
        };
        let before = failures(program);
        self.programs += 1;
        self.wrong += usize::from(!before.is_empty());
        for (how, other) in changed(program) {
            let after = failures(&other);
            self.changed += usize::from(!other.same_syntax(program));
            if after != before {
                self.differences.insert(format!("{} {how}: {before:?} {after:?}", system.name()), from.to_owned());
            }
        }
    }
}

/// Changes of one expression at a few places, and of the whole program.
fn changed(program: &Program) -> Vec<(&'static str, Program)> {
    let mut changed = Vec::new();
    for (how, change) in WHOLE {
        let mut other = program.clone();
        change(&mut other);
        changed.push((how, other));
    }
    let places = places(program);
    for &at in places.iter().step_by(places.len() / 3 + 1) {
        for (how, change) in AT {
            let mut other = program.clone();
            let e = add(&mut other, program.expr(at));
            other.exprs[at.index()] = change(&mut other, e);
            changed.push((how, other));
        }
    }
    changed
}

#[test]
#[allow(clippy::print_stdout)]
fn programs_that_mean_the_same_have_the_same_errors() {
    let mut seen = Seen::default();
    for entry in entries().into_iter().filter(|entry| !entry.is_java()) {
        if let (Ok(program), Ok(system)) =
            (racefree_grammar::parse(entry.source), racefree_systems::of(entry.source, None))
        {
            seen.look(system, &program, entry.path);
        }
    }
    for entry in entries().into_iter().filter(|entry| entry.is_java()).step_by(every(4)) {
        let mut sources = Sources::default();
        sources.add(entry.path.to_owned(), entry.source.as_bytes(), Origin::Source).expect("not so long");
        let made = elaborate(&mut Java::read(sources, None, 1), Default::default());
        seen.look(BASE, &made.program, entry.path);
    }
    let seed = seed();
    for system in SYSTEMS {
        let with_owners = racefree_systems::beneath(system).id() != BASE.id();
        let maker = Maker::new(&Rules { system, ..Rules::base() });
        for n in seed..seed + cases(60) {
            let program = if with_owners {
                let source = owners::program(Choices::seeded(n));
                let source = owners::near_miss(&source, &mut Choices::seeded(n)).unwrap_or(source);
                racefree_grammar::parse(&source).ok()
            } else {
                let tree = maker.program(settings(n), n);
                Some(maker.edited(&tree, settings(n), Choices::seeded(n)).program())
            };
            if let Some(program) = program {
                seen.look(system, &program, &racefree_grammar::printer::print(&program));
            }
        }
    }
    println!("seed {seed}: {} programs, {} with errors, {} changed ones", seen.programs, seen.wrong, seen.changed);
    assert!(seen.differences.is_empty(), "seed {seed}: {:#?}", seen.differences);
    assert!(seen.wrong * 3 >= seen.programs && seen.changed >= seen.programs * 5, "seed {seed}: {seen:?}");
}

/// Numbers of an exploration that local steps do not change: runs and blocked ones, final states, errors of each kind.
fn explored(program: &Program, algorithm: Algorithm) -> Option<(u64, u64, u64, Vec<String>)> {
    let lowered = Judge::lower(program.clone())?;
    let options = Options {
        algorithm,
        limits: Limits { steps: 2_000, calls: 24, threads: 6, objects: 60 },
        budget: Budget { states: 2_000, ..Budget::default() },
        outcomes: false,
        ends: true,
        ..Options::default()
    };
    let seen = racefree_explore::explore(&lowered, &options);
    let keys = seen.found.iter().map(|found| format!("{:?}", found.key));
    let mut kinds: Vec<String> = keys.map(|key| key.split(['(', ' ']).take(1).collect()).collect();
    kinds.sort();
    seen.complete().then_some((seen.executions, seen.blocked, seen.ends, kinds))
}

#[test]
#[allow(clippy::print_stdout)]
fn local_steps_and_the_order_of_declarations_change_no_exploration() {
    let (seed, n) = (seed(), cases(300));
    let (mut compared, mut with_errors, mut concurrent) = (0, 0, 0);
    for each in seed..seed + n {
        let maker = Maker::new(&Rules::base());
        let tree = maker.program(settings(each), each);
        let program = maker.edited(&tree, settings(each), Choices::seeded(each)).program();
        for algorithm in [Algorithm::Dpor, Algorithm::States] {
            let Some(before) = explored(&program, algorithm) else { continue };
            with_errors += u64::from(!before.3.is_empty());
            concurrent += u64::from(before.0 > 1);
            for (how, other) in changed(&program).into_iter().filter(|(how, _)| *how != WHOLE[0].0) {
                let Some(after) = explored(&other, algorithm) else { continue };
                compared += 1;
                let [text, other] = [&program, &other].map(racefree_grammar::printer::print);
                assert_eq!(before, after, "seed {each}, {}, {how}:\n{text}\n{other}", algorithm.name());
            }
        }
    }
    println!(
        "seed {seed}: {compared} explorations compared, {with_errors} with errors, {concurrent} with several runs"
    );
    assert!(compared >= n * 10 && with_errors * 10 >= n && concurrent * 10 >= n);
}
