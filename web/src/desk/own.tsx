// Proposals that a participant makes by their own phone: an absence, a bye, a withdrawal, a line-up; and the answers of
// the desk.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Proposal } from "../gen/damcast/v1/pairing_pb";
import { enrol, enrolled, invitation, startDevice } from "../tablet/device";
import { language, timeOfDay } from "../text/language";
import { PROMPT } from "../wire/device_api";
import type { Enrolled } from "../wire/device_key";
import { devicePairing } from "../wire/device_pairing";
import { refusalText } from "../wire/refusal";
import { type Field, FieldRow } from "./ask";
import { words } from "./text";

const LOOK_EVERY_MS = 5_000;
/** The separators of the numbers of a line-up. */
const BETWEEN = /[\s,;]+/;

export function OwnPage() {
  const w = words.value;
  const fault = useSignal("");
  useEffect(() => {
    void start().catch((error: unknown) => {
      fault.value = refusalText(error, language.peek());
    });
  }, [fault]);
  const own = enrolled.value;
  return (
    <section class="panel" aria-labelledby="own-title">
      <h1 id="own-title">{w("own-title")}</h1>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      {own?.participant ? <Own own={own} participant={own.participant} /> : <p>{w("own-none")}</p>}
    </section>
  );
}

/** Enrols this phone by the link that it was opened with. */
async function start(): Promise<void> {
  await startDevice();
  const given = invitation.peek();
  if (given === null || given === "typed") return;
  invitation.value = null;
  await enrol(given.venue, { case: "secret", value: given.secret });
}

interface OwnProps {
  readonly own: Enrolled;
  readonly participant: number;
}

function Own({ own, participant }: OwnProps) {
  const w = words.value;
  const listed = useSignal<readonly Proposal[]>([]);
  const told = useSignal("");
  const fault = useSignal("");
  const tournament = { venue: own.venue, tournament: own.tournament };
  const read = async () => {
    const request = { tournament, participant, language: language.peek() };
    listed.value = (await devicePairing.listProposals(request, PROMPT)).proposals;
  };
  useEffect(() => {
    // The next look tries again.
    const look = () => void read().catch(() => {});
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [own, language.value]);
  const send = async (propose: () => Promise<unknown>) => {
    [told.value, fault.value] = ["", ""];
    try {
      await propose();
      told.value = w("own-sent");
      await read();
    } catch (error) {
      fault.value = refusalText(error, language.peek());
    }
  };
  const common = { tournament, by: "" };
  return (
    <div data-own={participant}>
      <p>{w("own-for", { number: participant, tournament: own.tournament })}</p>
      {told.value !== "" && <p role="status">{told.value}</p>}
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      <Listed proposals={listed.value} />
      <ProposalForm
        id="absence"
        title={w("own-absence")}
        fields={[
          { name: "round", label: w("own-round"), kind: "number", min: 1, isRequired: true },
          {
            name: "kind",
            label: w("own-kind"),
            kind: "select",
            value: "absent",
            options: [
              { value: "absent", label: w("own-absent") },
              { value: "bye", label: w("half-point-bye") },
              { value: "present", label: w("own-present") },
            ],
          },
          { name: "reason", label: w("reason"), kind: "text" },
        ]}
        send={({ round, kind, reason = "" }) =>
          void send(() =>
            devicePairing.reportAbsence(
              {
                ...common,
                participant,
                round: Number(round),
                halfPointBye: kind === "bye",
                present: kind === "present",
                reason,
              },
              PROMPT,
            ),
          )
        }
      />
      <ProposalForm
        id="line-up"
        title={w("own-line-up")}
        fields={[
          {
            name: "boards",
            label: w("own-boards"),
            kind: "text",
            isRequired: true,
            hint: w("own-boards-hint"),
          },
          { name: "reason", label: w("reason"), kind: "text" },
        ]}
        send={({ boards = "", reason = "" }) => {
          const numbers = boards.trim().split(BETWEEN).map(Number);
          if (numbers.some((one) => !Number.isInteger(one) || one < 0)) {
            fault.value = w("cannot-read");
            return;
          }
          const request = { ...common, team: participant, boards: numbers, reason };
          void send(() => devicePairing.handInLineUp(request, PROMPT));
        }}
      />
      <ProposalForm
        id="withdrawal"
        title={w("own-withdrawal")}
        fields={[{ name: "reason", label: w("reason"), kind: "text" }]}
        send={({ reason = "" }) =>
          void send(() => devicePairing.withdraw({ ...common, participant, reason }, PROMPT))
        }
      />
    </div>
  );
}

function Listed({ proposals }: { readonly proposals: readonly Proposal[] }) {
  const w = words.value;
  const stateOf = ({ answered, accepted }: Proposal) => {
    if (!answered) return "waits";
    return accepted ? "accepted" : "refused";
  };
  return (
    <ul aria-live="polite">
      {proposals.map((one) => (
        <li key={one.number} data-proposal={one.number} data-state={stateOf(one)}>
          {one.text}: <b>{w(STATES[stateOf(one)])}</b> {one.reason}{" "}
          <span class="hint">{timeOfDay(Number(one.atMs))}</span>
        </li>
      ))}
    </ul>
  );
}

/** The words of the states of a proposal. */
const STATES = { waits: "own-waits", accepted: "own-accepted", refused: "own-refused" } as const;

interface ProposalFormProps {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly Field[];
  readonly send: (answers: Readonly<Record<string, string>>) => void;
}

function ProposalForm({ id, title, fields, send }: ProposalFormProps) {
  const w = words.value;
  return (
    <details class="reasons" data-form={id}>
      <summary>{title}</summary>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          send(Object.fromEntries([...data].map(([name, value]) => [name, String(value)])));
        }}
      >
        {fields.map((field) => (
          <FieldRow key={field.name} field={{ ...field, id: `${id}-${field.name}` }} />
        ))}
        <div class="buttons">
          <button type="submit" class="button button-next">
            {w("own-propose")}
          </button>
        </div>
      </form>
    </details>
  );
}
