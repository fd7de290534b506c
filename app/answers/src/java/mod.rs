//! Java source judged: it is elaborated into a program of the calculus, which the base system judges, and what is said of that is said of
//! the Java text again. All files are one program.
//!
//! | module | contents |
//! | --- | --- |
//! | `accesses` | accesses of a field, and the locks around them |
//! | `annotate` | annotations inferred, put into Java text |
//! | `atomicity` | atomicities of Java |
//! | `bare` | members without what keeps threads apart |
//! | `comments` | annotations in comments for people |
//! | `error` | an error at a place of a Java file |
//! | `flags` | fields that `volatile` is enough for |
//! | `sharing` | classes of whose objects a thread gets one |
//! | `speech` | reports of the base in the words and places of Java |
//! | `wording` | the words of an error, as Java has them |
//! | `implied` | guards that every access shows, without an annotation |
//! | [`running`] | Java that runs |
//! | `gates` | one lock for all who take two |
//! | `orders` | locks in two orders |
//! | `overview` | what is most useful of many errors, and the profile that fits |
//! | [`editing`] | a text in an editor |
//! | `json` | verdicts as objects |
//! | [`repairs`] | repairs of Java text, tried out |
//! | [`members`], [`baseline`], [`changed`] | what a finding is about; known findings; findings in what changed |

mod accesses;
mod annotate;
mod atomicity;
mod bare;
pub mod baseline;
pub mod changed;
mod comments;
pub mod editing;
mod error;
mod flags;
mod gates;
mod handed;
mod implied;
pub mod json;
pub mod members;
mod orders;
mod overview;
pub mod repairs;
pub mod running;
mod settled;
mod sharing;
mod shown;
mod speech;
mod trusted;
mod unguarded;
mod unjoined;
mod widened;
mod wording;

pub use annotate::{Annotated, annotate};
pub use atomicity::{CodeError, JavaAtomicity, atomicity};
pub use bare::{bare_member, idle_members, syntax_error};
pub use error::{JavaError, JavaRelated, JavaWarning};
pub use overview::{Overview, fitting, overview};

use crate::options::{ClassesWord, ConstructorsWord, JavaOptions, RuleOptions};
use crate::source::Source;
use crate::variant::Rules;
use racefree_grammar::Span;
use racefree_java::declare::{Find, Problem};
use racefree_java::elaborate::{Elaborated, elaborate};
use racefree_java::profile::{Constructors, Profile, find};
use racefree_java::sources::Sources;
use racefree_java::tree::uses::Resolved;
use racefree_java::tree::{FileNo, Origin};
use racefree_java::world::{Assumed, Assumptions, STUBS};
use racefree_java::{Java, Stop};
use racefree_java_rules::options::{CONSTRUCTOR_HOLDS_LOCK, CONSTRUCTORS_UNCHECKED, NOT_FRESH};
use racefree_kernel::{ReadingId, Report, Until};
use racefree_systems::BASE;
use std::collections::{BTreeMap, BTreeSet};

/// A file as it is read.
#[derive(Clone)]
pub struct JavaFile {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// True for a stub: Java without bodies, which declares or annotates.
    pub stub: bool,
}

/// Stubs of the library that are built in.
pub fn built_in() -> impl Iterator<Item = JavaFile> {
    STUBS.iter().map(|(name, text)| JavaFile { name: (*name).to_owned(), bytes: text.as_bytes().to_vec(), stub: true })
}

/// Verdict on Java files.
pub struct JavaVerdict {
    /// The text of the run.
    pub sources: Sources,
    /// Verdicts on the files of the sources, and of stubs with errors.
    pub files: Vec<FileVerdict>,
    /// Assumptions: taken on trust.
    pub assumptions: Assumptions,
    /// Number of annotations by kind.
    pub annotations: BTreeMap<&'static str, usize>,
    /// Uses of names by sort: those of what the sources declare, and how many of them are resolved.
    pub uses: BTreeMap<&'static str, Resolved>,
    /// The profile that would fit better.
    pub fitting: Option<&'static Profile>,
    /// Members of the sources.
    pub members: members::Members,
}

