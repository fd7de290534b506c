//! The resolved program: the meaning of the names in its declarations (calculus, section 4 and the lookup of section
//! 5.4), before any type is looked at. Type checkers and engines go by it, so a class, a field or a method has the same
//! number everywhere.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`classes`] | classes, numbered in preorder of the hierarchy: a subclass test is a comparison |
//! | `hierarchy` | the numbering; cycles are cut |
//! | [`predefined`] | the methods of `Object` and `String` |
//! | [`primitives`] | primitives of the library that Java programs run with |
//! | [`members`] | fields and methods by class and name, inherited ones included |
//! | [`by_name`] | the meaning of a name in every class at once |
//! | `declared` | the classes of expressions by declared types alone |
//! | [`erasure`] | a program with owners as one of ConcurrentJava, which runs |
//! | `constructors` | constructors that run without being written |
//! | `supers` | `super.m(…)` of Java |
//! | `overriding` | atomic methods: overriding an atomic method makes a method atomic |
//! | [`problem`] | ClassOnce, WFClasses, FieldsOnce, MethodsOncePerClass: violations, as data |
//!
//! Nothing here fails and nothing is a sentence: a program that breaks a predicate is resolved as far as it goes, and
//! the violation is a [`Problem`], which each reader puts in its own words.

pub mod by_name;
pub mod classes;
mod constructors;
mod declared;
pub mod erasure;
mod hierarchy;
mod interfaces;
pub mod members;
mod overriding;
pub mod predefined;
pub mod primitives;
pub mod problem;
pub mod semantics;
mod supers;

pub use by_name::{ByName, Member};
pub use classes::{Class, ClassId, Classes};
pub use constructors::Implied;
pub use erasure::erase;
pub use members::{FieldId, MethodId, Resolved};
pub use overriding::write_atomic;
pub use predefined::Predefined;
pub use primitives::Primitive;
pub use problem::{Problem, SuperProblem};
