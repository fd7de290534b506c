//! Parts of the command line by themselves.

use racefree_cli::parts::{columns, escaped, inline, json, rewrite, statement, suggestion, unified, written};
use racefree_kernel::statement::{Sort, Statement};

#[test]
fn what_is_suggested_parses_checks_and_runs() {
    let mut suggested = 0;
    for entry in racefree_corpus::plain_entries() {
        let header = entry.header();
        let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
        let end = program.classes.iter().map(|c| c.span.end).max().unwrap_or(0) as usize;
        let Some(main) = suggestion(&program, &[]) else { continue };
        let source = format!("{}\n{main}\n", &entry.source[..end]);
        let program = racefree_grammar::parse(&source).unwrap_or_else(|e| panic!("{}: {e:?}\n{source}", entry.path));
        suggested += 1;
        let system = racefree_systems::find(header.system()).expect("the system of a corpus program");
        // Where races are allowed, a program is accepted whose methods a client cannot call with what they need.
        if header.claim("check") == Some("ok") && system.promises().contains(&"race") {
            let report = system.check(&program, &source, &racefree_kernel::Options::default());
            assert!(
                report.errors.is_empty() || !header.list("option").is_empty(),
                "{}: {:?}",
                entry.path,
                report.errors
            );
        }
    }
    assert!(suggested > 100, "{suggested}");
}

#[test]
fn nothing_in_a_program_is_a_command() {
    assert_eq!(escaped("a_b$c"), "a\\_b\\$c");
    assert_eq!(escaped(r"\end{document} % 100"), "\\textbackslash{}end\\{document\\} \\% 100");
    assert_eq!(
        escaped("x --> <<y>>"),
        "x {-}{-}\\textgreater{} \\textless{}\\textless{}y\\textgreater{}\\textgreater{}"
    );
    assert_eq!(escaped("Zürich 🙂"), "Zürich \\texttt{\\textbackslash{}u\\{1F642\\}}");
}

#[test]
fn every_symbol_of_the_rule_book_is_typeset() {
    for (_, rule) in racefree_systems::BASE.book().rules() {
        let texts = rule.premises.iter().map(|p| p.statement).chain([rule.name, rule.conclusion]);
        for text in texts {
            let typeset = escaped(text);
            assert!(!typeset.contains("\\textbackslash{}u"), "{text} has a symbol that is not typeset: {typeset}");
        }
    }
}

#[test]
fn judgments_are_set_in_math() {
    let mut text = Statement::default();
    text.push(Sort::Meta, "P; E₁₂ ⊢final ");
    text.push(Sort::Variable, "P");
    assert_eq!(statement(&text), "\\stm{$P$; $E_{12}$ $\\vdash_{\\mathsf{final}}$ \\var{P}}");
}

#[test]
fn two_crossing_transitions_are_uncrossed() {
    // 0 to 1 and 2; 1 to 4, 2 to 3: in the order of their numbers 1-4 and 2-3 would cross.
    let column = columns(&[0, 1, 1, 2, 2], &[(0, 1), (0, 2), (1, 4), (2, 3)]);
    assert_eq!(column[0], 0.0);
    assert!((column[1] < column[2]) == (column[4] < column[3]), "{column:?}");
}

#[test]
fn a_loop_and_no_state_at_all_are_drawn() {
    assert_eq!(columns(&[], &[]), Vec::<f64>::new());
    assert_eq!(columns(&[0, 1], &[(0, 1), (1, 0), (1, 1)]), [0.0, 0.0]);
}

#[test]
fn a_written_schedule_is_read_back() {
    for text in ["0*12,1*3,0", "0", "7*2,0*9,7"] {
        assert_eq!(inline(&written(text).expect("a schedule")), text);
    }
    assert_eq!(inline(&written("0, 0 1,1").expect("a schedule")), "0*2,1*2");
    for wrong in ["", "0*0", "0*", "*3", "0**2", "4294967296", "0*99999999999999999999"] {
        assert!(written(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn json_is_a_list_or_an_object_with_one() {
    assert_eq!(inline(&json("[0,0,1]").expect("a schedule")), "0*2,1");
    assert_eq!(inline(&json("{\"schedule\":[2]}").expect("a schedule")), "2");
    for wrong in ["{}", "[true]", "[-1]", "[0"] {
        assert!(json(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn changed_lines_stand_in_hunks_with_three_lines_around() {
    let old = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl";
    let new = "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\nL";
    let expected = "--- x\n+++ x\n@@ -1,5 +1,5 @@\n a\n-b\n+B\n c\n d\n e\n@@ -9,4 +9,4 @@\n i\n j\n k\n-l\n\\ No newline at \
                    end of file\n+L\n\\ No newline at end of file\n";
    assert_eq!(unified(("x", "x"), old, new), expected);
    assert_eq!(unified(("x", "x"), old, old), "");
}

#[test]
fn what_another_has_written_in_between_stays() {
    let file = std::env::temp_dir().join(format!("racefree-rewrite-{}", std::process::id()));
    std::fs::write(&file, "theirs").unwrap();
    assert!(rewrite(&file, "read", "new").is_err());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "theirs");
    rewrite(&file, "theirs", "new").unwrap();
    // Another has written the same.
    rewrite(&file, "theirs", "new").unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "new");
    std::fs::remove_file(&file).unwrap();
}
