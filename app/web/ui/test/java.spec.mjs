// A program of Java, as a reader without a word of the calculus has it: judged, run, explored, explained, stepped by lines.
import { expect, file, play, RACEFREE, test } from "./page.mjs";
import { spawnSync } from "node:child_process";
import fs from "node:fs";

const ACCOUNT = "../../../corpus/java-run/races/Account.java";

test("a Java file is judged, run, explored and explained", async ({ page, wrong }) => {
  const { url, end } = await play(file("Account.java", fs.readFileSync(ACCOUNT, "utf8")));
  try {
    await page.goto(url);
    await expect(page.locator("#pane-program .file")).toHaveText("Account.java");
    const problems = page.getByRole("region", { name: "Errors and warnings" });
    const program = page.locator(".tabs").getByRole("tab", { name: "Program" }), schedules = page.locator(".tabs").getByRole("tab", { name: "Schedules" });
    const show = async (tab) => { if (await tab.isVisible()) await tab.click(); };
    await show(program);
    await expect(problems).toContainText("the field balance of the shared class Account is neither guarded nor final");
    // Two buttons of the calculus are none of Java's.
    await expect(page.getByRole("button", { name: "Format" })).toHaveCount(0);
    await show(schedules);
    const thread = (n) => page.locator(".thread-card").nth(n).getByRole("button");
    await expect(thread(0)).toContainText("steps: main");
    await thread(0).click();
    await expect(thread(0)).toContainText("new Account()");
    await page.getByRole("tab", { name: "Real?" }).click();
    await page.getByRole("button", { name: "Is each error real?" }).click();
    await expect(page.locator(".verdict-word.real").last()).toBeVisible();
    await page.locator("#pane-schedules").getByRole("button", { name: "Show" }).first().click();
    await expect(page.locator(".fault.race").first()).toContainText("Account.balance of Account#1");
    await page.getByRole("tab", { name: "Explore" }).click();
    await page.getByRole("button", { name: "Explore every schedule" }).click();
    await expect(page.locator("#pane-schedules")).toContainText("Every schedule was covered");
    for (const printed of ["prints -3", "prints 10", "prints 7"]) await expect(page.locator("#pane-schedules")).toContainText(printed);
    await page.locator("#pane-schedules").getByRole("button", { name: "Java allows more" }).click();
    await expect(page.getByRole("heading", { name: "What is explored, and what Java allows" })).toBeVisible();
    await show(schedules);
    await page.getByRole("tab", { name: "Graph" }).click();
    await page.getByRole("button", { name: "Build the state graph" }).click();
    await expect(page.locator("#pane-schedules")).toContainText("the whole state graph");
  } finally { end(); }
});

test("the programs of Java to begin with are those of Java", async ({ page, wrong, where }) => {
  await page.goto(where);
  const first = page.getByRole("list", { name: "Programs of Java" }).getByRole("button").first();
  if (!(await first.isVisible())) return;
  await first.click();
  await expect(page.locator("#pane-program .file")).toHaveText("Account.java");
});

// The engine of a browser is built apart from the program.
test("pairs that may race are those of the command line", async ({ page, wrong, where }) => {
  await page.goto(where);
  const show = async (name) => { const tab = page.locator(".tabs").getByRole("tab", { name }); if (await tab.isVisible()) await tab.click(); };
  const list = page.getByRole("list", { name: "Programs of Java" });
  for (const name of ["Account", "SharedMap", "DoubleChecked", "LockedAccount"]) {
    const told = JSON.parse(spawnSync(RACEFREE, ["pairs", "--format", "json", `../../../corpus/java-run/races/${name}.java`]).stdout.toString() || "null");
    await show("Program");
    await list.getByRole("button", { name, exact: false }).filter({ hasText: new RegExp(`^Java\\s*${name}$`) }).click();
    await expect(page.locator("#pane-program .file")).toHaveText(`${name}.java`);
    await show("Schedules");
    await page.getByRole("tab", { name: "Pairs" }).click();
    await page.getByRole("button", { name: "Find pairs that may race" }).click();
    const n = told?.pairs.length ?? 0;
    await expect(page.locator("#view .extent")).toContainText(n ? `${n} pair${n === 1 ? " is" : "s are"} left` : "no pair is left", { timeout: 30_000 });
    await expect(page.locator("#view")).not.toContainText("undefined");
  }
});
