// The messages of the pages in one language, as crates/phrases/text has them.

import { FluentBundle, FluentNumber, FluentResource } from "@fluent/bundle";
import type { Argument, Messages } from "./messages";

export type Key = keyof Messages;

/** Formats a message. One that has arguments takes an object with a value for each. */
export interface Texts {
  <K extends Key>(key: K, ...values: Messages[K] extends undefined ? [] : [Messages[K]]): string;
  /** Locales for numbers and times of day, in the order of preference. */
  readonly locales: readonly string[];
}

/** Parses a file of messages. */
export function textsOf(fluent: string, locales: readonly string[]): Texts {
  // Isolation marks around arguments would be read aloud, copied, and part of comparisons.
  const bundle = new FluentBundle([...locales], { useIsolating: false });
  bundle.addResource(new FluentResource(fluent));
  const write = (key: Key, values: Readonly<Record<string, Argument>> = {}): string => {
    const pattern = bundle.getMessage(key)?.value;
    // The tests ensure that this does not happen.
    if (pattern === null || pattern === undefined) return key;
    const entries = Object.entries(values).map(([name, value]) => [name, argument(value)] as const);
    // Errors appear in the text, where the tests find them; the page still works.
    return bundle.formatPattern(pattern, Object.fromEntries(entries), []);
  };
  return Object.assign(write, { locales });
}

/** Formats numbers as plain digits, because they name rounds, boards and moves. */
function argument(value: Argument): string | FluentNumber {
  return typeof value === "number" ? new FluentNumber(value, { useGrouping: false }) : value;
}
