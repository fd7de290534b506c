//! FV(e) of the forks of a program.
//!
//! FV(e) is a function of the syntax ([`racefree_grammar::free`]). An outermost fork is walked through once, which finds what is free in
//! each fork within it, so that nested forks cost no more than others.

use racefree_grammar::ast::{Expr, ExprId, Program};
use racefree_grammar::free::{Occurrence, Scopes, Visitor};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

/// The first occurrence of a variable that is free in a fork.
#[derive(Clone, Copy)]
pub struct Capture {
    /// The fork.
    pub fork: ExprId,
    /// The occurrence.
    pub occurrence: Occurrence,
    /// It is in no fork within this one. Otherwise it is the first there too, and that fork reports it.
    pub own: bool,
}

/// Free variables of the forks within an outermost one.
#[derive(Default)]
pub struct Captures {
    scopes: Scopes<u32>,
    /// By fork; for each in source order.
    found: Vec<Capture>,
    /// The number of open forks that were walked through.
    open: u32,
}

/// Finds the captures of a fork and of all forks within it, in one walk.
struct Walk {
    /// Every capture; otherwise only those that are their fork's own, which are no more than there are occurrences.
    all: bool,
    found: Vec<Capture>,
    /// The forks around the current place, with when they began. Time goes on with each binding, fork and occurrence.
    forks: Vec<(ExprId, u32)>,
    now: u32,
    /// For each variable, when it was bound and when it occurred last.
    variables: Vec<(u32, u32)>,
    /// The variables that are bound outside the outermost fork.
    outer: FxHashMap<Name, u32>,
}

impl Visitor for Walk {
    type Binding = u32;

    fn enter(&mut self, e: ExprId, expr: Expr) {
        if let Expr::Fork(_) = expr {
            self.now += 1;
            self.forks.push((e, self.now));
        }
    }

    fn leave(&mut self, _: ExprId, expr: Expr) {
        if let Expr::Fork(_) = expr {
            self.forks.pop();
        }
    }

    fn bind(&mut self, _: ExprId, _: Name) -> u32 {
        self.now += 1;
        self.variables.push((self.now, 0));
        self.variables.len() as u32 - 1
    }

    fn var(&mut self, occurrence: Occurrence, binding: Option<u32>) {
        let Walk { variables, outer, found, .. } = self;
        let variable = binding.unwrap_or_else(|| {
            *outer.entry(occurrence.name).or_insert_with(|| {
                variables.push((0, 0));
                variables.len() as u32 - 1
            })
        });
        let (bound, last) = &mut variables[variable as usize];
        let mut own = true;
        for &(fork, began) in self.forks.iter().rev() {
            // Bound within the fork, or met in it before: so it is for the forks around it.
            if began < *bound || began < *last || !(own || self.all) {
                break;
            }
            found.push(Capture { fork, occurrence, own });
            own = false;
        }
        self.now += 1;
        *last = self.now;
    }
}

impl Captures {
    /// A fork begins. Unless a fork around it was walked through, the captures are found.
    pub fn enter(&mut self, program: &Program, fork: ExprId, all: bool) {
        if self.open == 0 {
            let found = std::mem::take(&mut self.found);
            let (forks, variables, outer) = (Vec::new(), Vec::new(), FxHashMap::default());
            let mut walk = Walk { all, found, forks, now: 0, variables, outer };
            self.scopes.walk(program, fork, &mut walk);
            self.found = walk.found;
            self.found.sort_by_key(|capture| capture.fork);
        }
        self.open += 1;
    }

    /// The captures of a fork.
    pub fn of(&self, fork: ExprId) -> Vec<Capture> {
        let first = self.found.partition_point(|capture| capture.fork < fork);
        self.found[first..].iter().take_while(|capture| capture.fork == fork).copied().collect()
    }

    /// A fork ends.
    pub fn leave(&mut self) {
        self.open = self.open.saturating_sub(1);
        if self.open == 0 {
            self.found.clear();
        }
    }
}
