//! Questions about the text of a program, and about its types.

use super::written;
use crate::derivation::outline::OutlineBounds;
use crate::derivation::{Document, Options, json as derivations};
use crate::desk::{Desk, Failure, FailureKind, Refusal, bad, too_deep, well_formed};
use crate::examples::{self, Examples};
use crate::fixes::{self, Budget};
use crate::json::{self, Place, Places, VERSION};
use crate::options::{AtomicityOptions, DerivationOptions, EraseOptions, RuleOptions, TranslateOptions, WhyOptions};
use crate::source::Source;
use crate::variant::Rules;
use crate::verdict::{Verdict, judge_program, parse_bounded, unjudged};
use crate::{names, rewriting, why};
use racefree_grammar::ast::Program;
use racefree_grammar::builder::MAX_DEPTH;
use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::{Extras, Token as Lexeme};
use racefree_grammar::{Span, printer, sexp};

records! {
    /// A program laid out.
    #[cfg_attr(feature = "schemas", schemars(rename = "fmt"))]
    pub struct Formatted {
        /// The file.
        pub file: String,
        /// The version of the format.
        pub version: u32,
        /// The text.
        pub text: String,
    }

    /// The syntax tree of a program.
    #[cfg_attr(feature = "schemas", schemars(rename = "tree"))]
    pub struct Tree {
        /// The file.
        pub file: String,
        /// The version of the format.
        pub version: u32,
        /// Syntax tree as an s-expression, abbreviations written out.
        pub sexp: String,
    }

    /// A token.
    pub struct Token {
        /// Start in the text, in bytes.
        pub start: u32,
        /// End in the text, in bytes, exclusive.
        pub end: u32,
        /// `keyword`, `name`, `number`, `string` or `sign`.
        pub kind: &'static str,
    }

    /// The tokens of a program, comments left out.
    #[cfg_attr(feature = "schemas", schemars(rename = "tokens"))]
    pub struct Tokens {
        /// The file.
        pub file: String,
        /// The version of the format.
        pub version: u32,
        /// Tokens in the order of the text.
        pub tokens: Vec<Token>,
    }

    /// A declaration of a program.
    pub struct Symbol {
        /// Name of the declaration.
        pub name: String,
        /// `class`, `ghost`, `field`, `method` or `main`.
        pub kind: &'static str,
        /// Place of the whole declaration.
        pub span: Place,
        /// Place of the name.
        pub name_span: Place,
        /// Declarations inside it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub members: Vec<Symbol>,
    }

    /// Declarations of a program.
    #[cfg_attr(feature = "schemas", schemars(rename = "outline"))]
    pub struct Outline {
        /// The file.
        pub file: String,
        /// The version of the format.
        pub version: u32,
        /// The classes, and the main expression.
        pub symbols: Vec<Symbol>,
    }
}

/// Answers `check`, for a program of bounded nesting. It is asked at every key, so the text is parsed once.
pub fn check(desk: &Desk, source: Source, words: &RuleOptions, depth: u32) -> Result<String, Refusal> {
    let Source { name, text } = &source;
    let rules = desk.rules(words, text)?;
    let places = Places::new(text);
    let mut verdict = match parse_bounded(rules.system, text, Some(depth)) {
        Err(errors) => match too_deep(&errors) {
            Some(failure) => return Err(failure.into()),
            None => Verdict::Syntax(errors),
        },
        Ok(program) => Verdict::Judged(Box::new(judge_program(program, text, &rules))),
    };
    if let Verdict::Judged(judged) = &verdict
        && cfg!(not(feature = "few"))
        && rules.system.judges_claims()
    {
        let analysis = crate::atomicity::analyse(text, &rules, &judged.program);
        return Ok(json::line(&crate::atomicity::record(name, rules.system, &judged.program, &places, &analysis)));
    }
    fixes::settle(text, &rules, &mut verdict, &mut Budget::default());
    if let (Verdict::Judged(judged), None) = (&mut verdict, &words.system) {
        judged.report.warnings.extend(unjudged(text, rules.system));
    }
    Ok(match verdict {
        Verdict::Syntax(errors) => json::syntax(name, rules.system, &places, &errors),
        Verdict::Judged(judged) => json::check(name, &places, rules.system, &judged),
    })
}

/// `fix`
pub fn fix(desk: &Desk, source: Source, words: &RuleOptions) -> Result<String, Refusal> {
    let Source { name, text } = &source;
    Ok(json::repaired(name, text, &fixes::repair(text, &desk.rules(words, text)?, fixes::ROUNDS, fixes::Choice::Sure)))
}

/// `erase`
pub fn erase(source: Source, options: &EraseOptions) -> Result<String, Refusal> {
    let system = crate::options::system(options.system.as_deref(), &source.text)?;
    written(&rewriting::erased(source, system, options.finals)?)
}

/// `translate`
pub fn translate(source: Source, options: &TranslateOptions) -> Result<String, Refusal> {
    let system = crate::options::system(options.system.as_deref(), &source.text)?;
    let to = racefree_systems::find(&options.to)?;
    written(&rewriting::translated(source, system, to)?)
}

/// `atomicity`
pub fn atomicity(desk: &Desk, source: Source, options: &AtomicityOptions) -> Result<String, Refusal> {
    let rules = options.claims.rules(&options.rules, &source.text)?;
    match options.claims.explain {
        true => Ok(crate::atomicity::explained(desk, source, &rules, options.claims.all)?.json()),
        false => check(desk, source, &rules, desk.limits.depth),
    }
}

