// What the tests of the page share: where it is, and that nothing went wrong unseen.
import { test as base, expect } from "@playwright/test";
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { serve } from "./serve.mjs";

export { expect };
export const RACEFREE = process.env.RACEFREE ?? "../../../target/debug/racefree", SITE = process.env.RACEFREE_SITE ?? "../../../target/site";

/** Starts `racefree play`; its address. */
export async function play(...args) {
  const child = spawn(RACEFREE, ["play", "--no-open", ...args]);
  const url = await new Promise((done, fail) => {
    child.stdout.once("data", (line) => done(line.toString().trim()));
    child.once("exit", (code) => fail(new Error(`racefree play ended with ${code}`)));
  });
  return { url, end: () => child.kill() };
}

export function file(name, text) {
  const at = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "racefree-page-")), name);
  fs.writeFileSync(at, text);
  return at;
}

export const test = base.extend({
  where: [async ({}, use, { project }) => {
    if (project.metadata.kind === "play") {
      const { url, end } = await play();
      await use(url);
      end();
    } else {
      const { url, server } = await serve(SITE);
      await use(url);
      server.closeAllConnections();
      server.close();
    }
  }, { scope: "test" }],
  /** What went wrong in the page: console errors, exceptions, what the policy forbade. */
  wrong: async ({ page }, use) => {
    const wrong = [];
    page.on("console", (m) => m.type() === "error" && wrong.push(m.text()));
    page.on("pageerror", (e) => wrong.push(e.message));
    page.on("dialog", (d) => { wrong.push(`a dialog: ${d.message()}`); d.dismiss(); });
    await page.addInitScript(() => addEventListener("securitypolicyviolation", (e) => console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`)));
    await use(wrong);
    expect(wrong).toEqual([]);
  },
});

/** A click, counted. */
export class Hand {
  clicks = 0;
  constructor(page, size) { this.page = page; this.size = size; }
  async click(locator) { this.clicks++; await locator.click(); }
  /** Below 900 px a pane is behind its tab; at 900 px and more it is beside the others. */
  async pane(name) { if (this.size === "phone") await this.click(this.page.locator(".tabs").getByRole("tab", { name })); }
}

export const opened = async (page, url) => {
  await page.goto(url);
  await expect(page.locator(".problem, p.verdict").first()).toBeAttached();
};

export const write = async (page, text) => {
  const editor = page.locator(".cm-content");
  await editor.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
};

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** What axe calls serious or critical. */
export async function axe(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.filter((v) => ["serious", "critical"].includes(v.impact)).map((v) => `${v.id}: ${v.nodes.map((n) => `${n.target} ${n.any.map((a) => a.message).join(" ")}`).slice(0, 4).join(" | ")}`);
}
/** By how much a page is wider than the screen. */
export const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
