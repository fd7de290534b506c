//! `⟨H; T⟩` (calculus, section 8), all of it: persistent maps from numbers, so that a copy shares the equal parts.

use super::apart::Use;
use super::context::{Control, Frame, GhostPath};
use super::parts::{Look, Part, Parts};
use crate::ops::{Text, Texts};
use crate::program::ClassId;
use crate::value::{ObjectId, ThreadId, Value};
use im::Vector;
use racefree_grammar::ast::{ExprId, TypeId};
use std::sync::{Arc, LazyLock};

/// `⟨H; T⟩` and the output.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// `H`: by [`ObjectId`]. Each object is shared by the states in which it is the same.
    pub heap: Parts<Object>,
    /// `T`: by [`ThreadId`]. Each thread is shared by the states in which it is the same.
    pub threads: Parts<Thread>,
    /// The values printed, each with its thread.
    pub output: Vector<(ThreadId, Value)>,
    /// The texts that Java prints to its standard error.
    pub errors: Vector<(ThreadId, Value)>,
    /// Number of threads of Java that were given no name.
    pub(crate) unnamed: u32,
    /// The status that the program ended with, if some thread asked for an end.
    pub halted: Option<i32>,
    /// The end of a program whose daemons had not ended: they make no more steps.
    pub(crate) over: bool,
    /// Numbers that a thread takes at once for the objects which it makes.
    pub(crate) room: u32,
}

/// The place of an object that is not made yet.
static NOT_MADE: LazyLock<Arc<Object>> = LazyLock::new(|| Arc::new(Object::blank(ClassId::OBJECT, ThreadId::MAIN)));

/// An object `o` of `H`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Object {
    /// `cn`
    pub class: ClassId,
    /// `a₁…ₙ`
    pub ghosts: Arc<[GhostPath]>,
    /// The values of the fields, by slot.
    pub fields: Vector<Value>,
    /// Number of initialised fields.
    pub built: u32,
    /// The lock: its owner and count, or free.
    pub lock: Option<(ThreadId, u32)>,
    /// The thread that allocated it.
    pub thread: ThreadId,
    /// Number of the `new` of that thread that made it, from 1; 0 for string literals.
    pub serial: u32,
    /// The contents, if it is a string.
    pub text: Option<Text>,
    /// Parts that only some objects of Java have.
    pub(crate) java: Option<Arc<JavaPart>>,
}

/// Parts of objects that only programs of the dialect of Java use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct JavaPart {
    /// Type of the elements, if it is an array: its fields are the elements.
    pub(crate) elem: Option<TypeId>,
    /// Threads that wait on it, in the order in which they began to.
    pub(crate) waiters: Vec<ThreadId>,
    /// Notifications given and not taken: each for one of the first so many waiters.
    pub(crate) notes: Vec<u32>,
    /// The thread that it is, once started.
    pub(crate) runs: Option<ThreadId>,
    /// It was interrupted before it was started.
    pub(crate) told: bool,
    /// Place at which it was thrown, if it is an exception.
    pub(crate) thrown: Option<ExprId>,
    /// Progress of the static initialiser, if it is the object of a class.
    pub(crate) init: Init,
    /// Another thread may have it: it was stored where others find it. Until then its maker's steps with it are seen by nobody.
    pub(crate) escaped: bool,
    /// Its constructor runs.
    pub(crate) making: bool,
    /// The number, if it is one that is no `int`, or a boxed character.
    pub(crate) number: Option<Number>,
    /// Its number and name, if it is a constant of an enum.
    pub(crate) constant: Option<(i32, Text)>,
    /// Code that made it.
    pub(crate) origin: Origin,
    /// Accesses of threads that were no points of choice.
    pub(crate) uses: Vec<Use>,
}

/// Code that made an object of Java.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// A `new` of the program, or a constant of it.
    #[default]
    Written,
    /// A call of the program with any number of arguments, or the start of it.
    Implied,
    /// A method of the library.
    Library,
    /// The constructor of this object of the library, which is made of it.
    Part(ObjectId),
}

static NO_PART: JavaPart = JavaPart {
    elem: None,
    waiters: Vec::new(),
    notes: Vec::new(),
    runs: None,
    told: false,
    thrown: None,
    init: Init::Never,
    escaped: false,
    making: false,
    number: None,
    constant: None,
    origin: Origin::Written,
    uses: Vec::new(),
};

impl JavaPart {
    /// Returns true for parts as an object without any has them.
    pub(crate) fn is_default(&self) -> bool {
        *self == NO_PART
    }

    /// Returns true for an object that Java shows by its contents: a boxed number, a constant of an enum.
    pub(crate) fn is_plain(&self) -> bool {
        self.number.is_some() || self.constant.is_some()
    }
}

/// A number that is no `int`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// `long`
    Long(i64),
    /// `double`, as its bits.
    Double(u64),
    /// `float`, as its bits.
    Float(u32),
    /// `char`, in a box.
    Char(u16),
}

/// Progress of a class's static initialiser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Init {
    /// Not begun.
    #[default]
    Never,
    /// A thread runs it.
    Running(ThreadId),
    /// Done.
    Done,
    /// It ended with an exception: nobody uses the class.
    Failed,
}

