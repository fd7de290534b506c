// No work is lost: what is typed stays, drafts outlive a page, files are saved when that is said.
import fs from "node:fs";
import { expect, file, opened, play, test, write } from "./page.mjs";

test.beforeEach(({}, { project }) => { test.skip(project.metadata.size !== "wide" || project.metadata.theme !== "light", "seen once"); });
const only = (project, kind) => test.skip(project.metadata.kind !== kind, `of the ${kind} alone`);

const MINE = "let int mine = 1 in print mine", OTHER = "let int other = 2 in print other";
const text = (page) => page.locator(".cm-content").innerText();
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("racefree drafts") ?? "[]").map((d) => d.text));
/** Until the draft is kept. */
const written = async (page, what) => { await write(page, what); await expect.poll(() => kept(page)).toContain(what); };

test("keys are not lost on a slow machine", async ({ page, where, wrong }) => {
  await opened(page, where);
  const slow = await page.context().newCDPSession(page);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await write(page, " ");
  const wanted = "let int first = 1 in let int second = first + 1 in let int third = second * second in print third - first";
  // What completion would put in is not typed.
  for (const key of wanted) { await page.keyboard.type(key); if (key === " ") await page.keyboard.press("Escape"); }
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await expect(page.locator(".problems .verdict.good")).toBeVisible();
  expect((await text(page)).trim()).toBe(wanted);
  await expect.poll(async () => (await kept(page)).map((t) => t.trim())).toContain(wanted);
});

test("a draft outlives the page", async ({ page, where, wrong }) => {
  await opened(page, where);
  await written(page, MINE);
  await page.reload();
  await expect(page.locator(".cm-content")).toHaveText(MINE);
});

test("what is written after sharing outlives the page", async ({ page, where, wrong }) => {
  await opened(page, where);
  await written(page, MINE);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.locator("#link")).not.toHaveValue("");
  await page.keyboard.press("Escape");
  await written(page, OTHER);
  await page.reload();
  await expect(page.locator(".cm-content")).toHaveText(OTHER);
  await page.getByRole("button", { name: "Show the link instead" }).click();
  await expect(page.locator(".cm-content")).toHaveText(MINE);
  expect(await kept(page)).toEqual(expect.arrayContaining([OTHER]));
});

test("a link leaves one's own draft alone", async ({ page, where, wrong, context }) => {
  await opened(page, where);
  await written(page, MINE);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const link = await page.locator("#link").inputValue();
  const other = await context.newPage();
  await opened(other, where);
  await written(other, OTHER);
  await other.goto("about:blank");
  await opened(other, link);
  await expect(other.locator(".cm-content")).toHaveText(MINE);
  await write(other, "print 3");
  await expect.poll(() => kept(other)).toContain("print 3");
  expect(await kept(other)).toContain(OTHER);
  await other.getByRole("button", { name: "Examples", exact: true }).click();
  await other.locator(".drafts summary").click();
  await expect(other.locator(".drafts .result")).toHaveCount(2);
});

test("two pages with one document keep a draft each", async ({ page, where, wrong, context }) => {
  await opened(page, where);
  await written(page, MINE);
  const other = await context.newPage();
  await opened(other, where);
  await expect(other.locator(".cm-content")).toHaveText(MINE);
  await written(page, `${MINE} + 1`);
  await written(other, OTHER);
  expect(await kept(page)).toEqual(expect.arrayContaining([`${MINE} + 1`, OTHER]));
});

test("a file is edited, left, and saved", async ({ page, wrong }, { project }) => {
  only(project, "play");
  const own = file("own.rfj", MINE), served = await play(own);
  await opened(page, served.url);
  await written(page, OTHER);
  expect(fs.readFileSync(own, "utf8")).toBe(MINE);
  await page.reload();
  await expect(page.locator(".cm-content")).toHaveText(OTHER);
  await expect(page.locator(".banner")).toContainText("it is not in the file");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+s");
  await expect(page.locator(".banner")).toContainText("Saved in own.rfj");
  expect(fs.readFileSync(own, "utf8")).toBe(OTHER);
  await page.reload();
  await expect(page.locator(".cm-content")).toHaveText(OTHER);
  await expect(page.locator(".banner")).toHaveCount(0);
  // Somebody else writes to the file.
  fs.writeFileSync(own, "print 4");
  await write(page, "print 5");
  await page.keyboard.press("Control+s");
  await expect(page.locator(".banner")).toContainText("has changed on the disk");
  expect(fs.readFileSync(own, "utf8")).toBe("print 4");
  await page.getByRole("button", { name: "Write over it" }).click();
  await expect(page.locator(".banner")).toContainText("Saved in own.rfj");
  expect(fs.readFileSync(own, "utf8")).toBe("print 5");
  served.end();
});

test("drafts outlive racefree play", async ({ page, wrong }, { project }) => {
  only(project, "play");
  const own = file("own.rfj", MINE), first = await play(own);
  await opened(page, first.url);
  await written(page, OTHER);
  first.end();
  const second = await play(own);
  expect(new URL(second.url).port).toBe(new URL(first.url).port);
  await opened(page, second.url);
  await expect(page.locator(".cm-content")).toHaveText(OTHER);
  second.end();
});

const TWO = "class C {\n  int f guarded_by this\n  int g guarded_by this\n}\nlet C c = new C in {\n  fork { c.f = 1 };\n  c.f = 2;\n  print c.g\n}\n";

test("a race is blamed on a premise only if the program is accepted without it", async ({ page, where, wrong }) => {
  await opened(page, where);
  await write(page, TWO);
  await expect(page.locator(".problem.error")).toHaveCount(3);
  const read = page.locator(".problem.error", { hasText: "EXP REF/guard-held" });
  await read.locator(".rule").click();
  await page.locator(".switch.chosen").getByRole("button", { name: "What goes wrong without it?" }).click();
  await expect(page.locator(".found")).toContainText("still rejected, for other reasons");
  await expect(page.locator(".found")).not.toContainText("In this program");
});

test("the card goes to the premise that fails", async ({ page, where, wrong }) => {
  await opened(page, where);
  await write(page, "class C { int f guarded_by this }\nlet C c = new C in synchronized c in c.f = 1\n");
  await expect(page.locator(".problems .verdict.good")).toBeVisible();
  await write(page, "class C { int f guarded_by this }\nlet C c = new C in c.f = 1\n");
  await expect(page.locator(".card h3")).toContainText("EXP ASSIGN");
  await expect(page.locator(".switch.chosen .premise")).toHaveText("guard-held");
});

test("a run that is too long to show says so", async ({ page, where, wrong }) => {
  await opened(page, where);
  await write(page, "thread_local class C { int n }\nlet C c = new C in while (c.n < 2000) c.n = c.n + 1\n");
  await expect(page.locator(".problems .verdict.good")).toBeVisible();
  await page.getByRole("button", { name: "Random run" }).click();
  await expect(page.locator(".lanes .notice")).toContainText("the first 5,000 are here");
  await expect(page.locator(".lane-step.here")).toHaveCount(0);
  await page.getByRole("button", { name: "To the start" }).click();
  await page.getByRole("button", { name: "Forward" }).click();
  await expect(page.locator(".lane-step.here")).toHaveCount(1);
});

test("code in a message is shown as code", async ({ page, where, wrong }) => {
  await opened(page, where);
  await write(page, "print nothing\n");
  await expect(page.locator(".problem.error").first()).toContainText("nothing");
  await expect(page.locator(".problem.error code").first()).toHaveText("nothing");
  expect(await page.locator(".pane").allInnerTexts().then((all) => all.slice(0, 2).join("").includes("`"))).toBe(false);
});
