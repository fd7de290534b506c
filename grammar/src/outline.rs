//! A source read in two passes: first the declarations, without the bodies of methods and the main expression; then those, a few at a
//! time, each time into the same memory. So a program can be judged whose tree, all of it at once, would take many times the memory
//! of its text, and most of whose tree is never far from the processor. Classes of which more has to be said are read once more (`again`).
//!
//! What is read so is a program by the grammar too, and its parts are those of the tree that [`crate::parse`] makes, but for their
//! numbers (`tests/outline.rs`). What is not is left to that: every error, and programs with a body in an annotation comment.

mod again;

pub use again::with_places;

use crate::ast::{Dialect, Expr, ExprId, Method, Program};
use crate::builder::{self, Builder, MAX_DEPTH};
use crate::descent::{self, Tokens};
use crate::lexer::{Lexer, Spanned, UpTo};
use crate::once::Once;
use crate::parser::{MAX_SOURCE, RECURSION};
use crate::slips::checked::{Words, declares};
use crate::span::Span;
use crate::token::Extras;

/// A source of which the declarations are read, and as much more as was asked for last.
pub struct Outline<'s> {
    lexer: Lexer<'s>,
    builder: Builder,
    /// Where the body of each method starts; it ends where the method does.
    bodies: Vec<u32>,
    /// How many of them were read.
    read: usize,
    /// Where the main expression starts.
    main: Option<u32>,
    /// How many types with arguments the declarations have.
    instances: usize,
    /// How many expressions they have that are kept once more than that.
    left_out: usize,
    /// How many expressions, entries of lists and types the declarations have.
    lasting: Lasting,
}

/// How long the tables of a program are that keep what they have.
#[derive(Clone, Copy, Default, Debug)]
pub struct Lasting {
    /// Of [`Program::exprs`].
    pub exprs: usize,
    /// Of [`Program::lists`].
    pub lists: usize,
    /// Of [`Program::types`].
    pub types: usize,
}

/// The tokens of a source without the bodies of methods.
struct Heads<'l, 's> {
    tokens: UpTo<'l, 's>,
    bodies: Vec<u32>,
}

impl Iterator for Heads<'_, '_> {
    type Item = Spanned;

    #[inline]
    fn next(&mut self) -> Option<Spanned> {
        self.tokens.next()
    }
}

impl Tokens for &mut Heads<'_, '_> {
    const HEADS: bool = true;

    fn pass_body(&mut self, start: u32) -> Option<u32> {
        let end = self.tokens.skip_block()?;
        self.bodies.push(start);
        Some(end)
    }
}

impl Tokens for UpTo<'_, '_> {}

