// Texts that people wrote, such as names: none changes how the text around it is shown (UAX 9).

/** Marks that change the direction of the text after them, and characters that cannot be seen. */
const MISLEADING =
  /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u200b\u2060-\u2064]|(?![\t\n\r])\p{Cc}/gu;
/** Letters of the scripts that run from right to left. */
const FROM_RIGHT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns a text without what misleads, and between isolates if it may run from right to left. The server
 * accepts no such marks any more; logs of older releases have them.
 */
export function isolated(text: string): string {
  const shown = text.replace(MISLEADING, "");
  return FROM_RIGHT.test(shown) ? `\u2068${shown}\u2069` : shown;
}
