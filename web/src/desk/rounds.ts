// Acts on rounds and on their games.

import type { PairedGame, Round } from "../gen/damcast/v1/pairing_pb";
import { UnpairGround } from "../gen/damcast/v1/tournament_pb";
import { Reason, Score, StartMode } from "../gen/damcast/v1/types_pb";
import { texts } from "../text/language";
import { pairing } from "../wire/api";
import { ask } from "./ask";
import { decide } from "./do";
import type { Live } from "./live";
import {
  isOneHalfZero,
  isRestOwed,
  newestRound,
  playerName,
  rulebookOf,
  stageOf,
  type Tournament,
  tableOf,
} from "./model";
import { asTyped, resultText, scoreText, type TypedResult } from "./result_keys";
import { words } from "./text";

export function pair(live: Live, round: number) {
  const label = words.value("pairs", { round });
  return decide(live, "pair", label, (common) => pairing.pairRound({ ...common, round }));
}

export function publish(live: Live, round: number) {
  const label = words.value("publishes", { round });
  return decide(live, "publish", label, (common) => pairing.publishRound({ ...common, round }));
}

/** Opens a round; asks for the reason where players still have a right to rest (2006 art. 9). */
export async function open(live: Live, tournament: Tournament, round: number) {
  if (isRestOwed(tournament, round, Date.now())) return openWithReason(live, round);
  return openFor(live, round, "");
}

function openFor(live: Live, round: number, reason: string) {
  const label = words.value("opens", { round });
  return decide(live, "open", label, (common) => pairing.openRound({ ...common, round, reason }));
}

export async function openWithReason(live: Live, round: number) {
  const w = words.value;
  const answers = await ask({
    title: w("opens", { round }),
    text: w("open-reason-text"),
    fields: [{ name: "reason", label: w("reason"), kind: "text", isRequired: true }],
    confirm: w("open-round"),
  });
  if (answers) await openFor(live, round, answers.reason ?? "");
}

export async function close(live: Live, round: number, missing: readonly string[]) {
  const w = words.value;
  const answers = await ask({
    title: w("closes", { round }),
    text: w("close-text", { games: missing.join("; ") }),
    fields: [{ name: "reason", label: w("reason"), kind: "text" }],
    confirm: w("close-round"),
  });
  if (!answers) return;
  await decide(live, "close", w("closes", { round }), (common) =>
    pairing.closeRound({ ...common, round, reason: answers.reason ?? "" }),
  );
}

/** Undoes the pairing of a round; a published one needs its ground and a reason (KNDB F6, F7). */
export async function unpair(live: Live, round: Round) {
  const w = words.value;
  const isPublished = stageOf(round) !== "draft";
  const answers = await ask({
    title: w("unpairs", { round: round.number }),
    text: isPublished ? w("unpair-published-text") : w("unpair-draft-text"),
    fields: isPublished
      ? [
          {
            name: "ground",
            label: w("ground"),
            kind: "select",
            options: [
              { value: String(UnpairGround.NORM), label: w("ground-norm") },
              { value: String(UnpairGround.WRONG_RESULT), label: w("ground-wrong-result") },
              { value: String(UnpairGround.REVERSED_COLORS), label: w("ground-reversed-colors") },
              { value: String(UnpairGround.CHIEF_ARBITER), label: w("ground-chief-arbiter") },
            ],
          },
          { name: "reason", label: w("reason"), kind: "text", isRequired: true },
        ]
      : [],
    confirm: w("unpair-round"),
    isDangerous: true,
  });
  if (!answers) return;
  const isSwiss = (round.paired?.swiss.length ?? 0) > 0;
  await decide(live, "unpair", w("unpairs", { round: round.number }), (common) =>
    pairing.unpairRound({
      ...common,
      round: round.number,
      reason: answers.reason ?? "",
      ground: isPublished && isSwiss ? Number(answers.ground) : UnpairGround.UNSPECIFIED,
    }),
  );
}

export async function plan(live: Live, round: number, beginsAtMs: bigint) {
  const w = words.value;
  const answers = await ask({
    title: w("plan-round", { round }),
    fields: [
      {
        name: "begins",
        label: w("begins-at"),
        kind: "moment",
        isRequired: true,
        value: beginsAtMs > 0n ? localMoment(Number(beginsAtMs)) : "",
      },
    ],
    confirm: w("save"),
  });
  const begins = new Date(answers?.begins ?? "").getTime();
  if (Number.isNaN(begins)) return;
  await decide(live, "plan", w("plan-round", { round }), (common) =>
    pairing.planRound({ ...common, round, beginsAtMs: BigInt(begins) }),
  );
}

