//! The walk with scopes finds the free variables of the definition, and the parts of expressions leave nothing out.

use crate::common;

use crate::open;
use common::{cases, report, runner};
use proptest::prelude::*;
use racefree_grammar::ast::{Atom, Expr, ExprId, Program, TypeId};
use racefree_grammar::free::{Occurrence, Scopes, Visitor};
use racefree_grammar::name::Name;
use racefree_grammar::{parse, printer};
use std::cell::Cell;

/// Every expression that is in a declaration, the main expression, or a written type.
fn roots(program: &Program) -> Vec<ExprId> {
    let atoms = program.atoms.iter().filter_map(|a| if let Atom::Held { lock, .. } = a { Some(*lock) } else { None });
    let fields = program.fields.iter().flat_map(|f| f.guard.into_iter().chain(f.write_guard).chain(f.init));
    let methods = program.methods.iter().flat_map(|m| program.list(m.requires).iter().copied().chain([m.body]));
    let classes = program.classes.iter().filter_map(|c| c.guard);
    let types = (0..program.types.len() as u32).flat_map(|t| program.locks_of(TypeId::new(t)));
    fields.chain(methods).chain(classes).chain(types.copied()).chain(atoms).chain(program.main).collect()
}

#[test]
fn the_walk_finds_what_the_definition_says() {
    let free = Cell::new(0);
    let result = runner().run(&open::programs(), |program| {
        let mut scopes = Scopes::default();
        for e in roots(&program) {
            let mut walked: Vec<Occurrence> = Vec::new();
            scopes.free(&program, e, |occurrence| walked.push(occurrence));
            free.set(free.get() + walked.len());
            prop_assert_eq!(walked, program.free(e));
        }
        Ok(())
    });
    report(result);
    assert!(free.get() > 4 * cases() as usize, "{} free variables in all", free.get());
}

#[test]
fn each_expression_of_a_parsed_program_is_reached_once() {
    let seen = Cell::new(0);
    let result = runner().run(&open::programs(), |program| {
        let text = printer::print(&program);
        let program = parse(&text).map_err(|errors| TestCaseError::fail(format!("{text}\n{errors:?}")))?;
        let reached: Vec<ExprId> = roots(&program).into_iter().flat_map(|e| program.within(e)).collect();
        seen.set(seen.get() + reached.len());
        let mut times = vec![0; program.exprs.len()];
        reached.iter().for_each(|e| times[e.index()] += 1);
        for (e, &times) in program.exprs.iter().zip(&times) {
            // What an assignment assigns to was a field access before its `=` was read.
            prop_assert!(
                times == 1 || times == 0 && matches!(e, Expr::Field { .. }),
                "{e:?} is reached {times} times in\n{text}"
            );
        }
        Ok(())
    });
    report(result);
    assert!(seen.get() > 10 * cases() as usize, "{} expressions in all", seen.get());
}

#[test]
fn the_deepest_nest_of_forks_and_lets_is_walked_through_in_one_pass() {
    let deepest = racefree_grammar::builder::MAX_DEPTH as usize / 2 - 1;
    let source = format!("{}x{}", "fork { let C<y> x = y in { ".repeat(deepest), " } }".repeat(deepest));
    let program = parse(&source).unwrap_or_else(|errors| panic!("{errors:?}"));
    let mut free = 0;
    Scopes::default().free(&program, program.main.unwrap_or(ExprId::new(0)), |_| free += 1);
    assert_eq!(free, 2 * deepest);
    assert!(program.exprs.iter().filter(|e| matches!(e, Expr::Fork(_))).count() == deepest);
}

/// FV of the main expression, and where each free occurrence is, by the definition and by the walk.
fn free(source: &str) -> (Vec<String>, Vec<u32>) {
    let program = parse(source).unwrap_or_else(|errors| panic!("{source}: {errors:?}"));
    let main = program.main.unwrap_or_else(|| panic!("{source} has no main expression"));
    let mut walked = Vec::new();
    Scopes::default().free(&program, main, |occurrence| walked.push(occurrence));
    assert_eq!(walked, program.free(main), "{source}");
    let names = program.free_variables(main).into_iter().map(|x| program.text(x).to_owned()).collect();
    (names, walked.iter().map(|occurrence| program.span(occurrence.at).start).collect())
}

#[test]
fn a_let_binds_in_its_body_alone() {
    assert_eq!(free("let int x = x in x + y"), (vec!["x".into(), "y".into()], vec![12, 21]));
    assert_eq!(free("(let int x = 1 in x); x").1, [22]);
    assert_eq!(free("let int x = 1 in (let int x = x in x); x"), (vec![], vec![]));
}

#[test]
fn locks_in_written_types_count() {
    assert_eq!(free("new C<a.b, c>").0, ["a", "c"]);
    assert_eq!(free("let C<x> x = null in new C<x>").1, [6]);
    assert_eq!(free("synchronized a in { holds b.c; {} }").0, ["a", "b"]);
}

#[test]
fn code_does_not_mention_what_its_types_do() {
    let program =
        parse("let C<x> y = z in { y; synchronized w in new C<x> }").unwrap_or_else(|errors| panic!("{errors:?}"));
    let names = program.code_variables(program.main.unwrap_or(ExprId::new(0))).into_iter();
    assert_eq!(names.map(|x| program.text(x)).collect::<Vec<_>>(), ["z", "w"]);
}

#[test]
fn members_are_no_variables() {
    assert_eq!(free("a.b.c(d).e = f").0, ["a", "d", "f"]);
}

#[test]
fn a_walk_of_nested_forks_knows_which_of_them_a_variable_is_free_in() {
    /// Number of forks around each occurrence that began after its binding.
    #[derive(Default)]
    struct Forks {
        open: u32,
        escapes: Vec<u32>,
    }
    impl Visitor for Forks {
        type Binding = u32;
        fn enter(&mut self, _: ExprId, expr: Expr) {
            self.open += u32::from(matches!(expr, Expr::Fork(_)));
        }
        fn leave(&mut self, _: ExprId, expr: Expr) {
            self.open -= u32::from(matches!(expr, Expr::Fork(_)));
        }
        fn bind(&mut self, _: ExprId, _: Name) -> u32 {
            self.open
        }
        fn var(&mut self, _: Occurrence, binding: Option<u32>) {
            self.escapes.push(self.open - binding.unwrap_or(0));
        }
    }
    let source = "fork { x; let int y = x in { y; fork { x; y; let int x = y in fork { x } }; fork y } }";
    let program = parse(source).unwrap_or_else(|errors| panic!("{errors:?}"));
    let mut forks = Forks::default();
    let mut scopes = Scopes::default();
    scopes.walk(&program, program.main.unwrap_or(ExprId::new(0)), &mut forks);
    assert_eq!(forks.escapes, [1, 1, 0, 2, 1, 1, 1, 1]);
    let mut again = Forks::default();
    scopes.walk(&program, program.main.unwrap_or(ExprId::new(0)), &mut again);
    assert_eq!(again.escapes, forks.escapes, "every scope has ended");
}
