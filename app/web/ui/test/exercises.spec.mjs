// An exercise of each kind, done in the page: task, hint, what is handed in, feedback.
import { axe, expect, opened, sideways, test, write } from "./page.mjs";

test.beforeEach(({}, { project }) => { test.skip(project.metadata.theme !== "light" || project.metadata.size === "tabs", "seen once"); });

const begin = async (page, where, title) => {
  await opened(page, where);
  await page.getByRole("button", { name: "Exercises" }).click();
  await page.locator("dialog .result", { hasText: title }).first().click();
  await expect(page.locator(".exercise")).toContainText(title);
};
const check = (page) => page.getByRole("button", { name: "Check the answer" }).click();
const feedback = (page) => page.locator(".exercise .feedback");

test("predict: what the checker says is hidden until it is answered", async ({ page, where, wrong }) => {
  await begin(page, where, "Which field?");
  await expect(page.locator(".problems")).toContainText("the answer of this exercise");
  const explore = page.getByRole("tab", { name: "Explore" });
  if (await explore.isVisible()) {
    await explore.click();
    await expect(page.locator("#view")).toContainText("step by hand");
  }
  await page.locator("#handed").fill("none");
  await check(page);
  await expect(feedback(page)).toContainText("✗");
  await page.locator("#handed").fill("Pair.left");
  await check(page);
  await expect(feedback(page)).toContainText("✓ Right");
  await expect(page.locator(".problems .problem, .problems .verdict").first()).toBeVisible();
  // Solved, and so it is kept.
  await page.getByRole("button", { name: "Exercises" }).click();
  await expect(page.locator("dialog .result", { hasText: "Which field?" })).toContainText("✓");
});

test("derivation: the first wrong step is named", async ({ page, where, wrong }) => {
  await begin(page, where, "A call, checked");
  await expect(page.locator(".cm-content .pointed")).toHaveText("a.deposit(10)");
  await check(page);
  await expect(feedback(page)).toContainText("the environment is missing");
  await page.getByRole("button", { name: "Show an answer" }).click();
  const answer = await page.locator(".exercise pre").textContent();
  await page.getByRole("button", { name: "As text" }).click();
  await page.locator("#handed").fill(answer);
  // Back among the choices, they are made.
  await page.getByRole("button", { name: "As text" }).click();
  await expect(page.getByLabel("environment of 1", { exact: true })).toHaveValue("Account a");
  await check(page);
  await expect(feedback(page)).toContainText("✓ Right");
});

test("a derivation is built: a rule is chosen, its premises come, and each line is right, wrong or open at once", async ({ page, where, wrong }) => {
  await begin(page, where, "The body of a fork");
  const node = (n) => page.locator(".nodes .node").filter({ has: page.locator(".of b", { hasText: new RegExp(`^${n.replaceAll(".", "\\.")}$`) }) });
  const choose = (what, option) => page.getByLabel(what, { exact: true }).selectOption(option);
  await expect(page.locator(".nodes .node")).toHaveCount(1);
  await expect(page.locator(".tally")).toContainText("○ 1 open");
  await choose("rule of 1", "EXP SYNC");
  await expect(node("1")).toHaveClass(/wrong/);
  await expect(node("1")).toContainText("the rule is not [EXP SYNC]");
  await expect(page.locator(".nodes .node")).toHaveCount(1);
  await choose("rule of 1", "EXP FORK2");
  await choose("lock set of 1", "{a}");
  await expect(node("1")).toHaveClass(/right/);
  // A new thread does not hold the lock of the old one.
  await choose("lock set of 1.1", "{a}");
  await expect(node("1.1")).toContainText("The new thread is checked by itself");
  await expect(page.getByLabel("lock set of 1.1", { exact: true })).toHaveAttribute("aria-invalid", "true");
  expect(await axe(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  // What is not among the choices is written.
  await choose("lock set of 1.1", "____");
  await page.keyboard.type("{ }");
  await choose("rule of 1.1", "EXP SYNC");
  await expect(node("1.1")).toHaveClass(/right/);
  for (const [line, locks, rule] of [["1.1.1", "", "FINAL VAR"], ["1.1.2", "{a}", "EXP REF"], ["1.1.2.1", "{a}", "EXP VAR"], ["1.1.2.2", "", "FIELD DECLARED"], ["1.1.2.3", "{a}", "LOCK ELEM"]]) {
    await choose(`rule of ${line}`, rule);
    if (locks) await choose(`lock set of ${line}`, locks);
  }
  await expect(feedback(page)).toContainText("✓ Right");
  await expect(page.locator(".tally")).toContainText("✓ 7 right");
});

test("schedule: threads step, and there are stars", async ({ page, where, wrong }) => {
  await begin(page, where, "Lost money");
  await page.getByRole("button", { name: /^Hint/ }).click();
  await expect(page.locator(".exercise")).toContainText("stores in between");
  await check(page);
  await page.getByRole("button", { name: "Show an answer" }).click();
  const answer = (await page.locator(".exercise pre").textContent()).split("\n").find((l) => /^\d/.test(l));
  await page.locator("#schedule").fill(answer);
  await page.getByRole("button", { name: "Run it" }).click();
  await check(page);
  await expect(feedback(page)).toContainText("✓ Right");
  await expect(feedback(page)).toContainText("★★★");
});

test("annotate and repair: the program is handed in", async ({ page, where, wrong }) => {
  await begin(page, where, "Guard the balance");
  // Of the header the first line is shown.
  await expect(page.locator(".cm-content")).not.toContainText("at-most");
  await check(page);
  await expect(feedback(page)).toContainText("✗");
  const text = (await page.locator(".cm-content").innerText()).replace(/\n\n/g, "\n");
  await write(page, text.replace("int balance", "int balance guarded_by this"));
  await check(page);
  await expect(feedback(page)).toContainText("✓ Right");
  await begin(page, where, "Keep the promise");
  await expect(page.locator(".problem.error")).toHaveCount(1);
  // A repair beside the error would be the answer.
  await expect(page.locator(".problems .fix, .cm-diagnosticAction")).toHaveCount(0);
  const broken = (await page.locator(".cm-content").innerText()).replace(/\n\n/g, "\n");
  await write(page, broken.replace("fork { a.deposit(10) }", "fork { synchronized a in a.deposit(10) }"));
  await check(page);
  await expect(feedback(page)).toContainText("✓ Right");
});

test("an exercise about Java: what is written is graded by its schedules", async ({ page, where, wrong }, { project }) => {
  test.skip(project.metadata.kind !== "play", "the engine of a page need not have Java");
  await begin(page, where, "Two locks, two orders");
  await expect(page.locator(".problems .fix, .cm-diagnosticAction")).toHaveCount(0);
  await check(page);
  await expect(feedback(page)).toContainText("threads wait for each other");
  const text = (await page.locator(".cm-content").innerText()).replace(/\n\n/g, "\n");
  await write(page, text.replace("static void transfer", "static synchronized void transfer"));
  await check(page);
  await expect(feedback(page)).toContainText("✓ Right");
});
