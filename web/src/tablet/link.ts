// The connection of the tablet to its table: what is shown there, and what became of its inputs.

import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { computed, signal } from "@preact/signals";
import {
  type Verdict,
  VerdictStatus,
  type WatchTableResponse,
  WatchTableResponseSchema,
} from "../gen/damcast/v1/board_ingest_pb";
import type { AlarmAcknowledged, ArbiterCall } from "../gen/damcast/v1/events_pb";
import { localMoment, ServerTime } from "../state/server_time";
import { language } from "../text/choice";
import { deviceGames, PROMPT } from "../wire/device_api";
import type { Enrolled } from "../wire/device_key";
import { isUnanswered, refusalText } from "../wire/refusal";
import { enrolled } from "./device";
import { colorOfSide, pathOf, refOf } from "./model";
import { type Act, type Answer, type Input, type InputState, Outbox } from "./outbox";
import { keeper, keepFact, readFact } from "./storage";

const TABLE_FACT = "table";
const OFFSET_FACT = "offset";
/** The service gives a sign of life every five seconds. */
const SILENT_MS = 12_000;
const AGAIN_MS = 1_000;
/** Longest time in milliseconds that an input waits for its verdict. */
const WAIT_MS = 1_000;

/** The table as the service told it last, also before a reload; `null` until it told one. */
export const table = signal<WatchTableResponse | null>(null);

/** The local moment since when nothing was heard; `null` while the connection is there. */
export const cutOffSince = signal<number | null>(null);

/** The reason why the service tells this tablet nothing; empty while it does, or does not answer. */
export const refused = signal("");

/** The calls for the arbiter that the desk has, by their ids, with whoever answered; empty while nobody has. */
export const calls = signal<ReadonlyMap<string, { alarm: string; by: string }>>(new Map());

const time = new ServerTime();
let offset = 0;
let heardAt = 0;

/**
 * Returns the service's time at a moment of this page (as `performance.now()`), in whole milliseconds. The
 * clock of the tablet may be set meanwhile, or be wrong by hours: it is not asked.
 */
export function serverTimeAt(moment: number): number {
  const at = performance.timeOrigin + moment;
  return Math.round(heardAt === 0 ? at + offset : at + time.offset());
}

/** Returns the service's time as it is estimated now, in whole milliseconds. */
export function serverNow(): number {
  return serverTimeAt(performance.now());
}

export const outbox = new Outbox({ keeper, send, pause });

/** The inputs of this tablet that the service has not answered yet. */
export const unsent = computed(() => outbox.inputs.value.filter(({ state }) => state === "kept"));

/** Reads what the tablet knew before, and follows its table from then on. */
export async function startLink(own: Enrolled): Promise<void> {
  const kept = await readFact<Uint8Array>(TABLE_FACT);
  if (kept) table.value = fromBinary(WatchTableResponseSchema, kept);
  offset = (await readFact<number>(OFFSET_FACT)) ?? 0;
  cutOffSince.value = Date.now();
  await outbox.open();
  addEventListener("online", wake);
  addEventListener("offline", doubt);
  document.addEventListener("visibilitychange", wake);
  void follow(() => watchTable(own));
  void follow(() => watchVerdicts(own));
}

let watching = new AbortController();

/** Watches anew, because something says that the connection is gone. */
function doubt(): void {
  watching.abort();
}

/** Ends the pause of everything that waits to try again. */
export function wake(): void {
  for (const go of waiting) go();
}

const waiting = new Set<() => void>();

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      waiting.delete(go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    waiting.add(go);
  });
}

async function follow(watch: () => Promise<void>): Promise<never> {
  for (;;) {
    try {
      await watch();
    } catch (error) {
      const isLeft = ConnectError.from(error).code === Code.Canceled;
      if (!isLeft && !isUnanswered(error)) refused.value = refusalText(error, language.peek());
    }
    await pause(AGAIN_MS);
  }
}

async function watchTable(own: Enrolled): Promise<void> {
  const end = new AbortController();
  watching = end;
  let timer = setTimeout(() => end.abort(), SILENT_MS);
  try {
    const request = { tournament: tournamentOf(own), device: own.subject };
    for await (const told of deviceGames.watchTable(request, { signal: end.signal })) {
      clearTimeout(timer);
      timer = setTimeout(() => end.abort(), SILENT_MS);
      hear(Number(told.sentAtMs));
      if (!told.unchanged) show(told);
      if (cutOffSince.value !== null) wake();
      cutOffSince.value = null;
      refused.value = "";
    }
  } finally {
    clearTimeout(timer);
    cutOffSince.value ??= Date.now();
  }
}

function hear(now: number): void {
  heardAt = localMoment();
  time.observe(now, heardAt);
  const next = Math.round(time.offset());
  // The offset outlasts the page, for one that is loaded without a network.
  if (Math.abs(next - offset) > 20) void keepFact(OFFSET_FACT, next).catch(() => {});
  offset = next;
}

function show(told: WatchTableResponse): void {
  table.value = told;
  const bytes = toBinary(WatchTableResponseSchema, told);
  void keepFact(TABLE_FACT, bytes).catch(() => {});
  const path = pathOf(told.game?.game);
  if (path !== "") void outbox.forgetBut(path);
}

async function watchVerdicts(own: Enrolled): Promise<void> {
  const end = new AbortController();
  // It has no signs of life of its own: it ends with the connection of the table.
  let isOpen = false;
  const stop = cutOffSince.subscribe((since) => {
    if (since !== null && isOpen) end.abort();
  });
  try {
    const request = {
      tournament: tournamentOf(own),
      device: own.subject,
      language: language.peek(),
    };
    const verdicts = deviceGames.watchVerdicts(request, { signal: end.signal });
    isOpen = true;
    // Without the comparison everything begins anew.
    void compare(own).catch(() => end.abort());
    for await (const { verdict, inputsInDoubt, call, acknowledged } of verdicts) {
      if (call) hearCall(call);
      if (acknowledged) hearAnswer(acknowledged);
      if (inputsInDoubt) void compare(own).catch(() => end.abort());
      if (verdict?.device === own.subject) {
        const { state, text } = judged(verdict);
        await outbox.judge(Number(verdict.sequence), state, text);
      }
    }
  } finally {
    stop();
  }
}

