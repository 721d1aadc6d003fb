// This tablet as a device: how it is enrolled, and how it stays signed in.

import { signal } from "@preact/signals";
import type { EnrolDeviceRequest } from "../gen/damcast/v1/access_service_pb";
import { deviceAccess, PROMPT } from "../wire/device_api";
import { type Enrolled, keep, ownDevice, publicKey } from "../wire/device_key";
import { expiryOf } from "../wire/session";

const RENEW_EVERY_MS = 3_600_000;

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
  const device = await ownDevice();
  enrolled.value = device.enrolled ?? null;
  setInterval(() => void renew(), RENEW_EVERY_MS);
  void renew();
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
    isSeated: answer.isSeated,
  };
  await keep({ ...device, enrolled: next });
  invitation.value = null;
  enrolled.value = next;
  // The browser is asked not to throw the key and the moves away when its disk is full. It may ask in turn.
  void navigator.storage?.persist?.().catch(() => false);
  // Everything begins anew at another table.
  if (wasEnrolled) location.reload();
}

/** Lets the session last longer. A token that ends while a game goes on still counts for it. */
async function renew(): Promise<void> {
  const own = enrolled.peek();
  if (!own) return;
  try {
    const request = { venue: own.venue, expiresAtMs: BigInt(expiryOf(own.token) ?? 0) };
    const { signedIn } = await deviceAccess.renewSession(request, PROMPT);
    if (!signedIn || enrolled.peek() !== own) return;
    const device = await ownDevice();
    // Another page may have enrolled this tablet anew.
    if (device.enrolled?.subject !== own.subject) return;
    const next = { ...own, token: signedIn.token };
    await keep({ ...device, enrolled: next });
    enrolled.value = next;
  } catch {
    // The next hour tries again; that the tablet was put out is told where it watches its table.
  }
}
