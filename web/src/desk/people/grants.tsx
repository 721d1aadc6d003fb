// The grants of a person or a device: narrowed, moved to another table, or taken back.

import { DeviceSeat, type GrantLimits, Role } from "../../gen/damcast/v1/access_pb";
import type { AccessSubject, Grant } from "../../gen/damcast/v1/access_service_pb";
import { Seat } from "../../gen/damcast/v1/events_pb";
import type { PeopleMessages } from "../../text/people_messages";
import { access, boardIngest } from "../../wire/api";
import { person, venue } from "../../wire/session";
import { act } from "../acts";
import { type Answers, ask, type Field } from "../ask";
import { allTournaments } from "../register";
import { seatName } from "./seat_name";
import { readTables, tablesText } from "./table_range";
import { peopleWords } from "./text";

const TABLES_MAX = 9_999;
const SEATS = [
  [DeviceSeat.TABLE, Seat.TABLE],
  [DeviceSeat.WHITE, Seat.WHITE],
  [DeviceSeat.BLACK, Seat.BLACK],
] as const;

type RoleKey = Extract<keyof PeopleMessages, `role-${number}`>;

export function roleName(role: Role): string {
  return peopleWords.value(`role-${role}` as RoleKey);
}

function limitsText(limits: GrantLimits | undefined): string {
  const w = peopleWords.value;
  const parts: string[] = [];
  if (limits?.tournament) {
    parts.push(w("limits-tournament", { tournament: limits.tournament }));
  }
  if (limits?.tables) parts.push(w("limits-tables", { tables: tablesText(limits.tables) }));
  return parts.length === 0 ? w("limits-everything") : parts.join(", ");
}

interface GrantsProps {
  readonly subject: AccessSubject;
  readonly read: () => Promise<void>;
}

export function Grants({ subject, read }: GrantsProps) {
  const w = peopleWords.value;
  const { name } = subject;
  return (
    <>
      {subject.grants.map((grant) => {
        const what = { name, role: roleName(grant.role) };
        const isPlaced = grant.role === Role.PLAYER_DEVICE || grant.role === Role.BOARD_AGENT;
        return (
          <div key={grant.grant} class="grant" data-grant={grant.grant}>
            <span>
              {what.role}, {limitsText(grant.limits)}
            </span>
            <button
              type="button"
              class="button"
              aria-label={w(isPlaced ? "move-grant" : "narrow-grant", what)}
              data-change
              onClick={() =>
                void (isPlaced ? move(subject, grant) : narrow(name, grant)).then(read)
              }
            >
              {w(isPlaced ? "move" : "narrow")}
            </button>
            <button
              type="button"
              class="button"
              aria-label={w("take-back-grant", what)}
              data-take-back
              onClick={() => void takeBack(name, grant).then(read)}
            >
              {w("take-back")}
            </button>
          </div>
        );
      })}
    </>
  );
}

/** Returns the fields for the limits of a person. */
export async function limitFields(tournament: string, tables: string): Promise<Field[]> {
  const w = peopleWords.value;
  return [
    await tournamentField(tournament, w("every-tournament")),
    {
      name: "tables",
      label: w("tables-of"),
      kind: "text",
      value: tables,
      hint: w("tables-hint"),
    },
  ];
}

/** Returns the limits of a person; says so and returns `null` if no tables are read. */
export async function readLimits(title: string, answers: Answers) {
  const w = peopleWords.value;
  const tables = readTables(answers.tables ?? "");
  if (tables === null) {
    await ask({ title, text: w("no-tables"), confirm: w("done") });
    return null;
  }
  const { tournament = "" } = answers;
  return { tournament, ...(tables === undefined ? {} : { tables }) };
}

/** Asks for narrower limits; the server says if they are not. */
async function narrow(name: string, { grant, role, limits }: Grant): Promise<void> {
  const w = peopleWords.value;
  const title = w("narrow-grant", { name, role: roleName(role) });
  const answers = await ask({
    title,
    fields: await limitFields(limits?.tournament ?? "", tablesText(limits?.tables)),
    confirm: w("narrow"),
  });
  const read = answers && (await readLimits(title, answers));
  if (read === null) return;
  const next = { ...read, participant: limits?.participant ?? 0 };
  await act(`grant ${grant}`, title, () =>
    access.narrowGrant({ venue: venue(), grant, limits: next }),
  );
}

/** Asks for the table and the seat to which a device goes. */
async function move({ subject: device, name }: AccessSubject, { grant, role, limits }: Grant) {
  const w = peopleWords.value;
  const title = w("move-grant", { name, role: roleName(role) });
  const answers = await ask({
    title,
    text: w("move-text"),
    fields: [
      await tournamentField(limits?.tournament ?? ""),
      {
        name: "table",
        label: w("table-of"),
        kind: "number",
        min: 1,
        max: TABLES_MAX,
        value: String(limits?.tables?.first ?? 1),
        isRequired: true,
      },
      {
        name: "seat",
        label: w("seat-of"),
        kind: "select",
        value: String(Seat.TABLE),
        options: SEATS.map(([seat, at]) => ({ value: String(at), label: seatName(seat) })),
      },
    ],
    confirm: w("move"),
  });
  if (answers === null) return;
  const { tournament = "" } = answers;
  const [table, seat] = [Number(answers.table), Number(answers.seat)];
  const next = { tournament, tables: { first: table, last: table } };
  const at = (id: string) => ({ venue: venue(), tournament: id });
  await act(`grant ${grant}`, title, async () => {
    await access.moveDevice({ venue: venue(), grant, limits: next });
    await boardIngest.assignTable({
      tournament: at(tournament),
      device,
      table,
      seat,
      by: person.value,
    });
  });
}

async function takeBack(name: string, { grant, role }: Grant): Promise<void> {
  const w = peopleWords.value;
  const title = w("take-back-grant", { name, role: roleName(role) });
  const confirm = w("take-back");
  if ((await ask({ title, confirm, isDangerous: true })) === null) return;
  await act(`grant ${grant}`, title, () => access.revokeGrant({ venue: venue(), grant }));
}

/** Returns the choice of a tournament of the venue; with a name for all of them if that is one. */
async function tournamentField(value: string, everywhere?: string): Promise<Field> {
  const all = await allTournaments(venue()).catch(() => []);
  const known = all.map(({ tournament, name }) => ({
    value: tournament?.tournament ?? "",
    label: name,
  }));
  const isKnown = value === "" || known.some((one) => one.value === value);
  return {
    name: "tournament",
    label: peopleWords.value("tournament-of"),
    kind: "select",
    value,
    options: [
      ...(everywhere === undefined ? [] : [{ value: "", label: everywhere }]),
      ...(isKnown ? [] : [{ value, label: value }]),
      ...known,
    ],
  };
}
