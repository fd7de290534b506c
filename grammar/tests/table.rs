//! An entry of a table is what it was when it was added, packed or not, and whatever was changed or forgotten since.

use proptest::collection::vec;
use proptest::prelude::*;
use racefree_grammar::ast::{Class, ExprId, List, Pack, Run, Table, TypeExpr, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;

/// Numbers on both sides of what fits.
fn number(fits: u32) -> impl Strategy<Value = u32> {
    prop_oneof![6 => 0..fits, 1 => Just(fits - 1), 1 => Just(fits), 1 => fits..fits * 2]
}

fn class() -> impl Strategy<Value = Class> {
    let sizes = (number(1 << 12), number(1 << 6), number(1 << 6), number(16), number(16));
    let rare = prop_oneof![4 => Just((false, 0, false)), 1 => (any::<bool>(), 0..3u32, any::<bool>())];
    (sizes, rare, 0..1000u32, any::<bool>()).prop_map(|(sizes, (thread_local, ghosts, guarded), at, extends)| {
        let (len, name_at, name_len, fields, methods) = sizes;
        Class {
            name: Name(at),
            name_span: Span::new(at + name_at, at + name_at + name_len),
            span: Span::new(at, at + len),
            thread_local,
            ghosts: Run { start: 0, end: ghosts },
            owners: None,
            extends: extends.then(|| TypeId::new(at)),
            guard: guarded.then(|| ExprId::new(at)),
            fields: Run { start: at, end: at + fields },
            methods: Run { start: at, end: at + methods },
        }
    })
}

fn ty() -> impl Strategy<Value = TypeExpr> {
    let args = prop_oneof![Just(List::default()), (0..9u32, 0..3u32).prop_map(|(start, len)| List { start, len })];
    let class = (0..9u32, args).prop_map(|(name, args)| TypeKind::Class { name: Name(name), args });
    let kind = prop_oneof![Just(TypeKind::Int), Just(TypeKind::Boolean), Just(TypeKind::Void), class];
    let span = prop_oneof![Just(Span::NONE), Just(Span::new(7, 9))];
    (kind, span).prop_map(|(kind, span)| TypeExpr { kind, span })
}

/// What is done to a table.
#[derive(Clone, Debug)]
enum Step<T> {
    Push(T),
    Set(usize, T),
    Pop,
    Truncate(usize),
}

fn steps<T: Clone + std::fmt::Debug>(entry: impl Strategy<Value = T> + Clone) -> impl Strategy<Value = Vec<Step<T>>> {
    let set = (0..20usize, entry.clone()).prop_map(|(i, entry)| Step::Set(i, entry));
    let less = prop_oneof![Just(Step::Pop), (0..20usize).prop_map(Step::Truncate)];
    vec(prop_oneof![6 => entry.prop_map(Step::Push), 2 => set, 1 => less], 0..60)
}

/// Does the steps to a table and to a list.
fn compare<T: Pack + std::fmt::Debug>(steps: Vec<Step<T>>) -> Result<(), TestCaseError> {
    let (mut table, mut list) = (Table::default(), Vec::new());
    for step in steps {
        match step {
            Step::Push(entry) => (table.push(entry), list.push(entry)).0,
            Step::Set(i, entry) if i < list.len() => (table.set(i, entry), list[i] = entry).0,
            Step::Set(..) => {}
            Step::Pop => prop_assert_eq!(format!("{:?}", table.pop()), format!("{:?}", list.pop())),
            Step::Truncate(len) => (table.truncate(len), list.truncate(len)).0,
        }
        prop_assert_eq!(table.len(), list.len());
        prop_assert_eq!(format!("{table:?}"), format!("{list:?}"));
        prop_assert_eq!(format!("{:?}", table.get(3)), format!("{:?}", list.get(3).copied()));
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_table_of_classes_is_a_list_of_them(steps in steps(class().boxed())) {
        compare(steps)?;
    }

    #[test]
    fn a_table_of_types_is_a_list_of_them(steps in steps(ty().boxed())) {
        compare(steps)?;
    }
}

#[test]
fn most_classes_and_types_take_little_memory() {
    let classes = (size_of::<<Class as Pack>::Packed>(), size_of::<Class>());
    let types = (size_of::<<TypeExpr as Pack>::Packed>(), size_of::<TypeExpr>());
    assert_eq!((classes, types), ((24, 60), (12, 24)));
    let program =
        racefree_grammar::parse("class A { int x; int m() { 0 } } class B extends A { } class C<ghost A g> { }");
    let packed = program.unwrap().classes.iter().map(|class| class.pack().is_some()).collect::<Vec<_>>();
    assert_eq!(packed, [true, true, false]);
}