/// Verdict on a file. Places are in its text.
pub struct FileVerdict {
    /// The file.
    pub file: FileNo,
    /// Errors, by place.
    pub errors: Vec<JavaError>,
    /// Errors that annotations silence.
    pub silenced: Vec<JavaError>,
    /// Errors that a baseline knows.
    pub known: Vec<JavaError>,
    /// Errors outside of what changed.
    pub outside: Vec<JavaError>,
    /// Warnings, by place.
    pub warnings: Vec<JavaWarning>,
    /// Number of assumptions by sort.
    pub assumptions: BTreeMap<&'static str, usize>,
    /// Lines of code: those with something besides blanks and comments.
    pub lines: u32,
}

impl JavaVerdict {
    /// Number of errors.
    pub fn errors(&self) -> usize {
        self.files.iter().map(|file| file.errors.len()).sum()
    }

    /// A file's name and text.
    pub fn source(&self, file: FileNo) -> Source {
        let of = &self.sources.files()[file.index()];
        Source { name: of.name.clone(), text: self.sources.at(of.span).to_owned() }
    }

    /// Assumptions of a file: the sort, the type or member or other text that is taken on trust, and its place in the file.
    pub fn assumed_in(&self, file: FileNo) -> Vec<(&'static str, &str, Span)> {
        let of = |(assumed, span): (Assumed, Span)| {
            let text = self.sources.at(span).lines().next().unwrap_or("").trim_end();
            (assumed.text(), text, self.sources.place(span).1)
        };
        self.assumptions.within(self.sources.files()[file.index()].span).map(of).collect()
    }

    /// Lines of code of all files.
    pub fn lines(&self) -> u32 {
        self.files.iter().map(|file| file.lines).sum()
    }
}

/// The profile that the options name.
pub fn profile(options: &JavaOptions) -> Result<&'static Profile, String> {
    find(options.profile.as_deref().unwrap_or("racefree"))
}

/// The rules that the options name: those of the profile, without what the words switch off besides. `Err`: a system that judges no Java.
pub fn rules(
    words: &RuleOptions,
    options: &JavaOptions,
    rules: &dyn Fn(&RuleOptions) -> Result<Rules, String>,
) -> Result<Rules, String> {
    if let Some(system) = words.system.as_deref().filter(|&system| system != BASE.name()) {
        let (base, claims) = (BASE.name(), racefree_systems::over(BASE).map_or("", |over| over.name()));
        return Err(format!(
            "`--system {system}`: Java is judged by the systems `{base}` and `{claims}`; `{system}` has declarations that Java's annotations have no form for, so it judges programs of the calculus alone"
        ));
    }
    let (mut words, profile) = (words.clone(), profile(options)?);
    words.off.extend(profile.off.iter().map(|&name| name.to_owned()));
    let mut rules = rules(&words)?;
    reading(constructors(options, profile)).into_iter().for_each(|reading| rules.options.readings.insert(reading));
    Ok(rules)
}

/// Treatment of constructors: that of the options, or of the profile.
fn constructors(options: &JavaOptions, profile: &Profile) -> Constructors {
    match options.constructors {
        None => profile.constructors,
        Some(ConstructorsWord::Fresh) => Constructors::Fresh,
        Some(ConstructorsWord::Lock) => Constructors::Lock,
        Some(ConstructorsWord::Unaided) => Constructors::Unaided,
    }
}

/// The reading of the rules that a treatment of constructors is.
fn reading(constructors: Constructors) -> Option<ReadingId> {
    match constructors {
        Constructors::Fresh => None,
        Constructors::Lock => Some(CONSTRUCTOR_HOLDS_LOCK),
        Constructors::Unaided => Some(NOT_FRESH),
        Constructors::Unchecked => Some(CONSTRUCTORS_UNCHECKED),
    }
}

