// What needs to be seen once: links, hostile text, offline, traps, single files.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { pathToFileURL } from "node:url";
import { RACEFREE, expect, file, opened, play, test, write } from "./page.mjs";

test.beforeEach(({}, { project }) => { test.skip(project.metadata.size !== "wide" || project.metadata.theme !== "light", "seen once"); });
const only = (project, kind) => test.skip(project.metadata.kind !== kind, `of the ${kind} alone`);

// What would run, load or end something, if text were ever taken for markup or script.
const HOSTILE = `// </script><script>alert(1)</script> <img src=x onerror=alert(2)> \u2028 \u2029 <!-- ]]>\nprint "</script><img src=x onerror=alert(3)>\u2028"\n`;

test("a link of --link", async ({ page, where, wrong }) => {
  const link = execFileSync(RACEFREE, ["play", "--link", file("linked.rfj", "class Linked { int f }\nnew Linked.f\n")]).toString().trim();
  expect(link).toMatch(/^#1\.[\w-]+$/);
  await opened(page, where + link);
  await expect(page.locator(".cm-content")).toContainText("class Linked");
  await expect(page.locator(".pane-head .file")).toHaveText("linked.rfj");
});

test("a link of --link with rules and a schedule", async ({ page, where, wrong }) => {
  const program = file("linked.rfj", "class C {\n  int f guarded_by this\n}\nlet C c = new C in {\n  fork { c.f = 1 };\n  c.f = 2\n}\n");
  const link = execFileSync(RACEFREE, ["play", "--link", program, "--off", "EXP ASSIGN/guard-held", "--schedule", "0*5", "--at", "3"]).toString().trim();
  await opened(page, where + link);
  await expect(page.locator(".assumptions")).toContainText("EXP ASSIGN/guard-held");
  await expect(page.locator(".problems .verdict")).toContainText("Well typed, with 1 premise taken as holding");
  await expect(page.locator(".where").first()).toHaveText("step 3 of 5");
});

test("a shared link brings program, rules and schedule back", async ({ page, where, wrong, context }) => {
  await opened(page, where);
  await page.getByRole("button", { name: "What goes wrong without it?" }).first().click();
  await expect(page.locator(".fault.race").first()).toBeVisible();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const link = await page.locator("#link").inputValue();
  const other = await context.newPage();
  await opened(other, link);
  await expect(other.locator(".assumptions")).toContainText("EXP INVOKE/requires-held");
  await expect(other.locator(".fault.race").first()).toBeVisible();
});

for (const [what, hash, said] of [["version", "#9.abc", "version 9"], ["bytes", "#1.!!!", "damaged"], ["length", `#1.${"a".repeat(70_000)}`, "64 KB"], ["rubbish", "#1.abcd", "damaged"]]) {
  test(`a link that is no link says so: ${what}`, async ({ page, where, wrong }) => {
    await page.goto(where + hash);
    await expect(page.locator(".banner")).toContainText(said);
  });
}

test("text is never markup: in a program, a file and a link", async ({ page, where, wrong, context }, { project }) => {
  await opened(page, where);
  await write(page, HOSTILE);
  await expect(page.locator(".problems .verdict.good")).toBeVisible();
  await page.getByRole("button", { name: "Random run" }).click();
  await expect(page.locator(".output")).toContainText("</script>");
  const link = execFileSync(RACEFREE, ["play", "--link", file("</script><img src=x onerror=alert(4)>.rfj".replaceAll("/", "∕"), HOSTILE)]).toString().trim();
  const other = await context.newPage();
  other.on("dialog", () => wrong.push("a dialog in the linked page"));
  await opened(other, where + link);
  await expect(other.locator(".cm-content")).toContainText("alert(1)");
  if (project.metadata.kind !== "play") return;
  const mine = await play(file("x.rfj", HOSTILE));
  const third = await context.newPage();
  third.on("dialog", () => wrong.push("a dialog in the served page"));
  await opened(third, mine.url);
  await expect(third.locator(".cm-content")).toContainText("alert(1)");
  mine.end();
});

test("it opens without a network after one visit", async ({ page, where, wrong, context }, { project }) => {
  only(project, "site");
  await opened(page, where);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (k) => (await (await caches.open(k)).keys()).length))).reduce((a, b) => a + b, 0))).toBeGreaterThanOrEqual(9);
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator(".problem").first()).toContainText("line 10");
});

