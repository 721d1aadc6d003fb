// Reads a list of players from a spreadsheet, CSV, or lines of names. Nothing is guessed: what is
// doubtful is marked, and somebody decides.

import { Publicity } from "../gen/damcast/v1/tournament_pb";
import { publicityOf } from "./publicity";

/** A player as a row tells it. */
export interface ListedPlayer {
  readonly name: string;
  readonly club: string;
  readonly rating: number;
  readonly category: string;
  /** The year of birth; 0 if unknown. */
  readonly birthYear: number;
  /** The number at the federation, as the row has it; empty if it has none. */
  readonly memberNumber: string;
  /** The part of the player that everybody sees. */
  readonly publicity: Publicity;
}

export type Doubt = "double" | "entered" | "no-name" | "rating" | "birth" | "public";

export interface Row extends ListedPlayer {
  /** The line in the list, from 1. */
  readonly line: number;
  /** Its doubtful parts. */
  readonly doubts: readonly Doubt[];
}

export interface PlayerList {
  readonly rows: readonly Row[];
  /** The heads of columns that are not used. */
  readonly unused: readonly string[];
  /** True if the first line names the columns. */
  readonly hasHead: boolean;
}

type Column =
  | "name"
  | "first"
  | "infix"
  | "last"
  | "club"
  | "rating"
  | "category"
  | "birth"
  | "member"
  | "public"
  | "number"
  | null;

/** The words that head columns, in the languages of the pages. */
const HEADS: readonly (readonly [Column, readonly string[]])[] = [
  ["first", ["voornaam", "foarnamme", "first name", "firstname", "first_name", "first"]],
  ["infix", ["tussenvoegsel", "tuskenfoechsel", "infix", "tv", "prefix"]],
  ["last", ["achternaam", "efternamme", "last name", "lastname", "last_name", "surname", "last"]],
  ["name", ["naam", "namme", "name", "speler", "spiler", "player"]],
  ["club", ["vereniging", "feriening", "club", "klub", "woonplaats"]],
  ["rating", ["rating", "elo", "ratings"]],
  ["category", ["klasse", "categorie", "kategory", "category", "class"]],
  ["birth", ["geboren", "geboortejaar", "geboortedatum", "berne", "birth", "born", "birth year"]],
  [
    "member",
    [
      "lidnummer",
      "lidnr",
      "lidnûmer",
      "relatienummer",
      "member number",
      "member no",
      "kndb",
      "kndb-nr",
      "kndb-nummer",
      "kndb nummer",
      "fmjd",
      "fmjd-nr",
      "fmjd-id",
      "fmjd id",
    ],
  ],
  ["public", ["public", "openbaar", "iepenbier", "privacy"]],
  ["number", ["nr", "#", "no", "nummer", "number", "nûmer"]],
];
const SEPARATORS = ["\t", ";", ","];
const YEAR = /(?:^|\D)((?:19|20)\d{2})(?:\D|$)/;

/** Decodes a file: UTF-8, with or without a mark, else Windows-1252, which Excel writes. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Returns true if a text is a tournament report file (TRF16). */
export function isReport(text: string): boolean {
  return /^(?:012 .+|001 +\d+ )/m.test(text);
}

/** Reads a list of players; `entered` are the names of those who are in the tournament. */
export function readPlayers(text: string, entered: readonly string[]): PlayerList {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const filled = lines.filter((line) => line.trim() !== "");
  const separator = separatorOf(filled);
  const head = cellsOf(filled[0] ?? "", separator).map((cell) => columnOf(cell));
  const hasHead = head.some((column) => column === "name" || column === "last");
  // A column is read once: a second one of its kind, such as another federation's number, is not used.
  const isUsed = (at: number) => {
    const column = head[at] ?? null;
    return column !== null && column !== "number" && head.indexOf(column) === at;
  };
  const unused: string[] = hasHead
    ? cellsOf(filled[0] ?? "", separator).filter((cell, at) => !isUsed(at) && cell !== "")
    : [];
  const known = new Set(entered.map(folded));
  const seen = new Set<string>();
  const rows: Row[] = [];
  let isFirst = true;
  lines.forEach((line, at) => {
    if (line.trim() === "") return;
    const isHead = isFirst && hasHead;
    isFirst = false;
    if (isHead) return;
    const cells = cellsOf(line, separator);
    const row = rowOf(cells, hasHead ? head : plainColumns(cells), at + 1);
    const key = folded(row.name);
    const doubts = [...row.doubts];
    if (key === "") doubts.push("no-name");
    else if (known.has(key)) doubts.push("entered");
    else if (seen.has(key)) doubts.push("double");
    seen.add(key);
    rows.push({ ...row, doubts });
  });
  if (!hasHead) unused.push(...unreadOf(filled.map((line) => cellsOf(line, separator))));
  return { rows, unused, hasHead };
}

