//! Several independent errors of one file are all reported, once each, and nothing that follows from them.

use proptest::prelude::*;
use proptest::sample::select;
use racefree_grammar::parse;
use std::cell::Cell;

use crate::common;
use common::{cases, report, runner};

/// Statements: right ones without a message, wrong ones with theirs.
const STATEMENTS: &[(&str, Option<&str>)] = &[
    ("x.f()", None),
    ("this.x = { y; z }", None),
    ("if (x) { y } else { z }", None),
    ("fork { let int x = 1 in x.f(x); y }", None),
    ("while (x.f({ 1; 2 })) {}", None),
    ("f(1)", Some("method `f` is called on no object")),
    ("x.f(1", Some("this `(` is never closed")),
    ("x.f(1))", Some("this `)` closes nothing")),
    ("new C(1, { x })", Some("`new C` takes no arguments")),
    ("int x = 5", Some("a variable is declared with `let`")),
    ("x++", Some("there is no operator `++`")),
    ("this.x += { y; z }", Some("there is no operator `+=`")),
    ("synchronized (x) { y.f(); z }", Some("this `synchronized` has no `in`")),
    ("for (int i = 0; i < n; i++) { x.f(); y }", Some("there is no `for` loop")),
    ("try { x } catch (E e) { y } finally { z }", Some("exceptions cannot be caught, so there is no `try`")),
    ("do { x.f() } while (y)", Some("there is no `do` loop")),
    ("repeat { x.f(); y } until (x)", Some("expected an operator or `;`, found `{`")),
    ("when (x) { y } otherwise { z } finally (x)", Some("method `when` is called on no object")),
    ("switch (x) { case 1: y; default: z }", Some("there is no `switch`")),
    ("if x { y } else { z }", Some("the condition of `if` must be in round brackets")),
    ("return x", Some("there is no `return`")),
    ("return", Some("there is no `return`")),
    ("x = 1", Some("`x = …` assigns to a variable, and variables are immutable")),
    ("x.f(1 + )", Some("expected an expression, found `)`")),
    ("a ? b : c", Some("there is no operator `? :`")),
    ("a[1]", Some("there are no arrays")),
    ("print 'a'", Some("a string stands in double quotes")),
    ("1 + fork { x }", Some("as an operand, `fork …` must be in brackets")),
    ("if (a) let int b = 1 in b else c", Some("a `let` in the branch before an `else` must be in brackets")),
];

/// Members likewise.
const MEMBERS: &[(&str, Option<&str>)] = &[
    ("int x = 1;", None),
    ("final Object lock guarded_by this", None),
    ("synchronized void f(int x, C<this> y) requires this { x; y }", None),
    ("int x = ;", Some("expected an expression, found `;`")),
    ("public int x;", Some("there are no access modifiers such as `public`")),
    ("int f(x) { x }", Some("parameter `x` has no type")),
    ("f() { 1; 2 }", Some("method `f` has no result type")),
    ("int f();", Some("this method has no body")),
    ("int x guardedBy this;", Some("`guardedBy` is no word of the language")),
    ("int x = 0 guarded_by this;", Some("`guarded_by` comes before the `=`")),
    ("int f requires this (int x) { x }", Some("`requires` comes after the parameters")),
    ("@GuardedBy(\"this\") int x;", Some("a guard is declared with `guarded_by`")),
    ("int print;", Some("`print` is a reserved word, so it cannot be a name")),
    ("int x = let int y = 1 in y;", Some("a `let` in a field's initialiser must be in brackets")),
];

/// Heads of classes likewise.
const HEADS: &[(&str, Option<&str>)] = &[
    ("class C", None),
    ("thread_local class C<ghost Object l> extends D<l> guarded_by l", None),
    ("class C<T>", Some("classes have no type parameters")),
    ("class C<ghost x>", Some("ghost `x` has no type")),
    ("class C implements D", Some("there are no interfaces, enumerations or records")),
    ("class C extends", Some("expected a class name, found `{`")),
    ("class C extends A, B", Some("a class has one superclass")),
];

/// A source being written, with the errors that are in it: where they are at least, and their messages.
#[derive(Default)]
struct Planted {
    source: String,
    errors: Vec<(usize, &'static str)>,
}

impl Planted {
    fn add(&mut self, (text, message): (&'static str, Option<&'static str>)) {
        self.errors.extend(message.map(|message| (self.source.len(), message)));
        self.source.push_str(text);
    }
}

#[test]
fn every_error_is_reported_once() {
    let statements = || prop::collection::vec((select(STATEMENTS), any::<bool>()), 1..5);
    let members = prop::collection::vec((select(MEMBERS), statements()), 0..5);
    let classes = prop::collection::vec((select(HEADS), members), 0..4);
    let planted_in_all = Cell::new(0);
    let result = runner().run(&(classes, statements()), |(classes, main)| {
        let mut planted = Planted::default();
        let block = |planted: &mut Planted, statements: &[((&'static str, Option<&'static str>), bool)]| {
            for &(statement, nested) in statements {
                planted.source.push_str(if nested { "  fork {\n" } else { "  " });
                planted.add(statement);
                planted.source.push_str(if nested { "\n  }\n  ;\n" } else { ";\n" });
            }
        };
        for (head, members) in &classes {
            planted.add(*head);
            planted.source.push_str(" {\n");
            for (member, statements) in members {
                planted.add(*member);
                planted.source.push_str("\nint ok() {\n");
                block(&mut planted, statements);
                planted.source.push_str("}\n");
            }
            planted.source.push_str("}\n");
        }
        block(&mut planted, &main);
        let Planted { source, errors } = planted;
        let found = parse(&source).err().unwrap_or_default();
        let messages: Vec<&str> = found.iter().map(|e| e.message.as_str()).collect();
        let expected: Vec<&str> = errors.iter().map(|e| e.1).collect();
        prop_assert_eq!(messages, expected, "{}", source);
        for (error, (start, _)) in found.iter().zip(&errors) {
            prop_assert!(error.span.start as usize >= *start, "{error:?}\n{source}");
        }
        planted_in_all.set(planted_in_all.get() + errors.len());
        Ok(())
    });
    report(result);
    assert!(planted_in_all.get() > 3 * cases() as usize, "only {} errors", planted_in_all.get());
}

#[test]
fn no_more_than_a_hundred_errors_of_a_class() {
    let class = format!("class C {{ {} }}\n", "int f() { new C(1) } ".repeat(1000));
    let errors = parse(&class.repeat(3)).err().unwrap_or_default();
    assert_eq!(errors.len(), 3 * 101);
    assert_eq!(errors[100].message, "more than 100 syntax errors; the rest, from here on, are not shown");
}
