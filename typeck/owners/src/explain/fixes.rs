//! Repairs of errors about locks, guards, owners and moves, as edits of the source. They are proposals, the likeliest first; what is
//! shown of them is decided where they can be tried out.

use crate::error::{NotHeld, Why};
use crate::owner::Owner;
use crate::typing::{Mode, Typing};
use racefree_grammar::ast::{Class, Expr, ExprId, Method, TypeId};
use racefree_grammar::fix::{Edit, Fix};
use racefree_grammar::name::Name;
use racefree_grammar::parents::Parents;
use racefree_grammar::span::Span;
use racefree_program::FieldId;

impl Typing<'_> {
    /// Repairs of an error; those of a lock that is not held ask for the parents.
    pub(super) fn fixes(&self, why: &Why, source: &str, parents: Option<&Parents>) -> Vec<Fix> {
        match *why {
            Why::NotHeld(ref missing) => match (missing.lock, parents) {
                (Owner::Path(_), Some(_)) if !self.is_named(missing.lock) => Vec::new(),
                (Owner::Path(_) | Owner::Formal(_) | Owner::Qualified(..), Some(parents)) => {
                    self.hold_it(missing, source, parents)
                }
                _ => Vec::new(),
            },
            Why::Unguarded { field, .. } => self.guard_it(field, source),
            Why::Arity(ty) => self.own_it(ty),
            Why::Keeps(e, _) if !self.is_moved_by_name(e) => Vec::new(),
            Why::Keeps(e, _) | Why::Borrows(e, _) => {
                let end = self.program.span(e).end;
                vec![Fix::new(format!("write `{}--`", self.text_of(e)), vec![Edit::insert(end, "--")])]
            }
            Why::NotUnique(e, _) | Why::TakesShared(e, ..) => {
                let end = self.program.span(e).end;
                vec![Fix::new("leave the `--` out", vec![Edit::replace(Span::new(end.saturating_sub(2), end), "")])]
            }
            Why::Unqualified { lock, formal, ref meant, .. } => self.qualify_it(lock, formal, meant),
            _ => Vec::new(),
        }
    }

    /// True for what `--` can follow: a variable, but `this`, or a field.
    fn is_moved_by_name(&self, e: ExprId) -> bool {
        match self.program.expr(e) {
            Expr::Var(x) => x != Name::THIS,
            e => matches!(e, Expr::Field { .. }),
        }
    }

    /// Says of which parameters a formal in the head of a method is meant.
    fn qualify_it(&self, lock: ExprId, formal: Name, meant: &[Name]) -> Vec<Fix> {
        let place = self.program.span(lock);
        let text = |&x: &Name| format!("{}${}", self.program.text(formal), self.program.text(x));
        let meant: Vec<String> = meant.iter().map(text).collect();
        let all = if meant.len() > 1 { vec![meant.join(", ")] } else { Vec::new() };
        let written = all.iter().chain(&meant);
        written.map(|l| Fix::guess(format!("write `{l}`"), vec![Edit::replace(place, l.clone())])).collect()
    }

    /// Takes a lock, leaves it to the callers, or says that it is the one that is held.
    fn hold_it(&self, missing: &NotHeld, source: &str, parents: &Parents) -> Vec<Fix> {
        let (path, lock) = (self.is_named(missing.lock), &self.show_owner(missing.clause));
        let span = self.program.span(missing.at);
        let mut fixes = Vec::new();
        if path {
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
            let clause = if missing.mode == Mode::Read && !path { "reads" } else { "requires" };
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

    /// The owners that a type has not.
    fn own_it(&self, ty: TypeId) -> Vec<Fix> {
        let (end, (class, wants, has)) = (self.program.ty(ty).span.end, self.arities(ty));
        let of = |first: &str| {
            let owners = format!("<{first}{}>", ", self".repeat(wants.saturating_sub(1).min(100)));
            Fix::guess(format!("write `{class}{owners}`"), vec![Edit::insert(end, owners)])
        };
        if wants == 0 || has > 0 { Vec::new() } else { vec![of("self"), of("thisThread"), of("unique")] }
    }
}
