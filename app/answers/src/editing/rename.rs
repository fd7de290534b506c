//! Another name for a declaration. It is tried out: every name must mean what it meant, and the verdict must stay.

use super::names::name_of;
use super::{Buffer, Entity, Names};
use crate::fixes::moved;
use crate::verdict::Verdict;
use racefree_grammar::ast::{Dialect, Program};
use racefree_grammar::fix::Edit;
use racefree_grammar::lexer::Lexer;
use racefree_grammar::span::Span;
use racefree_grammar::token::{Extras, Token};
use racefree_kernel::PremiseId;

/// Edits that give a entity another name.
/// Fails if the name is reserved or none, would mean something else somewhere, or would change the verdict.
pub fn rename(buffer: &Buffer, entity: Entity, new: &str) -> Result<Vec<Edit>, String> {
    let Some(program) = &buffer.program else { return Err("the program has syntax errors; mend these first".into()) };
    let names = buffer.names();
    let old = name_of(program, entity);
    may_be_called(program.dialect, new)?;
    if names.is_predefined(entity) {
        return Err(format!("`{old}` overrides a predefined method, so its name is given"));
    }
    let edits: Vec<Edit> = names.of(entity).map(|o| Edit::replace(o.span, new)).collect();
    if old == new || edits.is_empty() {
        return Ok(edits);
    }
    let renamed = buffer.beside(&edits).ok_or("the edits do not fit the text")?;
    let (Some(after), Verdict::Judged(_)) = (&renamed.program, &renamed.verdict) else {
        return Err(format!("`{new}` is a word of the language in that place"));
    };
    if let Some(changed) = differs(names, renamed.names(), &edits, program, after) {
        return Err(match changed.filter(|other| *other != names.canonical(entity)) {
            Some(other) => format!("`{new}` would be confused with {}", described(program, other)),
            None => format!("`{new}` would mean something else there"),
        });
    }
    if renamed.names().is_predefined(entity) {
        return Err(format!("`{new}` is a predefined method, which this one would override"));
    }
    let (before, after) = (failures(buffer, &edits), failures(&renamed, &[]));
    let keys = |all: &[(Failing, String)]| all.iter().map(|(key, _)| *key).collect::<Vec<_>>();
    if keys(&before) == keys(&after) {
        return Ok(edits);
    }
    let new_one = after.iter().find(|(failure, _)| before.iter().all(|(known, _)| known != failure));
    Err(match new_one {
        Some((_, message)) => format!("that would be an error: {message}"),
        None => "that would change the verdict".to_owned(),
    })
}

/// Checks that a name can be declared at all.
fn may_be_called(dialect: Dialect, new: &str) -> Result<(), String> {
    let mut tokens = Lexer::of(new, Extras::default(), dialect);
    let is_name = matches!(tokens.next(), Some((0, Token::Ident(_), end)) if end as usize == new.len());
    if !is_name || tokens.next().is_some_and(|(start, _, end)| start < end) {
        let is_word = !new.is_empty() && new.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$');
        return Err(match is_word && !new.starts_with(|c: char| c.is_ascii_digit()) {
            true => format!("`{new}` is a reserved word"),
            false => format!("`{new}` is no name: write letters, digits and `_`, a letter first"),
        });
    }
    match new {
        "Object" | "String" => Err(format!("`{new}` is a predefined class")),
        "thisOwner" if dialect == Dialect::Owners => {
            Err("`thisOwner` is the owner of classes that declare none".into())
        }
        _ => Ok(()),
    }
}

/// A place before edits, as the place after them.
fn behind(edits: &[Edit], span: Span) -> Span {
    Span::new(moved(edits, span.start), moved(edits, span.end))
}

/// The first name that means something else, with the entity that it is mistaken for; none if there is no such name.
fn differs(before: &Names, after: &Names, edits: &[Edit], old: &Program, new: &Program) -> Option<Option<Entity>> {
    let mut pairs = before.occurrences.iter().zip(&after.occurrences);
    let other = |a: &super::Occurrence, b: &super::Occurrence| {
        behind(edits, a.span) != b.span || a.entity != b.entity || a.declares != b.declares
    };
    if let Some((a, b)) = pairs.find(|(a, b)| other(a, b)) {
        let known = behind(edits, a.span) == b.span;
        return Some(known.then(|| before.canonical(if b.declares { a.entity } else { b.entity })));
    }
    let same = before.occurrences.len() == after.occurrences.len() && old.exprs.len() == new.exprs.len();
    let families = before.families().iter().zip(after.families()).find(|(a, b)| a != b);
    match families {
        Some((_, &b)) => Some(Some(Entity::Method(b))),
        None => (!same).then_some(None),
    }
}

/// A declaration in words.
pub fn described(program: &Program, entity: Entity) -> String {
    let name = name_of(program, entity);
    match entity {
        Entity::Class(_) => format!("the class `{name}`"),
        Entity::Ghost(_) => format!("the ghost `{name}`"),
        Entity::Formal(_) => format!("the formal owner `{name}`"),
        Entity::Field(_) => format!("the field `{name}`"),
        Entity::Method(_) => format!("the method `{name}`"),
        Entity::Param(_) => format!("the parameter `{name}`"),
        Entity::Let(_) => format!("the variable `{name}`"),
    }
}

/// A premise that fails at a place, silenced or not.
type Failing = (PremiseId, Span, bool);

/// The premises that fail, with the message of each.
fn failures(buffer: &Buffer, edits: &[Edit]) -> Vec<(Failing, String)> {
    let Some(judged) = buffer.report() else { return Vec::new() };
    let report = &judged.report;
    let errors = report.errors.iter().map(|e| (e, false)).chain(report.silenced.iter().map(|e| (e, true)));
    let all = errors.flat_map(|(e, silenced)| e.all().map(move |e| (e, silenced)));
    all.map(|(e, silenced)| ((e.premise, behind(edits, e.span), silenced), e.message.clone())).collect()
}
