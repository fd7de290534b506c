//! Early returns, as in Java, in random bodies of methods: a program that sure repairs make of them does what Java does.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use racefree_answers::fixes;
use racefree_answers::{Rules, Verdict};
use racefree_interp::drive::{RunOptions, RunStatus, run};
use racefree_interp::lower;
use std::cell::Cell;

/// A statement of Java.
#[derive(Clone, Debug)]
enum Statement {
    Print(i32),
    /// `n = n + k;`
    Step(i32),
    /// With `n + k` as the value, where there is one.
    Return(i32),
    If(Parameter, Box<Statement>, Option<Box<Statement>>),
    /// `while (n < k) …`
    While(i32, Box<Statement>),
    Block(Vec<Statement>),
    /// `synchronized (this) { … }`
    Held(Vec<Statement>),
    /// `int x = n;`, and `print x;` in the end of what is in its scope.
    Local(Vec<Statement>),
}

/// Parameter that a condition tests.
#[derive(Clone, Copy, Debug)]
enum Parameter {
    A,
    B,
}

fn statements() -> impl Strategy<Value = Vec<Statement>> {
    let k = || 0..10i32;
    let parameter = || prop_oneof![Just(Parameter::A), Just(Parameter::B)];
    let leaf = prop_oneof![
        1 => k().prop_map(Statement::Print),
        1 => k().prop_map(Statement::Step),
        2 => k().prop_map(Statement::Return),
    ];
    let statement = leaf.prop_recursive(3, 8, 2, move |inner| {
        let list = || prop::collection::vec(inner.clone(), 0..3);
        let branch = || inner.clone().prop_map(Box::new);
        prop_oneof![
            6 => (parameter(), branch(), prop::option::of(branch())).prop_map(|(p, s, t)| Statement::If(p, s, t)),
            1 => (k(), branch()).prop_map(|(k, s)| Statement::While(k, s)),
            3 => list().prop_map(Statement::Block),
            1 => list().prop_map(Statement::Held),
            1 => list().prop_map(Statement::Local),
        ]
    });
    prop::collection::vec(statement, 1..4)
}

impl Statement {
    /// Text of the statement, in a method with a result or without one.
    fn write(&self, result: bool, out: &mut String) {
        let list = |statements: &[Statement], out: &mut String| {
            out.push_str("{ ");
            statements.iter().for_each(|s| s.write(result, out));
            out.push_str("} ");
        };
        match self {
            Statement::Print(k) => *out += &format!("print {k}; "),
            Statement::Step(k) => *out += &format!("this.n = this.n + {k}; "),
            Statement::Return(k) if result => *out += &format!("return this.n + {k}; "),
            Statement::Return(_) => out.push_str("return; "),
            Statement::If(parameter, then, other) => {
                *out += &format!("if ({}) ", if let Parameter::A = parameter { "a" } else { "b" });
                match (&**then, other) {
                    // An `else` belongs to the nearest `if`.
                    (Statement::If(..) | Statement::While(..), Some(_)) => list(std::slice::from_ref(then), out),
                    (then, _) => then.write(result, out),
                }
                if let Some(other) = other {
                    out.push_str("else ");
                    other.write(result, out);
                }
            }
            Statement::While(k, body) => {
                *out += &format!("while (this.n < {k}) ");
                body.write(result, out);
            }
            Statement::Block(statements) => list(statements, out),
            Statement::Held(statements) => {
                out.push_str("synchronized (this) ");
                list(statements, out);
            }
            Statement::Local(statements) => {
                out.push_str("{ int x = this.n; ");
                statements.iter().for_each(|s| s.write(result, out));
                out.push_str("print x; } ");
            }
        }
    }
}

/// An object and what it has printed.
#[derive(Default)]
struct Java {
    n: i32,
    printed: Vec<String>,
    steps: usize,
}

/// A method that has returned, with what it gives; or one that goes on for ever.
enum Ended {
    Returned(i32),
    Endless,
}

