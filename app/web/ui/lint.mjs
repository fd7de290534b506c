// What no script of the page may do: make markup or code of text.
import fs from "node:fs";

const forbidden = /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|eval\s*\(|new Function)\b/;
let bad = 0;
for (const file of fs.readdirSync("src", { recursive: true }).filter((f) => /\.tsx?$/.test(f))) {
  fs.readFileSync(`src/${file}`, "utf8").split("\n").forEach((line, i) => {
    if (forbidden.test(line)) { bad++; console.error(`src/${file}:${i + 1}: ${line.trim()}`); }
  });
}
process.exit(bad ? 1 : 0);
