//! What section 3 of the calculus decides: tokens, precedence, `let`, `else`, `;`, annotation comments, literals.

mod atomicity;

use racefree_grammar::ast::{BinOp, Expr, ExprId, Program, TypeKind, UnOp};
use racefree_grammar::forms;
use racefree_grammar::lexer::Lexer;
use racefree_grammar::name::Name;
use racefree_grammar::span::LineIndex;
use racefree_grammar::token::{Extras, LexError, Token, quoted};
use racefree_grammar::{Options, Span, parse, parse_with};

fn program(source: &str) -> Program {
    parse(source).unwrap_or_else(|e| panic!("{source}: {e:?}"))
}

/// An expression in prefix notation, every form in brackets.
fn show(p: &Program, e: ExprId) -> String {
    let list = |list| p.list(list).iter().map(|&e| show(p, e)).collect::<Vec<_>>().join(" ");
    match p.expr(e) {
        Expr::Var(x) => p.text(x).to_owned(),
        Expr::Int(n) => n.to_string(),
        Expr::Bool(b) => b.to_string(),
        Expr::Null => "null".to_owned(),
        Expr::Str(text) => quoted(p.text(text)),
        Expr::Unit => "{}".to_owned(),
        Expr::New(ty) => match p.ty(ty).kind {
            TypeKind::Class { name, args } if args.len > 0 => format!("(new {} {})", p.text(name), list(args)),
            TypeKind::Class { name, .. } => format!("(new {})", p.text(name)),
            other => format!("{other:?}"),
        },
        Expr::Field { recv, field } => format!("{}.{}", show(p, recv), p.text(field)),
        Expr::Assign { recv, field, value } => format!("({}.{} = {})", show(p, recv), p.text(field), show(p, value)),
        Expr::Call { recv, method, args } => format!("{}.{}({})", show(p, recv), p.text(method), list(args)),
        Expr::Seq(elements) => format!("[{}]", list(elements)),
        Expr::Binary(op, l, r) => format!("({} {} {})", op.text(), show(p, l), show(p, r)),
        Expr::Unary(op, e) => format!("({} {})", op.text(), show(p, e)),
        other @ (forms!(block | operator | owned | extended)) => {
            let form = format!("{other:?}").to_lowercase();
            let form = form.split([' ', '(']).next().unwrap_or_default().to_owned();
            let binds = p.parts(e).binds.map(|x| p.text(x).to_owned());
            let row = [form].into_iter().chain(binds).chain(p.children(e).map(|e| show(p, e)));
            format!("({})", row.collect::<Vec<_>>().join(" "))
        }
    }
}

#[track_caller]
fn is(source: &str, expected: &str) {
    let program = program(source);
    assert_eq!(show(&program, program.main.expect("a main expression")), expected, "{source}");
}

#[track_caller]
fn refused(source: &str) {
    assert!(parse(source).is_err(), "{source}");
}

#[test]
fn operators_by_strength() {
    is("a || b && c == d < e + f * -g", "(|| a (&& b (== c (< d (+ e (* f (- g)))))))");
    is("-a * b + c < d == e && f || g", "(|| (&& (== (< (+ (* (- a) b) c) d) e) f) g)");
    is("a - b - c", "(- (- a b) c)");
    is("a / b * c % d", "(% (* (/ a b) c) d)");
    is("a < b <= c > d >= e", "(>= (> (<= (< a b) c) d) e)");
    is("a == b != c", "(!= (== a b) c)");
    is("!a.f == -b.g()", "(== (! a.f) (- b.g()))");
    is("!-!a", "(! (- (! a)))");
    let levels: Vec<u8> = BinOp::ALL.iter().map(|op| op.level()).collect();
    assert!(levels.is_sorted());
    for op in BinOp::ALL {
        is(&format!("a {} b", op.text()), &format!("({} a b)", op.text()));
    }
}

