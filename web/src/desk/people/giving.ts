// A role that is given to a person, within limits; the server says if the giver may not.

import { Role } from "../../gen/damcast/v1/access_pb";
import type { AccessSubject } from "../../gen/damcast/v1/access_service_pb";
import { access } from "../../wire/api";
import { person, venue } from "../../wire/session";
import { act } from "../acts";
import { type Answers, ask, type Field } from "../ask";
import { limitFields, readLimits, roleName } from "./grants";
import { peopleWords } from "./text";

/** The roles that people are given here; a federation's administrator is made on the machine itself. */
const ROLES = [
  Role.CHIEF_ARBITER,
  Role.ARBITER,
  Role.PAIRING_OFFICER,
  Role.RESULT_ENTRY,
  Role.TECHNICIAN,
  Role.COMMENTATOR,
  Role.ORGANISER,
];

/**
 * Returns the tournament to which every role of whoever sits here is limited, which those that they give
 * are, too; empty if there is none.
 */
export function ownTournament(people: readonly AccessSubject[]): string {
  const own = people.find(({ subject }) => subject === person.peek())?.grants ?? [];
  const limits = own.map((grant) => grant.limits?.tournament ?? "");
  return limits.every((id) => id !== "") ? (limits[0] ?? "") : "";
}

/** Returns the fields for a role and its limits. */
export async function roleFields(tournament: string): Promise<Field[]> {
  return [
    {
      name: "role",
      label: peopleWords.value("role-of"),
      kind: "select",
      value: String(Role.ARBITER),
      options: ROLES.map((role) => ({ value: String(role), label: roleName(role) })),
    },
    ...(await limitFields(tournament, "")),
  ];
}

/** Returns the role and the limits of the answers; `null` if they cannot be read, which is said. */
export async function readGiven(title: string, answers: Answers) {
  const limits = await readLimits(title, answers);
  return limits && { role: Number(answers.role), limits };
}

/** Asks for another role of a person, and gives it. */
export async function giveRole(to: AccessSubject, tournament: string): Promise<void> {
  const w = peopleWords.value;
  const { subject, name } = to;
  const title = w("give-role-to", { name });
  const answers = await ask({
    title,
    fields: await roleFields(tournament),
    confirm: w("give-role"),
  });
  const given = answers && (await readGiven(title, answers));
  if (given === null) return;
  await act(`give ${subject}`, title, () =>
    access.grantRole({ venue: venue(), subject, ...given }),
  );
}
