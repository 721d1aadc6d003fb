// The state of each player for a round: checked in, reported absent, or still missing.

import { absenceOf, participants, type Tournament } from "./model";

export type PresenceState = "here" | "absent" | "missing";

export interface Expected {
  readonly id: number;
  readonly name: string;
  readonly state: PresenceState;
}

/** Returns everybody who has not withdrawn, with what is known of them for a round. */
export function expectedOf(tournament: Tournament, round: number): Expected[] {
  const here = new Set(
    tournament.checkedIn.filter((one) => one.round === round).map((one) => one.participant),
  );
  return participants(tournament)
    .filter(({ id }) => !tournament.withdrawn.includes(id))
    .map(({ id, name }) => {
      const isAbsent = absenceOf(tournament, id, round) !== undefined;
      return { id, name, state: isAbsent ? "absent" : here.has(id) ? "here" : "missing" };
    });
}

/** Returns the number of those in each state. */
export function countsOf(expected: readonly Expected[]): Record<PresenceState, number> {
  const of = (state: PresenceState) => expected.filter((one) => one.state === state).length;
  return { here: of("here"), absent: of("absent"), missing: of("missing") };
}
