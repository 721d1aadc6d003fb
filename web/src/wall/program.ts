// The parts that a wall screen shows in turn, set by its address:
// `/wall/main/kk?show=boards,standings&seconds=20`.

export const PARTS = ["boards", "pairings", "standings"] as const;
export type Part = (typeof PARTS)[number];

export interface Program {
  readonly venue: string;
  readonly id: string;
  readonly parts: readonly Part[];
  /** Seconds for which each page is shown. */
  readonly seconds: number;
  /** Number of rows on a page; of boards half as many. */
  readonly rows: number;
}

/** A page of a part, from 0. */
export interface Page {
  readonly part: Part;
  readonly page: number;
}

const SECONDS = { usual: 15, least: 3, most: 600 };
const ROWS = { usual: 16, least: 2, most: 100 };

/** Reads an address; `null` if it names no tournament. What it sets wrongly is as usual. */
export function readProgram(path: string, query: string): Program | null {
  const [, venue, id] = path.split("/").filter((part) => part !== "");
  if (!venue || !id || !/^[a-z0-9-]+$/.test(venue + id)) return null;
  const asked = new URLSearchParams(query);
  const words = (asked.get("show") ?? "").split(",");
  const parts = PARTS.filter((part) => words.includes(part));
  return {
    venue,
    id,
    parts: parts.length > 0 ? parts : PARTS,
    seconds: number(asked.get("seconds"), SECONDS),
    rows: number(asked.get("rows"), ROWS),
  };
}

/** Returns the number of rows, or of boards, on a page of a part. */
export function sizeOf({ rows }: Program, part: Part): number {
  return part === "boards" ? Math.ceil(rows / 2) : rows;
}

/** Returns the pages in their order; a part without rows is left out. */
export function pagesOf(program: Program, rows: Readonly<Record<Part, number>>): Page[] {
  return program.parts.flatMap((part) => {
    const count = Math.ceil(rows[part] / sizeOf(program, part));
    return Array.from({ length: count }, (_, page) => ({ part, page }));
  });
}

interface Limits {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

function number(text: string | null, { usual, least, most }: Limits): number {
  if (text === null || !/^\d{1,4}$/.test(text)) return usual;
  return Math.min(Math.max(Number(text), least), most);
}
