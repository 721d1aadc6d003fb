// The connection of the tablet to its table: what is shown there, and what became of its inputs.

import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { batch, computed, signal } from "@preact/signals";
import {
  type Verdict,
  VerdictStatus,
  type WatchTableResponse,
  WatchTableResponseSchema,
} from "../gen/damcast/v1/board_ingest_pb";
import type { AlarmAcknowledged, ArbiterCall } from "../gen/damcast/v1/events_pb";
import { localMoment, ServerTime } from "../state/server_time";
import { language } from "../text/choice";
import { as, type DeviceGames, deviceGames, PROMPT, withoutNetwork } from "../wire/device_api";
import type { Enrolled } from "../wire/device_key";
import { isCutOff, isUnanswered, refusalText } from "../wire/refusal";
import type { HandIn, SignedCall } from "../wire/signed_calls";
import { enrolled, enrolmentOf, learnPlace, renew } from "./device";
import { loadAnew } from "./lock";
import { colorOfSide, pathOf, refOf } from "./model";
import {
  type Act,
  type Input,
  type InputAnswer,
  type InputState,
  Outbox,
  pauseAfter,
} from "./outbox";
import { Sleep } from "./sleep";
import { inputStorage, keepFact, readFact } from "./storage";

const TABLE_FACT = "table";
const OFFSET_FACT = "offset";
const CUT_OFF_FACT = "cut-off";
/** The service gives a sign of life every five seconds. */
const SILENT_MS = 12_000;
/** Time in milliseconds after which a connection that is not there again is said to be gone. */
const PATIENCE_MS = 5_000;
/** Longest time in milliseconds that an input waits for its verdict. */
const WAIT_MS = 1_000;

/** The table as the service told it last, also before a reload; `null` until it told one. */
export const table = signal<WatchTableResponse | null>(null);

/** The table as it was told last with the latest game that was over when another took its place; `null` if none was. */
export const over = signal<WatchTableResponse | null>(null);

/** The moment by the service's time since when nothing was heard; `null` while the connection is there. */
export const cutOffSince = signal<number | null>(null);

/** The connection as it is shown: it is being made, for a while, before it is said to be gone. */
export const connection = signal<"connecting" | "live" | "cut">("connecting");

/** The reason why the service tells this tablet nothing; empty while it does, or does not answer. */
export const refused = signal("");

/** The number of signs of life that came on this page. */
export const signsOfLife = signal(0);

/** The calls for the arbiter that the desk has, by their ids, with whoever answered; empty while nobody has. */
export const calls = signal<ReadonlyMap<string, { alarm: string; by: string }>>(new Map());

const time = new ServerTime();
const sleep = new Sleep({ steady: () => performance.now(), timeOfDay: Date.now });
let offset = 0;
let heardAt = 0;

/**
 * Returns the service's time at a moment of this page (as `performance.now()`), in whole milliseconds. The
 * clock of the tablet may be set meanwhile, or be wrong by hours: it is not asked.
 */
export function serverTimeAt(moment: number): number {
  // The connection did not outlast it, and says how late it is.
  if (sleep.hasSlept()) doubt();
  const at = performance.timeOrigin + moment + sleep.slept;
  return Math.round(heardAt === 0 ? at + offset : at + time.offset());
}

/** Returns the service's time as it is estimated now, in whole milliseconds. */
export function serverNow(): number {
  return serverTimeAt(performance.now());
}

export const outbox = new Outbox({ inputStorage, send, pause });

/** The inputs of this tablet that the service has not answered yet. */
export const unsent = computed(() => outbox.inputs.value.filter(({ state }) => state === "kept"));

/** Reads what the tablet knew before, and follows its table from then on. */
export async function startLink(own: Enrolled): Promise<void> {
  offset = (await known<number>(OFFSET_FACT)) ?? 0;
  // What cannot be read is sent by a later page; this one says that its storage fails.
  await outbox.open().catch(() => {});
  // The board is shown with the moves that were kept, or the same would be entered again.
  table.value = tableOf(await known<Uint8Array>(TABLE_FACT));
  loseConnection((await known<number>(CUT_OFF_FACT)) ?? serverNow());
  addEventListener("online", wake);
  addEventListener("offline", doubt);
  document.addEventListener("visibilitychange", wake);
  void follow((heard) => watchTable(own, heard));
  void follow((heard) => watchVerdicts(own, heard));
}

