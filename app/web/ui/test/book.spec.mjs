// The site of the book: a dozen of its pages, one of each kind. RACEFREE_BOOK=folder, which racefree-book made.
import { axe, expect, sideways, test } from "./page.mjs";
import { serve } from "./serve.mjs";

const BOOK = process.env.RACEFREE_BOOK;
test.skip(!BOOK, "RACEFREE_BOOK does not say where the site of the book is");
test.beforeEach(({}, { project }) => { test.skip(project.metadata.kind !== "site" || project.metadata.size === "tabs", "seen at two sizes"); });

const PAGES = [
  "index", "01-races", "03-requires", "06-ghosts", "09-fork", "12-soundness", "lecture", "researchers", "reference", "manual/docs-atomicity", "manual/docs-rules",
  "rules/index", "rules/exp-invoke", "rules/exp-invoke-requires-held", "corpus/index", "corpus/idioms/deadlock-two-locks",
];

test("pages of the book: nothing that axe calls serious, nothing wider than the screen", async ({ page }) => {
  test.setTimeout(180_000);
  const { url, server } = await serve(BOOK), found = [];
  for (const name of PAGES) {
    await page.goto(`${url}${name}.html`);
    found.push(...(await axe(page)).map((v) => `${name}: ${v}`));
    if ((await sideways(page)) > 0) found.push(`${name}: wider than the screen`);
  }
  server.closeAllConnections();
  server.close();
  expect(found).toEqual([]);
});
