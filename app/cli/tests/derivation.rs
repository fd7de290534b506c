//! The derivations of small programs in every form.

use insta::assert_snapshot;
use racefree_answers::derivation::Options;
use racefree_cli::DerivationForm as Form;
use racefree_cli::derivation::{Look, render};
use racefree_typeck::rules::BOOK;
use serde_json::Value;
use std::collections::HashSet;

const ACCOUNT: &str = "class Account {
  int balance guarded_by this = 0
  int deposit(int x) { synchronized this in this.balance = this.balance + x }
}
let Account a = new Account in fork a.deposit(10)
";

const FORGOTTEN: &str = "class Account {
  int balance guarded_by this = 0
  int deposit(int x) requires this { this.balance = this.balance + x }
}
let Account a = new Account in {
  synchronized a in a.deposit(10);
  a.deposit(20)
}
";

const GUARDED: &str = "class Account { int balance guarded_by this = 0 }\n";

/// The guard of `this.head.value` is the list's `this`, put in for the ghost; the node has a `this` of its own.
const GHOSTS: &str = "class Node<ghost List l> {
  int value guarded_by l
  int own guarded_by this
}
class List {
  final Node<this> head = new Node<this>
  int set() { synchronized this in synchronized this.head in this.head.value = this.head.own }
}
";

const INHERITED: &str = "class A<ghost Object g> { int v guarded_by g }
class B<ghost Object h> extends A<h> { }
class D { final Object lock = new Object
  int m(B<this.lock> b) { let A<this.lock> a = b in synchronized this.lock in b.v } }
";

const HOLDS: &str = "class Cell { int v guarded_by this }
let Cell p = new Cell in let Cell q = p in
synchronized q in { print 1; holds p; p.v = 2; p.v }
";

struct With<'a> {
    depth: Option<usize>,
    at: Option<&'a str>,
    width: usize,
    off: &'a str,
}

const PLAIN: With<'_> = With { depth: None, at: None, width: 100, off: "" };

fn shown(form: Form, source: &str, with: With<'_>) -> Result<String, String> {
    let program = racefree_grammar::parse(source).unwrap_or_else(|errors| panic!("{errors:?}"));
    let mut rules = racefree_typeck::Options::default();
    if !with.off.is_empty() {
        rules.off.switch_off(BOOK.find_premise(with.off).unwrap());
    }
    let (_, cx) = racefree_typeck::derive(&program, source, &rules);
    let options = Options { file: "a.rfj", depth: with.depth, at: with.at, ..Options::default() };
    render(form, &cx, source, &options, Look { width: with.width, color: false })
}

fn text(source: &str, with: With<'_>) -> String {
    shown(Form::Text, source, with).unwrap()
}

#[test]
fn text_of_a_derivation_that_holds() {
    assert_snapshot!(text(ACCOUNT, PLAIN));
}

#[test]
fn text_of_a_derivation_that_fails() {
    assert_snapshot!(text(FORGOTTEN, With { width: 80, ..PLAIN }));
}

#[test]
fn text_with_ghosts_instantiated() {
    assert_snapshot!(text(GHOSTS, PLAIN));
}

#[test]
fn text_of_inherited_members_and_subtypes() {
    assert_snapshot!(text(INHERITED, PLAIN));
}

#[test]
fn text_of_a_holds() {
    assert_snapshot!(text(HOLDS, PLAIN));
}

#[test]
fn text_of_a_supertype_that_a_let_goes_by() {
    let source = "class N { final int id = 1 }
class Cell<ghost Object l> extends N { }
print (let Object k = new Object in new Cell<k>).id";
    assert_snapshot!(text(source, PLAIN));
}

#[test]
fn text_with_a_premise_off() {
    assert_snapshot!(text(FORGOTTEN, With { off: "EXP INVOKE/requires-held", at: Some("7:5"), ..PLAIN }));
}

#[test]
fn text_with_the_guard_off() {
    let source = format!("{}let Account b = new Account in b.balance", GUARDED);
    assert_snapshot!(text(&source, With { off: "EXP REF/guard-held", at: Some("2:34"), ..PLAIN }));
}

#[test]
fn text_of_some_levels() {
    assert_snapshot!(text(ACCOUNT, With { depth: Some(3), ..PLAIN }));
}

#[test]
fn text_at_a_place() {
    assert_snapshot!(text(ACCOUNT, With { at: Some("3:61"), ..PLAIN }));
}

