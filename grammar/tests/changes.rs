//! Formatting a program that was changed: what was added has a place of its own, and everything else keeps its own.

use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, Program};
use racefree_grammar::name::Name;
use racefree_grammar::{parse, printer};

const SOURCE: &str = "\
// A counter.
class Counter { // in one file
  // the count
  int count = 0; // starts at 0
  /*# int shadow */; final Object lock = new Object;

  /* counts */
  int add(int n) /*# requires this */ { // n at a time
    this.count = this.count + n //# no_warn guard_held
  }

  // more
  void reset() { this.count = 0 /* again */ }
}

// the program
(new Counter).add(1) // once
";

/// Adds a guard to every field that is not final, `thread_local` and a superclass to every class, and a `requires` to
/// every method.
fn annotate(program: &mut Program) {
    for i in 0..program.fields.len() {
        if !program.fields[i].is_final {
            program.fields[i].guard = Some(program.add(Expr::Var(Name::THIS), Span::NONE));
        }
    }
    let counter = program.names.intern("counter");
    for i in 0..program.methods.len() {
        let mut locks = program.list(program.methods[i].requires).to_vec();
        locks.push(program.add(Expr::Var(counter), Span::NONE));
        program.methods[i].requires = program.add_list(&locks);
    }
    program.classes.iter_mut().for_each(|class| class.thread_local = true);
}

#[test]
fn what_is_added_leaves_the_comments_where_they_are() {
    let printed = printer::format_with(SOURCE, annotate).unwrap();
    assert_eq!(
        printed,
        "\
// A counter.
thread_local class Counter { // in one file
  // the count
  int count guarded_by this = 0 // starts at 0
  /*# int shadow */ guarded_by this
  final Object lock = new Object

  /* counts */
  int add(int n) /*# requires this */, counter { // n at a time
    this.count = this.count + n //# no_warn guard_held
  }

  // more
  void reset() requires counter { this.count = 0 /* again */ }
}

// the program
(new Counter).add(1) // once
"
    );
    let mut program = parse(SOURCE).unwrap();
    annotate(&mut program);
    assert!(parse(&printed).unwrap().same_syntax(&program));
}

#[test]
fn what_is_taken_away_takes_no_comment_with_it() {
    let remove = |program: &mut Program| {
        program.main = None;
        program.classes[0].methods.end -= 1;
        program.fields[0].init = None;
    };
    let printed = printer::format_with(SOURCE, remove).unwrap();
    for comment in
        ["// A counter.", "// the count", "// starts at 0", "// more", "/* again */", "// the program", "// once"]
    {
        assert_eq!(printed.matches(comment).count(), 1, "{comment}\n{printed}");
    }
    let mut program = parse(SOURCE).unwrap();
    remove(&mut program);
    assert!(parse(&printed).unwrap().same_syntax(&program), "{printed}");
}

#[test]
fn a_tree_that_was_changed_in_place_is_laid_out_like_any_other() {
    let lock = |program: &mut Program| {
        // The body of `add` is wrapped, so its parent is before it.
        let body = program.methods[0].body;
        let inner = program.add(program.expr(body), program.span(body));
        let lock = program.add(Expr::Var(Name::THIS), Span::NONE);
        program.exprs[body.index()] = Expr::Sync { lock, body: inner };
    };
    let printed = printer::format_with(SOURCE, lock).unwrap();
    assert!(
        printed.contains("    synchronized this in this.count = this.count + n //# no_warn guard_held\n"),
        "{printed}"
    );
    assert_eq!(printer::format(&printed).unwrap(), printed);
}

#[test]
fn nothing_changed_is_formatting() {
    assert_eq!(printer::format_with(SOURCE, |_| {}).unwrap(), printer::format(SOURCE).unwrap());
    assert!(printer::format_with("x +", |_| {}).is_err());
}
