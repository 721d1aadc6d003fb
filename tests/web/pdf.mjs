// Reads what a PDF of Chromium shows.

import { inflateSync } from "node:zlib";

/** Returns the text of each page, without spaces, in the order in which it was drawn. */
export function pageTexts(pdf) {
  const objects = objectsOf(pdf);
  const pages = [...objects.values()].filter(({ head }) => /\/Type\s*\/Page\b/.test(head));
  return pages.map(({ head }) => {
    const fonts = new Map();
    for (const [, name, number] of head.matchAll(/\/(F\d+)\s+(\d+) 0 R/g)) {
      const [, table] = /\/ToUnicode\s+(\d+) 0 R/.exec(objects.get(number)?.head ?? "") ?? [];
      fonts.set(name, charactersOf(objects.get(table)?.stream ?? ""));
    }
    const [, contents] = /\/Contents\s+(\d+) 0 R/.exec(head);
    let font = new Map();
    let text = "";
    const parts = objects.get(contents).stream.matchAll(/\/(F\d+)\s+\S+\s+Tf|<([0-9A-Fa-f]+)>/g);
    for (const [, name, glyphs] of parts) {
      if (name) font = fonts.get(name) ?? new Map();
      else for (const glyph of glyphs.match(/.{4}/g) ?? []) text += font.get(glyph) ?? "";
    }
    return text.replace(/\s/g, "");
  });
}

/** Returns the objects by number, each with its dictionary and, uncompressed, its stream. */
function objectsOf(pdf) {
  const text = pdf.toString("latin1");
  const objects = new Map();
  for (const found of text.matchAll(/(?:^|\n)(\d+) 0 obj\s([\s\S]*?)(?:stream\r?\n|endobj)/g)) {
    const [whole, number, head] = found;
    const [, length] = /\/Length\s+(\d+)/.exec(head) ?? [];
    const isStream = /stream\r?\n$/.test(whole);
    let stream = "";
    if (isStream) {
      const begin = found.index + whole.length;
      const bytes = pdf.subarray(begin, begin + Number(length));
      stream = (head.includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
    }
    objects.set(number, { head, stream });
  }
  return objects;
}

/** Returns the characters of a font's glyphs. */
function charactersOf(table) {
  const characters = new Map();
  const read = (hex) => String.fromCharCode(...hex.match(/.{4}/g).map((one) => parseInt(one, 16)));
  for (const [, rows] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph, text] of rows.matchAll(/<(\w{4})>\s*<(\w+)>/g)) {
      characters.set(glyph.toUpperCase(), read(text));
    }
  }
  for (const [, rows] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, first, last, text] of rows.matchAll(/<(\w{4})>\s*<(\w{4})>\s*<(\w{4})>/g)) {
      const [from, to, at] = [first, last, text].map((hex) => parseInt(hex, 16));
      for (let glyph = from; glyph <= to; glyph += 1) {
        const name = glyph.toString(16).toUpperCase().padStart(4, "0");
        characters.set(name, String.fromCharCode(at + glyph - from));
      }
    }
  }
  return characters;
}
