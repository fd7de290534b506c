// What a first visitor and a student do: the programs to begin with, annotations, pairs, two rule sets, the picture, exercises.
import { Hand, expect, opened, play, test, write } from "./page.mjs";

test.beforeEach(({}, { project }) => { test.skip(project.metadata.theme !== "light" || project.metadata.size === "tabs", "seen once"); });
const only = (project, kind, size) => test.skip(project.metadata.kind !== kind || (size && project.metadata.size !== size), `of ${kind} ${size ?? ""} alone`);

const BARE = "class Account {\n  int balance = 0\n  int deposit(int x) {\n    this.balance = this.balance + x\n  }\n}\nlet Account a = new Account in {\n  fork { synchronized a in a.deposit(10) };\n  fork { synchronized a in a.deposit(10) }\n}\n";

test("a first visitor reads one sentence and chooses among eight; who has closed it is not asked again", async ({ page, where, wrong }, { project }) => {
  await opened(page, where);
  await expect(page.locator(".start p b")).toContainText("see the race that a rule prevents");
  await expect(page.locator(".start .lessons:not(.javas) li b")).toHaveText(["1", "2", "3", "4", "5", "6", "7", "8"]);
  await page.getByRole("button", { name: /^8 deadlocks/ }).click();
  await expect(page.locator(".cm-content")).toContainText("synchronized b in synchronized a");
  await expect(page.getByRole("button", { name: /^8 deadlocks/ })).toHaveAttribute("aria-current", "true");
  await page.getByRole("button", { name: "Close the list of programs" }).click();
  await page.reload();
  await expect(page.locator(".cm-content")).toBeAttached();
  await expect(page.locator(".start")).toHaveCount(0);
});

test("each of the eight is judged as the corpus says", async ({ page, where, wrong }, { project }) => {
  only(project, "site", "wide");
  await opened(page, where);
  for (const [place, said] of [[1, "✗ 1 error"], [2, "✓"], [3, "✓"], [4, "✓"], [5, "✗ 1 error"], [6, "✓"], [7, "✗ 1 error"], [8, "✓"]]) {
    await page.locator(".lessons button").nth(place - 1).click();
    await expect(page.locator("#pane-typing .pane-head .verdict")).toContainText(said);
  }
});

test("all examples, by level and idea", async ({ page, where, wrong }, { project }) => {
  only(project, "site", "wide");
  await opened(page, where);
  await page.getByRole("button", { name: "Examples", exact: true }).click();
  await page.locator("dialog summary", { hasText: "All examples" }).click();
  await expect(page.locator("dialog [role=status]")).toContainText(/^[1-9]\d{2} programs/);
  await page.getByLabel("Level").selectOption("beginner");
  await page.getByLabel("Idea").selectOption("requires");
  const n = Number((await page.locator("dialog [role=status]").textContent()).split(" ")[0]);
  expect(n).toBeGreaterThan(0);
  expect(n).toBeLessThan(60);
  await expect(page.locator(".result small").first()).toContainText("beginner");
});

test("the root and the premise that fails are in sight", async ({ page, where, wrong }, { project }) => {
  await opened(page, where);
  await new Hand(page, project.metadata.size).pane("Typing");
  await expect(page.locator(".tree-row[aria-level='1']")).toBeInViewport();
  await expect(page.locator(".tree-row.bad")).toBeInViewport();
});

test("the last derivation stays, greyed, while a program does not parse", async ({ page, where, wrong }, { project }) => {
  only(project, "site", "wide");
  await opened(page, where);
  await expect(page.locator(".tree-row.bad")).toBeVisible();
  await write(page, "class C { int");
  await expect(page.locator("#pane-typing .verdict")).toContainText("It does not parse");
  await expect(page.locator(".tree.stale .tree-row").first()).toBeVisible();
  await expect(page.locator("#pane-typing .notice")).toContainText("the last text that parsed");
  await write(page, "print 1");
  await expect(page.locator(".problems .verdict.good")).toBeVisible();
  await expect(page.locator(".tree.stale")).toHaveCount(0);
});

