//! Features of a program, as text: the parts of the language that occur in it, its depth of nesting.

use crate::tree::{ClassName, EQUALS, Expr, FIRST, MethodName, OBJECT, Path, STRING, THIS, Tree, Type};
use racefree_grammar::stack::deep;
use std::hash::{Hash, Hasher};

/// The parts of the language that are counted, each with its name.
macro_rules! features {
    ($($id:ident $name:literal)*) => {
        #[derive(Clone, Copy)]
        enum Feature { $($id),* }
        const NAMES: &[&str] = &[$($name),*];
    };
}

/// The parts of the language that are counted.
pub fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().copied()
}

features! {
    ClassWithGhosts "a class with ghosts"
    GhostHandedOnByClass "a ghost handed on by a class"
    GhostNamedByPath "a ghost named by a path"
    Superclass "a superclass"
    SuperclassWithGhostArguments "a superclass with ghost arguments"
    Override "an override"
    ThreadLocalClass "a thread-local class"
    ThreadLocalClassBelowSharedOne "a thread-local class below a shared one"
    GuardThatIsGhostOrPath "a guard that is a ghost or a path"
    GuardedFinalField "a guarded final field"
    Requires "requires"
    RequiresWithParameter "requires with a parameter"
    TypeWithParameter "a type with a parameter"
    FinalPathOfTwoFields "a final path of two fields"
    Initialiser "an initialiser"
    InitialiserThatCalls "an initialiser that calls"
    ForkInMethod "fork in a method"
    ForkInFork "fork in fork"
    Recursion "recursion"
    Loop "a loop"
    Condition "a condition"
    Text "a string"
    Null "null"
    Assertion "an assertion"
    Holds "holds"
    Output "output"
    Void "void"
}

/// Features of a program, as bits in the order of [`names`].
pub fn features(tree: &Tree) -> u64 {
    let mut found = 0;
    let mut note = |feature: Feature, so: bool| found |= u64::from(so) << feature as u32;
    let local = |c: ClassName| tree.classes.iter().any(|k| k.name == c && k.local);
    let long = |l: &Path| l.fields.len() > 1;
    for class in &tree.classes {
        let Type::Class(up, up_args) = &class.sup else { continue };
        let own: Vec<u8> = class.ghosts.iter().map(|(_, x)| *x).collect();
        let handed = |t: &Type| args(t).iter().any(|l| own.contains(&l.root));
        note(Feature::ClassWithGhosts, !own.is_empty());
        note(Feature::Superclass, *up != OBJECT);
        note(Feature::SuperclassWithGhostArguments, !up_args.is_empty());
        note(Feature::GhostHandedOnByClass, handed(&class.sup) || class.fields.iter().any(|f| handed(&f.ty)));
        note(Feature::ThreadLocalClass, class.local);
        note(Feature::ThreadLocalClassBelowSharedOne, class.local && *up != OBJECT && !local(*up));
        let above = inherited(tree, *up);
        note(Feature::Override, class.methods.iter().any(|m| above.contains(&m.name)));
        for f in &class.fields {
            let elsewhere = |l: &Path| l.root != THIS || !l.fields.is_empty();
            note(Feature::GuardThatIsGhostOrPath, f.guard.as_ref().is_some_and(elsewhere));
            note(Feature::GuardedFinalField, f.is_final && f.guard.is_some());
            note(Feature::FinalPathOfTwoFields, f.guard.as_ref().is_some_and(long));
            note(Feature::Initialiser, f.init.is_some());
            note(
                Feature::InitialiserThatCalls,
                f.init.as_ref().is_some_and(|e| e.any(|e| matches!(e, Expr::Call(..)))),
            );
        }
        for m in &class.methods {
            let param = |l: &Path| m.params.iter().any(|(_, x)| *x == l.root);
            note(Feature::Requires, !m.requires.is_empty());
            note(Feature::RequiresWithParameter, m.requires.iter().any(param));
            let types = m.params.iter().map(|(t, _)| t).chain([&m.ret]);
            note(Feature::TypeWithParameter, types.into_iter().any(|t| args(t).iter().any(param)));
            m.body.walk(&mut |e| {
                note(Feature::ForkInMethod, matches!(e, Expr::Fork(_)));
                note(Feature::Recursion, matches!(e, Expr::Call(_, mn, _) if *mn == m.name));
            });
            note(Feature::Void, m.ret == Type::Void);
        }
    }
    let types = tree.classes.iter().flat_map(|c| c.fields.iter().map(|f| &f.ty).chain([&c.sup]));
    note(Feature::GhostNamedByPath, types.into_iter().any(|t| args(t).iter().any(|l| !l.fields.is_empty())));
    for root in tree.roots() {
        root.walk(&mut |e| {
            let locks = e.ty().map_or(&[][..], args);
            note(Feature::GhostNamedByPath, locks.iter().any(|l| !l.fields.is_empty()));
            note(Feature::FinalPathOfTwoFields, locks.iter().any(long));
            match e {
                Expr::Sync(l, _) => note(Feature::FinalPathOfTwoFields, l.path().is_some_and(|l| long(&l))),
                Expr::Fork(body) => note(Feature::ForkInFork, body.any(|e| matches!(e, Expr::Fork(_)))),
                _ => {}
            }
            construct(e).into_iter().for_each(|form| note(form, true));
        });
    }
    found
}

