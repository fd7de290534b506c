//! Repairs of errors about locks, guards, owners and moves, as edits of the source. They are proposals, the likeliest first; what is
//! shown of them is decided where they can be tried out.

use crate::typing::{Judgment, Mode, Typing};
use racefree_grammar::ast::{Class, Expr, ExprId, Method, TypeId};
use racefree_grammar::fix::{Edit, Fix};
use racefree_grammar::name::Name;
use racefree_grammar::parents::Parents;
use racefree_grammar::span::Span;
use racefree_kernel::Recorder;
use racefree_program::FieldId;

/// Data of an error from which its repair is made.
#[derive(Clone, Debug)]
pub(crate) enum Hint {
    /// A lock is not held.
    Lock(Missing),
    /// A field without a guard.
    Guard(FieldId),
    /// A type without owners, of a class that has so many.
    Owners(TypeId, usize),
    /// An expression keeps its reference.
    Keeps(ExprId),
    /// A move of what is not unique.
    Moves(ExprId),
    /// A formal in the head of a method, and what may be meant.
    Qualify(ExprId, Vec<String>),
}

/// A lock that is not held.
#[derive(Clone, Debug)]
pub(crate) struct Missing {
    /// Expression that needs the lock.
    pub(crate) at: ExprId,
    /// Text of the lock.
    pub(crate) lock: String,
    /// True if the lock can be taken: it is a path from a variable.
    pub(crate) path: bool,
    /// For what.
    pub(crate) mode: Mode,
    /// Within a fork, where no caller's locks are held.
    pub(crate) forked: bool,
    /// The formal of the class of which it would be the lock that is held, were it not `self`.
    pub(crate) one: Option<Name>,
}

