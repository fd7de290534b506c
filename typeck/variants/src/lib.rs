//! Rule variants (calculus, section 9.5): premises switched off, literal readings of section 10 in force, premises added or in the
//! place of others, changes of the semantics; the built-in ones, and one's own in TOML.

pub mod matrix;
mod names;
mod own;

pub use names::{find, find_in, from_toml, is_named, premise};
pub use own::Written;
pub use racefree_kernel::Part;

use names::part_of;
use racefree_grammar::Program;
use racefree_grammar::ast::Expr;
use racefree_kernel::{Kind, NamedVariant, Options, PremiseId, ReadingId, System};
use racefree_program::semantics::{Locks, Semantics};
use racefree_systems::{BASE, premise_name};
use serde::Deserialize;

/// A rule variant, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Variant {
    /// Name.
    #[serde(default)]
    pub name: String,
    /// Description, in a sentence or two.
    #[serde(default)]
    pub description: String,
    /// The type system whose rules it changes; without it, the base.
    #[serde(default)]
    pub system: Option<String>,
    /// Premises switched off, as `RULE/premise`.
    #[serde(default)]
    pub off: Vec<String>,
    /// The one part of the premises that is off: `scope`, `finality`, `subtype` or `rest`. Without it they are off as a whole.
    #[serde(default)]
    pub only: Option<String>,
    /// Literal readings in force, as [`System::variants`] names them.
    #[serde(default)]
    pub readings: Vec<String>,
    /// Premises added to rules: side conditions over what a rule binds.
    #[serde(default)]
    pub add: Vec<Written>,
    /// Premises that replace those of the same name.
    #[serde(default)]
    pub change: Vec<Written>,
    /// Changes of the semantics, which the type checker does not see, as the built-in variants of one name them.
    #[serde(default)]
    pub semantics: Vec<String>,
}

/// A change of the semantics.
struct Change {
    name: &'static str,
    description: &'static str,
    is_made: fn(&Semantics) -> bool,
    make: fn(&mut Semantics),
}

/// The changes of the semantics: those of section 10, and a planted bug.
const CHANGES: [Change; 3] = [
    Change {
        name: "null-lock-is-free",
        description: "D12: `synchronized null in e` runs e instead of throwing. A change of the semantics; the typing rules are the \
                      same. Unsound.",
        is_made: |semantics| semantics.null_lock_is_free,
        make: |semantics| semantics.null_lock_is_free = true,
    },
    Change {
        name: "inner-release-frees",
        description: "A planted bug: leaving an inner synchronized block frees a lock that an outer one still needs. The typing rules \
                      are the same. Unsound.",
        is_made: |semantics| semantics.inner_release_frees,
        make: |semantics| semantics.inner_release_frees = true,
    },
    Change {
        name: "binary-locks",
        description: "D6: the paper's locks with two states: a thread that acquires a lock that it has already waits for itself \
                      for ever. The typing rules are the same.",
        is_made: |semantics| semantics.locks == Locks::Binary,
        make: |semantics| semantics.locks = Locks::Binary,
    },
];

/// A rule variant, ready to judge programs by.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Name of the variant.
    pub name: String,
    /// The type system.
    pub system: &'static dyn System,
    /// Its rules.
    pub options: Options,
    /// Semantics of programs.
    pub semantics: Semantics,
    /// True if missing annotations are filled in first.
    pub defaults: bool,
}

impl Rules {
    /// The rules as they stand.
    pub fn base() -> Rules {
        Rules::of(BASE)
    }

    /// The rules of a system as they stand.
    pub fn of(system: &'static dyn System) -> Rules {
        let (options, semantics) = (Options::default(), Semantics::default());
        Rules { name: system.name().to_owned(), system, options, semantics, defaults: false }
    }

    /// Value of `--variant`: the same for the same rules, however they were named. Silenced errors are not in it.
    pub fn spelled(&self) -> String {
        let Rules { system, options, semantics, .. } = self;
        let off = options.off.iter().filter(|&premise| !options.own.replace(premise));
        let mut names: Vec<String> = off.map(premise_name).chain(options.own.iter().map(own::spelled)).collect();
        let readings =
            readings(*system).filter(|&(_, reading)| options.reads(reading)).map(|(variant, _)| variant.name);
        let changes = CHANGES.iter().filter(|change| (change.is_made)(semantics)).map(|change| change.name);
        names.extend(readings.chain(changes).map(str::to_owned));
        let list = if names.is_empty() { system.name().to_owned() } else { names.join(" + ") };
        match options.only {
            Some(part) => format!("{list} ({})", part.name()),
            None => list,
        }
    }

