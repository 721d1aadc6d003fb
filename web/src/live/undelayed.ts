// The view of a tournament that no embargo delays, for those who may see it: `?undelayed` in the
// address that a page is opened with. What only it needs is loaded then.

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Open } from "./transports";

const asked = signal(false);
const refused = signal("");

/** The gRPC statuses after which asking again gets the same answer: PERMISSION_DENIED, UNAUTHENTICATED. */
const FINAL: readonly unknown[] = [7, 16];

/** True for as long as the page is open, if its first address asked for it. */
export const isUndelayed: ReadonlySignal<boolean> = asked;

/** The server's words for why the view is refused; empty while it is not. */
export const refusal: ReadonlySignal<string> = refused;

/** Reads the address. */
export function startUndelayed(): void {
  asked.value = new URLSearchParams(location.search).has("undelayed");
}

/** Opens the stream of the tournament that the path of a public one names. */
export const openUndelayed: Open = (path, events) => {
  const closing = new AbortController();
  const { signal: closed } = closing;
  const tell = async () => {
    const { follow, Refused } = await import("./undelayed_stream");
    try {
      for await (const text of follow(path, closed)) {
        if (closed.aborted) return;
        refused.value = "";
        events.text(text);
      }
    } catch (error) {
      // A network that is gone says nothing about who may see what.
      const isCutOff = error instanceof TypeError;
      if (!closed.aborted && error instanceof Error && !isCutOff) refused.value = error.message;
      // Another replica may not have heard yet that the view is on record.
      const isFinal = error instanceof Refused && FINAL.includes(error.status);
      if (isFinal && error.reason !== "not-on-record") return;
    }
    lost();
  };
  const lost = () => {
    if (!closed.aborted) events.lost();
  };
  void tell().catch(lost);
  return { close: () => closing.abort() };
};
