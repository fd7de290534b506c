//! Tables of declarations and types, very large in a large program: a typical entry is packed, and any other one is
//! stored whole beside them. So there are no references to entries: they are read and written as values.

use super::{Class, List, Run, TypeExpr, TypeId, TypeKind};
use crate::name::Name;
use crate::span::Span;
use std::fmt;

/// An entry of a [`Table`].
pub trait Pack: Copy {
    /// An entry in little memory, or where it stands whole.
    type Packed: Copy;

    /// The entry packed, if it is as most are.
    fn pack(self) -> Option<Self::Packed>;

    /// Packed reference to an entry stored whole; no entry is packed so.
    fn whole(at: u32) -> Self::Packed;

    /// The entry, or where it stands whole.
    fn unpack(packed: Self::Packed) -> Result<Self, u32>;
}

/// Entries by their numbers.
#[derive(Clone)]
pub struct Table<T: Pack> {
    packed: Vec<T::Packed>,
    whole: Vec<T>,
    /// Whole entries up to here are kept: changed entries are stored whole, behind later ones.
    kept: usize,
}

impl<T: Pack> Default for Table<T> {
    fn default() -> Table<T> {
        Table::with_capacity(0)
    }
}

impl<T: Pack + fmt::Debug> fmt::Debug for Table<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Pack> Table<T> {
    /// An empty table with room for a number of entries.
    pub fn with_capacity(capacity: usize) -> Table<T> {
        Table { packed: Vec::with_capacity(capacity), whole: Vec::new(), kept: 0 }
    }

    #[inline(always)]
    fn read(&self, packed: T::Packed) -> T {
        match T::unpack(packed) {
            Ok(entry) => entry,
            Err(at) => self.whole[at as usize],
        }
    }

    /// The entry of a number that there is.
    #[inline(always)]
    pub fn at(&self, i: usize) -> T {
        self.read(self.packed[i])
    }

    /// The entry of a number.
    #[inline(always)]
    pub fn get(&self, i: usize) -> Option<T> {
        self.packed.get(i).map(|&packed| self.read(packed))
    }

    /// Another entry takes the place of one.
    pub fn set(&mut self, i: usize, entry: T) {
        self.packed[i] = match (entry.pack(), T::unpack(self.packed[i])) {
            (Some(packed), _) => packed,
            (None, Ok(_)) => {
                self.kept = self.whole.len() + 1;
                self.beside(entry)
            }
            (None, Err(at)) => {
                self.whole[at as usize] = entry;
                T::whole(at)
            }
        };
    }

    /// Changes an entry.
    pub fn change(&mut self, i: usize, change: impl FnOnce(&mut T)) {
        let mut entry = self.at(i);
        change(&mut entry);
        self.set(i, entry);
    }

    /// Changes all entries.
    pub fn change_all(&mut self, mut change: impl FnMut(&mut T)) {
        (0..self.len()).for_each(|i| self.change(i, &mut change));
    }

    /// Stores an entry whole, beside the packed ones.
    fn beside(&mut self, entry: T) -> T::Packed {
        self.whole.push(entry);
        T::whole(self.whole.len() as u32 - 1)
    }

    /// Adds an entry.
    #[inline]
    pub fn push(&mut self, entry: T) {
        let packed = entry.pack().unwrap_or_else(|| self.beside(entry));
        self.packed.push(packed);
    }

    /// Forgets the entry added last, if there is one.
    pub fn pop(&mut self) -> Option<T> {
        let last = self.packed.pop()?;
        Some(match T::unpack(last) {
            Ok(entry) => entry,
            Err(at) => self.forget_whole(at),
        })
    }

    /// Removes the whole entries from one on, which is no longer in the table.
    fn forget_whole(&mut self, at: u32) -> T {
        let first = self.whole[at as usize];
        self.whole.truncate(self.kept.max(at as usize));
        first
    }

    /// Forgets the entries from a number on.
    pub fn truncate(&mut self, len: usize) {
        // Whole entries are in the order of their numbers, except the kept ones.
        let beyond = self.packed.get(len..).unwrap_or_default();
        if let Some(at) = beyond.iter().find_map(|&packed| T::unpack(packed).err()) {
            self.forget_whole(at);
        }
        self.packed.truncate(len);
    }

