//! Locks, initialisers and types that occur in declarations again and again, kept once. Of a tree that is made to be judged and
//! forgotten, the places of all but the first occurrence are not needed.

use crate::ast::{Expr, ExprId, List, Program, TypeId, TypeKind};
use crate::span::Span;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// So many of each sort are remembered, a power of two: of two that fall on one place, the later.
const PLACES: usize = 4096;

/// What was met last of each sort, by what it is.
pub(crate) struct Once {
    exprs: Vec<ExprId>,
    lists: Vec<List>,
    types: Vec<TypeId>,
    /// How many types with arguments were met.
    pub(crate) instances: usize,
    /// How many expressions there would be more.
    pub(crate) left_out: usize,
}

impl Default for Once {
    fn default() -> Once {
        let (exprs, lists) = (vec![ExprId::new(u32::MAX); PLACES], vec![List::default(); PLACES]);
        Once { exprs, lists, types: vec![TypeId::new(u32::MAX); PLACES], instances: 0, left_out: 0 }
    }
}

fn place(what: impl Hash) -> usize {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    (hasher.finish() >> 32) as usize % PLACES
}

impl Once {
    /// The expression made last, which has no parts that run: instead of it the same one made before, if that is remembered.
    pub(crate) fn expr(&mut self, program: &mut Program, e: ExprId) -> ExprId {
        let expr = program.expr(e);
        let key = match expr {
            Expr::Var(x) => (0, x.0, 0),
            Expr::Field { recv, field } => (1, recv.number(), field.0),
            Expr::Int(n) => (2, n as u32, 0),
            Expr::Bool(b) => (3, b.into(), 0),
            Expr::Null => (4, 0, 0),
            Expr::Str(text) => (5, text.0, 0),
            Expr::New(ty) => (6, ty.number(), 0),
            Expr::Unit
            | Expr::Assign { .. }
            | Expr::Call { .. }
            | Expr::Let { .. }
            | Expr::Sync { .. }
            | Expr::Fork(_)
            | Expr::Atomic(_)
            | Expr::Seq(_)
            | Expr::If { .. }
            | Expr::While { .. }
            | Expr::Print(_)
            | Expr::Assert(_)
            | Expr::Holds(_)
            | Expr::Binary(..)
            | Expr::Unary(..)
            | Expr::Special(_)
            | Expr::Qualified { .. }
            | Expr::Move(_) => return e,
        };
        let known = &mut self.exprs[place(key)];
        if *known < e && program.exprs[known.index()] == expr && e.index() + 1 == program.exprs.len() {
            program.exprs.pop();
            program.spans.pop();
            self.left_out += 1;
            return *known;
        }
        *known = e;
        e
    }

    /// The list made last, likewise.
    pub(crate) fn list(&mut self, program: &mut Program, list: List) -> List {
        let elements = program.list(list);
        let known = &mut self.lists[place(elements)];
        if known.len == list.len && known.start < list.start && program.list(*known) == elements {
            program.lists.truncate(list.start as usize);
            return *known;
        }
        *known = list;
        list
    }

    /// A type: the same one made before, if that is remembered, or else a new one.
    pub(crate) fn ty(&mut self, program: &mut Program, kind: TypeKind, span: Span) -> TypeId {
        let key = match kind {
            TypeKind::Int => (0, 0, 0),
            TypeKind::Boolean => (1, 0, 0),
            TypeKind::Void => (2, 0, 0),
            TypeKind::Class { name, args } => {
                self.instances += usize::from(args.len > 0);
                (3 + args.len, name.0, args.start)
            }
        };
        let known = &mut self.types[place(key)];
        if program.types.get(known.index()).is_none_or(|ty| ty.kind != kind) {
            *known = program.add_type(kind, span);
        }
        *known
    }
}