function localMoment(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns the key of acts on the result of a table: of those only one is under way. */
export function resultKey(round: number, table: number): string {
  return `result r${round}-t${table}`;
}

/** Records a result, or corrects the one that stands. */
export function record(
  live: Live,
  tournament: Tournament,
  round: number,
  game: PairedGame,
  result: TypedResult,
  reason = "",
) {
  const table = tableOf(game);
  const score = resultText(result, isOneHalfZero(tournament));
  const label = words.value("records", { table, score });
  return decide(live, resultKey(round, table), label, (common) =>
    pairing.recordResult({
      ...common,
      round,
      table,
      outcome: { score: result.score, reason: result.reason },
      correct: game.outcome !== undefined,
      ...(result.menAhead === null ? {} : { menAhead: result.menAhead }),
      reason,
    }),
  );
}

/**
 * Asks before a result that stands is replaced. If another desk changed it meanwhile, that is told and
 * asked again, so that nobody's result is replaced unseen.
 */
export async function correct(
  live: Live,
  tournament: Tournament,
  round: number,
  game: PairedGame,
  result: TypedResult,
) {
  const w = words.value;
  const isHalf = isOneHalfZero(tournament);
  let shown = game;
  let meanwhile = "";
  let reason = "";
  for (;;) {
    const version = live.version();
    const old = asTyped(shown);
    const text = w("correct-text", {
      pair: pairText(tournament, shown),
      old: old ? resultText(old, isHalf) : "",
      score: resultText(result, isHalf),
    });
    const answers = await ask({
      title: w("correct-result", { table: tableOf(game) }),
      text: meanwhile + text,
      fields: [
        { name: "reason", label: w("reason"), kind: "text", value: reason, isRequired: true },
      ],
      confirm: w("correct"),
      isDangerous: true,
    });
    if (!answers) return;
    reason = answers.reason ?? "";
    const now = gameNow(live, round, game.game) ?? shown;
    if (isSameResult(now, shown)) {
      await record(live, tournament, round, shown, result, reason);
      return;
    }
    meanwhile = `${w("meanwhile", { text: await live.decidedSince(version) })}\n`;
    shown = now;
  }
}

function gameNow(live: Live, round: number, id: string): PairedGame | undefined {
  const rounds = live.tournament.peek()?.rounds ?? [];
  return rounds.find((one) => one.number === round)?.games.find((one) => one.game === id);
}

function isSameResult(one: PairedGame, other: PairedGame): boolean {
  const [first, second] = [one.outcome, other.outcome];
  return (
    first?.score === second?.score &&
    first?.reason === second?.reason &&
    one.menAhead === other.menAhead
  );
}

/** Takes a result back that was recorded by hand. */
export async function withdrawResult(
  live: Live,
  tournament: Tournament,
  round: number,
  game: PairedGame,
) {
  const w = words.value;
  const table = tableOf(game);
  const answers = await ask({
    title: w("withdraw-result", { table }),
    text: pairText(tournament, game),
    fields: [{ name: "reason", label: w("reason"), kind: "text", isRequired: true }],
    confirm: w("take-back"),
    isDangerous: true,
  });
  if (!answers) return;
  await decide(live, resultKey(round, table), w("withdraw-result", { table }), (common) =>
    pairing.withdrawResult({ ...common, round, table, reason: answers.reason ?? "" }),
  );
}

/** Every other act on one game, chosen from a list. */
export async function chooseResult(
  live: Live,
  tournament: Tournament,
  round: number,
  game: PairedGame,
) {
  await askResult(live, tournament, round, game, {});
}

/** Records the score that the players show on a board, once the desk has said how; returns true if it was recorded. */
export function enterShown(
  live: Live,
  tournament: Tournament,
  round: number,
  game: PairedGame,
  shown: Score,
): Promise<boolean> {
  const reason = words.value("shown-on-board");
  return askResult(live, tournament, round, game, { score: String(shown), reason });
}

async function askResult(
  live: Live,
  tournament: Tournament,
  round: number,
  game: PairedGame,
  proposed: { readonly score?: string; readonly reason?: string },
): Promise<boolean> {
  const [w, t] = [words.value, texts.value];
  const scores = [Score.WHITE_WINS, Score.DRAW, Score.BLACK_WINS, Score.BOTH_LOSE, Score.UNPLAYED];
  const reasons: readonly [Reason, string][] = [
    [Reason.ARBITER, t("reason-arbiter")],
    [Reason.RESIGNATION, t("reason-resignation")],
    [Reason.AGREEMENT, t("reason-agreement")],
    [Reason.FLAG_FALL, t("reason-flag-fall")],
    [Reason.FORFEIT, t("reason-forfeit")],
    [Reason.NO_SHOW, t("reason-no-show")],
    [Reason.ADJUDICATION, t("reason-adjudication")],
    [Reason.MISCONDUCT, t("reason-misconduct")],
    [Reason.EARLY_AGREEMENT, t("reason-early-agreement")],
    [Reason.UPSET_PIECES, t("reason-upset-pieces")],
    [Reason.REFUSED_TO_PLAY, t("reason-refused-to-play")],
    [Reason.WRONG_BOARD, t("reason-wrong-board")],
  ];
  const isHalf = isOneHalfZero(tournament);
  const answers = await ask({
    title: w("result-of", { table: tableOf(game) }),
    text: `${pairText(tournament, game)}\n${w("article-result", { rules: rulebookOf(tournament.settings?.regulation?.rules) })}`,
    fields: [
      {
        name: "score",
        label: w("result"),
        kind: "select",
        value: proposed.score ?? String(Score.WHITE_WINS),
        options: scores.map((score) => ({ value: String(score), label: scoreText(score, isHalf) })),
      },
      {
        name: "how",
        label: w("how"),
        kind: "select",
        options: reasons.map(([value, label]) => ({ value: String(value), label })),
      },
      { name: "men", label: w("men-ahead"), kind: "number", min: -40, max: 40 },
      {
        name: "reason",
        label: w("reason"),
        kind: "text",
        value: proposed.reason ?? "",
        isRequired: true,
      },
    ],
    confirm: w("record-result"),
  });
  if (!answers) return false;
  const menAhead = answers.men === "" ? null : Number(answers.men);
  const result = { score: Number(answers.score), reason: Number(answers.how), menAhead };
  const recorded = await record(live, tournament, round, game, result, answers.reason ?? "");
  return recorded !== undefined;
}

export async function reverseColors(
  live: Live,
  tournament: Tournament,
  round: number,
  game: PairedGame,
) {
  const w = words.value;
  const table = tableOf(game);
  const isOlder = round < (newestRound(tournament)?.number ?? 0);
  const answers = await ask({
    title: w("reverse-colors", { table }),
    text: `${pairText(tournament, game)}. ${w("reverse-colors-text")}`,
    // In an older round it needs one.
    fields: [{ name: "reason", label: w("reason"), kind: "text", isRequired: isOlder }],
    confirm: w("record-result"),
  });
  if (!answers) return;
  await decide(live, `colors ${table}`, w("reverse-colors", { table }), (common) =>
    pairing.reverseColors({
      ...common,
      round,
      table,
      reversed: !game.colorsReversed,
      reason: answers.reason ?? "",
    }),
  );
}

export async function planMakeUp(
  live: Live,
  tournament: Tournament,
  round: number,
  game: PairedGame,
) {
  const w = words.value;
  const table = tableOf(game);
  const answers = await ask({
    title: w("make-up", { table }),
    text: pairText(tournament, game),
    fields: [
      { name: "at", label: w("begins-at"), kind: "moment", isRequired: true },
      { name: "agreed", label: w("agreed-by"), kind: "text", isRequired: true },
    ],
    confirm: w("save"),
  });
  const atMs = new Date(answers?.at ?? "").getTime();
  if (!answers || Number.isNaN(atMs)) return;
  await decide(live, `make-up ${table}`, w("make-up", { table }), (common) =>
    pairing.planMakeUp({
      ...common,
      round,
      table,
      makeUp: { beginsAtMs: BigInt(atMs), agreedBy: answers.agreed ?? "" },
    }),
  );
}

export async function setStart(
  live: Live,
  tournament: Tournament,
  round: number,
  game: PairedGame,
) {
  const w = words.value;
  const table = tableOf(game);
  const modes: readonly [StartMode, string][] = [
    [StartMode.UNSPECIFIED, w("start-usual")],
    [StartMode.HOUR, w("start-hour")],
    [StartMode.GONG, w("start-gong")],
    [StartMode.TABLE, w("start-table")],
    [StartMode.NONE, w("start-none")],
    [StartMode.NOTATION, w("start-notation")],
  ];
  const answers = await ask({
    title: w("set-start", { table }),
    text: pairText(tournament, game),
    fields: [
      {
        name: "mode",
        label: w("clock-start"),
        kind: "select",
        options: modes.map(([value, label]) => ({ value: String(value), label })),
      },
      { name: "reason", label: w("reason"), kind: "text" },
    ],
    confirm: w("save"),
  });
  if (!answers) return;
  await decide(live, `start ${table}`, w("set-start", { table }), (common) =>
    pairing.setStartMode({
      ...common,
      round,
      table,
      startMode: Number(answers.mode),
      reason: answers.reason ?? "",
    }),
  );
}

/** Returns the two players of a game: `Anna – Piet`. */
export function pairText(tournament: Tournament, game: PairedGame): string {
  const { white = 0, black = 0 } = game.pairing ?? {};
  return `${playerName(tournament, white)} – ${playerName(tournament, black)}`;
}