    /// Forgets all entries, and keeps the memory.
    pub fn clear(&mut self) {
        self.packed.clear();
        self.whole.clear();
        self.kept = 0;
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// Returns true if it is empty.
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// The entry added first.
    pub fn first(&self) -> Option<T> {
        self.get(0)
    }

    /// The entry added last.
    #[inline(always)]
    pub fn last(&self) -> Option<T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// The entries in the order of their numbers.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = T> + ExactSizeIterator + Clone {
        self.packed.iter().map(|&packed| self.read(packed))
    }

    /// Number of entries before the first one that violates a predicate, if all behind it do.
    pub fn partition_point(&self, holds: impl Fn(T) -> bool) -> usize {
        self.packed.partition_point(|&packed| holds(self.read(packed)))
    }
}

/// A class of few members, and of a short name, without what few classes have.
#[derive(Clone, Copy)]
pub struct PackedClass {
    name: Name,
    /// Start; for a whole entry, its index.
    start: u32,
    extends: Option<TypeId>,
    /// Its first field.
    fields: u32,
    /// Its first method.
    methods: u32,
    /// Bit fields: length (12 bits), distance from start to name (6), length of the name (6), numbers of fields (4) and
    /// methods (4); 0 if it is stored whole.
    sizes: u32,
}

impl Pack for Class {
    type Packed = PackedClass;

    #[inline]
    fn pack(self) -> Option<PackedClass> {
        let Class { name, name_span, span, thread_local, ghosts, owners, extends, guard, fields, methods } = self;
        let rare = thread_local || !ghosts.is_empty() || owners.is_some() || guard.is_some();
        let len = span.end.wrapping_sub(span.start);
        let name_at = name_span.start.wrapping_sub(span.start);
        let name_len = name_span.end.wrapping_sub(name_span.start);
        let (own_fields, own_methods) = (fields.end - fields.start, methods.end - methods.start);
        let large = len >> 12 | name_at >> 6 | name_len >> 6 | own_fields >> 4 | own_methods >> 4;
        let sizes = len << 20 | name_at << 14 | name_len << 8 | own_fields << 4 | own_methods;
        let packed =
            PackedClass { name, start: span.start, extends, fields: fields.start, methods: methods.start, sizes };
        (large == 0 && !rare && sizes != 0).then_some(packed)
    }

    fn whole(at: u32) -> PackedClass {
        PackedClass { name: Name::THIS, start: at, extends: None, fields: 0, methods: 0, sizes: 0 }
    }

    #[inline(always)]
    fn unpack(packed: PackedClass) -> Result<Class, u32> {
        let PackedClass { name, start, extends, fields, methods, sizes } = packed;
        if sizes == 0 {
            return Err(start);
        }
        let name_at = start + (sizes >> 14 & 63);
        Ok(Class {
            name,
            name_span: Span { start: name_at, end: name_at + (sizes >> 8 & 63) },
            span: Span { start, end: start + (sizes >> 20) },
            thread_local: false,
            ghosts: Run::default(),
            owners: None,
            extends,
            guard: None,
            fields: Run { start: fields, end: fields + (sizes >> 4 & 15) },
            methods: Run { start: methods, end: methods + (sizes & 15) },
        })
    }
}

/// A written type without arguments.
#[derive(Clone, Copy)]
pub struct PackedType {
    /// Name, or one of the last numbers for types without a name.
    what: u32,
    start: u32,
    /// End; for a whole entry, its index.
    end: u32,
}

impl Pack for TypeExpr {
    type Packed = PackedType;

    #[inline]
    fn pack(self) -> Option<PackedType> {
        let what = match self.kind {
            TypeKind::Int => u32::MAX,
            TypeKind::Boolean => u32::MAX - 1,
            TypeKind::Void => u32::MAX - 2,
            TypeKind::Class { name, args } if args == List::default() => name.0,
            TypeKind::Class { .. } => return None,
        };
        Some(PackedType { what, start: self.span.start, end: self.span.end })
    }

    fn whole(at: u32) -> PackedType {
        PackedType { what: u32::MAX - 3, start: 0, end: at }
    }

    #[inline(always)]
    fn unpack(packed: PackedType) -> Result<TypeExpr, u32> {
        let PackedType { what, start, end } = packed;
        let kind = match u32::MAX - what {
            0 => TypeKind::Int,
            1 => TypeKind::Boolean,
            2 => TypeKind::Void,
            3 => return Err(end),
            _ => TypeKind::Class { name: Name(what), args: List::default() },
        };
        Ok(TypeExpr { kind, span: Span { start, end } })
    }
}
