// The kinds of acts about people and devices, as the service names them, in words.

import { peopleWords } from "./text";

export const CHANGE_KINDS = [
  "attempts-refused",
  "device-enrolled",
  "granted",
  "invitation-used",
  "invited",
  "key-set",
  "moved",
  "narrowed",
  "passkey-added",
  "passkey-doubted",
  "passkey-removed",
  "passkey-used",
  "passphrase-set",
  "person-added",
  "pin-removed",
  "pin-set",
  "put-out",
  "revoked",
  "token-ended",
  "token-issued",
  "token-renewed",
  "undelayed-opened",
] as const;

/** Returns a kind in words; as it is, if it is of a newer service. */
export function kindName(kind: string): string {
  const known = CHANGE_KINDS.find((one) => one === kind);
  return known === undefined ? kind : peopleWords.value(`change-${known}`);
}
