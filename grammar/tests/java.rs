//! The dialect of Java: names in backquotes, what is refused, and what other dialects make of its words.

use racefree_grammar::ast::{Expr, Extended};
use racefree_grammar::{parse, printer};

fn java(source: &str) -> String {
    format!("//! dialect: java\n{source}")
}

#[test]
fn words_of_the_dialect_are_names_elsewhere() {
    let source =
        "class label { int exit = 1 int length() { this.exit } }\nlet label any = new label in any.length() + any.exit";
    assert!(parse(source).is_ok());
    assert!(parse(&java(source)).is_err());
    let quoted = source.replace("label", "`label`").replace("exit", "`exit`").replace("any", "`any`");
    let program = parse(&java(&quoted)).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(program.names.find("label").is_some() && program.names.find("`label`").is_none());
    let printed = printer::format(&java(&quoted)).unwrap();
    assert!(printed.contains("new `label`") && printed.contains("`any`.length() + `any`.`exit`"), "{printed}");
    assert!(parse(&printed).unwrap().same_syntax(&program));
}

#[test]
fn a_length_is_that_of_an_array_unless_it_is_called_or_quoted() {
    let length = |source: &str| {
        let program = parse(&java(source)).unwrap_or_else(|e| panic!("{e:?}"));
        matches!(program.expr(program.main.unwrap()), Expr::Extended(Extended::Length(_)))
    };
    assert!(length("a.length") && length("a.b.length"));
    assert!(!length("a.length()") && !length("a.`length`"));
}

#[test]
fn what_is_none_is_refused() {
    for source in [
        "this = 1",
        "f(1).class",
        "catch (A x) {}",
        "try {}",
        "new int",
        "new int[3]",
        "exit",
        "class A { constructor }",
        "class A { abstract int f }",
        "interface I implements J {}",
        "`a",
        "a[",
        "]",
    ] {
        assert!(parse(&java(source)).is_err(), "{source}");
    }
    let deep = format!("let int{} x = null in x", "[]".repeat(256));
    assert!(parse(&java(&deep)).is_err());
    assert!(parse(&java(&deep.replacen("[]", "", 1))).is_ok());
}

#[test]
fn any_bytes_have_an_answer() {
    let text = include_str!("layouts/java.txt");
    for at in (0..text.len()).filter(|&at| text.is_char_boundary(at)) {
        for cut in [&text[at..], &text[..at]] {
            let _ = parse(&java(cut));
        }
    }
}
