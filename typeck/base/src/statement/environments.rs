//! Environments as text: short ones in full, long ones by name.

use super::{Notation, Sort, Statement};
use crate::env::{Binding, EnvId};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

/// Maximum number of bindings in the definition of an environment.
const LISTED: usize = 24;

/// An environment by its contents: two that bind the same names to the same types are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Contents(u32);

const EMPTY: Contents = Contents(0);

/// Names of environments.
#[derive(Default)]
pub(super) struct Names {
    contents: FxHashMap<EnvId, Contents>,
    table: FxHashMap<(Contents, Name, u32, bool), Contents>,
    numbers: FxHashMap<Contents, u32>,
    new: Vec<(u32, EnvId)>,
}

impl Notation<'_, '_> {
    /// E; what has a name goes by it from then on.
    pub(super) fn env(&mut self, out: &mut Statement, env: EnvId) {
        if env == EnvId::EMPTY {
            return out.meta("∅");
        }
        let contents = self.contents(env);
        let known = self.names.numbers.get(&contents).copied();
        match if known.is_none() { self.short(env) } else { None } {
            Some(text) => out.append(&text),
            None => {
                let number = known.unwrap_or_else(|| self.name(env, contents));
                out.meta(&called(number));
            }
        }
    }

    /// E, t x
    pub(super) fn extended(&mut self, out: &mut Statement, env: EnvId) {
        let cx = self.cx;
        let Some(last) = cx.env.bindings(env).next() else { return out.meta("∅") };
        if last.before != EnvId::EMPTY {
            self.env(out, last.before);
            out.plain(", ");
        }
        self.binding(out, last);
    }

    /// The environments that statements written since the last call are the first to name: name and definition.
    pub fn new_environments(&mut self) -> Vec<(String, Statement)> {
        let new = std::mem::take(&mut self.names.new);
        new.into_iter().map(|(number, env)| (called(number), self.definition(number, env))).collect()
    }

    /// Number of environments that have names.
    pub fn named(&self) -> usize {
        self.names.numbers.len()
    }

    /// Forgets names given in statements that are not shown: all but the first of that number.
    pub fn unname(&mut self, but: usize) {
        while self.names.numbers.len() > but
            && let Some((_, env)) = self.names.new.pop()
        {
            let contents = self.contents(env);
            self.names.numbers.remove(&contents);
        }
    }

    /// An environment in full, if it is short.
    fn short(&self, env: EnvId) -> Option<Statement> {
        let mut bindings = Vec::new();
        let mut room = self.limits.environment as isize;
        for binding in self.cx.env.bindings(env).filter(|binding| self.annotated || !binding.ghost) {
            let mut text = Statement::default();
            self.binding(&mut text, binding);
            room -= text.width() as isize + 2;
            if room < -2 {
                return None;
            }
            bindings.push(text);
        }
        let mut out = Statement::default();
        for (i, binding) in bindings.iter().rev().enumerate() {
            if i > 0 {
                out.plain(", ");
            }
            out.append(binding);
        }
        Some(out)
    }

    /// `t x` or `ghost t x`
    pub(super) fn binding(&self, out: &mut Statement, binding: &Binding) {
        if binding.ghost {
            out.keyword("ghost ");
        }
        self.ty(out, binding.ty);
        out.plain(" ");
        out.push(Sort::Variable, self.program.text(binding.name));
    }

    fn name(&mut self, env: EnvId, contents: Contents) -> u32 {
        let number = self.names.numbers.len() as u32 + 1;
        self.names.numbers.insert(contents, number);
        self.names.new.push((number, env));
        number
    }

    fn contents(&mut self, env: EnvId) -> Contents {
        let mut chain = Vec::new();
        let mut contents = EMPTY;
        let mut at = env;
        for binding in self.cx.env.bindings(env) {
            if let Some(&known) = self.names.contents.get(&at) {
                contents = known;
                break;
            }
            chain.push((at, binding));
            at = binding.before;
        }
        for (env, binding) in chain.into_iter().rev() {
            let next = Contents(self.names.table.len() as u32 + 1);
            let key = (contents, binding.name, binding.ty.0, binding.ghost);
            contents = *self.names.table.entry(key).or_insert(next);
            self.names.contents.insert(env, contents);
        }
        contents
    }

    /// An environment as an earlier one and what extends it.
    fn definition(&mut self, number: u32, env: EnvId) -> Statement {
        let mut added = Vec::new();
        let mut start = None;
        let mut at = env;
        let cx = self.cx;
        for binding in cx.env.bindings(env) {
            if at != env {
                let contents = self.contents(at);
                start = self.names.numbers.get(&contents).copied().filter(|&known| known < number);
            }
            if start.is_some() || added.len() == LISTED {
                break;
            }
            added.push(binding);
            at = binding.before;
        }
        let mut out = Statement::default();
        match start {
            Some(known) => out.meta(&called(known)),
            None if at != EnvId::EMPTY => out.omitted(),
            None => {}
        }
        for binding in added.into_iter().rev() {
            if !out.is_empty() {
                out.plain(", ");
            }
            self.binding(&mut out, binding);
        }
        out
    }
}

/// `E₁₂`
fn called(number: u32) -> String {
    let digits = number.to_string();
    let digits = digits.bytes().filter_map(|d| char::from_u32('₀' as u32 + u32::from(d - b'0')));
    std::iter::once('E').chain(digits).collect()
}
