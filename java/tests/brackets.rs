//! Brackets around an expression and braces around a statement change no error: what the elaboration reads as an idiom, it must read in
//! these clothes too, or leave as the code that it is.

use crate::corpus::{every, options, programs};
use crate::judge::judge;
use crate::properties::lines;
use racefree_corpus::Header;
use racefree_grammar::span::LineIndex;
use tree_sitter::{Node, Parser};

/// An expression that brackets can stand around, wherever it is.
fn is_expression(node: Node<'_>, source: &str) -> bool {
    let Some(parent) = node.parent() else { return false };
    let text = &source[node.byte_range()];
    let of = |kinds: &[&str]| kinds.contains(&parent.kind());
    match node.kind() {
        "binary_expression"
        | "unary_expression"
        | "ternary_expression"
        | "cast_expression"
        | "array_access"
        | "decimal_integer_literal"
        | "string_literal"
        | "null_literal"
        | "true"
        | "false" => {
            !of(&["switch_label", "element_value_pair", "annotation_argument_list", "element_value_array_initializer"])
        }
        "method_invocation" | "object_creation_expression" | "assignment_expression" | "update_expression" => {
            !of(&["expression_statement", "for_statement", "lambda_expression", "switch_rule"])
        }
        "field_access" => {
            let name = text.rsplit('.').next().unwrap_or_default();
            name.starts_with(|c: char| c.is_lowercase() || c == '_')
                && !["java.", "javax.", "super."].iter().any(|p| text.starts_with(p))
                && !of(&["annotation_argument_list", "resource"])
                && !text.contains(".super.")
                && name != "class"
                && name != "this"
        }
        "identifier" => of(&["argument_list", "return_statement", "binary_expression"]),
        "this" => {
            of(&["argument_list", "return_statement", "field_access", "method_invocation", "binary_expression"])
                && (parent.kind() != "field_access" || parent.child_by_field_name("object") == Some(node))
        }
        _ => false,
    }
}

/// A statement that braces can stand around. Explicit locks are held from one statement to another of the same block.
fn is_statement(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    let own = matches!(
        node.kind(),
        "expression_statement"
            | "if_statement"
            | "while_statement"
            | "do_statement"
            | "for_statement"
            | "return_statement"
            | "throw_statement"
            | "try_statement"
            | "synchronized_statement"
            | "enhanced_for_statement"
            | "assert_statement"
    );
    own && ["block", "if_statement", "while_statement", "for_statement", "constructor_body"].contains(&parent.kind())
}

/// Programs that the parser reads in another way than Java does, until the elaboration mends that; a body that is one `return`; a
/// variable whose view is that of the statement behind its declaration.
const OTHERS: [&str; 5] = [
    "annotations/elements-behind-name-later.java",
    "forms/brackets-around-variables.java",
    "forms/sums-are-no-casts.java",
    "forms/unicode-escapes-of-signs.java",
    "locks/method-of-inner-class.java",
];

/// Each of the changed texts.
fn changed(path: &str, source: &str) -> Vec<(usize, String)> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_java::LANGUAGE.into()).expect("its version");
    let tree = parser.parse(source, None).expect("a tree");
    let mut todo = vec![tree.root_node()];
    let mut changed = Vec::new();
    while let Some(node) = todo.pop() {
        for i in 0..node.child_count() {
            todo.extend(node.child(i as u32));
        }
        let range = node.byte_range();
        let around = if is_expression(node, source) {
            ("(", ")")
        } else if is_statement(node) && !source.contains("unlock") && !path.starts_with("locks/") {
            ("{ ", " }")
        } else {
            continue;
        };
        let text = [&source[..range.start], around.0, &source[range.clone()], around.1, &source[range.end..]].concat();
        changed.push((range.start, text));
    }
    changed
}

#[test]
fn brackets_and_braces_change_no_error() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for (i, (path, source)) in
        programs().into_iter().enumerate().filter(|(_, (path, _))| !OTHERS.contains(&path.as_str()))
    {
        let (options, rules) = options(&Header::read(&source));
        let lines = |text: &str| {
            let mut lines = lines(text, &judge(text, options, &rules));
            lines.sort();
            lines
        };
        // One of five places, in everyday runs of twenty: all of them take half a minute.
        let (step, mut before) = (5 * every(4), None);
        for (at, text) in changed(&path, &source).into_iter().skip(i % step).step_by(step) {
            compared += 1;
            let before = before.get_or_insert_with(|| lines(&source));
            let after = lines(&text);
            if *before != after {
                let line = LineIndex::new(&source).line(at as u32);
                wrong.push(format!("{path}:{line}: {before:?} {after:?}\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= 400 / every(4), "{compared}");
}
