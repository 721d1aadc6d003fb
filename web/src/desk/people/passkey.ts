// Passkeys as the browser makes and shows them: a person adds one, and signs in with it.

import { access } from "../../wire/api";
import { keepToken, venue } from "../../wire/session";

/** Algorithms of keys (COSE): ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];
/** Time in milliseconds within which the person answers; the challenge lasts as long. */
const WITHIN_MS = 300_000;

/** A reason why the browser made or showed no passkey. */
export type PasskeyFault = "passkey-cancelled" | "passkey-known-here" | "passkey-failed";

/** True where browsers have passkeys: on a page of a host with a name, by HTTPS or on localhost. */
export const passkeysWork =
  globalThis.isSecureContext === true &&
  typeof PublicKeyCredential === "function" &&
  !/^(\[.*\]|[\d.]+)$/.test(location.hostname);

/** Returns the reason why the browser made or showed no passkey; `null` if something else went wrong. */
export function passkeyFault(error: unknown): PasskeyFault | null {
  if (!(error instanceof DOMException)) return null;
  if (error.name === "NotAllowedError" || error.name === "AbortError") return "passkey-cancelled";
  return error.name === "InvalidStateError" ? "passkey-known-here" : "passkey-failed";
}

/** Adds a passkey under a name; `current` is the passphrase until now. */
export async function addPasskey(name: string, current: string): Promise<void> {
  const begun = await access.beginPasskey({ venue: venue(), current });
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: bytes(begun.challenge),
      rp: { id: begun.host, name: "Damcast" },
      user: { id: bytes(begun.user), name: begun.subject, displayName: begun.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: begun.known.map((id) => ({ type: "public-key", id: bytes(id) })),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
      timeout: WITHIN_MS,
    },
  });
  const answer = made instanceof PublicKeyCredential ? made.response : null;
  if (!(answer instanceof AuthenticatorAttestationResponse)) throw noAnswer();
  await access.addPasskey({
    venue: venue(),
    name,
    clientData: new Uint8Array(answer.clientDataJSON),
    attestation: new Uint8Array(answer.attestationObject),
  });
}

/** Signs in with a passkey that the person chooses. */
export async function signInByPasskey(): Promise<void> {
  const begun = await access.beginPasskeySignIn({ venue: venue() });
  const shown = await navigator.credentials.get({
    publicKey: {
      challenge: bytes(begun.challenge),
      rpId: begun.host,
      userVerification: "required",
      timeout: WITHIN_MS,
    },
  });
  const answer = shown instanceof PublicKeyCredential ? shown.response : null;
  if (!(answer instanceof AuthenticatorAssertionResponse)) throw noAnswer();
  const { signedIn } = await access.signInByPasskey({
    venue: venue(),
    credential: new Uint8Array((shown as PublicKeyCredential).rawId),
    clientData: new Uint8Array(answer.clientDataJSON),
    authenticatorData: new Uint8Array(answer.authenticatorData),
    signature: new Uint8Array(answer.signature),
    user: new Uint8Array(answer.userHandle ?? new ArrayBuffer(0)),
  });
  if (signedIn) keepToken(signedIn.token);
}

function noAnswer(): DOMException {
  return new DOMException("the browser made no passkey", "NotSupportedError");
}

/** Returns a copy of bytes as browsers take them. */
function bytes(of: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(of);
}
