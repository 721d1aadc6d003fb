// People whom the venue knows: found by letters of their names, and without their data. Nothing is read here.

import type { Player } from "../gen/damcast/v1/tournament_pb";

/** The name of somebody whose data were removed. */
export const NOBODY = "N.N.";

export interface Entry {
  readonly venue: string;
  readonly tournament: string;
  readonly event: string;
  readonly player: Player;
}

/** A person: the entries under one name, the newest first. */
export interface Known {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Returns the people of whose name each word begins a word with these letters. */
export function matching(known: readonly Known[], letters: string): Known[] {
  const parts = plain(letters)
    .split(/\s+/)
    .filter((part) => part !== "");
  return known.filter(({ name }) => {
    const words = plain(name).split(/[\s-]+/);
    return parts.every((part) => words.some((word) => word.startsWith(part)));
  });
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Returns an entry without the data of its person, whose number stays. */
export function withoutData({ player }: Entry): { id: number; name: string } {
  return { id: player.id, name: `${NOBODY} ${player.id}` };
}
