// Reads the years of players as somebody writes them: a line for the player, then a line for each season.

import type { MessageInitShape } from "@bufbuild/protobuf";
import { PointsClass, type PointsPlayerSchema } from "../../gen/damcast/v1/season_pb";

type PointsPlayer = MessageInitShape<typeof PointsPlayerSchema>;
type PointsEvent = { readonly place: number; readonly players: number };

/** The classes by what people write. */
const CLASSES: ReadonlyMap<string, PointsClass> = new Map([
  ["3", PointsClass.THIRD],
  ["2", PointsClass.SECOND],
  ["1", PointsClass.FIRST],
  ["ha", PointsClass.HA],
  ["ek", PointsClass.EK],
]);
const EVENT = /^(\d{1,4})\/(\d{1,4})$/;

export interface Careers {
  readonly players: readonly PointsPlayer[];
  /** The lines that cannot be read, from 1. */
  readonly wrong: readonly number[];
}

/** Returns the name that people write for a class, as in `2` or `HA`. */
export function classText(of: PointsClass): string {
  const [text = ""] = [...CLASSES].find(([, one]) => one === of) ?? [];
  return text.toUpperCase();
}

/**
 * Reads players with their seasons: `Jan Jansen; 2` names a player and the class, and each line after it a
 * season: places among players in events of clubs, as in `3/12 5/20`, and behind a bar that in the personal
 * championship, as in `3/12 | 2/8`. A single `-` is a season without events.
 */
export function readCareers(text: string): Careers {
  const players: { name: string; class: PointsClass; seasons: object[] }[] = [];
  const wrong: number[] = [];
  text.split("\n").forEach((raw, at) => {
    const line = raw.trim();
    if (line === "") return;
    const [, name = "", of = ""] = /^(\D.*?)\s*;\s*(\w{1,2})$/.exec(line) ?? [];
    const ofClass = CLASSES.get(of.toLowerCase());
    if (name !== "" && ofClass !== undefined) {
      players.push({ name, class: ofClass, seasons: [] });
      return;
    }
    const season = seasonOf(line);
    const player = players.at(-1);
    if (season === null || player === undefined) wrong.push(at + 1);
    else player.seasons.push(season);
  });
  return { players, wrong };
}

function seasonOf(line: string): { clubEvents: PointsEvent[]; championship?: PointsEvent } | null {
  const [clubs = "", championship, ...more] = line === "-" ? [""] : line.split("|");
  const events = clubs.split(/\s+/).filter((part) => part !== "");
  const clubEvents = events.map(eventOf);
  const own = championship === undefined ? undefined : eventOf(championship.trim());
  if (more.length > 0 || own === null || clubEvents.includes(null)) return null;
  const read = clubEvents.flatMap((event) => event ?? []);
  return own === undefined ? { clubEvents: read } : { clubEvents: read, championship: own };
}

function eventOf(text: string): PointsEvent | null {
  const [, place, players] = EVENT.exec(text) ?? [];
  if (place === undefined || players === undefined) return null;
  return { place: Number(place), players: Number(players) };
}
