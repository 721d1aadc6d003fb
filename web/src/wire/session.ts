// The person at this desk, and what a call carries to say so.

import { computed, signal } from "@preact/signals";

const PERSON_UNDER = "damcast.person";
const TOKEN_UNDER = "damcast.token";

/** The token of a link that would sign in somebody else than is signed in; `null` if there is none. */
export const offered = signal<string | null>(null);

const held = signal(takeToken());

// A link that is opened where the desk is open already changes the hash alone.
addEventListener("hashchange", () => {
  if (/^#(token|invitation)=/.test(location.hash)) location.reload();
});

/** The name that decisions are recorded under; empty until somebody gives one. */
export const person = signal(bearerOf(held.value) ?? read(PERSON_UNDER));

/** True while a token says who is at this desk. */
export const isSignedIn = computed(() => held.value !== null);

/**
 * True once the server has answered a call that is not public although it carried no token: then
 * whoever uses its machine is believed.
 */
export const isOpen = signal(false);

/** Sets the name, and keeps it for the next visit. */
export function setPerson(name: string): void {
  person.value = name.trim();
  write(PERSON_UNDER, person.value);
}

/** Returns the token of this session; `null` as long as nobody has signed in. */
export function token(): string | null {
  return held.value;
}

/** Returns the id of the token of this session; `null` without one. */
export function tokenId(): string | null {
  const { jti } = claimsOf(held.value);
  return typeof jti === "string" ? jti : null;
}

/** Keeps a token that was given out to whoever is at this desk. */
export function keepToken(given: string): void {
  held.value = given;
  person.value = bearerOf(given) ?? "";
  write(TOKEN_UNDER, given);
}

/** Returns the venue whose key signed the token; `main` where nobody has signed in. */
export function venue(): string {
  const named = claimsOf(held.value).venue;
  return typeof named === "string" ? named : "main";
}

/** Returns the moment from which the token of this session is refused, in milliseconds; `null` without one. */
export function expiresAt(): number | null {
  return held.value === null ? null : expiryOf(held.value);
}

/** Returns the moment from which a token is refused, in milliseconds; `null` if it says none. */
export function expiryOf(text: string): number | null {
  const at = claimsOf(text).exp_ms;
  return typeof at === "number" ? at : null;
}

/** Forgets the token, in all tabs of this browser from their next visit on. */
export function signOut(): void {
  held.value = null;
  person.value = "";
  write(TOKEN_UNDER, "");
  write(PERSON_UNDER, "");
}

/**
 * Takes the token out of the link that signs in, so that it does not stay in the address, or else the one that is kept.
 * One of somebody else than is signed in is only offered.
 */
function takeToken(): string | null {
  const kept = read(TOKEN_UNDER) || null;
  const given = /^#token=([\w.-]+)$/.exec(location.hash)?.[1];
  if (given === undefined) return kept;
  history.replaceState(history.state, "", location.pathname + location.search);
  if (kept !== null && isGood(kept) && bearerOf(kept) !== bearerOf(given)) {
    offered.value = given;
    return kept;
  }
  write(TOKEN_UNDER, given);
  return given;
}

/** Returns true if a token has not expired. */
function isGood(text: string): boolean {
  return (expiryOf(text) ?? 0) > Date.now();
}

/** Returns the id of the bearer of a token. */
function bearerOf(text: string | null): string | null {
  const { sub } = claimsOf(text);
  return typeof sub === "string" ? sub : null;
}

/** Returns what a token says (PASETO v4.public): its message stands before a signature of 64 bytes. */
function claimsOf(text: string | null): Readonly<Record<string, unknown>> {
  const message = text?.split(".")[2]?.replaceAll("-", "+").replaceAll("_", "/");
  try {
    return JSON.parse(atob(message ?? "").slice(0, -64));
  } catch {
    return {};
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage may be forbidden; then the value lasts for this visit.
  }
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
