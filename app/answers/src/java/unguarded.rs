//! A field of Java that nothing protects: the locks that its accesses hold, the guard that fits most of them, and the ways out.

use super::accesses::{Access, Seen};
use super::error::{JavaError, Volatile};
use super::wording::Wording;
use racefree_grammar::Span;
use racefree_grammar::ast::Expr;
use racefree_grammar::name::Name;
use racefree_grammar::span::LineIndex;
use racefree_java::declare::Problem;
use racefree_java::tree::{Field, Member, MethodKind};

/// Number of accesses of a field that are looked at for its error.
const MOST: usize = 16;

/// Label of a field whose accesses hold a lock, or may do so.
const NOT_SAID: &str = "many threads can reach this field, and no annotation says what keeps them apart";

impl<'j> Wording<'j> {
    /// Two accesses of a field without a guard, under different locks if there are such, and what can be written.
    pub(super) fn ways_out(&self, said: &mut JavaError) {
        let index = self.index();
        let Some(&(is_static, name)) = index.fields.get(&said.span) else { return };
        let Some(field) = self.field_at(said.span) else { return };
        let is_shared = index.named.get(&name).is_some_and(|n| *n > 1);
        let accesses = index.accesses.get(&name).map_or(&[][..], Vec::as_slice);
        let mut seen: Vec<Seen<'j>> = Vec::new();
        // Of code that was not understood anything may be true.
        let (mut assigned, mut built, mut depends) =
            (self.is_broken(said.span) || self.is_written_by_name(field), false, false);
        let is_own = |access: &&Access| {
            let own = matches!(self.elaborated.program.expr(access.owner), Expr::Var(x) if x == Name::THIS);
            !is_shared || own && self.method_at(access.span).is_some_and(|method| method.class == field.class)
        };
        // Of fields of one name in a file each may be the one whose value is made of the one before.
        let file = self.java.sources.files()[self.java.sources.place(field.name_span).0.index()].span;
        let is_near = |access: &&Access| file.contains(access.span);
        let may_depend = accesses.iter().filter(is_near).any(|access| access.writes && self.depends(access.span));
        for &access in accesses.iter().filter(is_own) {
            let Some(method) = self.method_at(access.span) else {
                // Another field's initialiser runs for each object.
                let elsewhere = access.writes && !field.span.contains(access.span);
                assigned |= elsewhere;
                depends |= elsewhere && self.depends(access.span);
                continue;
            };
            let own = matches!(self.elaborated.program.expr(access.owner), Expr::Var(x) if x == Name::THIS);
            // Initialisers and constructors have the object for themselves, but no other object.
            built |= method.kind == MethodKind::Constructor && access.writes;
            if method.kind == MethodKind::Constructor && own {
                // Others may have the object before it is built.
                let text = self.java.sources.at(method.span);
                assigned |= lets_this_go(text);
                continue;
            }
            assigned |= access.writes;
            if self.elaborated.is_alone(access.span) {
                continue;
            }
            depends |= access.writes && self.depends(access.span);
            if seen.len() < MOST && !seen.iter().any(|other| other.access.span.start == access.span.start) {
                let lambda = self.lambda_around(access.span, method.span);
                let (held, other) = self.locks_around(field, access, method, lambda);
                let is_helper = lambda.is_none() && self.is_called_under_a_lock(method);
                seen.push(Seen { access, method, lambda, held, other, is_helper });
            }
        }
        depends |= self.is_decided(field, &seen) || is_shared && may_depend || self.is_waited_for(&seen);
        let unjoined = seen.iter().find_map(|seen| self.without_join(seen)).filter(|_| !self.is_flag(field, &seen));
        let by_name = self.is_written_by_name(field);
        let guard = self.best(field, &seen).filter(|_| !by_name);
        said.guard = guard.clone();
        said.notes.extend(self.two_accesses(&seen, guard.as_deref()));
        let lacks: Vec<&Seen<'_>> = match &guard {
            Some(lock) => seen.iter().filter(|seen| !seen.is_under(lock)).collect(),
            None => seen.iter().collect(),
        };
        // A lock that has another name here, or a caller's, may be what keeps them apart; and so may the order of a volatile field.
        let is_ordered = |seen: &&Seen<'_>| seen.may_be_held() || self.uses_volatile(field, seen);
        if !lacks.is_empty() && lacks.iter().all(is_ordered) {
            said.label = NOT_SAID.to_owned();
        }
        said.unlocked = lacks.iter().map(|seen| self.java.sources.place(seen.access.span)).collect();
        let inside = self.has_contents(field);
        said.volatile = match () {
            // A final field is not volatile.
            () if depends || inside || unjoined.is_some() || field.modifiers.is_final() => Volatile::Useless,
            () if self.is_flag(field, &seen) && !lacks.is_empty() => Volatile::Enough,
            () if self.is_shown(field, &seen) && !lacks.is_empty() => Volatile::Shows,
            () => Volatile::Perhaps,
        };
        said.notes.extend(unjoined);
        said.notes.push(match (&guard, lacks.first()) {
            // A static field that a constructor assigns cannot be final.
            _ if !(assigned || is_shared || is_static && built) => {
                let first = "nothing assigns it behind the constructor: `final` in front of it";
                let is_array = self.java.sources.at(field.ty.span).ends_with(']');
                match (inside, is_array) {
                    (true, _) => format!("{first}, and a lock for what is in it"),
                    (_, true) => format!("{first}, and a guard for its elements, where code writes them"),
                    _ => format!("{first} is enough"),
                }
            }
            (Some(lock), None) if !seen.is_empty() && seen.len() < MOST => {
                said.label = NOT_SAID.to_owned();
                said.is_held = true;
                format!("every access holds `{lock}`: the annotation is missing, `@GuardedBy(\"{lock}\")`")
            }
            (Some(lock), Some(first)) if lacks.iter().all(|seen| seen.method.modifiers.is_private()) => format!(
                "ways out: `@GuardedBy(\"{lock}\")`, and `/*# requires {lock} */` on `{}`, if all its callers hold it",
                self.java.names.text(first.method.name)
            ),
            _ => {
                let lock = match (&guard, is_static) {
                    (Some(lock), _) => format!("`{lock}`"),
                    (None, true) => format!("`{}.class`", self.class_of(field)),
                    (None, false) => "`this`".to_owned(),
                };
                let volatile = match said.volatile {
                    Volatile::Useless => "",
                    Volatile::Perhaps => "; or `volatile`, if no value depends on the one before",
                    Volatile::Enough => "; or `volatile`, since it is a flag that no method reads and writes",
                    Volatile::Shows => "; or `volatile`, since nobody changes the object that it shows",
                };
                // The accesses may be under it already, by another name of it.
                let every = if said.label == NOT_SAID { "if every access is" } else { "and every access" };
                format!("ways out: `@GuardedBy` with {lock}, {every} under it{volatile}")
            }
        });
        said.notes.extend(is_static.then(|| self.of_objects(field, &seen)).flatten());
        said.notes.extend(readers_that_write(&seen));
    }

    /// Returns true if the method of an access uses a volatile field of the same class, which orders what stands before and behind that.
    fn uses_volatile(&self, field: &Field, seen: &Seen<'_>) -> bool {
        let text = self.java.sources.at(seen.method.span);
        let mut own = self.beside(field).filter(|of| of.modifiers.is_volatile());
        own.any(|of| text.contains(self.java.names.text(of.name)))
    }

    /// The fields of the class of a field.
    fn beside(&self, field: &Field) -> impl Iterator<Item = &'j Field> + use<'j> {
        let java = self.java;
        let fields = java.classes[field.class.index()].members.iter();
        fields
            .filter_map(move |member| if let Member::Field(f) = member { Some(&java.fields[f.index()]) } else { None })
    }

    pub(super) fn line(&self, span: Span) -> u32 {
        let (file, at) = self.java.sources.place(span);
        LineIndex::new(self.java.sources.at(self.java.sources.files()[file.index()].span)).line(at.start)
    }

    /// Says where a field is written, and where it is used under other locks.
    fn two_accesses(&self, seen: &[Seen<'_>], guard: Option<&str>) -> Option<String> {
        let tell = |seen: &Seen<'_>| {
            let verb = if seen.access.writes { "writes" } else { "reads" };
            let under = seen.under(guard);
            let method = self.java.names.text(seen.method.name);
            format!("`{method}` {verb} it {under} (line {})", self.line(seen.access.span))
        };
        let first = seen.iter().find(|seen| seen.access.writes)?;
        // Two writes of one method under one lock are no two places that meet; what it reads above them is.
        let place = |seen: &Seen<'_>| (seen.method.name_span, seen.lambda);
        let line = |seen: &Seen<'_>| self.line(seen.access.span);
        let others = || seen.iter().filter(|other| other.access.span != first.access.span);
        let second = others().find(|other| other.held.first() != first.held.first());
        let second = second.or_else(|| others().find(|other| place(other) != place(first)));
        let second = second.or_else(|| others().find(|other| !other.access.writes && line(other) != line(first)));
        Some(format!("{}{}", tell(first), second.map_or(String::new(), |second| format!(", {}", tell(second)))))
    }

    /// The lock that most accesses hold, of those that can guard the field.
    fn best(&self, field: &Field, seen: &[Seen<'_>]) -> Option<String> {
        let mut counts: Vec<(usize, &str)> = Vec::new();
        for held in seen.iter().flat_map(|seen| &seen.held) {
            if !counts.iter().any(|(_, lock)| *lock == held.lock) && self.can_guard(field, &held.lock) {
                let under = seen.iter().filter(|seen| seen.is_under(&held.lock)).count();
                counts.push((under, &held.lock));
            }
        }
        // A lock that is held for readers alone is the one that is meant.
        let most = counts.iter().map(|(n, _)| *n).max()?;
        counts.into_iter().find(|(n, _)| *n == most).map(|(_, lock)| lock.to_owned())
    }

    /// Returns true for a lock that is the same one at every access: the object itself, the class, a final field beside it.
    fn can_guard(&self, field: &Field, lock: &str) -> bool {
        if lock == "this" {
            return !field.modifiers.is_static();
        }
        // An object around another one is always the same.
        let is_around = |of: &str| {
            let mut class = self.java.classes[field.class.index()].outer;
            while let Some(at) = class {
                let it = &self.java.classes[at.index()];
                if self.java.names.text(it.name) == of {
                    return true;
                }
                class = it.outer;
            }
            false
        };
        let outer = lock.strip_suffix(".this").filter(|_| !field.modifiers.is_static());
        if lock.ends_with(".class") || outer.is_some_and(is_around) {
            return true;
        }
        let is_it = |other: &&Field| {
            self.java.names.text(other.name) == lock
                && other.name_span != field.name_span
                && (other.modifiers.is_static() || !field.modifiers.is_static())
        };
        let boxes = ["Integer", "Long", "Boolean", "Character", "Short", "Byte", "String"];
        self.beside(field).find(is_it).is_some_and(|of| {
            let ty = self.java.sources.at(of.ty.span);
            // A semaphore of several permits keeps nobody apart.
            let text: String = self.java.sources.at(of.span).split_whitespace().collect();
            let is_many = ty.ends_with("Semaphore") && !text.contains("Semaphore(1)") && !text.contains("Semaphore(1,");
            of.modifiers.is_final() && !boxes.contains(&ty) && !is_many
        })
    }

    /// Returns true for an object of the library that needs a lock for what is in it, as far as its type and its first value say.
    fn has_contents(&self, field: &Field) -> bool {
        let ty = self.java.sources.at(field.ty.span);
        let simple = ty.split('<').next().and_then(|ty| ty.trim().rsplit('.').next()).unwrap_or(ty);
        let text = self.java.sources.at(field.span);
        let safe = ["synchronized", "Concurrent", "CopyOnWrite", ".of(", "unmodifiable", "Blocking"];
        racefree_java::library::may_be_confined(simple) && !safe.iter().any(|word| text.contains(word))
    }

    /// Returns true for a field that a `VarHandle` or an updater may write: its name stands there as a text.
    fn is_written_by_name(&self, field: &Field) -> bool {
        let class = &self.java.classes[field.class.index()];
        let text = self.java.sources.at(class.span);
        let name = self.java.names.text(field.name);
        ["findVarHandle(", "newUpdater(", "findStaticVarHandle("].iter().any(|by| text.contains(by))
            && text.contains(&format!("\"{name}\""))
    }

    /// Returns true for a file with text that was not understood.
    fn is_broken(&self, span: Span) -> bool {
        let (file, _) = self.java.sources.place(span);
        let syntax = |problem: &Problem| match problem {
            Problem::Syntax(error) => self.java.sources.place(error.span).0 == file,
            _ => false,
        };
        // A name that is misspelt may be that of the field.
        let declared = |problem: &racefree_java::elaborate::Finding| {
            problem.premise == "JAVA CODE/declared" && self.java.sources.place(problem.span).0 == file
        };
        self.java.problems.iter().any(syntax) || self.elaborated.problems.iter().any(declared)
    }

    pub(super) fn class_of(&self, field: &Field) -> &str {
        self.java.names.text(self.java.classes[field.class.index()].name)
    }

    /// Says that a lock of each object is none for a static field.
    fn of_objects(&self, field: &Field, seen: &[Seen<'_>]) -> Option<String> {
        let of_object = |seen: &&Seen<'_>| seen.held.iter().any(|held| held.lock == "this");
        seen.iter().find(of_object).map(|_| {
            let class = self.class_of(field);
            format!("`this` is another lock for each object, and `{class}` has this field once, for all: its lock is `{class}.class`")
        })
    }
}

/// Says that a lock for readers is none for who writes.
fn readers_that_write(seen: &[Seen<'_>]) -> Option<String> {
    let writes = seen.iter().filter(|seen| seen.access.writes);
    let readers = writes.flat_map(|seen| &seen.held).find_map(|held| held.reads.as_deref())?;
    Some(match readers.strip_suffix(".readLock()") {
        Some(lock) => format!("`{readers}` keeps no other reader out: who writes takes `{lock}.writeLock()`"),
        None => format!(
            "`{readers}` is a lock for readers, and keeps no other reader out: who writes takes the one for writers"
        ),
    })
}

/// Returns true for a constructor that gives its object away, or starts it as a thread, so that others may have it before it is built.
pub fn lets_this_go(constructor: &str) -> bool {
    ["= this;", "(this)", "(this,", ", this)", ", this,", "start()"].iter().any(|leak| constructor.contains(leak))
}