/**
 * Returns the numbers of columns without a head that are not read: what comes behind the rating, and a number
 * in front that is not that of the line in the list.
 */
function unreadOf(lines: readonly (readonly string[])[]): string[] {
  const unread = new Set<number>();
  lines.forEach((cells, at) => {
    plainColumns(cells).forEach((column, index) => {
      const cell = (cells[index] ?? "").replace(/\.$/, "");
      const isOfList = column === "number" && Number(cell) === at + 1;
      if (cell !== "" && !isOfList && (column === null || column === "number")) unread.add(index);
    });
  });
  return [...unread].sort((one, other) => one - other).map((index) => String(index + 1));
}

/** Returns the separator that parts every line alike; `null` if lines are names alone. */
function separatorOf(lines: readonly string[]): string | null {
  for (const separator of SEPARATORS) {
    const counts = lines.map((line) => cellsOf(line, separator).length);
    const first = counts[0] ?? 1;
    // "Jong, Jan de" has a comma of its own.
    const least = separator === "," ? 3 : 2;
    if (first >= least && counts.every((count) => count === first)) return separator;
    if (separator !== "," && first > 1) return separator;
  }
  const head = cellsOf(lines[0] ?? "", ",").map(columnOf);
  return head.includes("name") || head.includes("last") ? "," : null;
}

/** Parts a line (RFC 4180: quotes may hold separators). */
function cellsOf(line: string, separator: string | null): string[] {
  if (separator === null) return [line.trim()];
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const one = line[at] ?? "";
    if (one === '"') {
      if (isQuoted && line[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = !isQuoted;
    } else if (one === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += one;
  }
  cells.push(cell.trim());
  return cells;
}

function columnOf(cell: string): Column {
  const word = cell.toLowerCase();
  return HEADS.find(([, words]) => words.includes(word))?.[0] ?? null;
}

/** Columns without a head: a number in front is that of the list; then come name, club, rating. */
function plainColumns(cells: readonly string[]): Column[] {
  const columns: Column[] = [];
  let next: readonly Column[] = ["name", "club", "rating"];
  cells.forEach((cell, at) => {
    if (at === 0 && /^\d+\.?$/.test(cell)) columns.push("number");
    else if (columns.includes("name") && !columns.includes("rating") && /^\d{3,4}$/.test(cell)) {
      columns.push("rating");
      next = next.filter((column) => column !== "rating");
    } else {
      const [column = null, ...rest] = next;
      columns.push(column);
      next = rest;
    }
  });
  return columns;
}

function rowOf(cells: readonly string[], columns: readonly Column[], line: number): Row {
  const of = (column: Column) => cells[columns.indexOf(column)] ?? "";
  const doubts: Doubt[] = [];
  const parts = [of("first"), of("infix"), of("last")].filter((part) => part !== "");
  const name = columns.includes("last") ? parts.join(" ") : inOrder(of("name"));
  const ratingText = of("rating");
  const rating = /^\d{1,4}$/.test(ratingText) ? Number(ratingText) : 0;
  if (ratingText !== "" && rating === 0 && !/^[0-]*$/.test(ratingText)) doubts.push("rating");
  const birth = of("birth");
  const birthYear = Number(YEAR.exec(birth)?.[1] ?? 0);
  if (birth !== "" && birthYear === 0) doubts.push("birth");
  const publicity = publicityOf(of("public"));
  if (publicity === null) doubts.push("public");
  const words = name.replace(/\s+/g, " ").trim();
  return {
    line,
    name: words,
    club: of("club"),
    rating,
    category: of("category"),
    birthYear,
    memberNumber: of("member"),
    // A word that is not understood shows the least.
    publicity: publicity ?? Publicity.ANONYMOUS,
    doubts,
  };
}

/** Returns "Jong, Jan de" as it is spoken: "Jan de Jong". */
function inOrder(name: string): string {
  const [last = "", first, ...more] = name.split(",").map((part) => part.trim());
  return first === undefined || more.length > 0 ? name : `${first} ${last}`;
}

/** Folds a name so that the same name written otherwise is known as the same. */
function folded(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