/** Returns a fact that was kept; nothing if it cannot be read. */
function known<T>(name: string): Promise<T | undefined> {
  return readFact<T>(name).catch(() => undefined);
}

/** Returns the table that was kept; `null` if there is none, or it is not to be read: then the service tells it anew. */
function tableOf(kept: Uint8Array | undefined): WatchTableResponse | null {
  try {
    return kept ? fromBinary(WatchTableResponseSchema, kept) : null;
  } catch {
    return null;
  }
}

let patience = 0;

function loseConnection(since: number): void {
  outbox.doubt();
  if (cutOffSince.peek() !== null) return;
  cutOffSince.value = since;
  connection.value = "connecting";
  patience = window.setTimeout(() => {
    connection.value = "cut";
    // A page that is loaded without a network knows since when there is none.
    void keepFact(CUT_OFF_FACT, since).catch(() => {});
  }, PATIENCE_MS);
}

function findConnection(): void {
  if (cutOffSince.peek() === null) return;
  clearTimeout(patience);
  // It may have been kept by an earlier page, too.
  void keepFact(CUT_OFF_FACT, null).catch(() => {});
  connection.value = "live";
  cutOffSince.value = null;
  wake();
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

/** Watches for ever: after a failure anew, the later the more often that failed. */
async function follow(watch: (heard: () => void) => Promise<void>): Promise<never> {
  for (let tries = 1; ; tries += 1) {
    try {
      await watch(() => {
        tries = 0;
      });
    } catch (error) {
      await settle(error);
    }
    await pause(pauseAfter(Math.max(1, tries), Math.random()));
  }
}

/** Does what can be done about a refusal, and else tells it. */
async function settle(error: unknown): Promise<void> {
  const { code } = ConnectError.from(error);
  if (code === Code.Canceled || isUnanswered(error)) return;
  try {
    const own = enrolled.peek()?.subject ?? "";
    // The session has ended over night.
    if (code === Code.Unauthenticated) return await renew(own);
    if (ELSEWHERE.includes(code) && (await learnPlace())) {
      await keepFact(TABLE_FACT, null);
      // Everything begins anew in another tournament.
      return loadAnew();
    }
  } catch {
    // The first refusal is told.
  }
  refused.value = refusalText(error, language.peek());
}

async function watchTable(own: Enrolled, heard: () => void): Promise<void> {
  const end = new AbortController();
  watching = end;
  let timer = setTimeout(() => end.abort(), SILENT_MS);
  try {
    const request = { tournament: tournamentOf(own), device: own.subject };
    for await (const told of deviceGames.watchTable(request, { signal: end.signal })) {
      clearTimeout(timer);
      timer = setTimeout(() => end.abort(), SILENT_MS);
      heard();
      hear(Number(told.sentAtMs));
      if (!told.unchanged) show(told);
      findConnection();
      signsOfLife.value += 1;
      refused.value = "";
    }
  } finally {
    clearTimeout(timer);
    loseConnection(serverNow());
  }
}

function hear(now: number): void {
  sleep.hasSlept();
  heardAt = localMoment() + sleep.slept;
  time.observe(now, heardAt);
  const next = Math.round(time.offset());
  // The offset outlasts the page, for one that is loaded without a network.
  if (Math.abs(next - offset) > 20) void keepFact(OFFSET_FACT, next).catch(() => {});
  offset = next;
}

function show(told: WatchTableResponse): void {
  const before = table.peek();
  const isFollowed = pathOf(before?.game?.game) !== pathOf(told.game?.game);
  // In one step: nothing begins the next game for players who are still at this one.
  batch(() => {
    if (before?.game?.outcome && isFollowed) over.value = before;
    table.value = told;
  });
  const bytes = toBinary(WatchTableResponseSchema, told);
  void keepFact(TABLE_FACT, bytes).catch(() => {});
}

async function watchVerdicts(own: Enrolled, heard: () => void): Promise<void> {
  const end = new AbortController();
  // It has no signs of life of its own: it ends with the connection of the table.
  let isOpen = false;
  const stop = cutOffSince.subscribe((since) => {
    if (since !== null && isOpen) end.abort();
  });
  // Verdicts come in the language in which they are asked for.
  const asked = language.peek();
  const stopLanguage = language.subscribe((now) => {
    if (now !== asked) end.abort();
  });
  try {
    const request = {
      tournament: tournamentOf(own),
      device: own.subject,
      language: asked,
    };
    const verdicts = deviceGames.watchVerdicts(request, {
      signal: end.signal,
      // The service answers once it has this watch: what was compared before might be judged unheard.
      // Without the comparison everything begins anew.
      onHeader: () => void compare(own).then(heard, () => end.abort()),
    });
    isOpen = true;
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
    stopLanguage();
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
  outbox.doubt();
  const games = new Set(outbox.inputs.value.map((input) => input.game));
  for (const game of games) {
    const ref = refOf(game);
    // A tablet that came from another tournament has nothing more to say there.
    if (game === "" || ref.tournament !== own.tournament) {
      outbox.settle(game);
      continue;
    }
    try {
      const request = { game: ref, device: own.subject };
      const { sequences } = await deviceGames.listInputs(request, PROMPT);
      await outbox.compare(game, own.subject, new Set(sequences.map(Number)));
    } catch (error) {
      // A game of another table is not for this tablet any more, and keeps no other from being compared.
      if (isUnanswered(error)) throw error;
      outbox.settle(game);
    }
  }
}

function tournamentOf({ venue, tournament }: Enrolled) {
  return { venue, tournament };
}

/** Sends one input, each time with the same content, and as the device that it was made on. */
async function send(input: Input): Promise<InputAnswer> {
  const by = await enrolmentOf(input.device);
  if (!by) return { kind: "judged", state: "left", text: "" };
  try {
    if (input.act.kind === "call") return await callArbiter(by, input.act);
    const { verdict } = await submit(by, input, input.act, deviceGames, serverNow());
    return verdict ? judged(verdict) : { kind: "unanswered", text: "" };
  } catch (error) {
    return answerOf(error, input);
  }
}

type ArbiterAct = Extract<Act, { readonly kind: "call" }>;

async function callArbiter(by: Enrolled, { id, matter, text }: ArbiterAct): Promise<InputAnswer> {
  const request = { tournament: tournamentOf(by), device: by.subject, id, matter, text };
  const { call, answer } = await deviceGames.callArbiter(request, as(by));
  if (call) hearCall(call);
  if (answer) hearAnswer(answer);
  return { kind: "judged", state: "accepted", text: "" };
}

/** A call for the arbiter as it is shown. */
export interface ShownCall {
  readonly id: string;
  /** The game during which it was made; empty if there was none. */
  readonly game: string;
  /** As in `Draft`. */
  readonly seenAt: number;
  /** True once the service has it. */
  readonly isHeard: boolean;
}

/** The last call for the arbiter that could not be kept; `null` if there is none. */
export const unkeptCall = signal<ShownCall | null>(null);

/** Calls the arbiter although the call cannot be kept, and tries as long as this page lasts, or until the next such call. */
export async function callUnkept(
  by: Enrolled,
  act: ArbiterAct,
  made: Pick<ShownCall, "game" | "seenAt">,
): Promise<void> {
  const { id } = act;
  const call = { ...made, id };
  unkeptCall.value = { ...call, isHeard: false };
  for (let tries = 1; unkeptCall.peek()?.id === id; tries += 1) {
    try {
      await callArbiter(by, act);
      if (unkeptCall.peek()?.id === id) unkeptCall.value = { ...call, isHeard: true };
      return;
    } catch {
      await pause(pauseAfter(tries, Math.random()));
    }
  }
}

/** Returns the inputs that the service has not answered, as signed calls of each device, for somebody else to make. */
export async function handInsOf(inputs: readonly Input[]): Promise<HandIn[]> {
  const all = new Map<string, SignedCall[]>();
  for (const input of inputs) {
    const { act } = input;
    const by = await enrolmentOf(input.device);
    // A call for the arbiter says nothing to whoever stands there already.
    if (!by || act.kind === "call") continue;
    // The moment of its sending is left out, because nobody knows it yet.
    const call = await withoutNetwork((games) => submit(by, input, act, games, 0));
    if (call) all.set(by.token, [...(all.get(by.token) ?? []), call]);
  }
  return [...all].map(([token, calls]) => ({ token, calls }));
}

function submit(
  by: Enrolled,
  input: Input,
  act: Exclude<Act, ArbiterAct>,
  games: DeviceGames,
  sentAt: number,
) {
  const header = {
    game: refOf(input.game),
    device: by.subject,
    sequence: BigInt(input.sequence),
    seenAtMs: BigInt(input.seenAt),
    sentAtMs: BigInt(sentAt),
    waitMs: WAIT_MS,
    language: language.peek(),
  };
  const options = as(by);
  switch (act.kind) {
    case "move": {
      const { from, via, to, captured, namesCaptured } = act.move;
      const taken = namesCaptured ? { taken: { squares: [...captured] } } : {};
      const move = { from, to, via: [...via], ...taken };
      return games.submitMove({ header, ply: act.ply, move }, options);
    }
    case "press":
      return games.submitPress({ header, color: colorOfSide(act.side) }, options);
    case "draw": {
      const agreed = { case: "agreeDraw", value: { color: colorOfSide(act.side) } } as const;
      return games.submitClaim({ header, claim: agreed }, options);
    }
    case "result": {
      const { score, reason, agrees } = act;
      const value = {
        color: colorOfSide(act.side),
        outcome: { score, reason },
        disagrees: !agrees,
      };
      return deviceGames.submitClaim({ header, claim: { case: "confirmResult", value } }, options);
    }
    case "resign": {
      const resigned = { case: "resign", value: { color: colorOfSide(act.side) } } as const;
      return games.submitClaim({ header, claim: resigned }, options);
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
/**
 * The reasons for which an input waits for the arbiter, as far as a table is told: that a move is irregular it is not
 * (rules art. 24).
 */
const FOR_ARBITER = ["conflict", "draw-agreed"];

function judged({ status, reason, text }: Verdict): InputAnswer & { kind: "judged" } {
  const isForArbiter = status === VerdictStatus.PENDING && FOR_ARBITER.includes(reason);
  return { kind: "judged", state: isForArbiter ? "arbiter" : STATES[status], text };
}

/** Codes of refusals that stay. All others may be faults on the way or of a service, and pass. */
const FINAL = [Code.InvalidArgument, Code.FailedPrecondition, Code.AlreadyExists, Code.OutOfRange];
/** Codes of refusals that stay at another table; at its own the tablet may wait for its seat. */
const ELSEWHERE = [Code.PermissionDenied, Code.NotFound];

async function answerOf(error: unknown, { game, device }: Input): Promise<InputAnswer> {
  if (isUnanswered(error)) {
    // A service that is slow says so itself, and is not asked for more.
    if (isCutOff(error)) doubt();
    return { kind: "unanswered", text: "" };
  }
  const { code } = ConnectError.from(error);
  const text = refusalText(error, language.peek());
  const isFormer = device !== enrolled.peek()?.subject;
  if (code === Code.Unauthenticated) {
    try {
      await renew(device);
      return { kind: "unanswered", text: "" };
    } catch (failed) {
      if (!isFormer || isUnanswered(failed)) return { kind: "unanswered", text };
      return { kind: "judged", state: "left", text };
    }
  }
  const isHere = !isFormer && (game === "" || game === pathOf(table.peek()?.game?.game));
  // An input that was not sent from another table must not hold up the game at this one. Whoever made it is told.
  if (!isHere && [...FINAL, ...ELSEWHERE].includes(code)) {
    return { kind: "judged", state: "left", text };
  }
  return FINAL.includes(code)
    ? { kind: "judged", state: "refused", text }
    : { kind: "unanswered", text };
}
