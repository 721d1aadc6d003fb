// The age of something that waits, in the largest unit that fits.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Returns an age in milliseconds in words, as in `40 s`, `12 min` or `3 h`; of the future, none has passed. */
export function ageText(ms: number, locales: readonly string[]): string {
  const past = Math.max(0, ms);
  const [unit, size] =
    past < MINUTE_MS
      ? (["second", SECOND_MS] as const)
      : past < HOUR_MS
        ? (["minute", MINUTE_MS] as const)
        : (["hour", HOUR_MS] as const);
  const format = new Intl.NumberFormat([...locales], {
    style: "unit",
    unit,
    unitDisplay: "short",
  });
  return format.format(Math.floor(past / size));
}
