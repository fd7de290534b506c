//! `racefree play`: its links, what it refuses, and to whom it answers. The page itself is tried out in a browser (`app/web/ui/test`).

use crate::support::racefree;
use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use flate2::read::DeflateDecoder;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

const RACY: &str = "class C { int f guarded_by this } let C c = new C in { fork { c.f = 1 }; c.f = 2 }";

/// What a link holds.
fn opened(link: &str) -> Value {
    let packed = link.trim().strip_prefix("#1.").expect("version 1");
    let packed = BASE64_URL_SAFE_NO_PAD.decode(packed).expect("base64url");
    let mut text = String::new();
    DeflateDecoder::new(&packed[..]).read_to_string(&mut text).expect("deflate");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_link_holds_the_program_its_rules_and_its_schedule() {
    let plain = racefree(&["play", "--link", "-"], RACY);
    assert_eq!(opened(&plain.stdout), json!({ "text": RACY, "name": "program.rfj" }), "{}", plain.stderr);
    let words = ["--off", "EXP ASSIGN/guard-held", "--schedule", "0*5", "--at", "3", "--view", "graph", "--defaults"];
    let all = racefree(&[&["play", "--link", "-"][..], &words].concat(), RACY);
    let rules = json!({ "variant": [], "off": ["EXP ASSIGN/guard-held"], "defaults": true });
    let wanted = json!({
        "text": RACY, "name": "program.rfj", "rules": rules, "view": "graph", "at": 3, "schedule": "0*5",
    });
    assert_eq!(opened(&all.stdout), wanted, "{}", all.stderr);
    let address = "https://example.org/racefree/";
    let whole = racefree(&["play", "--link", "-", "--address", address], RACY);
    assert_eq!(whole.stdout, format!("{address}{}", plain.stdout), "{}", whole.stderr);
    for (wrong, why) in [("example.org", "begins with"), ("https://a b", "of a page"), ("https://a/#x", "of a page")] {
        let run = racefree(&["play", "--link", "-", "--address", wrong], RACY);
        assert!(run.status == 2 && run.stderr.contains(why), "{wrong}: {}", run.stderr);
    }
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let refused = |args: &[&str], input: &str, said: &str| {
        let run = racefree(&[&["play"][..], args].concat(), input);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
    };
    refused(&["--link", "-", "--off", "EXP FORK/nothing"], RACY, "EXP FORK");
    refused(&["--link", "-", "--schedule", "x"], RACY, "`x` is neither a thread");
    refused(&["--link", "-", "--schedule", "0*5", "--at", "6"], RACY, "the schedule has 5 steps");
    refused(&["--off", "EXP REF/guard-held"], "", "rules are those of a program");
    // What cannot be packed: the digits of a long product.
    let mut seed = 1_u64;
    let mut digit = || {
        seed = seed * 48_271 % 2_147_483_647;
        char::from(b'a' + (seed % 26) as u8)
    };
    let noise: String = (0..20_000).map(|_| digit()).collect();
    refused(&["--link", "-"], &format!("// {noise}\n0\n"), "8000 are the most");
}

/// A page that is served.
struct Served {
    child: Child,
    port: u16,
    path: String,
}

impl Served {
    fn new() -> Served {
        Served::with(&[])
    }

    fn with(args: &[&str]) -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_racefree"))
            .args(["play", "--no-open"])
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("an address");
        let rest = line.trim().strip_prefix("http://127.0.0.1:").expect("this machine alone");
        let (port, path) = rest.split_once('/').expect("a path");
        Served { child, port: port.parse().expect("a port"), path: format!("/{path}") }
    }

    /// The status and the whole answer to a request.
    fn asked(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        (status, answer)
    }

    fn get(&self, path: &str, host: &str, more: &str) -> (u16, String) {
        self.asked(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n"))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A site with an engine that was made apart from this program.
#[test]
fn a_site_takes_its_engine_from_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (engine, site) = (path("engine"), path("site"));
    let args = ["play", "--export-site", &site, "--engine", &engine];
    let missing = racefree(&args, "");
    assert_eq!(missing.status, 2, "{}", missing.stderr);
    assert!(missing.stderr.contains("cannot read the engine"), "{}", missing.stderr);
    std::fs::create_dir(&engine).expect("a folder");
    for name in ["engine.wasm", "judge.wasm"] {
        std::fs::write(format!("{engine}/{name}"), name).expect("written");
    }
    let made = racefree(&args, "");
    assert_eq!((made.status, made.stderr.as_str()), (0, ""));
    // One of another day may say something else.
    let module = std::fs::File::options().write(true).open(format!("{engine}/engine.wasm")).expect("a module");
    module.set_modified(std::time::UNIX_EPOCH).expect("another time");
    let stale = racefree(&args, "");
    assert!(stale.status == 0 && stale.stderr.contains("older than the sources"), "{}", stale.stderr);
    let judge = std::fs::read_to_string(format!("{site}/judge.wasm")).expect("a module");
    assert_eq!(judge, "judge.wasm");
    // From a folder without a server the page goes to the one that has its engine in it.
    let whole = std::fs::read_to_string(format!("{site}/page.html")).expect("a page");
    let script = std::fs::read_to_string(format!("{site}/app.js")).expect("a script");
    assert!(whole.contains("id=\"engine\"") && script.contains("page.html"));
    assert!(std::fs::read_to_string(format!("{site}/examples.json")).expect("examples").contains("\"lesson\":8"));
}

#[test]
fn it_answers_its_own_page_on_this_machine_alone() {
    let served = Served::new();
    let own = format!("127.0.0.1:{}", served.port);
    let (status, page) = served.get(&served.path, &own, "");
    assert_eq!(status, 200);
    let headers = page.split("\r\n\r\n").next().expect("headers").to_lowercase();
    assert!(headers.contains("content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"));
    assert!(headers.contains("x-content-type-options: nosniff") && !headers.contains("set-cookie"));
    assert_eq!(served.get("/", &own, "").0, 404, "without the token");
    assert_eq!(served.get(&served.path, "evil.example", "").0, 403, "by another name");
    assert_eq!(served.get(&served.path, &own, "Origin: http://evil.example\r\n").0, 403, "from another page");
    assert_eq!(served.get(&served.path, &own, &format!("Host: {own}\r\n")).0, 400, "two hosts");
    let ask = |body: &str| {
        let path = &served.path;
        served.asked(&format!(
            "POST {path}ask HTTP/1.1\r\nHost: {own}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ))
    };
    let question = json!({ "ask": "check", "program": { "name": "a.rfj", "text": RACY } }).to_string();
    let (status, answer) = ask(&question);
    assert_eq!(status, 200);
    assert!(answer.contains("\"premise\":\"guard-held\""), "{answer}");
    assert_eq!(ask(&" ".repeat((1 << 20) + 1)).0, 413, "more than 1 MB");
}

#[test]
fn a_connection_that_says_nothing_is_closed() {
    let served = Served::new();
    let streams = ["", "GET / HTTP/1.1\r\nHost:"].map(|begun| {
        let mut stream = TcpStream::connect(("127.0.0.1", served.port)).expect("it listens");
        stream.write_all(begun.as_bytes()).expect("it reads");
        stream
    });
    for mut stream in streams {
        let mut answer = Vec::new();
        // Ends when the other side has closed it.
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 200"));
    }
}

#[test]
fn a_program_is_saved_in_its_file_unless_that_has_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.rfj");
    std::fs::write(&file, "print 1").expect("a file");
    let served = Served::with(&[file.to_str().expect("UTF-8")]);
    let own = format!("127.0.0.1:{}", served.port);
    let save = |body: serde_json::Value| {
        let (path, body) = (&served.path, body.to_string());
        let (length, more) = (body.len(), "Connection: close\r\n\r\n");
        served.asked(&format!("POST {path}save HTTP/1.1\r\nHost: {own}\r\nContent-Length: {length}\r\n{more}{body}"))
    };
    let now = || std::fs::read_to_string(&file).expect("the file");
    assert!(save(json!({ "text": "print 2", "known": "print 1" })).1.ends_with("saved"));
    assert_eq!(now(), "print 2");
    assert!(served.get(&served.path, &own, "").1.contains("print 2"), "the page has the file as it is");
    assert!(save(json!({ "text": "print 3", "known": "print 1" })).1.ends_with("changed"));
    assert_eq!(now(), "print 2");
    assert!(save(json!({ "text": "print 3" })).1.ends_with("saved"));
    assert_eq!((save(json!({})).0, now().as_str()), (400, "print 3"));
    let nowhere = Served::new();
    let refused = nowhere.asked(&format!(
        "POST {}save HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{{\"text\":\"x\"}}",
        nowhere.path, nowhere.port
    ));
    assert_eq!(refused.0, 400);
}
