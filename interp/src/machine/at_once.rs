//! Paths without fields, and types that depend on such paths alone: monitors ask for these in most steps of programs
//! with ghosts. A quick yes is true; anything else takes a closer look.

use super::quick::QuickType;
use super::state::{Given, Heap};
use crate::index::Packed;
use crate::program::{ClassId, LockPath, Reg, Root, Ty};
use crate::value::{ObjectId, ThreadId, Value};

/// A path without fields: the value of a register, or a ghost of the object there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QuickPath {
    pub(super) reg: Reg,
    /// The class that declares the ghost, and its position there.
    pub(super) ghost: Option<(ClassId, u32)>,
}

impl QuickPath {
    pub(crate) fn of(path: &LockPath) -> Option<QuickPath> {
        let (reg, ghost) = match path.root {
            Root::Reg(reg) => (reg, None),
            Root::Ghost { this, class, ghost } => (this, Some((class, ghost))),
        };
        path.fields.is_empty().then_some(QuickPath { reg, ghost })
    }

    /// The object that it clearly denotes.
    #[inline(always)]
    fn object(self, heap: &Heap, regs: &[Value]) -> Packed<ObjectId> {
        let Some(&Value::Object(o)) = regs.get(self.reg.index()) else { return Packed::NONE };
        self.ghost.map_or(Packed::some(o), |(class, ghost)| heap.ghost_at_once(o, class, ghost))
    }

    /// Returns true if a thread clearly holds the object that it denotes.
    #[inline(always)]
    pub(crate) fn is_held(self, heap: &Heap, thread: ThreadId, regs: &[Value]) -> bool {
        self.object(heap, regs).get().is_some_and(|lock| heap.holds(thread, lock))
    }
}

/// A type with ghosts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GhostType {
    pub(super) class: ClassId,
    pub(super) ghosts: Box<[QuickPath]>,
}

impl GhostType {
    /// None if the type has no ghosts, or one that takes a closer look.
    pub(crate) fn of(ty: &Ty) -> Option<GhostType> {
        match ty {
            Ty::Class(class, args) if !args.is_empty() => {
                let ghosts = args.iter().map(QuickPath::of).collect::<Option<_>>()?;
                Some(GhostType { class: *class, ghosts })
            }
            Ty::Class(..) | Ty::Int | Ty::Boolean | Ty::Void => None,
        }
    }

    /// Returns true if a value clearly is an object of this type, the variables of the type being in `regs`.
    #[inline(never)]
    pub(crate) fn has(&self, heap: &Heap, value: Value, regs: &[Value]) -> bool {
        let Value::Object(o) = value else { return false };
        let object = heap.object(o);
        let Some(given) = heap.ghost_args.get(object.ghosts.position()..) else { return false };
        let same =
            |(given, path): (&Given, &QuickPath)| !given.object.is_none() && given.object == path.object(heap, regs);
        object.class == self.class
            && match (given, &*self.ghosts) {
                ([given, ..], [path]) => same((given, path)),
                (given, paths) => given.len() >= paths.len() && given.iter().zip(paths).all(same),
            }
    }
}

/// Returns true if a value clearly has a type, whose variables are in `regs`.
#[inline(always)]
pub(crate) fn is_of(
    (quick, ghosts): (QuickType, &Option<GhostType>),
    heap: &Heap,
    value: Value,
    regs: &[Value],
) -> bool {
    match ghosts {
        // An object is of such a type by its ghosts alone.
        Some(ty) => quick.sorts.has(value) || ty.has(heap, value, regs),
        None => quick.admits(heap, value),
    }
}

/// Something that a call is declared to need.
#[derive(Clone, Debug)]
pub(crate) enum Need {
    /// The thread holds a lock.
    Lock(QuickPath),
    /// The value of a register has a type.
    Type(Reg, QuickType, Option<GhostType>),
}

impl Need {
    /// Returns true if it clearly is met by a frame with these registers.
    #[inline(always)]
    pub(crate) fn is_met(&self, heap: &Heap, thread: ThreadId, regs: &[Value]) -> bool {
        match self {
            Need::Lock(lock) => lock.is_held(heap, thread, regs),
            Need::Type(reg, quick, ghosts) => {
                let value = regs[*reg];
                is_of((*quick, ghosts), heap, value, regs)
            }
        }
    }
}

impl Heap {
    /// The object that a ghost of an object of this very class clearly denotes.
    #[inline(always)]
    fn ghost_at_once(&self, o: ObjectId, class: ClassId, ghost: u32) -> Packed<ObjectId> {
        let object = self.object(o);
        let given = self.ghost_args.get(object.ghosts.position() + ghost as usize);
        given.filter(|_| object.class == class).map_or(Packed::NONE, |given| given.object)
    }
}
