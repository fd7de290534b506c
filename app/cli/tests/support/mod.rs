//! Runs the binary as a user would.

use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What a run of the binary left behind.
pub struct Run {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The exit status.
    pub status: i32,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Run {
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            status: output.status.code().unwrap_or(-1),
        }
    }
}

impl Run {
    /// The object on standard output.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", self.stdout, self.stderr))
    }
}

/// Returns true if tests look at all programs, and not at some: `RACEFREE_ALL=1`.
pub fn all() -> bool {
    std::env::var_os("RACEFREE_ALL").is_some_and(|all| all == "1")
}

/// Step in a list of which an everyday run looks at every `nth`.
pub fn every(nth: usize) -> usize {
    if all() { 1 } else { nth }
}

/// The arguments of a command line, as a shell reads it; quoted ones stand between spaces.
pub fn words(command: &str) -> Vec<String> {
    let plain = |part: &str| part.split_whitespace().map(str::to_owned).collect();
    let parts = command.split('\'').enumerate();
    parts.flat_map(|(i, part)| if i % 2 == 0 { plain(part) } else { vec![part.to_owned()] }).skip(1).collect()
}

/// The object of a command line that was printed.
pub fn again(command: &str) -> Value {
    let words = words(command);
    racefree(&words.iter().map(String::as_str).chain(["--format", "json"]).collect::<Vec<_>>(), "").json()
}

/// Runs `racefree` in the workspace's root, with a text on standard input.
pub fn racefree(args: &[&str], input: &str) -> Run {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace's root");
    let mut child = Command::new(env!("CARGO_BIN_EXE_racefree"))
        .args(args)
        .current_dir(root)
        .env_remove("COLUMNS")
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("standard input");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        // A run that fails before it reads leaves no reader to write to.
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the writer ends");
    Run::from(output)
}

/// Runs `racefree` and sends it a signal when `wait` returns.
#[cfg(unix)]
pub fn signalled(args: &[&str], signal: &str, wait: impl FnOnce()) -> Run {
    let child = Command::new(env!("CARGO_BIN_EXE_racefree"))
        .args(args)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    wait();
    // If it has ended by itself, that is no matter.
    let _ = Command::new("kill").args([signal, &child.id().to_string()]).stderr(Stdio::null()).status();
    Run::from(child.wait_with_output().expect("the binary ends"))
}
