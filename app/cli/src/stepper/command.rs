//! The requests that the stepper understands, and its help.

use racefree_interp::value::ThreadId;

/// A request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// A step of a thread, or of the same one as before.
    Step(Option<ThreadId>),
    /// Takes the last step back.
    Back,
    /// Go to a step by number.
    Go(usize),
    /// Go to the end of a schedule, from the start.
    Replay(String),
    /// Why a thread cannot step.
    Why(ThreadId),
    /// The objects.
    Heap,
    /// Writes the schedule to a file.
    Save(String),
    /// Help.
    Help,
    /// The end.
    Quit,
}

/// The first line.
pub const GREETING: &str =
    "The number of a thread lets it step; ? lists what else there is. Each thread is shown as the term that is left of
it: the next step rewrites the redex between ⟦ and ⟧, and what is around it is the evaluation context.";

/// The first line for a program in Java.
pub const GREETING_JAVA: &str =
    "The number of a thread lets it go on to its next line, or to a step that other threads can see; ? lists what else
there is. Each thread is shown with the part of the text that comes next.";

/// The help.
pub const HELP: &str = "\
  N        let thread N make a step
  (empty)  the last command once more; at first: the only thread that can step
  b        back: take the last step back
  g N      go to step N, among the steps made and those taken back
  replay:S to the end of schedule S, from the start, as in replay:0*12,1*3
  w N      why thread N cannot step: which lock, its owner, taken where
  h        the heap: every object, its fields and its lock
  s FILE   save the schedule so far
  ?        this help
  q        quit";

impl Request {
    /// Returns true if an empty line repeats it.
    pub fn repeats(&self) -> bool {
        matches!(self, Request::Step(_) | Request::Back)
    }
}

/// A line as a command; none if it is empty.
pub fn parse(line: &str) -> Result<Option<Request>, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let number = || rest.parse::<u32>().map_err(|_| format!("`{word}` is followed by a number, as in `{word} 1`"));
    if let Some(schedule) = line.strip_prefix("replay:") {
        return Ok(Some(Request::Replay(schedule.trim().to_owned())));
    }
    let command = match (word, rest) {
        ("", _) => return Ok(None),
        ("b" | "back" | "u" | "undo", "") => Request::Back,
        ("g" | "go", _) => Request::Go(number()? as usize),
        ("w" | "why", _) => Request::Why(ThreadId(number()?)),
        ("h" | "heap", "") => Request::Heap,
        ("s" | "save", "") => return Err("`s` is followed by a file's name".to_owned()),
        ("s" | "save", file) => Request::Save(file.to_owned()),
        ("?" | "help", _) => Request::Help,
        ("q" | "quit" | "exit", "") => Request::Quit,
        (word, "") => match word.parse() {
            Ok(thread) => Request::Step(Some(ThreadId(thread))),
            Err(_) => return Err(format!("`{word}` is not understood; ? lists the commands")),
        },
        _ => return Err(format!("`{line}` is not understood; ? lists the commands")),
    };
    Ok(Some(command))
}
