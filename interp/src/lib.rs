//! Running RaceFreeJava programs (calculus, sections 8 and 9).

pub mod detect;
pub mod drive;
pub mod event;
mod in_place;
pub mod index;
pub mod machine;
pub mod monitor;
pub mod names;
pub mod observe;
pub mod ops;
pub mod options;
pub mod pending;
pub mod program;
pub mod reduction;
pub mod schedule;
pub mod serial;
pub mod value;

pub use event::{Access, Event, EventKind, Local, Site};
pub use machine::{Lowered, Machine, lower};
pub use observe::{Observer, View};
pub use options::{Limit, Limits, Locks, Semantics};
pub use pending::{NextAccess, Pending, Status};
pub use program::CannotRun;
pub use value::{Exception, ObjectId, ThreadId, Value};