// A module that has what the engine has, and traps at every question.
const TRAP = [0, 97, 115, 109, 1, 0, 0, 0, 1, 17, 3, 96, 1, 127, 1, 127, 96, 2, 127, 127, 0, 96, 2, 127, 127, 1, 126, 3, 4, 3, 0, 1, 2, 5, 3, 1, 0, 1, 7, 31, 4, 5, 97, 108, 108, 111, 99, 0, 0, 4, 102, 114, 101, 101, 0, 1, 3, 97, 115, 107, 0, 2, 6, 109, 101, 109, 111, 114, 121, 2, 0, 10, 13, 3, 4, 0, 65, 8, 11, 2, 0, 11, 3, 0, 0, 11];

test("the first program is judged before an engine is here", async ({ page, where, wrong }, { project }) => {
  only(project, "site");
  await page.route("**/*.wasm", () => { /* never answered */ });
  await opened(page, where);
  await expect(page.locator(".problem").first()).toBeVisible();
  await expect(page.locator(".tree-row.bad")).toBeVisible();
  await expect(page.locator(".notice")).toHaveCount(0);
});

test("a trap of the engine is said to be ours, and the program is kept", async ({ page, where }, { project }) => {
  only(project, "site");
  await page.route("**/*.wasm", (route) => route.fulfill({ body: Buffer.from(TRAP), contentType: "application/wasm" }));
  await page.goto(where);
  await write(page, "class Kept { int f guarded_by this }\nnew Kept\n");
  await expect(page.locator(".problems .notice")).toContainText("This is our error, not yours");
  await expect(page.locator(".problems .notice")).toContainText("Your program is kept");
  await expect(page.locator(".cm-content")).toContainText("class Kept");
});

test("after a trap the next question has a new instance", async ({ page, where }, { project }) => {
  only(project, "site");
  await opened(page, where);
  const told = await page.evaluate(async (trap) => {
    const worker = new Worker("worker.js"), whole = await WebAssembly.compileStreaming(fetch("engine.wasm")), next = () => new Promise((done) => { worker.onmessage = ({ data }) => done(data); });
    const say = (message) => { const answered = next(); worker.postMessage(message); return answered; };
    await say({ module: await WebAssembly.compile(new Uint8Array(trap)) });
    const answers = [await say({ id: 1, question: "{}" }), await say({ id: 2, question: "{}" })];
    await say({ module: whole });
    return [...answers, await say({ id: 3, question: "{}" })].map((a) => JSON.parse(a.text).error.kind);
  }, TRAP);
  expect(told).toEqual(["internal", "internal", "bad-request"]);
});

test("the page as one file works from the disk", async ({ page, wrong }, { project }) => {
  only(project, "site");
  const made = file("page.html", "");
  execFileSync(RACEFREE, ["play", file("mine.rfj", HOSTILE), "--export", made]);
  await opened(page, pathToFileURL(made).href);
  await expect(page.locator(".cm-content")).toContainText("alert(1)");
  await page.getByRole("button", { name: "Random run" }).click();
  await expect(page.locator(".output")).toContainText("</script>");
});

test("exported pages show what they are of", async ({ page, wrong }, { project }) => {
  only(project, "play");
  const program = file("two.rfj", "class C { int f }\nlet C c = new C in {\n  fork { c.f = 1 };\n  c.f = 2 // </script><script>alert(1)</script>\n}\n");
  const made = (...args) => { let out; try { out = execFileSync(RACEFREE, args, { stdio: ["ignore", "pipe", "ignore"] }); } catch (e) { out = e.stdout; } const at = file("page.html", ""); fs.writeFileSync(at, out); return pathToFileURL(at).href; };
  await page.goto(made("check", program, "--derivation", "html"));
  await expect(page.getByRole("treeitem").first()).toBeVisible();
  await expect(page.locator(".code-line")).toHaveCount(6);
  await page.goto(made("run", program, "--scheduler", "replay:0*7,1", "--trace", "html"));
  await page.getByRole("button", { name: "Forward ▶" }).click();
  await expect(page.locator(".where")).toContainText("step 1 of 8");
  await page.goto(made("run", program, "--scheduler", "replay:0*7,1", "--trace", "terms-html"));
  await page.getByRole("button", { name: "Forward ▶" }).click();
  await expect(page.locator(".where")).toContainText("step 1 of 8");
  await page.goto(made("explore", program, "--graph", "html"));
  await page.locator(".drawing").focus();
  await page.keyboard.press("r");
  await expect(page.locator(".state .fault.race").first()).toBeVisible();
  await page.goto(made("why", "EXP REF/guard-held", "--format", "html"));
  await expect(page.locator(".prose h2").first()).toContainText("smallest program");
});
