//! An exercise: what is asked about a program.

use crate::header::Header;
use crate::predict::Question;
use crate::repair::{Claim, Repair};
use crate::schedule::Goal;
use crate::sheet::Blanks;
use racefree_answers::is_java;
use racefree_answers::options::RuleOptions;

/// An exercise.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The name that it goes by, without an ending.
    pub name: String,
    /// True if its program is in Java.
    pub java: bool,
    /// Title.
    pub title: String,
    /// Prose of the header.
    pub prose: Vec<String>,
    /// Task, in a sentence or two.
    pub task: String,
    /// Kind, with what belongs to it.
    pub kind: Kind,
    /// Points for a right answer.
    pub points: u32,
    /// True if an answer that is right in part gets no points.
    pub all_or_nothing: bool,
    /// Hints, the gentlest first.
    pub hints: Vec<String>,
    /// Rules to judge by.
    pub rules: RuleOptions,
    /// The whole text, header included: lines and columns count from its beginning.
    pub text: String,
    /// A solution that stands beside it: no tool writes Java, so a repair of it has one.
    pub solution: Option<String>,
}

/// Kinds of exercises.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Says what the tools will find.
    Predict(Question),
    /// Fills in the blanks of a derivation.
    Derivation(Blanks),
    /// Finds a schedule.
    Schedule(Goal),
    /// Adds annotations.
    Annotate(Annotate),
    /// Changes a program until claims hold.
    Repair(Repair),
}

/// Annotations that may be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotate {
    /// Sorts of annotations: words of the language.
    pub allow: Vec<String>,
    /// Greatest number of annotations.
    pub most: Option<usize>,
}

/// Words that are annotations. A field that is made `final` is one too, if that is allowed.
pub const ANNOTATIONS: [&str; 5] = ["guarded_by", "requires", "ghost", "thread_local", "final"];

impl Kind {
    /// Name in headers.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Predict(_) => "predict",
            Kind::Derivation(_) => "derivation",
            Kind::Schedule(_) => "schedule",
            Kind::Annotate(_) => "annotate",
            Kind::Repair(_) => "repair",
        }
    }

    /// True if a program is handed in.
    pub fn wants_program(&self) -> bool {
        matches!(self, Kind::Annotate(_) | Kind::Repair(_))
    }
}

impl Exercise {
    /// Reads an exercise; one whose name ends in `.java` is about a program in Java.
    ///
    /// # Errors
    ///
    /// Fault of its header.
    pub fn read(name: &str, text: &str) -> Result<Exercise, String> {
        let header = Header::read(text);
        let kind = kind(&header)?;
        let java = is_java(name);
        if java {
            of_java(&kind)?;
        }
        let points = header.one("points")?.unwrap_or("1");
        let points = points.parse().ok().filter(|n| (1..=1_000).contains(n));
        let all_or_nothing = match header.one("score")? {
            None | Some("parts") => false,
            Some("all") => true,
            Some(other) => return Err(format!("`score: {other}` is neither `all` nor `parts`")),
        };
        if header.title.is_empty() {
            return Err("the first line of the header is the title, and there is none".to_owned());
        }
        Ok(Exercise {
            name: if java { &name[..name.len() - JAVA.len()] } else { name.strip_suffix(RFJ).unwrap_or(name) }
                .to_owned(),
            java,
            solution: None,
            task: header.needed("task")?.to_owned(),
            points: points.ok_or("`points` is a number from 1 to 1000")?,
            all_or_nothing,
            hints: header.all("hint").map(str::to_owned).collect(),
            rules: rules(&header)?,
            kind,
            text: text.to_owned(),
            title: header.title,
            prose: header.prose,
        })
    }
}

impl Exercise {
    /// Name of the file that its program stands in; what it is about is told by the ending.
    pub fn file(&self) -> String {
        format!("{}{}", self.name, if self.java { JAVA } else { RFJ })
    }
}

/// Endings of the names of programs.
const JAVA: &str = ".java";
const RFJ: &str = ".rfj";

/// Fails for a kind of exercise that is not there for Java.
fn of_java(kind: &Kind) -> Result<(), String> {
    match kind {
        Kind::Derivation(_) | Kind::Annotate(_) => Err(format!(
            "a `{}` exercise is about a program of the calculus, and not about one in Java: predict, schedule and repair are for both",
            kind.name()
        )),
        Kind::Repair(repair) if repair.forks.is_some() => {
            Err("`forks` counts forks of the calculus; in Java, keep the method that starts the threads".to_owned())
        }
        Kind::Predict(_) | Kind::Schedule(_) | Kind::Repair(_) => Ok(()),
    }
}

fn kind(header: &Header) -> Result<Kind, String> {
    let kind = header.needed("exercise")?;
    match kind {
        "predict" => {
            header.only(kind, &["ask"])?;
            Ok(Kind::Predict(Question::read(header.needed("ask")?)?))
        }
        "derivation" => {
            header.only(kind, &["at", "blank"])?;
            Ok(Kind::Derivation(Blanks::read(header.one("at")?, &header.list("blank"))?))
        }
        "schedule" => {
            header.only(kind, &["goal"])?;
            Ok(Kind::Schedule(Goal::read(header.needed("goal")?)?))
        }
        "annotate" => {
            header.only(kind, &["allow", "at-most"])?;
            Ok(Kind::Annotate(annotate(header)?))
        }
        "repair" => {
            header.only(kind, &["keep", "forks", "goal"])?;
            let goals: Result<Vec<Claim>, String> = header.list("goal").into_iter().map(Claim::read).collect();
            let keep = header.list("keep").into_iter().map(str::to_owned).collect();
            let forks = header.one("forks")?.map(str::parse).transpose();
            let forks = forks.map_err(|_| "`forks` is a number")?;
            Ok(Kind::Repair(Repair::new(keep, forks, goals?)?))
        }
        other => Err(format!(
            "`exercise: {other}` is no kind of exercise: predict, derivation, schedule, annotate and repair are"
        )),
    }
}

fn annotate(header: &Header) -> Result<Annotate, String> {
    let allow: Vec<String> = match header.list("allow") {
        all if all.is_empty() => {
            ANNOTATIONS.iter().filter(|word| **word != "final").map(|&word| word.to_owned()).collect()
        }
        all => all.into_iter().map(str::to_owned).collect(),
    };
    if let Some(unknown) = allow.iter().find(|word| !ANNOTATIONS.contains(&word.as_str())) {
        return Err(format!("`allow: {unknown}` is no annotation: {} are", ANNOTATIONS.join(", ")));
    }
    let most = header.one("at-most")?.map(str::parse).transpose().map_err(|_| "`at-most` is a number")?;
    Ok(Annotate { allow, most })
}

fn rules(header: &Header) -> Result<RuleOptions, String> {
    let mut rules = RuleOptions { system: header.one("system")?.map(str::to_owned), ..RuleOptions::default() };
    for option in header.list("option") {
        match option.split_once(' ').map_or((option, ""), |(name, value)| (name, value.trim())) {
            ("--off", premise) if !premise.is_empty() => rules.off.push(premise.to_owned()),
            ("--variant", variant) if !variant.is_empty() => rules.variant.push(variant.to_owned()),
            ("--no-warn", kind) if !kind.is_empty() => rules.no_warn.push(kind.to_owned()),
            ("--constructor-holds-lock", "") => rules.constructor_holds_lock = true,
            ("--defaults", "") => rules.defaults = true,
            _ => return Err(format!("`option: {option}` is no option of the rules")),
        }
    }
    Ok(rules)
}
