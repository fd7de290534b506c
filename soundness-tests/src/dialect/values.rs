//! Programs of the dialect as they can run: values for `any t`, which has no reduction rule, and objects for variables that several threads
//! see, since a thread that is forked has variables of its own.

use racefree_grammar::ast::{Expr, ExprId, Extended, TypeId, TypeKind};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::{Program, Span};
use racefree_program::Resolved;

/// Class of the object that says what an unknown truth is: whoever comes first.
pub const COIN: &str = "class Coin$ { boolean side Coin$ coin Object some }\n";

/// Puts some value of its type for each `any t`: a new object, an empty array, or either truth. The class [`COIN`] is in the program. An
/// explicit lock becomes the monitor of its object, and so does one for reading alone: all locks of one object exclude each other.
pub fn fill(program: &mut Program) {
    let all: Vec<ExprId> = (0..program.exprs.len() as u32).map(ExprId::new).collect();
    for at in all {
        if let Expr::Extended(Extended::Any { ty, args }) = program.expr(at) {
            let mut parts = program.list(args).to_vec();
            parts.push(value(program, ty));
            let parts = program.add_list(&parts);
            program.exprs[at.index()] = Expr::Seq(parts);
        }
        if let Expr::Extended(Extended::Locked { lock, body }) = program.expr(at) {
            let whole = match program.expr(lock) {
                Expr::Field { recv, field } if program.text(field) == "read$" => recv,
                Expr::Var(_) | Expr::New(_) | forms!(literal | member | block | operator | owned | extended) => lock,
            };
            program.exprs[at.index()] = Expr::Sync { lock: whole, body };
        }
    }
}

fn value(program: &mut Program, ty: TypeId) -> ExprId {
    let made = match program.ty(ty).kind {
        TypeKind::Int => Expr::Int(0),
        TypeKind::Void => Expr::Unit,
        TypeKind::Boolean => return either(program),
        TypeKind::Array { .. } => {
            let length = program.add(Expr::Int(2), Span::NONE);
            Expr::Extended(Extended::NewArray { ty, length })
        }
        TypeKind::Class { name: Name::STRING, .. } => Expr::Str(program.names.intern("s")),
        TypeKind::Class { name, .. } => match declared(program, name) {
            Some(true) => Expr::Null,
            Some(false) => Expr::New(ty),
            None => of_coin(program, "some").map_or(Expr::Null, Expr::New),
        },
    };
    program.add(made, Span::NONE)
}

/// True for an interface, false for a class; none for a name that nothing declares.
fn declared(program: &Program, name: Name) -> Option<bool> {
    let resolved = Resolved::new(program);
    resolved.find(name).and_then(|class| resolved.decl(class)).map(|decl| decl.interface)
}

/// The type of a field of the coin.
fn of_coin(program: &Program, field: &str) -> Option<TypeId> {
    let coin = program.classes.iter().find(|class| program.text(class.name) == "Coin$")?;
    program.fields_of(coin).iter().find(|f| program.text(f.name) == field).map(|f| f.ty)
}

/// `let Coin$ coin = new Coin$ in { fork { synchronized coin in coin.side = true }; synchronized coin in coin.side }`
fn either(program: &mut Program) -> ExprId {
    let Some(ty) = of_coin(program, "coin") else { return program.add(Expr::Bool(true), Span::NONE) };
    let (var, side) = (program.names.intern("coin$"), program.names.intern("side"));
    let mut add = |expr: Expr| program.add(expr, Span::NONE);
    let coin = |add: &mut dyn FnMut(Expr) -> ExprId| add(Expr::Var(var));
    let (recv, value) = (coin(&mut add), add(Expr::Bool(true)));
    let body = add(Expr::Assign { recv, field: side, value });
    let lock = coin(&mut add);
    let turns = add(Expr::Sync { lock, body });
    let fork = add(Expr::Fork(turns));
    let recv = coin(&mut add);
    let body = add(Expr::Field { recv, field: side });
    let lock = coin(&mut add);
    let looks = add(Expr::Sync { lock, body });
    let bound = add(Expr::New(ty));
    let both = program.add_list(&[fork, looks]);
    let body = program.add(Expr::Seq(both), Span::NONE);
    program.add(Expr::Let { ty, var, bound, body }, Span::NONE)
}

/// Makes an object of each variable that is assigned and that a fork sees: its value is the field `some` of a [`COIN`].
///
/// # Errors
///
/// The reason why a variable cannot be one: its name is bound again in its scope.
pub fn share(program: &mut Program) -> Result<(), String> {
    for at in (0..program.exprs.len() as u32).map(ExprId::new).collect::<Vec<_>>() {
        let Expr::Extended(Extended::LetVar { ty, var, bound, body }) = program.expr(at) else { continue };
        let scope: Vec<ExprId> = program.within(body).collect();
        if !scope.iter().any(|&e| matches!(program.expr(e), Expr::Fork(_))) {
            continue;
        }
        let binds = |e: &ExprId| {
            matches!(program.expr(*e), Expr::Let { var: x, .. }
                | Expr::Extended(Extended::LetVar { var: x, .. } | Extended::Catch { var: x, .. }) if x == var)
        };
        if scope.iter().any(binds) {
            return Err("a variable that is bound again".to_owned());
        }
        let (Some(coin), some) = (of_coin(program, "coin"), program.names.intern("some")) else { continue };
        let recv = |program: &mut Program| program.add(Expr::Var(var), Span::NONE);
        let is_var = |program: &Program, e: ExprId| program.expr(e) == Expr::Var(var);
        for &e in &scope {
            if let Expr::Extended(Extended::SetVar { var: x, value }) = program.expr(e)
                && is_var(program, x)
            {
                program.exprs[e.index()] = Expr::Assign { recv: recv(program), field: some, value };
            }
        }
        for e in scope {
            if is_var(program, e) {
                program.exprs[e.index()] = Expr::Field { recv: recv(program), field: some };
            }
        }
        let first = program.names.intern("first$");
        let mut add = |expr: Expr| program.add(expr, Span::NONE);
        let (recv, value, made) = (add(Expr::Var(var)), add(Expr::Var(first)), add(Expr::New(coin)));
        let assign = add(Expr::Assign { recv, field: some, value });
        let both = program.add_list(&[assign, body]);
        let body = program.add(Expr::Seq(both), Span::NONE);
        let body = program.add(Expr::Let { ty: coin, var, bound: made, body }, Span::NONE);
        program.exprs[at.index()] = Expr::Let { ty, var: first, bound, body };
    }
    Ok(())
}
