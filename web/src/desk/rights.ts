// The parts of the desk for each role. The doors decide what everybody may; here nothing is offered that they
// would refuse.

import { Role } from "../gen/damcast/v1/access_pb";
import { SECTIONS, type Section } from "./router";

/** The roles in a tournament of whoever sits here; `null` where nobody has signed in, or it is not known. */
export type Roles = readonly Role[] | null;

/** Acts on the settings of a tournament, and its copies. */
const OF_SETTINGS = ["amend-regulation", "check-regulation", "copy", "delete"] as const;

/** Acts on players who leave or come in their place, on line-ups and on the beginning of rounds. */
const OF_ARBITERS_ALONE = [
  "close",
  "line-up",
  "open",
  "open-reason",
  "promotion",
  "reserve",
  "set-start",
  "withdraw",
] as const;

/** Acts at the tables, and on the results that stand. */
const AT_TABLES = [
  "clocks",
  "move-device",
  "own-phone",
  "release-device",
  "reverse-colors",
  "rule",
  "set-grace",
  "watch",
  "withdraw-result",
] as const;

/** Acts on pairings and ties. */
const OF_PAIRING = [
  "colors",
  "divide",
  "draw-lots",
  "embargo-release",
  "pair",
  "pair-by-hand",
  "play-off",
  "publish",
  "reopen-tie",
  "resolve-tie",
  "unpair",
  "unpair-published",
] as const;

/** The roles that see a tournament whole, with the acts that are not theirs. */
const WHOLE: ReadonlyMap<Role, ReadonlySet<string>> = new Map([
  [Role.CHIEF_ARBITER, new Set<string>()],
  [Role.ARBITER, new Set<string>([...OF_SETTINGS, ...OF_PAIRING, "set-grace"])],
  [
    Role.PAIRING_OFFICER,
    new Set<string>([
      ...OF_SETTINGS,
      ...OF_ARBITERS_ALONE,
      ...AT_TABLES,
      "amend",
      "boards",
      "embargo",
      "embargo-release",
      "reopen-tie",
      "resolve-tie",
      "unpair-published",
    ]),
  ],
  [
    Role.FEDERATION_ADMIN,
    new Set<string>([
      ...OF_ARBITERS_ALONE,
      ...AT_TABLES,
      ...OF_PAIRING,
      "absence",
      "answer-proposal",
      "boards",
      "check",
      "check-in",
      "half-bye",
      "make-up",
      "plan",
      "result-of",
      "results",
    ]),
  ],
]);

/** Acts that a technician may do in addition to those on boards. */
const OF_TECHNICIANS: ReadonlySet<string> = new Set(["move-device", "release-device", "set-grace"]);

/** Acts that an organiser may do until the first round is paired. */
const UNTIL_PAIRED: ReadonlySet<string> = new Set([
  "correct",
  "enter",
  "enter-team",
  "import",
  "remove",
  "rename",
]);

interface Limited {
  readonly sections: readonly Section[];
  /** The acts that are not theirs, by the names of their actions and of what is done with a row. */
  readonly withheld: ReadonlySet<string>;
}

/** Acts of those who see a tournament whole. */
const OF_WHOLE = [
  ...OF_ARBITERS_ALONE,
  ...OF_PAIRING,
  "answer-proposal",
  "amend-regulation",
  "boards",
  "clocks",
  "control-sums",
  "move-device",
  "reasons",
  "release-device",
  "rule",
  "set-grace",
  "watch",
  "whole",
] as const;

/** The roles that see what is published. */
const PUBLISHED: ReadonlyMap<Role, Limited> = new Map([
  [
    Role.RESULT_ENTRY,
    {
      sections: ["round", "players", "standings", "print"],
      withheld: new Set([
        ...OF_WHOLE,
        ...OF_SETTINGS,
        "amend",
        "correct",
        "embargo",
        "enter",
        "enter-team",
        "import",
        "make-up",
        "own-phone",
        "plan",
        "remove",
        "rename",
      ]),
    },
  ],
  [
    Role.ORGANISER,
    {
      sections: ["round", "players", "standings", "print", "settings"],
      withheld: new Set([
        ...OF_WHOLE,
        "check",
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
  if (seenBy(roles) === "whole") {
    const hasBoards = isTechnician(roles) || isOffered(roles, "boards");
    return SECTIONS.filter((section) => section !== "boards" || hasBoards);
  }
  const shown = (roles ?? []).flatMap((role) => PUBLISHED.get(role)?.sections ?? []);
  if (isTechnician(roles)) shown.push("boards");
  return SECTIONS.filter((section) => shown.includes(section));
}

/** Returns true if these roles look after devices. */
export function isTechnician(roles: Roles): boolean {
  return roles?.includes(Role.TECHNICIAN) ?? false;
}

/** Returns true if an act is offered to these roles; `isPaired` tells whether a first round is paired. */
export function isOffered(roles: Roles, act: string, isPaired = false): boolean {
  if (roles === null) return true;
  return roles.some((role) => {
    if (role === Role.TECHNICIAN) return OF_TECHNICIANS.has(act);
    if (role === Role.ORGANISER && isPaired && UNTIL_PAIRED.has(act)) return false;
    const withheld = WHOLE.get(role) ?? PUBLISHED.get(role)?.withheld;
    return withheld !== undefined && !withheld.has(act);
  });
}
