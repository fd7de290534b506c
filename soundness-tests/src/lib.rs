//! Is the type system sound, and what is each premise for? Programs are generated, enumerated and edited, checked by the rules
//! and by variants of them, and explored in every schedule (calculus, section 9.5).
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`variant`] | rule variants: premises off, literal readings, changes of the semantics |

pub mod variant;
