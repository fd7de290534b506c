// Links: a program and what is shown of it, packed behind the `#` of the address, which no server sees.

import { parsed } from "./schedule.ts";
import type { Rules } from "./types.ts";

export interface Linked { text: string; name: string; rules?: Rules; view?: string; at?: number; schedule?: string; exercise?: string }
const KEYS = ["text", "name", "rules", "view", "at", "schedule", "exercise"];
export const LONGEST = 8_000;
const PACKED = 64 << 10, UNPACKED = 1 << 20;

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) { await reader.cancel(); throw new Error("the link holds more than 1 MB"); }
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}

/** `#1.` and the rest. */
export async function pack(linked: Linked): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(linked)), new CompressionStream("deflate-raw"), Infinity);
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return `#1.${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** What a link holds; nothing if the address has none. What is wrong with it is thrown. */
export async function unpack(hash: string): Promise<Linked | undefined> {
  if (hash.length < 2) return undefined;
  const [version, packed] = [hash.slice(1, hash.indexOf(".")), hash.slice(hash.indexOf(".") + 1)];
  if (version !== "1") throw new Error(`this link is of version ${version.slice(0, 20)}, and this page reads version 1`);
  if (packed.length > PACKED) throw new Error("the link is longer than 64 KB");
  if (!/^[\w-]*$/.test(packed)) throw new Error("the link is damaged");
  let value: unknown;
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(Uint8Array.from(binary, (c) => c.charCodeAt(0)), new DecompressionStream("deflate-raw"), UNPACKED);
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (e) {
    throw new Error(e instanceof Error && e.message.includes("1 MB") ? e.message : "the link is damaged, or was not copied whole");
  }
  const linked = value as Linked & Record<string, unknown>;
  if (typeof linked !== "object" || linked === null || typeof linked.text !== "string" || typeof linked.name !== "string") throw new Error("the link holds no program");
  const unknown = Object.keys(linked).find((k) => !KEYS.includes(k));
  if (unknown !== undefined) throw new Error(`the link says “${unknown.slice(0, 40)}”, which this page does not know`);
  if (linked.rules !== undefined && !sound(linked.rules)) throw new Error("the rules of the link are damaged, or of another version");
  for (const [key, type] of [["view", "string"], ["schedule", "string"], ["at", "number"], ["exercise", "string"]]) if (linked[key] !== undefined && typeof linked[key] !== type) throw new Error(`what the link says of “${key}” is damaged`);
  return linked;
}

const LISTS = ["variant", "off", "no_warn"], SWITCHES = ["constructor_holds_lock", "racy_fields", "defaults"];

/** Whether these are rules, and none that this page does not know. */
function sound(rules: unknown): boolean {
  if (typeof rules !== "object" || rules === null || Array.isArray(rules)) return false;
  return Object.entries(rules).every(([key, value]) =>
    key === "system" ? typeof value === "string" : LISTS.includes(key) ? Array.isArray(value) && value.every((w) => typeof w === "string") : SWITCHES.includes(key) && typeof value === "boolean");
}

const VIEWS = ["step", "explore", "graph", "pairs", "explain"] as const;

/** What a link says, in the words of the page. */
export function opened(linked: Linked) {
  const schedule = parsed(linked.schedule ?? ""), steps = typeof schedule === "string" ? [] : schedule;
  const rules: Rules = { ...linked.rules, variant: linked.rules?.variant ?? [], off: linked.rules?.off ?? [] };
  const at = Math.max(0, Math.min(Math.trunc(linked.at ?? steps.length), steps.length));
  return {
    name: linked.name, text: linked.text, rules, view: VIEWS.find((v) => v === linked.view) ?? VIEWS[0], schedule: steps, at,
    notice: typeof schedule === "string" ? `The schedule of the link cannot be read: ${schedule}.` : undefined,
  };
}
