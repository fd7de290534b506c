//! Programs without a main expression: suggestions for one.

use racefree_grammar::Span;
use racefree_grammar::ast::{
    Class, Dialect, Expr, ExprId, Method, MethodKind, Param, Program, Special, TypeId, TypeKind,
};
use racefree_grammar::name::Name;
use std::fmt::Write;

/// A main expression built from the program's classes: two threads that use one object. None if no class has a method that
/// can be called without further ado.
/// The class, and the methods first, that the errors are in.
pub fn suggestion(program: &Program, errors: &[Span]) -> Option<String> {
    let blamed = |span: Span| errors.iter().any(|&e| span.contains(e));
    let of = |c: &Class| {
        let made = objects(program, c).into_iter().next()?;
        let mut methods: Vec<&Method> = program.methods_of(c).iter().collect();
        methods.sort_by_key(|m| !blamed(m.span));
        let calls: Vec<String> = methods.iter().filter_map(|m| call(program, m, &made, None)).collect();
        // Two methods that differ, if there are two.
        let second = calls.get(1).or(calls.first())?.clone();
        Some((made.head, calls.first()?.clone(), second))
    };
    // Objects of a thread-local class are for one thread; of an interface there are none, and a constructor may take arguments.
    let is_plain = |c: &&Class| program.methods_of(c).iter().all(|m| program.kind_of(m) == MethodKind::Plain);
    let usable = program.classes.iter().filter(|c| !c.thread_local && !c.interface).filter(is_plain);
    let (_, (head, first, second)) = usable.filter_map(|c| Some((c, of(c)?))).min_by_key(|(c, _)| !blamed(c.span))?;
    Some(format!("{head}{{\n  fork {{ {first} }}\n  fork {{ {second} }}\n}}"))
}

/// An object that a main expression makes.
#[derive(Clone)]
pub(super) struct Made {
    /// `let … in`
    pub head: String,
    /// Its name.
    object: String,
    /// Substitution for the ghosts or formal owners of its class.
    owners: Vec<(Name, String)>,
}

/// The owner of what guards itself.
const OWN: &str = "self";
/// The lock that a main expression makes for what has another owner.
const LOCK: &str = "lock";

/// Ways to make an object of a class: as itself, and seen as its superclass; with owners, guarding itself, guarded by a lock, and
/// each formal by one of the two.
pub(super) fn objects(program: &Program, class: &Class) -> Vec<Made> {
    let name = program.text(class.name);
    let object = object(program, class);
    if program.dialect == Dialect::Owners {
        let formals: Vec<Name> = program.formals_of(class).iter().map(|f| f.name).collect();
        let some = formals.len().min(3);
        let made = |bits: usize| {
            let owner = |i: usize| if bits >> i.min(some - 1) & 1 == 0 { OWN } else { LOCK };
            let owners: Vec<(Name, String)> =
                formals.iter().enumerate().map(|(i, &f)| (f, owner(i).to_owned())).collect();
            let list: Vec<&str> = owners.iter().map(|(_, o)| o.as_str()).collect();
            let ty = format!("{name}<{}>", list.join(", "));
            let lock = if list.contains(&LOCK) { "let Object<self> lock = new Object<self> in " } else { "" };
            Made { head: format!("{lock}let {ty} {object} = new {ty} in "), object: object.clone(), owners }
        };
        return if some == 0 { Vec::new() } else { (0..1 << some).map(made).collect() };
    }
    let Some(locks) = locks(program, class) else { return Vec::new() };
    let ghosts = program.ghosts_of(class).iter().map(|g| g.name);
    let owners: Vec<(Name, String)> = ghosts.map(|g| (g, program.text(g).to_owned())).collect();
    let list: Vec<&str> = owners.iter().map(|(_, o)| o.as_str()).collect();
    let ty = if list.is_empty() { name.to_owned() } else { format!("{name}<{}>", list.join(", ")) };
    let seen_as = |sup: &str| Made {
        head: format!("{locks}let {sup} {object} = new {ty} in "),
        object: object.clone(),
        owners: owners.clone(),
    };
    let mut ways = vec![seen_as(&ty)];
    let plain_super = class.extends.filter(|&sup| plain(program, sup).is_some()).map(|sup| program.ty(sup));
    if let Some(TypeKind::Class { name, .. }) = plain_super.map(|sup| sup.kind) {
        ways.push(seen_as(program.text(name)));
    }
    ways
}

