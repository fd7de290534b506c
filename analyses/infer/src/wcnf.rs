//! A constraint system as text: weighted clauses in the format of the MaxSAT evaluations (since 2022), with what variables mean
//! as comments.

use crate::clauses::{Lit, Meaning};
use crate::slots::Place;
use crate::system::System;
use crate::words;
use std::fmt::Write;

/// The text. Every instance has a selector, a variable after all others, that costs its weight.
pub fn write(system: &System<'_>, weights: &[u64]) -> String {
    let mut out = String::new();
    for (v, meaning) in system.meanings.iter().enumerate().skip(1) {
        let _ = writeln!(out, "c {v} {}", meaning_of(system, *meaning));
    }
    let first = system.meanings.len();
    for (i, instance) in system.instances.iter().enumerate() {
        let _ = writeln!(out, "c {} {} at {:?}", first + i, words::name(instance.premise), instance.span);
    }
    let number = |lit: Lit| if lit.is_negative() { -i64::from(lit.var()) } else { i64::from(lit.var()) };
    for (clause, tag) in system.clauses.iter() {
        let _ = write!(out, "h");
        for &lit in clause {
            let _ = write!(out, " {}", number(lit));
        }
        let _ = match tag {
            Some(tag) => writeln!(out, " -{} 0", first + tag as usize),
            None => writeln!(out, " 0"),
        };
    }
    for lits in &system.at_most_one {
        for (i, &a) in lits.iter().enumerate() {
            for &b in &lits[..i] {
                let _ = writeln!(out, "h {} {} 0", number(!a), number(!b));
            }
        }
    }
    for (i, weight) in weights.iter().enumerate() {
        let _ = writeln!(out, "{weight} {} 0", first + i);
    }
    out
}

fn meaning_of(system: &System<'_>, meaning: Meaning) -> String {
    let program = &system.template.program;
    let class = |c: u32| program.text(program.classes[c as usize].name);
    match meaning {
        Meaning::Constant => "true".to_owned(),
        Meaning::Local(c) => format!("tl({})", class(c)),
        Meaning::Final(f) => format!("fin({})", program.text(program.fields[f as usize].name)),
        Meaning::Ghost(c, i) => format!("gh({},{i})", class(c)),
        Meaning::Choice(slot, i) => {
            let slot = &system.slots[slot as usize];
            let l = system.text(slot.candidates[i as usize]);
            match slot.place {
                Place::Guard(f) => format!("g({},{l})", program.text(program.fields[f as usize].name)),
                Place::Requires(m) => format!("r({},{l})", program.text(program.methods[m as usize].name)),
                Place::Arg(t, ghost) => format!("a({:?},{ghost},{l})", program.ty(t).span),
            }
        }
        Meaning::Both(a, b) => format!("both({},{})", a.var(), b.var()),
        Meaning::Differ => "differ".to_owned(),
    }
}
