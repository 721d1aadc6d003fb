// The people and devices of the venue: who may what, who came in, and who did what.

import { useSignal } from "@preact/signals";
import type {
  AccessSubject,
  InvitePersonResponse,
  ListAccessResponse,
} from "../../gen/damcast/v1/access_service_pb";
import { language, moment } from "../../text/language";
import { access, noteAnswer, refusalText } from "../../wire/api";
import { venue } from "../../wire/session";
import { act } from "../acts";
import { ask } from "../ask";
import { HallCode } from "../hall_code";
import { LabelledInput } from "../labelled_input";
import { useRepeatedly } from "../repeated";
import { Changes } from "./changes";
import { Enrolling } from "./enrolling";
import { giveRole, ownTournament, readGiven, roleFields } from "./giving";
import { Grants } from "./grants";
import { OwnSessions } from "./own_sessions";
import { PasskeyList } from "./passkeys";
import { Passphrase } from "./sign_in";
import { peopleWords } from "./text";

const REFRESH_MS = 3_000;
/** Returns a text that changes with everything that is listed. */
function stampOf({ subjects, invitations }: ListAccessResponse): string {
  const grants = subjects.flatMap((one) => one.grants.map(({ grant }) => grant));
  const passkeys = subjects.flatMap((one) => one.passkeys.map(({ passkey }) => `p${passkey}`));
  const sessions = subjects.flatMap((one) => one.sessions.map(({ token }) => token));
  const numbers = invitations.map(({ invitation }) => invitation);
  return [subjects.length, ...grants, ...passkeys, ...sessions, ...numbers].join();
}

export function People() {
  const w = peopleWords.value;
  const known = useSignal<ListAccessResponse | null>(null);
  const fault = useSignal("");
  const isEnrolling = useSignal(false);
  const invited = useSignal<{ name: string; answer: InvitePersonResponse } | null>(null);
  const read = async () => {
    try {
      known.value = await access.listAccess({ venue: venue() });
      noteAnswer();
      fault.value = "";
    } catch (error) {
      fault.value = refusalText(error, language.peek());
    }
  };
  useRepeatedly(read, REFRESH_MS);
  const putOut = async (subject: AccessSubject) => {
    const name = subject.name;
    const answers = await ask({
      title: w("put-out-title", { name }),
      text: w("put-out-text", { name }),
      confirm: w("put-out-confirm"),
      isDangerous: true,
    });
    if (answers === null) return;
    await act(`put-out ${subject.subject}`, w("put-out", { name }), () =>
      access.putOut({ venue: venue(), subject: subject.subject }),
    );
    await read();
  };
  const addPerson = async () => {
    const answers = await ask({
      title: w("add-person"),
      fields: [
        { name: "name", label: w("person-name"), kind: "text", isRequired: true },
        {
          name: "id",
          label: w("person-id"),
          kind: "text",
          isRequired: true,
          hint: w("person-id-hint"),
        },
        ...(await roleFields(ownTournament(persons))),
      ],
      confirm: w("add-person"),
    });
    if (answers === null) return;
    const { name = "", id: subject = "" } = answers;
    const title = w("add-person");
    const given = await readGiven(title, answers);
    if (given === null) return;
    const added = await act(`add ${subject}`, title, async () => {
      await access.addPerson({ venue: venue(), subject, name });
      await access.grantRole({ venue: venue(), subject, ...given });
      return true;
    });
    await read();
    if (added) await invite(subject, name);
  };
  const invite = async (subject: string, name: string) => {
    const answer = await act(`invite ${subject}`, w("invite-of", { name }), () =>
      access.invitePerson({ venue: venue(), subject }),
    );
    if (answer) invited.value = { name, answer };
    await read();
  };
  const subjects = (known.value?.subjects ?? []).filter((one) => one.putOutAtMs === 0n);
  const devices = subjects.filter((one) => one.isDevice);
  const persons = subjects.filter((one) => !one.isDevice);
  return (
    <>
      <h1>{w("people")}</h1>
      {fault.value !== "" && (
        <p role="alert">
          {fault.value} <a href="/desk/sign-in">{w("sign-in")}</a>
        </p>
      )}
      {known.value === null && (
        <p class="empty">{fault.value === "" ? w("loading-people") : w("not-signed-in")}</p>
      )}
      {known.value !== null && (
        <>
          <section aria-labelledby="devices-title">
            <h2 id="devices-title">{w("devices")}</h2>
            {isEnrolling.value ? (
              <Enrolling
                done={() => {
                  isEnrolling.value = false;
                  void read();
                }}
              />
            ) : (
              <div class="buttons">
                <button
                  type="button"
                  class="button button-next"
                  onClick={() => {
                    isEnrolling.value = true;
                  }}
                >
                  {w("enrol-device")}
                </button>
              </div>
            )}
            {devices.length === 0 && <p class="empty">{w("no-devices")}</p>}
            <Subjects subjects={devices} putOut={putOut} read={read} />
          </section>
          <section aria-labelledby="persons-title">
            <h2 id="persons-title">{w("persons")}</h2>
            <div class="buttons">
              <button type="button" class="button" onClick={() => void addPerson()}>
                {w("add-person")}
              </button>
            </div>
            {invited.value !== null && <Invited {...invited.value} />}
            <Subjects
              subjects={persons}
              putOut={putOut}
              read={read}
              invite={invite}
              give={(one) => giveRole(one, ownTournament(persons)).then(read)}
            />
            <OpenInvitations known={known.value} />
            <Passphrase />
          </section>
          <OwnSessions />
          <Changes subjects={known.value.subjects} stamp={stampOf(known.value)} />
        </>
      )}
    </>
  );
}