    /// Returns true if the typing rules are the base's, and only the semantics differs.
    pub fn only_semantics(&self) -> bool {
        self.options == Options::default()
    }

    /// Returns true if the rules only add premises to the base's, so that they accept nothing that the base rejects.
    pub fn only_adds(&self) -> bool {
        let own = self.options.own.clone();
        let added = !own.is_empty() && own.iter().all(|premise| premise.replaces.is_none());
        let rest = Options { own, no_warn: self.options.no_warn.clone(), ..Options::default() };
        added && self.options == rest && self.semantics == Semantics::default()
    }

    /// Returns true if the rules are the base's without some premises that only check, so that they accept whatever the
    /// base accepts. A premise that computes does not count: its off reading may yield what other premises reject.
    pub fn only_takes_away(&self) -> bool {
        let rest = Options { off: self.options.off.clone(), only: self.options.only, ..Options::default() };
        let checks = |id| racefree_systems::premise(id).kind == Kind::Checks;
        self.options == rest && self.semantics == Semantics::default() && self.options.off.iter().all(checks)
    }

    /// Returns true if a program is well typed by these rules, without escapes.
    pub fn accepts(&self, program: &Program) -> bool {
        self.accepts_with(program, 0)
    }

    /// Returns true if a program is well typed by these rules, without effective escapes: a `holds` may state a truth.
    pub fn accepts_idle(&self, program: &Program) -> bool {
        self.accepts_with(program, usize::MAX)
    }

    fn accepts_with(&self, program: &Program, idle: usize) -> bool {
        let holds = |e: &Expr| matches!(e, Expr::Holds(_));
        if program.no_warns.is_empty() && !program.exprs.iter().any(holds) {
            return self.system.failures(program, &self.options).is_empty();
        }
        let report = self.system.check(program, "", &self.options);
        let escapes = &report.escapes;
        report.is_ok() && report.silenced.is_empty() && escapes.holds.len() <= escapes.idle_holds.min(idle)
    }

    /// Returns true if a program shows a difference of the variant from the base: the variant accepts it, and the base
    /// does not or gives it another meaning.
    pub fn sets_apart(&self, program: &Program) -> bool {
        if !self.accepts(program) {
            return false;
        }
        let base = self.system.failures(program, &Options::default()).is_empty();
        if self.only_semantics() { base } else { !base }
    }
}

impl Variant {
    fn new(name: &str, description: &str) -> Variant {
        Variant { name: name.to_owned(), description: description.to_owned(), ..Variant::default() }
    }

    fn named(system: &'static dyn System, named: &NamedVariant) -> Variant {
        Variant {
            off: named.off.iter().map(|&premise| premise_name(premise)).collect(),
            readings: named.reading.map(|_| named.name.to_owned()).into_iter().collect(),
            system: said(system),
            ..Variant::new(named.name, named.description)
        }
    }

    /// The variant with these premises off and nothing else.
    pub fn of_premises(premises: &[PremiseId]) -> Variant {
        let names: Vec<String> = premises.iter().map(|&p| premise_name(p)).collect();
        let system = premises.first().and_then(|p| said(racefree_systems::system(p.system())));
        Variant { name: names.join(" + "), off: names, system, ..Variant::default() }
    }

    /// Both at once.
    fn and(mut self, other: Variant) -> Variant {
        self.system = self.system.or(other.system);
        self.off.extend(other.off);
        self.add.extend(other.add);
        self.change.extend(other.change);
        self.readings.extend(other.readings);
        self.semantics.extend(other.semantics);
        self
    }

    /// The premises of its own, each with whether it is in the place of another one.
    fn written(&self) -> impl Iterator<Item = (&Written, bool)> {
        self.add.iter().map(|w| (w, false)).chain(self.change.iter().map(|w| (w, true)))
    }

    /// This variant with only a part of its premises off.
    #[must_use]
    pub fn part(mut self, part: Part) -> Variant {
        self.name = format!("{} ({})", self.name, part.name());
        self.only = Some(part.name().to_owned());
        self
    }