impl<R: Recorder<Judgment>> Typing<'_, R> {
    /// Adds to the errors found what may repair them.
    pub(crate) fn propose(&mut self, source: &str) {
        let hints = std::mem::take(&mut self.hints);
        let asks = hints.iter().any(|(_, hint)| matches!(hint, Hint::Lock(_)));
        let parents = asks.then(|| Parents::new(self.program));
        for (error, hint) in hints {
            let fixes = match &hint {
                Hint::Lock(missing) => parents.as_ref().map_or_else(Vec::new, |p| self.hold_it(missing, source, p)),
                Hint::Guard(field) => self.guard_it(*field, source),
                Hint::Owners(ty, wants) => self.own_it(*ty, *wants),
                Hint::Keeps(e) => {
                    let end = self.program.span(*e).end;
                    vec![Fix::new(format!("write `{}--`", self.text_of(*e)), vec![Edit::insert(end, "--")])]
                }
                Hint::Moves(e) => {
                    let end = self.program.span(*e).end;
                    vec![Fix::new("leave the `--` out", vec![Edit::replace(Span::new(end.saturating_sub(2), end), "")])]
                }
                Hint::Qualify(l, meant) => {
                    let place = self.program.span(*l);
                    let all = if meant.len() > 1 { vec![meant.join(", ")] } else { Vec::new() };
                    let written = all.iter().chain(meant);
                    written.map(|l| Fix::guess(format!("write `{l}`"), vec![Edit::replace(place, l.clone())])).collect()
                }
            };
            if let Some(error) = self.errors.get_mut(error) {
                error.fixes = fixes;
            }
        }
    }

    /// Takes a lock, leaves it to the callers, or says that it is the one that is held.
    fn hold_it(&self, missing: &Missing, source: &str, parents: &Parents) -> Vec<Fix> {
        let (lock, span) = (&missing.lock, self.program.span(missing.at));
        let mut fixes = Vec::new();
        if missing.path {
            let statement = parents.statement(self.program, missing.at);
            let whole = self.program.span(statement);
            let lets = matches!(self.program.expr(statement), Expr::Let { .. });
            let title = |e| format!("take the lock: `synchronized {lock} in {}`", self.text_of(e));
            let brackets = |place: Span| {
                vec![Edit::insert(place.start, format!("(synchronized {lock} in ")), Edit::insert(place.end, ")")]
            };
            let edits = if lets {
                brackets(whole)
            } else {
                vec![Edit::insert(whole.start, format!("synchronized {lock} in "))]
            };
            fixes.push(Fix::new(title(statement), edits));
            if whole != span {
                fixes.push(Fix::new(title(missing.at), brackets(span)));
            }
        }
        let Some((class, method)) = self.method_at(span) else { return fixes };
        if let Some(f) = missing.one {
            let f = self.program.text(f);
            let title = format!("say `where {f} != self` in the class: whatever qualifies `{f}`, it is one lock then");
            fixes.extend(self.where_edit(&class, f, source).map(|edit| Fix::guess(title, vec![edit])));
        }
        if !missing.forked {
            let mn = self.program.text(method.name);
            let clause = if missing.mode == Mode::Read && !missing.path { "reads" } else { "requires" };
            let title = format!("leave it to the callers: add `{clause} {lock}` to the method `{mn}`");
            fixes.extend(self.clause_edit(method, clause, lock, source).map(|edit| Fix::new(title, vec![edit])));
        }
        fixes
    }

    /// The method that a place is in, and its class.
    fn method_at(&self, span: Span) -> Option<(Class, &Method)> {
        let class = self.program.classes.iter().copied().find(|c| c.span.contains(span))?;
        Some((class, self.program.methods_of(&class).iter().find(|m| m.span.contains(span))?))
    }

    /// `requires l`, `reads l` in the head of a method.
    fn clause_edit(&self, method: &Method, clause: &str, lock: &str, source: &str) -> Option<Edit> {
        let end = |list| self.program.list(list).last().map(|&l| self.program.span(l).end);
        let close = source.get(method.name_span.end as usize..)?.find(')')?;
        let head = method.name_span.end + close as u32 + 1;
        let list = if clause == "reads" { self.program.clauses_of(method).reads } else { method.requires };
        Some(match end(list) {
            Some(end) => Edit::insert(end, format!(", {lock}")),
            None if clause == "reads" => {
                Edit::insert(end(method.requires).unwrap_or(head), format!(" {clause} {lock}"))
            }
            None => Edit::insert(head, format!(" {clause} {lock}")),
        })
    }

    /// `where f != self` in the head of a class.
    fn where_edit(&self, class: &Class, f: &str, source: &str) -> Option<Edit> {
        let clauses = self.program.not_self_of(class);
        let from = clauses.last().map_or(class.name_span.end, |&f| self.program.span(f).end);
        let rest = source.get(from as usize..)?;
        Some(match clauses.is_empty() {
            true => Edit::insert(from + rest.find('{')? as u32, format!("where {f} != self ")),
            false => Edit::insert(from + rest.find("self")? as u32 + 4, format!(", {f} != self")),
        })
    }

    /// The guard that a field has not.
    fn guard_it(&self, id: FieldId, source: &str) -> Vec<Fix> {
        let field = &self.program.fields[id.index()];
        let from = field.name_span.end;
        let only_writes = field.write_guard.and_then(|l| {
            let between = source.get(from as usize..self.program.span(l).start as usize)?;
            let at = from + between.find("write_guarded_by")? as u32;
            Some(Edit::replace(Span::new(at, at + "write_".len() as u32), ""))
        });
        let owner = self.first_formal(id);
        let guard = match only_writes {
            Some(edit) => Fix::new("guard the reads as well: write `guarded_by`", vec![edit]),
            None => {
                let title = format!("write `guarded_by {owner}`");
                Fix::new(title, vec![Edit::insert(from, format!(" guarded_by {owner}"))])
            }
        };
        vec![guard, Fix::guess("declare it `final`", vec![Edit::insert(field.span.start, "final ")])]
    }

    /// The formal that says who owns the objects of the class that declares a field.
    pub(crate) fn first_formal(&self, id: FieldId) -> &str {
        let declares = |c: &&Class| c.fields.indices().contains(&id.index());
        let class = self.program.classes.iter().find(declares);
        let first = class.and_then(|class| self.program.formals_of(class).first());
        first.map_or("thisOwner", |f| self.program.text(f.name))
    }

    /// The owners that a type has not.
    fn own_it(&self, ty: TypeId, wants: usize) -> Vec<Fix> {
        let end = self.program.ty(ty).span.end;
        let of = |first: &str| {
            let owners = format!("<{first}{}>", ", self".repeat(wants.saturating_sub(1).min(100)));
            Fix::guess(format!("write `{}{owners}`", self.type_name(ty)), vec![Edit::insert(end, owners)])
        };
        if wants == 0 { Vec::new() } else { vec![of("self"), of("thisThread"), of("unique")] }
    }

    fn type_name(&self, ty: TypeId) -> &str {
        match self.program.ty(ty).kind {
            racefree_grammar::ast::TypeKind::Class { name, .. } => self.program.text(name),
            _ => "",
        }
    }
}
