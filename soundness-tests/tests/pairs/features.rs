//! What generated programs have of superclasses and initialisers: that no race is missing says nothing of what they lack.

use super::generator;
use racefree_grammar::Program;
use racefree_grammar::ast::{Expr, TypeKind};
use racefree_program::{ClassId, Resolved};
use std::collections::BTreeMap;

/// Of how many of a thousand programs at least.
const FLOORS: [(&str, usize); 5] = [
    ("a subclass", 400),
    ("a subclass of a subclass", 80),
    ("a subclass's initialiser that uses this", 300),
    ("a fork in an initialiser", 250),
    ("a superclass made after its subclass", 150),
];

fn features(program: &Program) -> Vec<&'static str> {
    let resolved = Resolved::new(program);
    let mut found = Vec::new();
    let mut has = |name: &'static str, is: bool| found.extend((is && !found.contains(&name)).then_some(name));
    for (i, class) in program.classes.iter().enumerate() {
        let above = resolved.get(resolved.of_declaration(i)).superclass().filter(|&c| c != ClassId::OBJECT);
        has("a subclass", above.is_some());
        has("a subclass of a subclass", above.is_some_and(|c| resolved.get(c).superclass() != Some(ClassId::OBJECT)));
        for e in program.fields_of(class).iter().filter_map(|f| f.init).flat_map(|e| program.within(e)) {
            let uses_this = matches!(program.expr(e), Expr::Field { .. } | Expr::Call { .. } | Expr::Assign { .. });
            has("a subclass's initialiser that uses this", above.is_some() && uses_this);
            has("a fork in an initialiser", matches!(program.expr(e), Expr::Fork(_)));
        }
    }
    let made: Vec<ClassId> = program
        .main
        .into_iter()
        .flat_map(|e| program.within(e))
        .filter_map(|e| match program.expr(e) {
            Expr::New(ty) => match program.ty(ty).kind {
                TypeKind::Class { name, .. } => resolved.find(name),
                TypeKind::Int | TypeKind::Boolean | TypeKind::Void | TypeKind::Array { .. } => None,
            },
            _ => None,
        })
        .collect();
    let after = |(i, &c): (usize, &ClassId)| {
        made[i + 1..].iter().any(|&d| d != c && d != ClassId::OBJECT && resolved.below(c, d))
    };
    has("a superclass made after its subclass", made.iter().enumerate().any(after));
    found
}

#[test]
fn generated_programs_have_superclasses_and_initialisers_of_every_sort() {
    let (mut by, programs): (BTreeMap<&str, usize>, _) = (BTreeMap::new(), 2_000);
    for seed in 1..=programs {
        let program = racefree_grammar::parse(&generator::program(seed as u64)).expect("it parses");
        features(&program).into_iter().for_each(|f| *by.entry(f).or_default() += 1);
    }
    for (feature, least) in FLOORS {
        assert!(by.get(feature).is_some_and(|n| n * 1_000 >= least * programs), "{feature}: {by:?}");
    }
}
