// The messages of the pages in one language, as crates/phrases/text has them.

import { FluentBundle, FluentNumber, FluentResource } from "@fluent/bundle";
import type { Argument, Messages } from "./messages";

/** Formats a message of a file. One that has arguments takes an object with a value for each. */
export interface TextsOf<M> {
  <K extends keyof M>(key: K, ...values: M[K] extends undefined ? [] : [M[K]]): string;
  /** Locales for numbers and times of day, in the order of preference. */
  readonly locales: readonly string[];
}

/** Formats a message of the pages. */
export type Texts = TextsOf<Messages>;

/** Parses a file of messages. */
export function textsOf<M = Messages>(fluent: string, locales: readonly string[]): TextsOf<M> {
  // Isolation marks around arguments would be read aloud, copied, and part of comparisons.
  const bundle = new FluentBundle([...locales], { useIsolating: false });
  bundle.addResource(new FluentResource(fluent));
  const write = (
    key: keyof M & string,
    values: Readonly<Record<string, Argument>> = {},
  ): string => {
    const pattern = bundle.getMessage(key)?.value;
    // The tests ensure that this does not happen.
    if (pattern === null || pattern === undefined) return key;
    const entries = Object.entries(values).map(([name, value]) => [name, argument(value)] as const);
    // Errors appear in the text, where the tests find them; the page still works.
    return bundle.formatPattern(pattern, Object.fromEntries(entries), []);
  };
  return Object.assign(write, { locales }) as TextsOf<M>;
}

/** Formats numbers as plain digits, because they name rounds, boards and moves. */
function argument(value: Argument): string | FluentNumber {
  return typeof value === "number" ? new FluentNumber(value, { useGrouping: false }) : value;
}
