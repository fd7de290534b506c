// A program of Java, as a reader without a word of the calculus has it: judged, run, explored, explained, stepped by lines.
import { expect, file, play, test } from "./page.mjs";
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
