//! Sentences about a lock that is needed and not held: which one and why, what is held instead, and how to come to hold it.

use crate::Sentences;
use crate::cx::Cx;
use crate::error::{At, Lacking, Missing};
use crate::judgment::{FieldFound, MethodId};
use crate::locks::{Held, Taken};
use crate::lookup::Theta;
use crate::types::ClassId;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root};

/// Maximum number of held locks that are named.
pub(crate) const NAMED: usize = 8;

impl Cx<'_, ()> {
    /// The guard of a field is not held: \[EXP REF\], \[EXP ASSIGN\] guard-held.
    pub(super) fn guard_not_held(
        &mut self,
        at: At,
        (access, recv): (ExprId, ExprId),
        found: FieldFound,
        missing: Missing,
        write: bool,
    ) -> Sentences {
        let program = self.program;
        let field = &program.fields[found.field as usize];
        let (lock, fd, receiver) = (self.show_path(missing.lock), self.name(field.name), self.excerpt(recv));
        let owner = self.class_name(found.owner);
        let declared = self.guard_needed(found, recv, missing.lock);
        let place = declared.map(|g| program.span(g));
        let declared_text = place.map_or(String::new(), |place| self.excerpt_at(place));
        let doing = if write { "write" } else { "read" };
        let mut said =
            Sentences::new(format!("`{lock}` must be held to {doing} `{receiver}.{fd}`, and is not held here"))
                .label(format!("{doing} without the lock `{lock}`"))
                .relate(place.unwrap_or(field.span), format!("`{owner}.{fd}` is guarded by `{declared_text}`"));
        if let Some(declared) = declared {
            let theta = Theta::of_use(&self.classes, &mut self.types, &self.options, found.at, recv);
            let l = self.types.paths.of_expr(program, declared);
            if let Some(steps) = self.substitution_steps(&theta, found.owner, l, missing.lock, &receiver) {
                said = said.note(steps);
            }
        }
        said = self.held_here(at, said, missing);
        if field.is_final && !write {
            said = said.note(format!("`{fd}` is final, but it has a guard, and so reading it needs the guard (D8)"));
        }
        said.help(self.lock_help(at, missing, access))
    }

    /// The declared guard of a field that a lock is, for a receiver.
    fn guard_needed(&mut self, found: FieldFound, recv: ExprId, lock: Path) -> Option<ExprId> {
        let (program, class) = (self.program, self.classes.decl(found.owner)?);
        let theta = Theta::of_use(&self.classes, &mut self.types, &self.options, found.at, recv);
        let field = &program.fields[found.field as usize];
        let is_it = |&g: &ExprId| {
            let l = self.types.paths.of_expr(program, g);
            theta.path(&mut self.types, l) == lock
        };
        program.guards_of(&class, field).find(is_it).or_else(|| program.guard_of(&class, field))
    }

    /// The locks of a requires set are not all held: \[EXP INVOKE\] requires-held.
    pub(super) fn call_without(&mut self, at: At, lacking: &Lacking) -> Sentences {
        let program = self.program;
        let Expr::Call { recv, method, args } = program.expr(lacking.call) else { return Sentences::default() };
        let (this, receiver) = (self.types.paths.of_expr(program, recv), self.excerpt(recv));
        let called = format!("`{receiver}.{}`", self.name(method));
        self.requires_not_held(at, lacking, (this, &receiver), &called, program.list(args))
    }

    /// The same of what a call calls, in messages, on `this`, with these arguments.
    pub fn requires_not_held(
        &mut self,
        at: At,
        Lacking { call, found, locks, missing }: &Lacking,
        (this, receiver): (Path, &str),
        called: &str,
        args: &[ExprId],
    ) -> Sentences {
        let program = self.program;
        let MethodId::Declared(m) = found.method else { return Sentences::default() };
        let method = &program.methods[m as usize];
        let mut theta = Theta::of_ghosts(&self.classes, &self.types, &self.options, found.at);
        theta.add(Name::THIS, this);
        theta.arguments(&self.classes, &mut self.types, &self.options, found.method, args);
        let mn = self.name(method.name);
        let names: Vec<String> = locks.iter().map(|&l| format!("`{}`", self.show_path(l))).collect();
        let verb = if names.len() == 1 { "is" } else { "are" };
        let names = names.join(" and ");
        let mut said = Sentences::new(format!("{names} must be held to call {called}, and {verb} not held here"))
            .label(format!("call without the lock {names}"));
        for &declared in program.list(method.requires) {
            let l = self.types.paths.of_expr(program, declared);
            let put = theta.path(&mut self.types, l);
            if locks.contains(&put) {
                let place = self.program.span(declared);
                let (owner, text) = (self.class_name(found.owner), self.excerpt_at(place));
                said = said.relate(place, format!("`{owner}.{mn}` requires `{text}`"));
                if let Some(steps) = self.substitution_steps(&theta, found.owner, l, put, receiver) {
                    said = said.note(steps);
                }
            }
        }
        self.held_here(at, said, *missing).help(self.lock_help(at, *missing, *call))
    }

    /// `[a/this]this = a`, step by step; none if it changes nothing.
    fn substitution_steps(
        &self,
        theta: &Theta,
        owner: ClassId,
        declared: Path,
        result: Path,
        receiver: &str,
    ) -> Option<String> {
        if declared == result {
            return None;
        }
        let root = self.types.paths.root(declared);
        let steps: Vec<String> = theta
            .entries()
            .filter(|&(x, _)| root == Root::Var(x))
            .map(|(x, put)| format!("{}/{}", self.show_path(put), self.name(x)))
            .collect();
        let (before, after) = (self.show_path(declared), self.show_path(result));
        let because = match root {
            Root::Var(Name::THIS) => format!("the receiver is `{receiver}`"),
            Root::Var(x) => {
                let put = theta.entries().find(|&(y, _)| y == x).map_or(String::new(), |(_, put)| self.show_path(put));
                let ghosts = self.classes.decl(owner).map_or(&[][..], |c| self.program.ghosts_of(&c));
                match ghosts.iter().any(|g| g.name == x) {
                    true => format!("the receiver's type gives `{put}` for the ghost `{}`", self.name(x)),
                    false => format!("the argument for `{}` is `{put}`", self.name(x)),
                }
            }
            Root::Expr(_) | Root::Open(_) => String::new(),
        };
        Some(match steps.as_slice() {
            [] => format!("the lock is `{after}`, as declared"),
            steps => format!("{because}, so the lock is [{}]{before} = {after}", steps.join(", ")),
        })
    }

    /// Locks held here, the place where each was taken, and the one that comes near to the missing lock.
    pub fn held_here(&self, at: At, mut said: Sentences, missing: Missing) -> Sentences {
        let held: Vec<Held> = self.locks.elements(at.locks).copied().take(NAMED).collect();
        if held.is_empty() {
            return said.note(match at.forked {
                true => "no lock is held here: a new thread does not inherit the locks of the thread that forks it",
                false => "no lock is held here",
            });
        }
        let names: Vec<String> = held.iter().map(|h| format!("`{}`", self.show_path(h.lock))).collect();
        said = said.note(format!("held here: {}", names.join(", ")));
        for (i, (h, name)) in held.iter().zip(&names).enumerate() {
            let how = match h.taken {
                Taken::Sync => "is taken here",
                Taken::Requires => "is held by the method's `requires`",
                Taken::Holds => "is held because `holds` says so",
                Taken::Constructor => "is taken to be held in initialisers",
            };
            said = said.relate(h.span, format!("{name} {how}"));
            if missing.aliases >> i & 1 == 1 {
                let needed = self.show_path(missing.lock);
                said = said.note(format!(
                    "{name} is held and `{needed}` is needed: lock expressions are compared as text, so even if both denote the same object racefree does not see it. Equality of objects is undecidable; equality of text is safe"
                ));
                if missing.bound >> i & 1 == 1 {
                    said = said
                        .help(format!("use one name for the object: `{needed}` and {name} were bound to each other"));
                }
            }
        }
        said
    }

    /// An edit that would make a lock held at an expression.
    pub fn lock_help(&self, at: At, missing: Missing, e: ExprId) -> String {
        let text = self.show_path(missing.lock);
        if let Some(e) = self.code_in(missing.lock) {
            let receiver = self.excerpt(e);
            return format!(
                "`{receiver}` is no final expression, so its lock cannot be named: bind it first, `let … x = {receiver} in synchronized x in …`"
            );
        }
        if !missing.is_final {
            return format!(
                "`{text}` is not a final expression, so it can never be held: bind the object to a variable first and lock that"
            );
        }
        let code = self.excerpt(e);
        // Callers can name `this`, the ghosts and the parameters, not what a let binds.
        let method = at.method.filter(|_| !at.forked && !missing.local);
        let method = method.map(|m| self.name(self.program.methods[m as usize].name));
        match (method, missing.ghost) {
            (Some(mn), true) => format!("add `requires {text}` to the method `{mn}`"),
            (Some(mn), false) => format!(
                "take the lock, `synchronized {text} in {code}`; or leave it to the callers by adding `requires {text}` to the method `{mn}`"
            ),
            (None, _) => format!("take the lock: `synchronized {text} in {code}`"),
        }
    }
}
