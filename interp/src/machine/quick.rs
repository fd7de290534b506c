//! Declarations as monitors look at them on every step: quick answers without a look at paths. A quick yes is always
//! true; anything else takes a closer look.

use super::at_once::{GhostType, QuickPath, is_of};
use super::state::{FlatObject, Heap};
use crate::index::Packed;
use crate::program::{ClassId, Classes, Field, FieldAt, FieldSlot, LockPath, Reg, Root, Tables, Ty};
use crate::value::{ObjectId, ThreadId, Value};

/// Sorts of values, a bit each ([`Value::sort`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sorts(u8);

impl Sorts {
    const ALL: Sorts = Sorts(u8::MAX);

    /// The sort of this value.
    fn of(value: Value) -> Sorts {
        Sorts(1 << value.sort())
    }

    #[inline(always)]
    pub(crate) fn has(self, value: Value) -> bool {
        self.0 >> value.sort() & 1 != 0
    }
}

/// Classes one after the other in their order, as a class and its subclasses are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClassRange {
    first: ClassId,
    count: u32,
}

impl ClassRange {
    /// None.
    pub(crate) const NONE: ClassRange = ClassRange { first: ClassId(0), count: 0 };

    /// The classes from the first up to the second, which is not among them.
    pub(crate) fn of(from: ClassId, to: ClassId) -> ClassRange {
        ClassRange { first: from, count: to.0.saturating_sub(from.0) }
    }

    /// Returns true if a class is among them.
    #[inline(always)]
    pub(crate) fn has(&self, class: ClassId) -> bool {
        class.0.wrapping_sub(self.first.0) < self.count
    }
}

/// Quick test of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QuickType {
    /// The sorts of which all values have it.
    pub(crate) sorts: Sorts,
    /// The objects of the classes from the first up to the second have it.
    from: ClassId,
    to: ClassId,
}

impl QuickType {
    pub(crate) fn of(ty: &Ty, classes: &Classes) -> QuickType {
        let none = ClassId(0);
        match ty {
            Ty::Int => QuickType { sorts: Sorts::of(Value::Int(0)), from: none, to: none },
            Ty::Boolean => QuickType { sorts: Sorts::of(Value::Bool(true)), from: none, to: none },
            Ty::Void => QuickType::ANYTHING,
            Ty::Class(class, ghosts) => {
                // Objects whose ghosts have to be compared are not among these.
                let to = if ghosts.is_empty() { classes.get(*class).end() } else { *class };
                QuickType { sorts: Sorts::of(Value::Null), from: *class, to }
            }
        }
    }

    /// The type of everything.
    pub(crate) const ANYTHING: QuickType = QuickType { sorts: Sorts::ALL, from: ClassId(0), to: ClassId(0) };

    /// Returns true if a value clearly has the type; if not, it may have it nevertheless.
    #[inline(always)]
    pub(crate) fn admits(self, heap: &Heap, value: Value) -> bool {
        if self.sorts.has(value) {
            return true;
        }
        let Value::Object(o) = value else { return false };
        let class = heap.object(o).class;
        self.from <= class && class < self.to
    }
}

/// Condition on the accesses to a field, values aside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub enum Keeper {
    /// Guarded by `this`: the thread that holds the object.
    Holder,
    /// Neither guarded nor final: the thread that made the object.
    Maker,
    /// Final: the field must be initialised.
    Built,
    /// Guarded by a constant, a ghost of its class or a [fixed](super::Lowered::is_fixed) field of the object: the
    /// thread that holds the object that it denotes.
    Ghost,
    /// Guarded by another path.
    Path,
}

impl Keeper {
    /// Returns true if a thread clearly may read the field of this object, by all monitors.
    #[inline(always)]
    pub(crate) fn may_read(self, object: &FlatObject, slot: FieldSlot, thread: ThreadId) -> bool {
        self.may_write(object, thread) || self == Keeper::Built && slot.0 < object.built
    }

    /// Returns true if it clearly may write it, values aside.
    #[inline(always)]
    pub(crate) fn may_write(self, object: &FlatObject, thread: ThreadId) -> bool {
        // Without a branch: the next field is unpredictable.
        let keeper = if self == Keeper::Maker { Packed::some(object.thread) } else { object.owner };
        keeper.is(thread) & self.is_certain()
    }

    /// Returns true if a thread that not clearly may access the field may not.
    #[inline(always)]
    pub(crate) fn is_certain(self) -> bool {
        self <= Keeper::Maker
    }

    /// Returns true if it clearly may write it first, values aside.
    #[inline(always)]
    pub(crate) fn may_init(self, object: &FlatObject, thread: ThreadId) -> bool {
        self != Keeper::Maker || object.thread == thread
    }
}

