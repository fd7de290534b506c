//! Decision points of the rules about superclasses, overriding and moves, as programs have them: without such programs, that nothing goes
//! wrong says nothing of these rules.

use racefree_grammar::ast::{Expr, Program, Special, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_program::{ClassId, Resolved};

/// Decision points of programs, each with its floor in a thousand accepted ones.
pub const POINTS: [(&str, u64); 7] = [
    ("three_levels", 50),
    ("own_this", 40),
    ("own_formal", 50),
    ("clause_below", 30),
    ("equals", 40),
    ("given_above", 15),
    ("moved_lock", 10),
];

/// Decision points of a program, of [`POINTS`].
pub fn points(program: &Program) -> Vec<&'static str> {
    let resolved = Resolved::new(program);
    let mut found = Vec::new();
    let mut has = |name: &'static str, is: bool| found.extend((is && !found.contains(&name)).then_some(name));
    for (i, class) in program.classes.iter().enumerate() {
        let id = resolved.of_declaration(i);
        let above = resolved.get(id).superclass().filter(|&c| c != ClassId::OBJECT);
        has("three_levels", above.is_some_and(|c| resolved.get(c).superclass() != Some(ClassId::OBJECT)));
        let given: Vec<Expr> =
            class.extends.map_or(&[][..], |t| program.locks_of(t)).iter().map(|&o| program.expr(o)).collect();
        let own = program.formals_of(class).iter().any(|f| !given.contains(&Expr::Var(f.name)));
        has("own_formal", above.is_some() && own);
        let clause = |c: ClassId| resolved.decl(c).is_some_and(|class| !program.not_self_of(&class).is_empty());
        has("clause_below", clause(id) && above.is_some_and(|c| !clause(c)));
        for m in class.methods.indices() {
            let method = &program.methods[m];
            let equals = program.text(method.name) == "equals";
            has("equals", equals);
            let overrides = equals || resolved.overridden(id, m as u32).next().is_some();
            has("own_this", overrides && program.clauses_of(method).receiver.is_some());
        }
    }
    for e in program.main.into_iter().flat_map(|e| program.within(e)) {
        match program.expr(e) {
            Expr::Let { ty, bound, .. } => {
                let made = if let Expr::New(made) = program.expr(bound) { class_of(program, made) } else { None };
                has(
                    "given_above",
                    is_unique(program, ty) && made.is_some_and(|made| class_of(program, ty) != Some(made)),
                );
            }
            Expr::Fork(body) => {
                let locks = program.within(body).filter_map(|e| match program.expr(e) {
                    Expr::Sync { lock, .. } => Some(program.expr(lock)),
                    _ => None,
                });
                let moved = |x: &Expr| {
                    let moves = |e| matches!(program.expr(e), Expr::Move(of) if program.expr(of) == *x);
                    program.main.into_iter().flat_map(|e| program.within(e)).any(moves)
                };
                has("moved_lock", locks.into_iter().any(|x| matches!(x, Expr::Var(_)) && moved(&x)));
            }
            _ => {}
        }
    }
    found
}

fn class_of(program: &Program, t: TypeId) -> Option<Name> {
    match program.ty(t).kind {
        TypeKind::Class { name, .. } => Some(name),
        TypeKind::Int | TypeKind::Boolean | TypeKind::Void | TypeKind::Array { .. } => None,
    }
}

fn is_unique(program: &Program, t: TypeId) -> bool {
    program.locks_of(t).first().is_some_and(|&o| program.expr(o) == Expr::Special(Special::Unique))
}
