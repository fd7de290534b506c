//! Run-time values and the numbers of threads and objects (calculus, section 8).

use std::fmt;

racefree_grammar::index! {
    /// A thread: 0 is the main thread, new threads take the next number.
    ThreadId;
    /// An object of one run, in the order of allocation; the program's string literals come first, in the order of their
    /// names. Across runs, compare [`crate::names`] instead.
    ObjectId;
}

impl ThreadId {
    /// The main thread.
    pub const MAIN: ThreadId = ThreadId(0);
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// `v`: an object, `null`, an integer, a boolean, void.
#[repr(u32)] // two words, so that a copy is one move
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Value {
    /// The value of `print`, `while`, `{}` and the like.
    #[default]
    Void,
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A 32-bit integer.
    Int(i32),
    /// An object, a string among them.
    Object(ObjectId),
}

impl Value {
    /// The object, if it is one.
    #[inline]
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Value::Object(o) => Some(o),
            Value::Void | Value::Null | Value::Bool(_) | Value::Int(_) => None,
        }
    }

    /// Returns true for an object or `null`.
    #[inline]
    pub fn is_reference(self) -> bool {
        matches!(self, Value::Object(_) | Value::Null)
    }
}

/// `X` of `throw X` (\[RED THROW\]).
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, strum::IntoStaticStr, strum::Display, strum::EnumString,
)]
pub enum Exception {
    /// A field, a method, a lock or a string was asked of `null`.
    NullPointer,
    /// `/ 0`, `% 0`.
    DivisionByZero,
    /// `assert false`.
    AssertionFailed,
    /// A string index out of range.
    IndexOutOfRange,
    /// An object that was thrown (dialect of Java); that says more.
    #[strum(serialize = "exception")]
    Java,
    /// A thread came to what does not run (dialect of Java): no error of the program.
    #[strum(serialize = "not run")]
    NotRun,
}

impl Exception {
    /// Its name in output.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns true for an error of the program.
    pub fn is_error(self) -> bool {
        self != Exception::NotRun
    }

    /// The exception of that name.
    pub fn named(name: &str) -> Option<Exception> {
        name.parse().ok()
    }
}

/// Reason why an operation has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// \[RED THROW\]
    Throw(Exception),
    /// No rule applies: the thread is stuck.
    Stuck,
}
