// The messages of the pages in one language, as crates/phrases/text has them.

import { FluentBundle, FluentNumber, FluentResource } from "@fluent/bundle";
import type { Argument, Messages } from "./messages";

export type Key = keyof Messages;

/** Writes a message; one that has arguments takes an object with a value for each. */
export interface Texts {
  <K extends Key>(key: K, ...values: Messages[K] extends undefined ? [] : [Messages[K]]): string;
  /** For numbers and times of day, in the order of preference. */
  readonly locales: readonly string[];
}

/** Reads a file of messages. */
export function textsOf(fluent: string, locales: readonly string[]): Texts {
  // Marks around arguments would be heard, copied and compared with the text.
  const bundle = new FluentBundle([...locales], { useIsolating: false });
  bundle.addResource(new FluentResource(fluent));
  const write = (key: Key, values: Readonly<Record<string, Argument>> = {}): string => {
    const pattern = bundle.getMessage(key)?.value;
    // The tests rule this out.
    if (pattern === null || pattern === undefined) return key;
    const entries = Object.entries(values).map(([name, value]) => [name, argument(value)] as const);
    // A mistake is written into the text, where the tests find it; the page still works.
    return bundle.formatPattern(pattern, Object.fromEntries(entries), []);
  };
  return Object.assign(write, { locales });
}

/** Numbers are written as plain digits: they name rounds, boards and moves. */
function argument(value: Argument): string | FluentNumber {
  return typeof value === "number" ? new FluentNumber(value, { useGrouping: false }) : value;
}
