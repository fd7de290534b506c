//! Expressions as abbreviated text.

use racefree_typeck::statement::Statement;
use racefree_typeck::statement::expressions::expression;

fn printed(text: &str, limit: usize) -> String {
    let program = racefree_grammar::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let mut out = Statement::default();
    expression(&mut out, &program, program.main.unwrap(), limit);
    assert_eq!(out.pieces().map(|(_, piece)| piece).collect::<String>(), out.text());
    out.text().to_owned()
}

#[test]
fn brackets_stand_where_they_are_needed_and_nowhere_else() {
    for text in [
        "fork { let int x = 1 in x }; 2",
        "fork let int x = 1 in x; 2",
        "if (a) (if (b) c) else d",
        "if (a) if (b) c else d",
        "a.f.g",
        "a.f = b.g = 1",
        "a.m(1, -2).n()",
        "(new A<a.b>).m()",
        "1 + 2 * 3 - 4",
        "(1 + 2) * 3",
        "1 - (2 - 3)",
        "!(a && b) || c",
        "--a - -5",
        "x; y; z",
        "let int x = 1 in print x; x",
        "let int x = (fork a) in x",
        "synchronized a in { b; c }",
        "synchronized a in let int x = 1 in x",
        "if (a) b else c",
        "(if (a) b else c) + 1",
        "while (a < 1) { b; c }",
        "{ let int x = 1 in x }.f",
        "assert a == null; print \"a\\\"b\\\\\\n\"",
        "a.f = { let int x = 1 in x }",
    ] {
        assert_eq!(printed(text, 200), text);
    }
}

#[test]
fn what_is_deep_is_left_out_first() {
    let text = "synchronized a.lock in let Account b = a.get(1, 2) in b.balance = b.balance + 100";
    assert_eq!(printed(text, 100), text);
    assert_eq!(printed(text, 80), "synchronized a.lock in let Account b = a.get(1, 2) in b.balance = …");
    assert_eq!(printed(text, 60), "synchronized a.lock in let Account b = … in …");
    assert_eq!(printed(text, 30), "synchronized a.lock in …");
    assert_eq!(printed(text, 10), "synchroni…");
}

#[test]
fn no_expression_is_too_large() {
    let chain = format!("a{}", ".f".repeat(50_000));
    assert_eq!(printed(&chain, 60), "….f.f.f.f.f.f");
    let sum = vec!["1"; 50_000].join(" + ");
    assert_eq!(printed(&sum, 20), "… + 1 + 1 + 1 + 1");
    let forks = format!("{}1", "fork ".repeat(50_000));
    assert_eq!(printed(&forks, 22), "fork fork fork fork …");
    let text = printed(&format!("\"{}\"", "x".repeat(50_000)), 60);
    assert!(text.chars().count() <= 60, "{text}");
}
