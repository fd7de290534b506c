//! Initialisation in Java: accesses that it orders before those of all other threads, and the fields that never race by that. A class is
//! initialised by one thread, and every other one that uses it waits until that is over. A field has its default value from the beginning.
//! A final field has its value when the constructor is over, for every thread: it races only if the constructor gives the object away before.

use crate::facts::{Access, BodyId, BodyKind, Facts, Kind, Site, Target};
use racefree_grammar::ast::{Dialect, Expr, Extended};
use racefree_grammar::name::Name;
use racefree_program::FieldId;
use rustc_hash::FxHashSet;

/// The name of static initialisers.
const STATIC: &str = "static";

/// Marks the accesses that come before those of all other threads, and finds the fields that never race.
pub(crate) fn publish(facts: &mut Facts<'_>) {
    let program = facts.program();
    if program.dialect != Dialect::Java {
        return;
    }
    for e in 0..facts.accesses.len() {
        let access = facts.accesses[e];
        let is_default = matches!(access.site, Site::Field(f) if program.fields[f.index()].init.is_none());
        if is_default || initialises(facts, access.body, access.target) {
            facts.accesses[e].fresh = true;
        }
    }
    let constructors = super::constructors(program);
    facts.constructing = constructors.values().map(|&m| facts.methods[m]).chain(facts.inits.iter().copied()).collect();
    for e in 0..facts.accesses.len() {
        facts.accesses[e].constructs = constructs(facts, &facts.accesses[e]);
    }
    facts.quiet = quiet(facts);
    let loud = program.fields.iter().enumerate().filter(|(f, _)| !facts.quiet.contains(&FieldId(*f as u32)));
    facts.loud = loud.map(|(_, f)| f.name).collect();
}

/// The fields that never race: volatile ones, and final ones that are assigned before any other thread has the object.
fn quiet(facts: &Facts<'_>) -> FxHashSet<FieldId> {
    let program = facts.program();
    let late: FxHashSet<Name> =
        facts.accesses.iter().filter(|a| a.kind != Kind::Read && !a.fresh).map(|a| a.field).collect();
    let is_quiet = |f: &racefree_grammar::ast::Field| f.volatile || (f.is_final && !late.contains(&f.name));
    let fields = program.fields.iter().enumerate();
    fields.filter(|(_, f)| is_quiet(f)).map(|(i, _)| FieldId(i as u32)).collect()
}

/// True for an access that the initialisation of a class makes to its own static fields.
fn initialises(facts: &Facts<'_>, body: BodyId, target: Target) -> bool {
    let Target::Expr(of) = target else { return false };
    let program = facts.program();
    match facts.body(body).kind {
        // The translation has no others here.
        BodyKind::Main => matches!(program.expr(of), Expr::Extended(Extended::ClassConst(_))),
        BodyKind::Method(m) if program.text(program.methods[m as usize].name) == STATIC => match program.expr(of) {
            Expr::Var(x) => x == Name::THIS,
            Expr::Extended(Extended::ClassConst(name)) => facts.body(body).class == Some(facts.statics(name)),
            _ => false,
        },
        BodyKind::Method(_) | BodyKind::Init(_) | BodyKind::Fork(_) => false,
    }
}

/// True for an access of `this` in code that constructs it.
fn constructs(facts: &Facts<'_>, access: &Access) -> bool {
    let is_this = match access.target {
        Target::This => true,
        Target::Expr(of) => facts.node(of).var == facts.body(access.body).formals.first().copied(),
        Target::Ghost(_) => false,
    };
    is_this && facts.constructing.contains(&access.body)
}