/// `fmt`
pub fn fmt(desk: &Desk, source: Source, words: &RuleOptions) -> Result<String, Refusal> {
    let rules = desk.rules(words, &source.text)?;
    match printer::format_in(&source.text, Some(rules.system.dialect())) {
        Ok(text) => written(&Formatted { file: source.name, version: VERSION, text }),
        Err(_) => check(desk, source, words, MAX_DEPTH),
    }
}

/// `tree`
pub fn tree(desk: &Desk, source: Source, words: &RuleOptions) -> Result<String, Refusal> {
    let (program, source) = well_formed(source.clone(), &desk.rules(words, &source.text)?)?;
    written(&Tree { file: source.name, version: VERSION, sexp: sexp::line(&program) })
}

/// The class of a token.
fn class(token: Lexeme, text: &str) -> &'static str {
    match token {
        Lexeme::Ident(_) => "name",
        Lexeme::Number(_) => "number",
        Lexeme::Text(_) => "string",
        _ if text.starts_with(|c: char| c.is_ascii_alphabetic()) => "keyword",
        _ => "sign",
    }
}

/// `tokens`
pub fn tokens(Source { name, text }: &Source) -> Result<String, Refusal> {
    let all = Lexer::new(text, Extras::default()).filter(|t| t.0 < t.2);
    let one = |(start, token, end)| Token { start, end, kind: class(token, Span::new(start, end).text(text)) };
    written(&Tokens { file: name.clone(), version: VERSION, tokens: all.map(one).collect() })
}

/// `outline`
pub fn outline(desk: &Desk, source: Source, words: &RuleOptions) -> Result<String, Refusal> {
    let (program, source) = well_formed(source.clone(), &desk.rules(words, &source.text)?)?;
    let places = Places::new(&source.text);
    let symbol = |name, kind, span, name_span| Symbol {
        name: program.text(name).to_owned(),
        kind,
        span: places.place(span),
        name_span: places.place(name_span),
        members: Vec::new(),
    };
    let class = |class: &racefree_grammar::ast::Class| {
        let ghosts = program.ghosts_of(class).iter().map(|g| symbol(g.name, "ghost", g.span, g.span));
        let fields = program.fields_of(class).iter().map(|f| symbol(f.name, "field", f.span, f.name_span));
        let methods = program.methods_of(class).iter().map(|m| symbol(m.name, "method", m.span, m.name_span));
        let members = ghosts.chain(fields).chain(methods).collect();
        Symbol { members, ..symbol(class.name, "class", class.span, class.name_span) }
    };
    let mut symbols: Vec<Symbol> = program.classes.iter().map(class).collect();
    symbols.extend(program.main.map(|main| {
        let span = places.place(program.span(main));
        Symbol { name: "main".to_owned(), kind: "main", span, name_span: span, members: Vec::new() }
    }));
    written(&Outline { file: source.name.clone(), version: VERSION, symbols })
}

/// `derivation`
pub fn derivation(desk: &Desk, source: Source, options: &DerivationOptions) -> Result<String, Refusal> {
    let parsed = desk.parsed(source, &options.rules)?;
    derived(desk, &parsed.program, &parsed.source, &parsed.rules, options)
}

/// The derivation of a program.
pub fn derived(
    desk: &Desk,
    program: &Program,
    source: &Source,
    rules: &Rules,
    options: &DerivationOptions,
) -> Result<String, Refusal> {
    let (_, derived) = rules.system.derive(program, &source.text, &rules.options);
    let most = desk.limits.judgments;
    let judgments = options.judgments.map_or(most, |n| n.min(most));
    let extent = OutlineBounds { depth: options.depth, judgments, levels: u32::MAX, whole: judgments == usize::MAX };
    let at = options.at.as_deref();
    let system = rules.system.name();
    let (depth, failing, below) = (options.depth, options.failing, options.below);
    let wanted = Options { file: &source.name, system, depth, at, failing, below };
    let document = Document::new(&*derived, &source.text, extent, &wanted)?;
    Ok(derivations::render(&document).trim_end().to_owned())
}

/// `examples`
pub fn examples(name: Option<&str>) -> Result<String, Refusal> {
    let all = examples::all();
    let Some(name) = name else { return written(&Examples::of(&all, false)) };
    let found = examples::find(&all, name);
    let near = || names::suggestion(name, all.iter().map(|e| e.name.as_str()));
    written(&Examples::of([found.ok_or_else(|| bad(format!("there is no example `{name}`{}", near())))?], true))
}

/// `why`
pub fn why(options: &WhyOptions) -> Result<String, Refusal> {
    let name = options.name.as_deref().ok_or_else(|| bad("`name` says which rule or premise"))?;
    if let Some((record, _)) = why::of_java(name) {
        return written(&record);
    }
    let system = crate::options::system(options.system.as_deref(), "")?;
    let page = why::page(system, name)?;
    written(&page.record().map_err(|message| Failure { kind: FailureKind::Internal, message })?)
}

/// `rules`
pub fn rule_list(system: Option<&str>) -> Result<String, Refusal> {
    let system = crate::options::system(system, "")?;
    written(&crate::rules::rules(system, system.book()))
}
