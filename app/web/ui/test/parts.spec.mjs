// What each part of the page does, seen once; and that fingers find what they need.
import { deflateRawSync } from "node:zlib";
import { expect, opened, test, write } from "./page.mjs";

test.beforeEach(({}, { project }) => { test.skip(project.metadata.kind !== "site" || project.metadata.theme !== "light" || project.metadata.size === "tabs", "seen once"); });
const only = (project, size) => test.skip(project.metadata.size !== size, `of the ${size} page alone`);

const TWO = "class C {\n  int f guarded_by this\n}\nlet C c = new C in {\n  fork { synchronized c in c.f = 1 };\n  synchronized c in c.f = 2\n}\n";
// More than 2,000 states, and not so many that a search of them takes long.
const MANY = `class C { int f  int g }\nlet C c = new C in {\n${"  fork { c.f = c.f + 1; c.g = c.f; c.f = c.g + 2 };\n".repeat(4)}  c.f = 0\n}\n`;

test("the editor: hover, completion by scope, folding", async ({ page, where, wrong }, { project }) => {
  only(project, "wide");
  await opened(page, where);
  await expect(page.locator(".tree-row").first()).toBeVisible();
  const call = page.locator(".cm-line").filter({ hasText: "fork { a.deposit" });
  const box = await call.evaluate((line) => {
    const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT), range = document.createRange();
    for (let node = walk.nextNode(); node; node = walk.nextNode()) { const at = node.data.indexOf("a.deposit"); if (at >= 0) { range.setStart(node, at + 3); range.setEnd(node, at + 8); const { x, y, width, height } = range.getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 }; } }
  });
  await page.mouse.move(box.x, box.y);
  await expect(page.locator(".hover")).toContainText("[EXP INVOKE]");
  await expect(page.locator(".hover")).toContainText("type: int");
  await expect(page.locator(".hover")).toContainText("locks held: none");
  await page.mouse.move(5, 5);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("synchronized ");
  await page.keyboard.press("Control+Space");
  // The account is a lock in scope; the parameter of another class's method is none.
  await expect(page.locator(".cm-tooltip-autocomplete li")).toHaveText([/^a/]);
  await page.keyboard.press("Escape");
  await page.locator(".cm-foldGutter span[title='Fold line']").first().click();
  await expect(page.locator(".cm-foldPlaceholder")).toHaveCount(1);
});

test("dividers move by arrow keys, and a program is laid out", async ({ page, where, wrong }, { project }) => {
  only(project, "wide");
  await opened(page, where);
  const divider = page.getByRole("separator").first(), width = () => page.locator("#pane-program").evaluate((p) => p.clientWidth), before = await width();
  await divider.focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
  expect(await width()).toBeGreaterThan(before);
  await write(page, "class   C{int f}\nnew C.f");
  await page.getByRole("button", { name: "Format" }).click();
  await expect(page.locator(".cm-content")).toContainText("class C {");
});

test("the stepper: reasons, what is told, back and forth, the schedule as text", async ({ page, where, wrong }, { project }) => {
  only(project, "wide");
  await opened(page, where);
  await write(page, TWO);
  await expect(page.locator(".problems .verdict.good")).toBeVisible();
  const card = (n) => page.locator(`.thread-card.t${n} button.step`), at = page.locator(".where").first();
  for (let i = 0; i < 12 && !(await page.locator(".object.locked").count()); i++) {
    const before = await at.getAttribute("data-shown");
    await card(0).click();
    await expect(at).not.toHaveAttribute("data-shown", before);
  }
  await expect(page.locator(".object.locked")).toContainText("locked by thread 0");
  await expect(page.locator("#said")).toContainText(/thread 0: acquire C#1; .*can step/);
  for (let i = 0; i < 12 && (await card(1).getAttribute("aria-disabled")) !== "true"; i++) {
    const before = await at.getAttribute("data-shown");
    await card(1).click();
    await expect(at).not.toHaveAttribute("data-shown", before);
  }
  await expect(card(1)).toContainText(/waits at line 5 for the lock of C#1, which thread 0 holds, taken at line 6/);
  // It can be pressed nevertheless, and then says why.
  await card(1).click({ force: true });
  await expect(page.locator("#said")).toContainText("for the lock of C#1");
  await page.getByRole("button", { name: "◀ Back" }).click();
  await expect(at).not.toContainText(/^step (\d+) of \1$/);
  await page.locator("#schedule").fill("0*3,x");
  await page.getByRole("button", { name: "Run it" }).click();
  await expect(page.locator("#view .notice")).toContainText("“x” is no part of a schedule");
  await page.locator("#schedule").fill("0*3");
  await page.getByRole("button", { name: "Run it" }).click();
  await expect(at).toHaveText("step 3 of 3");
});

test("the graph: walked by arrow keys, and where it is cut what follows a state", async ({ page, where, wrong }, { project }) => {
  only(project, "wide");
  await opened(page, where);
  await write(page, MANY);
  await expect(page.locator(".problem").first()).toContainText("line");
  await page.getByRole("tab", { name: "Graph" }).click();
  await page.getByRole("button", { name: "Build the state graph" }).click();
  await expect(page.locator(".extent")).toContainText("NOT the whole state graph: 2000 states");
  await page.locator(".drawing").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".state h3")).toContainText("2 transitions from the start");
  await page.getByRole("button", { name: "Draw what follows this state" }).click();
  await expect(page.locator(".extent")).toContainText("all that follows the state");
  await page.getByRole("button", { name: "Open in the stepper" }).click();
  await expect(page.locator(".where").first()).toContainText(/step [1-9]/);
});

