// Squares that were said, read from the words that a browser heard.

import type { Voice } from "./voice";

interface Numerals {
  /** From 1. */
  readonly units: readonly string[];
  /** From 10. */
  readonly teens: readonly string[];
  /** From 20. */
  readonly tens: readonly string[];
  /** What joins the ones with the tens after them; `null` if the tens come first. */
  readonly joins: string | null;
}

const NUMERALS: Record<Voice, Numerals> = {
  "nl-NL": {
    units: ["een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen"],
    teens: [
      ...["tien", "elf", "twaalf", "dertien", "veertien"],
      ...["vijftien", "zestien", "zeventien", "achttien", "negentien"],
    ],
    tens: ["twintig", "dertig", "veertig", "vijftig"],
    joins: "en",
  },
  "en-GB": {
    units: ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
    teens: [
      ...["ten", "eleven", "twelve", "thirteen", "fourteen"],
      ...["fifteen", "sixteen", "seventeen", "eighteen", "nineteen"],
    ],
    tens: ["twenty", "thirty", "forty", "fifty"],
    joins: null,
  },
};

/**
 * Returns the squares that were said, as a move is typed: `32-28`. Numbers come as digits or as words, and two of them
 * may come as one, as in `3228`; other words do not matter. Empty if there are fewer than two.
 */
export function heardMove(said: string, voice: Voice): string {
  const squares = joined(said, voice)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => numbersOf(word, NUMERALS[voice]));
  return squares.length < 2 ? "" : squares.join("-");
}

/** Returns a text without accents, in which each number is one word. */
function joined(said: string, voice: Voice): string {
  const { units, tens, joins } = NUMERALS[voice];
  const plain = said.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const [one, ten] = [units.join("|"), tens.join("|")];
  // "twee en dertig" and "thirty two" are one number.
  return joins === null
    ? plain.replace(new RegExp(`\\b(${ten})[ -]+(${one})\\b`, "g"), "$1$2")
    : plain.replace(new RegExp(`\\b(${one})[ -]+${joins}[ -]+(${ten})\\b`, "g"), `$1${joins}$2`);
}

/** Returns the number of a word, or the two of four digits; empty if it is none. */
function numbersOf(word: string, { units, teens, tens, joins }: Numerals): number[] {
  const digits = /^(\d\d)(\d\d)$/.exec(word);
  if (digits) return digits.slice(1).map(Number);
  if (/^\d{1,2}$/.test(word)) return [Number(word)];
  const simple = [...units, ...teens].indexOf(word);
  if (simple >= 0) return [simple + 1];
  const decade = tens.findIndex((one) => word.startsWith(one) || word.endsWith(one));
  if (decade < 0) return [];
  const unjoined = (one: string) =>
    joins !== null && one.endsWith(joins) ? one.slice(0, -joins.length) : one;
  const rest = unjoined(word.replace(tens[decade] ?? "", ""));
  // "zeven" and "negen" end with the word that joins.
  const unit = ["", ...units].findIndex((one) => rest === one || rest === unjoined(one));
  return unit < 0 ? [] : [20 + 10 * decade + unit];
}