function hearCall({ id, alarm }: ArbiterCall): void {
  const before = calls.peek();
  if (!before.has(id)) calls.value = new Map([...before, [id, { alarm, by: "" }]]);
}

function hearAnswer({ alarm, by }: AlarmAcknowledged): void {
  const heard = [...calls.peek()].map(
    ([id, call]) => [id, call.alarm === alarm ? { alarm, by } : call] as const,
  );
  calls.value = new Map(heard);
}

/** Asks which inputs the log has, and sends those again that it lost. */
async function compare(own: Enrolled): Promise<void> {
  const games = new Set(outbox.inputs.value.map((input) => input.game));
  for (const game of games) {
    const ref = refOf(game);
    // A tablet that came from another tournament has nothing more to say there.
    if (game === "" || ref.tournament !== own.tournament) continue;
    try {
      const request = { game: ref, device: own.subject };
      const { sequences } = await deviceGames.listInputs(request, PROMPT);
      await outbox.compare(game, own.subject, new Set(sequences.map(Number)));
    } catch (error) {
      // A game of another table is not for this tablet any more, and keeps no other from being compared.
      if (isUnanswered(error)) throw error;
    }
  }
}

function tournamentOf({ venue, tournament }: Enrolled) {
  return { venue, tournament };
}

/** Sends one input, each time with the same content. */
async function send({ act, game, sequence, seenAt }: Input): Promise<Answer> {
  const own = enrolled.peek();
  if (!own) return { kind: "unanswered", text: "" };
  if (act.kind === "call") return callArbiter(own, act, game);
  const header = {
    game: refOf(game),
    device: own.subject,
    sequence: BigInt(sequence),
    seenAtMs: BigInt(seenAt),
    sentAtMs: BigInt(serverNow()),
    waitMs: WAIT_MS,
    language: language.peek(),
  };
  try {
    const { verdict } = await submit(header, act);
    return verdict ? judged(verdict) : { kind: "unanswered", text: "" };
  } catch (error) {
    return answerOf(error, game);
  }
}

type ArbiterAct = Extract<Act, { readonly kind: "call" }>;

async function callArbiter(own: Enrolled, act: ArbiterAct, game: string): Promise<Answer> {
  const { id, matter, text } = act;
  const request = { tournament: tournamentOf(own), device: own.subject, id, matter, text };
  try {
    const { call, answer } = await deviceGames.callArbiter(request, PROMPT);
    if (call) hearCall(call);
    if (answer) hearAnswer(answer);
    return { kind: "judged", state: "accepted", text: "" };
  } catch (error) {
    return answerOf(error, game);
  }
}

function submit(header: object, act: Exclude<Act, ArbiterAct>) {
  switch (act.kind) {
    case "move": {
      const { from, via, to, captured, namesCaptured } = act.move;
      const taken = namesCaptured ? { taken: { squares: [...captured] } } : {};
      const move = { from, to, via: [...via], ...taken };
      return deviceGames.submitMove({ header, ply: act.ply, move }, PROMPT);
    }
    case "press":
      return deviceGames.submitPress({ header, color: colorOfSide(act.side) }, PROMPT);
    case "draw": {
      const agreed = { case: "agreeDraw", value: { color: colorOfSide(act.side) } } as const;
      return deviceGames.submitClaim({ header, claim: agreed }, PROMPT);
    }
    case "resign": {
      const resigned = { case: "resign", value: { color: colorOfSide(act.side) } } as const;
      return deviceGames.submitClaim({ header, claim: resigned }, PROMPT);
    }
  }
}

const STATES: Record<VerdictStatus, InputState> = {
  [VerdictStatus.UNSPECIFIED]: "stored",
  [VerdictStatus.STORED]: "stored",
  [VerdictStatus.ACCEPTED]: "accepted",
  [VerdictStatus.REFUSED]: "refused",
  [VerdictStatus.PENDING]: "stored",
};
/** The reasons for which an input waits for the arbiter. */
const FOR_ARBITER = ["conflict", "draw-agreed", "irregular"];

function judged({ status, reason, text }: Verdict): Answer & { kind: "judged" } {
  const isForArbiter = status === VerdictStatus.PENDING && FOR_ARBITER.includes(reason);
  return { kind: "judged", state: isForArbiter ? "arbiter" : STATES[status], text };
}

/** Codes of refusals that stay. All others may be faults on the way or of a service, and pass. */
const FINAL = [Code.InvalidArgument, Code.FailedPrecondition, Code.AlreadyExists, Code.OutOfRange];
/** Codes of refusals that stay at another table; at its own the tablet may wait for its seat. */
const FINAL_ELSEWHERE = [Code.PermissionDenied, Code.NotFound];

function answerOf(error: unknown, game: string): Answer {
  const text = refusalText(error, language.peek());
  if (isUnanswered(error)) {
    doubt();
    return { kind: "unanswered", text: "" };
  }
  const { code } = ConnectError.from(error);
  const isHere = game === "" || game === pathOf(table.peek()?.game?.game);
  // An input that was not sent from another table must not hold up the game at this one.
  const isFinal = FINAL.includes(code) || (!isHere && FINAL_ELSEWHERE.includes(code));
  return isFinal ? { kind: "judged", state: "refused", text } : { kind: "unanswered", text };
}
