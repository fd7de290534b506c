//! Programs that are well typed by construction, from a row of choices: a total decoder, so that shrinking choices
//! shrinks programs. Late constraints are decided first: classes, guards, sharing; then locks; then bodies.
//!
//! The generator consults the premise switches that the checker consults. If a premise is off, it uses the freedom in a
//! large share of the cases ([`Settings::temptation`]). A variant's further demands are met by edits afterwards
//! (`fitted`).

mod conflicts;
mod edits;
mod expressions;
mod language;
mod paths;
mod scope;
mod skeleton;
mod statements;
mod threads;
mod tidy;
mod world;

pub use edits::edited;

use crate::Choices;
use crate::tree::Tree;
use racefree_grammar::ast::Dialect;
use racefree_kernel::PremiseId;
use racefree_typeck::Options;
use world::World;

/// Size and style of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The most classes.
    pub classes: usize,
    /// The most ghosts of a class.
    pub ghosts: usize,
    /// The most fields of a class.
    pub fields: usize,
    /// The most methods of a class.
    pub methods: usize,
    /// The most parameters of a method.
    pub params: usize,
    /// The most variables of the main expression.
    pub lets: usize,
    /// The most threads that the main thread forks, one after the other.
    pub forks: usize,
    /// Depth of nested statements.
    pub depth: u32,
    /// Percentage of cases in which a premise that is off is violated.
    pub temptation: u32,
    /// Percentage of accesses to the field on which several threads shall conflict.
    pub conflict: u32,
    /// Percentage of programs with parts of the example language.
    pub rich: u32,
    /// Weight of its statements and types there, in percent.
    pub extras: u32,
    /// Percentage of programs in which a method shall be overridden and called.
    pub overriding: u32,
    /// Percentage of programs in which threads conflict in a method that both call with the same object.
    pub by_call: u32,
}

impl Settings {
    /// Programs of two classes and a few accesses, about as large as most counterexamples once they are reduced.
    pub fn tiny() -> Settings {
        Settings { classes: 2, fields: 1, params: 1, lets: 1, depth: 1, ..Settings::small() }
    }

    /// Programs as the counterexamples known to be smallest are: few classes, few statements.
    pub fn small() -> Settings {
        Settings {
            classes: 3,
            ghosts: 1,
            fields: 2,
            methods: 1,
            params: 2,
            lets: 3,
            forks: 2,
            depth: 2,
            temptation: 60,
            conflict: 93,
            rich: 20,
            extras: 30,
            overriding: 16,
            by_call: 8,
        }
    }

    /// Programs with something of everything.
    pub fn wide() -> Settings {
        Settings {
            classes: 5,
            ghosts: 2,
            fields: 3,
            methods: 2,
            params: 2,
            lets: 4,
            forks: 2,
            depth: 3,
            temptation: 40,
            conflict: 93,
            rich: 60,
            extras: 30,
            overriding: 30,
            by_call: 15,
        }
    }
}

/// Ingredients of a program, decided before anything else.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ingredients {
    /// Initialisers call methods.
    calls_in_initialisers: bool,
    /// The second class overrides a method of the first.
    overriding: bool,
    /// Threads conflict by way of a method.
    by_call: bool,
    /// Methods call themselves.
    recursion: bool,
}

/// Makes one program.
pub(crate) struct Generator<'r, 'c> {
    w: World<'r>,
    c: Choices<'c>,
    s: Settings,
    plan: Ingredients,
    /// Number of variables made for the sake of a conflict or an override.
    tries: u8,
}

impl<'r, 'c> Generator<'r, 'c> {
    fn new(w: World<'r>, c: Choices<'c>, s: Settings) -> Generator<'r, 'c> {
        Generator { w, c, s, plan: Ingredients::default(), tries: 0 }
    }

    /// Decides whether to violate a premise: never, unless it is off.
    fn tempted(&mut self, premise: PremiseId) -> bool {
        self.w.off(premise) && self.c.percent(self.s.temptation)
    }
}

/// The program of a row of choices, by the rules of `options`; and the choices, with a log of those taken.
pub fn decode<'c>(options: &Options, settings: Settings, choices: Choices<'c>) -> (Tree, Choices<'c>) {
    let world = World { classes: Vec::with_capacity(settings.classes), options };
    let mut generator = Generator::new(world, choices, settings);
    let mut main = generator.program();
    // The bodies come last: half of them would be thrown away, because no call of the method is left.
    if generator.c.percent(85) {
        generator.tidy(&mut main);
    } else {
        generator.all_bodies();
    }
    (Tree { classes: generator.w.classes, main, dialect: Dialect::Base }, generator.c)
}

/// The program of a seed.
pub fn program(options: &Options, settings: Settings, seed: u64) -> Tree {
    decode(options, settings, Choices::seeded(seed)).0
}
