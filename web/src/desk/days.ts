// The days of an event: between the fields of a form, the contract, and words.

import { create } from "@bufbuild/protobuf";
import { DateSchema, type Date as Day } from "../gen/damcast/v1/tournament_pb";

/** Returns the day of a field, as in `2026-11-25`; `undefined` if it is empty. */
export function readDay(text: string | undefined): Day | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? "") ?? [];
  if (year === undefined) return undefined;
  return create(DateSchema, { year: Number(year), month: Number(month), day: Number(day) });
}

/** Returns a day as a field has it; empty for none. */
export function dayText(day: Day | undefined): string {
  if (day === undefined) return "";
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.year}-${two(day.month)}-${two(day.day)}`;
}

/** Returns the days of an event in words, as in `27 – 29 Nov 2026`; empty if they are not known. */
export function daysText(
  first: Day | undefined,
  last: Day | undefined,
  locales: readonly string[],
): string {
  if (first === undefined) return "";
  const moment = ({ year, month, day }: Day) => new Date(Date.UTC(year, month - 1, day));
  const format = new Intl.DateTimeFormat([...locales], { dateStyle: "medium", timeZone: "UTC" });
  return format.formatRange(moment(first), moment(last ?? first));
}