    /// Rules of the variant.
    ///
    /// # Errors
    ///
    /// A sentence that names the unknown word.
    pub fn rules(&self) -> Result<Rules, String> {
        let system = self.system.as_deref().map_or(Ok(BASE), racefree_systems::find)?;
        let mut rules = Rules { name: self.name.clone(), ..Rules::of(system) };
        apply(self, &mut rules)?;
        Ok(rules)
    }
}

/// A system as it is written where it is left out if it is the base.
pub fn said(system: &dyn System) -> Option<String> {
    (system.id() != BASE.id()).then(|| system.name().to_owned())
}

/// The literal readings of a system.
fn readings(system: &dyn System) -> impl Iterator<Item = (&'static NamedVariant, ReadingId)> + use<> {
    system.variants().iter().filter_map(|variant| Some((variant, variant.reading?)))
}

/// The built-in variants of a system with a name of their own, changes of the semantics among them.
pub fn named(system: &'static dyn System) -> Vec<Variant> {
    let mut named: Vec<Variant> = system.variants().iter().map(|variant| Variant::named(system, variant)).collect();
    named.extend(CHANGES.iter().map(|change| Variant {
        semantics: vec![change.name.to_owned()],
        system: said(system),
        ..Variant::new(change.name, change.description)
    }));
    named
}

/// Every premise of a system off that can be, one at a time; those about programs that cannot run are left out.
pub fn premises(system: &dyn System) -> Vec<Variant> {
    let run = system.book().switches().filter(|(id, _)| system.shows(*id));
    run.map(|(id, _)| Variant::of_premises(&[id])).collect()
}

/// Every variant of a single cause: the premises, the literal readings, and the changes of the semantics. Those named
/// variants that are a single premise are listed as the premise.
pub fn all(system: &'static dyn System) -> Vec<Variant> {
    let mut all = premises(system);
    all.extend(named(system).into_iter().filter(|v| v.off.is_empty()));
    all
}

/// Applies a variant on top of the rules in force.
///
/// # Errors
///
/// A sentence that names the unknown word.
pub fn apply(variant: &Variant, rules: &mut Rules) -> Result<(), String> {
    let system = variant.system.as_deref().map_or(Ok(rules.system), racefree_systems::find)?;
    if system.id() != rules.system.id() && !racefree_systems::is_by_rules_of(rules.system, system) {
        return Err(format!(
            "`{}` is of the system `{}`, not of `{}`",
            variant.name,
            system.name(),
            rules.system.name()
        ));
    }
    let options = &mut rules.options;
    let part = variant.only.as_deref().map(part_of).transpose()?;
    if part.is_some() && variant.off.is_empty() {
        return Err(format!("`{}` is a part of no premise: none is off", variant.only.as_deref().unwrap_or_default()));
    }
    if part.is_some() && !system.has_annotations() {
        return Err(format!("premises of `{}` have no parts", system.name()));
    }
    if !variant.off.is_empty() {
        if !options.off.is_empty() && options.only != part {
            return Err(
                "a part is one of all the premises that are off: two variants with different parts do not add up"
                    .to_owned(),
            );
        }
        options.only = part;
    }
    for name in &variant.off {
        let premise = premise(rules.system, name)?;
        options.off.switch_off(premise);
        options.own.remove_from(premise);
    }
    for (written, changes) in variant.written() {
        let own = written.resolve(rules.system, changes).map_err(|wrong| wrong.said(written))?;
        if changes && (part.is_some() || rules.options.only.is_some()) {
            return Err("a part is one of the premises that are off; a premise that is changed has none".to_owned());
        }
        own::demand(own, rules);
    }
    let options = &mut rules.options;
    for reading in &variant.readings {
        options.readings.insert(reading_of(rules.system, reading)?);
    }
    for name in &variant.semantics {
        let plain = name.replace('_', "-");
        let Some(change) = CHANGES.iter().find(|change| change.name == plain) else {
            let names = CHANGES.iter().map(|change| change.name).collect::<Vec<_>>().join(", ");
            return Err(format!("there is no change of the semantics `{name}`; there are: {names}"));
        };
        (change.make)(&mut rules.semantics);
    }
    Ok(())
}

/// The reading of a name.
fn reading_of(system: &dyn System, name: &str) -> Result<ReadingId, String> {
    let plain = name.replace('_', "-");
    let found = readings(system).find(|(known, _)| known.name == plain);
    found.map(|(_, id)| id).ok_or_else(|| {
        let names: Vec<_> = readings(system).map(|(known, _)| known.name).collect();
        format!("there is no reading `{name}`; there are: {}", names.join(", "))
    })
}