#[test]
fn no_line_of_text_is_longer_than_the_terminal_is_wide() {
    for width in [60, 80, 100, 160] {
        for source in [ACCOUNT, FORGOTTEN, GHOSTS, INHERITED, HOLDS] {
            let shown = text(source, With { width, ..PLAIN });
            let longest = shown.lines().max_by_key(|line| line.chars().count()).unwrap();
            assert!(longest.chars().count() <= width, "{width} columns: {longest}");
        }
    }
}

#[test]
fn a_place_selects_the_smallest_expression_or_declaration() {
    let first = |at| text(ACCOUNT, With { at: Some(at), ..PLAIN }).lines().next().unwrap().to_owned();
    assert!(first("1:1").contains("[CLASS3]"), "{}", first("1:1"));
    assert!(first("1:8").contains("[CLASS3]"), "{}", first("1:8"));
    assert!(first("2:4").contains("[FIELD]"));
    assert!(first("2:27").contains("guard") || first("2:27").contains("[FINAL VAR]"));
    assert!(first("3:6").contains("[METHOD]"));
    assert!(first("3:15").contains("[ENV X]"));
    assert!(first("3:38").contains("[FINAL VAR]"), "{}", first("3:38"));
    assert!(first("3:59").contains("= this.balance + x"), "{}", first("3:59"));
    assert!(first("3:75").contains("x : int"));
}

#[test]
fn a_place_with_nothing_there_is_an_error() {
    let error = |at| shown(Form::Text, ACCOUNT, With { at: Some(at), ..PLAIN }).unwrap_err();
    assert_eq!(error("here"), "`here` is no place: write LINE:COLUMN, as in 12:5");
    assert_eq!(error("0:1"), "`0:1` is no place: write LINE:COLUMN, as in 12:5");
    assert_eq!(error("99:1"), "there is no line 99: the source has 5 lines");
    assert_eq!(error("4:2"), "there is no expression or declaration at 4:2");
}

/// Every program of the corpus in a form.
fn corpus(form: Form) -> impl Iterator<Item = (&'static str, &'static str, String)> {
    some(form, 1)
}

/// One program in so many.
fn some(form: Form, step: usize) -> impl Iterator<Item = (&'static str, &'static str, String)> {
    racefree_corpus::plain_entries().into_iter().step_by(step).filter_map(move |entry| {
        racefree_grammar::parse(entry.source).ok()?;
        Some((entry.path, entry.source, shown(form, entry.source, PLAIN).unwrap()))
    })
}

#[test]
fn json_is_a_flat_graph_of_judgments() {
    for (path, source, json) in some(Form::Json, 2) {
        let json: Value = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!((json["file"].as_str(), json["version"].as_u64()), (Some("a.rfj"), Some(1)));
        let derivation = &json["derivation"];
        let nodes = derivation["nodes"].as_array().unwrap();
        assert_eq!(derivation["judgments"].as_u64(), Some(nodes.len() as u64), "{path}");
        assert_eq!(derivation["holds"], nodes[0]["holds"]);
        let mut referred: HashSet<u64> = HashSet::from([0]);
        for (i, node) in nodes.iter().enumerate() {
            assert_eq!(node["id"].as_u64(), Some(i as u64));
            assert!(BOOK.find_rule(node["rule"].as_str().unwrap()).is_some());
            assert!(node["judgment"].as_str().is_some_and(|text| text.contains('⊢')));
            let line = node["span"]["line"].as_u64().unwrap();
            assert!((1..=source.lines().count() as u64 + 1).contains(&line), "{path}: {node}");
            let mut holds = true;
            for premise in node["premises"].as_array().unwrap() {
                match (premise["evidence"].as_str().unwrap(), premise["node"].as_u64()) {
                    ("derivation", Some(above)) => {
                        referred.insert(above);
                        holds &= nodes[above as usize]["holds"].as_bool().unwrap();
                    }
                    ("holds" | "assumed", None) => assert!(premise["statement"].is_string()),
                    ("fails", None) => holds = false,
                    _ => panic!("{path}: {premise}"),
                }
            }
            assert_eq!(node["holds"].as_bool(), Some(holds), "{path}: {node}");
        }
        assert_eq!(referred.len(), nodes.len(), "{path}: a judgment that nothing refers to");
        let failures = derivation["failures"].as_array().unwrap();
        assert_eq!(failures.is_empty(), derivation["holds"].as_bool().unwrap(), "{path}");
    }
}