fn elaboration(words: &RuleOptions, options: &JavaOptions, profile: &Profile) -> racefree_java::elaborate::Options {
    racefree_java::elaborate::Options {
        defaults: words.defaults,
        default_shared: options.default_classes == ClassesWord::Shared,
        constructors: constructors(options, profile),
        only_annotated: profile.only_annotated,
        at_modifiers: profile.at_modifiers,
        guesses_as_paper: profile.guesses_as_paper,
        within: None,
        run: false,
        assertions: false,
    }
}

/// Files in which annotations in comments for people count, if that is asked for.
fn noted(mut files: Vec<JavaFile>, options: &JavaOptions) -> Vec<JavaFile> {
    if options.guard_comments {
        files.iter_mut().for_each(|file| file.bytes = comments::read(&file.bytes));
    }
    files
}

/// Reads Java files; `library` finds classes that none of them declares. Fails if there is too much text.
fn read(files: Vec<JavaFile>, library: Option<Find>, threads: usize, until: &Until) -> Result<Java, String> {
    let mut sources = Sources::default();
    for file in files {
        let origin = if file.stub { Origin::Stub } else { Origin::Source };
        sources.add(file.name, &file.bytes, origin).map_err(|e| e.to_string())?;
    }
    let until = until.clone();
    Ok(Java::read_until(sources, library, threads, Stop::when(move || until.is_over())))
}

/// Reads and elaborates Java files; `library` finds classes that none of them declares.
/// Fails if there is no such profile, or too much text.
pub fn elaborated(
    files: Vec<JavaFile>,
    library: Option<Find>,
    words: &RuleOptions,
    options: &JavaOptions,
    threads: usize,
) -> Result<(Java, Elaborated), String> {
    elaborated_until(files, library, words, options, (threads, &Until::default()), &|| {})
}

/// Reads and elaborates Java files, unless the budget is over before: it says so then. `is_read` is called when all is read.
pub(crate) fn elaborated_until(
    files: Vec<JavaFile>,
    library: Option<Find>,
    words: &RuleOptions,
    options: &JavaOptions,
    (threads, until): (usize, &Until),
    is_read: &dyn Fn(),
) -> Result<(Java, Elaborated), String> {
    let profile = profile(options)?;
    let mut java = read(noted(files, options), library, threads, until)?;
    is_read();
    let elaborated = elaborate(&mut java, elaboration(words, options, profile));
    Ok((java, elaborated))
}

/// A part of the text, elaborated and judged by a thread that has all declarations for itself.
struct Part {
    java: Java,
    elaborated: Elaborated,
    files: speech::Files,
    /// Classes that would be shared if something said so ([`sharing::forked`]).
    forked: sharing::Forked,
}

/// Files elaborated, and judged by the base.
fn reported(java: &mut Java, of: racefree_java::elaborate::Options, rules: &Rules) -> (Elaborated, Report) {
    let mut elaborated = elaborate(java, of);
    let options = racefree_kernel::Options { without_repairs: true, within: of.within, ..rules.options.clone() };
    let mut report = rules.system.check(&elaborated.program, java.sources.text(), &options);
    trusted::trust(&mut report, java, &mut elaborated);
    (elaborated, report)
}

impl Part {
    fn judged(mut java: Java, of: racefree_java::elaborate::Options, rules: &Rules) -> Part {
        let (elaborated, report) = reported(&mut java, of, rules);
        let forked = sharing::forked(&java, &elaborated, &report);
        let mut files = speech::files(&java, &elaborated, &report);
        speech::declared(&java, &elaborated, &mut files);
        orders::warn(&java, &elaborated, &mut files);
        if let Some(part) = of.within {
            files.retain(|_, file| part.contains(java.sources.files()[file.file.index()].span));
        }
        Part { java, elaborated, files, forked }
    }

