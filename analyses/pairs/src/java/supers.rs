//! `super.m(…)`: the method of the class above, whatever overrides it. Such a method gets a second name, which nothing overrides and which has
//! its body; under its own name it calls that.

use racefree_grammar::ast::{Expr, ExprId, List, Method, Program, Run};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_program::{MethodId, Resolved};
use rustc_hash::FxHashMap;

/// Beginning of the second names. No source has it, since it stands in front of a class's name.
const SUPER: &str = "super$";

/// Gives the methods that `super.m(…)` calls a second name, and has it call that.
pub(super) fn name(program: &mut Program) {
    let (mut calls, mut called) = (Vec::new(), FxHashMap::default());
    let resolved = Resolved::new(program);
    for (c, class) in program.classes.iter().enumerate() {
        let own = resolved.of_declaration(c);
        let bodies = class.methods.indices().map(|m| program.methods[m].body);
        let all = bodies.chain(class.fields.indices().filter_map(|f| program.fields[f].init));
        for e in all.flat_map(|body| program.within(body)) {
            let Expr::Call { recv, method, .. } = program.expr(e) else { continue };
            let Some(above) = resolved.super_of(program, own, recv) else { continue };
            if let Some((of, MethodId::Declared(m))) = resolved.method(above, method) {
                calls.push((e, m as usize));
                called.insert(m as usize, resolved.get(of).name);
            }
        }
    }
    if calls.is_empty() {
        return;
    }
    let mut names = FxHashMap::default();
    for (&m, &class) in &called {
        let text = format!("{SUPER}{}${}", program.text(class), program.text(program.methods[m].name));
        names.insert(m, program.names.intern(&text));
    }
    for (e, m) in calls {
        if let Expr::Call { recv, args, .. } = program.expr(e) {
            program.exprs[e.index()] = Expr::Call { recv, method: names[&m], args };
        }
    }
    let before = std::mem::take(&mut program.methods);
    for c in 0..program.classes.len() {
        let start = program.methods.len() as u32;
        for m in program.classes[c].methods.indices() {
            let method = before[m];
            match names.get(&m) {
                Some(&name) => {
                    let calls = calling(program, &method, name);
                    program.methods.push(calls);
                    let (at, params) = (method.name_span.start, copied(program, method.params));
                    let (clauses, requires) = (None, List::default());
                    let name_span = Span::new(at, at);
                    program.methods.push(Method { name, name_span, params, clauses, requires, ..method });
                }
                None => program.methods.push(method),
            }
        }
        program.classes[c].methods = Run { start, end: program.methods.len() as u32 };
    }
}

/// A method that does no more than to call its second name.
fn calling(program: &mut Program, method: &Method, name: Name) -> Method {
    let at = method.name_span;
    let args: Vec<ExprId> =
        method.params.indices().map(|p| program.add(Expr::Var(program.params[p].name), at)).collect();
    let (recv, args) = (program.add(Expr::Var(Name::THIS), at), program.add_list(&args));
    let body = program.add(Expr::Call { recv, method: name, args }, at);
    Method { synchronized: false, body, ..*method }
}

fn copied(program: &mut Program, params: Run) -> Run {
    let start = program.params.len() as u32;
    program.params.extend_from_within(params.indices());
    Run { start, end: program.params.len() as u32 }
}
