//! The state `⟨H; T⟩`, flat: a copy of it is a few copies of memory.

use super::code::{CodeId, Pc};
use super::ready::Contenders;
use crate::in_place::clone_in_place;
use crate::index::Packed;
use crate::ops::{Text, Texts};
use crate::program::{ClassId, FieldAt, FieldSlot, LockPath, Reg, Root, Tables};
use crate::value::{Exception, ObjectId, ThreadId, Value};
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

racefree_grammar::index! {
    /// A field of an object: an index of [`Heap::cells`].
    CellId;
    /// A ghost argument: an index of `Heap::ghost_args`. The arguments of an object are one after the other.
    GhostArg;
    /// A path: an index of `Heap::ghost_nodes`.
    GhostNodeId;
    /// The contents of a string: an index of `Heap::texts`.
    TextId;
}

/// An object of the heap.
#[derive(Clone, Copy, Debug)]
pub struct FlatObject {
    /// Its class.
    pub class: ClassId,
    /// The thread that allocated it; for string literals the main thread.
    pub thread: ThreadId,
    /// Number of the `new` of that thread that made it, from 1; for literals 0.
    pub serial: u32,
    /// Its first cell; the others follow in the order of their slots.
    pub cells: CellId,
    /// Number of its initialised fields.
    pub built: u32,
    pub(crate) owner: Packed<ThreadId>,
    /// Reentrancy count of its lock.
    pub count: u32,
    /// Threads that are about to acquire it.
    pub(crate) contenders: Contenders,
    /// Its first ghost argument; the contents, if it is a string ([`FlatObject::text`]).
    pub(crate) ghosts: Packed<GhostArg>,
}

impl FlatObject {
    /// The owner of its lock.
    #[inline]
    pub fn owner(&self) -> Option<ThreadId> {
        self.owner.get()
    }

    /// The cell of a field.
    #[inline(always)]
    pub fn cell(&self, slot: FieldSlot) -> CellId {
        CellId(self.cells.0 + slot.0)
    }

    /// Its contents, if it is a string: it has no ghosts.
    pub(crate) fn text(&self) -> Packed<TextId> {
        if self.class == ClassId::STRING { Packed::from_raw(self.ghosts.raw()) } else { Packed::NONE }
    }

    /// Returns true if this thread holds its lock.
    #[inline]
    pub fn held_by(&self, thread: ThreadId) -> bool {
        self.owner.is(thread)
    }
}

/// A path that is a ghost argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GhostNode {
    /// The value that it starts with.
    Root(Value),
    /// A field of an earlier path.
    Field(GhostNodeId, Name),
}

/// Ghost argument of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GhostValue {
    pub(crate) path: GhostNodeId,
    /// The object that the path denotes, if it is one and cannot change.
    pub(crate) object: Packed<ObjectId>,
}

/// `H`
#[derive(Default, Debug)]
pub struct Heap {
    /// The objects, by [`ObjectId`].
    pub objects: Vec<FlatObject>,
    /// The fields of all objects.
    pub cells: Vec<Value>,
    pub(crate) ghost_nodes: Vec<GhostNode>,
    pub(crate) ghost_args: Vec<GhostValue>,
    pub(crate) texts: Vec<Text>,
    /// UTF-16 units of text made.
    pub(crate) units: usize,
    pub(crate) looks: SilentReads,
}

clone_in_place!(Heap { texts, units, looks; objects, cells, ghost_nodes, ghost_args });

/// Objects that were looked at without an event: along paths, and by monitors. A bit for each object, as far as it was
/// asked for.
#[derive(Default, Debug)]
pub(crate) struct SilentReads(pub(crate) Vec<AtomicU64>);

impl SilentReads {
    #[inline]
    fn add(&self, o: ObjectId) {
        if let Some(word) = self.0.get(o.index() / 64) {
            word.store(word.load(Relaxed) | 1 << (o.index() % 64), Relaxed);
        }
    }
}

/// A copy of the heap is not asked.
impl Clone for SilentReads {
    fn clone(&self) -> SilentReads {
        SilentReads::default()
    }

    #[inline]
    fn clone_from(&mut self, _: &SilentReads) {}
}

impl Texts for Heap {
    fn text(&self, value: Value) -> Option<&Text> {
        self.texts.get(self.objects.get(value.object()?.index())?.text().position())
    }
}

impl Heap {
    /// The object of a number.
    #[inline]
    pub fn object(&self, o: ObjectId) -> &FlatObject {
        &self.objects[o.index()]
    }

    /// Returns true if a thread holds the lock of an object.
    #[inline]
    pub fn holds(&self, thread: ThreadId, o: ObjectId) -> bool {
        self.looks.add(o);
        self.objects[o.index()].held_by(thread)
    }

    /// The cell of a field.
    #[inline]
    pub fn cell(&self, o: ObjectId, slot: FieldSlot) -> CellId {
        self.objects[o.index()].cell(slot)
    }

    /// The contents of a string, for output.
    pub fn string(&self, o: ObjectId) -> Option<String> {
        self.text(Value::Object(o)).map(|t| String::from_utf16_lossy(t))
    }

    /// Returns the value of `v.fd`; none if `v` has no such field.
    pub fn field_value(&self, tables: &Tables, v: Value, fd: Name) -> Option<Value> {
        let o = v.object()?;
        let FieldAt { slot, .. } = tables.field_of(self.object(o).class, fd)?;
        self.look(o, slot)
    }

    /// Returns the value of a field of an object, for readers without an event.
    #[inline]
    pub(crate) fn look(&self, o: ObjectId, slot: FieldSlot) -> Option<Value> {
        self.looks.add(o);
        self.cells.get(self.cell(o, slot).index()).copied()
    }

