//! Exercises `derivation`: a sheet with a judgment a line, of which parts are left blank.
//!
//! ```text
//! 1      P; ____; ____ |- a.deposit(10) : int              [____]
//! 1.1      receiver        P; Account a; {} |- a : Account  [EXP VAR]
//! ```
//!
//! The tree comes from the derivation that the type system makes, by its rules as data. A sheet that is handed in is read as a tree of
//! judgments; each is held to what the rule of the judgment below demands of it, and to what follows from the judgments above it, as they
//! are written.
//!
//! | module | contents |
//! | --- | --- |
//! | `blanks` | which parts are left blank |
//! | `tree` | the judgments of the derivation that stand on a sheet |
//! | `line` | a line, written and read |
//! | `judgment` | a judgment in parts, and when two parts are the same |
//! | `demands` | what the rest of a rule's instance says of a part |
//! | `marks` | the sheet, marked |
//! | `page` | the sheet in parts, and the state of each line |

mod blanks;
mod demands;
mod judgment;
mod line;
mod marks;
mod page;
mod tree;

pub use blanks::{Blank, Blanks};
pub use judgment::Judgment;
pub use line::{GAP, Line, columns, text, written};
pub use marks::grade;
pub use page::{choices, lines, states};
pub use tree::{Last, Step, Tree};
