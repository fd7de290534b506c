//! A page, filled in.

use crate::{filled, workspace};
use racefree_book::link::{self, Shown};
use racefree_book::policy;

fn page(text: &str) -> String {
    filled(workspace(), text).expect("a page without faults")
}

fn fault(text: &str) -> String {
    let faults = filled(workspace(), text).expect_err("a page with a fault");
    faults.join("\n")
}

#[test]
fn programs_are_coloured_and_can_be_opened() {
    let page = page("```rfj\n// a.rfj\nclass A<ghost Object l> { int f guarded_by l = 1 }\n\nprint \"x\"\n```\n");
    assert!(page.contains("<span class=\"comment\">// a.rfj</span>"), "{page}");
    assert!(
        page.contains("<span class=\"keyword\">class</span> A&lt;<span class=\"keyword\">ghost</span> Object l&gt;"),
        "{page}"
    );
    assert!(
        page.contains("<span class=\"number\">1</span>")
            && page.contains("<span class=\"string\">&quot;x&quot;</span>"),
        "{page}"
    );
    assert!(page.contains("}&#10;&#10;"), "an empty line would end the block: {page}");
    assert!(page.contains("href=\"play/index.html#1."), "{page}");
}

#[test]
fn a_link_is_what_play_makes() {
    let text = std::fs::read_to_string(workspace().join("corpus/idioms/transfer.rfj")).expect("a program");
    let link = link::of(&Shown::without("transfer.rfj", &text, "EXP REF/guard-held", "0*7")).expect("a link");
    let packed = base64::Engine::decode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, link.trim_start_matches("#1."));
    let mut json = String::new();
    let packed = packed.expect("base64url");
    std::io::Read::read_to_string(&mut flate2::read::DeflateDecoder::new(&*packed), &mut json).expect("deflated");
    let shown: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let wanted = serde_json::json!({
        "text": text, "name": "transfer.rfj", "rules": {"off": ["EXP REF/guard-held"]}, "schedule": "0*7"
    });
    assert_eq!(shown, wanted);
    assert!(link::of(&Shown::new("a.rfj", &pseudo_random())).is_err(), "too long for a link");
}

/// A text that does not pack well.
fn pseudo_random() -> String {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b' ' + (state >> 24) as u8 % 90)
    };
    (0..20_000).map(|_| next()).collect()
}

#[test]
fn rules_and_reasons_are_filled_in() {
    let rule = page("{{#rule EXP REF}}\n");
    assert!(rule.contains("href=\"rules/exp-ref-guard-held.html\">guard-held</a>"), "{rule}");
    assert!(rule.contains("P; E; ls ⊢ e.fd : [e/this]t"), "{rule}");
    let why = page("{{#why EXP REF/guard-held}}\n");
    assert!(why.contains("The heart of the system") && why.contains("a race on A.f, in 28 tokens"), "{why}");
    let none = page("{{#why EXP NEW/type}}\n");
    assert!(none.contains("masked: an object of an ill-formed type"), "{none}");
}

#[test]
fn derivations_are_of_programs_of_the_page_or_of_the_corpus() {
    let own = page(
        "```rfj\n// a.rfj\nclass A { int f guarded_by this }\nlet A a = new A in a.f\n```\n{{#derivation a.rfj@3:20}}\n",
    );
    assert!(own.contains("✗ fails</strong> <code>P; A a; ∅ ⊢ a.f : int</code>"), "{own}");
    assert!(own.contains("✗ fails:</strong> <small>same</small> a ≡ l'"), "{own}");
    assert!(own.contains("where <code>[a/this] this = a</code>"), "{own}");
    let corpus = page("{{#derivation corpus/idioms/transfer.rfj@19:1}}\n");
    assert!(corpus.contains("[EXP SYNC]"), "{corpus}");
}

#[test]
fn what_there_is_not_is_a_fault_with_its_place() {
    let cases = [
        ("{{#rule EXP REFF}}", "there is no rule `EXP REFF`; did you mean `EXP REF`?"),
        ("{{#why EXP REF/guard}}", "there is no rule or premise `EXP REF/guard`"),
        ("{{#why EXP REF}}", "[EXP REF] is a rule: name one of its premises"),
        ("{{#derivation b.rfj@1:1}}", "no program `b.rfj` on this page, nor in the corpus"),
        ("{{#derivation corpus/idioms/transfer.rfj@99:1}}", ""),
        ("{{#derivation corpus/idioms/transfer.rfj}}", "a derivation is of file.rfj@LINE:COLUMN"),
        ("{{#exercise 01-races/no-such.rfj}}", "there is no exercise `01-races/no-such.rfj`"),
        ("{{#rules EXP REF}}", "there is no directive `rules`"),
        ("{{#rule}}", "a directive is a word and an argument"),
    ];
    for (directive, message) in cases {
        let fault = fault(&format!("# Title\n\n{directive}\n"));
        assert!(fault.starts_with(&format!("docs/book/src/page.md:3: {message}")), "{directive}: {fault}");
    }
    assert_eq!(fault("{{#rule A}}\n{{#rule B}}\n").lines().count(), 2, "every fault is said");
    assert!(page("```text\n{{#rule A}}\n```\n`{{#rule A}}` in a line\n").contains("{{#rule A}}"), "code is left alone");
}

#[test]
fn links_out_of_the_book_are_followed() {
    let page = page(
        "[a](02-guarded-by.md#the-rule) [b](../../tour.md) [c](../../../corpus/idioms/transfer.rfj) [`d`](../../schemas) \
         [e](https://example.org) ![f](../../speed.svg) `[g](../../schemas)` [h [i]](../../../corpus)\n",
    );
    let wanted = "[a](02-guarded-by.md#the-rule) [b](manual/docs-tour.md) [c](corpus/idioms/transfer.html) `d` \
                  [e](https://example.org) ![f](files/docs-speed.svg) `[g](../../schemas)` [h [i]](corpus/index.html)\n";
    assert_eq!(page, wanted);
}

#[test]
fn transcripts_are_for_readers() {
    let page = page("```console\n$ racefree check a.rfj\n? 1\n...\na.rfj: 1 error\n\n```\n");
    assert_eq!(page, "```text\n$ racefree check a.rfj\n  ⋮\na.rfj: 1 error\n```\n");
}

#[test]
fn a_page_allows_its_own_scripts_alone() {
    let page = policy::with_policy("<meta charset=\"UTF-8\"><script>alert(1)</script>");
    // openssl dgst -sha256 -binary | base64
    assert!(page.contains("script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';"), "{page}");
    assert!(page.contains("default-src 'none';") && !page.contains("'unsafe-eval'"), "{page}");
}
