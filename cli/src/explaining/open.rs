//! Programs without a main expression: what a main could be.

use racefree_grammar::ast::{Class, Expr, Method, Program, TypeId, TypeKind};

/// A main expression built from the program's classes: two threads that use one object. None if no class has a method that
/// can be called without further ado.
pub fn suggestion(program: &Program) -> Option<String> {
    let usable = |c: &&Class| c.ghosts.is_empty() && !c.thread_local;
    let calls = |c: &Class| program.methods_of(c).iter().take(2).filter_map(|m| call(program, m)).collect::<Vec<_>>();
    let (class, calls) = program.classes.iter().filter(usable).map(|c| (c, calls(c))).max_by_key(|(_, c)| c.len())?;
    let (first, second) = (calls.first()?, calls.last()?);
    let name = program.text(class.name);
    Some(format!("let {name} x = new {name} in {{\n  fork {{ {first} }}\n  fork {{ {second} }}\n}}"))
}

/// `x.deposit(1)`, with the lock taken if the method requires it.
fn call(program: &Program, method: &Method) -> Option<String> {
    let arguments: Option<Vec<String>> = program.params_of(method).iter().map(|p| argument(program, p.ty)).collect();
    let call = format!("x.{}({})", program.text(method.name), arguments?.join(", "));
    let this = |e: &racefree_grammar::ast::ExprId| matches!(program.expr(*e), Expr::Var(x) if x == racefree_grammar::name::Name::THIS);
    match program.list(method.requires) {
        [] => Some(call),
        [one] if this(one) => Some(format!("synchronized x in {call}")),
        _ => None,
    }
}

fn argument(program: &Program, ty: TypeId) -> Option<String> {
    Some(match program.ty(ty).kind {
        TypeKind::Int => "1".to_owned(),
        TypeKind::Boolean => "true".to_owned(),
        TypeKind::Class { name, args } if args.len == 0 => match program.text(name) {
            "String" => "\"a\"".to_owned(),
            class => format!("new {class}"),
        },
        _ => return None,
    })
}
