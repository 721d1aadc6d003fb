// Writes the keys and arguments of the pages' messages as types, so that a missing key or argument
// does not compile. To be run (`npm run messages`) after a change of a key in
// crates/phrases/text/en/pages.ftl, desk.ftl, people.ftl or tablet.ftl.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const FILES = [
  { name: "pages", types: "messages", interface: "Messages" },
  { name: "desk", types: "desk_messages", interface: "DeskMessages" },
  { name: "people", types: "people_messages", interface: "PeopleMessages" },
  { name: "tablet", types: "tablet_messages", interface: "TabletMessages" },
];

/**
 * The text of the file of types for a file of messages.
 *
 * @param {string} fluent
 * @param {"pages" | "desk" | "people" | "tablet"} file
 * @returns {string}
 */
export function typesOf(fluent, file = "pages") {
  const type = FILES.find((one) => one.name === file).interface;
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
    `// Made from crates/phrases/text/en/${file}.ftl by \`npm run messages\`; do not edit.`,
    "",
    "/** A value that a message is filled in with. Numbers choose between one and several. */",
    "export type Argument = string | number;",
    "",
    `/** Every message of the ${file} with its arguments. */`,
    `export interface ${type} {`,
    ...lines,
    "}",
    "",
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const { name, types } of FILES) {
    const messages = new URL(`../../crates/phrases/text/en/${name}.ftl`, import.meta.url);
    const written = new URL(`../src/text/${types}.ts`, import.meta.url);
    writeFileSync(written, typesOf(readFileSync(messages, "utf8"), name));
  }
}
