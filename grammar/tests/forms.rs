//! No match over the forms of expressions has a catch-all, anywhere in the workspace: a new form would be taken for whatever is left
//! over, silently. A match that tells fewer forms apart asks whether an expression is one of these, and may say *else*.

use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// Number of forms from which on a match is one over the forms.
const FORMS: usize = 4;

/// The enums whose variants are the forms of expressions: the syntax tree's, and that of the trees that generators make.
const ENUMS: [&str; 2] = ["Expr", "E"];

#[derive(Default)]
struct Matches {
    /// How many there are over the forms, and the lines of those with a catch-all.
    all: usize,
    wrong: Vec<usize>,
}

/// The forms that a pattern names, where it says of which form an expression is; a pair of it and something else asks another question.
fn forms(pattern: &syn::Pat, found: &mut Vec<String>) {
    let mut path = |path: &syn::Path| {
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        if let [.., of, form] = &names[..]
            && ENUMS.contains(&of.as_str())
            && form.starts_with(char::is_uppercase)
            && !found.contains(form)
        {
            found.push(form.clone());
        }
    };
    match pattern {
        syn::Pat::Path(p) => path(&p.path),
        syn::Pat::Struct(p) => path(&p.path),
        syn::Pat::TupleStruct(p) if p.path.is_ident("Some") => p.elems.iter().for_each(|p| forms(p, found)),
        syn::Pat::TupleStruct(p) => path(&p.path),
        syn::Pat::Or(p) => p.cases.iter().for_each(|p| forms(p, found)),
        syn::Pat::Paren(p) => forms(&p.pat, found),
        syn::Pat::Reference(p) => forms(&p.pat, found),
        syn::Pat::Ident(p) => p.subpat.iter().for_each(|(_, p)| forms(p, found)),
        // Groups of forms: a match that has some is one over the forms.
        syn::Pat::Macro(p) if p.mac.path.is_ident("forms") => found.extend((0..FORMS).map(|n| format!("group {n}"))),
        _ => {}
    }
}

/// Whether a pattern takes whatever is left over.
fn takes_all(pattern: &syn::Pat) -> bool {
    match pattern {
        syn::Pat::Wild(_) => true,
        syn::Pat::Ident(x) => x.subpat.is_none() && x.ident.to_string().starts_with(char::is_lowercase),
        syn::Pat::TupleStruct(p) => p.path.is_ident("Some") && p.elems.iter().all(takes_all),
        _ => false,
    }
}

impl<'a> Visit<'a> for Matches {
    fn visit_expr_match(&mut self, m: &'a syn::ExprMatch) {
        let mut named = Vec::new();
        m.arms.iter().for_each(|arm| forms(&arm.pat, &mut named));
        if named.len() >= FORMS {
            self.all += 1;
            let wrong = m.arms.iter().filter(|arm| arm.guard.is_none() && takes_all(&arm.pat));
            self.wrong.extend(wrong.map(|arm| syn::spanned::Spanned::span(&arm.pat).start().line));
        }
        visit::visit_expr_match(self, m);
    }
}

/// The sources below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of the workspace").filter_map(Result::ok) {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() && name != "target" && name != "node_modules" && !name.to_string_lossy().starts_with('.') {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

fn looked_at(text: &str) -> Matches {
    let mut matches = Matches::default();
    matches.visit_file(&syn::parse_file(text).expect("a source that compiles"));
    matches
}

#[test]
fn no_match_over_the_forms_of_expressions_has_a_catch_all() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut files, mut all, mut wrong) = (Vec::new(), 0, Vec::new());
    sources(&root, &mut files);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source");
        let imported = text.lines().any(|line| line.trim_start().starts_with("use ") && line.ends_with("Expr::*;"));
        assert!(!imported, "{}: a pattern names a form with its enum, or it is not seen here", file.display());
        let matches = looked_at(&text);
        all += matches.all;
        wrong.extend(matches.wrong.iter().map(|line| format!("{}:{line}", file.display())));
    }
    assert!(wrong.is_empty(), "name the forms instead of the rest:\n{}", wrong.join("\n"));
    assert!(all >= 48, "{all} matches over the forms were found");
}

#[test]
fn a_catch_all_beside_groups_of_forms_is_found() {
    let text = "fn f(e: Expr) { match e { Expr::New(_) => 1, forms!(literal | block) => 2, _ => 3 }; }";
    assert_eq!(looked_at(text).wrong.len(), 1);
}

#[test]
fn a_catch_all_is_found_whatever_it_is_called() {
    let with = |rest: &str| {
        let arms = "Expr::Int(_) | Expr::Bool(_) => 0, Expr::Var(x) if x.is_this() => 1, Expr::Fork(e) => 2,";
        looked_at(&format!("fn f() -> i32 {{ match e {{ {arms} {rest} }} }}")).wrong.len()
    };
    assert_eq!((with("_ => 3"), with("other => g(other)"), with("_ if true => 3")), (1, 1, 0));
    assert_eq!(with("Expr::Null | Expr::Unit => 3"), 0);
}
