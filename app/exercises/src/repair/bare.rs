//! Members of a program without annotations and locks: what a repair must keep.

use racefree_grammar::Program;
use racefree_grammar::ast::{Expr, ExprId, Run};
use racefree_infer::erase::erased;

/// A program of one class as it is, annotations and locks too.
fn whole(program: &Program, name: &str) -> Option<Program> {
    let mut alone = program.clone();
    let class = *alone.classes.iter().find(|class| program.text(class.name) == name)?;
    (alone.classes, alone.main) = (vec![class], None);
    Some(alone)
}

/// A program of one member, `Account.deposit`, `Account.balance` or `main`, without annotations and locks; or of `class Account`, with them.
pub(super) fn member(program: &Program, name: &str) -> Option<Program> {
    if let Some(class) = name.strip_prefix("class ") {
        return whole(program, class);
    }
    let mut bare = erased(program);
    // Children stand before their parents.
    for at in 0..bare.exprs.len() {
        if let Expr::Sync { body, .. } = bare.exprs[at] {
            bare.exprs[at] = bare.expr(body);
        }
        // A block inside of a lock is a part of the sequence around the lock.
        if let Expr::Seq(list) = bare.exprs[at] {
            let flat: Vec<ExprId> = bare.list(list).iter().flat_map(|&e| elements(&bare, e)).collect();
            bare.exprs[at] = Expr::Seq(bare.add_list(&flat));
        }
    }
    bare.methods.iter_mut().for_each(|method| method.synchronized = false);
    if name == "main" {
        bare.classes.clear();
        return bare.main.is_some().then_some(bare);
    }
    let (class, member) = name.split_once('.')?;
    bare.main = None;
    let mut class = *bare.classes.iter().find(|c| bare.text(c.name) == class)?;
    let at = |of: Run, is: &dyn Fn(usize) -> bool| of.indices().find(|&at| is(at)).map(|at| at as u32);
    let field = at(class.fields, &|at| bare.text(bare.fields[at].name) == member);
    let method = at(class.methods, &|at| bare.text(bare.methods[at].name) == member);
    let run = |at: Option<u32>| at.map_or(Run::default(), |at| Run { start: at, end: at + 1 });
    (class.fields, class.methods) = (run(field), run(method));
    // A field may become final: a lock wants that.
    bare.fields.iter_mut().for_each(|field| field.is_final = false);
    bare.classes = vec![class];
    (field.is_some() || method.is_some()).then_some(bare)
}

/// The elements of a sequence; another expression is its only one.
fn elements(program: &Program, e: ExprId) -> Vec<ExprId> {
    if let Expr::Seq(list) = program.expr(e) { program.list(list).to_vec() } else { vec![e] }
}

/// Returns true if a member is the same in two programs, as far as it is in the first.
pub(super) fn same(before: &Program, after: &Program, name: &str) -> bool {
    match (member(before, name), member(after, name)) {
        (Some(before), Some(after)) => before.same_syntax(&after),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}
