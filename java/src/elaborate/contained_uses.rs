//! Uses of contents, with the locks that are held there: what the elaborated code says of them.

use super::locks::{EXPLICIT, READ};
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId, Extended, Program};
use racefree_grammar::forms;
use racefree_grammar::name::{Name, Names};
use racefree_grammar::stack::deep;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Locks by their paths, with an expression for each.
pub(super) type Held = BTreeMap<String, ExprId>;

/// A use of an object's contents.
pub(super) struct Use {
    pub(super) field: Name,
    /// The object that has the field.
    pub(super) owner: ExprId,
    pub(super) write: bool,
    pub(super) at: Span,
    /// The method, by its place in the program.
    pub(super) method: usize,
    pub(super) held: Held,
}

/// A call of a private method.
pub(super) struct Call {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The path of the object that it is called on: `this`, or one of a class inside that leads to the object around.
    pub(super) owner: String,
    pub(super) held: Held,
}

impl Call {
    /// Locks that the code around the call takes, as the method names them.
    pub(super) fn lexical(&self) -> BTreeSet<String> {
        self.held.keys().filter_map(|text| seen_from(text, &self.owner)).collect()
    }

    /// Returns true for a call on `this`, which hands on what its own method needs.
    pub(super) fn own(&self) -> bool {
        self.owner == "this"
    }
}

/// Facts about the code.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) uses: Vec<Use>,
    pub(super) calls: Vec<Call>,
    /// Methods that are called on objects that no path names: nothing is known of the locks.
    pub(super) open: FxHashSet<usize>,
}

/// Code on the way.
pub(super) struct Walk<'p> {
    pub(super) program: &'p Program,
    pub(super) names: &'p Names,
    pub(super) fields: &'p FxHashMap<Name, crate::tree::FieldNo>,
    /// Private methods by name: theirs are unique.
    pub(super) private: &'p FxHashMap<Name, usize>,
    pub(super) facts: Facts,
    pub(super) method: usize,
    pub(super) constructs: bool,
}

/// A program on the way, and the texts of its names.
pub(super) type Text<'p> = (&'p Program, &'p Names);

/// A path as text; none of what is no path.
pub(super) fn path((program, names): Text<'_>, e: ExprId) -> Option<String> {
    match program.expr(e) {
        Expr::Var(x) => Some(names.text(x).to_owned()),
        Expr::Field { recv, field } => {
            deep(|| Some(format!("{}.{}", path((program, names), recv)?, names.text(field))))
        }
        Expr::Extended(Extended::ClassConst(name)) => Some(names.text(name).to_owned()),
        _ => None,
    }
}

impl Walk<'_> {
    pub(super) fn visit(&mut self, e: ExprId, held: &Held) {
        deep(|| self.visit_here(e, held));
    }

    fn visit_here(&mut self, e: ExprId, held: &Held) {
        let program = self.program;
        match program.expr(e) {
            Expr::Sync { lock, body } | Expr::Extended(Extended::Locked { lock, body }) => {
                let explicit = matches!(program.expr(e), Expr::Extended(_));
                let mut inner = held.clone();
                if let Some(text) = path((program, self.names), lock) {
                    let is_read = text.ends_with(&format!(".{READ}"));
                    inner.insert(if explicit && !is_read { format!("{text}.{EXPLICIT}") } else { text }, lock);
                }
                self.visit(lock, held);
                return self.visit(body, &inner);
            }
            Expr::Fork(body) => {
                let constructs = std::mem::replace(&mut self.constructs, false);
                self.visit(body, &Held::new());
                self.constructs = constructs;
                return;
            }
            Expr::Field { recv, field } => self.note(recv, field, false, program.span(e), held),
            Expr::Assign { recv, field, .. } => self.note(recv, field, true, program.span(e), held),
            Expr::Call { recv, method, .. } => {
                if let Some(&to) = self.private.get(&method) {
                    let own = matches!(program.expr(recv), Expr::Var(x) if x == Name::THIS);
                    match path((program, self.names), recv) {
                        // While the object is built, nobody else has it.
                        Some(_) if own && self.constructs => {}
                        Some(owner) => {
                            self.facts.calls.push(Call { from: self.method, to, owner, held: held.clone() });
                        }
                        None => _ = self.facts.open.insert(to),
                    }
                }
            }
            Expr::Var(_)
            | Expr::New(_)
            | forms!(literal | operator | owned | extended)
            | Expr::Let { .. }
            | Expr::Atomic(_)
            | Expr::Seq(_)
            | Expr::If { .. }
            | Expr::While { .. } => {}
        }
        let parts = program.parts(e);
        let all: Vec<ExprId> = parts.children().collect();
        all.into_iter().for_each(|part| self.visit(part, held));
    }

    fn note(&mut self, owner: ExprId, field: Name, write: bool, at: Span, held: &Held) {
        let own = matches!(self.program.expr(owner), Expr::Var(x) if x == Name::THIS);
        // While the object is built, nobody else has it.
        if self.fields.contains_key(&field) && !(self.constructs && own) {
            let (method, held) = (self.method, held.clone());
            self.facts.uses.push(Use { field, owner, write, at, method, held });
        }
    }
}

