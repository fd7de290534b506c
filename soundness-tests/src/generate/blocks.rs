//! Programs with atomic blocks: a program made by the base's rules, some of whose guards become guards for writes alone or go, some of
//! whose locks are not taken where nothing needs them any more, and in which random expressions are claimed to be atomic. Claims that the rules do not
//! accept are taken back, so that every program counts.

use super::Choices;
use crate::tree::{E, OBJECT, Part, T, Tree};
use crate::variant::Rules;
use racefree_kernel::{Options, PremiseId, System};
use racefree_systems::{BASE, premise_name};

/// Whether a system promises that blocks are serializable.
pub fn knows(system: &dyn System) -> bool {
    system.promises().contains(&"serializable")
}

/// What lets programs make use of premises that are off: accesses without their guards, and all that keeps threads apart.
const BARE: [&str; 5] =
    ["ATOM REF/guard", "ATOM ASSIGN/guard", "ATOM PROG/no-error", "ATOM FORK/no-error", "ATOM FORK/empty"];
const APART: [&str; 2] = ["ATOM PROG/checked", "ATOM CLASS/unguarded-type"];

/// What the base's generator is free to do for these rules.
pub fn freedom(rules: &Rules) -> Options {
    let mut options = Options::default();
    let off: Vec<String> = rules.options.off.iter().map(premise_name).collect();
    let mut free = |name: &str| {
        let premise: Option<PremiseId> = BASE.book().find_premise(name);
        premise.into_iter().for_each(|premise| options.off.switch_off(premise));
    };
    if off.iter().any(|name| BARE.contains(&name.as_str())) {
        ["EXP REF/guard-held", "EXP ASSIGN/guard-held"].into_iter().for_each(&mut free);
    }
    if off.iter().any(|name| APART.contains(&name.as_str())) {
        let groups = BASE.groups().iter().filter(|(name, _)| ["race", "thread_local_escape"].contains(name));
        groups.flat_map(|(_, premises)| *premises).for_each(|&premise| options.off.switch_off(premise));
    }
    options
}

/// A program with claims that the rules accept.
pub fn claimed(mut tree: Tree, rules: &Rules, choices: &mut Choices<'_>) -> Tree {
    tree.roots_mut().into_iter().for_each(unclaimed);
    guards(&mut tree, choices);
    for _ in 0..choices.below(4) {
        let open = without_a_lock(&tree, choices);
        if rules.system.failures(&open.program(), &rules.options).is_empty() {
            tree = open;
        }
    }
    let often = [10, 25, 45][choices.below(3)];
    for root in tree.roots_mut() {
        claim(root, choices, often);
    }
    if let E::Seq(list) = &mut tree.main
        && choices.percent(15)
    {
        // All of it but the forks.
        let rest: Vec<E> = list.iter().filter(|e| !matches!(e, E::Fork(_))).cloned().collect();
        if !rest.iter().any(|e| matches!(e, E::Holds(_))) && rest.len() > 1 {
            list.retain(|e| matches!(e, E::Fork(_)));
            list.push(E::Atomic(Part::new(E::Seq(rest))));
        }
    }
    if rules.options.off.is_off(racefree_atomicity::rules::atom_block::CLAIM) {
        return tree;
    }
    let program = tree.program();
    let (kept, _, _) = racefree_atomicity::keep_what_holds(&program, &rules.options);
    Tree::of(&kept).unwrap_or(tree)
}

/// Takes claims back that were made before.
fn unclaimed(root: &mut E) {
    root.walk_mut(&mut |e| {
        while let E::Atomic(body) = e {
            *e = std::mem::replace(body, E::Null);
        }
    });
}

/// Guards for writes alone, and fields without guard, where what is in them may be shared.
fn guards(tree: &mut Tree, choices: &mut Choices<'_>) {
    let local: Vec<u8> = tree.classes.iter().filter(|c| c.local).map(|c| c.name).collect();
    let (loose, bare) = (choices.percent(40), choices.percent(30));
    for class in tree.classes.iter_mut().filter(|c| !c.local) {
        for field in class.fields.iter_mut().filter(|f| !f.is_final && f.guard.is_some()) {
            let shared = match &field.ty {
                T::Class(name, _) => *name == OBJECT || !local.contains(name),
                T::Int | T::Bool | T::Void | T::Null => true,
            };
            field.write = false;
            if shared && loose && choices.percent(50) {
                field.write = true;
            } else if shared && bare && choices.percent(40) {
                field.guard = None;
            }
        }
    }
}

/// A program with one `synchronized` less.
fn without_a_lock(tree: &Tree, choices: &mut Choices<'_>) -> Tree {
    let mut count = 0;
    tree.roots().into_iter().for_each(|root| root.walk(&mut |e| count += usize::from(matches!(e, E::Sync(..)))));
    let (mut open, which, mut at) = (tree.clone(), choices.below(count.max(1)), 0);
    for root in open.roots_mut() {
        root.walk_mut(&mut |e| {
            if let E::Sync(_, body) = e {
                if at == which {
                    *e = std::mem::replace(body, E::Null);
                }
                at += 1;
            }
        });
    }
    open
}

/// Claims that expressions are atomic, each of some size with so many percent.
fn claim(root: &mut E, choices: &mut Choices<'_>, often: u32) {
    let claims = |e: &E| {
        matches!(e, E::Seq(_) | E::Sync(..) | E::Call(..) | E::Let(..) | E::If(..) | E::While(..) | E::Assign(..))
    };
    let nests = |e: &E| matches!(e, E::Seq(_) | E::Sync(..) | E::Let(..) | E::If(..) | E::While(..) | E::Fork(_));
    if claims(root) && choices.percent(often) {
        let body = std::mem::replace(root, E::Null);
        *root = E::Atomic(Part::new(body));
        // A block within a block claims nothing that is looked at.
        if !choices.percent(20) {
            return;
        }
        if let E::Atomic(body) = root {
            body.children_mut().for_each(|e| claim(e, choices, often));
        }
        return;
    }
    let whole = nests(root) || matches!(root, E::Let(..));
    for child in root.children_mut() {
        if whole || matches!(child, E::Fork(_)) {
            claim(child, choices, often);
        }
    }
}
