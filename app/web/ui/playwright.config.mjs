// The tests of the page, in Debian's Chromium: on the site and on `racefree play`, at three sizes, in both themes.
//   RACEFREE=path/to/racefree RACEFREE_SITE=folder npx playwright test
import { defineConfig } from "@playwright/test";

const sizes = { wide: { width: 1280, height: 800 }, tabs: { width: 900, height: 700 }, phone: { width: 360, height: 740 } };
const projects = ["site", "play"].flatMap((kind) =>
  Object.entries(sizes).flatMap(([size, viewport]) =>
    ["light", "dark"].map((theme) => ({ name: `${kind}-${size}-${theme}`, metadata: { kind, size, theme }, use: { viewport, colorScheme: theme, hasTouch: size === "phone" } })),
  ),
);
export default defineConfig({
  testDir: "test", testMatch: "*.spec.mjs", timeout: 60_000, expect: { timeout: 15_000 }, workers: 1, fullyParallel: false, reporter: [["line"]], outputDir: "test-results",
  use: { launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"] } },
  projects,
});
