//! Rules and premises as data.

/// A type system, by its number. Systems of one program have different numbers; how they are found by name is not the
/// kernel's business.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SystemId(u8);

impl SystemId {
    /// The system of a number below 16.
    pub const fn new(number: u8) -> SystemId {
        assert!(number < 16, "a system's number has four bits");
        SystemId(number)
    }

    /// Its number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rule: its system, in the upper four bits, and its number in the [`Chapter`] of that system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RuleId(u16);

impl RuleId {
    /// Rule number `index` of a system.
    pub const fn new(system: SystemId, index: u8) -> RuleId {
        RuleId((system.0 as u16) << 8 | index as u16)
    }

    /// The system that it belongs to.
    pub const fn system(self) -> SystemId {
        SystemId((self.0 >> 8) as u8)
    }

    /// Number of the rule in its system, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize & 0xff
    }
}

/// The most premises that a rule can have.
pub const MAX_PREMISES: usize = 16;

/// A premise of a rule: 16 times the rule's number, plus its own number in the rule. One that a variant has of its own has a number
/// in the upper half, from 1 on, and none in the rule ([`crate::condition::own_premise`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PremiseId(u32);

impl PremiseId {
    /// Premise number `index` of a rule.
    pub const fn new(rule: RuleId, index: u8) -> PremiseId {
        PremiseId((rule.0 * MAX_PREMISES as u16 + index as u16) as u32)
    }

    /// A premise that a variant has of its own.
    pub(crate) const fn own(rule: RuleId, number: u16) -> PremiseId {
        PremiseId((number as u32) << 16 | (rule.0 * MAX_PREMISES as u16) as u32)
    }

    /// Its number among the premises that variants have of their own, from 0 on, if it is one of those.
    pub(crate) const fn own_number(self) -> Option<usize> {
        match self.0 >> 16 {
            0 => None,
            number => Some(number as usize - 1),
        }
    }

    /// Returns true for a premise of a variant, which the system has not.
    pub const fn is_own(self) -> bool {
        self.0 >> 16 != 0
    }

    /// The rule that it belongs to.
    pub const fn rule(self) -> RuleId {
        RuleId(self.0 as u16 / MAX_PREMISES as u16)
    }

    /// The system that it belongs to.
    pub const fn system(self) -> SystemId {
        self.rule().system()
    }

    /// Number of the premise in its rule, from 0; those of variants come after all others.
    pub const fn index(self) -> usize {
        match self.own_number() {
            None => self.0 as usize % MAX_PREMISES,
            Some(number) => MAX_PREMISES + number,
        }
    }

    /// A number of its own among the premises of all systems.
    pub(crate) const fn bit(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn of_bit(bit: usize) -> PremiseId {
        PremiseId(bit as u32)
    }
}

/// Effect of a premise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `→`: yields what later premises use, or is a whole judgment with errors of its own. Always in force, unless it has an
    /// off reading ([`Premise::off`]): then it is `→?`, and switching it off makes it yield something else.
    Computes,
    /// `?`: only checks; can be switched off, which makes a rule variant.
    Checks,
    /// Checks that a program is one at all (a class exists, the number of arguments is right); always in force.
    Malformed,
}

/// A premise of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Premise {
    /// Its name within the rule, such as `guard-held`.
    pub name: &'static str,
    /// Its text, in the notation of the calculus.
    pub statement: &'static str,
    /// Its effect.
    pub kind: Kind,
    /// Its reason, in a sentence or two.
    pub why: &'static str,
    /// Reading in force when it is switched off, if that is another thing than to take it as holding.
    pub off: Option<&'static str>,
}

impl Premise {
    /// Returns true if it can be switched off: it only checks, or has an off reading.
    pub fn is_switch(&self) -> bool {
        self.kind == Kind::Checks || self.kind == Kind::Computes && self.off.is_some()
    }

    /// Returns true if an error can name it. A premise that computes has errors of its own, but for these that every system has: a variable
    /// that is not in scope, a receiver that has no members.
    pub fn is_reported(&self) -> bool {
        self.is_switch() || self.kind == Kind::Malformed || matches!(self.name, "in-scope" | "receiver")
    }

    /// Its mark in the notation of the calculus.
    pub fn mark(&self) -> &'static str {
        match self.kind {
            Kind::Computes if self.off.is_some() => "→?",
            Kind::Computes => "→",
            Kind::Checks => "?",
            Kind::Malformed => "!",
        }
    }
}

/// Subject of the judgments that a rule concludes, and how much of them a reader of a derivation wants to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// An expression or a declaration. Errors name the innermost such rule.
    #[default]
    Subject,
    /// Something that such a rule asks for: a subtyping, a member, a lock in a lock set.
    Asked,
    /// The same, and there is nothing to say: the type is int.
    Evident,
    /// The same: a type is below itself, so that subsumption changes none.
    Reflexive,
    /// The same, unless a judgment is above it.
    EvidentAlone,
    /// Subsumption: the judgment above, at a type above.
    Subsumption,
    /// An expression whose premise is taken on trust, because the program says so.
    Trust,
}

