// Makes the icons of the installed page from `public/favicon.svg`, in Chromium. To be run (`npm run icons`) after a
// change of that file.

import { readFileSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";

const PUBLIC = new URL("../public/", import.meta.url);
/** The file, the side in pixels, and whether systems cut it to a shape of their own. */
const ICONS = [
  ["icon-192.png", 192, false],
  ["icon-512.png", 512, false],
  ["icon-maskable-512.png", 512, true],
  ["apple-touch-icon.png", 180, true],
];
/** The part of the side within which nothing is cut off. */
const SAFE = 0.8;

const svg = readFileSync(new URL("favicon.svg", PUBLIC), "utf8");
const [, color] = /<rect[^>]*fill="(#\w+)"/.exec(svg);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
});
for (const [file, side, isCut] of ICONS) {
  const page = await browser.newPage({ viewport: { width: side, height: side } });
  const size = Math.round(isCut ? side * SAFE : side);
  const margin = (side - size) / 2;
  await page.setContent(
    `<body style="margin:0;background:${isCut ? color : "transparent"}">` +
      `<div style="width:${size}px;margin:${margin}px">${svg}</div></body>`,
  );
  writeFileSync(new URL(file, PUBLIC), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
