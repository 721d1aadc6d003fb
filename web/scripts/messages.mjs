// Writes the keys and arguments of the pages' messages as types, so that a missing key or argument
// does not compile. To be run (`npm run messages`) after a change of a key in
// crates/phrases/text/en/pages.ftl.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const MESSAGES = new URL("../../crates/phrases/text/en/pages.ftl", import.meta.url);
const TYPES = new URL("../src/text/messages.ts", import.meta.url);

/**
 * The text of `src/text/messages.ts` for a file of messages.
 *
 * @param {string} fluent
 * @returns {string}
 */
export function typesOf(fluent) {
  const messages = fluent.split(/^(?=[a-z])/m).filter((text) => /^[a-z][a-z0-9-]* =/.test(text));
  const lines = messages.map((text) => {
    const [key] = text.split(" ", 1);
    const found = text.replace(/^#.*$/gm, "").matchAll(/\$([a-z]+)/g);
    const names = [...new Set([...found].map(([, name]) => name))];
    const values = names.map((name) => `readonly ${name}: Argument`).join("; ");
    const name = key.includes("-") ? `"${key}"` : key;
    return `  ${name}: ${names.length === 0 ? "undefined" : `{ ${values} }`};`;
  });
  return [
    "// Made from crates/phrases/text/en/pages.ftl by `npm run messages`; do not edit.",
    "",
    "/** A value that a message is filled in with. Numbers choose between one and several. */",
    "export type Argument = string | number;",
    "",
    "/** Every message of the pages with its arguments. */",
    "export interface Messages {",
    ...lines,
    "}",
    "",
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(TYPES, typesOf(readFileSync(MESSAGES, "utf8")));
}
