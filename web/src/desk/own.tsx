// Proposals that a participant makes by their own phone: an absence, a bye, a withdrawal, a line-up; and the answers of
// the desk.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Proposal } from "../gen/damcast/v1/pairing_pb";
import { apiPath } from "../live/feed";
import { enrol, enrolled, invitation, startDevice } from "../tablet/device";
import { language, timeOfDay } from "../text/language";
import { decodeParticipants } from "../wire/decode";
import { PROMPT } from "../wire/device_api";
import type { Enrolled } from "../wire/device_key";
import { devicePairing } from "../wire/device_pairing";
import type { Participants } from "../wire/frames";
import { refusalText } from "../wire/refusal";
import { OwnLineUp } from "./own_line_up";
import { ProposalForm } from "./proposal_form";
import { words } from "./text";

const LOOK_EVERY_MS = 5_000;

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
  const participants = useSignal<Participants | null>(null);
  const told = useSignal("");
  const fault = useSignal("");
  const tournament = { venue: own.venue, tournament: own.tournament };
  const read = async () => {
    const request = { tournament, participant, language: language.peek() };
    listed.value = (await devicePairing.listProposals(request, PROMPT)).proposals;
    participants.value ??= await readParticipants(own);
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
  const team = participants.value?.teams.find(({ id }) => id === participant);
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
      {team && participants.value && (
        <OwnLineUp
          team={team}
          participants={participants.value}
          send={(boards, reason) => {
            const request = { ...common, team: participant, boards: [...boards], reason };
            void send(() => devicePairing.handInLineUp(request, PROMPT));
          }}
        />
      )}
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

/** Reads who takes part, as everybody may: a phone speaks for one participant, and is told no more of the others. */
async function readParticipants({ venue, tournament }: Enrolled): Promise<Participants> {
  const answer = await fetch(`${apiPath(venue, tournament)}/players`);
  if (!answer.ok) throw new Error(`the players were answered with ${answer.status}`);
  return decodeParticipants(await answer.text());
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
