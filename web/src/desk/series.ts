// Series: events of a venue that belong together, such as those of a season.

/** Events of one series, or those of none (an empty name), in their order. */
export interface Series<T> {
  readonly name: string;
  readonly events: readonly T[];
}

/** Groups events by series, in the order of the first event of each. */
export function bySeries<T extends { readonly series: string }>(
  events: readonly T[],
): readonly Series<T>[] {
  const found = new Map<string, T[]>();
  for (const event of events) {
    const known = found.get(event.series);
    if (known) known.push(event);
    else found.set(event.series, [event]);
  }
  return [...found].map(([name, of]) => ({ name, events: of }));
}

/** Returns the names of the series of events, each once, by name. */
export function seriesOf(events: readonly { readonly series: string }[]): string[] {
  const names = new Set(events.map(({ series }) => series).filter((name) => name !== ""));
  return [...names].sort((one, other) => one.localeCompare(other));
}
