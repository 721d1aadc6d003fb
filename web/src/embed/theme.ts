// Light or dark as the page around the frame asks, whatever the reader's system prefers.

import type { Theme } from "./settings";

/** Lets the rules for a dark page count always, or never. */
export function setTheme(theme: Theme): void {
  document.documentElement.style.colorScheme = theme;
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue;
      if (!rule.conditionText.includes("prefers-color-scheme")) continue;
      rule.media.mediaText = theme === "dark" ? "all" : "not all";
    }
  }
}
