//! Operations of explicit locks: the names of their methods, and the types that have them.

use super::Elaborator;
use super::code::Code;
use crate::tree::Origin;
use crate::tree::body::{Call, Callee};
use crate::types::{Shape, Ty};

/// Pairs of methods that take a lock and give it back, of locks, semaphores and Guava's monitors.
pub(super) const PAIRS: &[(&str, &str)] = &[
    ("lock", "unlock"),
    ("lockInterruptibly", "unlock"),
    ("acquire", "release"),
    ("acquireUninterruptibly", "release"),
    ("enter", "leave"),
    ("enterInterruptibly", "leave"),
    ("enterWhen", "leave"),
    ("enterWhenUninterruptibly", "leave"),
];

/// The same of methods that answer whether they took the lock.
pub(super) const TRIED: &[(&str, &str)] =
    &[("tryLock", "unlock"), ("tryAcquire", "release"), ("tryEnter", "leave"), ("enterIf", "leave")];

/// The same of a `StampedLock`, whose stamps say which hold of it ends.
pub(super) const STAMPED: &[(&str, &str)] = &[
    ("writeLock", "unlockWrite"),
    ("writeLockInterruptibly", "unlockWrite"),
    ("readLock", "unlockRead"),
    ("readLockInterruptibly", "unlockRead"),
    ("writeLock", "unlock"),
    ("writeLockInterruptibly", "unlock"),
    ("readLock", "unlock"),
    ("readLockInterruptibly", "unlock"),
];

/// Methods that end a hold of a lock besides those.
pub(super) const ENDS: &[&str] =
    &["tryUnlockRead", "tryUnlockWrite", "tryConvertToReadLock", "tryConvertToWriteLock", "tryConvertToOptimisticRead"];

/// Methods that cannot fail but by an error of the machine.
pub(super) const SURE: &[&str] = &["lock", "acquireUninterruptibly", "enter"];

/// Types of the library whose objects are locks by their methods.
const LOCKS: &[&str] = &[
    "Lock",
    "ReentrantLock",
    "ReadWriteLock",
    "ReentrantReadWriteLock",
    "StampedLock",
    "Semaphore",
    "Monitor",
    "ReadLock",
    "WriteLock",
];

impl Code<'_, '_, '_> {
    /// Returns true for a call of a method that the sources do not declare.
    pub(super) fn is_library(&self, call: &Call) -> bool {
        self.is_of_library(call.callee)
    }

    /// The same of the method itself, as a method reference has it.
    pub(super) fn is_of_library(&self, callee: Callee) -> bool {
        match callee {
            Callee::External { .. } | Callee::Missing { .. } | Callee::Unresolved => true,
            Callee::Declared(m) => {
                let class = self.it.java.methods[m.index()].class;
                self.it.java.classes[class.index()].origin != Origin::Source
            }
            Callee::Implied(_) => false,
        }
    }
}

/// Returns true for the name of a method that takes a lock or gives it back.
pub(super) fn is_operation(name: &str) -> bool {
    let pairs = PAIRS.iter().chain(TRIED).chain(STAMPED);
    ENDS.contains(&name) || pairs.into_iter().any(|(take, give)| *take == name || *give == name)
}

/// Returns true for the name of a method that takes a lock.
pub(super) fn is_taking(name: &str) -> bool {
    PAIRS.iter().chain(TRIED).chain(STAMPED).any(|(take, _)| *take == name)
}

impl Elaborator<'_> {
    /// Returns true for a type of the library whose objects are locks by their methods.
    pub(super) fn is_explicit_lock(&self, ty: Ty) -> bool {
        LOCKS.contains(&self.last_name(ty))
    }

    /// The simple name of a class of the library, for a class of the sources that of the one that it extends; of another type, none.
    pub(super) fn last_name(&self, ty: Ty) -> &str {
        let (mut ty, mut name) = (ty, None);
        // Cyclic inheritance is an error elsewhere.
        for _ in 0..64 {
            let class = match self.java.types.shape(ty) {
                Shape::External(external, _) => {
                    name = Some(external);
                    break;
                }
                Shape::Class(class, _) => &self.java.classes[class.index()],
                _ => break,
            };
            if class.origin != Origin::Source {
                name = Some(class.qualified);
                break;
            }
            let Some(above) = class.superclass else { break };
            ty = above.ty;
        }
        name.and_then(|name| self.text(name).rsplit('.').next()).unwrap_or_default()
    }
}
