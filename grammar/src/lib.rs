//! The syntax of ConcurrentJava and RaceFreeJava (calculus, sections 2 and 3).
//!
//! | module | contents |
//! | --- | --- |
//! | [`token`], [`lexer`], `contextual` | `logos` tokens; annotation comments, left-out `;`, words that are keywords in their places alone |
//! | `grammar.lalrpop`, [`builder`] | the productions, and their actions |
//! | [`parser`] | the way in: text to [`ast::Program`] or every syntax error |
//! | [`recovery`], `brackets` | going on after an error |
//! | [`fix`] | repairs as data: edits of the source |
//! | [`words`], `slips` | expected tokens, in words; the usual slips by name |
//! | [`ast`], [`name`], [`span`] | the syntax tree |
//! | [`printer`] | the way out: the one canonical layout |
//! | [`sexp`] | another way out: the syntax as an s-expression, abbreviations written out |
//! | [`free`] | free variables, and the walk with scopes |
//! | [`keywords`] | the keywords, as texts |
//! | [`parents`] | the parent of each expression |
//! | [`mod@index`] | numbers of tables |
//! | [`path`] | lock expressions compared as text, and substitution |

pub mod ast;
mod brackets;
pub mod builder;
mod contextual;
pub mod error;
pub mod fix;
pub mod free;
pub mod index;
pub mod keywords;
pub mod lexer;
pub mod name;
pub mod parents;
pub mod parser;
pub mod path;
pub mod printer;
pub mod recovery;
mod repair;
mod same;
pub mod sexp;
mod site;
mod slips;
pub mod span;
pub mod stack;
pub mod token;
pub mod words;

#[allow(clippy::all, missing_docs, unreachable_pub, unused, rust_2018_idioms)]
mod generated {
    lalrpop_util::lalrpop_mod!(grammar);
    pub(crate) use grammar::ProgramParser;
}

pub use ast::Program;
pub use error::SyntaxError;
pub use fix::{Edit, Fix};
pub use parser::{Options, parse, parse_with};
pub use span::Span;