impl Use {
    /// Locks held, as the class of the field names them.
    pub(super) fn locks(&self, text: Text<'_>, entry: &BTreeSet<String>) -> BTreeSet<String> {
        let owner = path(text, self.owner).unwrap_or_default();
        let seen = |text: &str| seen_from(text, &owner);
        let mut all: BTreeSet<String> = self.held.keys().filter_map(|text| seen(text)).collect();
        all.extend(entry.iter().filter_map(|text| seen(text)));
        all
    }
}

/// A lock as the class of an object names it; none if it leads elsewhere.
pub(super) fn seen_from(text: &str, owner: &str) -> Option<String> {
    if text == owner {
        return Some(if owner.ends_with(".class") { owner.to_owned() } else { "this".to_owned() });
    }
    if !owner.ends_with(".class")
        && let Some(rest) = text.strip_prefix(owner).filter(|rest| rest.starts_with('.'))
    {
        return Some(format!("this{rest}"));
    }
    let root = text.split('.').next().unwrap_or_default();
    let absolute = text.starts_with(&format!("{root}.class"));
    absolute.then(|| text.to_owned())
}

/// Returns true if locks are enough for a use: to read, the read lock.
pub(super) fn enough(locks: &BTreeSet<String>, guard: &str, write: bool) -> bool {
    let read = || guard.strip_suffix(EXPLICIT).map(|of| format!("{of}{READ}"));
    locks.contains(guard) || !write && read().is_some_and(|read| locks.contains(&read))
}

/// Locks that every call of a private method holds, on entry: the greatest solution.
pub(super) fn entries(facts: &Facts) -> FxHashMap<usize, BTreeSet<String>> {
    let mut by_callee: FxHashMap<usize, Vec<&Call>> = FxHashMap::default();
    facts.calls.iter().for_each(|call| by_callee.entry(call.to).or_default().push(call));
    by_callee.retain(|m, _| !facts.open.contains(m));
    // None yet stands for all locks.
    let mut found: FxHashMap<usize, BTreeSet<String>> = FxHashMap::default();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (&m, calls) in &by_callee {
            let mut all: Option<BTreeSet<String>> = None;
            for call in calls {
                let inner = match (call.own() && by_callee.contains_key(&call.from), found.get(&call.from)) {
                    (true, None) => continue,
                    (_, entry) => {
                        let mut inner = call.lexical();
                        inner.extend(entry.into_iter().flatten().filter(|_| call.own()).cloned());
                        inner
                    }
                };
                all = Some(match all {
                    Some(before) => before.intersection(&inner).cloned().collect(),
                    None => inner,
                });
            }
            if let Some(all) = all.filter(|all| found.get(&m) != Some(all)) {
                found.insert(m, all);
                changed = true;
            }
        }
    }
    found
}
