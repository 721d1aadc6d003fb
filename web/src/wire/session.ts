// The person at this desk, and what a call carries to say so.

import { signal } from "@preact/signals";

const STORED_UNDER = "damcast.person";

/** The name that decisions are recorded under; empty until somebody gives one. */
export const person = signal(read());

/**
 * True once the server has answered a call that is not public although it carried no token: then
 * whoever reaches its port is believed.
 */
export const isOpen = signal(false);

/** Sets the name, and keeps it for the next visit. */
export function setPerson(name: string): void {
  person.value = name.trim();
  try {
    localStorage.setItem(STORED_UNDER, person.value);
  } catch {
    // Storage may be forbidden; then the name lasts for this visit.
  }
}

/** Returns the token of this session; `null` as long as nobody has signed in. */
export function token(): string | null {
  return null;
}

function read(): string {
  try {
    return localStorage.getItem(STORED_UNDER) ?? "";
  } catch {
    return "";
  }
}
