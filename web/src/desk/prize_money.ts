// Money for prizes as people write it: `100; 60; 40`, and a line a category, as in `B: 50; 30`.

export interface CategoryMoney {
  readonly category: string;
  /** From the first prize. */
  readonly cents: number[];
}

const AMOUNT = /^€?\s*\d{1,7}(?:[.,]\d{1,2})?$/;

/** Reads the lines; `null` if an amount cannot be read. */
export function readMoney(text: string): CategoryMoney[] | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const read = lines.map((line): CategoryMoney | null => {
    const at = line.indexOf(":");
    const category = at < 0 ? "" : line.slice(0, at).trim();
    const parts = line
      .slice(at + 1)
      .split(";")
      .map((part) => part.trim())
      .filter((part) => part !== "");
    if (!parts.every((part) => AMOUNT.test(part))) return null;
    const cents = parts.map((part) => {
      return Math.round(Number(part.replace(/[€\s]/g, "").replace(",", ".")) * 100);
    });
    return { category, cents };
  });
  return read.every((line) => line !== null) ? read : null;
}
