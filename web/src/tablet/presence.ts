// Tells the service that this tablet is there, and how many inputs it has not sent: the desk sees when a tablet is silent.

import { effect } from "@preact/signals";
import { DeviceKind } from "../gen/damcast/v1/events_pb";
import { deviceGames, PROMPT } from "../wire/device_api";
import type { Enrolled } from "../wire/device_key";
import { unsent } from "./link";

const EVERY_MS = 10_000;
/** Time in milliseconds after which a change is told: most inputs are sent sooner. */
const SETTLED_MS = 2_000;

/** Tells it every few seconds, and soon after the number of inputs that are not sent has changed. */
export function tellPresence({ venue, tournament, subject }: Enrolled): void {
  let timer = 0;
  let dueAt = Number.POSITIVE_INFINITY;
  const schedule = (ms: number) => {
    const at = performance.now() + ms;
    if (at >= dueAt) return;
    dueAt = at;
    clearTimeout(timer);
    timer = window.setTimeout(tell, ms);
  };
  const tell = () => {
    dueAt = Number.POSITIVE_INFINITY;
    schedule(EVERY_MS);
    const of = { tournament: { venue, tournament }, device: subject };
    const told = { ...of, kind: DeviceKind.TABLET, unsent: unsent.peek().length };
    // The next one tells it again.
    void deviceGames.reportPresence(told, PROMPT).catch(() => {});
  };
  effect(() => {
    schedule(unsent.value.length === 0 ? EVERY_MS : SETTLED_MS);
  });
  tell();
}