test("Ctrl+Enter runs, from the editor too", async ({ page, where, wrong }, { project }) => {
  only(project, "site", "wide");
  await opened(page, where);
  const before = await page.locator(".cm-content").innerText();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Enter");
  await expect(page.locator(".where").first()).toContainText(/step [1-9]\d* of/);
  expect(await page.locator(".cm-content").innerText()).toBe(before);
});

test("at 1024 px no bar has three rows", async ({ page, where, wrong }, { project }) => {
  only(project, "site", "wide");
  await page.setViewportSize({ width: 1024, height: 768 });
  await opened(page, where);
  await page.getByRole("button", { name: "What goes wrong without it?" }).first().click();
  await expect(page.locator(".fault.race").first()).toBeVisible();
  const rows = await page.evaluate(() => [...document.querySelectorAll(".pane-head, .stepper .bar, .top, .schedule")].map((bar) => {
    const tops = [];
    for (const c of bar.children) { const { top, height } = c.getBoundingClientRect(); if (height > 2 && !tops.some((t) => Math.abs(t - (top + height / 2)) < 16)) tops.push(top + height / 2); }
    return { bar: bar.className, rows: tops.length };
  }));
  expect(rows.filter((r) => r.rows > 2)).toEqual([]);
  expect(await page.evaluate(() => [...document.querySelectorAll(".pane")].map((p) => p.querySelectorAll(".pane-head .primary").length))).toEqual([1, 0, 0]);
});

test("a program in the words of Java is repaired at once", async ({ page, where, wrong }, { project }) => {
  only(project, "site", "wide");
  await opened(page, where);
  await write(page, "public class A {\n  private int f;\n  public int m() { return 1; }\n}\nnew A().m()\n");
  await expect(page.locator(".problem.error").first()).toContainText("access modifiers");
  await page.getByRole("button", { name: "Make the sure repairs at once" }).click();
  await expect(page.locator(".cm-content")).not.toContainText("public");
  await expect(page.locator(".cm-content")).not.toContainText("return");
});

test("what is inferred is an edit with reasons, taken or left", async ({ page, where, wrong }, { project }) => {
  await opened(page, where);
  await write(page, BARE);
  await expect(page.locator(".problem.error")).toContainText("neither guarded nor final");
  await page.getByRole("button", { name: "Infer" }).click();
  await expect(page.locator(".proposal")).toContainText("2 annotations with which it checks");
  await expect(page.locator(".diff ins").first()).toContainText("guarded_by this");
  await expect(page.locator(".proposal .reasons")).toContainText("must be guarded or final");
  expect(await page.locator(".cm-content").innerText()).not.toContain("guarded_by");
  await page.getByRole("button", { name: "Take the edit" }).click();
  await expect(page.locator(".problems .verdict.good")).toBeVisible();
  await expect(page.locator(".cm-content")).toContainText("requires this");
});

test("annotations that there are not are said with what stands against them", async ({ page, where, wrong }, { project }) => {
  only(project, "site", "wide");
  await opened(page, where);
  await page.getByRole("button", { name: "Infer" }).click();
  await expect(page.locator(".proposal")).toContainText("No annotations make it check");
  await expect(page.locator(".proposal .reasons li").first()).toContainText("line");
});

test("a pair that may race opens the stepper", async ({ page, where, wrong }, { project }) => {
  test.skip(project.metadata.size !== "wide", "seen once");
  await opened(page, where);
  await page.getByRole("tab", { name: "Pairs" }).click();
  await page.getByRole("button", { name: "Find pairs that may race" }).click();
  await expect(page.locator(".verdict-word.real").first()).toBeVisible();
  await page.locator("#view .list").getByRole("button", { name: "Show" }).first().click();
  await expect(page.locator(".fault.race").first()).toContainText("Account.balance");
});

test("pairs are found when a premise is taken as holding, too", async ({ page, where, wrong }, { project }) => {
  test.skip(project.metadata.size !== "wide", "seen once");
  await opened(page, where);
  await page.getByRole("checkbox", { name: "take as holding" }).first().check();
  await page.getByRole("tab", { name: "Pairs" }).click();
  await page.getByRole("button", { name: "Find pairs that may race" }).click();
  await expect(page.locator("#view .extent")).toContainText("2 pairs are left");
  await expect(page.locator("#view .list")).toContainText("the thread of line 10 holds no lock");
});

