// Files that the browser saves, and lines of comma-separated values.

/** Lets the browser save a text as a file. */
export function saveFile(name: string, content: string, mediaType: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: mediaType }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * Returns rows as comma-separated values (RFC 4180), with the mark of UTF-8 by which spreadsheets know it. A
 * cell that a spreadsheet would compute is text there.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) =>
    `"${/^[=+\-@]/.test(cell) ? "'" : ""}${cell.replaceAll('"', '""')}"`;
  return `\uFEFF${rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("")}`;
}
