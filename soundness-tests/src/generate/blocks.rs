//! Programs with atomic blocks: a program made by the base's rules, some of whose guards become guards for writes alone or go, some of
//! whose locks are not taken where nothing needs them any more, and in which random expressions are claimed to be atomic. Claims that the rules do not
//! accept are taken back, so that every program counts.

use super::{Choices, shapes};
use crate::tree::{Declared, Expr, OBJECT, Path, Tree, Type};
use crate::variant::Rules;
use racefree_atomicity::Shown;
use racefree_atomicity::options::NEAREST_DECLARED;
use racefree_atomicity::rules::{atom_block, atom_method, atom_override};
use racefree_grammar::ast::Basic;
use racefree_kernel::{Options, PremiseId};
use racefree_systems::{BASE, premise_name};

/// Premises that, when off, allow accesses without guards; and below, those that keep threads apart.
pub(super) const BARE: [&str; 5] =
    ["ATOM REF/guard", "ATOM ASSIGN/guard", "ATOM PROG/no-error", "ATOM FORK/no-error", "ATOM FORK/empty"];
const APART: [&str; 2] = ["ATOM PROG/checked", "ATOM CLASS/unguarded-type"];

/// Freedom of the base's generator for these rules.
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

/// A program with claims that the rules accept, made of another one.
pub fn claimed(mut tree: Tree, rules: &Rules, choices: &mut Choices<'_>) -> Tree {
    tree.roots_mut().into_iter().for_each(unclaimed);
    guards(&mut tree, choices);
    for _ in 0..choices.below(4) {
        let open = without_lock(&tree, choices.below(locks(&tree).max(1)));
        if rules.system.failures(&open.program(), &rules.options).is_empty() {
            tree = open;
        }
    }
    let often = [10, 25, 45][choices.below(3)];
    for root in tree.roots_mut() {
        claim(root, choices, often);
    }
    if let Expr::Seq(list) = &mut tree.main
        && choices.percent(15)
    {
        // All of it but the forks.
        let rest: Vec<Expr> = list.iter().filter(|e| !matches!(e, Expr::Fork(_))).cloned().collect();
        if !rest.iter().any(|e| matches!(e, Expr::Holds(_))) && rest.len() > 1 {
            list.retain(|e| matches!(e, Expr::Fork(_)));
            list.push(Expr::Atomic(Box::new(Expr::Seq(rest))));
        }
    }
    kept(tree, rules, choices)
}

/// Number of attempts if the rules do not accept a small program.
const TRIES: u32 = 4;

/// A small program with claims that the rules accept, if there is one among a few.
pub fn shaped(rules: &Rules, choices: &mut Choices<'_>) -> Option<Tree> {
    let tries = (0..TRIES).map(|_| {
        let tree = shapes::program(rules, choices);
        kept(tree, rules, choices)
    });
    tries.into_iter().find(|tree| rules.system.failures(&tree.program(), &rules.options).is_empty())
}

/// The program with declared atomicities, now and then, and without the claims that the rules do not accept.
fn kept(mut tree: Tree, rules: &Rules, choices: &mut Choices<'_>) -> Tree {
    let tempted = [atom_method::DECLARED, atom_override::DECLARED].iter().any(|&p| rules.options.off.is_off(p))
        || rules.options.reads(NEAREST_DECLARED);
    if choices.percent(if tempted { 85 } else { 30 }) {
        declare(&mut tree, rules, choices);
    }
    if rules.options.off.is_off(atom_block::CLAIM) {
        return tree;
    }
    let program = tree.program();
    let (kept, _, _) = racefree_atomicity::keep_what_holds(&program, &rules.options);
    Tree::of(&kept).unwrap_or(tree)
}

