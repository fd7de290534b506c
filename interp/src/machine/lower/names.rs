//! The names of fields and methods in code, and what they probably mean there.

use super::Lowering;
use crate::machine::code::*;
use crate::program::{ByName, ClassId, Member};
use racefree_grammar::ast::{Expr, ExprId, TypeKind};
use racefree_grammar::name::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Names as code uses them: with the class that they are probably looked up in, where that makes a difference.
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
        self.list.into_iter().map(|(name, class)| (name, fast(members.get(name), class))).collect()
    }
}

/// Whether a name means something different in different classes.
fn differs<T: Copy>(members: &ByName<T>, name: Name) -> bool {
    members.get(name).is_some_and(|member| member.segments().iter().filter(|s| s.1.is_some()).count() > 1)
}

/// The class of a receiver is looked for so many fields deep.
const DEEP: u32 = 3;

/// The part of the class order in which a name means something that has this class in it, or else the widest.
fn fast<T: Copy>(member: Option<Member<'_, T>>, class: Option<ClassId>) -> QuickName<T> {
    let segments = member.map_or(&[][..], |m| m.segments());
    let ends = segments.iter().skip(1).map(|s| s.0).chain([ClassId(u32::MAX)]);
    let parts = segments.iter().zip(ends).filter(|(s, _)| s.1.is_some());
    let has = |from: ClassId, end: ClassId| class.is_some_and(|class| from <= class && class < end);
    match parts.clone().max_by_key(|(s, end)| (has(s.0, *end), end.0 - s.0.0)) {
        Some((&(from, what), to)) => QuickName { from, to, what, more: parts.count() > 1 },
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

    /// The class that an expression is of if the program is well-typed, where that is seen at once.
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
