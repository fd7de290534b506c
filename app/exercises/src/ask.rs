//! The question `exercise` of the protocol: the list of exercises, one of them, its sheet and answer, and the grade of an answer.

use crate::exercise::Exercise;
use crate::file::{self, File};
use crate::grade::{Feedback, Grade};
use crate::ready::{Ready, said};
use crate::sheet::{choices, lines, states};
use crate::vary::Names;
use racefree_answers::Source;
use racefree_answers::desk::{Desk, ExerciseItem, ExerciseRecord, Failure, FailureKind, GradeRecord};
use racefree_answers::options::ExerciseOptions;
use racefree_answers::{KNOWS_JAVA, names};

const VERSION: u32 = racefree_answers::json::VERSION;

fn failed(message: impl Into<String>) -> Failure {
    Failure { kind: FailureKind::BadRequest, message: message.into() }
}

/// Answers the question.
///
/// # Errors
///
/// There is no such exercise, or it has a fault.
pub fn answer(desk: &Desk, source: Option<Source>, asked: &ExerciseOptions) -> Result<ExerciseRecord, Failure> {
    match (source, &asked.name) {
        (Some(Source { name, text }), _) => of(desk, read(&name, Exercise::read(&name, &text))?, asked),
        (None, Some(name)) => {
            let file = find(name)?;
            of(desk, read(file.name, file.exercise())?, asked)
        }
        (None, None) => Ok(ExerciseRecord { version: VERSION, exercises: list(false), ..ExerciseRecord::default() }),
    }
}

fn read(name: &str, exercise: Result<Exercise, String>) -> Result<Exercise, Failure> {
    exercise.map_err(|message| failed(format!("`{name}`: {message}")))
}

/// Answers the question about an exercise.
///
/// # Errors
///
/// It has a fault.
pub fn of(desk: &Desk, exercise: Exercise, asked: &ExerciseOptions) -> Result<ExerciseRecord, Failure> {
    let name = exercise.name.clone();
    let names = asked.vary.as_ref().map(|student| Names::new(&exercise, student));
    let no_answer = |grade: Grade| failed(format!("`{name}` has no answer: {}", said(&grade)));
    let ready = Ready::new(desk, exercise).map_err(no_answer)?;
    let put = |text: String| names.as_ref().map_or(text.clone(), |names| names.put(&text));
    let grade = asked.handed.as_ref().map(|handed| {
        let own = names.as_ref().map_or(handed.clone(), |names| names.taken_back(handed));
        let mut graded = record(&ready, &ready.grade(desk, own.as_bytes()), asked, names.as_ref());
        let feedback = Feedback::level(asked.feedback).unwrap_or_default();
        graded.marks = ready.tree().map_or_else(Vec::new, |tree| states(tree, &own, feedback));
        graded
    });
    let answer = asked.solve.then(|| ready.answer(desk)).transpose().map_err(no_answer)?;
    Ok(ExerciseRecord {
        version: VERSION,
        sheet: Some(sheet(&ready, names.as_ref())),
        // Each student's own names stand in the text alone.
        lines: ready.tree().filter(|_| names.is_none()).map_or_else(Vec::new, lines),
        choices: ready.tree().filter(|_| names.is_none()).map(choices),
        answer: answer.map(put),
        grade,
        exercises: vec![item(&ready.exercise, names.as_ref(), true)],
    })
}

/// The sheet of an exercise, with the names of a student if there are some.
pub fn sheet(ready: &Ready, names: Option<&Names>) -> String {
    let Some(names) = names else { return ready.sheet() };
    if ready.exercise.kind.wants_program() {
        return names.exercise(&ready.exercise);
    }
    let line = |line: &str| if line.starts_with('#') { names.put_in_prose(line) } else { names.put(line) };
    ready.sheet().lines().map(|text| line(text) + "\n").collect()
}

/// An exercise that is built in.
///
/// # Errors
///
/// There is none of that name.
pub fn find(name: &str) -> Result<File, Failure> {
    let near = || {
        let all = file::all();
        names::suggestion(name, all.iter().flat_map(|file| [file.name, file.bare()]))
    };
    file::find(name).ok_or_else(|| failed(format!("there is no exercise `{name}`{}", near())))
}

/// The exercises that are built in, with their texts if `texts`: a page has them beside its engine.
pub fn list(texts: bool) -> Vec<ExerciseItem> {
    let read = file::all().into_iter().filter_map(|file| file.exercise().ok());
    let beside = |exercise: &Exercise| exercise.solution.clone().filter(|_| texts);
    read.filter(|exercise| !exercise.java || KNOWS_JAVA)
        .map(|exercise| ExerciseItem { solution: beside(&exercise), ..item(&exercise, None, texts) })
        .collect()
}

fn item(exercise: &Exercise, names: Option<&Names>, text: bool) -> ExerciseItem {
    let prose = |text: &String| names.map_or(text.clone(), |names| names.put_in_prose(text));
    ExerciseItem {
        name: exercise.name.clone(),
        file: exercise.file().rsplit('/').next().unwrap_or_default().to_owned(),
        title: exercise.title.clone(),
        kind: exercise.kind.name(),
        points: exercise.points,
        task: prose(&exercise.task),
        hints: exercise.hints.iter().map(prose).collect(),
        solution: None,
        text: text.then(|| names.map_or(exercise.text.clone(), |names| names.exercise(exercise))),
    }
}

fn record(ready: &Ready, grade: &Grade, asked: &ExerciseOptions, names: Option<&Names>) -> GradeRecord {
    let Exercise { points, all_or_nothing, .. } = &ready.exercise;
    let feedback = Feedback::level(asked.feedback).unwrap_or_default();
    let prose = |text: String| names.map_or(text.clone(), |names| names.put_in_prose(&text));
    GradeRecord {
        points: grade.hundredths(*points, *all_or_nothing) as f64 / 100.0,
        max: *points,
        verdict: grade.verdict.name(),
        stars: grade.stars,
        place: grade.place(feedback),
        message: prose(grade.message(feedback)),
        marks: Vec::new(),
    }
}
