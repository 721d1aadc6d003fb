// The parts of the desk for roles that see a tournament as it is published. The doors decide what everybody
// may; here nothing is offered that they would refuse.

import { Role } from "../gen/damcast/v1/access_pb";
import { SECTIONS, type Section } from "./router";

/** The roles in a tournament of whoever sits here; `null` where nobody has signed in, or it is not known. */
export type Roles = readonly Role[] | null;

/** The roles that see a tournament whole. */
const WHOLE: ReadonlySet<Role> = new Set([
  Role.CHIEF_ARBITER,
  Role.ARBITER,
  Role.PAIRING_OFFICER,
  Role.FEDERATION_ADMIN,
]);

interface Limited {
  readonly sections: readonly Section[];
  /** The acts that are not theirs, by the names of their actions and of what is done with a row. */
  readonly withheld: ReadonlySet<string>;
}

/** Acts of those who decide on pairings. */
const OF_ARBITERS = [
  "close",
  "colors",
  "control-sums",
  "divide",
  "draw-lots",
  "embargo-release",
  "amend-regulation",
  "open",
  "open-reason",
  "pair",
  "pair-by-hand",
  "promotion",
  "publish",
  "reasons",
  "reserve",
  "set-start",
  "unpair",
  "whole",
  "withdraw",
] as const;

/** The roles that see what is published. */
const PUBLISHED: ReadonlyMap<Role, Limited> = new Map([
  [
    Role.RESULT_ENTRY,
    {
      sections: ["round", "players", "standings", "print"],
      withheld: new Set([
        ...OF_ARBITERS,
        "correct",
        "embargo",
        "enter",
        "enter-team",
        "import",
        "line-up",
        "make-up",
        "own-phone",
        "plan",
        "remove",
      ]),
    },
  ],
  [
    Role.ORGANISER,
    {
      sections: ["round", "players", "standings", "print", "settings"],
      withheld: new Set([
        ...OF_ARBITERS,
        "check",
        // It writes all data of a player, and what is published lacks births and member numbers.
        "correct",
        "line-up",
        "result-of",
        "results",
        "reverse-colors",
        "withdraw-result",
      ]),
    },
  ],
]);

/** The part of a tournament that somebody sees. */
export type Seen = "whole" | "published" | "nothing";

/** Returns the part of a tournament that these roles see. */
export function seenBy(roles: Roles): Seen {
  if (roles === null || roles.some((role) => WHOLE.has(role))) return "whole";
  return roles.some((role) => PUBLISHED.has(role)) ? "published" : "nothing";
}

/** Returns the sections of a tournament that are shown to these roles. */
export function sectionsFor(roles: Roles): readonly Section[] {
  if (seenBy(roles) === "whole") return SECTIONS;
  const shown = limitedOf(roles).flatMap(({ sections }) => sections);
  if (isTechnician(roles)) shown.push("boards");
  return SECTIONS.filter((section) => shown.includes(section));
}

/** Returns true if these roles look after devices. */
export function isTechnician(roles: Roles): boolean {
  return roles?.includes(Role.TECHNICIAN) ?? false;
}

/** Returns true if an act is offered to these roles. */
export function isOffered(roles: Roles, act: string): boolean {
  return seenBy(roles) === "whole" || limitedOf(roles).some(({ withheld }) => !withheld.has(act));
}

function limitedOf(roles: Roles): Limited[] {
  return (roles ?? []).flatMap((role) => PUBLISHED.get(role) ?? []);
}