test("what is taken as holding is shown where it failed", async ({ page, where, wrong }, { project }) => {
  test.skip(project.metadata.size !== "wide", "seen once");
  await opened(page, where);
  await page.getByRole("checkbox", { name: "take as holding" }).first().check();
  await expect(page.locator(".tree-row.chosen")).toContainText("a.deposit(10)");
  await expect(page.locator(".tree-row.assumed").last()).toContainText("⊆ ∅");
  await expect(page.locator(".tree-row.assumed").last()).toBeInViewport();
});

test("two rule sets side by side", async ({ page, where, wrong }, { project }) => {
  only(project, "site", "wide");
  await opened(page, where);
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.locator(".compare > .extent")).toHaveText("A has 1 error, B accepts it: 1 in A alone.");
  await expect(page.locator(".ruleset").nth(1).getByRole("tree")).toBeVisible();
  await expect(page.locator(".ruleset .differs").first()).toBeVisible();
  await page.getByRole("button", { name: /put it in force again in B/ }).click();
  await expect(page.locator(".compare > .extent")).toHaveText("A has 1 error, B has 1 error: the same.");
  await expect(page.locator(".ruleset .differs")).toHaveCount(0);
  await page.getByLabel("Type system of B").selectOption("concurrent-java");
  await expect(page.locator(".compare > .extent")).toContainText("B has 2 errors: 1 in A alone, 2 in B alone");
  await page.getByRole("button", { name: "End the comparison" }).click();
  await expect(page.locator("#pane-schedules")).toBeVisible();
});

test("the state is drawn: variables, objects, who holds and who waits", async ({ page, where, wrong }, { project }) => {
  await opened(page, where);
  await page.getByRole("button", { name: /^8 deadlocks/ }).click();
  await new Hand(page, project.metadata.size).pane("Schedules");
  await page.locator("#schedule").fill("0*9,1*2");
  await page.getByRole("button", { name: "Run it" }).click();
  await expect(page.locator(".picture svg")).toHaveAttribute("aria-label", /thread 0/);
  await expect(page.locator(".picture path.link.holds").first()).toBeAttached();
  await expect(page.locator(".picture text", { hasText: /^a$/ }).first()).toBeAttached();
  await expect(page.locator(".picture path.link.points").first()).toBeAttached();
});

test("in a page of a course it is bare, keeps no draft, and opens the playground", async ({ page, where, wrong, context }, { project }) => {
  only(project, "site", "wide");
  await opened(page, `${where}?embed&example=idioms/deadlock-two-locks`);
  await expect(page.locator(".cm-content")).toContainText("synchronized b in synchronized a");
  await expect(page.locator(".start")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Share", exact: true })).toHaveCount(0);
  await write(page, "print 7");
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => localStorage.getItem("racefree drafts"))).toBeNull();
  const link = page.getByRole("link", { name: /Open in the playground/ });
  await expect(link).toHaveAttribute("href", /#1\./);
  const other = await context.newPage();
  await opened(other, await link.getAttribute("href"));
  await expect(other.locator(".cm-content")).toHaveText("print 7");
});

test("a thread that never ends is a finding; a link from this computer opens nowhere else", async ({ page, where, wrong }, { project }) => {
  only(project, "site", "wide");
  await opened(page, where);
  await write(page, "class S { int stop }\nlet S s = new S in { fork { while (s.stop == 0) 0 } 1 }\n");
  await page.getByRole("tab", { name: "Explore" }).click();
  await page.getByRole("button", { name: "Explore every schedule" }).click();
  await expect(page.locator(".verdict.bad", { hasText: "Thread 1 never ends, whatever the schedule" })).toBeVisible();
  await expect(page.locator("#pane-schedules")).not.toContainText("Nothing goes wrong");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.locator("dialog")).toContainText("opens nowhere else");
});