impl Java {
    fn list(&mut self, statements: &[Statement], ab: (bool, bool)) -> Result<(), Ended> {
        statements.iter().try_for_each(|s| self.statement(s, ab))
    }

    fn statement(&mut self, statement: &Statement, ab: (bool, bool)) -> Result<(), Ended> {
        match statement {
            Statement::Print(k) => self.printed.push(k.to_string()),
            Statement::Step(k) => self.n += k,
            Statement::Return(k) => return Err(Ended::Returned(self.n + k)),
            Statement::If(parameter, then, other) => {
                let holds = if let Parameter::A = parameter { ab.0 } else { ab.1 };
                match (holds, other) {
                    (true, _) => self.statement(then, ab)?,
                    (false, Some(other)) => self.statement(other, ab)?,
                    (false, None) => {}
                }
            }
            Statement::While(k, body) => {
                while self.n < *k {
                    self.steps += 1;
                    if self.steps > 50 {
                        return Err(Ended::Endless);
                    }
                    self.statement(body, ab)?;
                }
            }
            Statement::Block(statements) | Statement::Held(statements) => self.list(statements, ab)?,
            Statement::Local(statements) => {
                let x = self.n;
                self.list(statements, ab)?;
                self.printed.push(x.to_string());
            }
        }
        Ok(())
    }
}

const CALLS: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

/// Program with such a body.
fn program(body: &[Statement], result: bool) -> String {
    let mut text = String::new();
    body.iter().for_each(|s| s.write(result, &mut text));
    let (ty, last) = if result { ("int", "return 0; ") } else { ("void", "") };
    let calls = CALLS.map(|(a, b)| match result {
        true => format!("print o.f({a}, {b}); print o.get()"),
        false => format!("o.f({a}, {b}); print o.get()"),
    });
    format!(
        "class C {{ int n guarded_by this = 0; synchronized int get() {{ this.n }}\n  synchronized {ty} f(boolean a, boolean b) {{ {text}{last}}} }}\nlet C o = new C in {{ {} }}\n",
        calls.join("; ")
    )
}

/// Output of Java; none of an endless run.
fn printed(body: &[Statement], result: bool) -> Option<Vec<String>> {
    let mut java = Java::default();
    for ab in CALLS {
        let value = match java.list(body, ab) {
            Ok(()) => 0,
            Err(Ended::Returned(value)) => value,
            Err(Ended::Endless) => return None,
        };
        java.printed.extend(result.then(|| value.to_string()));
        java.printed.push(java.n.to_string());
    }
    Some(java.printed)
}

#[test]
fn sure_repairs_of_early_returns_do_what_java_does() {
    let rules = Rules::of(racefree_systems::find("base").expect("the base"));
    let cases: u32 = std::env::var("RACEFREE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 2000, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let (repaired, returned) = (Cell::new(0), Cell::new(0));
    let outcome = runner.run(&(statements(), any::<bool>()), |(body, result)| {
        let Some(wanted) = printed(&body, result) else { return Ok(()) };
        let text = program(&body, result);
        let fixed = fixes::repair(&text, &rules, fixes::ROUNDS, fixes::Choice::Sure);
        let Verdict::Judged(judged) = &fixed.verdict else { return Ok(()) };
        if !judged.report.is_ok() {
            return Ok(());
        }
        repaired.set(repaired.get() + 1);
        returned.set(returned.get() + u32::from(text.matches("return").count() > usize::from(result)));
        let lowered = lower(judged.program.clone()).map_err(|e| TestCaseError::fail(format!("{e:?}")))?;
        let ran = run(&lowered, &RunOptions::default());
        prop_assert_eq!(ran.status, RunStatus::Finished, "{}\nbecomes\n{}", text, fixed.text);
        prop_assert_eq!(ran.output, wanted, "{}\nbecomes\n{}", text, fixed.text);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
    assert!(returned.get() * 8 > cases, "{} with an early return of {} are repaired", returned.get(), repaired.get());
}
