// The course: a chapter beside the editor in which its programs run, its rules, its exercises; on a phone behind a tab of its own.
import { axe, expect, opened, play, test } from "./page.mjs";

test("a chapter is read, its program opened, its exercise begun", async ({ page, where, wrong }) => {
  await page.goto(`${where}?course=01-races`);
  const chapter = page.getByRole("document", { name: "Races and schedules" });
  await expect(chapter).toContainText("Two threads use one account, and money disappears.");
  await expect(chapter.locator(".figure").first()).toContainText("guarded-or-final");
  await expect(chapter.locator(".ruled").filter({ hasText: "The smallest program that goes wrong without it" }).first()).toBeVisible();
  await chapter.getByRole("button", { name: "Open in the editor" }).first().click();
  await expect(page.locator("#pane-program .file")).toHaveText("lost.rfj");
  await expect(page.getByRole("region", { name: "Errors and warnings" })).toContainText("neither guarded nor final");
  await page.locator(".tabs").getByRole("tab", { name: "Course" }).click();
  await chapter.getByRole("button", { name: "Begin" }).first().click();
  await expect(page.getByRole("region", { name: /^Exercise:/ })).toBeVisible();
  await page.locator(".tabs").getByRole("tab", { name: "Course" }).click();
  await chapter.getByRole("button", { name: "guarded_by ▶" }).click();
  await expect(page.getByRole("document", { name: "guarded_by" })).toBeVisible();
  // The reader comes back to where they were.
  await page.goto(`${where}?course=`);
  await expect(page.getByRole("document", { name: "guarded_by" })).toBeVisible();
});

test("every chapter is shown whole", async ({ page, where, wrong }) => {
  await page.goto(`${where}?course=introduction`);
  const chapters = page.getByRole("combobox", { name: "Chapter" }), names = await chapters.locator("option").evaluateAll((all) => all.map((o) => o.value));
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) {
    await chapters.selectOption(name);
    await expect(page.locator(".chapter h3").first()).toBeVisible();
    await expect(page.locator(".chapter .notice")).toHaveCount(0);
  }
});

test("the course has no serious fault for readers without a pointer or a screen", async ({ page, where, wrong }) => {
  await page.goto(`${where}?course=02-guarded-by`);
  await expect(page.locator(".chapter .figure").first()).toBeVisible();
  expect(await axe(page)).toEqual([]);
});

test("in a room there is one pane with large type", async ({ page, where, wrong }) => {
  await page.goto(`${where}?course=01-races`);
  await page.getByRole("button", { name: "Projector" }).click();
  await page.getByRole("document").getByRole("button", { name: "Open in the editor" }).first().click();
  await page.locator(".tabs").getByRole("tab", { name: "Schedules" }).click();
  await expect(page.locator("#pane-schedules .thread-card").first()).toBeVisible();
  await expect(page.locator("#pane-program")).toBeHidden();
  const size = await page.locator(".thread-card").first().evaluate((e) => parseFloat(getComputedStyle(e).fontSize));
  expect(size).toBeGreaterThan(18);
});

test("a chapter is printed in the whole width of the paper, and alone", async ({ page, where, wrong }) => {
  await page.goto(`${where}?course=01-races`);
  await expect(page.locator(".chapter h3").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("#pane-program")).toBeHidden();
  const [own, all] = await page.locator("#pane-course").evaluate((e) => [e.getBoundingClientRect().width, document.body.clientWidth]);
  expect(own).toBeGreaterThan(0.95 * all);
});

test("a document that a chapter links to is read in the page, and what it links to in turn", async ({ page, where, wrong }) => {
  await page.goto(`${where}?course=assistants`);
  await page.locator(".chapter").getByRole("button", { name: "Exercises", exact: true }).first().click();
  await expect(page.getByRole("document", { name: "Exercises" })).toContainText("This page is for people who teach with racefree");
  await page.locator(".chapter").getByRole("button", { name: "the page", exact: true }).first().click();
  await expect(page.getByRole("combobox", { name: "Chapter" })).toHaveValue("docs/playground");
  await page.goBack();
  await expect(page.getByRole("combobox", { name: "Chapter" })).toHaveValue("docs/exercises");
});

test("Share makes links to the address that was named, else it offers the text", async ({ page, where, wrong }, { project }) => {
  test.skip(project.metadata.kind !== "play", "a site has an address of its own");
  const share = async (url) => {
    await opened(page, url);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await expect(page.locator("#link")).toBeVisible();
  };
  await share(where);
  await expect(page.locator("dialog")).toContainText("opens nowhere else");
  await expect(page.getByRole("button", { name: "Copy the program" })).toHaveClass(/primary/);
  const { url, end } = await play("--address", "https://example.org/racefree/");
  await share(url);
  await expect(page.locator("#link")).toHaveValue(/^https:\/\/example\.org\/racefree\/#1\./);
  await expect(page.locator("dialog")).not.toContainText("opens nowhere else");
  end();
});