/// A thread of `T`: `C[e]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thread {
    /// Content of the hole of `C`: a redex as it stands, a value, or an exception.
    pub(crate) control: Control,
    /// `C`, from the outside in.
    pub context: Vector<Frame>,
    /// The thread that forked it; the main thread itself.
    pub parent: ThreadId,
    /// Number of the fork of its parent, from 1; 0 for the main thread.
    pub fork: u32,
    /// Number of threads it has forked.
    pub(crate) forks: u32,
    /// Number of objects it has made.
    pub(crate) allocs: u32,
    /// Values of the assigned variables in scope, the outermost first.
    pub(crate) cells: Vector<Value>,
    /// The object of class `Thread` that it is.
    pub(crate) object: Option<ObjectId>,
    /// The object that it keeps for itself.
    pub(crate) locals: Value,
    /// It has made the last step that others can see.
    pub(crate) ending: bool,
    /// No reason for the program to go on.
    pub(crate) daemon: bool,
    /// It was interrupted, and has not been told yet.
    pub(crate) interrupted: bool,
    /// The threads, as bits, whose end it has waited for, or its parent had when it began.
    pub(crate) joined: u64,
    /// The objects whose locks it has, in the order of their numbers.
    pub(crate) locks: Vec<ObjectId>,
    /// Numbers that are kept for objects which it will make: the next one, and the end.
    pub(crate) room: (u32, u32),
}

impl Part for Object {
    const COUNT: Look = Look::Objects;

    fn at(number: usize) -> Look {
        Look::Object(number as u32)
    }
}

impl Part for Thread {
    const COUNT: Look = Look::Threads;

    fn at(number: usize) -> Look {
        Look::Thread(number as u32)
    }
}

impl Thread {
    /// A thread at its beginning.
    pub(crate) fn new(control: Control, parent: ThreadId, fork: u32) -> Thread {
        let (context, cells) = (Vector::new(), Vector::new());
        Thread {
            control,
            context,
            parent,
            fork,
            forks: 0,
            allocs: 0,
            cells,
            object: None,
            locals: Value::Null,
            ending: false,
            daemon: false,
            interrupted: false,
            joined: 0,
            locks: Vec::new(),
            room: (0, 0),
        }
    }
}

impl Object {
    /// An object without fields, which `i` makes.
    pub(crate) fn blank(class: ClassId, i: ThreadId) -> Object {
        let (ghosts, fields) = (Arc::new([]), Vector::new());
        Object { class, ghosts, fields, built: 0, lock: None, thread: i, serial: 0, text: None, java: None }
    }

    /// Its parts that only objects of Java have.
    pub(crate) fn java(&self) -> &JavaPart {
        self.java.as_deref().unwrap_or(&NO_PART)
    }

    /// The same, to change them.
    pub(crate) fn java_mut(&mut self) -> &mut JavaPart {
        Arc::make_mut(self.java.get_or_insert_default())
    }
}

impl State {
    /// The object of a number.
    pub fn object(&self, o: ObjectId) -> Option<&Object> {
        self.heap.get(o.index()).map(Arc::as_ref)
    }

    /// The same, to change it.
    pub fn object_mut(&mut self, o: ObjectId) -> Option<&mut Object> {
        self.heap.get_mut(o.index())
    }

    /// Every thread takes so many numbers at once, from 1, for the objects which it makes: these do not depend on the other threads
    /// then, but when it takes some.
    #[must_use]
    pub fn with_room(self, room: u32) -> State {
        State { room, ..self }
    }

    /// The parts that are neither objects nor threads nor output: the number of threads without a name, the status that the program ended with,
    /// and that its daemons make no more steps.
    pub fn others(&self) -> (u32, Option<i32>, bool) {
        (self.unnamed, self.halted, self.over)
    }

    /// The same, to change them. Nothing was printed to the standard error then.
    pub fn set_others(&mut self, (unnamed, halted, over): (u32, Option<i32>, bool)) {
        (self.unnamed, self.halted, self.over) = (unnamed, halted, over);
        self.errors = Vector::new();
    }

    /// An object that a thread has made.
    pub(crate) fn add_object(&mut self, i: ThreadId, object: Object) -> ObjectId {
        let (object, room) = (Arc::new(object), self.room);
        let taken = self.threads.get(i.index()).map_or((0, 0), |t| t.room);
        let number = if taken.0 < taken.1 { taken.0 } else { self.heap.len() as u32 };
        if taken.0 < taken.1 {
            self.heap.set(number as usize, object);
        } else {
            self.heap.push_back(object);
            (1..room).for_each(|_| self.heap.push_back(NOT_MADE.clone()));
        }
        if room > 1
            && let Some(thread) = self.thread_mut(i)
        {
            thread.room = (number + 1, if taken.0 < taken.1 { taken.1 } else { number + room });
        }
        ObjectId(number)
    }

    /// The lock of an object gets another owner or count.
    pub(crate) fn set_lock(&mut self, o: ObjectId, lock: Option<(ThreadId, u32)>) -> Option<()> {
        let before = std::mem::replace(&mut self.object_mut(o)?.lock, lock);
        let (old, new) = (before.map(|l| l.0), lock.map(|l| l.0));
        if old == new {
            return Some(());
        }
        let place = |locks: &[ObjectId]| locks.binary_search(&o);
        if let Some(locks) = old.and_then(|i| self.thread_mut(i)).map(|t| &mut t.locks)
            && let Ok(at) = place(locks)
        {
            locks.remove(at);
        }
        if let Some(locks) = new.and_then(|i| self.thread_mut(i)).map(|t| &mut t.locks)
            && let Err(at) = place(locks)
        {
            locks.insert(at, o);
        }
        Some(())
    }

    /// The thread of a number, to change it.
    pub(crate) fn thread_mut(&mut self, i: ThreadId) -> Option<&mut Thread> {
        self.threads.get_mut(i.index())
    }
}

impl Texts for State {
    fn text(&self, value: Value) -> Option<&Text> {
        self.object(value.object()?)?.text.as_ref()
    }
}
