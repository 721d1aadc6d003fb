// This desk as a device: what is told to games carries its id and a number, so that nothing counts
// twice.

import { Code, ConnectError } from "@connectrpc/connect";
import { type Verdict, VerdictStatus } from "../gen/damcast/v1/board_ingest_pb";
import { Seat } from "../gen/damcast/v1/events_pb";
import { language } from "../text/language";
import { boardIngest } from "../wire/api";
import { deviceId } from "../wire/desk_device";
import { person } from "../wire/session";
import type { Live } from "./live";

/** Longest time in milliseconds that a ruling waits for its verdict. */
const WAIT_MS = 5_000;

let sequence = 0;

/** Seats this desk, so that it may rule and is told of alarms. */
export async function seat(live: Live): Promise<void> {
  const by = person.value;
  const at = { tournament: live.ref, device: deviceId(), table: 0, seat: Seat.DESK, by };
  await boardIngest.assignTable(at);
}

/** Returns the number of the next input: above all that this tab has sent, also before a reload. */
export function nextSequence(): bigint {
  sequence = Math.max(sequence + 1, Date.now());
  return BigInt(sequence);
}

/** Returns the head of an input about a game. A repeat has to carry the same one. */
export function headerOf(live: Live, game: string) {
  return {
    game: { ...live.ref, game },
    device: deviceId(),
    sequence: nextSequence(),
    waitMs: WAIT_MS,
    language: language.peek(),
  };
}

/** Checks a verdict: a refusal is an error with its words. */
export function accepted(verdict: Verdict | undefined): void {
  if (verdict?.status !== VerdictStatus.REFUSED) return;
  const text = verdict.explanation || verdict.text || verdict.reason;
  throw new ConnectError(text, Code.FailedPrecondition);
}
