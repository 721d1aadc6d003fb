// The passkeys and sessions of whoever is at this desk: each session may be ended, and all but this one at once.

import { useSignal } from "@preact/signals";
import type { GetOwnAccessResponse } from "../../gen/damcast/v1/access_service_pb";
import { language, moment } from "../../text/language";
import { access, isUnanswered, refusalText } from "../../wire/api";
import { isSignedIn, venue } from "../../wire/session";
import { act } from "../acts";
import { useRepeatedly } from "../repeated";
import { OwnPasskeys } from "./passkeys";
import { peopleWords } from "./text";

const REFRESH_MS = 3_000;

export function OwnSessions() {
  const w = peopleWords.value;
  const own = useSignal<GetOwnAccessResponse | null>(null);
  const fault = useSignal("");
  const isRefused = useSignal(false);
  const read = async () => {
    // Each refused call is on record.
    if (!isSignedIn.peek() || isRefused.peek()) return;
    try {
      own.value = await access.getOwnAccess({ venue: venue() });
      fault.value = "";
    } catch (error) {
      fault.value = refusalText(error, language.peek());
      isRefused.value = !isUnanswered(error);
    }
  };
  useRepeatedly(read, REFRESH_MS);
  const sessions = own.value?.subject?.sessions ?? [];
  const others = sessions.filter(({ token }) => token !== own.value?.token);
  const end = async (tokens: readonly string[], label: string) => {
    for (const token of tokens) {
      await act(`end ${token}`, label, () => access.endSession({ venue: venue(), token }));
    }
    await read();
  };
  if (!isSignedIn.value || (sessions.length === 0 && fault.value === "")) return null;
  const subject = own.value?.subject;
  return (
    <>
      {subject && <OwnPasskeys subject={subject} read={read} />}
      <section aria-labelledby="own-sessions-title">
        <h2 id="own-sessions-title">{w("own-sessions")}</h2>
        {fault.value !== "" && <p role="alert">{fault.value}</p>}
        <ul class="subjects" data-sessions={sessions.length}>
          {sessions.map(({ token, issuedAtMs, expiresAtMs }) => {
            const [since, time] = [moment(Number(issuedAtMs)), moment(Number(expiresAtMs))];
            const isThis = token === own.value?.token;
            return (
              <li key={token}>
                <p>{w("session-since", { since })}</p>
                {isThis ? (
                  <p class="hint">{w("this-session")}</p>
                ) : (
                  <button
                    type="button"
                    class="button"
                    data-end={token}
                    onClick={() => void end([token], w("end-session", { time }))}
                  >
                    {w("end-session", { time })}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
        {others.length > 0 && (
          <div class="buttons">
            <button
              type="button"
              class="button button-danger"
              onClick={() =>
                void end(
                  others.map(({ token }) => token),
                  w("end-other-sessions"),
                )
              }
            >
              {w("end-other-sessions")}
            </button>
          </div>
        )}
      </section>
    </>
  );
}
