// Light or dark: as the system says, until the reader does.

import { useState } from "preact/hooks";
import { keepTheme, theme } from "../draft.ts";

export function setTheme(name = theme() ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) {
  document.documentElement.dataset.theme = name;
  return name;
}

export function ThemeButton() {
  const [name, set] = useState(document.documentElement.dataset.theme);
  const other = name === "dark" ? "light" : "dark";
  return <button type="button" class="plain" aria-label={`Theme: ${name}. Change to ${other}`} title="Light or dark" onClick={() => { keepTheme(other); set(setTheme(other)); }}>{name === "dark" ? "☾" : "☀"}</button>;
}