    /// Adds what another part has found.
    fn add(&mut self, other: Part) {
        self.files.extend(other.files);
        self.forked.extend(other.forked);
        self.elaborated.assumptions.extend(other.elaborated.assumptions);
        for (word, n) in other.elaborated.annotations {
            *self.elaborated.annotations.entry(word).or_default() += n;
        }
        for (sort, uses) in other.elaborated.uses {
            let all = self.elaborated.uses.entry(sort).or_default();
            all.all += uses.all;
            all.resolved += uses.resolved;
        }
    }
}

/// Judges what was read, by parts of the text.
fn judged(java: Java, of: racefree_java::elaborate::Options, rules: &Rules, threads: usize) -> Part {
    let parts = java.parts(threads);
    let judged = |within, java| Part::judged(java, racefree_java::elaborate::Options { within, ..of }, rules);
    std::thread::scope(|scope| {
        let of_part = |&part: &Option<Span>| (part, java.clone());
        let others: Vec<_> = parts[1..].iter().map(of_part).collect();
        let others: Vec<_> = others.into_iter().map(|(part, java)| scope.spawn(move || judged(part, java))).collect();
        let mut all = judged(parts[0], java);
        for other in others {
            all.add(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    })
}

/// Judges Java files. Fails as [`elaborated`] does.
pub fn check(
    files: Vec<JavaFile>,
    library: Option<Find>,
    words: &RuleOptions,
    options: &JavaOptions,
    rules: &Rules,
    threads: usize,
) -> Result<JavaVerdict, String> {
    let of = elaboration(words, options, profile(options)?);
    let read = read(noted(files, options), library, threads, &rules.options.until)?;
    let judge = |shared: BTreeSet<u32>| {
        let mut java = read.clone();
        java.forked = shared.into();
        judged(java, of, rules, threads)
    };
    let (mut part, forked) = sharing::settled(judge, |part| part.forked.clone(), &rules.options.until);
    let judge = |implied: &implied::Guards| {
        let mut java = read.clone();
        java.forked = forked.keys().copied().collect::<BTreeSet<u32>>().into();
        java.implied = implied.clone().into();
        judged(java, of, rules, threads)
    };
    if !(of.guesses_as_paper || of.only_annotated || of.at_modifiers) {
        part = implied::filled_in(part, judge, &rules.options.until);
    }
    sharing::tell(&part.java, &forked, &mut part.files);
    let Part { java, mut elaborated, mut files, forked: _ } = part;
    elaborated.assumptions.settle();
    for file in files.values_mut() {
        // An error of an initialiser is found in every constructor, and said once.
        for all in [&mut file.errors, &mut file.silenced] {
            let key = |e: &JavaError| (e.span.start, e.code.clone(), e.span.end, e.message.clone());
            all.sort_by_cached_key(key);
            all.dedup();
            wording::merged(all);
        }
    }
    for (assumed, span) in elaborated.assumptions.iter() {
        if let Some(file) = files.get_mut(&java.sources.place(span).0.0) {
            *file.assumptions.entry(assumed.text()).or_default() += 1;
        }
    }
    let fitting = fitting(&java, &elaborated, options);
    let too_long = |problem: &Problem| match problem {
        Problem::TooLong { file } => Some(file.clone()),
        _ => None,
    };
    if let Some(file) = java.problems.iter().find_map(too_long) {
        return Err(format!("`{file}` does not fit into the 4 GB of text that one call may read"));
    }
    Ok(JavaVerdict {
        members: members::Members::of(&java),
        sources: java.sources,
        files: files.into_values().collect(),
        assumptions: elaborated.assumptions,
        annotations: elaborated.annotations,
        uses: elaborated.uses,
        fitting,
    })
}

/// The program of the calculus as text.
pub fn lowered(elaborated: &Elaborated) -> String {
    format!("//! dialect: java\n\n{}", racefree_grammar::printer::print(&elaborated.program))
}

/// Number of assumptions by sort, those that there are.
pub fn assumed(assumptions: &Assumptions) -> Vec<(&'static str, usize)> {
    let all = Assumed::ALL.iter().map(|&sort| (sort.text(), assumptions.count(sort)));
    all.filter(|&(_, n)| n > 0).collect()
}
