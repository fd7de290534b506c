//! `racefree run --step`: the program step by step, by hand, in the terminal. Line by line, so that it works in a pipe.

mod command;
mod screen;

use crate::diagnostics::Artist;
use crate::ending::{Done, Ending};
use crate::running::save_schedule;
use crate::terminal::Out;
use command::Request;
use racefree_answers::running::steps::Steps;
use racefree_answers::running::{Loaded, findings, replay};
use racefree_answers::trace::Step;
use racefree_interp::drive::RunOptions;
use racefree_interp::event::Event;
use racefree_interp::reduction::State;
use racefree_interp::schedule::Schedule;
use racefree_interp::value::ThreadId;
use std::io::{self, BufRead, Write};
use std::path::Path;

/// A program between two steps.
struct Session<'a> {
    loaded: &'a Loaded,
    options: &'a RunOptions,
    /// The run so far.
    run: Steps<'a>,
    /// The states before each step: they are kept, so that going back is to forget.
    states: Vec<State>,
    /// The threads that made the steps so far.
    made: Vec<ThreadId>,
    /// Numbers of steps at which the user was asked.
    stops: Vec<usize>,
    /// Steps that were taken back, the next one last.
    undone: Vec<ThreadId>,
    /// The last steps, if they were forward: the one that is shown, and those that others can see.
    last: Vec<Step>,
}

/// Lets the user step. The schedule comes first.
pub fn run(loaded: &Loaded, options: &RunOptions, schedule: Schedule, save: Option<&Path>, out: &mut Out) -> Done {
    let run = Steps::new(loaded, options.semantics, options.limits);
    let (states, made, stops, undone, last) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut session = Session { loaded, options, run, states, made, stops, undone, last };
    for thread in schedule.ids() {
        if let Err(why) = session.advance(thread) {
            return Err(format!("the schedule does not fit at step {}: {why}", session.made.len() + 1).into());
        }
    }
    if !out.quiet {
        let greeting = if loaded.program.on_reference() { command::GREETING_JAVA } else { command::GREETING };
        writeln!(out, "{greeting}")?;
    }
    session.show(out)?;
    let mut input = io::stdin().lock();
    let mut before = Request::Step(None);
    loop {
        write!(out, "step {}> ", session.made.len())?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            break;
        }
        let command = match command::parse(&line) {
            Ok(Some(command)) => command,
            Ok(None) => before.clone(),
            Err(message) => {
                writeln!(out, "{message}")?;
                continue;
            }
        };
        if command == Request::Quit {
            break;
        }
        session.obey(&command, out)?;
        if command.repeats() {
            before = command;
        }
    }
    session.finish(save, out)
}

impl Session<'_> {
    /// A step of a thread, with all that belongs to it; or why there is none.
    fn forward(&mut self, thread: ThreadId) -> Result<(), String> {
        let event = self.advance(thread)?;
        let before = self.states.last().unwrap_or(&self.run.state).clone();
        let step = self.run.told(&before, &event);
        self.last.push(step);
        Ok(())
    }

    /// A step of a thread; or why there is none.
    fn advance(&mut self, thread: ThreadId) -> Result<Event, String> {
        let (before, event) = self.run.advance(thread)?;
        self.states.push(before);
        self.made.push(thread);
        Ok(event)
    }

    /// The state after the first `steps` steps, which are known.
    fn go_back(&mut self, steps: usize) {
        if let Some(state) = self.states.get(steps) {
            self.run.state = state.clone();
            self.run.steps = steps as u64;
            self.run.words.forget();
        }
        self.states.truncate(steps);
        self.undone.extend(self.made.drain(steps..).rev());
        self.last.clear();
    }

    /// Default thread of a step: the one of the last step, or else the only one that can step.
    fn usual(&self) -> Option<ThreadId> {
        let ready = |t: &ThreadId| self.run.is_ready(*t);
        let all: Vec<ThreadId> = self.run.threads().filter(ready).collect();
        match all.as_slice() {
            [only] => Some(*only),
            _ => self.made.last().copied().filter(ready),
        }
    }

    fn obey(&mut self, command: &Request, out: &mut Out) -> io::Result<()> {
        match *command {
            Request::Step(thread) => {
                let Some(thread) = thread.or_else(|| self.usual()) else {
                    return writeln!(out, "{}", self.choices());
                };
                if self.run.is_ready(thread) {
                    self.stops.push(self.made.len());
                }
                self.last.clear();
                for _ in 0..self.run.stride(thread) {
                    match self.forward(thread) {
                        Err(why) => return writeln!(out, "{why}"),
                        Ok(()) if self.undone.last() == Some(&thread) => {
                            self.undone.pop();
                        }
                        Ok(()) => self.undone.clear(),
                    }
                }
            }
            Request::Back if self.made.is_empty() => return writeln!(out, "this is the first state"),
            Request::Back => {
                let before = self.stops.pop().filter(|&at| at < self.made.len());
                self.go_back(before.unwrap_or(self.made.len() - 1));
            }
            Request::Go(step) => self.go(step),
            Request::Replay(ref schedule) => {
                let locks = self.options.semantics.locks;
                match crate::running::schedules::schedule(schedule, &self.loaded.program, locks) {
                    Ok(schedule) => {
                        self.go_back(0);
                        self.undone.clear();
                        for thread in schedule.ids() {
                            self.last.clear();
                            if let Err(why) = self.forward(thread) {
                                writeln!(out, "the schedule does not fit at step {}: {why}", self.made.len() + 1)?;
                                break;
                            }
                        }
                    }
                    Err(message) => return writeln!(out, "{message}"),
                }
            }
            Request::Why(thread) => {
                let why = self.why(thread);
                return writeln!(out, "{why}");
            }
            Request::Heap => return self.heap(out),
            Request::Save(ref file) => {
                return match self.save(Path::new(file)) {
                    Ok(()) => writeln!(out, "the schedule is in `{file}`: racefree run --scheduler replay:{file}"),
                    Err(message) => writeln!(out, "{message}"),
                };
            }
            Request::Help => return writeln!(out, "{}", command::HELP),
            Request::Quit => {}
        }
        self.show(out)
    }

    /// Goes to a step by number, as far as steps were made or taken back.
    fn go(&mut self, step: usize) {
        if step < self.made.len() {
            self.go_back(step);
        }
        while self.made.len() < step
            && let Some(thread) = self.undone.last().copied()
        {
            self.last.clear();
            if self.forward(thread).is_err() {
                break;
            }
            self.undone.pop();
        }
    }

    fn schedule(&self) -> Schedule {
        self.made.iter().copied().collect()
    }

    /// Writes the schedule so far to a file.
    fn save(&self, file: &Path) -> Result<(), String> {
        save_schedule(file, self.loaded, self.options.semantics.locks, self.schedule())
    }

    /// Prints the findings on the way, and the schedule.
    fn finish(&self, save: Option<&Path>, out: &mut Out) -> Done {
        let result = racefree_interp::drive::replay(&self.loaded.program, self.options, &self.schedule());
        let artist = Artist::new(&self.loaded.source.name, &self.loaded.source.text, out);
        findings::problems(self.loaded, &result).iter().try_for_each(|problem| artist.problem(problem, out))?;
        if !self.made.is_empty() && !out.quiet {
            writeln!(out, "the steps made: replay:{}", replay::inline(&self.schedule()))?;
        }
        if let Some(path) = save {
            self.save(path)?;
        }
        Ok(if result.findings().is_empty() { Ending::Fine } else { Ending::Wrong })
    }
}