/// Declares atomicities of methods: the true one, the one that callers may rely on where others override them, or a
/// little less; as far as the rules accept that, claims aside.
fn declare(tree: &mut Tree, rules: &Rules, choices: &mut Choices<'_>) {
    let mut bare = tree.clone();
    bare.roots_mut().into_iter().for_each(unclaimed);
    let inferred = racefree_atomicity::analyse(&bare.program(), "", &rules.options).methods;
    for (m, inferred) in inferred.iter().enumerate() {
        if !choices.percent(55) {
            continue;
        }
        let how = choices.weighted([30, 25, 25, 20]);
        let of = if how == 0 { &inferred.for_callers } else { &inferred.atomicity };
        let Some(mut declared) = written(of) else { continue };
        if how == 2 {
            // Lowers one of its cases, or all of them.
            let mut cases = 0;
            declared.basics_mut(&mut |_| cases += 1);
            let (which, mut at) = (choices.below(cases + 1), 0);
            let less = [Basic::Mover, Basic::Const, Basic::Atomic, Basic::Left][choices.weighted([50, 20, 20, 10])];
            declared.basics_mut(&mut |basic| {
                *basic = if at == which || which == cases { less.min(*basic) } else { *basic };
                at += 1;
            });
        } else if how == 3 {
            declared = Declared::Is(Basic::ALL[choices.below(Basic::ALL.len())]);
        }
        let mut open = bare.clone();
        if let Some(method) = open.classes.iter_mut().flat_map(|class| &mut class.methods).nth(m) {
            method.declared = Some(declared);
        }
        if rules.system.failures(&open.program(), &rules.options).is_empty() {
            bare = open;
        }
    }
    let methods = tree.classes.iter_mut().flat_map(|class| &mut class.methods);
    for (method, open) in methods.zip(bare.classes.iter().flat_map(|class| &class.methods)) {
        method.declared.clone_from(&open.declared);
    }
}

/// An inferred atomicity as a tree writes it; nothing, if a lock has a name that trees do not have.
fn written(shown: &Shown) -> Option<Declared> {
    Some(match shown {
        Shown::Basic(basic) => Declared::Is(*basic),
        Shown::Held { lock, then, otherwise } => {
            Declared::held(Path::of_text(lock)?, written(then)?, written(otherwise)?)
        }
    })
}

/// Takes claims back that were made before.
fn unclaimed(root: &mut Expr) {
    root.walk_mut(&mut |e| {
        while let Expr::Atomic(body) = e {
            *e = std::mem::replace(body, Expr::Null);
        }
    });
}

/// Guards for writes alone, and fields without guard, where their values may be shared.
fn guards(tree: &mut Tree, choices: &mut Choices<'_>) {
    let local: Vec<u8> = tree.classes.iter().filter(|c| c.local).map(|c| c.name).collect();
    let (loose, bare) = (choices.percent(40), choices.percent(30));
    for class in tree.classes.iter_mut().filter(|c| !c.local) {
        for field in class.fields.iter_mut().filter(|f| !f.is_final && f.guard.is_some()) {
            let shared = match &field.ty {
                Type::Class(name, _) => *name == OBJECT || !local.contains(name),
                Type::Int | Type::Bool | Type::Void | Type::Null => true,
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

/// Number of locks that a program takes, as it is written.
pub fn locks(tree: &Tree) -> usize {
    let mut count = 0;
    tree.roots().into_iter().for_each(|root| root.walk(&mut |e| count += usize::from(matches!(e, Expr::Sync(..)))));
    count
}

/// A program without the `synchronized` of a number.
pub fn without_lock(tree: &Tree, which: usize) -> Tree {
    let (mut open, mut at) = (tree.clone(), 0);
    for root in open.roots_mut() {
        root.walk_mut(&mut |e| {
            if let Expr::Sync(_, body) = e {
                if at == which {
                    *e = std::mem::replace(body, Expr::Null);
                }
                at += 1;
            }
        });
    }
    open
}

/// Claims that expressions of some size are atomic, each with a probability in percent.
fn claim(root: &mut Expr, choices: &mut Choices<'_>, often: u32) {
    let claims = |e: &Expr| {
        matches!(
            e,
            Expr::Seq(_)
                | Expr::Sync(..)
                | Expr::Call(..)
                | Expr::Let(..)
                | Expr::If(..)
                | Expr::While(..)
                | Expr::Assign(..)
                | Expr::Binary(..)
        )
    };
    let nests = |e: &Expr| {
        matches!(e, Expr::Seq(_) | Expr::Sync(..) | Expr::Let(..) | Expr::If(..) | Expr::While(..) | Expr::Fork(_))
    };
    if claims(root) && choices.percent(often) {
        let body = std::mem::replace(root, Expr::Null);
        *root = Expr::Atomic(Box::new(body));
        // A block within a block claims nothing that is looked at.
        if !choices.percent(20) {
            return;
        }
        if let Expr::Atomic(body) = root {
            body.children_mut().for_each(|e| claim(e, choices, often));
        }
        return;
    }
    let whole = nests(root) || matches!(root, Expr::Let(..));
    for child in root.children_mut() {
        if whole || matches!(child, Expr::Fork(_)) {
            claim(child, choices, often);
        }
    }
}
