//! Programs that do nothing where an answer does something. A goal that one of them reaches says too little: a student who takes the work out
//! would be right.

use super::{Repair, grade, held};
use crate::exercise::Exercise;
use crate::grade::Verdict;
use racefree_answers::desk::Desk;
use racefree_answers::idle_members;
use racefree_grammar::ast::Expr;
use racefree_grammar::fix::{self, Edit};

/// Programs made of an answer, each with what is idle in it: a method that need not stay, or the threads of a main expression that need not.
fn idle(exercise: &Exercise, asked: &Repair, answer: &str) -> Vec<(String, String)> {
    if exercise.java {
        return idle_members(answer, &asked.keep);
    }
    let Ok(program) = racefree_grammar::parse(answer) else { return Vec::new() };
    let mut found = Vec::new();
    let mut put = |of: String, edits: &[Edit]| found.extend(fix::apply(answer, edits).map(|text| (of, text)));
    for class in &program.classes {
        for method in class.methods.indices().map(|at| program.methods[at]) {
            let name = format!("{}.{}", program.text(class.name), program.text(method.name));
            if !asked.keep.contains(&name) {
                put(name, &[Edit::replace(program.span(method.body), "null")]);
            }
        }
    }
    if !asked.keep.iter().any(|name| name == "main") {
        let bodies = program.exprs.iter().filter_map(|e| if let Expr::Fork(body) = e { Some(*body) } else { None });
        let edits: Vec<Edit> = bodies.map(|body| Edit::replace(program.span(body), "{ 0 }")).collect();
        put("a thread".to_owned(), &edits);
    }
    found
}

/// The first part of an answer that could be idle, and the grade would be the same.
pub fn needless(desk: &Desk, exercise: &Exercise, asked: &Repair, answer: &str) -> Option<String> {
    let before = held(desk, exercise, asked, &exercise.text).ok()?;
    let is_right = |text: &str| {
        let grade = grade(desk, exercise, asked, &before, text).unwrap_or_else(|grade| grade);
        grade.verdict == Verdict::Right
    };
    idle(exercise, asked, answer).into_iter().find_map(|(of, text)| is_right(&text).then_some(of))
}
