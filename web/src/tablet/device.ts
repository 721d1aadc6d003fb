// This tablet as a device: how it is enrolled, and how it stays signed in.

import { signal } from "@preact/signals";
import type { EnrolDeviceRequest } from "../gen/damcast/v1/access_service_pb";
import { as, deviceAccess, PROMPT } from "../wire/device_api";
import { type Enrolled, keep, ownDevice, publicKey } from "../wire/device_key";
import { countedIfLate } from "../wire/disk";
import { expiryOf } from "../wire/session";
import { loadAnew } from "./lock";

const RENEW_EVERY_MS = 3_600_000;
/** Number of enrolments of before that are kept. */
const FORMER_MAX = 8;

/** The enrolment of this tablet; `null` until it is enrolled, `undefined` until that is known. */
export const enrolled = signal<Enrolled | null | undefined>(undefined);

/** An invitation to a table. */
export interface Invitation {
  readonly venue: string;
  readonly secret: string;
}

/**
 * The invitation of the link that was opened; `"typed"` if somebody is to type its code, although the tablet
 * is enrolled; `null` if there is none.
 */
export const invitation = signal<Invitation | "typed" | null>(null);

/** Takes the invitation out of the address, so that it does not stay there. */
export function takeInvitation(): void {
  const [, venue, secret] = /^#([\w-]+)\.(\w+)$/.exec(location.hash) ?? [];
  if (venue === undefined || secret === undefined) return;
  history.replaceState(history.state, "", location.pathname);
  invitation.value = { venue, secret };
}

/** True if this tablet cannot read what it is. */
export const isBroken = signal(false);

/** True if the browser has promised not to delete what the tablet keeps; `null` as long as that is not known. */
export const isPersisted = signal<boolean | null>(null);

/** True where the browser can keep a key: on https, and on this machine itself. */
export function canKeepKey(): boolean {
  return crypto.subtle !== undefined && "indexedDB" in globalThis;
}

/** Reads what this tablet is, and keeps it signed in from then on. */
export async function startDevice(): Promise<void> {
  takeInvitation();
  addEventListener("hashchange", takeInvitation);
  if (!canKeepKey()) {
    enrolled.value = null;
    return;
  }
  try {
    enrolled.value = (await countedIfLate(ownDevice())).enrolled ?? null;
  } catch {
    isBroken.value = true;
    return;
  }
  void learnPersistence((storage) => storage.persisted());
  const renewOwn = () => {
    const subject = enrolled.peek()?.subject;
    // The next hour tries again; that the tablet was put out is told where it watches its table.
    if (subject !== undefined) renew(subject).catch(() => {});
  };
  setInterval(renewOwn, RENEW_EVERY_MS);
  renewOwn();
}

/** Enrols this tablet by the secret of a link, or by a code. */
export async function enrol(
  venue: string,
  repeated: EnrolDeviceRequest["repeated"],
): Promise<void> {
  const wasEnrolled = Boolean(enrolled.peek());
  const device = await ownDevice();
  const key = await publicKey(device);
  const answer = await deviceAccess.enrolDevice({ venue, repeated, key }, PROMPT);
  const next: Enrolled = {
    venue,
    subject: answer.signedIn?.subject ?? "",
    token: answer.signedIn?.token ?? "",
    words: answer.words,
    tournament: answer.limits?.tournament ?? "",
    table: answer.limits?.tables?.first ?? 0,
    seat: answer.seat,
    participant: answer.limits?.participant ?? 0,
    isSeated: answer.isSeated,
  };
  const before = [...(device.former ?? []), ...(device.enrolled ? [device.enrolled] : [])];
  // It comes back with the same id if the answer to its code was lost.
  const former = before.filter((one) => one.subject !== next.subject).slice(-FORMER_MAX);
  await keep({ ...device, enrolled: next, former });
  invitation.value = null;
  enrolled.value = next;
  // The browser is asked not to throw the key and the moves away when its disk is full. It may ask in turn.
  void learnPersistence((storage) => storage.persist());
  // Everything begins anew at another table.
  if (wasEnrolled) loadAnew();
}

async function learnPersistence(ask: (of: StorageManager) => Promise<boolean>): Promise<void> {
  try {
    isPersisted.value = await ask(navigator.storage);
  } catch {
    // Browsers that cannot answer promise nothing, and delete nothing that is in use.
  }
}

/** Returns the enrolment of an id, the one of now or one of before; `undefined` if it is not known any more. */
export async function enrolmentOf(subject: string): Promise<Enrolled | undefined> {
  const { enrolled: own, former = [] } = await ownDevice();
  return [own, ...former].find((one) => one?.subject === subject);
}

/**
 * Lets the session of an enrolment last longer, also one that has ended: the tablet was off over night.
 *
 * @throws the refusal, as of a tablet that was put out.
 */
export async function renew(subject: string): Promise<void> {
  const known = await enrolmentOf(subject);
  if (!known) return;
  const request = { venue: known.venue, expiresAtMs: BigInt(expiryOf(known.token) ?? 0) };
  const { signedIn } = await deviceAccess.renewSession(request, as(known));
  if (signedIn) await replace({ ...known, token: signedIn.token });
}

/** Asks which tournament and table this tablet was given; returns true if it did not know that. */
export async function learnPlace(): Promise<boolean> {
  const own = enrolled.peek();
  if (!own) return false;
  const { subject } = await deviceAccess.getOwnAccess({ venue: own.venue }, as(own));
  const limits = subject?.grants.map((grant) => grant.limits) ?? [];
  const isHere = (tournament = "") => tournament === "" || tournament === own.tournament;
  const elsewhere = limits.find((one) => !isHere(one?.tournament));
  if (!elsewhere || limits.some((one) => isHere(one?.tournament))) return false;
  const { tournament, tables } = elsewhere;
  await replace({ ...own, tournament, table: tables?.first ?? 0, isSeated: true });
  return true;
}

/** Keeps an enrolment in place of that of the same id. */
async function replace(next: Enrolled): Promise<void> {
  const device = await ownDevice();
  const isSame = (one: Enrolled) => one.subject === next.subject;
  if (!device.enrolled || !isSame(device.enrolled)) {
    const former = device.former?.map((one) => (isSame(one) ? next : one));
    // Another page may have enrolled this tablet anew.
    return keep({ ...device, ...(former && { former }) });
  }
  await keep({ ...device, enrolled: next });
  const shown = enrolled.peek();
  if (shown && isSame(shown)) enrolled.value = next;
}
