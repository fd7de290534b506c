//! The names of fields and methods in code, and their probable meanings there.

use super::Lowering;
use crate::machine::code::*;
use crate::program::{ByName, ClassId};
use racefree_grammar::ast::{Expr, ExprId, TypeKind};
use racefree_grammar::name::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Names as code uses them: with the class that they are probably looked up in, if that makes a difference.
#[derive(Default)]
pub(super) struct NameNumbers {
    list: Vec<(Name, Option<ClassId>)>,
    numbers: FxHashMap<(Name, Option<ClassId>), u32>,
}

impl NameNumbers {
    fn number(&mut self, name: Name, class: Option<ClassId>) -> u32 {
        *self.numbers.entry((name, class)).or_insert_with(|| {
            self.list.push((name, class));
            self.list.len() as u32 - 1
        })
    }

    pub(super) fn meanings<T: Copy>(self, members: &ByName<T>) -> Vec<(Name, QuickName<T>)> {
        let mut widest = FxHashMap::default();
        let mut meaning = |(name, class): (Name, Option<ClassId>)| {
            let segments = members.get(name).map_or(&[][..], |member| member.segments());
            let widest: &QuickName<T> = widest.entry(name).or_insert_with(|| self::widest(segments));
            let part = class.and_then(|class| {
                let at = segments.partition_point(|s| s.0 <= class).checked_sub(1)?;
                let (from, what) = segments[at];
                what.is_some().then(|| QuickName { from, to: end(segments, at), what, ..*widest })
            });
            (name, part.unwrap_or(*widest))
        };
        self.list.into_iter().map(&mut meaning).collect()
    }
}

/// Returns true if a name means something different in different classes.
fn differs<T: Copy>(members: &ByName<T>, name: Name) -> bool {
    members.get(name).is_some_and(|member| member.segments().iter().filter(|s| s.1.is_some()).nth(1).is_some())
}

/// Maximum depth in fields to which the class of a receiver is looked for.
const DEEP: u32 = 3;

/// Meanings of a name, by the first class of each part of the class order.
type Segments<T> = [(ClassId, Option<T>)];

/// The class behind a part of the class order.
fn end<T>(segments: &Segments<T>, at: usize) -> ClassId {
    segments.get(at + 1).map_or(ClassId(u32::MAX), |next| next.0)
}

/// The widest part of the class order in which a name means something.
fn widest<T: Copy>(segments: &Segments<T>) -> QuickName<T> {
    let parts = (0..segments.len()).filter(|&at| segments[at].1.is_some());
    let more = parts.clone().nth(1).is_some();
    match parts.max_by_key(|&at| end(segments, at).0 - segments[at].0.0) {
        Some(at) => QuickName { from: segments[at].0, to: end(segments, at), what: segments[at].1, more },
        None => QuickName { from: ClassId(0), to: ClassId(0), what: None, more: false },
    }
}

/// The names of the fields that code assigns.
pub(super) fn assigned<T>(codes: &[Code], names: &[(Name, T)]) -> FxHashSet<Name> {
    let instrs = codes.iter().flat_map(|code| &code.instrs);
    let written = instrs.filter_map(|instr| if let Instr::Write { name, .. } = instr { Some(name) } else { None });
    written.map(|name| names[name.index()].0).collect()
}

impl Lowering<'_> {
    pub(super) fn field_name(&mut self, recv: ExprId, field: Name) -> FieldName {
        let class = differs(&self.tables.field_names, field).then(|| self.class_of(recv, DEEP)).flatten();
        FieldName(self.field_names.number(field, class))
    }

    pub(super) fn method_name(&mut self, recv: ExprId, method: Name) -> MethodName {
        let class = differs(&self.tables.method_names, method).then(|| self.class_of(recv, DEEP)).flatten();
        MethodName(self.method_names.number(method, class))
    }

    /// The class of an expression if the program is well-typed, where that is cheap to find.
    fn class_of(&self, e: ExprId, deep: u32) -> Option<ClassId> {
        match self.program.expr(e) {
            Expr::Var(x) => self.functions.iter().rev().find_map(|f| f.class_of(x)),
            Expr::New(ty) => match self.program.ty(ty).kind {
                TypeKind::Class { name, .. } => self.tables.classes.find(name),
                _ => None,
            },
            Expr::Field { recv, field } => {
                let at = self.tables.field_of(self.class_of(recv, deep.checked_sub(1)?)?, field)?;
                self.tables.fields[at.field.index()].ty.class()
            }
            _ => None,
        }
    }
}
