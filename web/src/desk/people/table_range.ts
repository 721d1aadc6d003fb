// Tables from one number to another, as people write them.

const TABLES = /^(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?$/;

export interface Tables {
  readonly first: number;
  readonly last: number;
}

/** Returns tables in words, such as `7` or `1–8`; empty for all. */
export function tablesText(tables: Tables | undefined): string {
  if (!tables) return "";
  const { first, last } = tables;
  return first === last ? `${first}` : `${first}–${last}`;
}

/** Reads tables; `undefined` for all, and `null` if they cannot be read. */
export function readTables(text: string): Tables | undefined | null {
  if (text.trim() === "") return undefined;
  const [, first, last = first] = TABLES.exec(text.trim()) ?? [];
  const tables = { first: Number(first), last: Number(last) };
  return tables.first >= 1 && tables.last >= tables.first ? tables : null;
}
