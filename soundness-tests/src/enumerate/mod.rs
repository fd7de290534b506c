//! All programs of at most n nodes over a signature, each once up to renaming: names are canonical, numbered as they are
//! declared.
//!
//! A program is a skeleton (everything but the bodies of methods and the main expression), a body for each method, and a main
//! expression. Whether it is well typed is decided part by part, since no premise of the calculus looks into two bodies: the
//! skeleton first, with trivial bodies; then each body, and each main expression, beside trivial others. So well-typed
//! programs are found without looking at the product of their parts.
//!
//! The universe is that of programs whose *erasure* is well typed: ghosts, guards, `requires`, `final` and `thread_local`
//! forgotten, they are Java programs of this grammar. Expressions are in a normal form, which leaves out what could not
//! make a difference:
//!
//! ```text
//! S ::= R | R; S | synchronized L in S | fork S | let C<L*> x = B in S        (on the left of ';': no sequence, no let)
//! R ::= V.f | V.f = V | V.m(V*) | V                        (the last if the signature has +values)
//! B ::= V | V.m(V*)
//! V ::= x | 1 | null | new C<L*> | V.f | (let C<L*> x = B in V)                        (the last if the signature has +nested)
//! L ::= x | L.f
//! ```
//!
//! In the dialect of owners, owners stand for the L of types, where clauses of classes, `reads`, moves `x--` and takes `V.f--` (each a V)
//! are forgotten as well, and a method may have one formal owner of its own.
//!
//! The main expression is an S; a method's body is an S whose last part is a V of its result type. Every node counts one:
//! each class, ghost, superclass, field, method, parameter, and each variable, step and operator of an expression or a lock; a
//! literal and the name of a class count one, modifiers and types without ghosts count nothing. Programs end: a method
//! calls only methods that were declared before its name was, and an initialiser makes objects of earlier classes only.
//!
//! Fields of a class are in one order of their shapes (final or not, class); apart from that, programs that declare the
//! same things in another order count as different.
//!
//! | module | contents |
//! | --- | --- |
//! | `signature` | bounds, and constructs that may occur |
//! | `node` | expressions that share their parts |
//! | `skeletons`, `slots` | declarations, in two passes: shapes, then locks and initialisers |
//! | `bodies` | all S and V of a size |
//! | `typed` | the well-typed ones |
//! | `universe` | programs by number |
//! | `budget` | time and memory of an enumeration |
//! | `measure` | the nodes of any program, and the least signature for it |

mod bodies;
mod budget;
mod measure;
mod node;
mod signature;
mod skeletons;
mod slots;
mod typed;
mod universe;

pub use budget::{EnumerationBudget, Memory};
pub use measure::{least, nodes};
pub use node::Node;
pub use signature::{PRESETS, Signature};
pub use skeletons::Skeleton;
pub use universe::{Parts, Starved, TypedParts, Universe, Verdicts, complete, with_body, with_main};
