// The session of whoever is at this desk: begun by a link, renewed while the desk is open.

import { signal } from "@preact/signals";
import { language } from "../../text/language";
import { access, refusalText } from "../../wire/api";
import {
  expiresAt,
  isSignedIn,
  keepToken,
  offered,
  person,
  signOut,
  token,
  tokenId,
  venue,
} from "../../wire/session";
import { ask } from "../ask";
import { peopleWords } from "./text";

/** Time in milliseconds before its end at which a session is renewed. */
const RENEW_BEFORE_MS = 8 * 3_600_000;
const LOOK_EVERY_MS = 60_000;
/** Longest time in milliseconds to wait until a session that somebody leaves has ended. */
const END_WITHIN_MS = 3_000;

/** The reason why a link signs nobody in; empty if it did, or there is none. */
export const linkFault = signal("");

/** True while a link signs somebody in. */
export const isComing = signal(false);

/** Signs in by the invitation in the address, if there is one, and renews the session from then on. */
export function startSession(): void {
  const [, of, secret] = /^#invitation=([\w-]+)\.(\w+)$/.exec(location.hash) ?? [];
  if (of !== undefined && secret !== undefined) {
    history.replaceState(history.state, "", location.pathname + location.search);
    void accept(of, secret);
  }
  const given = offered.peek();
  if (given !== null) {
    offered.value = null;
    void takePlace().then((agreed) => {
      if (agreed) keepToken(given);
    });
  }
  setInterval(() => void renew(), LOOK_EVERY_MS);
  void renew();
}

/** Forgets the session of this desk, and ends it. */
export async function leave(): Promise<void> {
  const [mine, ended, of] = [token(), tokenId(), venue()];
  // A page that is closed at once must keep nobody signed in.
  signOut();
  if (ended === null) return;
  const headers = { authorization: `Bearer ${mine}` };
  try {
    await access.endSession({ venue: of, token: ended }, { headers, timeoutMs: END_WITHIN_MS });
  } catch {
    // Nobody has its token here any more; elsewhere it lasts until its end.
  }
}

/** Asks whoever is signed in whether somebody else takes their place. */
async function takePlace(): Promise<boolean> {
  const w = peopleWords.peek();
  const answers = await ask({
    title: w("take-place-title"),
    text: w("take-place-text", { name: person.peek() }),
    confirm: w("take-place"),
    isDangerous: true,
  });
  return answers !== null;
}

async function accept(of: string, secret: string): Promise<void> {
  if (isSignedIn.peek() && (expiresAt() ?? 0) > Date.now() && !(await takePlace())) return;
  isComing.value = true;
  try {
    const { signedIn } = await access.acceptInvitation({ venue: of, secret });
    if (signedIn) keepToken(signedIn.token);
  } catch (error) {
    linkFault.value = refusalText(error, language.peek());
  } finally {
    isComing.value = false;
  }
}

/** Lets the session last longer once half of it is over. */
async function renew(): Promise<void> {
  const end = expiresAt();
  if (end === null || end - Date.now() > RENEW_BEFORE_MS) return;
  const before = token();
  try {
    const { signedIn } = await access.renewSession({ venue: venue(), expiresAtMs: BigInt(end) });
    if (signedIn && token() === before) keepToken(signedIn.token);
  } catch {
    // It lasts until its end; the next look tries again.
  }
}