interface SubjectsProps {
  readonly subjects: readonly AccessSubject[];
  readonly putOut: (subject: AccessSubject) => Promise<void>;
  readonly read: () => Promise<void>;
  readonly invite?: (subject: string, name: string) => Promise<void>;
  readonly give?: (subject: AccessSubject) => Promise<void>;
}

function Subjects({ subjects, putOut, read, invite, give }: SubjectsProps) {
  const w = peopleWords.value;
  const end = async (token: string, time: string) => {
    await act(`end ${token}`, w("end-session", { time }), () =>
      access.endSession({ venue: venue(), token }),
    );
    await read();
  };
  return (
    <ul class="subjects">
      {subjects.map((one) => (
        <li key={one.subject} data-subject={one.subject}>
          <p>
            <b>{one.name}</b> {one.name !== one.subject && <span class="hint">{one.subject}</span>}{" "}
            {one.words !== "" && <span class="hint">{w("words-of", { words: one.words })}</span>}
          </p>
          <Grants subject={one} read={read} />
          <PasskeyList subject={one} read={read} />
          {one.sessions.length > 0 && (
            <details>
              <summary>{w("sessions-of", { number: one.sessions.length })}</summary>
              {one.sessions.map(({ token, expiresAtMs }) => {
                const time = moment(Number(expiresAtMs));
                return (
                  <button
                    key={token}
                    type="button"
                    class="button"
                    onClick={() => void end(token, time)}
                  >
                    {w("end-session", { time })}
                  </button>
                );
              })}
            </details>
          )}
          <div class="buttons">
            {give && (
              <button
                type="button"
                class="button"
                data-give
                aria-label={w("give-role-to", { name: one.name })}
                onClick={() => void give(one)}
              >
                {w("give-role")}
              </button>
            )}
            {invite && (
              <button
                type="button"
                class="button"
                onClick={() => void invite(one.subject, one.name)}
              >
                {w("invite-of", { name: one.name })}
              </button>
            )}
            <button type="button" class="button button-danger" onClick={() => void putOut(one)}>
              {w("put-out", { name: one.name })}
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Invited({ name, answer }: { name: string; answer: InvitePersonResponse }) {
  const w = peopleWords.value;
  const isCopied = useSignal(false);
  const link = `${location.origin}/desk/sign-in#invitation=${venue()}.${answer.secret}`;
  return (
    <div class="enrolling">
      <p>{w("invite-hint", { name, time: moment(Number(answer.expiresAtMs)) })}</p>
      <HallCode text={link} />
      <LabelledInput id="invited-link" label={w("invited-link")} value={link} readOnly />
      <div class="buttons">
        <button
          type="button"
          class="button"
          onClick={() => {
            void navigator.clipboard?.writeText(link).then(() => {
              isCopied.value = true;
            });
          }}
        >
          {isCopied.value ? w("copied") : w("copy")}
        </button>
      </div>
    </div>
  );
}

function OpenInvitations({ known }: { readonly known: ListAccessResponse }) {
  const w = peopleWords.value;
  const open = known.invitations.filter((one) => one.person !== "");
  if (open.length === 0) return null;
  return (
    <>
      <h3>{w("invitations")}</h3>
      <ul>
        {open.map(({ invitation, person, expiresAtMs }) => (
          <li key={invitation}>
            {person} {w("invitation-until", { time: moment(Number(expiresAtMs)) })}
          </li>
        ))}
      </ul>
    </>
  );
}
