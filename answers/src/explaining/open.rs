//! Programs without a main expression: what a main could be.

use super::places::within;
use racefree_grammar::Span;
use racefree_grammar::ast::{Class, Expr, ExprId, Method, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use std::fmt::Write;

/// A main expression built from the program's classes: two threads that use one object. None if no class has a method that
/// can be called without further ado.
/// The class, and the methods first, that the errors are in.
pub fn suggestion(program: &Program, errors: &[Span]) -> Option<String> {
    let blamed = |span: Span| errors.iter().any(|&e| within(e, span));
    let of = |c: &Class| {
        let mut methods: Vec<&Method> = program.methods_of(c).iter().collect();
        methods.sort_by_key(|m| !blamed(m.span));
        let calls: Vec<String> = methods.iter().filter_map(|m| call(program, c, m)).collect();
        // Two methods that differ, if there are two.
        let second = calls.get(1).or(calls.first())?.clone();
        Some((locks(program, c)?, calls.first()?.clone(), second))
    };
    // Objects of a thread-local class are for one thread.
    let usable = program.classes.iter().filter(|c| !c.thread_local);
    let (class, (locks, first, second)) =
        usable.filter_map(|c| Some((c, of(c)?))).min_by_key(|(c, _)| !blamed(c.span))?;
    let name = program.text(class.name);
    let ghosts: Vec<&str> = program.ghosts_of(class).iter().map(|g| program.text(g.name)).collect();
    let ty = if ghosts.is_empty() { name.to_owned() } else { format!("{name}<{}>", ghosts.join(", ")) };
    let object = object(program, class);
    Some(format!("{locks}let {ty} {object} = new {ty} in {{\n  fork {{ {first} }}\n  fork {{ {second} }}\n}}"))
}

/// Ways to make an object of a class, as the start of a main expression, each with the object's name: as itself, and seen as its
/// superclass.
pub(super) fn objects(program: &Program, class: &Class) -> Vec<(String, String)> {
    let Some(locks) = locks(program, class) else { return Vec::new() };
    let name = program.text(class.name);
    let ghosts: Vec<&str> = program.ghosts_of(class).iter().map(|g| program.text(g.name)).collect();
    let ty = if ghosts.is_empty() { name.to_owned() } else { format!("{name}<{}>", ghosts.join(", ")) };
    let object = object(program, class);
    let mut ways = vec![(format!("{locks}let {ty} {object} = new {ty} in "), object.clone())];
    let plain_super = class.extends.filter(|&sup| plain(program, sup).is_some()).map(|sup| program.ty(sup));
    if let Some(TypeKind::Class { name, .. }) = plain_super.map(|sup| sup.kind) {
        let sup = program.text(name);
        ways.push((format!("{locks}let {sup} {object} = new {ty} in "), object));
    }
    ways
}

/// What a thread can do with an object of a class: calls of its methods, and accesses of its fields with their guards held; first
/// what the errors are in.
pub(super) fn uses(program: &Program, class: &Class, object: &str, errors: &[Span]) -> Vec<String> {
    let blamed = |span: Span| errors.iter().any(|&e| within(e, span));
    let mut classes: Vec<&Class> = vec![class];
    while let Some(sup) = classes.last().and_then(|c| c.extends).map(|sup| program.ty(sup).kind) {
        let TypeKind::Class { name, .. } = sup else { break };
        match program.classes.iter().find(|c| c.name == name) {
            Some(next) if classes.len() < 8 && classes.iter().all(|c| c.name != next.name) => classes.push(next),
            _ => break,
        }
    }
    let mut all: Vec<(bool, String)> = Vec::new();
    for &owner in &classes {
        for method in program.methods_of(owner) {
            let calls = [call(program, class, method), call_with(program, class, method, object)];
            all.extend(calls.into_iter().flatten().map(|text| (!blamed(method.span), text)));
        }
        for field in program.fields_of(owner) {
            let guard = program.guard_of(owner, field).map(|l| path(program, class, l, object));
            let held = match guard {
                None => String::new(),
                Some(Some(lock)) => format!("synchronized {lock} in "),
                Some(None) => continue,
            };
            let place = format!("{object}.{}", program.text(field.name));
            let first = !blamed(field.span);
            all.push((first, format!("{held}{place}")));
            if let Some(value) = argument(program, field.ty).filter(|_| !field.is_final) {
                all.push((first, format!("{held}{place} = {value}")));
            }
            // What the field leads to.
            let TypeKind::Class { name, .. } = program.ty(field.ty).kind else { continue };
            let Some(target) = program.classes.iter().find(|c| c.name == name) else { continue };
            for inner in program.fields_of(target) {
                let value = argument(program, inner.ty).filter(|_| !inner.is_final);
                let deep = format!("{place}.{}", program.text(inner.name));
                all.push((true, format!("{held}{deep}")));
                all.extend(value.map(|value| (true, format!("{held}{deep} = {value}"))));
            }
            for method in program.methods_of(target).iter().filter(|m| m.params.is_empty()) {
                all.push((true, format!("{held}{place}.{}()", program.text(method.name))));
            }
        }
    }
    all.sort_by_key(|&(later, _)| later);
    all.dedup();
    all.into_iter().map(|(_, text)| text).take(40).collect()
}

/// A call that hands the object itself on, where a parameter takes it.
fn call_with(program: &Program, class: &Class, method: &Method, object: &str) -> Option<String> {
    let takes = |ty: TypeId| match program.ty(ty).kind {
        TypeKind::Class { name, .. } => name == class.name || name == Name::OBJECT,
        _ => false,
    };
    let params = program.params_of(method);
    if !params.iter().any(|p| takes(p.ty)) {
        return None;
    }
    let one = |p: &racefree_grammar::ast::Param| match takes(p.ty) {
        true => Some(object.to_owned()),
        false => argument(program, p.ty),
    };
    let arguments: Option<Vec<String>> = params.iter().map(one).collect();
    let mut text = String::new();
    for &lock in program.list(method.requires) {
        let _ = write!(text, "synchronized {} in ", path(program, class, lock, object)?);
    }
    let _ = write!(text, "{object}.{}({})", program.text(method.name), arguments?.join(", "));
    Some(text)
}

/// A name for the object that is no ghost's.
fn object(program: &Program, class: &Class) -> String {
    let taken = |name: &str| program.ghosts_of(class).iter().any(|g| program.text(g.name) == name);
    let mut name = "obj".to_owned();
    while taken(&name) {
        name.push('1');
    }
    name
}

/// Objects for the class's ghosts: `let Object lock = new Object in `.
fn locks(program: &Program, class: &Class) -> Option<String> {
    let mut text = String::new();
    for ghost in program.ghosts_of(class) {
        let (ty, name) = (plain(program, ghost.ty)?, program.text(ghost.name));
        // Writing to a string cannot fail.
        let _ = write!(text, "let {ty} {name} = new {ty} in ");
    }
    Some(text)
}

/// A class that objects can be made of without more ado.
fn plain(program: &Program, ty: TypeId) -> Option<&str> {
    match program.ty(ty).kind {
        TypeKind::Class { name, args } if args.len == 0 && program.text(name) != "String" => Some(program.text(name)),
        _ => None,
    }
}

/// `x.deposit(1)`, with the locks taken that the method requires.
fn call(program: &Program, class: &Class, method: &Method) -> Option<String> {
    let arguments: Option<Vec<String>> = program.params_of(method).iter().map(|p| argument(program, p.ty)).collect();
    let object = object(program, class);
    let mut text = String::new();
    for &lock in program.list(method.requires) {
        let _ = write!(text, "synchronized {} in ", path(program, class, lock, &object)?);
    }
    let _ = write!(text, "{object}.{}({})", program.text(method.name), arguments?.join(", "));
    Some(text)
}

/// A lock that starts from `this` or from a ghost, as the caller names it.
fn path(program: &Program, class: &Class, lock: ExprId, object: &str) -> Option<String> {
    let mut fields = Vec::new();
    let mut at = lock;
    while let Expr::Field { recv, field } = program.expr(at) {
        fields.push(program.text(field));
        at = recv;
    }
    let Expr::Var(x) = program.expr(at) else { return None };
    let ghost = program.ghosts_of(class).iter().any(|g| g.name == x);
    let mut text = match () {
        () if x == Name::THIS => object.to_owned(),
        () if ghost => program.text(x).to_owned(),
        () => return None,
    };
    for field in fields.iter().rev() {
        let _ = write!(text, ".{field}");
    }
    Some(text)
}

fn argument(program: &Program, ty: TypeId) -> Option<String> {
    Some(match program.ty(ty).kind {
        TypeKind::Int => "1".to_owned(),
        TypeKind::Boolean => "true".to_owned(),
        TypeKind::Class { name, .. } if program.text(name) == "String" => "\"a\"".to_owned(),
        _ => format!("new {}", plain(program, ty)?),
    })
}
