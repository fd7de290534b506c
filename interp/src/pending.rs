//! Pending steps of threads (calculus, sections 8 and 9.1), and their status.

use crate::event::{Access, Site};
use crate::program::FieldId;
use crate::value::{Exception, ObjectId, ThreadId, Value};

/// The next step of a thread, as far as other threads can see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pending {
    /// There is none: the thread has ended, or is stuck.
    Nothing,
    /// A step that no other thread can see. A throw is one.
    Local,
    /// An access to a field (section 9.1).
    Access {
        /// The object.
        object: ObjectId,
        /// The field.
        field: FieldId,
        /// Read, write or init-write.
        access: Access,
        /// Its place.
        site: Site,
    },
    /// An acquire; not outermost if the thread owns the lock already.
    Acquire {
        /// The lock.
        object: ObjectId,
        /// Its place.
        site: Site,
        /// True if the thread does not own it yet.
        outermost: bool,
    },
    /// A release.
    Release {
        /// The lock.
        object: ObjectId,
        /// True if the lock is free after it.
        outermost: bool,
    },
    /// A fork.
    Fork,
}

/// An access that a thread is about to make (section 9.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextAccess {
    /// The object.
    pub object: ObjectId,
    /// The field.
    pub field: FieldId,
    /// Read, write or init-write.
    pub access: Access,
    /// Its place.
    pub site: Site,
}

/// Status of a thread: enabled, or the reason why not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Enabled.
    Ready,
    /// Waits for a lock.
    Blocked {
        /// The lock.
        lock: ObjectId,
        /// Its owner.
        owner: ThreadId,
    },
    /// Waits to be notified (dialect of Java).
    Waiting {
        /// The object on which it waits.
        object: ObjectId,
    },
    /// Finished: its expression is a value.
    Finished(Value),
    /// Ended with an exception.
    Ended(Exception),
    /// No rule applies.
    Stuck,
}