#[test]
fn assignment_is_right_associative_and_loose() {
    is("a.f = b.g = c || d", "(a.f = (b.g = (|| c d)))");
    is("a.f = if (b) c else d", "(a.f = (if b c d))");
    is("a.f = fork b", "(a.f = (fork b))");
    refused("a.f + b.g = c");
}

#[test]
fn a_let_reaches_to_the_end_of_the_block() {
    is("a; let int x = b in c; d", "[a (let x b [c d])]");
    is("{ let int x = b in c; d }; e", "[(let x b [c d]) e]");
    is("synchronized x in let T y = e in a; b", "(sync x (let y e [a b]))");
    is("if (a) let int x = b in c; d", "(if a (let x b [c d]))");
    is("let int x = let int y = a in b in c", "(let x (let y a b) c)");
    is("a.f(let int x = b in c; d, e)", "a.f((let x b [c d]) e)");
    refused("if (a) let int x = b in c else d");
    refused("class C { int x = let int y = a in b; }");
    refused("a + let int x = b in c");
}

#[test]
fn a_dangling_else_goes_to_the_nearest_if() {
    is("if (a) if (b) c else d", "(if a (if b c d))");
    is("if (a) { if (b) c } else d", "(if a (if b c) d)");
    is("if (a) fork if (b) c else d", "(if a (fork (if b c d)))");
    is("if (a) b else if (c) d else e", "(if a b (if c d e))");
}

#[test]
fn prefix_forms_take_the_longest_body_without_a_semicolon() {
    is("fork a + b; c", "[(fork (+ a b)) c]");
    is("synchronized a in b.f = c; d", "[(sync a (b.f = c)) d]");
    is("print a == b; assert c", "[(print (== a b)) (assert c)]");
    is("while (a) b || c; d", "[(while a (|| b c)) d]");
    is("(fork a) + b", "(+ (fork a) b)");
    refused("a + fork b");
    refused("a.f(b).(fork c)");
}

#[test]
fn a_semicolon_may_be_left_out_behind_a_brace() {
    is("fork { a } fork { b }", "[(fork a) (fork b)]");
    is("{ a; b } c", "[[a b] c]");
    is("{ a; b } (c)", "[[a b] c]");
    is("{ a; b } !c", "[[a b] (! c)]");
    is("{ a; b } { c; d };", "[[a b] [c d]]");
    is("{ a; b } - c", "(- [a b] c)");
    is("{ a; b }.f", "[a b].f");
    is("{ a; b } == c", "(== [a b] c)");
    is("fork { a } == c", "(fork (== a c))");
    is("a;", "a");
    refused("a b");
    refused("(a) b");
    refused("a;;b");
}

#[test]
fn brackets_leave_no_trace() {
    is("{ x }", "x");
    is("((x; y))", "[x y]");
    is("{ { x; y } }", "[x y]");
    is("{}", "{}");
    is("{ {} }", "{}");
    is("{ holds x }", "[(holds x)]");
    is("{ x; { y; z } }", "[x [y z]]");
}

#[test]
fn ghost_arguments_behind_new_and_comparisons_elsewhere() {
    is("new C<x, y.f>", "(new C x y.f)");
    is("new C<>", "(new C)");
    is("(new C) < x", "(< (new C) x)");
    is("a < b", "(< a b)");
    is("new C<x>.f", "(new C x).f");
    refused("new C < x");
}

#[test]
fn integer_literals() {
    is("2147483647", "2147483647");
    is("-2147483648", "-2147483648");
    is("- 5", "-5");
    is("-(5)", "-5");
    is("-(-5)", "(- -5)");
    is("a - 5", "(- a 5)");
    is("a - -5", "(- a -5)");
    is("007", "7");
    for source in ["2147483648", "a - 2147483648", "-(2147483648 + a)", "4294967296", "99999999999999999999"] {
        refused(source);
    }
    let p = program("-(-2147483648)");
    let Some(Expr::Unary(UnOp::Neg, inner)) = p.main.map(|e| p.expr(e)) else { panic!("no negation") };
    assert_eq!(p.expr(inner), Expr::Int(i32::MIN));
}