test("whether an error is real stands beside it; an example is opened", async ({ page, where, wrong }, { project }) => {
  only(project, "wide");
  await opened(page, where);
  await page.getByRole("tab", { name: "Real?" }).click();
  await page.getByRole("button", { name: "Is each error real?" }).click();
  await expect(page.locator(".problem .verdict-word")).toContainText("real");
  await page.getByRole("button", { name: "Examples", exact: true }).click();
  await page.getByText("All examples", { exact: true }).last().click();
  await page.getByRole("searchbox", { name: "Search" }).fill("bank");
  await page.locator(".result").first().click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator(".cm-content")).toContainText("//!");
});

test("missing owners are filled in", async ({ page, where, wrong }, { project }) => {
  only(project, "wide");
  await opened(page, where);
  await write(page, "//! system: owners\nclass C { int f = 0 }\nlet C c = new C in c.f = 1\n");
  await page.getByRole("button", { name: /^Rules/ }).click();
  await page.getByRole("checkbox", { name: /The paper’s defaults/ }).check();
  await page.keyboard.press("Escape");
  await expect(page.locator(".problems .verdict.good")).toBeVisible();
});

test("the draft is kept", async ({ page, where, wrong }, { project }) => {
  only(project, "wide");
  await opened(page, where);
  await write(page, TWO);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("racefree drafts"))).toContain("synchronized c in c.f = 2");
  await page.reload();
  await expect(page.locator(".cm-content")).toContainText("synchronized c in c.f = 2");
});

test("links have limits, which are said", async ({ page, where, wrong, context }, { project }) => {
  only(project, "wide");
  await opened(page, where);
  let seed = 1;
  const noise = Array.from({ length: 12_000 }, () => String.fromCharCode(97 + ((seed = (seed * 48_271) % 2_147_483_647) % 26))).join("");
  await write(page, `// ${noise}\n0\n`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("longer than 8,000 characters");
  const link = (value) => `#1.${deflateRawSync(Buffer.from(JSON.stringify(value))).toString("base64url")}`;
  for (const [hash, said] of [[link({ text: " ".repeat(1 << 20), name: "a" }), "more than 1 MB"], [link({ text: "0", name: "a", later: 1 }), "“later”, which this page does not know"], [link({ text: "0", name: "a", rules: { off: 3 } }), "rules of the link"]]) {
    const other = await context.newPage();
    await other.goto(where + hash);
    await expect(other.locator(".banner")).toContainText(said);
    await other.close();
  }
});

test("what is too large is said, and what is cut says so at its top", async ({ page, where, wrong }, { project }) => {
  only(project, "wide");
  await opened(page, where);
  await page.locator(".cm-content").click();
  await page.evaluate(() => { location.hash = ""; });
  await write(page, `while (true) 1 // ${" ".repeat(300_000)}`);
  await expect(page.locator(".problems .notice")).toContainText("is the most");
  await write(page, `${"fork ".repeat(1_200)}1`);
  await expect(page.locator(".problems .notice")).toContainText("nested deeper than 1000");
});

test("fingers find every button", async ({ page, where, wrong }, { project }) => {
  only(project, "phone");
  await opened(page, where);
  const small = () => page.evaluate(() => [...document.querySelectorAll("button, select, input:not([type=checkbox]), summary, [role=treeitem]:not(.side), label.check")]
    .filter((e) => e.offsetParent && !e.closest(".cm-editor") && e.getBoundingClientRect().height < 43.5).map((e) => `${e.className} “${e.textContent.slice(0, 30)}” ${e.getBoundingClientRect().height}`));
  expect(await small()).toEqual([]);
  await page.locator(".tabs").getByRole("tab", { name: "Typing" }).click();
  await expect(page.locator(".tree-row.bad")).toBeInViewport();
  expect(await small()).toEqual([]);
  await page.getByRole("button", { name: "What goes wrong without it?" }).first().click();
  await expect(page.locator(".fault.race").first()).toBeVisible();
  expect(await small()).toEqual([]);
  for (const view of ["Explore", "Graph", "Pairs", "Real?"]) { await page.getByRole("tab", { name: view }).click(); expect(await small()).toEqual([]); }
});