#[test]
fn json_says_what_depth_leaves_out() {
    let json = shown(Form::Json, ACCOUNT, With { depth: Some(2), ..PLAIN }).unwrap();
    let json: Value = serde_json::from_str(&json).unwrap();
    let derivation = &json["derivation"];
    let hidden: u64 = derivation["nodes"].as_array().unwrap().iter().filter_map(|node| node["hidden"].as_u64()).sum();
    let shown = derivation["shown"].as_u64().unwrap();
    assert_eq!(shown + hidden, derivation["judgments"].as_u64().unwrap());
    assert_eq!(shown, derivation["nodes"].as_array().unwrap().len() as u64);
}

#[test]
fn nothing_in_a_program_ends_the_script_of_the_page() {
    let source = "class A { final String s = \"</script><!-- <script> & \\\" é 🙂 {{data}}\" int m_1(int k$) { k$ } }\nprint (new A).s";
    let page = shown(Form::Html, source, PLAIN).unwrap();
    assert_eq!(page.matches("</script>").count(), 2);
    assert_eq!(page.matches("<script").count(), 2);
    assert!(!page.contains("<!--"));
    let data = page.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["source"].as_str(), Some(source));
    assert_eq!(data["derivation"]["nodes"][0]["rule"], "PROG");
}

#[test]
fn the_page_needs_nothing_from_the_network() {
    for (path, _, page) in some(Form::Html, 8) {
        let before = page.split_once("id=\"data\">").unwrap().0;
        assert!(!before.contains("http://") && !before.contains("https://") && !before.contains("src="), "{path}");
        assert!(!page.contains("{{"), "{path}");
    }
}

#[test]
fn latex_is_balanced_and_ascii_but_for_letters() {
    for (path, _, latex) in corpus(Form::Latex) {
        let mut open = 0i32;
        let mut escaped = false;
        for c in latex.chars() {
            match c {
                '{' if !escaped => open += 1,
                '}' if !escaped => open -= 1,
                _ => {}
            }
            assert!(open >= 0 && (c.is_ascii() || ('À'..='ÿ').contains(&c)), "{path}: {c}");
            escaped = c == '\\' && !escaped;
        }
        assert_eq!(open, 0, "{path}");
        assert!(latex.trim_end().ends_with("\\end{document}"));
    }
}

#[test]
fn latex_escapes_names_and_strings() {
    let source =
        "class A$_b { final String s = \"100% {x} #1 \\\\ ~^& -- €\" int m_$(int a_1) { a_1 } }\nprint (new A$_b).s";
    assert_snapshot!(shown(Form::Latex, source, PLAIN).unwrap().split_once("\\begin{document}").unwrap().1);
}

/// Needs `pdflatex` with mathpartir: `cargo test -p racefree -- --ignored pdflatex`.
#[test]
#[ignore = "needs pdflatex"]
fn every_document_compiles_by_pdflatex() {
    let folder = std::env::temp_dir().join(format!("racefree-latex-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (path, _, latex) in corpus(Form::Latex) {
        std::fs::write(folder.join("a.tex"), latex).unwrap();
        let compiled = std::process::Command::new("pdflatex")
            .args(["-interaction=nonstopmode", "-halt-on-error", "a.tex"])
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(compiled.status.success(), "{path}:\n{}", String::from_utf8_lossy(&compiled.stdout));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_large_derivation_is_cut_and_says_so() {
    let class = |i| ACCOUNT.split_once("\nlet").unwrap().0.replace("Account", &format!("Account{i}")) + "\n";
    let source: String = (0..3_000).map(class).collect();
    for (form, most) in [(Form::Text, 1_000_000), (Form::Latex, 200_000), (Form::Html, 8_000_000)] {
        let shown = shown(form, &source, PLAIN).unwrap();
        assert!(shown.len() < most, "{form:?}: {}", shown.len());
        assert!(shown.contains(" judgments are shown, from "), "{form:?}");
    }
    let failing = source.clone() + "let Account7 a = new Account7 in a.balance";
    let shown = text(&failing, PLAIN);
    assert!(shown.contains("← this fails"), "what fails is shown whatever is cut");
    assert!(
        shown.contains("EXP REF/guard-held fails at 12001:34, because LOCK ELEM/same does"),
        "{}",
        &shown[shown.len() - 400..]
    );
}

#[test]
fn derivations_deeper_than_any_stack_are_shown() {
    let deep = format!("let Object o = new Object in {} 1", "synchronized o in ".repeat(20_000));
    for form in [Form::Text, Form::Latex, Form::Html, Form::Json] {
        assert!(shown(form, &deep, PLAIN).is_ok());
    }
}
