// Schedules: the thread of each step, written as `0*7,1*4,2`. With store buffers a turn can also be a write that is performed, `1!0`: it is a
// number below 0.

const PLACES = 1000;

/** The turn in which a thread performs the write at a place of its buffer. */
export const performs = (thread: number, place: number) => -1 - thread - PLACES * place;

const turn = (n: number) => (n >= 0 ? `${n}` : `${(-1 - n) % PLACES}!${Math.floor((-1 - n) / PLACES)}`);

export function written(schedule: number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < schedule.length;) {
    let n = i;
    while (n < schedule.length && schedule[n] === schedule[i]) n++;
    if (schedule[i] < 0) for (let k = i; k < n; k++) parts.push(turn(schedule[k]));
    else parts.push(n - i > 1 ? `${schedule[i]}*${n - i}` : `${schedule[i]}`);
    i = n;
  }
  return parts.join(",");
}

const MOST = 20_000;

/** The schedule, or a sentence that says what is wrong with it. */
export function parsed(text: string): number[] | string {
  const schedule: number[] = [];
  for (const part of text.split(",").map((p) => p.trim()).filter(Boolean)) {
    const performed = /^(\d{1,2})!(\d{1,3})$/.exec(part);
    if (performed) {
      schedule.push(performs(Number(performed[1]), Number(performed[2])));
      continue;
    }
    const found = /^(\d{1,6})(?:\s*\*\s*(\d{1,6}))?$/.exec(part);
    if (!found) return `“${part}” is no part of a schedule: write a thread, or a thread * how often, as in 0*7,1`;
    const times = Number(found[2] ?? 1);
    if (schedule.length + times > MOST) return `a schedule has at most ${MOST} steps here`;
    for (let i = 0; i < times; i++) schedule.push(Number(found[1]));
  }
  return schedule;
}