impl<'s> Outline<'s> {
    /// Reads the declarations of a source of the base dialect. Types, locks and simple initialisers that occur in them again and again
    /// are in the tables once, with the place of one of them.
    pub fn new(source: &'s str) -> Option<Outline<'s>> {
        let mut lexer = Lexer::new(source, Extras::default());
        if source.len() > MAX_SOURCE {
            return None;
        }
        let mut builder = Builder::new(Dialect::Base, MAX_DEPTH);
        builder.once = Some(Box::<Once>::default());
        let left_out = builder.expr(Span::NONE, Expr::Unit);
        debug_assert_eq!(left_out, Builder::LEFT_OUT);
        let mut heads = Heads { tokens: lexer.up_to(u32::MAX), bodies: Vec::new() };
        let main = descent::classes(&mut builder, &mut heads, MAX_DEPTH / RECURSION).ok()?;
        let bodies = heads.bodies;
        let (instances, left_out) = builder.once.take().map_or((0, 0), |once| (once.instances, once.left_out));
        let mut outline = Outline {
            lexer: lexer.again()?,
            builder,
            bodies,
            read: 0,
            main,
            instances,
            left_out,
            lasting: Lasting::default(),
        };
        let Program { exprs, lists, types, .. } = outline.program();
        outline.lasting = Lasting { exprs: exprs.len(), lists: lists.len(), types: types.len() };
        outline.swap_names();
        Some(outline)
    }

    /// The program, as far as it is there: methods of which the bodies are not have `{}` for them.
    pub fn program(&self) -> &Program {
        &self.builder.program
    }

    /// What the declarations have; beyond that are the bodies that were read last.
    pub fn lasting(&self) -> Lasting {
        self.lasting
    }

    /// How many types with arguments the declarations have; equal ones are in their tables once.
    pub fn instances(&self) -> usize {
        self.instances
    }

    /// Reads some more bodies, of about so many bytes and at least one, and forgets those read before. How many methods have been read now, all in all.
    pub fn read_bodies(&mut self, most: u32) -> Option<usize> {
        self.forget();
        self.swap_names();
        let (first, mut bytes) = (self.read, 0);
        while let Some(&start) = self.bodies.get(self.read)
            && (bytes < most || self.read == first)
        {
            bytes += self.read_body(self.read, start)? - start;
            self.read += 1;
        }
        self.swap_names();
        self.builder.slips.is_empty().then_some(self.read)
    }

    /// Reads the body of a method: where it ends.
    fn read_body(&mut self, method: usize, start: u32) -> Option<u32> {
        let end = self.builder.program.methods[method].span.end;
        self.lexer.go_to(start, true)?;
        let read = descent::body(&mut self.builder, self.lexer.up_to(end), MAX_DEPTH / RECURSION);
        let (body, ends) = read.ok()?;
        let words = self.words(method);
        self.builder.program.methods[method].body = self.builder.body(words, body);
        (ends == end).then_some(end)
    }

    /// Where the words `atomic` and `synchronized` stand before a method.
    fn words(&self, method: usize) -> builder::Words {
        let Method { atomic, synchronized, span, .. } = self.builder.program.methods[method];
        if atomic {
            let both = &self.builder.atomic_words;
            let found = both.binary_search_by_key(&(method as u32), |&(method, _)| method);
            return found.map_or((None, None), |i| both[i].1);
        }
        // Alone, the other one comes first.
        let word = Span::new(span.start, span.start + "synchronized".len() as u32);
        (None, synchronized.then_some(word))
    }

    /// Reads the main expression, all bodies having been read.
    pub fn read_main(&mut self) -> Option<Option<ExprId>> {
        self.forget();
        self.swap_names();
        self.main_again()?;
        self.swap_names();
        self.builder.slips.is_empty().then_some(self.program().main)
    }

    fn main_again(&mut self) -> Option<()> {
        if let Some(start) = self.main {
            self.lexer.go_to(start, false)?;
            let main = descent::main(&mut self.builder, &mut self.lexer, MAX_DEPTH / RECURSION).ok()?;
            self.builder.program.main = Some(self.builder.body((None, None), main));
        }
        Some(())
    }

    /// All having been read, reads some classes again, in this order, and the main expression: the program with these, and with the
    /// places of what is in them alone. Other methods have `{}` for their bodies. And how many expressions it would have, were each part
    /// of a declaration there once.
    pub fn finish_with(mut self, classes: impl Iterator<Item = usize>) -> Option<(Program, usize)> {
        self.forget();
        self.swap_names();
        self.lexer = self.lexer.again()?;
        let (annotations, no_warns) = (self.lexer.annotations.len(), self.lexer.no_warns.len());
        again::without_places(&mut self.builder.program);
        let mut exprs = self.lasting.exprs + self.left_out;
        for class in classes {
            exprs += again::class(&mut self.builder, &mut self.lexer, class, true)?;
        }
        let before = self.builder.program.exprs.len();
        self.main_again()?;
        exprs += self.builder.program.exprs.len() - before;
        self.lexer.annotations.truncate(annotations);
        self.lexer.no_warns.truncate(no_warns);
        Some((self.into_program()?, exprs))
    }

    /// Forgets the bodies that were read last.
    fn forget(&mut self) {
        let Lasting { exprs, lists, types } = self.lasting;
        self.builder.forget_beyond(exprs, lists, types);
        for method in self.builder.program.methods[..self.read].iter_mut().rev() {
            if method.body == Builder::LEFT_OUT {
                break;
            }
            method.body = Builder::LEFT_OUT;
        }
    }

    /// The names are with the tokens while something is read, else with the program.
    fn swap_names(&mut self) {
        std::mem::swap(self.lexer.names(), &mut self.builder.program.names);
    }

    /// The declarations, with the names and annotations of all that was read; none, if something is wrong somewhere.
    pub fn finish(mut self) -> Option<Program> {
        self.forget();
        self.builder.program.main = None;
        self.swap_names();
        self.into_program()
    }

    /// The program, the names being with the tokens.
    fn into_program(self) -> Option<Program> {
        let (extras, annotations, mut no_warns) = self.lexer.finish();
        let (mut program, slips) = self.builder.finish();
        let words = Words::new(&extras.names, |name, sort| declares(&program, name, sort));
        if words.occur() || !extras.errors.is_empty() || !slips.is_empty() {
            return None;
        }
        no_warns.sort_by_key(|no_warn| no_warn.span);
        (program.names, program.annotations, program.no_warns) = (extras.names, annotations, no_warns);
        Some(program)
    }
}
