//! Exercises `annotate`: add annotations until the program checks. The code stays as it is.

use crate::exercise::{ANNOTATIONS, Annotate, Exercise};
use crate::facts;
use crate::grade::{Fault, Grade};
use crate::handed;
use racefree_answers::desk::Desk;
use racefree_answers::options;
use racefree_grammar::Program;
use racefree_grammar::ast::TypeKind;
use racefree_infer::erase::erased;
use racefree_infer::{Problem, Settings};

/// Number of annotations of each sort, in the order of [`ANNOTATIONS`].
fn counts(program: &Program) -> [usize; 5] {
    let guards = program.fields.iter().filter(|f| f.guard.is_some()).count();
    let class_guards = program.classes.iter().filter(|class| class.guard.is_some()).count();
    let requires = program.methods.iter().map(|m| m.requires.len as usize).sum();
    let arguments =
        program.types.iter().filter(|t| matches!(t.kind, TypeKind::Class { args, .. } if args.len > 0)).count();
    let local = program.classes.iter().filter(|class| class.thread_local).count();
    let finals = program.fields.iter().filter(|f| f.is_final).count();
    [guards + class_guards, requires, program.ghosts.len() + arguments, local, finals]
}

/// A program without its annotations; `final` is one of them, if it may be added.
fn bare(program: &Program, allow: &Annotate) -> Program {
    let mut bare = erased(program);
    if allow.allow.iter().any(|word| word == "final") {
        bare.fields.iter_mut().for_each(|field| field.is_final = false);
    }
    bare
}

/// Grades an annotated program.
///
/// # Errors
///
/// The grade of one that cannot be read.
pub fn grade(desk: &Desk, exercise: &Exercise, asked: &Annotate, handed: &str) -> Result<Grade, Grade> {
    let system =
        options::system(exercise.rules.system.as_deref(), &exercise.text).map_err(|e| Grade::unreadable("", e))?;
    let program = handed::program(handed, system.dialect())?;
    let given = facts::judged(desk, &exercise.rules, &exercise.file(), &exercise.text)?;
    if !bare(&program, asked).same_syntax(&bare(&given.program, asked)) {
        let part = "without its annotations it is another program than the one given".to_owned();
        return Ok(Grade::wrong(Fault { part, ..Fault::default() }));
    }
    let judged = facts::judged(desk, &exercise.rules, &exercise.file(), handed)?;
    let (before, now) = (counts(&given.program), counts(&program));
    let refused = |place: String, part: String| Ok(Grade::wrong(Fault { place, part, ..Fault::default() }));
    if !judged.report.silenced.is_empty() || !program.no_warns.is_empty() {
        return refused(String::new(), "it silences errors, which proves nothing".to_owned());
    }
    for (at, word) in ANNOTATIONS.iter().enumerate() {
        if now[at] > before[at] && !asked.allow.iter().any(|allowed| allowed == word) {
            return refused(String::new(), format!("`{word}` may not be added here"));
        }
    }
    let added = now.iter().zip(before).map(|(now, before)| now.saturating_sub(before)).sum::<usize>();
    if let Some(most) = asked.most.filter(|most| added > *most) {
        return refused(String::new(), format!("{added} annotations are added, and {most} is the most"));
    }
    let errors = judged.report.errors.len() as u64;
    match judged.report.errors.first() {
        None => Ok(Grade::right()),
        Some(error) => {
            let line = racefree_grammar::span::LineIndex::new(handed).line(error.span.start);
            let premise = racefree_systems::premise(error.premise);
            let fault = Fault {
                place: format!("line {line}"),
                part: format!("{}: {}", racefree_systems::premise_name(error.premise), error.message),
                reason: premise.why.to_owned(),
                expected: error.help.clone().unwrap_or_default(),
            };
            let all = (given.report.errors.len() as u64).max(errors);
            Ok(Grade::share(all - errors, all, fault))
        }
    }
}

/// The program with the annotations that inference finds.
///
/// # Errors
///
/// The grade if it finds none.
pub fn answer(desk: &Desk, exercise: &Exercise, asked: &Annotate) -> Result<String, Grade> {
    let given = facts::judged(desk, &exercise.rules, &exercise.file(), &exercise.text)?;
    let may = |word: &str| asked.allow.iter().any(|allowed| allowed == word);
    let settings = Settings {
        options: given.rules.options.clone(),
        ghosts: if may("ghost") { Settings::default().ghosts } else { 0 },
        thread_local: may("thread_local"),
        finals: may("final"),
        time: Some(desk.limits.time),
        memory: Some(desk.limits.memory),
        threads: 1,
        interrupt: desk.interrupt.clone(),
        ..Settings::default()
    };
    let found = racefree_infer::infer(&given.program, &exercise.text, &settings, None, None);
    match found {
        Ok(answer) if answer.ok => Ok(answer.text),
        Ok(answer) if answer.stopped.is_some() => Err(Grade::undecided("inference was stopped by its budget")),
        Err(Problem::Stopped(_)) => Err(Grade::undecided("inference was stopped by its budget")),
        Ok(_) | Err(_) => {
            let part = "no annotations make it check".to_owned();
            Err(Grade::wrong(Fault { part, ..Fault::default() }))
        }
    }
}