/// The form of an expression, if it is counted.
fn construct(e: &Expr) -> Option<Feature> {
    match e {
        Expr::While(..) => Some(Feature::Loop),
        Expr::If(..) => Some(Feature::Condition),
        Expr::Str(_) => Some(Feature::Text),
        Expr::Call(_, mn, _) => (*mn > EQUALS).then_some(Feature::Text),
        Expr::Null => Some(Feature::Null),
        Expr::Assert(_) => Some(Feature::Assertion),
        Expr::Holds(_) => Some(Feature::Holds),
        Expr::Print(_) => Some(Feature::Output),
        Expr::Var(_)
        | Expr::Int(_)
        | Expr::Bool(_)
        | Expr::Unit
        | Expr::New(_)
        | Expr::Field(..)
        | Expr::Assign(..)
        | Expr::Let(..) => None,
        Expr::Sync(..)
        | Expr::Fork(_)
        | Expr::Atomic(_)
        | Expr::Seq(_)
        | Expr::Binary(..)
        | Expr::Unary(..)
        | Expr::Move(_) => None,
    }
}

/// The locks that a type names.
fn args(t: &Type) -> &[Path] {
    if let Type::Class(_, args) = t { &args[..] } else { &[] }
}

/// The methods that a class has, its own and those above.
fn inherited(tree: &Tree, c: ClassName) -> Vec<MethodName> {
    let (mut at, mut all) = (c, Vec::new());
    for _ in 0..=tree.classes.len() {
        let Some(class) = tree.classes.iter().find(|k| k.name == at) else { break };
        all.extend(class.methods.iter().map(|m| m.name));
        let Type::Class(up, _) = class.sup else { break };
        at = up;
    }
    all
}

/// Returns true if a variable of a shared type is bound to a new object of a thread-local class.
pub fn upcast(tree: &Tree) -> bool {
    let local = |t: &Type| matches!(t, Type::Class(c, _) if tree.classes.iter().any(|k| k.name == *c && k.local));
    let shared = |t: &Type| matches!(t, Type::Class(c, _) if *c != STRING && (*c < FIRST || !local(t)));
    tree.roots().into_iter().any(|root| {
        root.any(|e| match e {
            Expr::Let(t, _, bound, _) => shared(t) && matches!(&**bound, Expr::New(made) if local(made)),
            _ => false,
        })
    })
}

/// Depth of nested expressions.
pub fn depth(tree: &Tree) -> usize {
    fn of(e: &Expr) -> usize {
        deep(|| 1 + e.children().map(of).max().unwrap_or(0))
    }
    tree.roots().into_iter().map(of).max().unwrap_or(0)
}

/// A number that equal programs share, and different ones hardly ever.
pub fn fingerprint(tree: &Tree) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    tree.hash(&mut hasher);
    // The smallest numbers are kept, so all bits must count.
    let mixed = hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}
