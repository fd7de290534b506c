//! Events of steps: one each (calculus, section 8, the table of rules).

use crate::program::{ClassId, FieldId, MethodId};
use crate::value::{Exception, ObjectId, ThreadId, Value};
use racefree_grammar::ast::{ExprId, Program};
use racefree_grammar::span::Span;

/// Place of an event in the program: an expression, or for the init-write of a field its declaration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Site(u32);

const DECLARATION: u32 = 1 << 31;

impl Site {
    /// No place.
    pub(crate) const NOWHERE: Site = Site(DECLARATION - 1);

    /// The place of an expression.
    #[inline]
    pub fn expr(e: ExprId) -> Site {
        Site(e.number())
    }

    /// Tells it apart from all other places.
    #[inline]
    pub fn number(self) -> u32 {
        self.0
    }

    /// The place of a field's declaration.
    #[inline]
    pub fn field(field: FieldId) -> Site {
        Site(field.0 | DECLARATION)
    }

    /// The expression, unless it is a declaration.
    pub fn as_expr(self) -> Option<ExprId> {
        (self.0 & DECLARATION == 0).then_some(ExprId::new(self.0))
    }

    /// Its place in the source.
    pub fn span(self, program: &Program) -> Span {
        match self.as_expr() {
            Some(e) => program.spans.get(e.index()).copied().unwrap_or(Span::NONE),
            None => program.fields.get((self.0 & !DECLARATION) as usize).map_or(Span::NONE, |f| f.name_span),
        }
    }
}

impl Default for Site {
    fn default() -> Site {
        Site::NOWHERE
    }
}

impl From<ExprId> for Site {
    #[inline]
    fn from(e: ExprId) -> Site {
        Site::expr(e)
    }
}

/// A step of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The thread that stepped.
    pub thread: ThreadId,
    /// The redex.
    pub site: Site,
    /// Its kind.
    pub kind: EventKind,
}

/// Kind of a step. The variants are the column *event* of section 8, and [`EventKind::Local`] for its dashes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum EventKind {
    /// \[RED NEW\]
    Alloc {
        /// The new object.
        object: ObjectId,
        /// Its class.
        class: ClassId,
    },
    /// \[RED INIT\]
    InitWrite {
        /// The object under construction.
        object: ObjectId,
        /// The field.
        field: FieldId,
        /// The value written.
        value: Value,
    },
    /// \[RED REF\]
    Read {
        /// The object.
        object: ObjectId,
        /// The field.
        field: FieldId,
        /// The value read.
        value: Value,
    },
    /// \[RED ASSIGN\]
    Write {
        /// The object.
        object: ObjectId,
        /// The field.
        field: FieldId,
        /// The value written.
        value: Value,
        /// The value before.
        old: Value,
    },
    /// \[RED INVOKE\]
    Call {
        /// The receiver.
        object: ObjectId,
        /// The method called.
        method: MethodId,
    },
    /// \[RED ACQUIRE\]
    Acquire {
        /// The lock.
        object: ObjectId,
        /// The reentrancy count after it; 1 is an outermost acquire.
        count: u32,
    },
    /// \[RED RELEASE\], \[RED UNWIND\]
    Release {
        /// The lock.
        object: ObjectId,
        /// The remaining count; 0 is an outermost release.
        count: u32,
    },
    /// \[RED FORK\]
    Fork {
        /// The new thread.
        child: ThreadId,
    },
    /// `print v`
    Print {
        /// The value printed.
        value: Value,
    },
    /// `assert true`
    Assert,
    /// \[RED ATOMIC\]: a block begins.
    Begin {
        /// The block.
        block: ExprId,
    },
    /// \[RED ATOMIC\], \[RED UNWIND\]: a block ends.
    End {
        /// The block.
        block: ExprId,
    },
    /// \[RED THROW\]
    Throw {
        /// The exception thrown.
        exception: Exception,
    },
    /// The thread has waited until another one had ended, or seen that it had (dialect of Java).
    Join {
        /// The thread that has ended.
        child: ThreadId,
    },
    /// The thread gives a lock up, and waits to be notified (dialect of Java).
    Wait {
        /// The object in whose set it waits.
        object: ObjectId,
        /// The lock.
        lock: ObjectId,
    },
    /// Threads that wait may go on (dialect of Java).
    Notify {
        /// The object in whose set they wait.
        object: ObjectId,
        /// All of them, not one.
        all: bool,
    },
    /// A step that no other thread can notice.
    #[strum(serialize = "-")]
    Local(Local),
}

/// The steps without an event of their own, each with its rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr)]
pub enum Local {
    /// `init o ()` → `o`
    #[strum(serialize = "RED INIT")]
    Built,
    /// \[RED LET\]
    #[strum(serialize = "RED LET")]
    Let,
    /// `v; e` → `e`
    #[strum(serialize = "RED SEQ")]
    Seq,
    /// `if`
    #[strum(serialize = "RED IF")]
    If,
    /// `while (e) e'` → `if (e) (e'; while (e) e')`
    #[strum(serialize = "RED WHILE")]
    While,
    /// `&&`, `||`
    #[strum(serialize = "RED OP")]
    Logic,
    /// An operator on values.
    #[strum(serialize = "RED OP")]
    Op,
    /// A step of Java's forms that no other thread can see.
    #[strum(serialize = "RED JAVA")]
    Java,
    /// `holds l`
    #[strum(serialize = "RED HOLDS")]
    Holds,
    /// `synchronized null in e`, and its end, under `null-lock-is-free`.
    #[strum(serialize = "RED ACQUIRE")]
    NullLock,
}

impl Local {
    /// The name of the rule.
    pub fn rule(self) -> &'static str {
        self.into()
    }
}

/// Kind of an access to a field (section 9.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Access {
    /// `o.fd`
    Read,
    /// `o.fd = v`
    Write,
    /// An init-write.
    Init,
}

impl Access {
    /// Its name in output.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Init-writes are writes.
    #[inline]
    pub fn writes(self) -> bool {
        self != Access::Read
    }
}

impl EventKind {
    /// The access, if it is one.
    #[inline]
    pub fn access(&self) -> Option<(ObjectId, FieldId, Access)> {
        match *self {
            EventKind::Read { object, field, .. } => Some((object, field, Access::Read)),
            EventKind::Write { object, field, .. } => Some((object, field, Access::Write)),
            EventKind::InitWrite { object, field, .. } => Some((object, field, Access::Init)),
            EventKind::Alloc { .. }
            | EventKind::Call { .. }
            | EventKind::Acquire { .. }
            | EventKind::Release { .. }
            | EventKind::Fork { .. }
            | EventKind::Print { .. }
            | EventKind::Assert
            | EventKind::Begin { .. }
            | EventKind::End { .. }
            | EventKind::Throw { .. }
            | EventKind::Join { .. }
            | EventKind::Wait { .. }
            | EventKind::Notify { .. }
            | EventKind::Local(_) => None,
        }
    }

    /// The name of the rule's event (section 8); `-` for a local step.
    pub fn name(&self) -> &'static str {
        self.into()
    }
}