/// Quick tests of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct QuickField {
    pub(crate) is_final: bool,
    pub(crate) keeper: Keeper,
    pub(crate) slot: FieldSlot,
    pub(crate) ty: QuickType,
    /// Its type, as far as it has ghosts.
    pub(crate) ghosts: Option<GhostType>,
    /// Its guard, if that is a ghost of the class.
    pub(super) guard: Option<QuickPath>,
    /// The field of the same object that holds its guard, if the guard is one.
    pub(super) lock: Option<FieldAt>,
    /// True if observers that select ([`super::Observer::SELECTS`]) are told of its accesses.
    pub(crate) watched: bool,
    /// No code assigns it, and no other thread can see an object before it is initialised: every read of it gives the
    /// value of its init-write, and is a local step ([`super::points`]).
    pub(crate) fixed: bool,
}

impl QuickField {
    pub(crate) fn of(field: &Field, tables: &Tables, fixed: bool) -> QuickField {
        let guard = field.guard.as_ref().filter(|path| !field.is_final && !path.is_this()).and_then(QuickPath::of);
        let keeper = match &field.guard {
            _ if field.is_final => Keeper::Built,
            None => Keeper::Maker,
            Some(path) if path.is_this() => Keeper::Holder,
            Some(_) if guard.is_some() => Keeper::Ghost,
            Some(_) => Keeper::Path,
        };
        let ty = QuickType::of(&field.ty, &tables.classes);
        let ghosts = GhostType::of(&field.ty);
        let lock = field.guard.as_ref().and_then(|path| QuickField::lock(path, tables, field.owner));
        QuickField { is_final: field.is_final, keeper, slot: field.slot, ty, ghosts, guard, lock, watched: true, fixed }
    }

    /// Returns true if its guard is a field of the same object that is fixed.
    fn has_fixed_guard(&self, fields: &[QuickField]) -> bool {
        self.keeper == Keeper::Path && self.lock.is_some_and(|lock| fields[lock.field.index()].fixed)
    }

    /// Marks the guards that are fixed.
    pub(super) fn fix_guards(fields: &mut [QuickField]) {
        for field in 0..fields.len() {
            if fields[field].has_fixed_guard(fields) {
                fields[field].keeper = Keeper::Ghost;
            }
        }
    }

    /// The field that a guard `this.fd` is, if `fd` has one meaning only.
    fn lock(path: &LockPath, tables: &Tables, owner: ClassId) -> Option<FieldAt> {
        let (Root::Reg(Reg::THIS), &[fd]) = (path.root, &path.fields[..]) else { return None };
        let meanings = tables.field_names.get(fd)?.segments().iter().filter(|s| s.1.is_some()).count();
        tables.field_of(owner, fd).filter(|_| meanings == 1)
    }

    /// Returns true if the thread clearly holds the guard, which is a path.
    #[inline(never)]
    pub(crate) fn has_held_guard(&self, heap: &Heap, o: ObjectId, thread: ThreadId) -> bool {
        if let Some(lock) = self.lock {
            return matches!(heap.look(o, lock.slot), Some(Value::Object(lock)) if heap.holds(thread, lock));
        }
        self.guard.is_some_and(|guard| guard.is_held(heap, thread, &[Value::Object(o)]))
    }

    /// Returns true if a thread clearly may read it of this object, by all monitors.
    #[inline]
    pub(crate) fn may_read(&self, heap: &Heap, o: ObjectId, thread: ThreadId) -> bool {
        self.keeper.may_read(heap.object(o), self.slot, thread) || self.has_held_guard(heap, o, thread)
    }

    /// Returns true if it clearly may write this value.
    #[inline]
    pub(crate) fn may_write(&self, heap: &Heap, o: ObjectId, thread: ThreadId, value: Value) -> bool {
        let may = self.keeper.may_write(heap.object(o), thread) || self.has_held_guard(heap, o, thread);
        may && self.admits(heap, o, value)
    }

    /// Returns true if it clearly may write this value first.
    #[inline]
    pub(crate) fn may_init(&self, heap: &Heap, o: ObjectId, thread: ThreadId, value: Value) -> bool {
        self.keeper.may_init(heap.object(o), thread) && self.admits(heap, o, value)
    }

    /// Returns true if a value clearly has the type of the field of this object.
    #[inline]
    pub(crate) fn admits(&self, heap: &Heap, o: ObjectId, value: Value) -> bool {
        is_of((self.ty, &self.ghosts), heap, value, &[Value::Object(o)])
    }
}
