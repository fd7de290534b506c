//! Guards of what is inside objects of the library, where none is written: the lock that their uses hold.
//!
//! Of all uses in the code of the outermost class: if none outside constructors changes the object, it needs no guard. Else the lock that
//! most of them hold is its guard, which is an assumption; private methods that are called with it alone require it. Where some use
//! does not hold it, the rules find an error there, and if none holds any lock, at the field. An object that may be thread-safe is taken for
//! one that is not where the code itself says so: it holds one lock in at least half of the uses, and to change the object.

use super::Elaborator;
use super::contained_uses::{Facts, Held, Use, Walk, enough, entries, path, seen_from};
use super::locks::{EXPLICIT, READ};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{ExprId, MethodKind, TypeId, TypeKind};
use racefree_grammar::name::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// The elaborated classes by name, and that of each field.
struct Classes {
    by_name: FxHashMap<String, usize>,
    of_field: Vec<usize>,
}

impl Elaborator<'_> {
    /// Finds guards for the contents that have none.
    pub(super) fn guard_contents(&mut self) {
        let facts = self.facts_of_contents();
        let entries = entries(&facts);
        let mut by_name: FxHashMap<Name, Vec<&Use>> = FxHashMap::default();
        facts.uses.iter().for_each(|used| by_name.entry(used.field).or_default().push(used));
        let mut of_field = vec![0; self.out.program.fields.len()];
        for (i, class) in self.classes.iter().enumerate() {
            class.fields.indices().for_each(|f| of_field[f] = i);
        }
        let names = self.classes.iter().enumerate().map(|(i, class)| (self.text(class.name).to_owned(), i));
        let classes = Classes { by_name: names.collect(), of_field };
        let mut by_field: BTreeMap<u32, (usize, Vec<&Use>)> = BTreeMap::new();
        let mut alone = Vec::new();
        for (f, field) in self.out.program.fields.iter().enumerate() {
            if self.contents.fields.contains_key(&field.name) && field.guard.is_none() {
                let mut uses = by_name.remove(&field.name).unwrap_or_default();
                // No lock is needed while no other thread runs; one that is held says what is meant.
                uses.retain(|used| {
                    let is_alone = used.held.is_empty() && self.found.alone.contains(used.at);
                    if is_alone {
                        alone.push(used.at);
                    }
                    !is_alone
                });
                by_field.insert(field.name_span.start, (f, uses));
            }
        }
        alone.into_iter().for_each(|at| self.found.assumptions.add(Assumed::Alone, at));
        let guarded_class: FxHashSet<usize> = self
            .classes
            .iter()
            .filter(|class| class.guard.is_some())
            .flat_map(|class| class.fields.indices())
            .collect();
        for (f, uses) in by_field.into_values().filter(|(f, _)| !guarded_class.contains(f)) {
            self.guard_one((f, &classes), &uses, &facts, &entries);
        }
        for span in std::mem::take(&mut self.contents.unknown).into_values().flatten() {
            self.found.assumptions.add(Assumed::UnknownContents, span);
        }
    }

    fn facts_of_contents(&self) -> Facts {
        let (program, names) = (&self.out.program, &self.java.names);
        let is_private = |m: &crate::tree::Method| m.modifiers.is_private() && !m.modifiers.is_static();
        let places: FxHashSet<Span> = self.java.methods.iter().filter(|m| is_private(m)).map(|m| m.name_span).collect();
        let methods = program.methods.iter().enumerate();
        let private: FxHashMap<Name, usize> =
            methods.filter(|(_, m)| places.contains(&m.name_span)).map(|(i, m)| (m.name, i)).collect();
        let facts = Facts::default();
        let mut walk = Walk {
            program,
            names,
            fields: &self.contents.fields,
            private: &private,
            facts,
            method: 0,
            constructs: false,
        };
        for (m, method) in program.methods.iter().enumerate() {
            walk.method = m;
            walk.constructs =
                matches!(program.kind_of(method), MethodKind::Constructor | MethodKind::StaticInitializer);
            let required =
                program.list(method.requires).iter().filter_map(|&lock| Some((path((program, names), lock)?, lock)));
            let held: Held = required.collect();
            walk.visit(method.body, &held);
        }
        walk.facts
    }

    fn guard_one(
        &mut self,
        (f, classes): (usize, &Classes),
        uses: &[&Use],
        facts: &Facts,
        entries: &FxHashMap<usize, BTreeSet<String>>,
    ) {
        let made = self.out.program.fields[f];
        let (name_span, of) = (made.name_span, self.contents.fields[&made.name]);
        let may_be_safe = self.may_be_safe(of);
        if !uses.iter().any(|used| used.write) {
            self.out.program.fields[f].volatile = true;
            return;
        }
        let none = BTreeSet::new();
        let (program, names) = (&self.out.program, &self.java.names);
        let locks: Vec<BTreeSet<String>> =
            uses.iter().map(|used| used.locks((program, names), entries.get(&used.method).unwrap_or(&none))).collect();
        let class = classes.of_field.get(f).copied().unwrap_or_default();
        // Read locks guard nothing by themselves: the lock is the one that they are of.
        let whole = |text: &String| match text.strip_suffix(READ) {
            Some(of) => format!("{of}{EXPLICIT}"),
            None => text.clone(),
        };
        let candidates: BTreeSet<String> =
            locks.iter().flatten().map(whole).filter(|text| self.is_final_text((class, classes), text)).collect();
        let held = |guard: &str| {
            let of = uses.iter().zip(&locks);
            of.filter(|(used, locks)| enough(locks, guard, used.write)).count()
        };
        let best = candidates.iter().map(|text| (held(text), text != "this", text.len(), text));
        let best = best.min_by_key(|&(n, own, len, text)| (std::cmp::Reverse(n), own, len, text.clone()));
        let best = best.filter(|(n, ..)| *n > 0);
        if may_be_safe {
            let changed =
                |guard: &str| uses.iter().zip(&locks).any(|(used, locks)| used.write && locks.contains(guard));
            if best.as_ref().is_none_or(|(n, _, _, guard)| 2 * n < uses.len() || !changed(guard)) {
                self.out.program.fields[f].volatile = true;
                return;
            }
            self.contents.unknown.remove(&of);
        }
        let Some((_, _, _, guard)) = best else {
            let said = self.said_of_uses(uses, &locks);
            self.found.contents.insert(name_span, said);
            return;
        };
        let guard = guard.clone();
        self.found.assumptions.add(Assumed::ContentsGuard, name_span);
        let lock = self.lock_of_text(&guard, name_span);
        self.out.program.fields[f].guard = Some(lock);
        let said = self.said_of_uses(uses, &locks);
        self.found.contents.insert(name_span, said);
        // Private methods that rely on their callers.
        let lexical =
            |held: &Held, owner: &str| held.keys().any(|text| seen_from(text, owner).as_ref() == Some(&guard));
        let mut needed: Vec<usize> = Vec::new();
        let relies = |m: usize| entries.get(&m).is_some_and(|entry| entry.contains(&guard));
        for used in uses {
            let owner = path((&self.out.program, &self.java.names), used.owner).unwrap_or_default();
            if !lexical(&used.held, &owner) && relies(used.method) && owner == "this" {
                needed.push(used.method);
            }
        }
        let mut done: FxHashSet<usize> = FxHashSet::default();
        while let Some(m) = needed.pop() {
            if !done.insert(m) {
                continue;
            }
            let at = self.out.program.methods[m].name_span;
            let lock = self.lock_of_text(&guard, at);
            let mut all = self.out.program.list(self.out.program.methods[m].requires).to_vec();
            all.push(lock);
            self.out.program.methods[m].requires = self.out.program.add_list(&all);
            needed.extend(
                facts
                    .calls
                    .iter()
                    .filter(|call| call.to == m && call.own() && !call.lexical().contains(&guard))
                    .map(|call| call.from),
            );
        }
    }

    /// A path over final fields alone, from an object of a class.
    fn is_final_text(&self, (class, classes): (usize, &Classes), text: &str) -> bool {
        let (mut class, rest) = match text.split_once(".class") {
            // Static members are those of a class of their own.
            Some((of, rest)) => (classes.by_name.get(&format!("{of}$class")).copied(), rest),
            None => (Some(class), text.strip_prefix("this").unwrap_or_default()),
        };
        for name in rest.split('.').filter(|name| !name.is_empty() && *name != EXPLICIT) {
            let mut found = None;
            // Cyclic inheritance is an error elsewhere.
            for _ in 0..64 {
                let Some(at) = class.filter(|_| found.is_none()) else { break };
                let of = &self.classes[at];
                found = self.out.program.fields_of(of).iter().find(|field| self.text(field.name) == name);
                let above = of.extends.and_then(|above| self.class_name_of(above));
                class = above.and_then(|above| classes.by_name.get(above).copied());
            }
            let Some(field) = found.filter(|field| field.is_final) else { return false };
            class = self.class_name_of(field.ty).and_then(|of| classes.by_name.get(of).copied());
        }
        true
    }

    /// The name of the class of a type.
    fn class_name_of(&self, ty: TypeId) -> Option<&str> {
        match self.out.program.ty(ty).kind {
            TypeKind::Class { name, .. } => Some(self.text(name)),
            _ => None,
        }
    }

    /// The expression of such a path.
    fn lock_of_text(&mut self, text: &str, span: Span) -> ExprId {
        let (mut lock, rest) = match text.split_once(".class") {
            Some((class, rest)) => {
                let name = self.intern(&format!("{class}.class"));
                (self.out.constant(name, span), rest.to_owned())
            }
            None => (self.out.this(span), text.strip_prefix("this").unwrap_or("").to_owned()),
        };
        for name in rest.split('.').filter(|name| !name.is_empty()) {
            let name = self.intern(name);
            lock = self.out.field(lock, name, span);
        }
        lock
    }

    /// The locks of the uses, in words: `put` (line 4) holds `this`, `size` (line 7) holds nothing.
    fn said_of_uses(&self, uses: &[&Use], locks: &[BTreeSet<String>]) -> String {
        let mut said: Vec<String> = Vec::new();
        for (used, locks) in uses.iter().zip(locks) {
            let (file, span) = self.java.sources.place(used.at);
            let text = self.java.sources.at(self.java.sources.files()[file.index()].span);
            let line = text[..span.start as usize].matches('\n').count() + 1;
            let method = self.java.sources.at(self.out.program.methods[used.method].name_span);
            let shown: Vec<String> =
                locks.iter().map(|lock| format!("`{}`", self.found.origins.in_java(lock))).collect();
            let held = if shown.is_empty() { "nothing".to_owned() } else { shown.join(" and ") };
            let is_name = method.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$')) && !method.is_empty();
            let one = if is_name {
                format!("`{method}` (line {line}) holds {held}")
            } else {
                format!("line {line} holds {held}")
            };
            if !said.contains(&one) {
                said.push(one);
            }
        }
        let more = said.len().saturating_sub(4);
        said.truncate(4);
        if more > 0 { format!("{}, and {more} more", said.join(", ")) } else { said.join(", ") }
    }
}
