// The field in which the series of an event is named.

import type { Field } from "./ask";
import { words } from "./text";

/** Returns the field; the names of series that are there are proposed. */
export function seriesField(value: string, known: readonly string[]): Field {
  const w = words.value;
  const [label, hint] = [w("series"), w("series-hint")];
  return { name: "series", label, kind: "text", value, suggestions: known, hint };
}
