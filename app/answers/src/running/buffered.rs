//! A run with store buffers that is made turn by turn: steps of threads, and writes that are performed.

use super::steps::Steps;
use racefree_explore::plain::{Reached, Turn as SearchTurn, Waited};
use racefree_interp::event::Event;
use racefree_interp::reduction::{Buffered, Execution, Order, State, WaitingWrite};
use racefree_interp::value::ThreadId;
use std::fmt;

records! {
    /// A write that waits in the buffer of a thread.
    #[derive(Clone)]
    pub struct Waiting {
        /// Object, as in `Account#1`.
        pub object: String,
        /// Field.
        pub field: String,
        /// Value written.
        pub value: String,
        /// True if it may be performed before those that are older.
        pub can_perform: bool,
    }
}

impl fmt::Display for Waiting {
    /// `Account#1.balance = 3`, `int[]#1[0] = 3`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Waiting { object, field, value, .. } = self;
        let point = if field.starts_with('[') { "" } else { "." };
        write!(f, "{object}{point}{field} = {value}")
    }
}

/// A turn, as `0*13,1*4,1!0` has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A step of a thread; what it writes waits, if there are other threads.
    Step(ThreadId),
    /// The write at a place of a thread's buffer is performed.
    Performs(ThreadId, usize),
}

/// Most turns of a run.
const MOST: usize = 100_000;

/// The turns of a text.
///
/// # Errors
///
/// A sentence about the part that is none.
pub fn turns(text: &str) -> Result<Vec<Turn>, String> {
    let mut all = Vec::new();
    for part in text.trim_matches(['[', ']']).split([',', ' ']).filter(|part| !part.is_empty()) {
        let wrong = || {
            format!(
                "`{part}` is neither a thread, nor one with a number of steps (1*3), nor a write of its buffer (1!0)"
            )
        };
        let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
        if let Some((thread, place)) = part.split_once('!') {
            all.push(Turn::Performs(ThreadId(number(thread)?), number(place)? as usize));
            continue;
        }
        let (thread, times) = part.split_once('*').unwrap_or((part, "1"));
        let (thread, times) = (ThreadId(number(thread)?), number(times)? as usize);
        if times == 0 || all.len() + times > MOST {
            return Err(wrong());
        }
        all.extend(std::iter::repeat_n(Turn::Step(thread), times));
    }
    Ok(all)
}

/// A run with store buffers, as far as it was made.
pub struct BufferedRun<'p> {
    run: Execution<'p>,
    order: Order,
    /// Memory, the threads and the buffers.
    pub now: Buffered,
}

impl<'p> BufferedRun<'p> {
    /// The beginning of a run.
    pub fn new(run: Execution<'p>, first: State, order: Order) -> BufferedRun<'p> {
        BufferedRun { run, order, now: Buffered::new(first) }
    }

    /// Makes a turn, and hands `steps` on: it has memory as it is then. Gives the event of a step.
    ///
    /// # Errors
    ///
    /// A sentence: the reason why the turn cannot be made.
    pub fn make(&mut self, turn: Turn, steps: &mut Steps<'_>) -> Result<Option<Event>, String> {
        let event = match turn {
            Turn::Step(thread) => {
                let Some((next, event)) = self.run.buffered_step(&self.now, thread, self.order) else {
                    return Err(self.why_not(thread, steps));
                };
                self.now = next;
                // The only thread sees its own writes.
                while self.now.memory.threads.len() == 1
                    && let Some(next) = self.run.perform(&self.now, thread, 0)
                {
                    self.now = next;
                }
                Some(event)
            }
            Turn::Performs(thread, place) => {
                let may = self.run.may_perform(&self.now, thread, place, self.order);
                let next = self.run.perform(&self.now, thread, place).filter(|_| may);
                self.now =
                    next.ok_or_else(|| format!("no write at place {place} of thread {thread} may be performed"))?;
                None
            }
        };
        steps.state = self.now.memory.clone();
        steps.steps += 1;
        Ok(event)
    }

    /// Memory as a thread sees it.
    pub fn view(&self, thread: ThreadId) -> State {
        self.run.view(&self.now, thread)
    }

    /// Returns true if a thread can make a step.
    pub fn can_step(&self, thread: ThreadId) -> bool {
        self.run.buffered_step(&self.now, thread, self.order).is_some()
    }

    /// The reason why a thread cannot make a step.
    pub fn why_not(&self, thread: ThreadId, steps: &mut Steps<'_>) -> String {
        steps.state = self.view(thread);
        let why = if steps.is_ready(thread) {
            format!("thread {thread} waits until its writes are performed: others see what it does next")
        } else {
            steps.why_not(thread)
        };
        steps.state = self.now.memory.clone();
        why
    }

    /// The writes of a thread that wait, the oldest first.
    pub fn waiting(&self, thread: ThreadId, steps: &mut Steps<'_>) -> Vec<Waiting> {
        let writes: Vec<_> = self.now.buffer(thread).copied().collect();
        let one = |(place, write): (usize, &WaitingWrite)| Waiting {
            object: steps.words.object(&self.now.memory, write.object),
            field: steps.words.field_name(write.field),
            value: steps.words.value(&self.now.memory, write.value),
            can_perform: self.run.may_perform(&self.now, thread, place, self.order),
        };
        writes.iter().enumerate().map(one).collect()
    }
}

/// The turns of a run that a search found, each write that does not wait performed behind its step. None if they do not fit.
pub fn written_out(run: Execution<'_>, order: Order, reached: &Reached) -> Option<String> {
    let (mut now, mut waited) = (Buffered::new(run.first()), reached.waited.iter().peekable());
    let nth = |now: &Buffered, thread, place| now.buffer(thread).nth(place).copied();
    let mut turns: Vec<(Turn, usize)> = Vec::new();
    let mut push = |turn: Turn| match turns.last_mut() {
        Some((last, times)) if *last == turn && matches!(turn, Turn::Step(_)) => *times += 1,
        _ => turns.push((turn, 1)),
    };
    for turn in &reached.turns {
        match *turn {
            SearchTurn::Steps(thread, steps) => {
                for _ in 0..steps {
                    let before = now.buffer(thread).count();
                    now = run.buffered_step(&now, thread, order)?.0;
                    push(Turn::Step(thread));
                    let (alone, mut place) = (now.memory.threads.len() == 1, before);
                    while let Some(write) = nth(&now, thread, place) {
                        let is_it = |w: &&Waited| (w.thread, w.field, w.site) == (thread, write.field, write.site);
                        if !alone && waited.next_if(is_it).is_some() {
                            place += 1;
                            continue;
                        }
                        now = run.perform(&now, thread, place)?;
                        if !alone {
                            push(Turn::Performs(thread, place));
                        }
                    }
                }
            }
            SearchTurn::Performs(thread, field) => {
                let place = now.buffer(thread).position(|write| write.field == field)?;
                now = run.perform(&now, thread, place)?;
                push(Turn::Performs(thread, place));
            }
        }
    }
    let one = |(turn, times): &(Turn, usize)| match (turn, times) {
        (Turn::Step(thread), 1) => thread.to_string(),
        (Turn::Step(thread), n) => format!("{thread}*{n}"),
        (Turn::Performs(thread, place), _) => format!("{thread}!{place}"),
    };
    Some(turns.iter().map(one).collect::<Vec<_>>().join(","))
}