#[test]
fn string_escapes_are_javas() {
    let text = |source: &str| {
        let p = program(source);
        match p.main.map(|e| p.expr(e)) {
            Some(Expr::Str(text)) => p.text(text).to_owned(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(text(r#""\b\t\n\f\r\s\"\'\\""#), "\u{8}\t\n\u{c}\r \"'\\");
    assert_eq!(text(r#""\0\7\12\101\377\400""#), "\0\u{7}\nA\u{ff}\u{20}0");
    assert_eq!(text(r#""\u0041\uuu00e9""#), "Aé");
    assert_eq!(text("\"/* // */\""), "/* // */");
    for source in [r#""\q""#, r#""\u12""#, r#""\ud800""#, "\"a\nb\"", "\"a", r#""\8""#] {
        refused(source);
    }
    for text_of in ["", "a\"b\\c\n\t\r\u{8}\u{c}\0\u{7f}é☃𝄞'"] {
        assert_eq!(text(&quoted(text_of)), text_of);
    }
}

#[test]
fn comments_nest() {
    is("a /* b /* c */ d */ + e // f /* g", "(+ a e)");
    is("a //# + b\n + c", "(+ (+ a b) c)");
    is("a /*# + b /* no */ // no\n */ + c", "(+ (+ a b) c)");
    is("a /**/ + /***/ b /*/ */", "(+ a b)");
    let source = "x /* one */ // two\n+ /*# y /* three */ */";
    let with = parse_with(source, Options { comments: true, ..Options::default() }).unwrap();
    let comments: Vec<&str> = with.comments.iter().map(|c| c.text(source)).collect();
    assert_eq!(comments, ["/* one */", "// two", "/* three */"]);
    assert_eq!(with.annotations.iter().map(|a| a.text(source)).collect::<Vec<_>>(), ["/*# y /* three */ */"]);
    assert!(program(source).comments.is_empty());
}

#[test]
fn annotation_comments_read_as_if_they_stood_outside() {
    let inside = "/*# thread_local */ class C /*# <ghost Object l> */ {
      int balance /*# guarded_by this */ = 0; int f() //# requires l
      { new C /*# <l> */ } }";
    let outside = "thread_local class C<ghost Object l> {
      int balance guarded_by this = 0; int f() requires l { new C<l> } }";
    assert!(program(inside).same_syntax(&program(outside)));
}

#[test]
fn holds_in_an_annotation_comment_needs_no_semicolon() {
    is("/*# holds x.f */ a; b", "[(holds x.f) a b]");
    is("a; //# holds x\nb", "[a (holds x) b]");
    is("/*# holds x; */ a", "[(holds x) a]");
    is("/*# holds x */; a", "[(holds x) a]");
    is("{ /*# holds x */ } a", "[[(holds x)] a]");
    is("if (holds x) a", "(if [(holds x)] a)");
    refused("holds x a");
    refused("a.f = holds x");
    refused("fork holds x");
}

#[test]
fn no_warn_belongs_to_its_line() {
    let p = program("a; //# no_warn\nb /*# no_warn exp_ref, guard_held */ + c; d //# no_warn x\n + e");
    let kinds: Vec<Vec<String>> = p.no_warns.iter().map(|n| n.kinds.clone()).collect();
    assert_eq!(kinds, [vec![], vec!["exp_ref".to_owned(), "guard_held".to_owned()], vec!["x".to_owned()]]);
    is("a; //# no_warn\nb /*# no_warn exp_ref, guard_held */ + c; d //# no_warn x\n + e", "[a (+ b c) (+ d e)]");
    refused("a no_warn");
}

#[test]
fn synchronized_methods_abbreviate() {
    let p =
        program("class C { synchronized int f() { 1 } synchronized void g() {} int h() { synchronized this in 1 } }");
    let bodies: Vec<String> = p.methods.iter().map(|m| show(&p, m.body)).collect();
    assert_eq!(bodies, ["(sync this 1)", "(sync this {})", "(sync this 1)"]);
    assert_eq!(p.methods.iter().map(|m| m.synchronized).collect::<Vec<_>>(), [true, true, false]);
}

#[test]
fn members_and_clauses() {
    let source = "class C<ghost Object l> extends D<l> guarded_by l.m { final int x int y guarded_by this = 1 C<l> z;
      void f(int a, C<a> b) requires a, b.x {} boolean g() { true } }";
    let p = program(source);
    let class = &p.classes[0];
    assert_eq!(p.fields_of(class).len(), 3);
    assert_eq!(p.methods_of(class).len(), 2);
    let guards: Vec<Option<String>> =
        p.fields_of(class).iter().map(|f| p.guard_of(class, f).map(|g| show(&p, g))).collect();
    assert_eq!(guards, [None, Some("this".to_owned()), Some("l.m".to_owned())]);
    assert_eq!(p.list(p.methods_of(class)[0].requires).len(), 2);
    assert_eq!(class.span.text(source), source);
    assert_eq!(p.fields[0].span.text(source), "final int x");
    assert!(program("class C {}").main.is_none());
    assert!(program("").main.is_none());
}

#[test]
fn places_are_those_of_the_source() {
    let source = "class C { synchronized int f() { (this.x) + -5 } }\n{ (a; b) } - c.d(e)";
    let p = program(source);
    let texts: Vec<&str> = p.spans.iter().map(|s| s.text(source)).collect();
    for text in ["this.x", "-5", "(this.x) + -5", "a; b", "c.d(e)", "{ (a; b) } - c.d(e)", "e"] {
        assert!(texts.contains(&text), "{text} is not among {texts:?}");
    }
}

#[test]
fn lines_and_columns() {
    let source = "a\nbé☃d\n\nlast";
    let lines = LineIndex::new(source);
    assert_eq!(LineIndex::lines(source), 4);
    assert_eq!(LineIndex::lines("a\n"), 1);
    let lines_of_empty = LineIndex::new("");
    assert_eq!((LineIndex::lines(""), lines_of_empty.line_column("", 0)), (0, (1, 1)));
    let d = source.find('d').unwrap() as u32;
    assert_eq!(lines.line_column(source, d), (2, 4));
    assert_eq!(lines.offset(source, 2, 4), Some(d));
    assert_eq!(lines.offset(source, 2, 99), Some(d + 1));
    assert_eq!(lines.offset(source, 9, 1), None);
    assert_eq!(lines.line_span(source, 2).map(|s| s.text(source)), Some("bé☃d"));
    assert_eq!(lines.line_span(source, 3).map(|s| s.text(source)), Some(""));
    assert_eq!(lines.line_span(source, 4).map(|s| s.text(source)), Some("last"));
    assert_eq!(lines.line(source.len() as u32), 4);
}

#[test]
fn tokens() {
    let mut lexer = Lexer::new("x<=5 /*# $y_1 */ é § \"s\" {a}b", Extras::default());
    let tokens: Vec<Token> = lexer.by_ref().map(|t| t.1).collect();
    let (extras, annotations, _) = lexer.finish();
    let ident = |text: &str| Token::Ident(extras.names.find(text).unwrap());
    let text = Token::Text(extras.names.find("s").unwrap());
    use Token::{AutoSemi, CloseBrace, Le, Number, OpenBrace};
    let expected =
        [ident("x"), Le, Number(5), ident("$y_1"), text, OpenBrace, ident("a"), CloseBrace, AutoSemi, ident("b")];
    assert_eq!(tokens, expected);
    assert_eq!(annotations, [Span::new(5, 16)]);
    assert_eq!(extras.errors.iter().map(|e| e.1).collect::<Vec<_>>(), [LexError::Character, LexError::Character]);
    assert_eq!((Name::THIS, Name::OBJECT, Name::STRING), (ident_of("this"), ident_of("Object"), ident_of("String")));
}

fn ident_of(text: &str) -> Name {
    Program::default().names.find(text).unwrap()
}