/// Uses of an object of a class by a thread: calls of its methods, and accesses of its fields with their guards held;
/// the members with errors come first.
pub(super) fn uses(program: &Program, class: &Class, made: &Made, errors: &[Span]) -> Vec<String> {
    let blamed = |span: Span| errors.iter().any(|&e| span.contains(e));
    let object = &made.object;
    let mut classes: Vec<(Class, Made)> = vec![(*class, made.clone())];
    while let Some(next) = classes.last().and_then(|(c, made)| above(program, c, made)) {
        if classes.len() >= 8 || classes.iter().any(|(c, _)| c.name == next.0.name) {
            break;
        }
        classes.push(next);
    }
    let mut all: Vec<(bool, String)> = Vec::new();
    for (owner, made) in &classes {
        for method in program.methods_of(owner) {
            // The object itself is handed on too, if a parameter takes it.
            let calls = [None, Some(class.name)].map(|own| call(program, method, made, own));
            all.extend(calls.into_iter().flatten().map(|text| (!blamed(method.span), text)));
        }
        for field in program.fields_of(owner) {
            let guard = field.write_guard.or(program.guard_of(owner, field)).map(|l| lock(program, l, made));
            let held = match guard {
                None => String::new(),
                Some(Some(lock)) => format!("synchronized {lock} in "),
                Some(None) => continue,
            };
            let place = format!("{object}.{}", program.text(field.name));
            let first = !blamed(field.span);
            all.push((first, format!("{held}{place}")));
            if let Some(value) = argument(program, field.ty, made).filter(|_| !field.is_final) {
                all.push((first, format!("{held}{place} = {value}")));
            }
            // Members of the object that the field refers to.
            let TypeKind::Class { name, .. } = program.ty(field.ty).kind else { continue };
            let Some(target) = program.classes.iter().find(|c| c.name == name) else { continue };
            for inner in program.fields_of(target) {
                let value = argument(program, inner.ty, made).filter(|_| !inner.is_final);
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

/// The superclass, and the arguments for its formal owners. Ghosts keep theirs.
fn above(program: &Program, class: &Class, made: &Made) -> Option<(Class, Made)> {
    let TypeKind::Class { name, args } = program.ty(class.extends?).kind else { return None };
    let next = *program.classes.iter().find(|c| c.name == name)?;
    if program.dialect != Dialect::Owners {
        return Some((next, made.clone()));
    }
    let formals = program.formals_of(&next).iter().map(|f| f.name);
    let owners: Option<Vec<_>> =
        formals.zip(program.list(args)).map(|(f, &o)| Some((f, owner(program, o, made)?))).collect();
    Some((next, Made { owners: owners?, ..made.clone() }))
}

/// A name for the object that is no ghost's and not the lock's.
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

/// `x.deposit(1)`, with the locks taken that the method requires. Parameters of the object's `own` class, or of any, get the
/// object itself.
fn call(program: &Program, method: &Method, made: &Made, own: Option<Name>) -> Option<String> {
    let takes = |ty: TypeId| match program.ty(ty).kind {
        TypeKind::Class { name, .. } => own.is_some_and(|own| name == own || name == Name::OBJECT),
        _ => false,
    };
    let one = |p: &Param| if takes(p.ty) { Some(made.object.clone()) } else { argument(program, p.ty, made) };
    let arguments: Option<Vec<String>> = program.params_of(method).iter().map(one).collect();
    let mut text = String::new();
    for &l in program.list(method.requires).iter().chain(program.list(program.clauses_of(method).reads)) {
        let _ = write!(text, "synchronized {} in ", lock(program, l, made)?);
    }
    let _ = write!(text, "{}.{}({})", made.object, program.text(method.name), arguments?.join(", "));
    Some(text)
}

/// A lock that starts from `this`, or is a ghost or a formal owner, as the caller names it.
fn lock(program: &Program, lock: ExprId, made: &Made) -> Option<String> {
    let stands_for = |f: Name| made.owners.iter().find(|(name, _)| *name == f).map(|(_, o)| o.clone());
    match program.expr(lock) {
        Expr::Var(x) if x == Name::THIS => Some(made.object.clone()),
        // A formal alone is its owner, or, if that is self, the object.
        Expr::Var(x) => stands_for(x).map(|o| if o == OWN { made.object.clone() } else { o }),
        Expr::Field { recv, field } => Some(format!("{}.{}", self::lock(program, recv, made)?, program.text(field))),
        Expr::Qualified { formal, path } => match stands_for(formal)? {
            o if o == OWN => self::lock(program, path, made),
            o => Some(o),
        },
        _ => None,
    }
}

/// An owner in a type, as the caller names it; a formal of a method may be anything.
fn owner(program: &Program, o: ExprId, made: &Made) -> Option<String> {
    match program.expr(o) {
        Expr::Special(Special::ThisThread) => None,
        Expr::Special(special) => Some(special.text().to_owned()),
        Expr::Var(x) if x != Name::THIS => {
            let stands_for = made.owners.iter().find(|(name, _)| *name == x);
            Some(stands_for.map_or(OWN.to_owned(), |(_, o)| o.clone()))
        }
        _ => lock(program, o, made),
    }
}

fn argument(program: &Program, ty: TypeId, made: &Made) -> Option<String> {
    Some(match program.ty(ty).kind {
        TypeKind::Int => "1".to_owned(),
        TypeKind::Boolean => "true".to_owned(),
        TypeKind::Class { name, .. } if program.text(name) == "String" => "\"a\"".to_owned(),
        TypeKind::Class { name, args } if program.dialect == Dialect::Owners => {
            let owners: Option<Vec<String>> = program.list(args).iter().map(|&o| owner(program, o, made)).collect();
            format!("new {}<{}>", program.text(name), owners?.join(", "))
        }
        _ => format!("new {}", plain(program, ty)?),
    })
}