/// A typing rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name, in ASCII: `EXP REF`, `CLASS3`.
    pub name: &'static str,
    /// Its role for a reader.
    pub role: Role,
    /// The section of the calculus that states it.
    pub section: &'static str,
    /// The judgment that it concludes.
    pub conclusion: &'static str,
    /// Side conditions and decisions, for a reader.
    pub note: &'static str,
    /// Its premises, in order.
    pub premises: &'static [Premise],
}

/// Rules that one system declares in one table, in the order of their numbers.
#[derive(Clone, Copy, Debug)]
pub struct Chapter {
    /// The system.
    pub system: SystemId,
    /// Number of the first rule: that of rules in the tables before.
    pub first: u8,
    /// The rules.
    pub rules: &'static [Rule],
}

impl Chapter {
    /// Number of rules up to the end of this chapter.
    pub const fn end(&self) -> u8 {
        self.first + self.rules.len() as u8
    }

    /// The rule of a number, if it is in this chapter.
    pub fn rule(&self, id: RuleId) -> Option<&'static Rule> {
        let index = id.index().checked_sub(self.first as usize)?;
        self.rules.get(index).filter(|_| self.system == id.system())
    }

    /// The rules with their numbers.
    pub fn rules(self) -> impl Iterator<Item = (RuleId, &'static Rule)> {
        (self.first..).map(move |i| RuleId::new(self.system, i)).zip(self.rules)
    }
}

/// All rules that judge by a system: its own, and those of the systems that it builds on. Chapters of one system stand together.
#[derive(Clone, Copy, Debug, Default)]
pub struct RuleBook(pub &'static [Chapter]);

impl RuleBook {
    /// The rule of a number.
    ///
    /// # Panics
    ///
    /// If no chapter has it: rules and books are constants of a program, and do not depend on what it reads.
    pub fn rule(&self, id: RuleId) -> &'static Rule {
        self.0.iter().find_map(|chapter| chapter.rule(id)).expect("a rule of a system that the book has")
    }

    /// The premise of a number, or of a variant.
    pub fn premise(&self, id: PremiseId) -> &'static Premise {
        match crate::condition::of_variant(id) {
            Some(own) => own,
            None => &self.rule(id.rule()).premises[id.index()],
        }
    }

    /// `RULE/premise`.
    pub fn premise_name(&self, id: PremiseId) -> String {
        format!("{}/{}", self.rule(id.rule()).name, self.premise(id).name)
    }

    /// Position of a rule in the book, chapter after chapter.
    pub fn position(&self, id: RuleId) -> usize {
        let before = self.0.iter().take_while(|chapter| chapter.system != id.system());
        before.map(|chapter| chapter.rules.len()).sum::<usize>() + id.index()
    }

    /// Every rule with its number.
    pub fn rules(&self) -> impl Iterator<Item = (RuleId, &'static Rule)> + use<> {
        self.0.iter().flat_map(|chapter| chapter.rules())
    }

    /// Every premise of every rule.
    pub fn premises(&self) -> impl Iterator<Item = (PremiseId, &'static Premise)> + use<> {
        self.rules().flat_map(|(id, rule)| {
            rule.premises.iter().enumerate().map(move |(i, premise)| (PremiseId::new(id, i as u8), premise))
        })
    }

    /// Every premise that can be switched off.
    pub fn switches(&self) -> impl Iterator<Item = (PremiseId, &'static Premise)> + use<> {
        self.premises().filter(|(_, premise)| premise.is_switch())
    }

    /// Finds a rule by name; case, brackets, subscripts and `_`, `-` for a blank do not matter.
    pub fn find_rule(&self, name: &str) -> Option<RuleId> {
        let wanted = plain(name);
        self.rules().find(|(_, rule)| plain(rule.name) == wanted).map(|(id, _)| id)
    }

    /// Finds a premise by `RULE/premise`, the rule as in [`RuleBook::find_rule`].
    pub fn find_premise(&self, name: &str) -> Option<PremiseId> {
        let (rule, premise) = name.split_once('/')?;
        let rule = self.find_rule(rule)?;
        let wanted = plain(premise);
        let index = self.rule(rule).premises.iter().position(|p| plain(p.name) == wanted)?;
        Some(PremiseId::new(rule, index as u8))
    }
}

fn plain(name: &str) -> String {
    name.chars()
        .filter_map(|c| match c {
            '[' | ']' | ' ' | '_' | '-' => None,
            '₀'..='₉' => char::from_digit(c as u32 - '₀' as u32, 10),
            c => Some(c.to_ascii_lowercase()),
        })
        .collect()
}
