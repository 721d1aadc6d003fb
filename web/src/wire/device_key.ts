// The key of this browser as a device: made here, kept in IndexedDB, and never read out again.

import { openDatabase, transactWith } from "./database";
import { inTime } from "./disk";

const DATABASE = "damcast-device";
const STORE = "devices";
const OWN = "own";
const KIND = { name: "ECDSA", namedCurve: "P-256" } as const;
/** The beginning of what is signed, as docs/access.md has it. */
const PURPOSE = "damcast call 1";

/** This browser as a device. */
export interface Device {
  readonly keys: CryptoKeyPair;
  /** Its enrolment; absent until then. */
  readonly enrolled?: Enrolled;
  /** Its enrolments of before, the latest last: what it did then is sent as what it was. */
  readonly former?: readonly Enrolled[];
}

export interface Enrolled {
  readonly venue: string;
  /** Its id, under which it sends inputs. */
  readonly subject: string;
  readonly token: string;
  readonly words: string;
  /** The tournament that it may act in; empty if that is not limited. */
  readonly tournament: string;
  /** The number of its table; 0 if it has none. */
  readonly table: number;
  /** The number of the player or team that it speaks for; 0 or absent if it speaks for none. */
  readonly participant?: number;
  /** The number of its seat, as DeviceSeat has it. */
  readonly seat: number;
  readonly isSeated: boolean;
}

/** This browser as it was read or kept last. */
let latest: Device | undefined;

/**
 * Returns this browser as a device; makes its key at the first time. If the disk fails or does not answer later, it is as
 * it was: a call for the arbiter has to be signed then, too.
 */
export async function ownDevice(): Promise<Device> {
  const reading = run<Device | undefined>("readonly", (store) => store.get(OWN));
  const before = latest;
  const known = await (before ? inTime(reading).catch(() => before) : reading);
  if (known) {
    latest = known;
    return known;
  }
  const keys = await crypto.subtle.generateKey(KIND, false, ["sign", "verify"]);
  await keep({ keys });
  return { keys };
}

/** Keeps what the device is, on the disk before it goes on. */
export async function keep(device: Device): Promise<void> {
  await run("readwrite", (store) => store.put(device, OWN));
  latest = device;
}

/** Returns the public half of a key, an uncompressed point of 65 bytes. */
export async function publicKey({ keys }: Device): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey));
}

/** Signs a call of a path with its request; returns 64 bytes, r and s. */
export async function sign(
  { keys }: Device,
  path: string,
  request: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const signed = signedBytes(path, request);
  const kind = { name: "ECDSA", hash: "SHA-256" };
  return new Uint8Array(await crypto.subtle.sign(kind, keys.privateKey, signed));
}

/** Returns the bytes that are signed: purpose, path and request, each ended by a zero. */
export function signedBytes(path: string, request: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${PURPOSE}\0${path}\0`);
  const bytes = new Uint8Array(head.length + request.length + 1);
  bytes.set(head);
  bytes.set(request, head.length);
  return bytes;
}

function run<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const opening = openDatabase(DATABASE, (database) => database.createObjectStore(STORE));
  return transactWith(opening, [STORE], mode, (of) => ask(of(STORE)));
}