    /// Returns the value that a ghost argument denotes now; a path through `null` denotes nothing.
    pub fn denote(&self, tables: &Tables, node: GhostNodeId) -> Option<Value> {
        let mut fields = Vec::new();
        let mut at = node;
        let mut value = loop {
            match *self.ghost_nodes.get(at.index())? {
                GhostNode::Root(value) => break value,
                GhostNode::Field(before, fd) => {
                    fields.push(fd);
                    at = before;
                }
            }
        };
        for fd in fields.into_iter().rev() {
            value = self.field_value(tables, value, fd)?;
        }
        Some(value)
    }

    /// Ghost `ghost` of class `class`, as object `o` has it: an argument of `o`'s own class and fields after it, or
    /// (D1) the object and fields. The steps down from `class` to the object's class each substitute the arguments of
    /// the subclass.
    pub fn ghost(&self, tables: &Tables, o: ObjectId, class: ClassId, ghost: u32) -> Option<(GhostStart, Vec<Name>)> {
        let own = self.object(o).class;
        let mut ghost = ghost;
        let mut fields: Vec<Name> = Vec::new();
        let mut at = class;
        while at != own {
            // The subclass of `at` on the way to `own`.
            let mut sub = own;
            while tables.classes.get(sub).superclass()? != at {
                sub = tables.classes.get(sub).superclass()?;
            }
            let given = tables.extends[sub.index()].get(ghost as usize)?;
            let mut all = given.fields.clone();
            all.append(&mut fields);
            fields = all;
            match given.root {
                Root::Reg(_) => return Some((GhostStart::Value(Value::Object(o)), fields)),
                Root::Nothing => return Some((GhostStart::Value(Value::Null), fields)),
                Root::Ghost { ghost: outer, .. } => ghost = outer,
            }
            at = sub;
        }
        let first = self.object(o).ghosts.get()?;
        let given = self.ghost_args.get(first.index() + ghost as usize)?;
        Some((GhostStart::Node(given.path), fields))
    }

    /// Adds a ghost argument.
    pub(crate) fn give(&mut self, path: GhostNodeId) {
        let object = match self.ghost_nodes.get(path.index()) {
            Some(&GhostNode::Root(Value::Object(o))) => Packed::some(o),
            _ => Packed::NONE,
        };
        self.ghost_args.push(GhostValue { path, object });
    }

    /// Returns the value that a lock expression denotes, the variables being in `regs`.
    pub fn denote_path(&self, tables: &Tables, path: &LockPath, regs: &[Value]) -> Option<Value> {
        let mut value = match path.root {
            Root::Reg(reg) => regs.get(reg.index()).copied()?,
            Root::Nothing => return None,
            Root::Ghost { this, class, ghost } => {
                let o = regs.get(this.index())?.object()?;
                let (start, fields) = self.ghost(tables, o, class, ghost)?;
                let first = match start {
                    GhostStart::Value(value) => value,
                    GhostStart::Node(node) => self.denote(tables, node)?,
                };
                fields.into_iter().try_fold(first, |value, fd| self.field_value(tables, value, fd))?
            }
        };
        for &fd in &path.fields {
            value = self.field_value(tables, value, fd)?;
        }
        Some(value)
    }
}

/// Start of a ghost of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GhostStart {
    /// A value.
    Value(Value),
    /// A ghost argument.
    Node(GhostNodeId),
}

/// A call that has not returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// The caller's code.
    pub(crate) code: CodeId,
    /// Return address in the caller's code.
    pub(crate) pc: Pc,
    /// The caller's first register.
    pub(crate) base: u32,
    /// The caller's register for the result.
    pub(crate) dst: Reg,
}

/// `in_sync o`, or `in_atomic b`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// The lock; none for `null` under `null-lock-is-free`, and for an atomic block.
    pub object: Option<ObjectId>,
    /// The `synchronized` or `atomic` expression.
    pub site: ExprId,
}

/// Life cycle of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// Runs, or is blocked.
    Running,
    /// Unwinding with an exception, some locks still held.
    Unwinding(Exception),
    /// Its expression is a value.
    Finished(Value),
    /// Ended by an exception.
    Ended(Exception),
    /// No rule applies.
    Stuck,
}

/// A thread.
#[derive(Debug)]
pub struct FlatThread {
    pub(crate) code: CodeId,
    pub(crate) pc: Pc,
    pub(crate) base: u32,
    pub(crate) frames: Vec<Call>,
    pub(crate) regs: Vec<Value>,
    /// The `in_sync` and `in_atomic` frames, the innermost last.
    pub syncs: Vec<Held>,
    /// Its state in the life cycle.
    pub life: Life,
    /// The thread that forked it; the main thread itself.
    pub parent: ThreadId,
    /// Number of the fork of its parent, from 1; 0 for the main thread.
    pub fork: u32,
    /// Number of threads it has forked.
    pub forks: u32,
    /// Number of objects it has made.
    pub allocs: u32,
    /// True if it rests before a step that only it can see, or unwinds.
    pub(crate) unusual: bool,
    /// A hash of its name, independent of the schedule.
    pub(crate) name: u64,
}

clone_in_place!(FlatThread { code, pc, base, life, parent, fork, forks, allocs, unusual, name; frames, regs, syncs });

impl FlatThread {
    /// The registers of the current frame.
    #[inline]
    pub fn window(&self) -> &[Value] {
        &self.regs[self.base as usize..]
    }

    /// Number of open calls.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }
}
