// What a reader does, on every kind of page, at every size, in both themes.
import { Hand, axe, expect, opened, sideways, test, write } from "./page.mjs";

const BAD = "class C {\n  int f guarded_by this\n}\nlet C c = new C in {\n  c.f = 1\n}\n";
// So many schedules that no search is over soon.
const LARGE = `class C { int f  int g }\nlet C c = new C in {\n${"  fork { c.f = c.f + 1; c.g = c.f; c.f = c.g + 2; c.g = c.g + c.f };\n".repeat(7)}  c.f = 0\n}\n`;

test("type, see the error, apply the repair", async ({ page, where, wrong }, { project }) => {
  await opened(page, where);
  const hand = new Hand(page, project.metadata.size);
  await hand.pane("Program");
  await write(page, BAD);
  await expect(page.locator(".problem.error")).toContainText("line 5");
  await page.locator(".problem .fix").first().click();
  await expect(page.locator(".problems .verdict.good")).toContainText("Well typed");
  await expect(page.locator(".cm-content")).toContainText("synchronized c");
});

test("from opening the page to the race that a premise prevents, in five clicks at most", async ({ page, where, wrong }, { project }) => {
  await opened(page, where);
  const hand = new Hand(page, project.metadata.size);
  await hand.pane("Typing");
  await hand.click(page.getByRole("checkbox", { name: "take as holding" }).first());
  await hand.click(page.getByRole("button", { name: "What goes wrong without it?" }).first());
  await expect(page.locator(".fault.race").first()).toBeVisible();
  await expect(page.locator(".fault.race").first()).toContainText("Account.balance");
  expect(hand.clicks).toBeLessThanOrEqual(5);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
});

test("a race by the keyboard alone", async ({ page, where, wrong }) => {
  await opened(page, where);
  await expect(page.locator(".tree-row").first()).toBeAttached();
  // To the schedules, and in the stepper by the numbers of threads.
  await page.keyboard.press("Alt+3");
  await expect(page.getByRole("tab", { name: "Step" })).toBeFocused();
  for (const [thread, times] of [[0, 7], [2, 4], [1, 3]]) {
    for (let i = 0; i < times; i++) {
      const before = await page.locator(".where").first().textContent();
      await page.keyboard.press(String(thread));
      await expect(page.locator(".where").first()).not.toHaveText(before);
    }
  }
  await expect(page.locator(".fault.race").first()).toBeVisible();
  await expect(page.locator("#said")).toContainText("thread 1");
  // The tree by arrow keys, and out of the editor by Escape and Tab.
  await page.keyboard.press("Alt+2");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".tree-row.chosen")).toHaveCount(1);
  await page.keyboard.press("Alt+1");
  await expect(page.locator(".cm-content")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(page.locator(".cm-content")).not.toBeFocused();
});

test("explore, cancel, explore", async ({ page, where, wrong }, { project }) => {
  await opened(page, where);
  const hand = new Hand(page, project.metadata.size);
  await hand.pane("Program");
  await write(page, LARGE);
  await expect(page.locator(".problem").first()).toContainText("line");
  await hand.pane("Schedules");
  await page.getByRole("tab", { name: "Explore" }).click();
  const start = page.getByRole("button", { name: "Explore every schedule" });
  await start.click();
  await expect(page.locator(".busy")).toContainText(/states|runs/);
  const before = Date.now();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(start).toBeEnabled();
  expect(Date.now() - before).toBeLessThan(2_000);
  await hand.pane("Program");
  await write(page, BAD);
  await expect(page.locator(".problem").first()).toContainText("line 5");
  await hand.pane("Schedules");
  await start.click();
  await expect(page.locator(".extent")).toContainText("Every schedule was covered");
});

test("nothing that axe calls serious, nothing wider than the screen, text of drawings to be read", async ({ page, where, wrong }, { project }) => {
  await opened(page, where);
  const hand = new Hand(page, project.metadata.size), found = [];
  const look = async (what) => {
    found.push(...(await axe(page)).map((v) => `${what}: ${v}`));
    expect(await sideways(page), what).toBeLessThanOrEqual(0);
  };
  await look("program");
  await hand.pane("Typing");
  await page.getByRole("button", { name: "What goes wrong without it?" }).first().click();
  await expect(page.locator(".fault.race").first()).toBeVisible();
  await look("stepper");
  await hand.pane("Typing");
  await look("typing");
  await hand.pane("Schedules");
  await page.getByRole("tab", { name: "Graph" }).click();
  await page.getByRole("button", { name: "Build the state graph" }).click();
  await expect(page.locator(".node").first()).toBeAttached();
  await look("graph");
  // Numbers in states against what is behind them: axe does not look into drawings.
  const contrast = await page.evaluate(() => {
    const parse = (c) => { const d = document.createElement("canvas").getContext("2d", { willReadFrequently: true }); d.fillStyle = c; d.fillRect(0, 0, 1, 1); return [...d.getImageData(0, 0, 1, 1).data].slice(0, 3); };
    const light = (c) => { const [r, g, b] = parse(c).map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
    const style = (e) => getComputedStyle(e);
    const texts = [...document.querySelectorAll(".node")].map((n) => ratio(style(n.querySelector("text")).fill, style(n.querySelector("circle")).fill));
    const marks = [...document.querySelectorAll(".node circle")].map((c) => ratio(style(c).stroke, style(document.querySelector(".drawing")).backgroundColor));
    return { text: Math.min(...texts), mark: Math.min(...marks) };
  });
  expect(contrast.text).toBeGreaterThanOrEqual(4.5);
  expect(contrast.mark).toBeGreaterThanOrEqual(3);
  await hand.pane("Program");
  await page.getByRole("button", { name: "Infer" }).click();
  await expect(page.locator(".proposal")).toBeVisible();
  await look("what is inferred");
  await hand.pane("Typing");
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.locator(".ruleset .tree").nth(1)).toBeAttached();
  await look("two rule sets");
  for (const name of ["Examples", /^Rules/, "Share", "Help"]) {
    await page.locator(".top").getByRole("button", { name }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.waitForTimeout(300);
    await look(`dialog ${name}`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  expect(found).toEqual([]);
});
