// A list of players that waits to be looked at before it is entered, such as that of last year's event.

import type { Player } from "../gen/damcast/v1/tournament_pb";
import { publicityInList } from "./publicity";

let offered: { readonly to: string; readonly text: string } | null = null;

/** Offers a list to a tournament, named as in `main/kk-2026`: its entries show it next. */
export function offerList(to: string, text: string): void {
  offered = { to, text };
}

/** Takes the list that is offered to a tournament; empty if none is. */
export function takeOffered(to: string): string {
  const text = offered?.to === to ? offered.text : "";
  if (text !== "") offered = null;
  return text;
}

/** Returns players as a list with heads, as somebody could paste it. */
export function listOf(players: readonly Player[]): string {
  // A name under this head is taken as it stands: "Jong, Jan de" is not turned.
  const head = ["last name", "club", "rating", "category", "birth", "member number", "public"];
  const rows = players.map(({ name, club, rating, category, birth, memberNumber, publicity }) => [
    name,
    club,
    rating > 0 ? String(rating) : "",
    category,
    birth?.year ? String(birth.year) : "",
    memberNumber,
    publicityInList(publicity),
  ]);
  // A name cannot hold a tab.
  return [head, ...rows].map((cells) => cells.join("\t")).join("\n");
}
