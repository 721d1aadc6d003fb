// The names and numbers of the service, as this tablet has them.

import { Seat } from "../gen/damcast/v1/events_pb";
import { Color, RuleSet } from "../gen/damcast/v1/types_pb";
import type { Side } from "../wire/position";
import type { Variant } from "./captures";

/** Returns the name of a game among those of all tournaments, as in "main/kk/r3-t12"; empty if there is none. */
export function pathOf(ref: Ref | undefined): string {
  return ref ? `${ref.venue}/${ref.tournament}/${ref.game}` : "";
}

/** Returns the game of a name. */
export function refOf(path: string): Ref {
  const [venue = "", tournament = "", game = ""] = path.split("/");
  return { venue, tournament, game };
}

interface Ref {
  readonly venue: string;
  readonly tournament: string;
  readonly game: string;
}

/** Returns the rules of moving of a game. */
export function variantOf(rules: RuleSet): Variant {
  return rules === RuleSet.FRISIAN ? "frisian" : "international";
}

/** Returns a side; `null` if there is none. */
export function sideOfColor(color: Color): Side | null {
  if (color === Color.WHITE) return "white";
  return color === Color.BLACK ? "black" : null;
}

export function colorOfSide(side: Side): Color {
  return side === "white" ? Color.WHITE : Color.BLACK;
}

/** Returns the sides that a seat speaks for. */
export function sidesOf(seat: Seat): readonly Side[] {
  if (seat === Seat.WHITE) return ["white"];
  return seat === Seat.BLACK ? ["black"] : ["white", "black"];
}
